"""Commands of tournaments as requests send them."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from domain.published import Instant
from domain.tournament.facts import Bye, Effect, Requested, Seating, TurnOrCharacter
from domain.tournament.play.departures import DepartureChoice
from domain.tournament.registrations.roster import MAX_PLAYERS
from domain.tournament.scoring.results import Result
from domain.tournament.state import TableRef

from ..shared.player_names import MAX_NAME_LENGTH
from .entry.entrants import Entrant, Id, Nonce, Said
from .rosters.encodings import MAX_ROSTER_BYTES

MAX = 2**53 - 1
"""The largest number that every JSON reader can hold."""
Number: TypeAlias = Annotated[int, Meta(ge=1, le=100_000)]
"""The number of a stage, a round or a table."""
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LENGTH)]
Roster: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_ROSTER_BYTES)]


def _snake_case(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).removeprefix("_")


class Command(Struct, frozen=True, tag_field="type", tag=_snake_case, forbid_unknown_fields=True):
    """Something to do in a tournament."""


# -- players -----------------------------------------------------------------------------------------


class Register(Command, frozen=True):
    """Register players, all or none.

    The reply has the token of each guest.
    """

    players: Annotated[tuple[Entrant, ...], Meta(min_length=1, max_length=MAX_PLAYERS)]


class RegisterRoster(Command, frozen=True):
    """Register the players of a list, all or none.

    Each line is a name, or has columns below headings. Headings are `name`, `player` (an id), `rating`,
    `source`, `need` and `members` (names, with `;` between), or synonyms in English, French and Italian.
    """

    roster: Roster
    accept_similar: bool = False


class RenamePlayer(Command, frozen=True):
    """Rename a guest.

    The record holds only the id.
    """

    player: Id
    name: Name


class WithdrawRegistration(Command, frozen=True):
    """Withdraw a registration before the first round is paired.

    `restore_registration` restores it.
    """

    player: Id
    why: Said = ""


class RestoreRegistration(Command, frozen=True):
    """Restore a withdrawn registration, with its link."""

    player: Id


class MergePlayers(Command, frozen=True):
    """Merge two registrations of one person, who have not met."""

    player: Id
    into: Id
    why: Said = ""


class SeparatePlayers(Command, frozen=True):
    """Undo a merge, while no round depends on it."""

    player: Id


class IssueLink(Command, frozen=True):
    """Issue a new personal link for a guest.

    The old link stops working at once. The reply has the new token.
    """

    player: Id


class OpenRegistration(Command, frozen=True):
    """Open self-registration until the first round is paired, or until a time.

    A repeated command replaces the limit and the time.
    """

    limit: Annotated[int, Meta(ge=0, le=100_000)] = 0
    until: Instant = 0


class CloseRegistration(Command, frozen=True):
    """Close self-registration."""


class RevealNonce(Command, frozen=True):
    """Reveal the nonce of a registration, after registration has closed and before the first pairing.

    It goes into the key of all lots. Players reveal their own.
    """

    player: Id
    nonce: Annotated[Nonce, Meta(min_length=1)]


class OpenCheckIn(Command, frozen=True):
    """Open check-in before the next round.

    Only players who have checked in are paired from then on.
    """


class CloseCheckIn(Command, frozen=True):
    """Close check-in.

    Organizers and judges can still check in late players.
    """


class CancelCheckIn(Command, frozen=True):
    """Cancel check-in.

    All players who have not dropped out are paired.
    """


class CheckIn(Command, frozen=True):
    """Check in a player.

    Players may check in themselves while check-in is open. Judges may send it.
    """

    player: Id


class WithdrawCheckIn(Command, frozen=True):
    """Withdraw the check-in of a player.

    Players may withdraw their own while check-in is open.
    """

    player: Id


class AskBye(Command, frozen=True):
    """Request a bye for a player in a round of the present stage.

    The last request counts. Players may request one for no points before the round is paired.
    """

    player: Id
    round: Number
    kind: Requested = "zero_bye"


class WithdrawBye(Command, frozen=True):
    """Withdraw the request for a bye.

    Players may withdraw their own.
    """

    player: Id
    round: Number


class Drop(Command, frozen=True):
    """Drop a player out of the tournament.

    Players may drop out themselves.
    """

    player: Id
    why: Said = ""


class Return(Command, frozen=True):
    """Let a player who dropped out play again.

    Players may return themselves.
    """

    player: Id
    why: Said = ""


class Disqualify(Command, frozen=True):
    """Disqualify a player for good.

    Judges may send it.
    """

    player: Id
    why: Said
    case: Said = ""


# -- rounds ------------------------------------------------------------------------------------------


class Pair(Command, frozen=True):
    """Pair the next round, or pair the last one again before it starts.

    Without `tables` an engine pairs the round, and players with a requested bye get one. Another pairing
    of the same round needs `why`.
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
    """Change tables of a paired round by hand.

    `tables` are the changed ones, and `byes` replace all byes of the round.
    """

    tables: tuple[Seating, ...]
    byes: tuple[Bye, ...]
    why: Said
    removed: tuple[Number, ...] = ()


class Publish(AtRound, frozen=True):
    """Publish the pairing of a round."""


class Schedule(AtRound, frozen=True):
    """Schedule the start of a round; `null` removes the time."""

    starts: Instant


class Start(AtRound, frozen=True):
    """Start a round, and its clock if it has one.

    Tables that are played here open. With `overrule`, lots choose for players without a character.
    """

    overrule: Said = ""


class Close(AtRound, frozen=True):
    """Close a round.

    `overrule` closes it with missing results.
    """

    overrule: Said = ""


class TakeBackPairing(AtRound, frozen=True):
    """Undo the pairing of the last round before it is published."""

    why: Said


class TakeBackStart(AtRound, frozen=True):
    """Undo the start of a round, while no table has a match, a report or a result."""

    why: Said


class PauseClock(AtRound, frozen=True):
    """Pause the clock of a round at all its tables.

    Judges may send it.
    """

    why: Said = ""


class ResumeClock(AtRound, frozen=True):
    """Resume a paused clock with the time that is left.

    Judges may send it.
    """


class SetClock(AtRound, frozen=True):
    """Set the time that all tables of a round have left.

    A paused clock gets the time too. Judges may send it.
    """

    minutes: Annotated[int, Meta(ge=1, le=100_000)]
    why: Said


class Reopen(AtRound, frozen=True):
    """Reopen a closed round, while no later round is paired and no cut is made."""

    why: Said


class Cut(Command, frozen=True):
    """End a stage with a cut: only some players qualify.

    `again` replaces the last cut and discards the rounds paired from it, if none was played. It needs
    `why`. `overrule` makes the cut with missing results or rounds.
    """

    through: tuple[Id, ...] = ()
    why: Said = ""
    overrule: Said = ""
    again: bool = False


class TakeBackCut(Command, frozen=True):
    """Undo the last cut, while no match was played after it.

    The stage goes on.
    """

    why: Said


class NameWinner(Command, frozen=True):
    """Decide the first place of a bracket that no player won."""

    stage: Number
    player: Id | None
    why: Said


class End(Command, frozen=True):
    """End the tournament.

    After 60 seconds the service reveals the seed of its lots. `overrule` ends it with missing results,
    rounds or stages.
    """

    overrule: Said = ""


class TakeBackEnd(Command, frozen=True):
    """Undo the end within 60 seconds.

    The tournament goes on.
    """

    why: Said = ""


# -- tables ------------------------------------------------------------------------------------------


class AtTable(AtRound, frozen=True):
    """Something to do at a table of a round."""

    table: Number

    @property
    def table_ref(self) -> TableRef:
        """The table."""
        return TableRef(self.stage, self.round, self.table)


class ChooseTurnOrCharacter(AtTable, frozen=True):
    """Choose the first turn or the first choice of a character for a player.

    The other player gets the other. Players choose for themselves; organizers and judges may choose for
    them.
    """

    player: Id
    chosen: TurnOrCharacter


class ChooseCharacter(AtTable, frozen=True):
    """Choose a character of the round's pool for a player who is next to choose.

    Players choose for themselves; organizers and judges may choose for them.
    """

    player: Id
    character: Id


class SettleDeparture(AtTable, frozen=True):
    """Settle a table whose players left between pairing and start.

    `pair` pairs the round again, `bye` gives opponents a bye, and `forfeit` ends the table.
    """

    choice: DepartureChoice
    why: Said


class Grant(AtTable, frozen=True, tag="grant_time"):
    """Grant a table extra time.

    Judges may send it.
    """

    minutes: Annotated[int, Meta(ge=1, le=1440)]
    why: Said


class Report(AtTable, frozen=True):
    """Report the result of the sender's own table.

    It counts once another player of the table reports the same. `overrule` keeps scores that contradict
    the places.
    """

    result: Result
    overrule: Said = ""


class AcceptReport(AtTable, frozen=True):
    """Accept the result that a player reported.

    Judges may send it.
    """

    report: Annotated[int, Meta(ge=1, le=MAX)]


class Enter(AtTable, frozen=True):
    """Enter the result of a table that was played.

    `overrule` keeps scores that contradict the places. Judges may send it.
    """

    result: Result
    why: Said = ""
    overrule: Said = ""


class Assign(AtTable, frozen=True):
    """Assign a result to a table that was not played, such as a no-show or a double loss.

    `overrule` keeps scores that contradict the places. Judges may send it.
    """

    result: Result
    why: Said = ""
    overrule: Said = ""


class ResultOfTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Result of one table of a round.

    `overrule` keeps scores that contradict the places.
    """

    table: Number
    result: Result
    overrule: Said = ""


class EnterResults(AtRound, frozen=True):
    """Enter results of several tables of a round, all or none.

    Forfeits are assigned. Judges may send it.
    """

    results: Annotated[tuple[ResultOfTable, ...], Meta(min_length=1, max_length=MAX_PLAYERS)]


class Correct(AtTable, frozen=True):
    """Correct the result of a table of any round, at any time.

    The later pairings `stand`, the last round is paired again (`pair`), or only `points` change.
    `overrule` keeps scores that contradict the places. Judges may send it.
    """

    result: Result | None
    why: Said
    effect: Effect = "stand"
    assigned: bool = False
    case: Said = ""
    overrule: Said = ""


class Penalize(Command, frozen=True):
    """Penalize a player.

    Judges may send it.
    """

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
    """Lift a penalty.

    Judges may send it.
    """

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
    | RevealNonce
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
"""Every command on an open tournament."""
