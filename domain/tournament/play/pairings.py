"""Pairing of rounds by engines, again, or by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import NamedTuple

from ...messages import Message
from ...model import Fact
from ..decision.losses import count_losses
from ..facts import By, Bye, PairingChanged, Player, RoundPaired, Seating
from ..plan import BYES, FULL_FIELD_FORMATS, KNOCK_OUT_FORMATS, LIVES
from ..refusals import (
    Refused,
    UnknownRound,
    Unsound,
    check_open,
    require_player,
    require_round,
    to_facts,
    too_few_players,
)
from ..state import Round, Tournament
from ..wording import join_names
from . import rounds
from .characters import assign_characters, draw_characters


class Pairing(NamedTuple):
    """Tables and byes of a round, with engine, costs and the digest of its input."""

    tables: tuple[Seating, ...]
    byes: tuple[Bye, ...] = ()
    engine: str = "by_hand"
    version: str = ""
    digest: str = ""
    costs: Mapping[str, int] = {}
    walkovers: tuple[tuple[Player, ...], ...] | None = None


def next_round_number(t: Tournament) -> int:
    """Returns the number of the next round of the current stage."""
    return 1 + len(t.rounds_of(t.current_stage))


def pair_round(
    t: Tournament, number: int, pairing: Pairing, by: By, at: int, reason: str = "", overrule: str = ""
) -> list[Fact]:
    """Pairs the next round of the current stage, or the last one again before it starts.

    *reason* is needed to pair a round again. *overrule* is the reason to pair while results are missing.
    Raises `Refused`, and `Overrulable` for missing results.
    """
    check_open(t)
    stage, next_number = t.current_stage, next_round_number(t)
    again = number == next_number - 1
    if number > next_number or (number < next_number and not again):
        raise Refused(
            Message("Round {due} is to be paired next, not round {round}.", due=next_number, round=number)
        )
    announced = t.plan_of(stage).rounds
    if announced and number > announced:
        raise Refused(Message("This stage ends with round {rounds}.", rounds=announced))
    if again:
        _check_pairing_again(require_round(t, stage, number), reason)
    _check_field(t, number)
    _check_tables(t, stage, pairing.tables)
    _check_players(t, stage, pairing)
    if not again:
        rounds.check_started(t)
    overruled = [] if again else rounds.overrule_missing_results(t, by, at, overrule)
    pairing_fact = RoundPaired(
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
        reason if again else "",
        pairing.walkovers,
    )
    return to_facts(t, *overruled, pairing_fact)


def _check_pairing_again(round_: Round, reason: str) -> None:
    if round_.is_started:
        raise Refused(Message("Round {round} has started: change its pairing by hand.", round=round_.number))
    if not reason:
        raise Refused(Message("Round {round} is paired: say why it is paired anew.", round=round_.number))
    if any(table.records for table in round_.tables.values()):
        raise Refused(Message("Round {round} has results: change its pairing by hand.", round=round_.number))


def change_pairing(
    t: Tournament,
    stage: int,
    number: int,
    tables: tuple[Seating, ...],
    byes: tuple[Bye, ...],
    by: By,
    at: int,
    reason: str,
    removed: tuple[int, ...] = (),
    costs: dict[str, int] | None = None,
) -> list[Fact]:
    """Changes *tables* of a round by hand, without *removed* ones; *byes* replace all byes.

    Tables with a result or a match stay. Choices of characters start again at a changed table. After the
    start of the round, lots choose. Raises `Refused`.
    """
    check_open(t)
    round_ = require_round(t, stage, number)
    if round_.is_closed:
        raise Refused(Message("Round {round} is closed.", round=number))
    if not reason:
        raise Refused(Message("Say why the pairing is changed."))
    for table in (*removed, *(seating.number for seating in tables)):
        if table in round_.tables and round_.tables[table].records:
            raise Refused(Message("Table {table} has a result already.", table=table))
        if table in round_.tables and round_.tables[table].match:
            raise Refused(Message("Table {table} has a match already.", table=table))
    for table in removed:
        if table not in round_.tables:
            raise UnknownRound(
                Message("There is no table {table} in round {round}.", table=table, round=number)
            )
    changed = {*removed, *(seating.number for seating in tables)}
    unchanged = tuple(Seating(n, table.seats) for n, table in round_.tables.items() if n not in changed)
    _check_tables(t, stage, tables)
    _check_players(t, stage, Pairing((*unchanged, *tables), byes), frozenset(round_.players))
    if round_.is_published:
        tables = (draw_characters if round_.is_started else assign_characters)(t, stage, number, tables)
    changed_by_hand = PairingChanged(
        stage, number, tables, byes, by, at, reason, removed, costs or {}, round_.is_published
    )
    return to_facts(t, changed_by_hand, cause=round_.paired_seq)


def _check_field(t: Tournament, number: int) -> None:
    """Raises `Refused` for a round of one player, except for free rounds of a round robin."""
    active = [
        player
        for player in t.active_players(t.current_stage)
        if player not in t.absent_players(t.current_stage)
    ]
    if len(active) == 1 and (number == 1 or t.plan_of(t.current_stage).format != "round_robin"):
        raise too_few_players(active[0])


def _check_tables(t: Tournament, stage: int, tables: tuple[Seating, ...]) -> None:
    sizes = t.plan_of(stage).seats
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
    t: Tournament, stage: int, pairing: Pairing, paired_players: frozenset[Player] | None = None
) -> None:
    """Raises `Unsound` for a player without exactly one place, or with none to play in.

    After a round was paired, *paired_players* may have dropped out and others may have come. Then only paired
    players who still play need a place.
    """
    seated_players = [player for seating in pairing.tables for player in seating.seats]
    counts = Counter((*seated_players, *(bye.player for bye in pairing.byes)))
    playing = set(t.active_players(stage))
    for player, count in counts.items():
        if count > 1:
            raise Unsound(Message("{player} is paired twice.", player=player))
        if player not in playing and player not in (paired_players or ()):
            require_player(t, player)
            raise Unsound(Message("{player} does not play this round.", player=player))
    for bye in pairing.byes:
        if bye.kind not in BYES:
            raise Unsound(Message("A forfeit is a result, and no bye."))
    expected = playing if paired_players is None else playing & paired_players
    holes = expected - counts.keys() - {*t.absent_players(stage)}
    if holes and (t.plan_of(stage).format in FULL_FIELD_FORMATS or not seated_players):
        raise Unsound(Message("{player} has neither a table nor a bye.", player=min(holes)))
    if paired_players is not None and t.plan_of(stage).format in KNOCK_OUT_FORMATS:
        check_all_placed(holes - _eliminated_players(t, stage))


def check_all_placed(players: Collection[Player]) -> None:
    """Raises `Unsound` for remaining *players* of a bracket without a place in its round."""
    if players:
        raise Unsound(
            Message(
                "{players} would have neither a table nor a bye, and so be out. "
                "Give them byes, record a forfeit or pair the round again.",
                players=join_names(sorted(players)),
            )
        )


def _eliminated_players(t: Tournament, stage: int) -> frozenset[Player]:
    """Returns the players whose losses put them out of a bracket, none in pods."""
    lives = LIVES.get(t.plan_of(stage).format, 0)
    losses = count_losses(t.rounds_of(stage), lives)
    return frozenset(player for player, count in losses.items() if count >= lives) if lives else frozenset()
