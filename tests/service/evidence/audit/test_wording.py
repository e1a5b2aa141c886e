"""What the audit says of each kind of change: one sentence, which blames what was touched and nothing else.

The match has sixty facts. Fact 33 is an answer, which moves Mickey, and 36 the last that follows from it; 37
ends the turn, and 38 asks Blue for a card to discard.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .people import Auditor, Vandal

Deed = Callable[[Vandal, str], Any]

MOVE, LAST = 36, 60
ROUND: tuple[str, list[Any]] = ("arena.RoundBegan", [32, "SA-201", 2])
"""A fact that belongs nowhere in this match."""


def drops(first: int, last: int) -> Deed:
    return lambda vandal, match: vandal.drops(match, first, last)


def cuts_out(first: int, last: int) -> Deed:
    """Drops facts, and renumbers those after them."""

    def deed(vandal: Vandal, match: str) -> None:
        vandal.drops(match, first, last)
        vandal.renumbers(match, last, first - last - 1)

    return deed


def inserts(seq: int, count: int = 1) -> Deed:
    """Puts facts in, those after them being renumbered."""

    def deed(vandal: Vandal, match: str) -> None:
        vandal.renumbers(match, seq - 1, count)
        for number in range(seq, seq + count):
            vandal.inserts(match, number, *ROUND)

    return deed


def replaces(seq: int) -> Deed:
    return lambda vandal, match: vandal.writes(match, seq, *ROUND)


def swaps(one: int, other: int) -> Deed:
    return lambda vandal, match: vandal.swaps(match, one, other)


def swaps_numbers(one: int, other: int) -> Deed:
    """Gives each of two facts the number of the other, which stay where they stand in the feed."""

    def deed(vandal: Vandal, match: str) -> None:
        for now, then in ((one, 1000), (other, one), (1000, other)):
            number = "UPDATE facts SET seq = ? WHERE seq = ? AND "
            vandal.does(f"{number}match = ?", then, now, match)

    return deed


def answers_otherwise(vandal: Vandal, match: str) -> None:
    """Another answer at another time: nobody knows any more when the true one was given."""
    vandal.rewrites(match, 33, lambda state: state.__setitem__(slice(3, 5), [["move:d1"], 5]))


def breaks(vandal: Vandal, match: str) -> None:
    where = "WHERE seq = 33 AND match = ?"
    vandal.does(f"UPDATE facts SET state = ? {where}", b"[", match)


QUIT = "“36 <33 - core.Resolved”"
DREW = "“47 <45 SA-303 arena.CharacterMoved who=ARI path=[c7,d7]”"
BEGAN = "“46 <45 SA-303 arena.PhaseBegan phase=movement”"

DEEDS: dict[str, tuple[Deed, list[str]]] = {
    "the first fact dropped": (
        drops(1, 1),
        ["Fact 1 was dropped. Nothing of this match can be held against its heads."],
    ),
    "the first fact of a write dropped": (drops(33, 33), ["Fact 33 was dropped."]),
    "one in the middle dropped": (drops(47, 47), [f"Fact 47 was dropped: it was {DREW}."]),
    "the last of a write dropped": (drops(MOVE, MOVE), [f"Fact 36 was dropped: it was {QUIT}."]),
    "the last fact dropped": (drops(LAST, LAST), ["Fact 60 was dropped: it was “60 <57 - core.Resolved”."]),
    "a write dropped": (drops(33, MOVE), ["Facts 33 to 36 were dropped."]),
    "the end dropped": (drops(37, LAST), ["Facts 37 to 60 were dropped."]),
    "all facts dropped": (
        drops(1, LAST),
        [
            "All facts of this match were dropped; there were 60. "
            "Nothing of this match can be held against its heads."
        ],
    ),
    "one cut out": (
        cuts_out(47, 47),
        [f"Fact 47, {DREW}, was dropped, and those after it renumbered."],
    ),
    "two cut out": (
        cuts_out(46, 47),
        [
            f"Fact 46, {BEGAN}, was dropped, and those after it renumbered.",
            f"Fact 47, {DREW}, was dropped, and those after it renumbered.",
        ],
    ),
    "the first of a write cut out": (
        cuts_out(33, 33),
        ["Fact 33 was dropped, and those after it renumbered."],
    ),
    "a write cut out": (
        cuts_out(33, MOVE),
        ["Facts 33 to 36 were dropped, and those after them renumbered."],
    ),
    "the claim of a seat cut out": (cuts_out(2, 2), ["Fact 2 was dropped, and those after it renumbered."]),
    "one put in": (
        inserts(47),
        ["Fact 47, “47 <32 SA-201 arena.RoundBegan number=2”, was inserted, and those after it renumbered."],
    ),
    "two put in": (inserts(47, 2), ["Facts 47 to 48 were inserted, and those after them renumbered."]),
    "one put in before a write": (
        inserts(33),
        ["Fact 33, “33 <32 SA-201 arena.RoundBegan number=2”, was inserted, and those after it renumbered."],
    ),
    "one put in before the opening": (
        inserts(1),
        ["Fact 1, “1 <32 SA-201 arena.RoundBegan number=2”, was inserted, and those after it renumbered."],
    ),
    "one appended": (inserts(61), ["Fact 61 was inserted: no head was recorded there."]),
    "the first of a write replaced": (
        replaces(33),
        [
            "Fact 33 was altered: it is now “33 <32 SA-201 arena.RoundBegan number=2”; "
            "what followed from it is as it was."
        ],
    ),
    "another answer, at another time": (
        answers_otherwise,
        [
            "Fact 33 was altered: it is now “33 <32 - core.Answered seat=0 picks=[move:d1] at=5”; "
            "what followed from it is as it was."
        ],
    ),
    "the first of a write made unreadable": (
        breaks,
        ["Fact 33 was altered: it cannot be read any more (Input data was truncated)."],
    ),
    "the last of a write replaced": (
        replaces(MOVE),
        [f"Fact 36 was altered: it was {QUIT} and is now “36 <32 SA-201 arena.RoundBegan number=2”."],
    ),
    "the claim of a seat replaced": (
        replaces(2),
        ["Fact 2 was altered: what stands there does not lead to the recorded head."],
    ),
    "two swapped": (swaps(7, 8), ["Facts 7 and 8 were swapped."]),
    "two of different writes swapped": (swaps(MOVE, 37), ["Facts 36 and 37 were swapped."]),
    "two answers swapped": (swaps(33, 45), ["Facts 33 and 45 were swapped."]),
    "the opening swapped": (swaps(1, 2), ["Facts 1 and 2 were swapped."]),
    "two numbers swapped": (swaps_numbers(35, 47), ["Facts 35 and 47 were swapped."]),
}


@pytest.mark.parametrize("what", DEEDS)
def test_the_audit_blames_what_was_touched_and_nothing_else(
    what: str, vandal: Vandal, auditor: Auditor, match: str
) -> None:
    deed, said = DEEDS[what]
    deed(vandal, match)
    assert auditor.says() == said
    assert auditor.says_of_the_log() == []


def drops_heads(after: int) -> Deed:
    """Drops the end of a match with its heads."""

    def deed(vandal: Vandal, match: str) -> None:
        vandal.drops(match, after + 1, LAST)
        vandal.does("DELETE FROM heads WHERE match = ? AND seq > ?", match, after)

    return deed


def cuts_the_log(place: int, levels: str = "level = 0") -> Deed:
    return lambda vandal, match: vandal.does(f"DELETE FROM merkle WHERE {levels} AND place >= ?", place)


OF_THE_LOG: dict[str, tuple[Deed, list[str], list[str]]] = {
    "the end dropped with its heads": (
        drops_heads(MOVE),
        [],
        ["Entries 8 to 13 of the log are of positions 41 to 63: no facts stand there."],
    ),
    "the match dropped with its heads": (
        drops_heads(0),
        [
            "All facts of this match were dropped, and their heads. "
            "Nothing of this match can be held against its heads."
        ],
        [
            "Entry 0 of the log is of position 2: no fact stands there.",
            "Entry 2 of the log is of position 4: no fact stands there.",
            "Entries 4 to 13 of the log are of positions 8 to 63: no facts stand there.",
        ],
    ),
    "the last entry dropped": (
        cuts_the_log(15),
        [],
        ["The log was cut off: it held at least 16 entries, and holds 15."],
    ),
    "the last entries dropped": (
        cuts_the_log(11),
        [],
        ["The log was cut off: it held at least 16 entries, and holds 11."],
    ),
}


@pytest.mark.parametrize("what", OF_THE_LOG)
def test_the_audit_of_the_log_does_so_too(what: str, vandal: Vandal, auditor: Auditor, match: str) -> None:
    deed, said, of_the_log = OF_THE_LOG[what]
    deed(vandal, match)
    assert (auditor.says(), auditor.says_of_the_log()) == (said, of_the_log)
