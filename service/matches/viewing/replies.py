"""Replies about a match, with its present view, a past one, and the outcome of a command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from flask import Response
from msgspec.structs import asdict

from domain import table
from domain.model import SPECTATOR, Asked, Fact, Viewer
from domain.published import encode
from domain.table import Scene
from projections.match_views import LoadedMatch, final_result
from replays.proof.receipts import Receipt
from replays.text.languages import ENGLISH

from ...http.responses import conditional_response
from ...identity.players import NamedPlayer, PlayerDirectory
from ...shared.registry import Registry
from ..repository import CommandResult
from ..results import MatchResult, Results, Side, publish_result
from .access import Access
from .visibility import Window

PRESENT = "private, no-cache"
"""Cache control of a present view, which clients must revalidate."""


class Match(Scene[Any], frozen=True, kw_only=True):
    """The present view of a match: its id, its players by seat, and after the end its sides and result."""

    id: str
    players: tuple[NamedPlayer | None, ...]  # type: ignore[assignment]  # with names, where a scene has ids
    sides: tuple[Side, ...] | None
    result: MatchResult | None


class Reply(msgspec.Struct, frozen=True):
    """The facts of a command, as its author may see them, with the `position` of the last one.

    To a viewer with a delay, `seq` is the last visible fact, and the receipt is null.
    """

    seq: int
    ply: int
    position: int
    receipt: Receipt | None
    facts: list[Fact]
    question: Asked | None
    scene: Match


class SeatReply(Reply, frozen=True, kw_only=True):
    """The facts of a claim, with the token that plays the seat."""

    seat: int
    token: str


def command_reply_fields(
    within: Registry, match: str, command_result: CommandResult, viewer: Viewer
) -> dict[str, Any]:
    """Returns the fields of a `Reply` to *viewer*; a delay hides new facts."""
    window = within[Access].window(match, viewer)
    late = window.last is not None and window.last < command_result.facts[-1].seq
    rules, match_state = window.load() if late else command_result.loaded
    results, result = within[Results], None
    if match_state.ended:
        match_result = None if late else final_result(command_result.loaded, command_result.facts)
        result = match_result or results.load_result(match, match_state.seq)
    scene = with_player_names(within, match, table.make_scene(rules, match_state, viewer), result)
    facts = [table.redact_fact(rules, fact, viewer) for fact in window.visible_facts(command_result.facts)]
    return {
        "seq": match_state.seq if late else command_result.facts[-1].seq,
        "ply": match_state.ply,
        "position": command_result.position,
        "receipt": None if late else command_result.receipt,
        "facts": facts,
        "question": scene.question,
        "scene": scene,
    }


def with_player_names(
    within: Registry, match: str, scene: Scene[Any], result: table.MatchResult | None = None
) -> Match:
    """Returns *scene* of *match* with player names, and with its *result* if given."""
    fields = asdict(scene) | {"players": within[PlayerDirectory].seat_players(scene.players).players}
    if result is None:
        return Match(**fields, id=match, sides=None, result=None)
    sides = within[Results].name_sides(result)
    return Match(**fields, id=match, sides=sides, result=publish_result(result))


def current_response(make: Callable[[], bytes], seq: int, language: str = ENGLISH, tag: str = "") -> Response:
    """Returns the present view of a match with an ETag, or 304 for the same one.

    *tag* distinguishes names in the view. The body is made only if it is sent.
    """
    return conditional_response(make, seq, PRESENT, language, tag)


def immutable_response(
    window: Window, seq: int, tell: Callable[[LoadedMatch], object], language: str = ENGLISH
) -> Response:
    """Returns the output of *tell* for a match after fact *seq*, for caches without limit.

    Cards of a recording can get names later. Raises `replay.UnknownMoment`.
    """
    window.require_visible(seq)
    whose = "public" if window.viewer == SPECTATOR else "private"
    caching, tag = f"{whose}, max-age=31536000, immutable", ""
    if window.repository.load_settings(window.match).source == "table":
        caching, tag = f"{whose}, no-cache", str(len(window.load_replay()))
    return conditional_response(lambda: encode(tell(window.load_at(seq))), seq, caching, language, tag)
