"""Words of the card language in a file: a mistake in one is told with its line and what is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service.card_files import CardFiles, line_of
from tests.service.catalog.test_card_files import mistakes

LINE = "- - {verb: deal, damage: 2, to: one rival within 3}"


@pytest.mark.parametrize(
    ("instead", "field", "told"),
    [
        ("{verb: discard, cards: 0, to: self}", "cards", "Must be a whole number from 1 to 9."),
        ("{verb: remove, status: wet, counters: 1, to: self}", "status", "Must be one of: cursed, "),
        ("{verb: draw, cards: 1, when: self has wet}", "when", "self/it has [no] cursed, or another status"),
        ("{verb: draw, cards: 1, when: it is on gold}", "when", "nobody was chosen before"),
        ("{verb: deal, damage: 2, to: one rival at 10}", "to", "or at N: exactly so far"),
    ],
)
def test_a_word_that_is_wrong_is_told_with_its_line(
    tmp_path: Path, instead: str, field: str, told: str
) -> None:
    [mistake] = mistakes(CardFiles(tmp_path / "cards"), LINE, f"- - {instead}")
    assert mistake.startswith(f"{line_of(LINE)}: characters.SAM.deck.1.does.0.0.{field}: ")
    assert told in mistake


def test_only_the_upgraded_side_prints_other_values(tmp_path: Path) -> None:
    """SA-803: those of the starting side are the character's own."""
    sides = "    start:\n      move: 2\n"
    [mistake] = mistakes(CardFiles(tmp_path / "cards"), sides, f"{sides}      hp: 9\n")
    assert ": characters.SAM.start.hp: Unknown field; there are: " in mistake
    sides = "    upgraded:\n      move: 2\n"
    [mistake] = mistakes(CardFiles(tmp_path / "others"), sides, f"{sides}      hp: 0\n")
    assert mistake.endswith(": characters.SAM.upgraded.hp: Must be a whole number from 1 to 20.")


def test_a_constant_ability_says_what_it_raises(tmp_path: Path) -> None:
    """SA-803"""
    side = "    upgraded:\n      move: 2\n"
    has = "constant: {name: It lasts, raises: {speed: 1}, when: it has cursed, text: '', provenance: house}"
    told = mistakes(CardFiles(tmp_path / "cards"), side, f"{side}      {has}\n")
    assert [mistake.partition(": characters.SAM.upgraded.constant.")[2] for mistake in told] == [
        "raises.speed: Must be one of: attack, dealt, movement, taken.",
        "when: Must be own counters >= N · self has [no] cursed, or another status · self is [not] on gold.",
    ]


def test_an_activated_ability_says_what_it_costs_and_does(tmp_path: Path) -> None:
    """SA-803: on the upgraded side alone; whom it is for has to be chosen by its own text."""
    side, has = "    upgraded:\n      move: 2\n", "name: A trick, text: '', provenance: house"
    wrong = f"activated: {{{has}, cost: gold, does: [[{{verb: teleport}}]]}}"
    told = mistakes(CardFiles(tmp_path / "cards"), side, f"{side}      {wrong}\n")
    assert [mistake.partition(": characters.SAM.upgraded.activated.")[2][:40] for mistake in told] == [
        "cost: Must be one of: action, any, attac",
        "does.0.0.verb: Must be one of: banish, d",
    ]
    nobody = f"activated: {{{has}, does: [[{{verb: deal, damage: 1, to: it}}]]}}"
    [mistake] = mistakes(CardFiles(tmp_path / "others"), side, f"{side}      {nobody}\n")
    assert mistake.startswith(f"{line_of(side) + 2}: characters.SAM.upgraded.activated.does.0.0.to: ")
    side = "    start:\n      move: 2\n"
    [mistake] = mistakes(CardFiles(tmp_path / "third"), side, f"{side}      {nobody}\n")
    assert ": characters.SAM.start.activated: Unknown field; there are: " in mistake
