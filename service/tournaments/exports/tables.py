"""Standings and results as CSV (RFC 4180): a line of headings, then a line a row."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping

from domain.tournament.facts import Player
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.scoring.history import annulled_players, annulling_players, divide_exactly
from domain.tournament.scoring.results import result_units
from domain.tournament.state import Round, Tournament
from domain.tournament.wording import format_number

from ..queries.table_views import WITHDRAWAL

TYPE = "text/csv"

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes the beginning of a formula for; people choose their names themselves."""

SEAT = (
    *("stage", "round", "table", "seat", "player", "name", "kind", "place", "score", "points", "match"),
    *("character", "turn_or_character", "annulled"),
)


def standings_csv(
    t: Tournament, names: Mapping[Player, str], stage: int = 0, after: int | None = None
) -> str:
    """Returns the standings of a stage after a round, as in `compute_standings`; raises `Refused`."""
    headings = ("rank", "player", "name", "points", *t.settings.tiebreakers)
    rows = (
        (
            row.rank,
            row.player,
            _text(names[row.player]),
            format_number(row.points),
            *map(format_number, row.values),
        )
        for row in compute_standings(t, stage, after)
    )
    return _written(headings, rows)


def pairings_csv(t: Tournament, names: Mapping[Player, str]) -> str:
    """Returns every seat of every table that was paired, and every bye, with what became of it.

    `kind` is `played`, `pending` while there is no result, or one of the six kinds of unplayed games.
    `turn_or_character` is what the player of a seat took who was to choose between them.
    `annulled` is the reason why a result does not count, empty where it does; `points` are what it was worth.
    """
    return _written(SEAT, (row for round_ in t.rounds for row in _of_round(t, round_, names)))


def _of_round(t: Tournament, round_: Round, names: Mapping[Player, str]) -> Iterator[tuple[object, ...]]:
    points, withdrawn = t.settings.points, annulled_players(t, round_.stage)
    for _, table in sorted(round_.tables.items()):
        for seat, player in enumerate(table.seats):
            result = table.result
            told: tuple[object, ...] = ("pending", "", "", "")
            if result is not None:
                worth = format_number(divide_exactly(result_units(points, result, seat), points.unit))
                score = result.scores[seat] if result.scores else ""
                told = (result.unplayed_kind(seat) or "played", result.places[seat], score, worth)
            place = (round_.stage, round_.number, table.number, seat)
            character = table.characters[seat] if table.characters else ""
            took = [
                choice.option for choice in table.choices if choice.player == player and not choice.character
            ]
            reason = WITHDRAWAL if annulling_players(table, withdrawn) else ""
            yield (
                *place,
                player,
                _text(names[player]),
                *told,
                table.match,
                character,
                *(took or ("",)),
                reason,
            )
    for player, kind in round_.byes.items():
        worth = format_number(divide_exactly(points.units_unplayed(kind), points.unit))
        yield (
            round_.stage,
            round_.number,
            "",
            "",
            player,
            _text(names[player]),
            kind,
            "",
            "",
            worth,
            "",
            "",
            "",
            "",
        )


def _written(headings: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(headings)
    writer.writerows(rows)
    return text.getvalue()


def _text(name: str) -> str:
    """Returns a name as no spreadsheet computes it."""
    return f"'{name}" if name.startswith(FORMULA) else name
