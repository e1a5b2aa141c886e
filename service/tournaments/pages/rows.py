"""Rows of a tournament's pages: tables of a round and places of the standings, by name, a page at a time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from domain.tournament.facts import Player
from domain.tournament.knockout.brackets import Column, stage_bracket
from domain.tournament.knockout.qualifying import Certainty
from domain.tournament.plan import Tiebreaker
from domain.tournament.play.characters import character_pool
from domain.tournament.ranking.prospects import Prospect
from domain.tournament.ranking.standings import Standing
from domain.tournament.scoring.history import annulled_players
from domain.tournament.scoring.results import Exact
from domain.tournament.state import Round, Table, TableRef, Tournament
from domain.tournament.wording import describe_result
from domain.tournament.wording import format_number as shown

from ...catalog.playable_games import playable
from ...shared.i18n import says
from .organizer.choice_form import Asked, asked
from .organizer.result_form import fields_of
from .words import sentence_with_names

SHOWN = 100
"""How many rows of a kind a page shows."""

DRAWN = 32
"""How many meetings of a round a bracket shows: rounds with more are left out."""

RowT = TypeVar("RowT")


class Leaf(NamedTuple, Generic[RowT]):
    """Some rows of many; `before` and `after` are the numbers of the pages beside this one, 0 for none."""

    rows: Sequence[RowT]
    before: int
    after: int


class TableRow(NamedTuple):
    """A table: who sits there, by name, who came first, and how it ended in a sentence; empty while open.

    `ends` is when its time is up, 0 without a running clock; `remaining` are the minutes of a paused one.
    `corrected` tells that it had another result before, `disputed` that it may still get another.
    `characters` are what those of the seats are called, none without a pool; `choice` is what it waits for,
    and a result that is `annulled` does not count. `fields` are those of a form that tells its result.
    """

    number: int
    names: tuple[str, ...]
    first: tuple[bool, ...]
    result: str
    corrected: bool
    match: str
    ends: int
    remaining: int
    seats: tuple[Player, ...]
    characters: tuple[str, ...]
    choice: Asked | None
    disputed: bool
    annulled: bool
    fields: Mapping[str, str]


class PlaceRow(NamedTuple):
    """Who stands where: points and values of tie-breakers as they are shown.

    `possible` are the places it can still have, empty where there is one; `certain` tells whether it is
    through to the next stage, or out.
    """

    rank: int
    player: Player
    name: str
    playing: bool
    points: str
    values: tuple[str, ...]
    possible: str
    certain: Certainty


class Drawing(NamedTuple):
    """A bracket as it is drawn: the rounds `left` out are those of more than so many tables, at `most`."""

    columns: tuple[Column, ...]
    losers: tuple[Column, ...]
    tree: bool
    left: tuple[int, ...]
    most: int


def leaf(
    everything: Sequence[RowT], page: int | None, fits: Callable[[RowT], bool] = lambda row: True
) -> Leaf[RowT]:
    """Returns a page of the rows that fit, counted from 1; the last one where there are fewer."""
    rows = [row for row in everything if fits(row)]
    last = max(1, -(-len(rows) // SHOWN))
    page = min(max(page or 1, 1), last)
    return Leaf(rows[(page - 1) * SHOWN : page * SHOWN], page - 1, page + 1 if page < last else 0)


def tables(
    t: Tournament, round_: Round, names: dict[Player, str], disputed: Collection[TableRef] = ()
) -> list[TableRow]:
    """Returns the tables of a round, those of their number first."""
    cast, withdrawn = cast_of(t, round_), annulled_players(t, round_.stage)
    return [
        table_row(t, round_, table, names, cast, withdrawn, disputed)
        for _, table in sorted(round_.tables.items())
    ]


def cast_of(t: Tournament, round_: Round) -> Mapping[str, str]:
    """Returns what characters are called, where a round has a pool of them."""
    there = character_pool(t, round_.stage, round_.number)
    names = playable(t.settings.game).names if there else {}
    return {character: names.get(character, character) for character in there}


def table_row(
    t: Tournament,
    round_: Round,
    table: Table,
    names: dict[Player, str],
    cast: Mapping[str, str],
    withdrawn: frozenset[Player],
    disputed: Collection[TableRef] = (),
) -> TableRow:
    """Returns a table of a round; *cast* is as in `cast_of`, *withdrawn* as in `annulled_players`."""
    result = table.result
    return TableRow(
        table.number,
        tuple(names[player] for player in table.seats),
        tuple(place == 1 for place in result.places) if result else (False,) * len(table.seats),
        sentence_with_names(describe_result(result, table.seats)) if result else "",
        len(table.records) > 1,
        table.match,
        0 if round_.paused else round_.ends_at(table.number),
        round_.remaining_ms(table.number) // 60_000,
        table.seats,
        tuple(cast.get(character, character) if character else "" for character in table.characters),
        asked(t, round_, table, names, cast),
        TableRef(round_.stage, round_.number, table.number) in disputed,
        not withdrawn.isdisjoint(table.seats),
        fields_of(result),
    )


def places(
    t: Tournament,
    rows: Sequence[Standing],
    names: dict[Player, str],
    possible: Mapping[Player, Prospect] | None = None,
    certain: Mapping[Player, Certainty] | None = None,
) -> list[PlaceRow]:
    """Returns standings, and what of them is possible and certain where that is told."""
    possible, certain = possible or {}, certain or {}
    return [
        PlaceRow(
            row.rank,
            row.player,
            names[row.player],
            t.players[row.player].attendance == "playing",
            shown(row.points),
            tuple(map(_value, t.settings.tiebreakers, row.values)),
            _span(possible[row.player]) if row.player in possible else "",
            certain.get(row.player, "open"),
        )
        for row in rows
    ]


def _span(prospect: Prospect) -> str:
    return "" if prospect.best == prospect.worst else f"{prospect.best}–{prospect.worst}"


def _value(breaker: Tiebreaker, value: Exact) -> str:
    """Returns the value of a tie-breaker: of a lot, which has twenty digits, that it was drawn."""
    return says("by lot") if breaker == "lot" else shown(value)


def picture(t: Tournament, stage: int, after: int | None) -> Drawing | None:
    """Returns the bracket of a stage as it is drawn; `None` where there is none."""
    whole = stage_bracket(t, stage, after)
    if whole is None:
        return None
    columns, losers = (
        tuple(column for column in part if len(column.boxes) <= DRAWN)
        for part in (whole.columns, whole.losers)
    )
    left = {column.round for column in (*whole.columns, *whole.losers)}
    left -= {column.round for column in (*columns, *losers)}
    return Drawing(columns, losers, whole.tree, tuple(sorted(left)), DRAWN)
