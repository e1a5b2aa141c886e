"""Rows of tables, standings and final rankings for pages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from domain.tournament.decision.ranking import FinalPlace, final_ranking, naming_reason, vacancy_reason
from domain.tournament.decision.winners import stage_winners
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

from ...catalog.playable_games import find_playable
from ...shared.i18n import says
from . import labels
from .labels import sentence_with_names
from .organizer.choice_form import OpenChoiceRow, open_choice_row
from .organizer.result_form import fields_of
from .spectator.view_query import number_argument

PAGE_ROWS = 100
"""The rows of a kind on a page."""

MAX_BRACKET_TABLES = 32
"""The largest round in a drawn bracket. Larger rounds are left out."""

RowT = TypeVar("RowT")


class RowPage(NamedTuple, Generic[RowT]):
    """A page of rows; `before` and `after` are the numbers of neighbouring pages, 0 without one."""

    rows: Sequence[RowT]
    before: int
    after: int


class TableRow(NamedTuple):
    """A table with its players' names, its winners, and its result in a sentence, empty while open.

    `ends` is the end of its time, 0 without a running clock. `remaining` has the minutes of a paused clock.
    `corrected` marks a changed result, and `disputed` one that a ruling may change. `characters` has the
    names of the seats' characters, none without a pool. `choice` is its open choice. An `annulled` result
    does not count. `fields` are the form fields of its result.
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
    choice: OpenChoiceRow | None
    disputed: bool
    annulled: bool
    fields: Mapping[str, str]


class StandingsRow(NamedTuple):
    """A player's rank, points and tie-breakers as text.

    `possible` is the range of places still possible, empty for a single one. `certain` marks qualified and
    eliminated players.
    """

    rank: int
    player: Player
    name: str
    playing: bool
    points: str
    values: tuple[str, ...]
    possible: str
    certain: Certainty


class BracketPicture(NamedTuple):
    """A drawn bracket without `omitted_rounds`, those with more than `max_tables` tables."""

    columns: tuple[Column, ...]
    losers: tuple[Column, ...]
    tree: bool
    omitted_rounds: tuple[int, ...]
    max_tables: int


def page_of_rows(
    all_rows: Sequence[RowT], page: int | None, is_match: Callable[[RowT], bool] = lambda row: True
) -> RowPage[RowT]:
    """Returns a page of the matching rows, counted from 1, at most the last page."""
    rows = [row for row in all_rows if is_match(row)]
    last = max(1, -(-len(rows) // PAGE_ROWS))
    page = min(max(page or 1, 1), last)
    return RowPage(rows[(page - 1) * PAGE_ROWS : page * PAGE_ROWS], page - 1, page + 1 if page < last else 0)


def table_rows(
    t: Tournament, round_: Round, names: dict[Player, str], disputed: Collection[TableRef] = ()
) -> list[TableRow]:
    """Returns the tables of a round by number."""
    names_of_characters, withdrawn = character_names(t, round_), annulled_players(t, round_.stage)
    return [
        table_row(t, round_, table, names, names_of_characters, withdrawn, disputed)
        for _, table in sorted(round_.tables.items())
    ]


def character_names(t: Tournament, round_: Round) -> Mapping[str, str]:
    """Returns the names of a round's character pool by id."""
    pool = character_pool(t, round_.stage, round_.number)
    names = find_playable(t.settings.game).names if pool else {}
    return {character: names.get(character, character) for character in pool}


def table_row(
    t: Tournament,
    round_: Round,
    table: Table,
    names: dict[Player, str],
    names_of_characters: Mapping[str, str],
    withdrawn: frozenset[Player],
    disputed: Collection[TableRef] = (),
) -> TableRow:
    """Returns a table of a round; *withdrawn* is as in `annulled_players`."""
    result = table.result
    return TableRow(
        table.number,
        tuple(names[player] for player in table.seats),
        tuple(rank == 1 for rank in result.places) if result else (False,) * len(table.seats),
        sentence_with_names(describe_result(result, table.seats)) if result else "",
        len(table.records) > 1,
        table.match,
        0 if round_.paused else round_.ends_at(table.number),
        round_.remaining_ms(table.number) // 60_000,
        table.seats,
        tuple(
            names_of_characters.get(character, character) if character else ""
            for character in table.characters
        ),
        open_choice_row(t, round_, table, names, names_of_characters),
        TableRef(round_.stage, round_.number, table.number) in disputed,
        not withdrawn.isdisjoint(table.seats),
        fields_of(result),
    )


def standings_rows(
    t: Tournament,
    rows: Sequence[Standing],
    names: dict[Player, str],
    possible: Mapping[Player, Prospect] | None = None,
    certain: Mapping[Player, Certainty] | None = None,
) -> list[StandingsRow]:
    """Returns standings with the given *possible* and *certain* places."""
    possible, certain = possible or {}, certain or {}
    return [
        StandingsRow(
            row.rank,
            row.player,
            names[row.player],
            t.players[row.player].attendance == "playing",
            shown(row.points),
            tuple(map(_tiebreaker_text, t.settings.tiebreakers, row.values)),
            _rank_span(possible[row.player]) if row.player in possible else "",
            certain.get(row.player, "open"),
        )
        for row in rows
    ]


def _rank_span(prospect: Prospect) -> str:
    return "" if prospect.best == prospect.worst else f"{prospect.best}–{prospect.worst}"


def _tiebreaker_text(breaker: Tiebreaker, value: Exact) -> str:
    """Returns the value of a tie-breaker, without the twenty digits of a lot."""
    return says("by lot") if breaker == "lot" else shown(value)


def bracket_picture(t: Tournament, stage: int, after: int | None) -> BracketPicture | None:
    """Returns the bracket of a stage, `None` without one."""
    bracket = stage_bracket(t, stage, after)
    if bracket is None:
        return None
    columns, losers = (
        tuple(column for column in part if len(column.boxes) <= MAX_BRACKET_TABLES)
        for part in (bracket.columns, bracket.losers)
    )
    omitted = {column.round for column in (*bracket.columns, *bracket.losers)}
    omitted -= {column.round for column in (*columns, *losers)}
    return BracketPicture(columns, losers, bracket.tree, tuple(sorted(omitted)), MAX_BRACKET_TABLES)


class FinalView(NamedTuple):
    """The names of the winners or the reason for a vacancy, and a page of the final ranking.

    `named_why` is the organizers' reason for a winner that results left open.
    """

    winners: tuple[str, ...]
    vacancy: str
    named_why: str
    places: RowPage[FinalPlace]


def final_view(t: Tournament, names: Mapping[Player, str]) -> FinalView | None:
    """Returns the winner and the ranking after the end, `None` before it."""
    if t.end is None:
        return None
    reason = vacancy_reason(t)
    return FinalView(
        tuple(names[player] for player in stage_winners(t)),
        labels.sentence_with_names(reason) if reason is not None else "",
        naming_reason(t),
        page_of_rows(final_ranking(t), number_argument("final")),
    )
