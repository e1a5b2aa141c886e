"""Sheets without hidden cards lead to the entries of the match, whole and by lines."""

from __future__ import annotations

import random
from typing import Any

import pytest

from domain.decider import redact_fact
from domain.model import SPECTATOR, Answered, Fact
from domain.recording.entries import Entry
from domain.sheets.sheet import SheetMistake
from domain.sheets.writing import Writer
from domain.table import MatchOpened, TableFact

from .recorded import SETTINGS, Table, bots_facts, generic, table_of
from .typed import RULES, altered, arena_facts, first_mistake, read, write

MATCHES = [(game, seed, seats, *options.values()) for game, seed, seats, options in SETTINGS]
EQUAL_CARDS = ("villainous", 4, 2)
"""A match with two equal cards revealed one after the other."""
OPEN_HAND = 47
"""The lines of a sheet until a hand has been open for some rounds."""


def read_lines_alone(table: Table) -> list[Entry]:
    """The entries by lines; a line waits for the next one where that names its last card."""
    first = next(i for i, line in enumerate(table.lines) if line.startswith(("R1 ", "A ")))
    entries: list[Entry] = []
    waiting = "\n".join(table.lines[:first])
    for line in ("", *table.lines[first:]):
        waiting = f"{waiting}\n{line}".strip()
        typed = table.types(waiting)
        if typed.mistake is not None:
            assert "A card came into sight here" in str(typed.mistake)
            continue
        entries += typed.entries
        table, waiting = table._replace(recording=typed.recording), ""
    assert waiting == ""
    return entries


def words_of(facts: list[Fact]) -> list[tuple[Any, ...]]:
    """What a spectator sees of the facts of a game: their numbers, kinds and rules."""
    return [
        (type(fact.event).__name__, fact.rule if fact.rule[:3] in ("SA-", "VI-") else "") for fact in facts
    ]


@pytest.mark.parametrize("match", MATCHES)
def test_a_sheet_of_public_facts_is_read_to_its_end(match: tuple[Any, ...]) -> None:
    facts = bots_facts(*match)
    reading = read(write(facts, exact=False))
    assert reading.mistake is None, str(reading.mistake)
    assert reading.differences == ()
    rules, opened = RULES[match[0]], facts[0].event
    assert isinstance(opened, MatchOpened)
    played = [redact_fact(rules, fact, SPECTATOR) for fact in facts if not isinstance(fact.event, TableFact)]
    assert words_of(list(reading.facts)) == words_of(played)
    events = [fact.event for fact in reading.facts]
    assert not any(event.picks for event in events if isinstance(event, Answered) and event.secret)


@pytest.mark.parametrize("match", [*MATCHES, EQUAL_CARDS])
def test_a_sheet_that_is_read_is_written_with_the_same_words(match: tuple[Any, ...]) -> None:
    table = table_of(bots_facts(*match))
    typed = table.types("\n".join(table.lines))
    assert typed.mistake is None, str(typed.mistake)
    full = [fact for each in typed.recording.facts if (fact := typed.recording.full_fact(each.seq))]
    board = table.recording.position.board
    assert tuple(Writer(table.game.SHEET, table.rules, exact=False).write(board, full)) == table.lines


@pytest.mark.parametrize("match", MATCHES)
def test_lines_alone_lead_to_the_entries_of_the_sheet(match: tuple[Any, ...]) -> None:
    table = table_of(bots_facts(*match))
    whole = table.types("\n".join(table.lines)).entries
    entries = read_lines_alone(table)
    assert len(entries) > 40
    assert [generic(table.rules, each) for each in entries] == [generic(table.rules, each) for each in whole]


def test_a_hand_that_lies_open_is_read_with_its_new_card() -> None:
    """Flora opens the hand of the third seat: each list of it has seen cards before the drawn one."""
    sheet = write(bots_facts("villainous", 4, 6), exact=False)
    assert "[savage-goon,dreamless-sleep,forest-of-thorns,tyranny]" in sheet
    reading = read("\n".join(sheet.splitlines()[:OPEN_HAND]) + "\n")
    assert reading.mistake is None, str(reading.mistake)


def test_equal_cards_that_are_revealed_one_by_one_both_stand_on_the_sheet() -> None:
    assert "[pixie-dust][pixie-dust]" in write(bots_facts(*EQUAL_CARDS), exact=False)


def test_a_card_that_the_sheet_leaves_out_is_named_by_its_line() -> None:
    sheet = write(arena_facts(0), exact=False)
    mistake = first_mistake(sheet.replace(" (_ _) ?SAM08", ""))
    line = next(index for index, row in enumerate(sheet.splitlines(), start=1) if row.startswith("R4 SAM"))
    assert line - 1 <= mistake.line <= line
    assert "sheet" not in str(mistake.sentence)


def test_a_card_in_two_places_has_its_line_and_column() -> None:
    sheet = write(arena_facts(0), exact=False)
    mistake = first_mistake(sheet.replace("R1 ARI #10(c5 GAS)", "R1 ARI #10(c5 GAS) #10(c5 GAS)"))
    assert (mistake.line, mistake.column, mistake.rule) == (6, 20, "SA-313")


@pytest.mark.parametrize("seed", range(4))
def test_altered_sheets_have_their_mistakes_on_the_sheet(seed: int) -> None:
    dice, sheet = random.Random(seed), write(bots_facts("arena", 5, 2, 2), exact=False)
    mistakes = 0
    for _ in range(4):
        text = altered(sheet, dice)
        try:
            mistake = read(text).mistake
        except SheetMistake as error:
            mistake = error
        if mistake is not None:
            mistakes += 1
            rows = text.split("\n")
            assert 1 <= mistake.line <= len(rows)
            assert 1 <= mistake.column <= len(rows[mistake.line - 1]) + 1
    assert mistakes > 0
