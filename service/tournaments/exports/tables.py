"""Exports standings and results as CSV (RFC 4180)."""

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

CSV_TYPE = "text/csv"

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""First characters of a formula in spreadsheets. Players choose their names freely."""

SEAT_HEADINGS = (
    *("stage", "round", "table", "seat", "player", "name", "kind", "place", "score", "points", "match"),
    *("character", "turn_or_character", "annulled"),
)


def standings_csv(
    t: Tournament, names: Mapping[Player, str], stage: int = 0, after: int | None = None
) -> str:
    """Returns the standings of a stage after a round; raises `Refused`."""
    headings = ("rank", "player", "name", "points", *t.settings.tiebreakers)
    rows = (
        (
            row.rank,
            row.player,
            _escape_formula(names[row.player]),
            format_number(row.points),
            *map(format_number, row.values),
        )
        for row in compute_standings(t, stage, after)
    )
    return _to_csv(headings, rows)


def pairings_csv(t: Tournament, names: Mapping[Player, str]) -> str:
    """Returns every seat of every paired table and every bye, with its outcome.

    `kind` is `played`, `pending` while there is no result, or one of the six kinds of unplayed games.
    `turn_or_character` is the player's choice between them. `annulled` is the reason for an annulled result,
    empty otherwise. `points` are those of the result before annulment.
    """
    return _to_csv(SEAT_HEADINGS, (row for round_ in t.rounds for row in _round_rows(t, round_, names)))


def _round_rows(t: Tournament, round_: Round, names: Mapping[Player, str]) -> Iterator[tuple[object, ...]]:
    points, withdrawn = t.settings.points, annulled_players(t, round_.stage)
    for _, table in sorted(round_.tables.items()):
        for seat, player in enumerate(table.seats):
            result = table.result
            outcome: tuple[object, ...] = ("pending", "", "", "")
            if result is not None:
                points_text = format_number(divide_exactly(result_units(points, result, seat), points.unit))
                score = result.scores[seat] if result.scores else ""
                outcome = (result.unplayed_kind(seat) or "played", result.places[seat], score, points_text)
            seat_fields = (round_.stage, round_.number, table.number, seat)
            character = table.characters[seat] if table.characters else ""
            options = [
                choice.option for choice in table.choices if choice.player == player and not choice.character
            ]
            reason = WITHDRAWAL if annulling_players(table, withdrawn) else ""
            yield (
                *seat_fields,
                player,
                _escape_formula(names[player]),
                *outcome,
                table.match,
                character,
                *(options or ("",)),
                reason,
            )
    for player, kind in round_.byes.items():
        points_text = format_number(divide_exactly(points.units_unplayed(kind), points.unit))
        yield (
            round_.stage,
            round_.number,
            "",
            "",
            player,
            _escape_formula(names[player]),
            kind,
            "",
            "",
            points_text,
            "",
            "",
            "",
            "",
        )


def _to_csv(headings: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(headings)
    writer.writerows(rows)
    return text.getvalue()


def _escape_formula(name: str) -> str:
    """Returns a name in a form that no spreadsheet evaluates."""
    return f"'{name}" if name.startswith(FORMULA_SIGNS) else name
