"""A pairing changed by hand, as forms of the desk say it: places exchanged, a table set up or taken apart."""

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


def exchange(round_: Round, one: Player, other: Player, reason: str) -> ChangePairing:
    """Returns that two players change places, be it at a table or with a bye; raises `InvalidOptions`."""
    if one == other or not {one, other} <= {*round_.players}:
        raise InvalidOptions("/one", Message("Choose two players to change places."))
    instead = {one: other, other: one}
    tables = tuple(
        Seating(table.number, tuple(instead.get(player, player) for player in table.seats))
        for table in round_.tables.values()
        if instead.keys() & {*table.seats}
    )
    byes = (Bye(instead.get(bye.player, bye.player), bye.kind, bye.asked) for bye in round_.bye_list)
    byes_then = tuple(replace(bye, asked=bye.asked and bye.player not in instead) for bye in byes)
    return ChangePairing(round_.stage, round_.number, tables, byes_then, reason)


def set_up(round_: Round, players: tuple[Player, ...], reason: str) -> ChangePairing:
    """Returns that players without a table get one of their own, in this order; raises `InvalidOptions`."""
    if len({*players}) < 2 or len({*players}) < len(players):
        raise InvalidOptions("/seat", Message("Choose different players who have no table."))
    table = Seating(next(n for n in range(1, len(round_.tables) + 2) if n not in round_.tables), players)
    byes = tuple(bye for bye in round_.bye_list if bye.player not in players)
    return ChangePairing(round_.stage, round_.number, (table,), byes, reason)


def take_apart(round_: Round, number: int, reason: str) -> ChangePairing:
    """Returns that a table is gone, and its players have a bye without points."""
    byes = (*round_.bye_list, *(Bye(player, "zero_bye", True) for player in round_.tables[number].seats))
    return ChangePairing(round_.stage, round_.number, (), byes, reason, (number,))


def seat_successor(round_: Round, misplacement: Misplacement, reason: str) -> ChangePairing:
    """Returns that the player of a corrected result takes the seat or the bye that another one has."""
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


def without_table(t: Tournament, round_: Round) -> list[Player]:
    """Returns who could be given a table: who has a bye, and who plays and has no place, as who came late."""
    seated = {player for table in round_.tables.values() for player in table.seats}
    return [player for player in t.active_players(round_.stage) if player not in seated]
