"""Refusals of commands, and look-ups that refuse unknown players, rounds and tables."""

from __future__ import annotations

from msgspec import Struct

from ..errors import InvalidField, LocalizableError
from ..messages import Message
from ..model import Event, Fact
from .facts import Player, WarningKind
from .registrations.entries import Entry
from .state import Round, Table, TableRef, Tournament


class Refused(LocalizableError):
    """The state of the tournament does not allow a command."""

    slug = "not-now"


class UnplayedRounds(Struct, frozen=True):
    """Announced `rounds` of a stage without games, none where the stage is open-ended."""

    stage: int
    rounds: tuple[int, ...] = ()


class Overrulable(Refused):
    """Refusal with a *warning* that a reason overrules, about *tables*.

    *unplayed* are the stages that would end before their announced rounds.
    """

    slug = "warned"

    def __init__(
        self,
        message: Message,
        warning: WarningKind,
        tables: tuple[int, ...] = (),
        unplayed: tuple[UnplayedRounds, ...] = (),
    ) -> None:
        super().__init__(message)
        self.warning, self.tables, self.unplayed = warning, tables, unplayed


class StageDecided(Refused):
    """The stage is decided, and no round follows."""

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
    """The content of a command is invalid, such as a plan, a pairing, a result or a cut."""

    slug = "unsound"


class UnsoundPlan(InvalidField, Unsound):
    """Announced settings are invalid at `pointer`."""


def too_few_players(player: Player) -> Refused:
    """Returns the refusal of a round with a single *player*."""
    return Refused(Message("Only {player} is left to play, and a round needs two players.", player=player))


def to_facts(t: Tournament, *events: Event, cause: int = 0) -> list[Fact]:
    """Returns *events* as the next facts, the first caused by *cause* or the last fact."""
    return [
        Fact(t.seq + i, cause if i == 1 and cause else t.seq + i - 1, "", e) for i, e in enumerate(events, 1)
    ]


def check_open(t: Tournament) -> None:
    """Raises `Refused` once the tournament is over."""
    if t.end is not None:
        raise Refused(Message("The tournament is over."))


def check_not_imported(t: Tournament) -> None:
    """Raises `Refused` for an imported tournament."""
    if t.origin is not None:
        raise Refused(
            Message(
                "This tournament was brought from {house}: here it is a record, and takes no commands.",
                house=t.origin.house,
            )
        )


def require_player(t: Tournament, player: Player) -> Entry:
    """Returns the entry of a player; raises `Refused`."""
    if player not in t.players:
        raise NotRegistered(Message("{player} is not registered.", player=player))
    return t.players[player]


def require_round(t: Tournament, stage: int, number: int) -> Round:
    """Returns a paired round; raises `Refused`."""
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
