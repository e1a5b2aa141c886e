"""Updates of the page of a match, with frames, sentences and the open question."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from replays.playback.deltas import ReplayPage, replay_page
from replays.text.narration import Line, narration_language

from ...http.middleware.rate_limit_headers import charge_facts
from ...http.services import services
from ...identity.players import PlayerDirectory, Players
from ...shared import i18n
from ..viewing.narrators import lines_after
from ..viewing.visibility import Window
from .match_data import question_data

MAX_FACTS = 1000
"""Facts in one reply."""


class Updates(ReplayPage, frozen=True):
    """Frames, the sentences of their facts in `lang`, and the question after the last one."""

    lang: str
    lines: list[Line]
    question: dict[str, Any]


def updates_after(window: Window, after: int) -> Updates:
    """Returns the updates after fact *after*, 0 for all; raises `replay.UnknownMoment`."""
    replay, people = window.load_replay(), services()[PlayerDirectory]
    charge_facts(min(MAX_FACTS, max(0, len(replay) - after)))

    def names(players: Players) -> Players:
        return people.seat_players(players).names

    page = replay_page(window.match, window.game, replay, window.viewer, after, MAX_FACTS, names)
    last = len(replay) if page.next is None else int(page.next)
    lang = narration_language(window.game, i18n.page_language())
    lines = lines_after(window.game, replay.until(last), window.viewer, people, lang, after)
    return Updates(**asdict(page), lang=lang, lines=lines, question=question_data(window, last))
