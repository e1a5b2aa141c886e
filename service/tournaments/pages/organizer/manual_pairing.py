"""Manual changes of a pairing, namely exchanges of players and new or removed tables."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from domain.messages import Message
from domain.tournament.decision.misplacements import Misplacement
from domain.tournament.facts import Bye, Player, Seating
from domain.tournament.state import Round, Tournament

from ....shared.errors import InvalidOptions
from ...commands import ChangePairing

Form = Mapping[str, str]


def exchange_players(round_: Round, player: Player, opponent: Player, reason: str) -> ChangePairing:
    """Returns the exchange of two places at tables or byes; raises `InvalidOptions`."""
    if player == opponent or not {player, opponent} <= {*round_.players}:
        raise InvalidOptions("/one", Message("Choose two players to change places."))
    exchanged = {player: opponent, opponent: player}
    tables = tuple(
        Seating(table.number, tuple(exchanged.get(seat, seat) for seat in table.seats))
        for table in round_.tables.values()
        if exchanged.keys() & {*table.seats}
    )
    byes = (Bye(exchanged.get(bye.player, bye.player), bye.kind, bye.asked) for bye in round_.bye_list)
    byes_then = tuple(replace(bye, asked=bye.asked and bye.player not in exchanged) for bye in byes)
    return ChangePairing(round_.stage, round_.number, tables, byes_then, reason)


def set_up_table(round_: Round, players: tuple[Player, ...], reason: str) -> ChangePairing:
    """Returns a table of its own for players without one; raises `InvalidOptions`."""
    if len({*players}) < 2 or len({*players}) < len(players):
        raise InvalidOptions("/seat", Message("Choose different players who have no table."))
    table = Seating(next(n for n in range(1, len(round_.tables) + 2) if n not in round_.tables), players)
    byes = tuple(bye for bye in round_.bye_list if bye.player not in players)
    return ChangePairing(round_.stage, round_.number, (table,), byes, reason)


def remove_table(round_: Round, number: int, reason: str) -> ChangePairing:
    """Returns the removal of a table; its players get a bye without points."""
    byes = (*round_.bye_list, *(Bye(player, "zero_bye", True) for player in round_.tables[number].seats))
    return ChangePairing(round_.stage, round_.number, (), byes, reason, (number,))


def seat_successor(round_: Round, misplacement: Misplacement, reason: str) -> ChangePairing:
    """Returns the change that seats the rightful player of a corrected result."""
    new = {misplacement.player: misplacement.successor, misplacement.successor: misplacement.player}
    tables = tuple(
        Seating(table.number, tuple(new.get(player) or player for player in table.seats))
        for table in round_.tables.values()
        if {misplacement.player, misplacement.successor} & {*table.seats}
    )
    byes = tuple(
        replace(bye, player=new.get(bye.player) or bye.player, asked=bye.asked and bye.player not in new)
        for bye in round_.bye_list
    )
    return ChangePairing(round_.stage, round_.number, tables, byes, reason)


def players_without_table(t: Tournament, round_: Round) -> list[Player]:
    """Returns the players with a bye, and playing ones without a place, such as late ones."""
    seated_players = {player for table in round_.tables.values() for player in table.seats}
    return [player for player in t.active_players(round_.stage) if player not in seated_players]
