"""Facts of tournaments under permanent names.

Times are milliseconds since 1970. Stages, rounds and tables count from 1. Players and teams have opaque ids.
`by` is the author of a fact, as `organizer:`, `judge:` or `player:` with an id, or `service`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from ..clocks import Clock
from ..model import Event
from ..notation import Vocabulary, build_vocabulary
from ..published import Instant, OptionalText
from .plan import Points, Stage, Tiebreaker, Unplayed
from .scoring.results import Result

Player: TypeAlias = str
By: TypeAlias = str
OptionalPlayer: TypeAlias = OptionalText
OptionalBy: TypeAlias = OptionalText

PLAYER_PREFIX = "player:"
"""Prefix of `by` for players."""
SERVICE: By = "service"
"""The service as `by`, for results of matches."""

ResultSource: TypeAlias = Literal["match", "reported", "entered", "assigned", "file"]
"""Source of a result, in order a match, two players, an organizer, a rule or a file."""

Effect: TypeAlias = Literal["stand", "pair", "points"]
"""Effect of a correction: pairings stand, the next round is paired again, or points alone change."""

Requested: TypeAlias = Literal["zero_bye", "half_bye", "full_bye"]
"""Byes that players may request, without points or with those announced."""

WarningKind: TypeAlias = Literal["results_missing", "choices_missing", "rounds_unplayed", "scores_contradict"]
"""Warnings that a reason overrules."""


StaffRole: TypeAlias = Literal["organizer", "judge", "scorekeeper"]
"""Organizers run the tournament, judges rule in it, scorekeepers enter results."""

TurnOrCharacter: TypeAlias = Literal["turn", "character"]
"""Choice of the first of two players, between the first turn and the first character."""


class TournamentFact(Event, frozen=True, tag=lambda name: f"tournament.{name}"):
    """Something that happened in a tournament."""


class Seating(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Table with its number and its players in the order of seats, first turn first.

    `characters` follow the seats once they are drawn from the pool of the round. `choosing` lists the players
    in choosing order where they choose their characters.
    """

    number: int
    seats: tuple[Player, ...]
    characters: tuple[str, ...] = ()
    choosing: tuple[Player, ...] = ()


class Bye(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Player without a table in a round, the kind of bye, and whether the player `asked` for it.

    Older facts leave `asked` out. Their pairing digest covers the requests.
    """

    player: Player
    kind: Unplayed
    asked: bool = False


# -- who is there ------------------------------------------------------------------------------------


class TournamentOpened(TournamentFact, frozen=True):
    """A tournament was opened under a `title` with all its announced settings.

    `version` is the version of the tournament rules, `game_version` that of the game's. `cards` is the digest
    of its card set. `tiebreakers` are in order. `minutes` is the length of a round, 0 without a clock. With
    `online`, each table is a match of this service from the start of its round, with this `clock` per seat.
    `commitment` is the SHA-256 of `seed`, which stays in the service until the end. `zone` is the IANA time
    zone of the event, absent for UTC. `founder` is the id of the API token that opened and runs it. Older
    facts have its name only, in `by`. `lots` is the version of the lots, 1 in older facts.
    """

    game: str
    stages: tuple[Stage, ...]
    points: Points
    tiebreakers: tuple[Tiebreaker, ...]
    commitment: str
    by: By
    at: Instant
    version: int = 1
    game_version: int = 0
    cards: OptionalText = ""
    minutes: int = 0
    seed: OptionalText = ""
    title: OptionalText = ""
    online: bool = False
    clock: Clock | None = None
    zone: OptionalText = ""
    founder: OptionalText = ""
    lots: int = 1


class PlayerRegistered(TournamentFact, frozen=True):
    """A player or a team of `members` was registered.

    `nonce_hash` is the SHA-256 of the nonce for the lots. Older facts have the `nonce` itself, for the lots
    of the player alone. `need` is a requirement for the table, such as a fixed one. `rating` with its source
    decides the seed. `token` is the SHA-256 of a guest's key. It leaves the service only in the organizers'
    bundle of a finished tournament.
    """

    player: Player
    by: By
    at: Instant
    members: tuple[Player, ...] = ()
    need: OptionalText = ""
    rating: int | None = None
    source: OptionalText = ""
    nonce: OptionalText = ""
    token: OptionalText = ""
    nonce_hash: OptionalText = ""


class PlayerDropped(TournamentFact, frozen=True):
    """A player dropped out of all further rounds."""

    player: Player
    by: By
    at: Instant
    why: OptionalText = ""


class PlayerReturned(TournamentFact, frozen=True):
    """A player returned after dropping out, from the next pairing on."""

    player: Player
    by: By
    at: Instant
    why: OptionalText = ""


class PlayerDisqualified(TournamentFact, frozen=True):
    """A judge disqualified a player for good; earlier results stay."""

    player: Player
    by: By
    at: Instant
    why: str
    case: OptionalText = ""


class PlayerRenamed(TournamentFact, frozen=True):
    """A player or a team member has another name, stored in the identity store only."""

    player: Player
    by: By
    at: Instant


class RegistrationWithdrawn(TournamentFact, frozen=True):
    """A registration was withdrawn before the first pairing."""

    player: Player
    by: By
    at: Instant
    why: OptionalText = ""


class RegistrationRestored(TournamentFact, frozen=True):
    """A withdrawn registration counts again, with its link."""

    player: Player
    by: By
    at: Instant


class PlayersMerged(TournamentFact, frozen=True):
    """Two registrations belong to one person, so `player` is `into` from the first round on."""

    player: Player
    into: Player
    by: By
    at: Instant
    why: OptionalText = ""


class PlayersSeparated(TournamentFact, frozen=True):
    """A merged `player` is a separate player again."""

    player: Player
    by: By
    at: Instant


class LinkIssued(TournamentFact, frozen=True):
    """A guest has a new personal link; `token` is the SHA-256 of its key."""

    player: Player
    token: OptionalText
    by: By
    at: Instant


class RegistrationOpened(TournamentFact, frozen=True):
    """Self-registration of players opened, before the first pairing.

    `limit` is the number of players, 0 for any. `until` is the deadline, 0 without one.
    """

    by: By
    at: Instant
    limit: int = 0
    until: Instant = 0


class RegistrationClosed(TournamentFact, frozen=True):
    """Self-registration closed; organizers still register players."""

    by: By
    at: Instant


class NonceRevealed(TournamentFact, frozen=True):
    """An entrant revealed the nonce of its registration, which goes into the key of all lots.

    That happens after registration has closed for the first time, and before the first pairing.
    """

    player: Player
    nonce: str
    at: Instant


class CheckInOpened(TournamentFact, frozen=True):
    """Check-in opened before a round, and later pairings need it.

    A reopened check-in for the same round keeps the players present.
    """

    stage: int
    round: int
    by: By
    at: Instant


class CheckInClosed(TournamentFact, frozen=True):
    """Check-in closed; organizers may check players in, and new players count as present."""

    by: By
    at: Instant


class CheckInCancelled(TournamentFact, frozen=True):
    """Check-in was cancelled, and pairing includes all active players again."""

    by: By
    at: Instant


class PlayerCheckedIn(TournamentFact, frozen=True):
    """A player is present; the kiosk at the entrance writes `door` as `by`."""

    player: Player
    by: By
    at: Instant


class CheckInWithdrawn(TournamentFact, frozen=True):
    """A player is not present after all."""

    player: Player
    by: By
    at: Instant


class ByeAsked(TournamentFact, frozen=True):
    """A player requested a bye of a `kind` in a round, in place of an earlier request."""

    stage: int
    round: int
    player: Player
    kind: Requested
    by: By
    at: Instant


class ByeWithdrawn(TournamentFact, frozen=True):
    """A request for a bye was withdrawn."""

    stage: int
    round: int
    player: Player
    by: By
    at: Instant


# -- rounds ------------------------------------------------------------------------------------------


class RoundPaired(TournamentFact, frozen=True):
    """A round was paired, with its engine, the digest of its input and its costs by criterion.

    A repeated pairing replaces the earlier one and has a reason in `why`. `walkovers` are the players who
    advanced without a game, for each earlier bracket step without any. Older facts have null.
    """

    stage: int
    round: int
    tables: tuple[Seating, ...]
    byes: tuple[Bye, ...]
    engine: str
    by: By
    at: Instant
    engine_version: OptionalText = ""
    digest: OptionalText = ""
    costs: Mapping[str, int] = {}
    why: OptionalText = ""
    walkovers: tuple[tuple[Player, ...], ...] | None = None


class PairingChanged(TournamentFact, frozen=True):
    """Tables of a round were changed by hand.

    `tables` are the new or changed ones, `removed` the deleted ones, and `byes` are all byes afterwards. The
    change is public if the round is `published`.
    """

    stage: int
    round: int
    tables: tuple[Seating, ...]
    byes: tuple[Bye, ...]
    by: By
    at: Instant
    why: str
    removed: tuple[int, ...] = ()
    costs: Mapping[str, int] = {}
    published: bool = False


class RoundPublished(TournamentFact, frozen=True):
    """The pairing of a round became public, with all changes so far."""

    stage: int
    round: int
    by: By
    at: Instant
    tables: tuple[Seating, ...] = ()
    byes: tuple[Bye, ...] = ()


class TurnOrCharacterChosen(TournamentFact, frozen=True):
    """A player chose between first turn and first character; the opponent has the other."""

    stage: int
    round: int
    table: int
    player: Player
    chosen: TurnOrCharacter
    by: By
    at: Instant


class CharacterChosen(TournamentFact, frozen=True):
    """A player at a table chose a character from the pool of the round."""

    stage: int
    round: int
    table: int
    player: Player
    character: str
    by: By
    at: Instant


class ChoicesDrawn(TournamentFact, frozen=True):
    """Lots made the open choices at the start of a round; `tables` are the result."""

    stage: int
    round: int
    tables: tuple[Seating, ...]
    by: By
    at: Instant


class MatchBound(TournamentFact, frozen=True):
    """A table is played as a match of this service."""

    stage: int
    round: int
    table: int
    match: str
    at: Instant


class RecordBound(TournamentFact, frozen=True):
    """A table with printed cards has a record in this service: the cases of the match `match`."""

    stage: int
    round: int
    table: int
    match: str
    at: Instant


class RoundScheduled(TournamentFact, frozen=True):
    """A round has a time to start, or none without `starts`."""

    stage: int
    round: int
    starts: Instant
    by: By
    at: Instant


class RoundStarted(TournamentFact, frozen=True):
    """A round started; its clock runs until `ends`, 0 without a clock."""

    stage: int
    round: int
    by: By
    at: Instant
    ends: Instant = 0


class TimeGranted(TournamentFact, frozen=True):
    """A table has extra minutes."""

    stage: int
    round: int
    table: int
    minutes: int
    by: By
    at: Instant
    why: str


class PairingTakenBack(TournamentFact, frozen=True):
    """An organizer took back the unpublished pairing of the last round."""

    stage: int
    round: int
    by: By
    at: Instant
    why: str


class StartTakenBack(TournamentFact, frozen=True):
    """An organizer took back the start of a round, which stays published without a clock."""

    stage: int
    round: int
    by: By
    at: Instant
    why: str


class ClockPaused(TournamentFact, frozen=True):
    """The clock of a round paused for all its tables."""

    stage: int
    round: int
    by: By
    at: Instant
    why: OptionalText = ""


class ClockResumed(TournamentFact, frozen=True):
    """The clock of a round runs again, until `ends`."""

    stage: int
    round: int
    ends: Instant
    by: By
    at: Instant


class ClockSet(TournamentFact, frozen=True):
    """An organizer set the end of the clock of a round for all its tables."""

    stage: int
    round: int
    ends: Instant
    by: By
    at: Instant
    why: str


class RoundReopened(TournamentFact, frozen=True):
    """A closed round accepts results again."""

    stage: int
    round: int
    by: By
    at: Instant
    why: str


class RoundClosed(TournamentFact, frozen=True):
    """A round closed, and later changes of its results are corrections."""

    stage: int
    round: int
    by: By
    at: Instant


class WarningOverruled(TournamentFact, frozen=True):
    """A command overruled a warning about a round or its tables.

    `rounds_unplayed` is about the announced `rounds` of a stage, and has no `round` of its own. Without
    `rounds` the stage ended undecided.
    """

    stage: int
    round: int
    warning: WarningKind
    tables: tuple[int, ...]
    by: By
    at: Instant
    why: str
    rounds: tuple[int, ...] = ()


# -- results -----------------------------------------------------------------------------------------


class ResultReported(TournamentFact, frozen=True):
    """A player reported the result of a table; it counts once another side agrees."""

    stage: int
    round: int
    table: int
    result: Result
    by: By
    at: Instant


class ResultRecorded(TournamentFact, frozen=True):
    """The result of a table was recorded.

    A result from a match has its id, its last fact and the head there. A reported one has its first reporter
    in `by` and the other in `confirmed`.
    """

    stage: int
    round: int
    table: int
    result: Result
    how: ResultSource
    by: By
    at: Instant
    match: OptionalText = ""
    seq: int = 0
    head: OptionalText = ""
    confirmed: OptionalBy = ""
    why: OptionalText = ""


class ResultCorrected(TournamentFact, frozen=True):
    """The result of a table was corrected from `was` to `now`, with an effect on later pairings.

    Without `was` the table had no result at the close of its round. Without `now` it has none again. `case`
    is the case behind a ruling. A correction from a match has its id, its fact and the head there.
    """

    stage: int
    round: int
    table: int
    was: Result | None
    now: Result | None
    how: ResultSource
    by: By
    at: Instant
    why: str
    effect: Effect = "stand"
    case: OptionalText = ""
    match: OptionalText = ""
    seq: int = 0
    head: OptionalText = ""


class PenaltyGiven(TournamentFact, frozen=True):
    """A judge gave a player a penalty of so many units of `points`, by rule numbers."""

    player: Player
    penalty: str
    by: By
    at: Instant
    why: str
    stage: int = 0
    round: int = 0
    table: int = 0
    points: int = 0
    rules: tuple[str, ...] = ()
    case: OptionalText = ""


class PenaltyLifted(TournamentFact, frozen=True):
    """The penalty of fact `penalty` was lifted, with its points."""

    player: Player
    penalty: int
    by: By
    at: Instant
    why: str


# -- stages ------------------------------------------------------------------------------------------


class StageCut(TournamentFact, frozen=True):
    """A stage ended, and the players `through` go on to the next one, best first.

    A repeated cut replaces the earlier one, drops pairings after it, and has a reason in `why`.
    """

    stage: int
    through: tuple[Player, ...]
    by: By
    at: Instant
    why: OptionalText = ""


class CutTakenBack(TournamentFact, frozen=True):
    """An organizer took back the last cut and all pairings after it."""

    stage: int
    by: By
    at: Instant
    why: str


class WinnerNamed(TournamentFact, frozen=True):
    """An organizer decided the first place of a stage without a winner, or left it open.

    Without `player` it stays open.
    """

    stage: int
    player: OptionalPlayer
    by: By
    at: Instant
    why: str


class TournamentEnded(TournamentFact, frozen=True):
    """The tournament ended.

    `seed` is absent since `SeedRevealed` has it. Older facts reveal it here.
    """

    seed: OptionalText
    by: By
    at: Instant


class EndTakenBack(TournamentFact, frozen=True):
    """An organizer took back the end before the seed was revealed."""

    by: By
    at: Instant
    why: OptionalText = ""


class SeedRevealed(TournamentFact, frozen=True):
    """The service revealed the seed of the lots, and the end is final."""

    seed: OptionalText
    at: Instant


class TournamentImported(TournamentFact, frozen=True):
    """The tournament and all earlier facts were imported from another service.

    `by` is the importer, by an opaque name. `house` is the signing name of the service of origin, and `key`
    its public key as `name+id+key`.
    """

    by: str
    at: Instant
    house: str
    key: str


class ReportImported(TournamentFact, frozen=True):
    """Earlier players, rounds and results come from a report file, and the tournament continues.

    `digest` is the SHA-256 of the file, and `program` the pairing program in it. `first_turn` is the turn of
    odd pairing numbers before their first game, 0 or 1, if the file has it.
    """

    form: Literal["trf"]
    digest: str
    by: By
    at: Instant
    program: OptionalText = ""
    first_turn: Literal[0, 1] | None = None


class StaffInvited(TournamentFact, frozen=True):
    """An organizer invited one person to the staff by a link, valid until `expires`.

    `link` is the SHA-256 of the secret in it.
    """

    role: StaffRole
    link: OptionalText
    expires: Instant
    by: By
    at: Instant


class InvitationWithdrawn(TournamentFact, frozen=True):
    """An organizer withdrew the open invitation of fact `invitation`."""

    invitation: int
    by: By
    at: Instant


class StaffJoined(TournamentFact, frozen=True):
    """A person accepted the invitation of fact `invitation` with an API token.

    `member` is the person, by an opaque id. `by` is the name of the token, as in other facts of the member.
    """

    invitation: int
    member: str
    api_token: str
    by: By
    at: Instant


class StaffRemoved(TournamentFact, frozen=True):
    """An organizer removed the member of fact `joined`, whose API token ended."""

    joined: int
    by: By
    at: Instant
    why: OptionalText = ""


FACTS: tuple[type[Event], ...] = (
    TournamentOpened,
    PlayerRegistered,
    PlayerDropped,
    PlayerReturned,
    PlayerDisqualified,
    PlayerRenamed,
    RegistrationWithdrawn,
    RegistrationRestored,
    PlayersMerged,
    PlayersSeparated,
    LinkIssued,
    RegistrationOpened,
    RegistrationClosed,
    NonceRevealed,
    CheckInOpened,
    CheckInClosed,
    CheckInCancelled,
    PlayerCheckedIn,
    CheckInWithdrawn,
    ByeAsked,
    ByeWithdrawn,
    RoundPaired,
    PairingChanged,
    RoundPublished,
    TurnOrCharacterChosen,
    CharacterChosen,
    ChoicesDrawn,
    MatchBound,
    RecordBound,
    RoundScheduled,
    RoundStarted,
    TimeGranted,
    PairingTakenBack,
    StartTakenBack,
    ClockPaused,
    ClockResumed,
    ClockSet,
    RoundClosed,
    RoundReopened,
    WarningOverruled,
    ResultReported,
    ResultRecorded,
    ResultCorrected,
    PenaltyGiven,
    PenaltyLifted,
    StageCut,
    CutTakenBack,
    WinnerNamed,
    TournamentEnded,
    EndTakenBack,
    SeedRevealed,
    StaffInvited,
    InvitationWithdrawn,
    StaffJoined,
    StaffRemoved,
    TournamentImported,
    ReportImported,
)

VOCABULARY: Vocabulary = build_vocabulary(FACTS)
"""All facts of tournaments by permanent name, none of them in the log of a match."""
