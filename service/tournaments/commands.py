"""What can be done in a tournament, as it is sent: one of these, told apart by its `type`."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from domain.published import Instant
from domain.tournament.departures import Choice
from domain.tournament.facts import Bye, Effect, Requested, Seating, TurnOrCharacter
from domain.tournament.results import Result
from domain.tournament.roster import MAX_PLAYERS
from domain.tournament.state import Place

from ..identity.names import LONGEST
from .entrants import Entrant, Id, Said
from .rosters.encodings import MAX_ROSTER_BYTES

MAX = 2**53 - 1
"""The largest number that every JSON reader can hold."""
Number: TypeAlias = Annotated[int, Meta(ge=1, le=100_000)]
"""The number of a stage, a round or a table."""
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
Roster: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_ROSTER_BYTES)]


def _snake(name: str) -> str:
    return "".join(f"_{one.lower()}" if one.isupper() else one for one in name).removeprefix("_")


class Command(Struct, frozen=True, tag_field="type", tag=_snake, forbid_unknown_fields=True):
    """Something to do in a tournament."""


# -- who is there ------------------------------------------------------------------------------------


class Register(Command, frozen=True):
    """Registers players, all or none; the reply tells the token of each guest."""

    players: Annotated[tuple[Entrant, ...], Meta(min_length=1, max_length=MAX_PLAYERS)]


class RegisterRoster(Command, frozen=True):
    """Registers the players of a list, all or none: a name a line, or columns below headings.

    Headings are `name`, `player` (an id), `rating`, `source`, `need` and `members` (names, with `;` between),
    or synonyms in English, French and Italian. `accept_similar` registers names that look alike.
    """

    roster: Roster
    accept_similar: bool = False


class RenamePlayer(Command, frozen=True):
    """Gives a guest another name; named back, it has the old one. The record holds no name."""

    player: Id
    name: Name


class WithdrawRegistration(Command, frozen=True):
    """Withdraws a registration before the first round is paired; `restore_registration` takes that back."""

    player: Id
    why: Said = ""


class RestoreRegistration(Command, frozen=True):
    """Restores a registration that was withdrawn, with its link."""

    player: Id


class MergePlayers(Command, frozen=True):
    """Makes one player of two registrations of a person, who have not met: `player` becomes `into`."""

    player: Id
    into: Id
    why: Said = ""


class SeparatePlayers(Command, frozen=True):
    """Takes a merge back, while no round depends on it."""

    player: Id


class IssueLink(Command, frozen=True):
    """Gives a guest a new personal link; the old one ends at once. The reply tells the token."""

    player: Id


class OpenRegistration(Command, frozen=True):
    """Lets players register themselves until the first round is paired, or until a time, `limit` at most.

    A `limit` of 0 is any number. Opened again, the last one holds.
    """

    limit: Annotated[int, Meta(ge=0, le=100_000)] = 0
    until: Instant = 0


class CloseRegistration(Command, frozen=True):
    """Lets nobody register themselves any more."""


class OpenCheckIn(Command, frozen=True):
    """Opens check-in before the next round: a player without one is not paired from then on."""


class CloseCheckIn(Command, frozen=True):
    """Closes check-in; organizers and judges still check in late players."""


class CancelCheckIn(Command, frozen=True):
    """Cancels check-in: all players are paired who have not dropped out."""


class CheckIn(Command, frozen=True):
    """Checks a player in; a player may do so for itself while check-in is open. For judges too."""

    player: Id


class WithdrawCheckIn(Command, frozen=True):
    """Takes back that a player checked in; a player may do so for itself while check-in is open."""

    player: Id


class AskBye(Command, frozen=True):
    """Asks for a bye of a player in a round of the stage being played; the last kind asked for holds.

    A player may do so for itself before the round is paired, for no points.
    """

    player: Id
    round: Number
    kind: Requested = "zero_bye"


class WithdrawBye(Command, frozen=True):
    """Takes back that a player asked for a bye in a round; a player may do so for itself."""

    player: Id
    round: Number


class Drop(Command, frozen=True):
    """Lets a player drop out; a player may do so for itself."""

    player: Id
    why: Said = ""


class Return(Command, frozen=True):
    """Lets a player who dropped out play again; a player may do so for itself."""

    player: Id
    why: Said = ""


class Disqualify(Command, frozen=True):
    """Puts a player out for good; for judges too."""

    player: Id
    why: Said
    case: Said = ""


# -- rounds ------------------------------------------------------------------------------------------


class Pair(Command, frozen=True):
    """Pairs the next round, or the last one anew before it starts, and then tells `why`.

    Without `tables` an engine pairs it, and `byes` come to those asked for before. `overrule` is why it is
    paired although results are missing.
    """

    round: Number
    tables: tuple[Seating, ...] = ()
    byes: tuple[Bye, ...] = ()
    why: Said = ""
    overrule: Said = ""


class AtRound(Command, frozen=True):
    """Something to do with a round."""

    stage: Number
    round: Number


class ChangePairing(AtRound, frozen=True):
    """Changes `tables` of a round by hand, and takes away those `removed`; `byes` are all there are then."""

    tables: tuple[Seating, ...]
    byes: tuple[Bye, ...]
    why: Said
    removed: tuple[Number, ...] = ()


class Publish(AtRound, frozen=True):
    """Shows the pairing of a round to everybody."""


class Schedule(AtRound, frozen=True):
    """Says when a round is to start; `null` takes that back."""

    starts: Instant


class Start(AtRound, frozen=True):
    """Starts a round, and its clock if there is one; tables that are played here open.

    `overrule` is why it starts although players have not chosen their characters: then lots choose.
    """

    overrule: Said = ""


class Close(AtRound, frozen=True):
    """Closes a round; `overrule` is why it is closed although results are missing."""

    overrule: Said = ""


class TakeBackPairing(AtRound, frozen=True):
    """Takes back the pairing of the last round, while it is not published."""

    why: Said


class TakeBackStart(AtRound, frozen=True):
    """Takes the start of a round back, while no table has a match, a report or a result."""

    why: Said


class PauseClock(AtRound, frozen=True):
    """Pauses the clock of a round at all its tables; for judges too."""

    why: Said = ""


class ResumeClock(AtRound, frozen=True):
    """Lets a paused clock run again, with the time that was left; for judges too."""


class SetClock(AtRound, frozen=True):
    """Leaves all tables of a round so many minutes from now, on a paused clock too; for judges too."""

    minutes: Annotated[int, Meta(ge=1, le=100_000)]
    why: Said


class Reopen(AtRound, frozen=True):
    """Reopens a closed round, while no round is paired and no cut is made after it."""

    why: Said


class Cut(Command, frozen=True):
    """Ends a stage: those `through` go on, the best first; by the standings, if they are left out.

    Made `again` it replaces the last cut, while nothing was played after it, and tells `why`: what was paired
    from it is dropped. `overrule` is why it is made although results or announced rounds are missing.
    """

    through: tuple[Id, ...] = ()
    why: Said = ""
    overrule: Said = ""
    again: bool = False


class TakeBackCut(Command, frozen=True):
    """Takes the last cut back, while nothing was played after it: its stage goes on."""

    why: Said


class NameWinner(Command, frozen=True):
    """Decides the first place of a bracket that no player won; null leaves it empty."""

    stage: Number
    player: Id | None
    why: Said


class End(Command, frozen=True):
    """Ends the tournament; after 60 seconds the service reveals the seed of its lots.

    `overrule` is why it ends although results, rounds or stages that were announced are missing.
    """

    overrule: Said = ""


class TakeBackEnd(Command, frozen=True):
    """Takes the end back, for 60 seconds: the tournament goes on."""

    why: Said = ""


# -- tables ------------------------------------------------------------------------------------------


class AtTable(AtRound, frozen=True):
    """Something to do at a table of a round."""

    table: Number

    @property
    def place(self) -> Place:
        """The table."""
        return Place(self.stage, self.round, self.table)


class ChooseTurnOrCharacter(AtTable, frozen=True):
    """Takes the first turn for a player, or the first choice of a character; the other has the other.

    A player does so for itself; for organizers and judges too.
    """

    player: Id
    chosen: TurnOrCharacter


class ChooseCharacter(AtTable, frozen=True):
    """Takes a character of the round's pool, by its id, for a player whose choice it is now.

    A player does so for itself; for organizers and judges too.
    """

    player: Id
    character: Id


class SettleDeparture(AtTable, frozen=True):
    """Settles that players of a table left between pairing and start.

    The round is paired again (`pair`), the opponents have a `bye`, or the table is a `forfeit`.
    """

    choice: Choice
    why: Said


class Grant(AtTable, frozen=True, tag="grant_time"):
    """Gives a table so many more minutes than the others; for judges too."""

    minutes: Annotated[int, Meta(ge=1, le=1440)]
    why: Said


class Report(AtTable, frozen=True):
    """Says as one who sits at a table how it ended; the result counts once another says the same.

    `overrule` is why it is right although its scores contradict its places.
    """

    result: Result
    overrule: Said = ""


class AcceptReport(AtTable, frozen=True):
    """Records the result that fact `report` reports, as its player wrote it; for judges too."""

    report: Annotated[int, Meta(ge=1, le=MAX)]


class Enter(AtTable, frozen=True):
    """Enters the result of a table that was played; for judges too.

    `overrule` is why it is right although its scores contradict its places.
    """

    result: Result
    why: Said = ""
    overrule: Said = ""


class Assign(AtTable, frozen=True):
    """Assigns a result to a table that is not played: a no-show, a forfeit, a double loss; for judges too.

    `overrule` is why it is right although its scores contradict its places.
    """

    result: Result
    why: Said = ""
    overrule: Said = ""


class ResultOfTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The result of one table of a round; `overrule` is why its scores may contradict its places."""

    table: Number
    result: Result
    overrule: Said = ""


class EnterResults(AtRound, frozen=True):
    """Enters results of several tables of a round, all or none; forfeits are assigned. For judges too."""

    results: Annotated[tuple[ResultOfTable, ...], Meta(min_length=1, max_length=MAX_PLAYERS)]


class Correct(AtTable, frozen=True):
    """Corrects the result of a table, of any round and at any time; null takes it away. For judges too.

    The pairings after it `stand`, or the last round is to be `pair`ed anew, or it counts as `points` alone.
    `overrule` is why the result is right although its scores contradict its places.
    """

    result: Result | None
    why: Said
    effect: Effect = "stand"
    assigned: bool = False
    case: Said = ""
    overrule: Said = ""


class Penalize(Command, frozen=True):
    """Gives a player a penalty, which takes so many units of `points`; for judges too."""

    player: Id
    penalty: Annotated[str, Meta(min_length=1, max_length=100)]
    why: Said
    stage: Annotated[int, Meta(ge=0, le=100)] = 0
    round: Annotated[int, Meta(ge=0, le=100_000)] = 0
    table: Annotated[int, Meta(ge=0, le=100_000)] = 0
    points: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    rules: tuple[Id, ...] = ()
    case: Said = ""


class LiftPenalty(Command, frozen=True):
    """Takes back a penalty, by the number of the fact that gave it; for judges too."""

    penalty: Annotated[int, Meta(ge=1, le=MAX)]
    why: Said


AnyCommand: TypeAlias = (
    Register
    | RegisterRoster
    | RenamePlayer
    | WithdrawRegistration
    | RestoreRegistration
    | MergePlayers
    | SeparatePlayers
    | IssueLink
    | OpenRegistration
    | CloseRegistration
    | OpenCheckIn
    | CloseCheckIn
    | CancelCheckIn
    | CheckIn
    | WithdrawCheckIn
    | AskBye
    | WithdrawBye
    | Drop
    | Return
    | Disqualify
    | Pair
    | ChangePairing
    | Publish
    | Schedule
    | Start
    | TakeBackPairing
    | TakeBackStart
    | PauseClock
    | ResumeClock
    | SetClock
    | Close
    | Reopen
    | Cut
    | TakeBackCut
    | NameWinner
    | End
    | TakeBackEnd
    | ChooseTurnOrCharacter
    | ChooseCharacter
    | SettleDeparture
    | Grant
    | Report
    | AcceptReport
    | Enter
    | EnterResults
    | Assign
    | Correct
    | Penalize
    | LiftPenalty
)
"""Everything that can be done in a tournament that is open."""
