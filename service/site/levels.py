"""How well a bot plays, in the words of the page."""

from __future__ import annotations

from replays.analysis.review import REVIEW_LEVELS
from replays.bots.players import BOTS

from ..shared.i18n import says


def levels(thinking: bool = False) -> dict[str, str]:
    """Returns what each bot spends on an answer, by its name: every bot, or those that think."""
    words = {
        "random": says("by chance"),
        "greedy": says("one answer ahead"),
        "quick": says("a moment of thought"),
        "steady": says("some thought"),
        "deep": says("a second of thought"),
    }
    return {name: words.get(name, name) for name in (REVIEW_LEVELS if thinking else BOTS)}
