"""Matches of bots as scribes write them, and the recordings that their lines lead to."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from domain.decider import Position
from domain.games import GAMES, Game
from domain.model import Fact, Picks, Seat
from domain.recording.entries import Entry
from domain.recording.prints import Prints
from domain.recording.recording import Recording
from domain.rules import Rules
from domain.sheets.scoresheets import open_sheet
from domain.sheets.typed_lines import TypedLine, read_line
from replays.bots.players import BOTS, EndlessMatch, play_match

from .typed import RULES, find_book, write

ROUNDS = 12
"""The most rounds of a match."""
SETTINGS: tuple[tuple[str, int, int, dict[str, Any]], ...] = (
    *(("arena", seed, 2, {"chapter": 1 + seed % 4}) for seed in (1, 5)),
    ("villainous", 1, 3, {}),
)
"""The game, the seed, the seats and the options of the matches."""


@cache
def bots_facts(game: str, seed: int, seats: int, chapter: int = 0) -> tuple[Fact, ...]:
    """A match of bots; every other seed has greedy ones."""
    bot = BOTS["greedy" if seed % 2 else "random"]
    options = {"chapter": chapter} if chapter else {}
    try:
        return tuple(play_match(GAMES[game], RULES[game], f"t{seed}", [bot] * seats, options, rounds=ROUNDS))
    except EndlessMatch as endless:
        return tuple(endless.facts)


class Table(NamedTuple):
    """The rules, the recording so far, and the lines of the sheet after those of the seats."""

    game: Game
    rules: Rules[Any, Any]
    recording: Recording[Any, Any]
    lines: tuple[str, ...]

    def types(self, text: str) -> TypedLine:
        """What typed words mean here."""
        return read_line(self.game.SHEET, self.rules, self.recording, text)

    def after(self, text: str) -> Table:
        """The table after typed words without a mistake."""
        typed = self.types(text)
        assert typed.mistake is None, str(typed.mistake)
        return self._replace(recording=typed.recording)


def table_of(facts: tuple[Fact, ...]) -> Table:
    """The table where a match begins."""
    text = write(facts, exact=False)
    opened = open_sheet(text, GAMES, find_book)
    recording: Recording[Any, Any] = Recording.start(opened.rules, Position(opened.board))
    lines = text.splitlines()[1 + len(opened.sheet.seats) :]
    return Table(opened.game, opened.rules, recording, tuple(lines))


def generic(rules: Rules[Any, Any], entry: Entry) -> tuple[Seat, Picks, Picks]:
    """An entry with the first copy of each card, because nobody can tell copies apart."""
    prints = Prints(rules)
    cards = tuple(prints.of(sighting.card) for sighting in entry.sightings)
    return entry.seat, tuple(map(prints.generic, entry.picks)), cards
