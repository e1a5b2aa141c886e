"""What is wrong on a sheet, named by its line, its column and the rule, and never worse than that."""

from __future__ import annotations

import random
from functools import cache

import pytest

from domain.sheets.sheet import (
    MAX_BYTES,
    MAX_LINES,
    SheetMistake,
    SheetTooLong,
    decode_sheet,
    parse_sheet,
)

from .typed import altered, arena_facts, first_mistake, read, villainous_facts, write

ARENA = """\
R1 SAM -ALA01
R1 ARI #10(c5 GAS)
R1 ALA e3 #6(d4)
R1 GAS -GAS03 = vp 0:0
R2 SAM f2 #4
R2 ARI #6(f5)
R2 ALA c6 x GAS -ALA04
R2 GAS #1 [A: SAM07] #4(0 0) = vp 1:0
"""
"""The first two rounds of a match, after the lines of its set-up."""
FIRST = 7
"""The line where they begin."""


@cache
def set_up() -> str:
    """The lines of the set-up of that match."""
    return "".join(write(arena_facts(0)).splitlines(keepends=True)[: FIRST - 1])


def with_line(number: int, line: str) -> str:
    """The sheet up to a line, with other words on it; lines count from the first turn."""
    return set_up() + "".join(ARENA.splitlines(keepends=True)[: number - 1]) + line + "\n"


def test_the_two_rounds_are_read() -> None:
    assert write(arena_facts(0)).startswith(set_up() + ARENA)
    assert read(set_up() + ARENA).mistake is None


@pytest.mark.parametrize(
    ("number", "line", "column", "sentence"),
    [
        (2, "R1 ARI x", 9, "x needs a rival: sam, ala; not the end of the line."),
        (2, "R1 ARI x BEN", 10, "x needs a rival: sam, ala; not “BEN”."),
        (2, "R1 ARI dance", 8, "An action is such as: d4, x GAS, #4, s1, ^, a, drop; not “dance”."),
        (2, "R1 ARI #ARI0", 9, "“ARI0” may be ari01 / ari02 / ari03 / ari04 / ari05 / ari06 / ari07 / "
         "ari08 / ari09: type one more letter."),
        (2, "R1 ALA e3", 4, "It is the turn of ARI, not of ALA."),
        (2, "R2 ARI #10(c5 GAS)", 1, "This line is of R1, not of R2."),
        (2, "R1 ARI #10(c5 GAS", 18, "Here should stand “)”."),
        (2, "R1 ARI #10(c5 GAS) (d4)", 21, "The sheet says d4; nothing of the kind happened."),
        (2, "R1 ARI #10(c5 GAS) ?SAM08", 21, "The sheet says sam08; nothing of the kind happened."),
        (2, "R1 ARI #10(c5 GAS) [A: SAM08]", 20, "Nothing asks for “[” here."),
        (2, "R1 ARI [*: SAM01", 8, "This bracket has no end on its line."),
        (2, "R1 ARI #10(x GAS)", 12, "“where” is answered by one of: a7, b6, c6, d7, d6, a6, b5, c5, d5; "
         "not “x”."),
        (8, "R2 GAS #1 #4(0 0)", 11, "Seat A answers in brackets, [A: …], by one of: sam01, sam02, sam03, "
         "sam04, sam05, sam06, sam07, sam08, sam09, sam10, ala01, ala02, …; not “#”."),
    ],
)  # fmt: skip
def test_a_mistake_has_its_place_and_what_could_stand_there(
    number: int, line: str, column: int, sentence: str
) -> None:
    mistake = first_mistake(with_line(number, line) + "R1 XXX\n")
    assert (mistake.line, mistake.column, str(mistake.sentence)) == (FIRST + number - 1, column, sentence)


def test_what_the_rules_forbid_has_their_sentence_and_number() -> None:
    mistake = first_mistake(with_line(3, "R1 ALA x GAS"))
    assert (mistake.line, mistake.column, mistake.rule) == (FIRST + 2, 8, "SA-307")
    assert str(mistake).startswith(f"Line {FIRST + 2}, column 8: “attack:GAS” cannot be chosen: ")


def test_two_meanings_take_one_more_letter() -> None:
    sheet = write(villainous_facts(0, 2)).splitlines()
    first = next(index for index, line in enumerate(sheet) if line.startswith("A "))
    mistake = first_mistake("\n".join((*sheet[:first], "A jail w")))
    assert str(mistake.sentence) == "“w” may be warrant / wolf-archers: type one more letter."


def test_a_check_that_differs_is_compared_and_not_believed() -> None:
    text = set_up() + ARENA.replace("= vp 1:0", "= vp 1:0 GAS 4 SAM 3")
    reading = read(text)
    assert reading.mistake is None
    assert len(reading.answers) == len(read(set_up() + ARENA).answers)
    assert [(d.line, d.column, str(d.sentence)) for d in reading.differences] == [
        (
            FIRST + 7,
            39,
            "The sheet says GAS 4; the entries lead to 8. "
            f"The first line that touches it is line {FIRST + 6}, of ALA.",
        ),
        (FIRST + 7, 45, "The sheet says SAM 3; the entries lead to 8. No line before it touches it."),
    ]


def test_a_check_without_a_number() -> None:
    (difference,) = read(set_up() + ARENA + "R3 SAM #1 = points 3").differences
    assert (
        str(difference.sentence) == "A check has one of vp, sam, ala, gas, ari and its number, not “points”."
    )


def test_nothing_follows_the_end_of_a_match() -> None:
    sheet = write(arena_facts(0))
    mistake = first_mistake(sheet.replace(" drop", "") + "R99 SAM d4\n")
    assert str(mistake.sentence) in ("The match is over before this.", "This line is of R16, not of R99.")


def test_a_deck_lacks_a_card() -> None:
    lines = write(arena_facts(0)).splitlines()
    deck = next(index for index, line in enumerate(lines) if line.startswith("[*:"))
    lines[deck] = lines[deck].replace(" SAM05]", "]")
    mistake = first_mistake("\n".join(lines))
    assert (mistake.line, mistake.column, str(mistake.sentence)) == (
        deck + 1,
        1,
        "Here stand 20 different cards.",
    )


def test_the_order_of_the_decks_is_needed() -> None:
    lines = write(arena_facts(0)).splitlines()
    decks = [index for index, line in enumerate(lines) if line.startswith("[*:") and line.count(" ") > 2]
    del lines[decks[-1]]
    mistake = first_mistake("\n".join(lines))
    assert str(mistake.sentence).startswith("The sheet lacks the order of a deck")


@pytest.mark.parametrize(
    ("text", "line", "column", "sentence"),
    [
        ("", 1, 1, "A sheet begins with “game” and the name of the game."),
        ("\n  match arena\n", 2, 3, "A sheet begins with “game” and the name of the game."),
        ("game chess\nA: Ana\n", 1, 6, "A game is one of arena, villainous, not “chess”."),
        ("game arena chapter\nA: Ana\nB: Ben\n", 1, 12, "An option is name=value, not “chapter”."),
        ("game arena version=99\nA: Ana\nB: Ben\n", 1, 6, "The versions of these rules are 1, 2, 3, 4."),
        ("game arena\nA: Ana\nC: Ben\n", 3, 1, "The next seat is B, not C."),
        ("game villainous\nA: Ana ursula\nB: Ben hook\n", 3, 8, "After a name of one word stand characters, "
         "prince-john, captain-hook, maleficent, jafar, queen-of-hearts, ursula, not “hook”."),
        ("game arena\nA: Ana\n", 1, 6, "Chapter 1 is played by 2 Summoners, not 1."),
        ("game arena\nA: Ana\nB: Ben\nat GAS c7 BEN", 4, 14, "a word for BEN"),
    ],
)  # fmt: skip
def test_the_first_lines(text: str, line: int, column: int, sentence: str) -> None:
    mistake = first_mistake(text)
    assert (mistake.line, mistake.column) == (line, column)
    assert sentence in str(mistake.sentence)


def test_case_spaces_comments_and_remarks_do_not_matter() -> None:
    lines = (set_up() + ARENA).splitlines()
    shouted = "\n".join(f"  {line.lower()}  # seen by Ben" if "game" not in line else line for line in lines)
    seats = shouted.replace("  a: ana", "A: Ana").replace("  b: ben", "B: Ben")
    remarked = seats.replace("f2 #4  #", "f2 #4 ?? was it #5?  #").replace(
        "(f5)  #", "(f5) !! SA-303 too far #"
    )
    assert read(remarked).answers == read(set_up() + ARENA).answers
    assert [remark.text for remark in parse_sheet(remarked).remarks] == [
        "?? was it #5?  # seen by Ben",
        "!! SA-303 too far # seen by Ben",
    ]


def test_a_turn_may_take_two_lines() -> None:
    split = (set_up() + ARENA).replace("R2 ALA c6 x GAS", "R2 ALA c6\nALA x GAS")
    assert read(split).answers == read(set_up() + ARENA).answers


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"game arena\nA: \xff", 2, 4),
        ("game arena\nA: É".encode() + b"\xc3", 2, 5),
        (b"game arena\n" + b"A" * MAX_BYTES, 2, 1),
    ],
)
def test_bytes_that_are_no_sheet(data: bytes, line: int, column: int) -> None:
    with pytest.raises(SheetMistake) as mistake:
        decode_sheet(data)
    assert (mistake.value.line, mistake.value.column) == (line, column)


def test_lines_without_end() -> None:
    assert parse_sheet("game arena\n" + "\n" * (MAX_LINES - 1)).lines == ()
    with pytest.raises(SheetTooLong) as mistake:
        parse_sheet("game arena\n" + "\n" * MAX_LINES + "x")
    assert mistake.value.line == MAX_LINES + 1


@pytest.mark.parametrize("part", range(10))
def test_fifty_altered_sheets(part: int) -> None:
    """Whatever slips the pen makes, a mistake has a line and a column of the sheet."""
    dice = random.Random(part)
    sheets = [write(arena_facts(seed)) for seed in range(4)]
    sheets += [write(villainous_facts(seed, 2 + seed)) for seed in range(3)]
    mistakes = 0
    for _ in range(50):
        text = altered(dice.choice(sheets), dice)
        try:
            mistake = read(text).mistake
        except SheetMistake as error:
            mistake = error
        if mistake is not None:
            mistakes += 1
            rows = text.split("\n")
            assert 1 <= mistake.line <= len(rows)
            assert 1 <= mistake.column <= len(rows[mistake.line - 1]) + 1
    assert mistakes > 25
