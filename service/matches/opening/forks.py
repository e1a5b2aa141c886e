"""Forks: studies that go on from a moment of another match, and who may look that far into it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from domain.messages import Message
from domain.model import CHANCE, Seat, Viewer
from domain.snapshot import take_snapshot
from replays.analysis.decision_points import nearest_point

from ...catalog.cardsets import CardSetRegistry
from ...http.middleware.idempotency import IdempotentRequest
from ...shared.errors import Forbidden, UnknownMatch
from ...shared.registry import Registry
from ..model import Opened
from ..repository import SPECTATOR, MatchRepository
from ..service import MatchService

EVERYTHING = "everything"
"""What a viewer is called who sees all of a match that is over."""


class Fork(NamedTuple):
    """A study just opened, the fact of its origin that it goes on from, and that fact's hash."""

    opened: Opened
    seq: int
    head: str


def fork(
    services: Registry,
    match: str,
    seq: int,
    bots: Mapping[Seat, str] = {},
    *,
    request: IdempotentRequest | None = None,
) -> Fork:
    """Opens a study that goes on from fact *seq* of *match*; in the midst of things, from the next question.

    It is played with what the match was played with, and by the *bots* that are named here. Raises
    `UnknownMatch`, `NoSuchMoment` and `WrongMoment`.
    """
    repository = services[MatchRepository]
    replay = repository.replay(match)
    match_state = nearest_point(replay, seq).match
    pins = match_state.settings
    head = repository.hashes(match, replay)[match_state.seq - 1]
    position, told = take_snapshot(repository.game(pins.game).write_position, match_state.position)
    pins = replace(
        pins,
        position=position,
        told=told,
        origin=match,
        origin_seq=match_state.seq,
        origin_head=head,
        event="",
        delay=None,
        bots=(),
        open_seats=(),
        clock=None,
    )
    card_set = services[CardSetRegistry].pinned(pins.game, pins.cards)
    opened = services[MatchService].create(pins, card_set, bots, request=request)
    return Fork(opened, match_state.seq, head)


def everything(repository: MatchRepository, match: str) -> Viewer:
    """Returns who sees all hands and decks of *match*: everybody may, once nothing of it is hidden any more.

    What was said in its cases stays with those it was said to. Raises `UnknownMatch` and `Forbidden`.
    """
    check_open(repository, match, SPECTATOR)
    seats = repository.opened(match).seats
    return Viewer(EVERYTHING, frozenset((CHANCE, *range(seats))), may_read_cases=False)


def check_open(repository: MatchRepository, match: str, viewer: Viewer) -> None:
    """Raises `Forbidden` unless nothing of *match* is hidden from *viewer*."""
    if sentence := closed(repository, match, viewer):
        raise Forbidden(
            Message(
                "{why}: what is asked for would tell hands and decks that are hidden. Only a judge may know.",
                why=sentence,
            )
        )


def closed(repository: MatchRepository, match: str, viewer: Viewer) -> Message | None:
    """Returns why something of *match* is hidden from *viewer*, or `None` if all of it is open.

    All is open to a judge, and to everyone once a match is over, for its seed is told then; but a fork shows
    what lies hidden in its origin, so that has to be over too.
    """
    if CHANCE in viewer.shares:
        return None
    match_state = repository.get(match).match
    if match_state.ended is None:
        return Message("Match {match} is not over", match=match)
    if not match_state.settings.origin:
        return None
    try:
        return closed(repository, match_state.settings.origin, viewer)
    except UnknownMatch:
        return Message(
            "Match {match}, from which this one goes on, is not here and may not be over",
            match=match_state.settings.origin,
        )
