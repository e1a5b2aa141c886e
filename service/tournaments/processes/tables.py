"""Opens the matches of tables at the start of a round, and assigns their seats."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from domain import table
from domain.errors import RecountError
from domain.games import Game
from domain.messages import Message
from domain.model import Fact, Seat
from domain.rules import Rules
from domain.table import MatchOpened
from domain.tournament.facts import Player
from domain.tournament.fold import fold
from domain.tournament.play import rounds
from domain.tournament.refusals import Refused, UnknownRound, require_table
from domain.tournament.state import Round, Table, TableRef, Tournament
from replays.proof.chain import canonical_json

from ...catalog.cardsets import CardSetRegistry
from ...catalog.options import complete_options
from ...matches.repository import MatchRepository
from ...matches.service import MatchService
from ...shared import record_ids
from ...shared.errors import VersionConflict
from ..repository import TournamentRepository

MAX_ATTEMPTS = 16
"""The ids to try for the match of a table. One in 33 million is taken."""


class NoIdLeft(RecountError):
    """Raised if no id remains for the match of a table."""


class TableOpener:
    """Opens the matches of a round once, across crashes and processes.

    The id of a match follows from its table. A second attempt finds the match, and binds it if necessary.
    """

    def __init__(
        self,
        repository: TournamentRepository,
        matches: MatchRepository,
        service: MatchService,
        library: CardSetRegistry,
    ) -> None:
        self._repository, self._matches, self._service = repository, matches, service
        self._library = library

    def open_tables(self, tournament: str, stage: int, number: int, at: int) -> None:
        """Opens the online tables of a round started *at* a time in milliseconds.

        Raises the errors of opening a match.
        """
        t = self._repository.get(tournament)
        round_ = _find_round(t, stage, number)
        if t.origin is not None or not t.settings.online or round_ is None or not round_.is_started:
            return
        used_matches = {
            at_table.match for other_round in t.rounds for at_table in other_round.tables.values()
        }
        opened: dict[TableRef, str] = {}
        for at_table in round_.tables.values():
            if waits_for_match(at_table):
                match = self._open_match(
                    tournament, t, round_, at_table, at, used_matches | {*opened.values()}
                )
                opened[TableRef(stage, number, at_table.number)] = match
        if opened:
            self._repository.execute(
                tournament, lambda now: [*_binding_facts(now, opened, self._repository.clock())]
            )

    def _open_match(
        self, tournament: str, t: Tournament, round_: Round, at_table: Table, at: int, used_matches: set[str]
    ) -> str:
        """Returns the match of a table, opened if necessary, and none of *used_matches*."""
        pins = pins_of(tournament, t, round_, at_table, self._matches.find_game(t.settings.game))
        card_set = self._library.find_pinned(t.settings.game, t.settings.cards)
        table_name = f"{tournament}/{round_.stage}/{round_.number}/{at_table.number}"
        for purpose in match_purposes(tournament, round_, at_table):
            match = record_ids.derive_match_id(at, purpose)
            if match in used_matches:
                continue
            with suppress(VersionConflict):
                if not self._matches.load_facts(match, 0, 1):
                    self._service.create_match_as(match, at, pins, card_set)
            if _is_for(self._matches.load_settings(match), pins):
                return match
        raise NoIdLeft(f"All ids for the match of {table_name} are taken.")


def pins_of(tournament: str, t: Tournament, round_: Round, at_table: Table, game: Game) -> MatchOpened:
    """Returns the rules, options, cards, seats and event of a table's match."""
    stage_options = t.plan_of(round_.stage).options
    announced = stage_options[min(round_.number, len(stage_options)) - 1] if stage_options else {}
    options = complete_options(game, {**announced, **casting_options(game, at_table.characters)})
    return MatchOpened(
        game=game.NAME,
        version=t.settings.game_version,
        options=options,
        seats=sum(len(team_members(t, player)) for player in at_table.seats),
        cards=t.settings.cards,
        commitment="",
        at=0,
        event=tournament,
        clock=t.settings.clock,
    )


def casting_options(game: Game, characters: tuple[str, ...]) -> dict[str, Any]:
    """Returns the option that assigns *characters* to seats, none without characters.

    A game with other than one character a seat has no such option.
    """
    from ...matches.opening.option_form import (
        list_choices,  # imports the labels of pages
    )

    names = [choice.name for choice in list_choices(game.NAME, game.Options) if choice.kind == "each"]
    return {name: list(characters) for name in names if characters}


def team_members(t: Tournament, player: Player) -> tuple[Player, ...]:
    """Returns the persons of a *player*, the members of a team or the player itself."""
    return t.players[player].registration.members or (player,)


def sides_of(
    rules: Rules[Any, Any], match_state: table.Match[Any], seats: int
) -> tuple[tuple[Seat, ...], ...]:
    """Returns the match seats of each of the *seats* at a table, one each or a side each."""
    if match_state.settings.seats == seats:
        return tuple((seat,) for seat in range(seats))
    return rules.list_sides(match_state.position.board)


def seat_of(
    t: Tournament, ref: TableRef, entrant: Player, rules: Rules[Any, Any], match_state: table.Match[Any]
) -> tuple[Seat, Player]:
    """Returns the match seat for *entrant* at a table, and its person.

    The representative of a team gets its first free seat. Raises `Refused` for players of other tables.
    """
    _, at_table = require_table(t, ref)
    sides = sides_of(rules, match_state, len(at_table.seats))
    for player, seats in zip(at_table.seats, sides, strict=True):
        for person, seat in zip(team_members(t, player), seats, strict=True):
            is_free = match_state.players[seat] is None or match_state.is_on_table
            if entrant == person or (entrant == player and is_free):
                return seat, person
    raise Refused(Message("You have no seat at table {table}.", table=ref.table))


def match_of(t: Tournament, ref: TableRef) -> str:
    """Returns the match of a table; raises `UnknownRound`."""
    _, at_table = require_table(t, ref)
    if not at_table.match:
        raise UnknownRound(Message("Table {table} is not played here.", table=ref.table))
    return at_table.match


def match_purposes(tournament: str, round_: Round, at_table: Table) -> Iterator[str]:
    """Yields the purposes behind the id of a table's match, the first one first."""
    for attempt in range(MAX_ATTEMPTS):
        yield f"{tournament}/{round_.stage}/{round_.number}/{at_table.number}/{attempt}"


def waits_for_match(at_table: Table) -> bool:
    """Returns whether a table has neither a match nor a result."""
    return not at_table.match and at_table.result is None


def _find_round(t: Tournament, stage: int, number: int) -> Round | None:
    matching_rounds = (round_ for round_ in t.rounds if (round_.stage, round_.number) == (stage, number))
    return next(matching_rounds, None)


def _is_for(match_opened: MatchOpened, pins: MatchOpened) -> bool:
    """Returns whether a match has these pins. Tables of a round may have equal ones."""
    actual, expected = (
        canonical_json((pinned.event, pinned.seats, pinned.options, pinned.cards))
        for pinned in (match_opened, pins)
    )
    return actual == expected


def _binding_facts(t: Tournament, opened: dict[TableRef, str], at: int) -> Iterator[Fact]:
    """Yields the facts that bind matches to the tables without one."""
    for table_ref, match in opened.items():
        round_ = _find_round(t, table_ref.stage, table_ref.round)
        at_table = round_.tables.get(table_ref.table) if round_ and not round_.is_closed else None
        if at_table is not None and waits_for_match(at_table) and t.end is None:
            facts = rounds.bind_match(t, table_ref, match, at)
            t = fold(facts, t)
            yield from facts
