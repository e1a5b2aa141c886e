"""What a scribe types during a match: one answer, one turn, and mistakes with their columns."""

from __future__ import annotations

from functools import cache

import pytest

from domain.recording.entries import Entry, Sighting

from .recorded import Table, bots_facts, table_of
from .typed import arena_facts


@cache
def arena() -> Table:
    """A match of the Arena where SAM has ended the first turn; it is the turn of ARI, of seat B."""
    return table_of(arena_facts(0)).after("at SAM f1 ALA e1 GAS c7 ARI b7").after("R1 SAM -ALA01")


@cache
def villainous() -> Table:
    """A match of Villainous before the first answer; Hook, seat A, begins."""
    return table_of(bots_facts("villainous", 1, 3))


def entries_of(table: Table, text: str) -> list[tuple[int, tuple[str, ...]]]:
    """The seats and picks of typed words without a mistake."""
    typed = table.types(text)
    assert typed.mistake is None, str(typed.mistake)
    return [(entry.seat, entry.picks) for entry in typed.entries]


@pytest.mark.parametrize(
    "text", ["R1 ARI #10(c5 GAS)", "ari #10 ( c5 GAS )", "#10(c5 GAS)", "#ari10(c5)(gas)"]
)
def test_a_turn_is_typed_with_or_without_its_beginning(text: str) -> None:
    assert entries_of(arena(), text) == [(1, ("play:ARI10",)), (1, ("c5",)), (1, ("GAS",))]


def test_an_action_is_typed_answer_by_answer() -> None:
    table = arena()
    assert entries_of(table, "#10") == [(1, ("play:ARI10",))]
    table = table.after("#10")
    assert entries_of(table, "c5 GAS") == [(1, ("c5",)), (1, ("GAS",))]
    table = table.after("(c5)")
    assert entries_of(table, "gas") == [(1, ("GAS",))]


def test_the_line_of_the_next_turn_ends_the_present_one() -> None:
    assert entries_of(arena(), "#10(c5 GAS)\nR1 ALA e3 #6(d4)")[3:] == [
        (1, ("end",)),
        (0, ("move:e3",)),
        (0, ("play:ALA06",)),
        (0, ("d4",)),
    ]


def test_the_set_up_is_typed_with_or_without_its_word() -> None:
    table = table_of(arena_facts(0))
    assert entries_of(table, "at SAM f1")[1:] == [(0, ("f1",))]
    assert entries_of(table, "SAM f1")[1:] == [(0, ("f1",))]
    assert entries_of(table, "f1")[1:] == [(0, ("f1",))]


def test_a_card_is_added_to_a_move_at_once_or_later() -> None:
    """Without the card, a sign at the end announces it."""
    table = table_of(bots_facts("arena", 1, 2, 2))
    added = next(index for index, line in enumerate(table.lines) if " +" in line)
    first = next(index for index, line in enumerate(table.lines) if line.startswith("R1 "))
    table = table.after("\n".join(table.lines[:first]))
    for line in table.lines[first:added]:
        table = table.after(line)
    _, _, space, card, *_ = table.lines[added].split()
    move, boost = entries_of(table, f"{space} {card}")
    assert (move[1], boost[1]) == ((f"move+:{space}",), (card.removeprefix("+"),))
    assert entries_of(table, f"{space} +") == [move]
    assert entries_of(table.after(f"{space} +"), card.lower()) == [boost]


def test_cards_in_sight_belong_to_the_entry_that_shows_them() -> None:
    table = arena()
    lines = table.lines
    for line in lines[2 : lines.index("R4 SAM (_ _) ?SAM08 e3 -SAM10") - 1]:
        table = table.after(line)
    last = lines[lines.index("R4 SAM (_ _) ?SAM08 e3 -SAM10") - 1]
    typed = table.types(f"{last}\nR4 SAM (_ _) ?SAM08")
    assert typed.mistake is None
    assert [entry.sightings for entry in typed.entries if entry.sightings] == [(Sighting("SAM08"),)]
    missing = table.types(last).mistake
    assert str(missing) == f"Line 1, column {len(last.partition(' =')[0]) + 1}: " + (
        "A card came into sight here: name it, as in ?…."
    )


@pytest.mark.parametrize(
    ("text", "column", "sentence"),
    [
        ("x", 2, "x needs a rival: sam, ala; not the end of the line."),
        ("x BEN", 3, "x needs a rival: sam, ala; not “BEN”."),
        ("dance", 1, "An action is such as: d4, x GAS, #4, s1, ^, a, drop; not “dance”."),
        ("R2 ARI d5", 1, "This line is of R1, not of R2."),
        ("R1 SAM d5", 4, "It is the turn of ARI, not of SAM."),
        ("#10(c5 GAS", 11, "Here should stand “)”."),
        ("#10(x", 5, "“where” is answered by one of: a7, b6, c6, d7, d6, a6, b5, c5, d5; not “x”."),
        ("#10(c5 GAS) ?SAM08", 14, "The sheet says sam08; nothing of the kind happened."),
        ("#10(c5 GAS) [A: SAM08]", 13, "Nothing asks for “[” here."),
        ("[*: SAM01", 1, "This bracket has no end on its line."),
    ],
)  # fmt: skip
def test_a_mistake_has_its_column_and_what_could_stand_there(text: str, column: int, sentence: str) -> None:
    typed = arena().types(text)
    assert typed.mistake is not None
    assert (typed.mistake.line, typed.mistake.column, str(typed.mistake.sentence)) == (1, column, sentence)


def test_the_entries_before_a_mistake_hold() -> None:
    typed = arena().types("#10(c5 GAS) x SAM")
    assert typed.mistake is not None
    assert (typed.mistake.column, typed.mistake.rule) == (13, "SA-307")
    assert [entry.picks for entry in typed.entries] == [("play:ARI10",), ("c5",), ("GAS",)]
    assert len(typed.recording.entries) == len(arena().recording.entries) + 3


def test_a_check_is_compared_and_not_believed() -> None:
    typed = arena().types("d5 = vp 1:0")
    assert typed.mistake is None
    [difference] = typed.differences
    assert (difference.column, str(difference.sentence)) == (
        6,
        "The sheet says vp 1:0; the entries lead to 0:0. No line before it touches it.",
    )
    assert typed.entries == (Entry(1, ("move:d5",)),)


def test_a_turn_of_villainous_is_typed_in_parts() -> None:
    table = villainous()
    first = table.lines[0].split()
    place = first[1]
    assert entries_of(table, f"A {place}")[1:] == [(0, (f"move:{place}",))]
    assert entries_of(table, place[:3])[1:] == [(0, (f"move:{place}",))]
    mistake = table.types("z").mistake
    assert mistake is not None
    assert str(mistake.sentence).startswith("The mover moves to one of: ")


def test_a_small_letter_is_an_action_and_a_capital_one_a_seat() -> None:
    """“a” activates a card; “A” begins a line of the first seat."""
    table = villainous().after(villainous().lines[0].split()[1])
    mistake = table.types("a").mistake
    assert mistake is not None
    assert "A card of the Realm is one of" in str(mistake.sentence)
    assert table.types("A").mistake is None


def test_nothing_is_typed_too_long() -> None:
    mistake = arena().types("x" * 200_001).mistake
    assert mistake is not None
    assert str(mistake.sentence) == "A sheet has at most 200000 bytes."
