"""Tables that are played here: the matches that open when their round starts, and who sits where in them."""

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
from replays.proof.canonical import canonical

from ...catalog.cardsets import CardSetRegistry
from ...catalog.options import chosen
from ...matches.repository import MatchRepository
from ...matches.service import MatchService
from ...shared import match_ids
from ...shared.errors import VersionConflict
from ..repository import TournamentRepository

ATTEMPTS = 16
"""How many ids are tried for the match of a table; one in 33 million is taken by another."""


class NoIdLeft(RecountError):
    """The match of a table cannot be opened."""


class TableOpener:
    """Opens the matches of a round, each once whatever crashes, in whichever process.

    What a match is called follows from its table. So whoever comes to open it a second time finds it there,
    and binds it to the table if that has not been done yet.
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

    def open(self, tournament: str, stage: int, number: int, at: int) -> None:
        """Opens the tables of a round that started, *at* a time in milliseconds, and are played here.

        Raises what opening a match raises.
        """
        t = self._repository.get(tournament)
        round_ = _round(t, stage, number)
        if t.origin is not None or not t.settings.online or round_ is None or not round_.is_started:
            return
        taken = {one.match for each in t.rounds for one in each.tables.values()}
        made: dict[TableRef, str] = {}
        for one in round_.tables.values():
            if waits_for_match(one):
                match = self._match(tournament, t, round_, one, at, taken | {*made.values()})
                made[TableRef(stage, number, one.number)] = match
        if made:
            self._repository.execute(tournament, lambda now: [*_bound(now, made, self._repository.clock())])

    def _match(
        self, tournament: str, t: Tournament, round_: Round, at_table: Table, at: int, taken: set[str]
    ) -> str:
        """Returns the match of a table, opened if it was not: none that another table has *taken*."""
        pins = pins_of(tournament, t, round_, at_table, self._matches.game(t.settings.game))
        card_set = self._library.pinned(t.settings.game, t.settings.cards)
        where = f"{tournament}/{round_.stage}/{round_.number}/{at_table.number}"
        for purpose in match_purposes(tournament, round_, at_table):
            match = match_ids.derived(at, purpose)
            if match in taken:
                continue
            with suppress(VersionConflict):
                if not self._matches.facts(match, 0, 1):
                    self._service.create_as(match, at, pins, card_set)
            if _is_for(self._matches.opened(match), pins):
                return match
        raise NoIdLeft(f"All ids for the match of {where} are taken.")


def pins_of(tournament: str, t: Tournament, round_: Round, at_table: Table, game: Game) -> MatchOpened:
    """Returns what the match of a table is pinned to: rules, options, cards, seats, and its event."""
    told = t.plan_of(round_.stage).options
    announced = told[min(round_.number, len(told)) - 1] if told else {}
    options = chosen(game, {**announced, **casting(game, at_table.characters)})
    return MatchOpened(
        game=game.NAME,
        version=t.settings.game_version,
        options=options,
        seats=sum(len(people(t, player)) for player in at_table.seats),
        cards=t.settings.cards,
        commitment="",
        at=0,
        event=tournament,
        clock=t.settings.clock,
    )


def casting(game: Game, characters: tuple[str, ...]) -> dict[str, Any]:
    """Returns the option by which each seat of a match has one of *characters*; none where none are drawn.

    A game in which no seat has just one character has no such option.
    """
    from ...matches.opening.option_form import (
        choices,  # it speaks the words of the pages, which need all services
    )

    each = [choice.name for choice in choices(game.NAME, game.Options) if choice.kind == "each"]
    return {name: list(characters) for name in each if characters}


def people(t: Tournament, player: Player) -> tuple[Player, ...]:
    """Returns who plays for a *player*: the members of a team, or the player itself."""
    return t.players[player].registration.members or (player,)


def sides_of(
    rules: Rules[Any, Any], match_state: table.Match[Any], seats: int
) -> tuple[tuple[Seat, ...], ...]:
    """Returns the seats of a match for each of so many *seats* at its table: one each, or a side each."""
    if match_state.settings.seats == seats:
        return tuple((seat,) for seat in range(seats))
    return rules.list_sides(match_state.position.board)


def seat_of(
    t: Tournament, ref: TableRef, entrant: Player, rules: Rules[Any, Any], match_state: table.Match[Any]
) -> tuple[Seat, Player]:
    """Returns the seat in the match of a table that is for *entrant*, and who plays it.

    Who speaks for a team gets the first seat of it that is free. Raises `Refused` for who sits elsewhere.
    """
    _, at_table = require_table(t, ref)
    sides = sides_of(rules, match_state, len(at_table.seats))
    for player, seats in zip(at_table.seats, sides, strict=True):
        for person, seat in zip(people(t, player), seats, strict=True):
            if entrant == person or (entrant == player and match_state.players[seat] is None):
                return seat, person
    raise Refused(Message("You have no seat at table {table}.", table=ref.table))


def match_of(t: Tournament, ref: TableRef) -> str:
    """Returns the match that a table is played as; raises `UnknownRound`."""
    _, at_table = require_table(t, ref)
    if not at_table.match:
        raise UnknownRound(Message("Table {table} is not played here.", table=ref.table))
    return at_table.match


def match_purposes(tournament: str, round_: Round, at_table: Table) -> Iterator[str]:
    """Yields the purposes that the id of a table's match is derived from, the first one first."""
    for attempt in range(ATTEMPTS):
        yield f"{tournament}/{round_.stage}/{round_.number}/{at_table.number}/{attempt}"


def waits_for_match(at_table: Table) -> bool:
    """Returns whether a table has neither a match nor a result."""
    return not at_table.match and at_table.result is None


def _round(t: Tournament, stage: int, number: int) -> Round | None:
    found = (round_ for round_ in t.rounds if (round_.stage, round_.number) == (stage, number))
    return next(found, None)


def _is_for(match_opened: MatchOpened, pins: MatchOpened) -> bool:
    """Tells whether a match is one that was opened for such a table: those of a round may be alike."""
    one, other = (
        canonical((pinned.event, pinned.seats, pinned.options, pinned.cards))
        for pinned in (match_opened, pins)
    )
    return one == other


def _bound(t: Tournament, made: dict[TableRef, str], at: int) -> Iterator[Fact]:
    """Yields the facts that bind matches to tables, of those that still wait for one."""
    for table_ref, match in made.items():
        round_ = _round(t, table_ref.stage, table_ref.round)
        at_table = round_.tables.get(table_ref.table) if round_ and not round_.is_closed else None
        if at_table is not None and waits_for_match(at_table) and t.end is None:
            facts = rounds.bind_match(t, table_ref, match, at)
            t = fold(facts, t)
            yield from facts
