"""A tournament as it stands: what its facts fold to, with every result that a table ever had."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct

from ..table import Import
from .facts import (
    By,
    Bye,
    Effect,
    How,
    PenaltyGiven,
    Player,
    RegistrationOpened,
    ReportImported,
    Requested,
    RoundPaired,
    Seating,
    StaffInvited,
    StaffJoined,
    StaffRole,
    StageCut,
    TournamentEnded,
    TournamentOpened,
    TurnOrCharacter,
    WinnerNamed,
)
from .plan import EVERYBODY, Stage, Unplayed
from .presence import CheckIn
from .registrations.entries import Entry, MergedEntry
from .results import Result


class TableRef(NamedTuple):
    """Where a result belongs: a table of a round of a stage."""

    stage: int
    round: int
    table: int


class Record(Struct, frozen=True):
    """One result that a table had, with the fact that told it; `None` once it was taken back.

    Told by a match, `match_seq` is the number of the fact there.
    """

    result: Result | None
    how: How
    seq: int
    at: int
    effect: Effect = "stand"
    match_seq: int = 0


class Report(Struct, frozen=True):
    """What somebody at a table said of its result, with the fact that told it."""

    by: By
    result: Result
    seq: int


class Choice(Struct, frozen=True):
    """What a player chose at a table, or somebody in charge for it: a character, or else that or a turn."""

    player: Player
    chosen: TurnOrCharacter
    character: str
    by: By
    seq: int


class Table(Struct, frozen=True):
    """Table of a round with its seats, its match and all its results in order.

    `extra_minutes` come on top of the minutes of the round. `characters` follow the seats when the round has
    a pool, and are empty until a player has one. `choosing` is the drawn order of choosing.
    """

    number: int
    seats: tuple[Player, ...]
    match: str = ""
    extra_minutes: int = 0
    records: tuple[Record, ...] = ()
    reports: tuple[Report, ...] = ()
    characters: tuple[str, ...] = ()
    choosing: tuple[Player, ...] = ()
    choices: tuple[Choice, ...] = ()

    @property
    def result(self) -> Result | None:
        """The result that counts now."""
        return self.records[-1].result if self.records else None

    @property
    def pairing_result(self) -> Result | None:
        """The result that later rounds are paired by: not one that counts as points alone."""
        counting = [record for record in self.records if record.effect != "points"]
        return counting[-1].result if counting else None


class ReplacedPairing(Struct, frozen=True):
    """A pairing that another took the place of: the fact that made it, and why it was replaced."""

    seq: int
    tables: tuple[Seating, ...]
    byes: Mapping[Player, Unplayed]
    why: str


class PairingReason(Struct, frozen=True):
    """The reason why a round was paired anew, or else changed by hand, with the fact that told it."""

    seq: int
    anew: bool
    why: str


class Round(Struct, frozen=True):
    """Round with its tables by number and its byes, after all changes by hand.

    Fact `paired_seq` paired it, and fact `start_seq` started it. `bye_requesters` are players who asked for
    their byes. `ends` is the end of the clock in milliseconds since 1970, 0 without a clock. `paused` is the
    time of the pause, 0 while the clock runs.

    `players_as_paired` are the players before changes by hand. `as_paired` is that pairing, `None` once a
    player of it is merged.
    """

    stage: int
    number: int
    paired_seq: int
    tables: Mapping[int, Table]
    byes: Mapping[Player, Unplayed]
    engine: str = ""
    costs: Mapping[str, int] = {}
    published: bool = False
    started: bool = False
    closed: bool = False
    ends: int = 0
    paused: int = 0
    start_seq: int = 0
    replaced: tuple[ReplacedPairing, ...] = ()
    reasons: tuple[PairingReason, ...] = ()
    bye_requesters: frozenset[Player] = frozenset()
    walkovers: tuple[tuple[Player, ...], ...] | None = None
    players_as_paired: tuple[Player, ...] = ()
    as_paired: RoundPaired | None = None

    @property
    def bye_list(self) -> tuple[Bye, ...]:
        """The byes, as facts tell them."""
        return tuple(Bye(player, kind, player in self.bye_requesters) for player, kind in self.byes.items())

    @property
    def missing_results(self) -> tuple[int, ...]:
        """The tables without a result."""
        return tuple(number for number, table in sorted(self.tables.items()) if table.result is None)

    @property
    def players(self) -> Iterator[Player]:
        """Everybody who has a table or a bye, as often as that is."""
        for table in self.tables.values():
            yield from table.seats
        yield from self.byes

    def ends_at(self, table: int) -> int:
        """Returns when time is up at a *table*, in milliseconds since 1970; 0 without a clock."""
        return self.ends and self.ends + self.tables[table].extra_minutes * 60_000

    def remaining_ms(self, table: int) -> int:
        """Returns how many milliseconds a paused clock leaves a *table*; 0 while it runs."""
        return max(0, self.ends_at(table) - self.paused) if self.paused else 0


class Penalty(Struct, frozen=True):
    """A penalty, with the fact that told it."""

    event: PenaltyGiven
    seq: int


class Cut(Struct, frozen=True):
    """The end of a stage, with the fact that told it."""

    event: StageCut
    seq: int


class FiledReport(Struct, frozen=True):
    """The report file that a tournament goes on from, with the fact that names it."""

    event: ReportImported
    seq: int


class StaffMember(Struct, frozen=True):
    """A member of the staff: the role of the invitation, and how the person joined."""

    role: StaffRole
    joined: StaffJoined


class Tournament(Struct, frozen=True):
    """Tournament after its fact `seq`, with everything that its facts add up to.

    `registration` is open self-registration. `bye_requests` and `start_times` (milliseconds since 1970) are
    by stage and round. `origin` is the service that an imported tournament came from, where it goes on.
    `revealed_seed` is empty until the service reveals the seed of the lots. `report` is the report file that
    the tournament goes on from. `winner_decisions` are by stage, the last of each. `invitations` are open, by
    their facts, and `staff` is by the facts of joining. `check_in` is `None` without check-in.
    `withdrawn_entries` and `merged_entries` are former registrations.
    """

    settings: TournamentOpened
    seq: int = 1
    players: Mapping[Player, Entry] = {}
    rounds: tuple[Round, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    cuts: tuple[Cut, ...] = ()
    start_times: Mapping[tuple[int, int], int] = {}
    end: TournamentEnded | None = None
    revealed_seed: str = ""
    registration: RegistrationOpened | None = None
    bye_requests: Mapping[tuple[int, int], Mapping[Player, Requested]] = {}
    origin: Import | None = None
    check_in: CheckIn | None = None
    report: FiledReport | None = None
    winner_decisions: Mapping[int, WinnerNamed] = {}
    invitations: Mapping[int, StaffInvited] = {}
    staff: Mapping[int, StaffMember] = {}
    withdrawn_entries: Mapping[Player, Entry] = {}
    merged_entries: Mapping[Player, MergedEntry] = {}

    @property
    def current_stage(self) -> int:
        """The stage that is being played, counted from 1."""
        return 1 + len(self.cuts)

    def plan_of(self, stage: int) -> Stage:
        """Returns what was announced of a *stage*."""
        return self.settings.stages[stage - 1]

    def rounds_of(self, stage: int) -> tuple[Round, ...]:
        """Returns the rounds of a *stage* that were paired, in order."""
        return tuple(round for round in self.rounds if round.stage == stage)

    @property
    def is_outdated(self) -> bool:
        """Whether the last round waits for a decision, after a correction or a departure before its start."""
        if not self.rounds or self.rounds[-1].started:
            return False
        if any(self.leavers(table) for table in self.rounds[-1].tables.values()):
            return True
        earlier = (table for round_ in self.rounds[:-1] for table in round_.tables.values())
        paired = self.rounds[-1].paired_seq
        return any(r.effect == "pair" and r.seq > paired for table in earlier for r in table.records)

    def leavers(self, table: Table) -> tuple[Player, ...]:
        """Returns the players of a *table* without a result who do not play any more."""
        if table.records:
            return ()
        return tuple(player for player in table.seats if self.players[player].attendance != "playing")

    def entrants(self, stage: int) -> tuple[Player, ...]:
        """Returns who plays a *stage*: everybody in the first, those let through in the others."""
        return tuple(self.players) if stage == 1 else self.cuts[stage - 2].event.through

    def active_players(self, stage: int) -> tuple[Player, ...]:
        """Returns who plays a *stage* and has not dropped out."""
        return tuple(
            player for player in self.entrants(stage) if self.players[player].attendance == "playing"
        )

    def absent_players(self, stage: int) -> tuple[Player, ...]:
        """Returns the players of a *stage* that have not dropped out and not checked in.

        A bracket or pods keep the players with whom they started.
        """
        if self.check_in is None:
            return ()
        rounds = self.rounds_of(stage)
        is_settled = self.plan_of(stage).format not in EVERYBODY and rounds and rounds[0].started
        present = {*self.check_in.players, *(rounds[0].players if is_settled else ())}
        return tuple(player for player in self.active_players(stage) if player not in present)

    def requested_byes(self, stage: int, number: int) -> dict[Player, Requested]:
        """Returns the byes that were asked for in a round, by players who have not dropped out."""
        requests, active = self.bye_requests.get((stage, number), {}), {*self.active_players(stage)}
        return {player: kind for player, kind in requests.items() if player in active}


def bye_requesters(byes: Iterable[Bye]) -> frozenset[Player]:
    """Returns the players who asked for their byes."""
    return frozenset(bye.player for bye in byes if bye.asked)
