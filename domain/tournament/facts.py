"""The vocabulary of tournaments: everything that can happen in one, under names that are for ever.

Times are stored in milliseconds since 1970. Stages, rounds and tables are counted from 1. Players are opaque
ids, and a team has one as a player has. `by` is who did it: `organizer:`, `judge:` or `player:` and an id, or
`service`.
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
from .results import Result

Player: TypeAlias = str
By: TypeAlias = str
OptionalPlayer: TypeAlias = OptionalText
OptionalBy: TypeAlias = OptionalText

PLAYER_PREFIX = "player:"
"""Prefix of `by` for players."""
SERVICE: By = "service"
"""The service as `by`, for results of matches."""

How: TypeAlias = Literal["match", "reported", "entered", "assigned", "file"]
"""Recorded by the match; confirmed by the players; entered by an organizer; without a game; from a file."""

Effect: TypeAlias = Literal["stand", "pair", "points"]
"""What a correction does: pairings stand; the next round is paired anew; or it counts as points alone."""

Requested: TypeAlias = Literal["zero_bye", "half_bye", "full_bye"]
"""The byes that can be asked for: without points, or with what was announced for half and full ones."""

Warned: TypeAlias = Literal["results_missing", "choices_missing", "rounds_unplayed", "scores_contradict"]
"""The warnings that a reason overrules; players overrule one too where they report scores."""


StaffRole: TypeAlias = Literal["organizer", "judge", "scorekeeper"]
"""Organizers run the tournament, judges rule in it, scorekeepers enter results."""

TurnOrCharacter: TypeAlias = Literal["turn", "character"]
"""What the first to choose of two takes: the first turn, or to be the first to choose a character."""


class TournamentFact(Event, frozen=True, tag=lambda name: f"tournament.{name}"):
    """Something that happened in a tournament."""


class Seating(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A table: its number, and its players in the order of the seats; the first has the first turn.

    `characters` are those from the pool of the round, seat by seat, once they are drawn. If players choose
    theirs, `choosing` has all players of the table, in the order of choosing.
    """

    number: int
    seats: tuple[Player, ...]
    characters: tuple[str, ...] = ()
    choosing: tuple[Player, ...] = ()


class Bye(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A player without a table in a round, the kind of the bye, and whether the player `asked` for it.

    Older facts do not say who asked: there the digest of the pairing covers it.
    """

    player: Player
    kind: Unplayed
    asked: bool = False


# -- who is there ------------------------------------------------------------------------------------


class TournamentOpened(TournamentFact, frozen=True):
    """A tournament was opened, under a `title`, with its announcement pinned.

    `version` is that of the rules of tournaments, `game_version` that of the game's; `cards` is the digest
    of its card set. `tiebreakers` are ordered. A round takes `minutes`, 0 without a clock. With `online`
    tables are played as matches of this service, which open when their round starts, each seat with its
    `clock`, if there is one. `seed`, which `commitment` is the SHA-256 of, does not leave the service
    before the end. `zone` is the IANA name of the time zone of the event, absent for UTC. `founder` is the
    id of the API token that opened it, which runs it; older tournaments hold its name alone.
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


class PlayerRegistered(TournamentFact, frozen=True):
    """A player, or a team of `members`, was registered; its `nonce` is stirred into its lots.

    `need` is a need at the table, such as a fixed one. `rating`, with its source, is the number for
    seeding. `token` is the SHA-256 of a guest's token: it leaves the service only in the organizers' bundle
    of a tournament that is over.
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


class PlayerDropped(TournamentFact, frozen=True):
    """A player plays no further rounds."""

    player: Player
    by: By
    at: Instant
    why: OptionalText = ""


class PlayerReturned(TournamentFact, frozen=True):
    """A player who had dropped out plays again, from the next round that is paired."""

    player: Player
    by: By
    at: Instant
    why: OptionalText = ""


class PlayerDisqualified(TournamentFact, frozen=True):
    """A player was put out for good; results stay as they are."""

    player: Player
    by: By
    at: Instant
    why: str
    case: OptionalText = ""


class PlayerRenamed(TournamentFact, frozen=True):
    """A player or a member of a team has another name, which the identity store alone holds."""

    player: Player
    by: By
    at: Instant


class RegistrationWithdrawn(TournamentFact, frozen=True):
    """A player is registered no more; no round was paired before."""

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
    """Two registrations were those of one person: `player` is `into` from the first round on."""

    player: Player
    into: Player
    by: By
    at: Instant
    why: OptionalText = ""


class PlayersSeparated(TournamentFact, frozen=True):
    """A merged `player` is a player of its own again."""

    player: Player
    by: By
    at: Instant


class LinkIssued(TournamentFact, frozen=True):
    """A guest has a new personal link, and the old one ends; `token` is the SHA-256 of its key."""

    player: Player
    token: OptionalText
    by: By
    at: Instant


class RegistrationOpened(TournamentFact, frozen=True):
    """From now on players may register themselves, before the first round is paired.

    `limit` is how many may play then, 0 for any number. `until` is when it ends, if that was said.
    """

    by: By
    at: Instant
    limit: int = 0
    until: Instant = 0


class RegistrationClosed(TournamentFact, frozen=True):
    """From now on only organizers register players."""

    by: By
    at: Instant


class CheckInOpened(TournamentFact, frozen=True):
    """Check-in before a round was opened: a player without one is not paired from that round on.

    Opened again for the same round it goes on with the players that are checked in.
    """

    stage: int
    round: int
    by: By
    at: Instant


class CheckInClosed(TournamentFact, frozen=True):
    """Check-in was closed: organizers alone check players in, and players they register are present."""

    by: By
    at: Instant


class CheckInCancelled(TournamentFact, frozen=True):
    """Check-in was cancelled: every player who has not dropped out is paired again."""

    by: By
    at: Instant


class PlayerCheckedIn(TournamentFact, frozen=True):
    """A player is present. The kiosk at the entrance writes `door` as `by`."""

    player: Player
    by: By
    at: Instant


class CheckInWithdrawn(TournamentFact, frozen=True):
    """A player is not present after all."""

    player: Player
    by: By
    at: Instant


class ByeAsked(TournamentFact, frozen=True):
    """A player is to have a bye in a round; `kind` is how it counts, and the last one asked for holds."""

    stage: int
    round: int
    player: Player
    kind: Requested
    by: By
    at: Instant


class ByeWithdrawn(TournamentFact, frozen=True):
    """A player is not to have the bye in a round that was asked for."""

    stage: int
    round: int
    player: Player
    by: By
    at: Instant


# -- rounds ------------------------------------------------------------------------------------------


class RoundPaired(TournamentFact, frozen=True):
    """The pairing of a round, its engine and the digest of its input, and its costs by criterion.

    A new pairing replaces the last one, and gives the reason as `why`. `walkovers` are the players who
    advanced without a game, in each step of a bracket in which no two players could meet. Older facts have
    null.
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
    """Tables of a round were changed by hand: `tables` as they are now, `removed` those that are gone.

    `byes` are all byes thereafter. The change is public if the round is `published`.
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
    """The pairing of a round became public, with all changes made until now."""

    stage: int
    round: int
    by: By
    at: Instant
    tables: tuple[Seating, ...] = ()
    byes: tuple[Bye, ...] = ()


class TurnOrCharacterChosen(TournamentFact, frozen=True):
    """The first chooser at a table of two took the turn or the character; the other player has the other."""

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
    """Lots chose for all late players when the round was to start: their `tables`, as they are now."""

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


class RoundScheduled(TournamentFact, frozen=True):
    """A round is to start at a time; without `starts` the time that was said holds no more."""

    stage: int
    round: int
    starts: Instant
    by: By
    at: Instant


class RoundStarted(TournamentFact, frozen=True):
    """The clock of a round runs, until `ends`; 0 without a clock."""

    stage: int
    round: int
    by: By
    at: Instant
    ends: Instant = 0


class TimeGranted(TournamentFact, frozen=True):
    """A table has so many more minutes than the others."""

    stage: int
    round: int
    table: int
    minutes: int
    by: By
    at: Instant
    why: str


class PairingTakenBack(TournamentFact, frozen=True):
    """An organizer took back the unpublished pairing of the last round: it is to be paired."""

    stage: int
    round: int
    by: By
    at: Instant
    why: str


class StartTakenBack(TournamentFact, frozen=True):
    """An organizer took the start of a round back: it is published, and has no clock."""

    stage: int
    round: int
    by: By
    at: Instant
    why: str


class ClockPaused(TournamentFact, frozen=True):
    """The clock of a round stands still for all its tables."""

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
    """An organizer set the clock of a round for all its tables: it runs, or would run, until `ends`."""

    stage: int
    round: int
    ends: Instant
    by: By
    at: Instant
    why: str


class RoundReopened(TournamentFact, frozen=True):
    """A closed round takes results again."""

    stage: int
    round: int
    by: By
    at: Instant
    why: str


class RoundClosed(TournamentFact, frozen=True):
    """A round is over: from now on its results are corrected, not recorded."""

    stage: int
    round: int
    by: By
    at: Instant


class WarningOverruled(TournamentFact, frozen=True):
    """A warning was overruled: its kind, and its tables.

    `rounds_unplayed` is about the announced `rounds` of a stage, and has no `round` of its own. Without
    `rounds` the stage was left before it was decided.
    """

    stage: int
    round: int
    warning: Warned
    tables: tuple[int, ...]
    by: By
    at: Instant
    why: str
    rounds: tuple[int, ...] = ()


# -- results -----------------------------------------------------------------------------------------


class ResultReported(TournamentFact, frozen=True):
    """A player of a table reported its result; it counts once another player reports the same."""

    stage: int
    round: int
    table: int
    result: Result
    by: By
    at: Instant


class ResultRecorded(TournamentFact, frozen=True):
    """A table has its result. From a match, it names that match, its last fact and the head there.

    A reported result has its first reporter as `by`, and the player who agreed as `confirmed`.
    """

    stage: int
    round: int
    table: int
    result: Result
    how: How
    by: By
    at: Instant
    match: OptionalText = ""
    seq: int = 0
    head: OptionalText = ""
    confirmed: OptionalBy = ""
    why: OptionalText = ""


class ResultCorrected(TournamentFact, frozen=True):
    """The result of a table was corrected: the new result, the reason, and the effect.

    Without `was` it had none when its round was closed; without `now` it has none again. `case` is the case
    of the ruling; a result of a match names its fact and the head there.
    """

    stage: int
    round: int
    table: int
    was: Result | None
    now: Result | None
    how: How
    by: By
    at: Instant
    why: str
    effect: Effect = "stand"
    case: OptionalText = ""
    match: OptionalText = ""
    seq: int = 0
    head: OptionalText = ""


class PenaltyGiven(TournamentFact, frozen=True):
    """A judge gave a player a penalty, which takes so many units of `points`, by the numbers of the rules."""

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
    """A penalty was taken back, and takes no points any more: `penalty` is the fact that gave it."""

    player: Player
    penalty: int
    by: By
    at: Instant
    why: str


# -- stages ------------------------------------------------------------------------------------------


class StageCut(TournamentFact, frozen=True):
    """A stage is over, and these players go on to the next one, the best first.

    A cut made anew, before any later match was played, replaces the last cut, drops the rounds paired from
    it, and gives the reason as `why`.
    """

    stage: int
    through: tuple[Player, ...]
    by: By
    at: Instant
    why: OptionalText = ""


class CutTakenBack(TournamentFact, frozen=True):
    """An organizer took the last cut back: its stage goes on, and what was paired after it is dropped."""

    stage: int
    by: By
    at: Instant
    why: str


class WinnerNamed(TournamentFact, frozen=True):
    """An organizer decided the first place of a stage that no player won; without `player` it stays open."""

    stage: int
    player: OptionalPlayer
    by: By
    at: Instant
    why: str


class TournamentEnded(TournamentFact, frozen=True):
    """The tournament is over.

    `seed` is absent since `SeedRevealed` reveals it; older tournaments revealed it here.
    """

    seed: OptionalText
    by: By
    at: Instant


class EndTakenBack(TournamentFact, frozen=True):
    """An organizer took the end back before the seed was revealed: the tournament goes on."""

    by: By
    at: Instant
    why: OptionalText = ""


class SeedRevealed(TournamentFact, frozen=True):
    """The service revealed the seed of the lots: the end can no longer be taken back."""

    seed: OptionalText
    at: Instant


class TournamentImported(TournamentFact, frozen=True):
    """The tournament was imported, with all facts before this one: here it is a record.

    `by` is the importer, by an opaque name. `house` is the signing name of the service that it came from,
    and `key` the public key that signed it there, as `name+id+key`.
    """

    by: str
    at: Instant
    house: str
    key: str


class ReportImported(TournamentFact, frozen=True):
    """Players, rounds and results before this fact come from a report file, and the tournament goes on here.

    `digest` is the SHA-256 of the file, `program` the pairing program that it names. `first_turn` is the turn
    of odd pairing numbers before their first game, 0 or 1, if the file has it.
    """

    form: Literal["trf"]
    digest: str
    by: By
    at: Instant
    program: OptionalText = ""
    first_turn: Literal[0, 1] | None = None


class StaffInvited(TournamentFact, frozen=True):
    """An organizer invited a member of the staff by a link, which is good until `expires` and for one person.

    `link` is the SHA-256 of the secret in it.
    """

    role: StaffRole
    link: OptionalText
    expires: Instant
    by: By
    at: Instant


class InvitationWithdrawn(TournamentFact, frozen=True):
    """An organizer withdrew an open invitation: `invitation` is the fact that made it."""

    invitation: int
    by: By
    at: Instant


class StaffJoined(TournamentFact, frozen=True):
    """A person accepted an invitation, the fact `invitation`, and acts with the API token of that id.

    `member` is the person, by an opaque id; `by` holds the name of the token, as facts of the member do.
    """

    invitation: int
    member: str
    api_token: str
    by: By
    at: Instant


class StaffRemoved(TournamentFact, frozen=True):
    """An organizer removed a member of the staff, who joined by the fact `joined`; the API token ended."""

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
"""Every fact of a tournament, by its permanent name; the log of a match holds none of them."""
