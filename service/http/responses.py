"""Replies: bytes that msgspec wrote, with the headers that keep each viewer's view for that viewer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from flask import Response, current_app
from msgspec.structs import asdict

from domain import table
from domain.published import encode
from domain.table import Scene
from domain.words import Asked, Fact, Viewer
from projections.boards import LoadedMatch, final_result
from replays.languages import ENGLISH
from replays.proof.receipts import Receipt

from ..bootstrap import Services
from ..identity.players import NamedPlayer
from ..matches.repository import SPECTATOR, CommandResult
from ..matches.results import MatchResult, Side, publish_result
from ..matches.visibility import Window
from .conditional import kept_form
from .json_bodies import JSON

PRESENT = "private, no-cache"
"""How a present view may be kept: it is asked for again."""


class Match(Scene[Any], frozen=True, kw_only=True):
    """The present view of a match: its id, its players by seat, and after the end its sides and result."""

    id: str
    players: tuple[NamedPlayer | None, ...]  # type: ignore[assignment]  # named, where a scene has their ids
    sides: tuple[Side, ...] | None
    result: MatchResult | None


class Reply(msgspec.Struct, frozen=True):
    """The facts that follow from a command, as its author may see them; `position` is that of the last.

    If the author sees the match with a delay, `seq` is the last visible fact, and there is no receipt yet.
    """

    seq: int
    ply: int
    position: int
    receipt: Receipt | None
    facts: list[Fact]
    question: Asked | None
    scene: Match


class SeatReply(Reply, frozen=True, kw_only=True):
    """The facts that follow from taking a seat, and the token that plays it."""

    seat: int
    token: str


def services() -> Services:
    """Returns the services of this application."""
    found = current_app.extensions["services"]
    assert isinstance(found, Services)
    return found


def told(within: Services, match: str, what: CommandResult, viewer: Viewer) -> dict[str, Any]:
    """Returns what a `Reply` says of a command in *match* to *viewer*; a delay holds back what is new."""
    window = within.access.window(match, viewer)
    late = window.last is not None and window.last < what.facts[-1].seq
    rules, played = window.current() if late else what.seen
    results, result = within.match_results, None
    if played.ended:
        ended = None if late else final_result(what.seen, what.facts)
        result = ended or results.of(match, played.seq)
    scene = named(within, match, table.scene(rules, played, viewer), result)
    facts = [table.shown(rules, fact, viewer) for fact in window.told(what.facts)]
    return {
        "seq": played.seq if late else what.facts[-1].seq,
        "ply": played.ply,
        "position": what.position,
        "receipt": None if late else what.receipt,
        "facts": facts,
        "question": scene.question,
        "scene": scene,
    }


def named(within: Services, match: str, scene: Scene[Any], result: table.MatchResult | None = None) -> Match:
    """Returns *scene* of *match* with its players by name, and its result, if it has ended."""
    fields = asdict(scene) | {"players": within.players.seat(scene.players).players}
    if result is None:
        return Match(**fields, id=match, sides=None, result=None)
    sides = within.match_results.sides(result)
    return Match(**fields, id=match, sides=sides, result=publish_result(result))


def written(what: object, seq: int) -> Response:
    """Returns the reply to a command: for its author alone, with the new ETag of the match."""
    reply = Response(encode(what), 201, content_type=JSON)
    reply.headers.extend({"ETag": f'"{seq}"', "Cache-Control": "no-store", "Vary": "Accept-Encoding"})
    return reply


def seen(make: Callable[[], bytes], seq: int, language: str = ENGLISH, tag: str = "") -> Response:
    """Returns the present view of a match: to be asked for again, and 304 when it is the same.

    It is another one when the names in it are, which *tag* tells apart. Only what is sent is made.
    """
    return _conditional(make, seq, PRESENT, language, tag)


def past(
    window: Window, seq: int, tell: Callable[[LoadedMatch], object], language: str = ENGLISH
) -> Response:
    """Returns what *tell* makes of a match as it stood after fact *seq*, which will never be another.

    Raises `film.NoSuchMoment`.
    """
    window.check(seq)
    whose = "public" if window.viewer == SPECTATOR else "private"
    caching = f"{whose}, max-age=31536000, immutable"
    return _conditional(lambda: encode(tell(window.at(seq))), seq, caching, language)


def _conditional(make: Callable[[], bytes], seq: int, caching: str, language: str, tag: str = "") -> Response:
    version = "".join((f"-{language}" if language != ENGLISH else "", f"-{tag}" if tag else ""))
    etag = f"{seq}{version}"
    kept = kept_form(etag)
    reply = Response(None if kept else make(), 304 if kept else 200, content_type=JSON)
    reply.headers.add("ETag", f'"{kept or etag}"')
    if language != ENGLISH:
        reply.headers.add("Content-Language", language)
    reply.headers.add("Cache-Control", caching)
    reply.headers.add("Vary", "Authorization")
    return reply


def plain(what: object, content_type: str = JSON, **headers: str) -> Response:
    """Returns *what* as JSON."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(encode(what), headers=named, content_type=content_type)
