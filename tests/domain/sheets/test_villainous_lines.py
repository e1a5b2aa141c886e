"""Lines of Villainous, as people type them: names by their beginnings, copies, Conditions and Power."""

from __future__ import annotations

from functools import cache

import pytest

from domain.sheets.sheet import SheetMistake

from .typed import first_mistake, read, villainous_facts, write


@cache
def sheet_lines(seed: int, seats: int) -> tuple[str, ...]:
    """The lines of a match with all cards."""
    return tuple(write(villainous_facts(seed, seats)).splitlines())


def before_first_turn(seed: int, seats: int) -> list[str]:
    """The lines of the game, the seats and the decks."""
    lines = sheet_lines(seed, seats)
    return list(lines[: next(index for index, line in enumerate(lines) if line.startswith("A "))])


def test_a_turn_in_full_and_in_short() -> None:
    lines = list(sheet_lines(0, 2))
    first = len(before_first_turn(0, 2))
    assert lines[first].startswith("A ")
    place = lines[first].split()[1]
    short = lines[first].replace(f"A {place}", f"a {place[:2]}", 1)
    assert read("\n".join((*lines[:first], short))).answers == read("\n".join(lines[: first + 1])).answers


@pytest.mark.parametrize(
    ("words", "column", "sentence"),
    [
        ("A jail m", 9, "A card of the Realm is one of: nothing; not the end of the line."),
        ("A jail f", 9, "A seat is one of A, B, not the end of the line."),
        ("A jail fA", 8, "“fate:0” cannot be chosen: Fate is dealt to an opponent."),
        ("A drop", 3, "“end” cannot be chosen: the mover goes to another location, of sherwood, church, "
         "nottingham, jail."),
        ("A jail $99", 8, "“gain:99” cannot be chosen: The Jail does not show that symbol."),
        ("A jail draw 9", 8, "The sheet says draw 9; nothing of the kind happened."),
        ("A jail [B: c taunt]", 8, "Nothing asks for “[” here."),
    ],
)  # fmt: skip
def test_what_cannot_be(words: str, column: int, sentence: str) -> None:
    lines = before_first_turn(0, 2)
    mistake = first_mistake("\n".join((*lines, words)))
    assert (mistake.line, mistake.column, str(mistake.sentence)) == (len(lines) + 1, column, sentence)


def test_passes_on_conditions_need_no_words() -> None:
    passes = [answer for answer in read("\n".join(sheet_lines(3, 5))).answers if answer.picks == ("pass",)]
    written = "\n".join(sheet_lines(3, 5)).count("pass") - "\n".join(sheet_lines(3, 5)).count("pass-turn")
    assert len(passes) > 2 * written


def test_the_number_of_draws_is_checked() -> None:
    """The line of a turn may end with the number of cards drawn; the facts have to agree."""
    lines = list(sheet_lines(0, 2))
    first = len(before_first_turn(0, 2))
    outcomes = []
    for draws in range(5):
        counted = lines[first].replace(" = ", f" draw {draws} = ")
        try:
            outcomes.append(read("\n".join((*lines[:first], counted, *lines[first + 1 :]))).mistake is None)
        except SheetMistake:
            outcomes.append(False)
    assert outcomes.count(True) == 1
