"""What cannot be done in a tournament as it stands, and the look-ups that refuse what is not there."""

from __future__ import annotations

from msgspec import Struct

from ..errors import InvalidField, LocalizableError
from ..messages import Message
from ..model import Event, Fact
from .facts import Player, Warned
from .registrations.entries import Entry
from .state import Round, Table, TableRef, Tournament


class Refused(LocalizableError):
    """It cannot be done as the tournament stands."""

    slug = "not-now"


class UnplayedRounds(Struct, frozen=True):
    """What is announced of a stage and not played: these `rounds`, or all until it is decided."""

    stage: int
    rounds: tuple[int, ...] = ()


class Overrulable(Refused):
    """It should not be done, and can be by whoever says why: the *warning*, and the tables it is about.

    *unplayed* are the stages that it leaves before their announced end.
    """

    slug = "warned"

    def __init__(
        self,
        message: Message,
        warning: Warned,
        tables: tuple[int, ...] = (),
        unplayed: tuple[UnplayedRounds, ...] = (),
    ) -> None:
        super().__init__(message)
        self.warning, self.tables, self.unplayed = warning, tables, unplayed


class StageDecided(Refused):
    """The stage is decided: no further round follows."""

    slug = "not-now"

    def __init__(self) -> None:
        super().__init__(Message("This stage is decided."))


class UnknownRound(Refused):
    """The tournament has no such stage, round or table."""

    slug = "unknown-round"


class NotRegistered(Refused):
    """The tournament has no such player."""

    slug = "not-registered"


class Unsound(Refused):
    """What was sent can be done in no tournament, or not in this one: a plan, a pairing, a result, a cut."""

    slug = "unsound"


class UnsoundPlan(InvalidField, Unsound):
    """What is announced could not be played; `pointer` leads to the field of it that is wrong."""


def too_few_players(player: Player) -> Refused:
    """Returns the refusal of a round that only one *player* is left for."""
    return Refused(Message("Only {player} is left to play, and a round needs two players.", player=player))


def to_facts(t: Tournament, *events: Event, cause: int = 0) -> list[Fact]:
    """Returns *events* as the next facts: the first follows from *cause*, or else from the last fact."""
    return [
        Fact(t.seq + i, cause if i == 1 and cause else t.seq + i - 1, "", e) for i, e in enumerate(events, 1)
    ]


def check_open(t: Tournament) -> None:
    """Raises `Refused` once the tournament is over."""
    if t.end is not None:
        raise Refused(Message("The tournament is over."))


def check_not_imported(t: Tournament) -> None:
    """Raises `Refused` for a tournament that was brought from elsewhere."""
    if t.origin is not None:
        raise Refused(
            Message(
                "This tournament was brought from {house}: here it is a record, and takes no commands.",
                house=t.origin.house,
            )
        )


def require_player(t: Tournament, player: Player) -> Entry:
    """Returns a player as registered; raises `Refused`."""
    if player not in t.players:
        raise NotRegistered(Message("{player} is not registered.", player=player))
    return t.players[player]


def require_round(t: Tournament, stage: int, number: int) -> Round:
    """Returns a round that was paired; raises `Refused`."""
    for round_ in t.rounds:
        if (round_.stage, round_.number) == (stage, number):
            return round_
    raise UnknownRound(Message("Round {round} of stage {stage} is not paired.", round=number, stage=stage))


def require_table(t: Tournament, ref: TableRef) -> tuple[Round, Table]:
    """Returns a table and its round; raises `Refused`."""
    round_ = require_round(t, ref.stage, ref.round)
    if ref.table not in round_.tables:
        raise UnknownRound(
            Message("There is no table {table} in round {round}.", table=ref.table, round=ref.round)
        )
    return round_, round_.tables[ref.table]
