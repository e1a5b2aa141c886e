"""What a match went on with, for its page: all that it shows of it, in one reply."""

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

MOST = 1000
"""Facts in one reply."""


class Updates(ReplayPage, frozen=True):
    """A reel, the sentences of its facts, which are in `lang`, and what is asked after the last of them."""

    lang: str
    lines: list[Line]
    question: dict[str, Any]


def updates_after(window: Window, after: int) -> Updates:
    """Returns what followed fact *after*, or all there is after 0; raises `replay.UnknownMoment`."""
    film, people = window.film(), services()[PlayerDirectory]
    charge_facts(min(MOST, max(0, len(film) - after)))

    def names(players: Players) -> Players:
        return people.seat_players(players).names

    told = replay_page(window.match, window.game, film, window.viewer, after, MOST, names)
    last = len(film) if told.next is None else int(told.next)
    lang = narration_language(window.game, i18n.chosen())
    lines = lines_after(window.game, film.until(last), window.viewer, people, lang, after)
    return Updates(**asdict(told), lang=lang, lines=lines, question=question_data(window, last))
