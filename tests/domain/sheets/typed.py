"""Sheets for tests: of whole matches with all cards, of one match for bad lines, and altered at random."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from msgspec.structs import replace

from domain import arena
from domain.games import GAMES, Game
from domain.model import CHANCE, Answered, Fact, Picks, Seat
from domain.sheets.reading import Reading
from domain.sheets.scoresheets import open_sheet, read_sheet, write_sheet
from domain.sheets.sheet import SheetMistake
from domain.table import MatchOpened
from tests.arena.matches import RULES as ARENA
from tests.arena.matches import SETTINGS, whole_match
from tests.villainous.matches import log
from tests.villainous.play import RULES as VILLAINOUS

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")
RULES: dict[str, Any] = {"arena": ARENA, "villainous": VILLAINOUS}


def find_book(game: Game) -> Any:
    """The cards that come with a game."""
    return RULES[game.NAME].book


def read(text: str) -> Reading:
    """What a sheet says, up to its first mistake."""
    return read_sheet(open_sheet(text, GAMES, find_book))


def first_mistake(text: str) -> SheetMistake:
    """The mistake at which the reading of a sheet stops."""
    try:
        mistake = read(text).mistake
    except SheetMistake as error:
        return error
    assert mistake is not None
    return mistake


def write(facts: list[Fact] | tuple[Fact, ...], *, exact: bool = True) -> str:
    """A match as a sheet."""
    opened: Any = facts[0].event
    game = GAMES[opened.game]
    return write_sheet(game, RULES[game.NAME], facts, NAMES[: opened.seats], exact=exact)


def answers(facts: list[Fact]) -> list[tuple[Seat, Picks]]:
    """Who answered what in a match, without the orders of decks."""
    return [
        (fact.event.seat, fact.event.picks)
        for fact in facts
        if isinstance(fact.event, Answered) and (fact.event.seat != CHANCE or fact.event.picks == ("begin",))
    ]


@cache
def arena_facts(seed: int) -> tuple[Fact, ...]:
    """A match of the Arena; seed by seed the chapter, the edition, the seats and the copies change."""
    (opened, *facts), _ = whole_match(seed, SETTINGS[seed * 5 % len(SETTINGS)])
    assert isinstance(opened.event, MatchOpened)
    return (replace(opened, event=replace(opened.event, version=arena.VERSION)), *facts)


@cache
def villainous_facts(seed: int, seats: int) -> tuple[Fact, ...]:
    """A match of Villainous."""
    return tuple(log(seed, seats))


SCRAPS = (
    *("(", ")", "[", "]", "@", ">", "<", "$", "+", "-", "#", "?", "!", "=", "_", "0", "9", ",", "*", "^"),
    *("x", "s1", "v", "m", "f", "d", "fA", "A:", "[A:", "[*:", "R9", "drop", "draw", "!!", "??", "é", "²"),
    *("\x00", "5" * 30, "GAS", "d4", "taxes", "game", "\r"),
)


def altered(text: str, dice: random.Random) -> str:
    """The sheet with one to five slips of the pen."""
    lines = text.split("\n")
    for _ in range(dice.choice((1, 1, 1, 2, 5))):
        row = dice.randrange(len(lines))
        words = lines[row].split(" ")
        place = dice.randrange(len(words))
        slip = dice.randrange(5)
        if slip == 0:
            del words[place]
        elif slip == 1:
            words[place] = dice.choice(SCRAPS)
        elif slip == 2:
            words.insert(place, dice.choice(SCRAPS))
        elif slip == 3:
            letter = dice.randrange(len(words[place]) + 1)
            words[place] = words[place][:letter] + dice.choice(SCRAPS) + words[place][letter + 1 :]
        else:
            other = dice.randrange(len(lines))
            lines[row], lines[other] = lines[other], lines[row]
            continue
        lines[row] = " ".join(words)
    return "\n".join(lines)
