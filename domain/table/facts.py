"""The vocabulary of the table: everything that can happen around a game.

Times are stored in milliseconds since 1970. A *party* is who speaks in a case: `seat:0`, or `judge:` and a
judge's id.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from ..clocks import Clock, Clocks
from ..model import Event, Seat
from ..published import Confidential, Instant, OptionalText
from .beacon import Beacon, Hex

Party: TypeAlias = str

PLAYERS: Party = "players"
"""All who play, when they agree."""

CLOCK: Party = "clock"
"""The clock, when a flag has fallen and a judge is to decide."""


class TableFact(Event, frozen=True, tag=lambda name: f"table.{name}"):
    """Something that happened around the game."""


class Aside(TableFact, frozen=True):
    """Something that changes nothing about the game: who was about to answer may still do so."""


# -- a match begins and ends -------------------------------------------------------------------------


class Delay(Struct, frozen=True, omit_defaults=True):
    """Delay of viewers without a seat; exactly one of the units is more than 0."""

    facts: int = 0
    rounds: int = 0
    minutes: int = 0


Source: TypeAlias = Literal["service", "table"]
"""The place where a game is played."""


class MatchOpened(TableFact, frozen=True):
    """A match was opened, with its settings, card set and rules pinned.

    `cards` is the digest of the card set, `commitment` the SHA-256 of the seed, `claims` the SHA-256 of
    each seat's claim token. `seed` and `claims` never leave the service. `position` is the start of a
    study, in notation, and `told` the answers in its effect under way; both are absent in a match from the
    start. A fork names its match, the fact, and that fact's hash. `event` is the opaque name of the event
    of the match; `delay` is the delay of the public. `bots` names the bot of each seat that the service
    plays, and is empty for a player's. Any player may take one of the `open_seats`; only the table sees a
    `private` match. `shuffle` is the version of the shuffle (`domain.chance`). `clock` is the time control
    of each seat. `reveal_ms` is the time limit for revealing nonces. Deals wait for a round of the `beacon`.
    The `source` of the game's facts is this service, or a real `table`, of which the service has the cases
    alone. A `friendly` match counts for no rating.
    """

    game: str
    version: int
    options: dict[str, Any]
    seats: int
    cards: str
    commitment: str
    at: Instant
    seed: OptionalText = ""
    claims: tuple[str, ...] = ()
    position: Confidential = ""
    told: tuple[str, ...] = ()
    origin: OptionalText = ""
    origin_seq: int = 0
    origin_head: OptionalText = ""
    event: OptionalText = ""
    delay: Delay | None = None
    bots: tuple[OptionalText, ...] = ()
    open_seats: tuple[Seat, ...] = ()
    private: bool = False
    shuffle: int = 1
    clock: Clock | None = None
    reveal_ms: int = 0
    beacon: Beacon | None = None
    source: Source = "service"
    friendly: bool = False


class SeatClaimed(TableFact, frozen=True):
    """A player, called by an opaque id, took a seat and added a nonce to the shuffles.

    From version 4 of the shuffle on, the `nonce` is empty, and `nonce_hash` commits to the nonces that the
    seat reveals. `token`, a SHA-256, never leaves the service.
    """

    seat: Seat
    player: str
    nonce: OptionalText
    at: Instant
    token: OptionalText = ""
    nonce_hash: OptionalText = ""


class SeatLeft(TableFact, frozen=True):
    """A player left a seat before the deal: it is free again, and its hash and its token are void."""

    seat: Seat
    at: Instant


class NonceRevealed(TableFact, frozen=True):
    """A seat revealed its nonce for this line, the preimage of its hash or of its nonce before."""

    seat: Seat
    nonce: str
    at: Instant


class NonceMissed(TableFact, frozen=True):
    """A seat did not reveal its nonce in time: from now on its nonces are empty."""

    seat: Seat
    at: Instant


class BeaconDrawn(TableFact, frozen=True):
    """The beacon published the round of this line; its `randomness` is the SHA-256 of its `signature`."""

    round: int
    randomness: Hex
    signature: Hex
    at: Instant


class BeaconMissed(TableFact, frozen=True):
    """The service did not get the round of this line in time: the line goes without."""

    round: int
    at: Instant


class MatchEnded(TableFact, frozen=True):
    """The match is over: the winning seats (none: a draw), the score of each side, and the seed revealed.

    `earlier` are the seeds of the lines that rewinds have left, the oldest first.
    """

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    seed: OptionalText
    earlier: tuple[str, ...] = ()


# -- cases -------------------------------------------------------------------------------------------


class Evidence(Struct, frozen=True):
    """A fact that a party points to, by its number and its hash in the record."""

    seq: int
    hash: str


Outcome: TypeAlias = Literal["note", "penalty", "correction", "rewind", "result"]
"""What a ruling does besides being said."""


class DisputeOpened(Aside, frozen=True):
    """A party opened a dispute: its claim, for the eyes of the table, and the facts it points to."""

    case: int
    by: Party
    claim: Confidential
    evidence: tuple[Evidence, ...]
    at: Instant


class DisputeAnswered(Aside, frozen=True):
    """A party made a statement in a case, for the eyes of the table."""

    case: int
    by: Party
    text: Confidential
    evidence: tuple[Evidence, ...]
    at: Instant


class PositionNoted(Aside, frozen=True):
    """A party noted the `position` in dispute, for the eyes of the table.

    It is in the notation of the game, with `?` for each card that nobody has seen, and `?12` for twelve. It
    does not change the board.
    """

    case: int
    by: Party
    position: Confidential
    at: Instant


class PhotoAdded(Aside, frozen=True):
    """A party added a photo to a case: the SHA-256 and the size of the stored bytes.

    `original` is the SHA-256 of the file that the device sent. The service stores the bytes beside the log.
    Without a case (0) it is evidence of an `entry` of a recording, 0 for the whole.
    """

    case: int
    by: Party
    sha256: str
    size: int
    original: str
    at: Instant
    entry: int = 0


class PhotoRemoved(Aside, frozen=True):
    """The bytes of the photo of fact `photo` were deleted; its hash stays in the record."""

    case: int
    photo: int
    by: Party
    at: Instant


class Ruled(Aside, frozen=True):
    """A judge ruled on a case, by the numbers of the rules; `penalty` is the penalty of `seat`.

    A correction, a rewind or a result follows as facts of its own, caused by this one.
    """

    case: int
    judge: str
    outcome: Outcome
    rules: tuple[str, ...]
    text: str
    at: Instant
    seat: Seat | None = None
    penalty: OptionalText = ""


class Appealed(Aside, frozen=True):
    """A party appealed a ruling, with reasons for the eyes of the table."""

    case: int
    by: Party
    text: Confidential
    at: Instant


class CaseAssigned(Aside, frozen=True):
    """A judge got a case, or it returned to the queue without a `judge`; `by` is the assigning party."""

    case: int
    judge: OptionalText
    by: Party
    at: Instant


class JudgeLooked(Aside, frozen=True):
    """A judge saw everything there was to see at this moment, hidden cards included."""

    judge: str
    at: Instant


# -- around the game ---------------------------------------------------------------------------------


class Conceded(Aside, frozen=True):
    """A seat gave the match up, for its whole side: the other side wins."""

    seat: Seat
    at: Instant


class DrawOffered(Aside, frozen=True):
    """A seat offered a draw, or `agrees` to one; the offer stands until the next answer or refusal.

    The match is drawn once every side agrees.
    """

    seat: Seat
    at: Instant
    agrees: bool = False


class PauseAsked(Aside, frozen=True):
    """A seat asked for a pause, or `agrees` to one; the request stands until the next answer or refusal.

    The match pauses once every seat agrees.
    """

    seat: Seat
    at: Instant
    agrees: bool = False


class TakebackAsked(Aside, frozen=True):
    """A seat asked to go back to fact `to`, before an answer of its own, or `agrees` to such a request.

    The request stands until the next answer or refusal. Once every side agrees, the match goes on from
    there. Bots agree. No agreement is needed where a seat takes back its answers in an effect under way in
    which no other seat has answered.
    """

    seat: Seat
    to: int
    at: Instant
    agrees: bool = False


class StandInOffered(Aside, frozen=True):
    """A seat offered that a `bot` plays the seat of the `leaver` on, or `agrees` to it.

    The leaver is the seat itself, or one that has left. The offer stands until the next answer or refusal.
    Once all other people at the table agree, the bot plays.
    """

    seat: Seat
    leaver: Seat
    bot: str
    at: Instant
    agrees: bool = False


Offer: TypeAlias = Literal["draw", "pause", "takeback", "standin"]
"""What players can offer each other, or ask for."""


class OfferDeclined(Aside, frozen=True):
    """A seat declined an offer or a request, which ends it; `what` names its kind."""

    seat: Seat
    what: Offer
    at: Instant


class Paused(Aside, frozen=True):
    """The match was paused, `by` a judge, an organizer, or all of its `players`."""

    by: Party
    at: Instant


class Resumed(Aside, frozen=True):
    """The match goes on."""

    by: Party
    at: Instant


class FlagFell(Aside, frozen=True):
    """The time of a seat was up at the moment `at`, and it had not answered."""

    seat: Seat
    at: Instant


class ServiceAway(Aside, frozen=True):
    """The service was away from `since` until `at`: no clock has run."""

    since: Instant
    at: Instant


class RematchOpened(Aside, frozen=True):
    """A seat opened another `match` once this one was over: the players of this one may take its seats."""

    seat: Seat
    match: str
    at: Instant


class MatchImported(Aside, frozen=True):
    """The match was imported, with all facts before this one: this service has not checked them.

    `by` is the importer, by an opaque name. `house` is the signing name of the service that it came from,
    `key` the public key that signed it there, as `name+id+key`; both are absent in a transcript, which has
    no signature.
    """

    by: str
    at: Instant
    house: OptionalText = ""
    key: OptionalText = ""


# -- lines -------------------------------------------------------------------------------------------


class PositionCorrected(TableFact, frozen=True):
    """A ruling corrected the board: `position` is the new one, in the notation of the game.

    The text holds all hands and decks, so only viewers who see everything get it.
    """

    position: Confidential


class Rewound(TableFact, frozen=True):
    """The match goes on from fact `to`; all that came after stays in the record as a line that was left.

    `position` and `told` are where that is, as in `MatchOpened`. The new line has a seed of its own, which
    does not leave the service before the end, and `clocks` as they stood there. `at` is absent before
    version 4 of the shuffle.
    """

    to: int
    commitment: str
    seed: OptionalText
    position: Confidential
    told: tuple[str, ...] = ()
    clocks: Clocks | None = None
    at: Instant = 0


FACTS: tuple[type[Event], ...] = (
    MatchOpened,
    SeatClaimed,
    MatchEnded,
    DisputeOpened,
    DisputeAnswered,
    Ruled,
    Appealed,
    CaseAssigned,
    JudgeLooked,
    Conceded,
    DrawOffered,
    PauseAsked,
    Paused,
    Resumed,
    PositionCorrected,
    Rewound,
    TakebackAsked,
    RematchOpened,
    MatchImported,
    FlagFell,
    ServiceAway,
    OfferDeclined,
    StandInOffered,
    SeatLeft,
    NonceRevealed,
    NonceMissed,
    BeaconDrawn,
    BeaconMissed,
    PositionNoted,
    PhotoAdded,
    PhotoRemoved,
)
