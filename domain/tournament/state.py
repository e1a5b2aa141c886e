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
    """A table of a round: who sits there, its match if it is played here, and all results it had, in order.

    `granted` are the minutes it has beyond the round's. `characters` are those of the seats, if the round has
    a pool: empty while a player has none. `choosing` is who chooses there, in the order that was drawn.
    """

    number: int
    seats: tuple[Player, ...]
    match: str = ""
    granted: int = 0
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
    """A round: its tables by number and its byes, as fact `paired` and changes since have them.

    `asked` is who asked for the bye, `ends` when the clock runs out, in milliseconds since 1970; 0 without
    one. `paused` is when the clock was paused, 0 while it runs; `start` is
    the fact that started the round. `drawn` are the players as it was paired, before changes by hand;
    `as_paired` is that pairing, `None` once a player of it is merged.
    """

    stage: int
    number: int
    paired: int
    tables: Mapping[int, Table]
    byes: Mapping[Player, Unplayed]
    engine: str = ""
    costs: Mapping[str, int] = {}
    published: bool = False
    started: bool = False
    closed: bool = False
    ends: int = 0
    paused: int = 0
    start: int = 0
    replaced: tuple[ReplacedPairing, ...] = ()
    reasons: tuple[PairingReason, ...] = ()
    asked: frozenset[Player] = frozenset()
    walkovers: tuple[tuple[Player, ...], ...] | None = None
    drawn: tuple[Player, ...] = ()
    as_paired: RoundPaired | None = None

    @property
    def bye_list(self) -> tuple[Bye, ...]:
        """The byes, as facts tell them."""
        return tuple(Bye(who, kind, who in self.asked) for who, kind in self.byes.items())

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
        return self.ends and self.ends + self.tables[table].granted * 60_000

    def remaining_ms(self, table: int) -> int:
        """Returns how many milliseconds a paused clock leaves a *table*; 0 while it runs."""
        return max(0, self.ends_at(table) - self.paused) if self.paused else 0


class Penalty(Struct, frozen=True):
    """A penalty, with the fact that told it."""

    penalty: PenaltyGiven
    seq: int


class Cut(Struct, frozen=True):
    """The end of a stage, with the fact that told it."""

    cut: StageCut
    seq: int


class FiledReport(Struct, frozen=True):
    """The report file that a tournament goes on from, with the fact that names it."""

    report: ReportImported
    seq: int


class StaffMember(Struct, frozen=True):
    """A member of the staff: the role of the invitation, and how the person joined."""

    role: StaffRole
    joined: StaffJoined


class Tournament(Struct, frozen=True):
    """A tournament at a position: the number of its last fact, and all that has come of the facts so far.

    `registration` is that of players by themselves, while it is open; `requests` are the byes that were asked
    for, by stage and round.
    `imported` tells where it was brought from, if it was: then it goes on there, and not here.
    `revealed_seed` is empty until the seed of the lots is revealed.
    `report` is the file that its first players, rounds and results come from, if there is one.
    `named` are the last decisions of organizers on winners, by stage.
    `invitations` are open, by the fact that made them; `staff` are the members, by the fact of joining.
    `scheduled` tells by stage and round when rounds are to start, in milliseconds since 1970.
    `check_in` is `None` while the event uses none. `withdrawn` and `merged` are former registrations.
    """

    opened: TournamentOpened
    seq: int = 1
    players: Mapping[Player, Entry] = {}
    rounds: tuple[Round, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    cuts: tuple[Cut, ...] = ()
    scheduled: Mapping[tuple[int, int], int] = {}
    ended: TournamentEnded | None = None
    revealed_seed: str = ""
    registration: RegistrationOpened | None = None
    requests: Mapping[tuple[int, int], Mapping[Player, Requested]] = {}
    imported: Import | None = None
    check_in: CheckIn | None = None
    report: FiledReport | None = None
    named: Mapping[int, WinnerNamed] = {}
    invitations: Mapping[int, StaffInvited] = {}
    staff: Mapping[int, StaffMember] = {}
    withdrawn: Mapping[Player, Entry] = {}
    merged: Mapping[Player, MergedEntry] = {}

    @property
    def stage(self) -> int:
        """The stage that is being played, counted from 1."""
        return 1 + len(self.cuts)

    def plan(self, stage: int) -> Stage:
        """Returns what was announced of a *stage*."""
        return self.opened.stages[stage - 1]

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
        earlier = (table for known in self.rounds[:-1] for table in known.tables.values())
        paired = self.rounds[-1].paired
        return any(r.effect == "pair" and r.seq > paired for table in earlier for r in table.records)

    def leavers(self, table: Table) -> tuple[Player, ...]:
        """Returns the players of a *table* without a result who do not play any more."""
        if table.records:
            return ()
        return tuple(player for player in table.seats if self.players[player].attendance != "playing")

    def entrants(self, stage: int) -> tuple[Player, ...]:
        """Returns who plays a *stage*: everybody in the first, those let through in the others."""
        return tuple(self.players) if stage == 1 else self.cuts[stage - 2].cut.through

    def active(self, stage: int) -> tuple[Player, ...]:
        """Returns who plays a *stage* and has not dropped out."""
        return tuple(who for who in self.entrants(stage) if self.players[who].attendance == "playing")

    def absent_players(self, stage: int) -> tuple[Player, ...]:
        """Returns the players of a *stage* that have not dropped out and not checked in.

        A bracket or pods keep the players with whom they started.
        """
        if self.check_in is None:
            return ()
        rounds = self.rounds_of(stage)
        is_settled = self.plan(stage).format not in EVERYBODY and rounds and rounds[0].started
        present = {*self.check_in.players, *(rounds[0].players if is_settled else ())}
        return tuple(player for player in self.active(stage) if player not in present)

    def requested_byes(self, stage: int, number: int) -> dict[Player, Requested]:
        """Returns the byes that were asked for in a round, by players who have not dropped out."""
        asked, active = self.requests.get((stage, number), {}), {*self.active(stage)}
        return {who: kind for who, kind in asked.items() if who in active}


def bye_requesters(byes: Iterable[Bye]) -> frozenset[Player]:
    """Returns the players who asked for their byes."""
    return frozenset(bye.player for bye in byes if bye.asked)
