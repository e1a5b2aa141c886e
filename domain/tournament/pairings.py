"""Who meets whom: a round is paired, paired anew, or changed by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import NamedTuple

from ..messages import Message
from ..model import Fact
from . import rounds
from .characters import assign_characters, draw_characters
from .decision.losses import count_losses
from .facts import By, Bye, PairingChanged, Player, RoundPaired, Seating
from .plan import BYES, EVERYBODY, KNOCK_OUT, LIVES
from .refusals import (
    Refused,
    UnknownRound,
    Unsound,
    check_open,
    require_player,
    require_round,
    to_facts,
    too_few_players,
)
from .state import Round, Tournament
from .wording import join_names


class Pairing(NamedTuple):
    """What an engine came to: tables, byes, what it cost, and the digest of what it was computed from."""

    tables: tuple[Seating, ...]
    byes: tuple[Bye, ...] = ()
    engine: str = "by_hand"
    version: str = ""
    digest: str = ""
    costs: Mapping[str, int] = {}
    walkovers: tuple[tuple[Player, ...], ...] | None = None


def next_round_number(t: Tournament) -> int:
    """Returns the number of the round that is paired next in the stage being played."""
    return 1 + len(t.rounds_of(t.stage))


def pair_round(
    t: Tournament, number: int, pairing: Pairing, by: By, at: int, why: str = "", overrule: str = ""
) -> list[Fact]:
    """Pairs a round of the stage being played: the next one, or the last one anew before it starts.

    *why* tells why it is paired anew, *overrule* why the round is paired although results are missing. Raises
    `Refused`, and `Overrulable` for missing results.
    """
    check_open(t)
    stage, due = t.stage, next_round_number(t)
    again = number == due - 1
    if number > due or (number < due and not again):
        raise Refused(Message("Round {due} is to be paired next, not round {round}.", due=due, round=number))
    announced = t.plan(stage).rounds
    if announced and number > announced:
        raise Refused(Message("This stage ends with round {rounds}.", rounds=announced))
    if again:
        _check_pairing_again(require_round(t, stage, number), why)
    _check_field(t, number)
    _check_tables(t, stage, pairing.tables)
    _check_players(t, stage, pairing)
    if not again:
        rounds.check_started(t)
    overruled = [] if again else rounds.overrule_missing_results(t, by, at, overrule)
    paired = RoundPaired(
        stage,
        number,
        pairing.tables,
        pairing.byes,
        pairing.engine,
        by,
        at,
        pairing.version,
        pairing.digest,
        pairing.costs,
        why if again else "",
        pairing.walkovers,
    )
    return to_facts(t, *overruled, paired)


def _check_pairing_again(known: Round, why: str) -> None:
    if known.started:
        raise Refused(Message("Round {round} has started: change its pairing by hand.", round=known.number))
    if not why:
        raise Refused(Message("Round {round} is paired: say why it is paired anew.", round=known.number))
    if any(table.records for table in known.tables.values()):
        raise Refused(Message("Round {round} has results: change its pairing by hand.", round=known.number))


def change_pairing(
    t: Tournament,
    stage: int,
    number: int,
    tables: tuple[Seating, ...],
    byes: tuple[Bye, ...],
    by: By,
    at: int,
    why: str,
    removed: tuple[int, ...] = (),
    costs: dict[str, int] | None = None,
) -> list[Fact]:
    """Changes *tables* of a round by hand, takes *removed* ones away; *byes* are all there are thereafter.

    What was played or has a match stays. Where players choose characters, those of a changed table do so
    anew; once the round has started, lots choose. Raises `Refused`.
    """
    check_open(t)
    known = require_round(t, stage, number)
    if known.closed:
        raise Refused(Message("Round {round} is closed.", round=number))
    if not why:
        raise Refused(Message("Say why the pairing is changed."))
    for table in (*removed, *(seating.number for seating in tables)):
        if table in known.tables and known.tables[table].records:
            raise Refused(Message("Table {table} has a result already.", table=table))
        if table in known.tables and known.tables[table].match:
            raise Refused(Message("Table {table} has a match already.", table=table))
    for table in removed:
        if table not in known.tables:
            raise UnknownRound(
                Message("There is no table {table} in round {round}.", table=table, round=number)
            )
    changed = {*removed, *(seating.number for seating in tables)}
    kept = tuple(Seating(n, table.seats) for n, table in known.tables.items() if n not in changed)
    _check_tables(t, stage, tables)
    _check_players(t, stage, Pairing((*kept, *tables), byes), frozenset(known.players))
    if known.published:
        tables = (draw_characters if known.started else assign_characters)(t, stage, number, tables)
    changed_by_hand = PairingChanged(
        stage, number, tables, byes, by, at, why, removed, costs or {}, known.published
    )
    return to_facts(t, changed_by_hand, cause=known.paired)


def _check_field(t: Tournament, number: int) -> None:
    """Refuses a round for a single player; a round robin goes on, because its free rounds may give points."""
    active = [who for who in t.active(t.stage) if who not in t.absent_players(t.stage)]
    if len(active) == 1 and (number == 1 or t.plan(t.stage).format != "round_robin"):
        raise too_few_players(active[0])


def _check_tables(t: Tournament, stage: int, tables: tuple[Seating, ...]) -> None:
    sizes = t.plan(stage).seats
    for number, count in Counter(seating.number for seating in tables).items():
        if count > 1 or number < 1:
            raise Unsound(Message("Tables have numbers of their own, from 1; {table} is none.", table=number))
    for seating in tables:
        if seating.characters or seating.choosing:
            raise Unsound(Message("Characters are handed out when the round is published, and not sent."))
        if len(seating.seats) not in sizes:
            raise Unsound(
                Message(
                    "Table {table} cannot have {seats} seats.", table=seating.number, seats=len(seating.seats)
                )
            )


def _check_players(
    t: Tournament, stage: int, pairing: Pairing, paired: frozenset[Player] | None = None
) -> None:
    """Refuses a player twice, one who does not play, and a hole: somebody who plays and has no place.

    Who is *paired* already may have dropped out since, and who is not may have come since: nobody else is
    wanted then.
    """
    seated = [who for seating in pairing.tables for who in seating.seats]
    seen = Counter((*seated, *(bye.player for bye in pairing.byes)))
    playing = set(t.active(stage))
    for who, count in seen.items():
        if count > 1:
            raise Unsound(Message("{player} is paired twice.", player=who))
        if who not in playing and who not in (paired or ()):
            require_player(t, who)
            raise Unsound(Message("{player} does not play this round.", player=who))
    for bye in pairing.byes:
        if bye.kind not in BYES:
            raise Unsound(Message("A forfeit is a result, and no bye."))
    wanted = playing if paired is None else playing & paired
    holes = wanted - seen.keys() - {*t.absent_players(stage)}
    if holes and (t.plan(stage).format in EVERYBODY or not seated):
        raise Unsound(Message("{player} has neither a table nor a bye.", player=min(holes)))
    if paired is not None and t.plan(stage).format in KNOCK_OUT:
        check_all_placed(holes - _eliminated_players(t, stage))


def check_all_placed(players: Collection[Player]) -> None:
    """Raises `Unsound` where *players* who are still in a bracket have no place in its round."""
    if players:
        raise Unsound(
            Message(
                "{players} would have neither a table nor a bye, and so be out. "
                "Give them byes, record a forfeit or pair the round again.",
                players=join_names(sorted(players)),
            )
        )


def _eliminated_players(t: Tournament, stage: int) -> frozenset[Player]:
    """Returns the players whom their losses put out of a bracket; none in pods."""
    lives = LIVES.get(t.plan(stage).format, 0)
    losses = count_losses(t.rounds_of(stage), lives)
    return frozenset(player for player, lost in losses.items() if lost >= lives) if lives else frozenset()
