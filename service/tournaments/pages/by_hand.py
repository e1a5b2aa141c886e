"""A pairing changed by hand, as forms of the desk say it: places exchanged, a table set up or taken apart."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from domain.messages import Message
from domain.tournament.decision.misplacements import Misplacement
from domain.tournament.facts import Bye, Player, Seating
from domain.tournament.state import Round, Tournament

from ...shared.errors import InvalidOptions
from ..commands import ChangePairing

Form = Mapping[str, str]


def exchange(known: Round, one: Player, other: Player, why: str) -> ChangePairing:
    """Returns that two players change places, be it at a table or with a bye; raises `InvalidOptions`."""
    if one == other or not {one, other} <= {*known.players}:
        raise InvalidOptions("/one", Message("Choose two players to change places."))
    instead = {one: other, other: one}
    tables = tuple(
        Seating(table.number, tuple(instead.get(who, who) for who in table.seats))
        for table in known.tables.values()
        if instead.keys() & {*table.seats}
    )
    byes = (Bye(instead.get(bye.player, bye.player), bye.kind, bye.asked) for bye in known.bye_list)
    byes_then = tuple(replace(bye, asked=bye.asked and bye.player not in instead) for bye in byes)
    return ChangePairing(known.stage, known.number, tables, byes_then, why)


def set_up(known: Round, players: tuple[Player, ...], why: str) -> ChangePairing:
    """Returns that players without a table get one of their own, in this order; raises `InvalidOptions`."""
    if len({*players}) < 2 or len({*players}) < len(players):
        raise InvalidOptions("/seat", Message("Choose different players who have no table."))
    table = Seating(next(n for n in range(1, len(known.tables) + 2) if n not in known.tables), players)
    byes = tuple(bye for bye in known.bye_list if bye.player not in players)
    return ChangePairing(known.stage, known.number, (table,), byes, why)


def take_apart(known: Round, number: int, why: str) -> ChangePairing:
    """Returns that a table is gone, and its players have a bye without points."""
    byes = (*known.bye_list, *(Bye(who, "zero_bye", True) for who in known.tables[number].seats))
    return ChangePairing(known.stage, known.number, (), byes, why, (number,))


def seat_successor(known: Round, found: Misplacement, why: str) -> ChangePairing:
    """Returns that the player of a corrected result takes the seat or the bye that another one has."""
    new = {found.player: found.successor, found.successor: found.player}
    tables = tuple(
        Seating(table.number, tuple(new.get(player) or player for player in table.seats))
        for table in known.tables.values()
        if {found.player, found.successor} & {*table.seats}
    )
    byes = tuple(
        replace(bye, player=new.get(bye.player) or bye.player, asked=bye.asked and bye.player not in new)
        for bye in known.bye_list
    )
    return ChangePairing(known.stage, known.number, tables, byes, why)


def without_table(t: Tournament, known: Round) -> list[Player]:
    """Returns who could be given a table: who has a bye, and who plays and has no place, as who came late."""
    seated = {who for table in known.tables.values() for who in table.seats}
    return [who for who in t.active_players(known.stage) if who not in seated]
