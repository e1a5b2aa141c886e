"""Forks of matches, and views without hidden cards."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from domain.messages import Message
from domain.model import CHANCE, SPECTATOR, Seat, Viewer
from domain.snapshot import take_snapshot
from replays.analysis.deals import Deals
from replays.analysis.decision_points import nearest_point

from ...catalog.cardsets import CardSetRegistry
from ...http.middleware.idempotency import IdempotentRequest
from ...shared.errors import Forbidden, UnknownMatch
from ...shared.registry import Registry
from ..model import CreatedMatch, is_open_study
from ..owners import NOBODY, Payer
from ..repository import MatchRepository
from ..service import MatchService
from . import seeds

EVERYTHING = "everything"
"""Name of a viewer who sees all cards of a match that is over."""


class Fork(NamedTuple):
    """New study, the fact of its origin that it continues, and the hash of that fact.

    `dealt_at_random` marks that of a recorded match.
    """

    opened: CreatedMatch
    seq: int
    head: str
    dealt_at_random: bool


def fork_match(
    services: Registry,
    match: str,
    seq: int,
    bots: Mapping[Seat, str] = {},
    *,
    payer: Payer = NOBODY,
    request: IdempotentRequest | None = None,
) -> Fork:
    """Opens a study from fact *seq* of *match*, or within an effect from its next question.

    It has the settings of the match and its own *bots*, and *payer* pays for them. That of a recorded match
    has a random deal. Raises `UnknownMatch`, `NoSuchMoment` and `WrongMoment`.
    """
    repository = services[MatchRepository]
    replay = repository.load_replay(match)
    match_state = nearest_point(replay, seq).match
    is_recorded = match_state.record is not None
    if is_recorded:
        match_state = Deals(replay.rules, match_state).draw(Random(seeds.server_seed()))
    pins = match_state.settings
    head = repository.load_hashes(match, replay)[match_state.seq - 1]
    position, effect_answers = take_snapshot(
        repository.find_game(pins.game).write_position, match_state.position
    )
    pins = replace(
        pins,
        position=position,
        told=effect_answers,
        origin=match,
        origin_seq=match_state.seq,
        origin_head=head,
        event="",
        delay=None,
        bots=(),
        open_seats=(),
        clock=None,
    )
    card_set = services[CardSetRegistry].find_pinned(pins.game, pins.cards)
    opened = services[MatchService].create_match(pins, card_set, bots, payer=payer, request=request)
    return Fork(opened, match_state.seq, head, is_recorded)


def open_viewer(repository: MatchRepository, match: str) -> Viewer:
    """Returns a viewer of all hands and decks of *match* after its end.

    Statements of its cases stay hidden. Raises `UnknownMatch` and `Forbidden`.
    """
    check_open(repository, match, SPECTATOR)
    seats = repository.load_settings(match).seats
    return Viewer(EVERYTHING, frozenset((CHANCE, *range(seats))), may_read_cases=False)


def check_over(repository: MatchRepository, match: str, viewer: Viewer) -> None:
    """Raises `Forbidden` unless bots or people may play on from facts of *match*.

    A real table has to be over: random deals then take the place of its cards. Other matches have to be open.
    """
    match_state = repository.load_match(match).match
    if not match_state.is_on_table or match_state.ended is None:
        check_open(repository, match, viewer)


def check_open(repository: MatchRepository, match: str, viewer: Viewer) -> None:
    """Raises `Forbidden` if something of *match* is hidden from *viewer*, as always at a real table."""
    if repository.load_settings(match).source == "table":
        raise Forbidden(Message("Nobody has seen all hands and decks of this table."))
    if sentence := closed_reason(repository, match, viewer):
        raise Forbidden(
            Message(
                "{why}: the answer would show hidden hands and decks. Only a judge may know them.",
                why=sentence,
            )
        )


def closed_reason(
    repository: MatchRepository, match: str, viewer: Viewer, *, is_origin: bool = False
) -> Message | None:
    """Returns the reason why something of *match* is hidden from *viewer*, or `None`.

    A judge sees all, and after its end all viewers do, because its seed is public then. A fork shows cards of
    its origin, so the origin must be over too or a study of one player; in place of those of a real table it
    has a random deal.
    """
    match_state = repository.load_match(match).match
    if match_state.is_on_table:
        return Message("Nobody has seen all hands and decks of match {match}", match=match)
    if CHANCE in viewer.shares:
        return None
    if match_state.ended is None and not (is_origin and is_open_study(match_state)):
        return Message("Match {match} is not over", match=match)
    if not match_state.settings.origin:
        return None
    try:
        origin = repository.load_match(match_state.settings.origin).match
        if origin.is_on_table and origin.ended is not None:
            return None
        return closed_reason(repository, match_state.settings.origin, viewer, is_origin=True)
    except UnknownMatch:
        return Message(
            "Match {match}, from which this one goes on, is not here and may not be over",
            match=match_state.settings.origin,
        )
