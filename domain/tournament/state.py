"""State of a tournament, with every result that a table ever had."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct

from ..table import Import
from .facts import (
    By,
    Bye,
    Effect,
    PenaltyGiven,
    Player,
    RegistrationOpened,
    ReportImported,
    Requested,
    ResultSource,
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
from .lots.nonces import Nonces
from .plan import FULL_FIELD_FORMATS, Stage, Unplayed
from .play.presence import CheckIn
from .registrations.entries import Entry, MergedEntry
from .scoring.results import Result


class TableRef(NamedTuple):
    """Reference to a table of a round of a stage."""

    stage: int
    round: int
    table: int


class Record(Struct, frozen=True):
    """Result of a table from fact `seq`, `None` after its reversal.

    `match_seq` is the number of the fact of its match.
    """

    result: Result | None
    source: ResultSource
    seq: int
    at: int
    effect: Effect = "stand"
    match_seq: int = 0


class Report(Struct, frozen=True):
    """Result as one side of a table reported it, by fact `seq`."""

    by: By
    result: Result
    seq: int


class Choice(Struct, frozen=True):
    """Choice of a player, or of staff for a player, between a character and the first turn."""

    player: Player
    option: TurnOrCharacter
    character: str
    by: By
    seq: int


class Table(Struct, frozen=True):
    """Table of a round with its seats, its match and all its results in order.

    `extra_minutes` come on top of the minutes of the round. `characters` follow the seats when the round has
    a pool, else empty. `choosing` is the drawn order of choosing. `record` is the match with its cases.
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
    record: str = ""

    @property
    def result(self) -> Result | None:
        """Current result."""
        return self.records[-1].result if self.records else None

    @property
    def pairing_result(self) -> Result | None:
        """Result for pairing later rounds, without corrections for points alone."""
        counting = [record for record in self.records if record.effect != "points"]
        return counting[-1].result if counting else None


class ReplacedPairing(Struct, frozen=True):
    """Pairing of fact `seq` that another one replaced, with the reason."""

    seq: int
    tables: tuple[Seating, ...]
    byes: Mapping[Player, Unplayed]
    why: str


class PairingReason(Struct, frozen=True):
    """Reason of a pairing made again (`anew`) or changed by hand, by fact `seq`."""

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
    is_published: bool = False
    is_started: bool = False
    is_closed: bool = False
    ends: int = 0
    paused: int = 0
    start_seq: int = 0
    replaced_pairings: tuple[ReplacedPairing, ...] = ()
    reasons: tuple[PairingReason, ...] = ()
    bye_requesters: frozenset[Player] = frozenset()
    walkovers: tuple[tuple[Player, ...], ...] | None = None
    players_as_paired: tuple[Player, ...] = ()
    as_paired: RoundPaired | None = None

    @property
    def bye_list(self) -> tuple[Bye, ...]:
        """Byes in the form of facts."""
        return tuple(Bye(player, kind, player in self.bye_requesters) for player, kind in self.byes.items())

    @property
    def missing_results(self) -> tuple[int, ...]:
        """Numbers of tables without a result."""
        return tuple(number for number, table in sorted(self.tables.items()) if table.result is None)

    @property
    def players(self) -> Iterator[Player]:
        """All players with a table or a bye, once for each."""
        for table in self.tables.values():
            yield from table.seats
        yield from self.byes

    def ends_at(self, table: int) -> int:
        """Returns the end of a *table* in milliseconds since 1970, 0 without a clock."""
        return self.ends and self.ends + self.tables[table].extra_minutes * 60_000

    def remaining_ms(self, table: int) -> int:
        """Returns the remaining milliseconds of a *table* on a paused clock, 0 while it runs."""
        return max(0, self.ends_at(table) - self.paused) if self.paused else 0


class Penalty(Struct, frozen=True):
    """Penalty with the number of its fact."""

    event: PenaltyGiven
    seq: int


class Cut(Struct, frozen=True):
    """End of a stage, with the number of its fact."""

    event: StageCut
    seq: int


class FiledReport(Struct, frozen=True):
    """Report file of a continued tournament, with the number of its fact."""

    event: ReportImported
    seq: int


class StaffMember(Struct, frozen=True):
    """Staff member, with the role of the invitation and the fact of joining."""

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
    nonces: Nonces = Nonces()
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
        """Number of the current stage, from 1."""
        return 1 + len(self.cuts)

    def plan_of(self, stage: int) -> Stage:
        """Returns the announced plan of a *stage*."""
        return self.settings.stages[stage - 1]

    def rounds_of(self, stage: int) -> tuple[Round, ...]:
        """Returns the paired rounds of a *stage* in order."""
        return tuple(round for round in self.rounds if round.stage == stage)

    @property
    def is_outdated(self) -> bool:
        """Whether a correction or a departure leaves the last round waiting for a decision."""
        if not self.rounds or self.rounds[-1].is_started:
            return False
        if any(self.leavers(table) for table in self.rounds[-1].tables.values()):
            return True
        earlier = (table for round_ in self.rounds[:-1] for table in round_.tables.values())
        paired = self.rounds[-1].paired_seq
        return any(r.effect == "pair" and r.seq > paired for table in earlier for r in table.records)

    def leavers(self, table: Table) -> tuple[Player, ...]:
        """Returns the players of a *table* without a result who no longer play."""
        if table.records:
            return ()
        return tuple(player for player in table.seats if self.players[player].attendance != "playing")

    def entrants(self, stage: int) -> tuple[Player, ...]:
        """Returns the players of a *stage*, all in the first, qualifiers in the others."""
        return tuple(self.players) if stage == 1 else self.cuts[stage - 2].event.through

    def active_players(self, stage: int) -> tuple[Player, ...]:
        """Returns the players of a *stage* who have not dropped out."""
        return tuple(id for id in self.entrants(stage) if self.players[id].attendance == "playing")

    def absent_players(self, stage: int) -> tuple[Player, ...]:
        """Returns the active players of a *stage* without check-in.

        A bracket or pods keep their first players.
        """
        if self.check_in is None:
            return ()
        rounds = self.rounds_of(stage)
        is_settled = self.plan_of(stage).format not in FULL_FIELD_FORMATS and rounds and rounds[0].is_started
        present = {*self.check_in.players, *(rounds[0].players if is_settled else ())}
        return tuple(player for player in self.active_players(stage) if player not in present)

    def requested_byes(self, stage: int, number: int) -> dict[Player, Requested]:
        """Returns the byes that active players requested for a round."""
        requests, active = self.bye_requests.get((stage, number), {}), {*self.active_players(stage)}
        return {player: kind for player, kind in requests.items() if player in active}


def bye_requesters(byes: Iterable[Bye]) -> frozenset[Player]:
    """Returns the players who requested their byes."""
    return frozenset(bye.player for bye in byes if bye.asked)
