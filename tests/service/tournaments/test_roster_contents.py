"""Lists without headings: their contents name the columns, and doubts are warned of or refused."""

from __future__ import annotations

import pytest

from service.tournaments.rosters.encodings import decode_roster
from service.tournaments.rosters.reading import read_roster

from .test_rosters import mistakes, players


@pytest.mark.parametrize(
    "file", [b"Rossi, Anna; 1500\nBianchi, Ugo; 1600\n", b"Anna Rossi,1500\nUgo Bianchi,1600\n"]
)
def test_names_and_ratings_need_no_headings_with_any_separator(file: bytes) -> None:
    assert players(file) == [("Anna Rossi", 1500), ("Ugo Bianchi", 1600)]


def test_a_rating_that_is_read_as_none_is_warned_of() -> None:
    roster = read_roster(decode_roster(b"Bruno\tunrated\nAnna\t1500"))
    assert [entrant.rating for entrant in roster.entrants] == [None, 1500]
    assert [(each.line, each.column, str(each.message)) for each in roster.warnings[1:]] == [
        (1, 2, "“unrated” is read as no rating.")
    ]


def test_the_example_of_headings_fits_the_columns() -> None:
    [mistake] = mistakes(b"Rossi\tAnna\t1500\n")
    assert mistake.endswith("Begin it with a line such as “last name;first name;rating”.")
