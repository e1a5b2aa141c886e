"""Which stored matches a sheet can write: those from the set-up on, on their last line."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from domain import table
from domain.games import GAMES
from domain.model import Fact, Resolved, SeatRetired
from domain.sheets.scoresheets import Unwritable
from domain.snapshot import take_snapshot
from domain.table import Rewound

from .typed import RULES, arena_facts, first_mistake, write


def rewound() -> Iterator[Fact]:
    """A match that went back over its last twenty effects and then went on as before."""
    facts = arena_facts(0)
    to = [index for index, fact in enumerate(facts) if isinstance(fact.event, Resolved)][-20]
    position = table.fold(RULES["arena"], facts[: to + 1]).position
    snapshot = take_snapshot(GAMES["arena"].write_position, position)
    yield from facts[:-1]
    rewind = Rewound(facts[to].seq, "commitment", "seed", snapshot.position, snapshot.lines)
    yield Fact(facts[-1].seq, facts[-2].seq, "case-1", rewind)
    for fact in facts[to + 1 :]:
        shift = facts[-1].seq - facts[to].seq
        yield replace(fact, seq=fact.seq + shift, cause=fact.cause + shift)


def test_a_sheet_has_the_last_line_only() -> None:
    assert write(tuple(rewound())) == write(arena_facts(0))


def test_a_seat_that_its_player_left_has_no_line() -> None:
    facts = arena_facts(5)
    left = Fact(facts[-1].seq + 1, facts[-1].seq, "", SeatRetired(1, 3))
    with pytest.raises(Unwritable, match="a seat that its player left"):
        write((*facts[:-1], left))


def test_an_unknown_card_is_for_a_table_whose_decks_nobody_knows() -> None:
    sheet = write(arena_facts(0))
    mistake = first_mistake(sheet.replace("(SAM08 SAM02) ?SAM08", "(_ ?) ?SAM08"))
    line = next(index for index, row in enumerate(sheet.splitlines(), start=1) if row.startswith("R4 SAM"))
    assert (mistake.line, mistake.column) == (line, 9)
    assert str(mistake.sentence) == "A sheet with the order of each deck names this card."
