"""A viewer's view of a match."""

from __future__ import annotations

from typing import Generic, Literal

from msgspec import Struct
from msgspec.structs import replace

from .. import decider
from ..clocks import Clock, Clocks
from ..model import CHANCE, Asked, Fact, Viewer
from ..published import UNREAD, OptionalText
from ..recording.named_cards import show_cards
from ..rules import Rules
from ..script import B, K
from .facts import (
    Appealed,
    DisputeAnswered,
    DisputeOpened,
    MatchEnded,
    MatchOpened,
    PositionCorrected,
    PositionNoted,
    Rewound,
    SeatClaimed,
    TableFact,
)
from .match import Match, open_question
from .origins import Import
from .recordings.facts import DrawNoted, Entered, Named, Objected, ScribeChanged
from .reveals import Reveal

Status = Literal["open", "playing", "paused", "over"]
"""Seats are free or reveal their nonces; the game is on; the match is paused; the match has ended."""


class Scene(Struct, Generic[B], frozen=True):
    """The view of a match at one `seq`, for one viewer.

    A fork names its `origin`, the match that it continues, and the fact `origin_seq` of it; `imported` is
    the origin of an imported match. `clock` is the time control, `clocks` the time left. `reveal` is the
    reveal of nonces under way, or the wait for the beacon.
    """

    game: str
    seq: int
    ply: int
    status: Status
    viewer: str
    players: tuple[str | None, ...]
    question: Asked | None
    board: B
    ended: MatchEnded | None
    study: bool = False
    origin: OptionalText = ""
    origin_seq: int = 0
    imported: Import | None = None
    clock: Clock | None = None
    clocks: Clocks | None = None
    reveal: Reveal | None = None


def redact_fact(rules: Rules[B, K], fact: Fact, viewer: Viewer) -> Fact:
    """Returns *fact* as *viewer* may see it; no viewer sees seeds, tokens and deals of recordings.

    The position of a study or a new line contains all hands and decks, so only viewers of all secrets see it.
    Statements in a case may reveal hands, so only the table and the organizers see them. Rulings are public.
    The seat that noted a draw reads the card, and nobody else.
    """
    event = fact.event
    if not isinstance(event, TableFact):
        return decider.redact_fact(rules, fact, viewer)
    everything = CHANCE in viewer.shares
    if isinstance(event, MatchOpened):
        event = replace(event, seed="", claims=())
    elif isinstance(event, SeatClaimed):
        event = replace(event, token="")
    elif isinstance(event, Rewound):
        event = replace(event, seed="")
    elif isinstance(event, ScribeChanged):
        event = replace(event, token="")
    elif isinstance(event, Entered | Named):
        event = replace(event, dealt=())
    elif isinstance(event, DrawNoted) and viewer.name != f"seat-{event.seat}":
        event = replace(event, card=UNREAD)
    elif isinstance(event, DisputeOpened) and not viewer.reads_cases:
        event = replace(event, claim=UNREAD)
    elif isinstance(event, DisputeAnswered | Appealed | Objected) and not viewer.reads_cases:
        event = replace(event, text=UNREAD)
    elif isinstance(event, PositionNoted) and not viewer.reads_cases:
        event = replace(event, position=UNREAD)
    if isinstance(event, MatchOpened | Rewound) and event.position and not everything:
        event = replace(event, position=UNREAD, told=())
    elif isinstance(event, PositionCorrected) and not everything:
        event = replace(event, position=UNREAD)
    return fact if event is fact.event else replace(fact, event=event)


def match_status(match: Match[B]) -> Status:
    """Returns the status of *match*."""
    if match.ended is not None:
        return "over"
    if match.is_paused:
        return "paused"
    return "playing" if match.is_started else "open"


def make_scene(rules: Rules[B, K], match: Match[B], viewer: Viewer) -> Scene[B]:
    """Returns the view of *match* for *viewer*, after the end of a recording with its named cards."""
    question, board = open_question(rules, match), rules.redact_board(match.position.board, viewer)
    record = match.record
    if record is not None and (match.ended is not None or record.film.is_over):
        board = show_cards(board, match.position.board, record.line.named_cards(match.seq))
    return Scene(
        match.settings.game,
        match.seq,
        match.ply,
        match_status(match),
        viewer.name,
        match.player_ids,
        None if question is None else decider.redact_question(question, viewer),
        board,
        match.ended,
        match.is_study,
        match.settings.origin,
        match.settings.origin_seq,
        match.imported,
        match.settings.clock,
        match.clocks,
        Reveal(match.reveals.due, match.reveals.outstanding, match.reveals.round)
        if match.is_revealing
        else None,
    )
