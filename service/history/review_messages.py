"""What the page of a match says of its review."""

from __future__ import annotations

from typing import Any

from replays.analysis.review import MISTAKE

from ..shared.i18n import says


def review_words() -> dict[str, Any]:
    """Returns every word of a review, and from which loss of chances an answer is told of."""
    return {
        "mistake": MISTAKE,
        "stop": says("Stop"),
        "nothing": says("Nothing"),
        "course": says("Chances of winning before every answer; the turning points are marked"),
        "performance": says(
            "{who}: accuracy {accuracy} in {answers} answers; slips: {slips}, mistakes: {mistakes}, "
            "blunders: {blunders}; luck: {luck}"
        ),
        "moment": says("{who} chose: {given}."),
        "better": says("Better was: {better} (chances given away: {loss}, between {low} and {high})."),
        "line": says("Show it on the board"),
        "imagined": says(
            "As {who} could imagine it: hidden cards lie as they may have lain, not as they lay."
        ),
        "before": says("Before"),
        "step": says("{who}: {said}"),
        "luck": says("Then luck changed the chances: {luck}."),
        "fact": says("after fact {seq}"),
    }
