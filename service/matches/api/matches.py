"""Endpoints to open, list and read matches."""

from __future__ import annotations

from math import inf
from typing import Any

import flask
import msgspec
from flask import Response
from msgspec import Struct

from domain.messages import Message
from domain.published import publish
from projections.lobby import Lobby
from replays.proof.receipts import Receipt
from service.matches.viewing.replies import Match

from ...evidence.keys import ImportTrust
from ...http.addresses import API
from ...http.bodies.query_parameters import to_milliseconds
from ...http.direct import DirectEndpoint, MatchReply, MatchRequest
from ...http.heavy import costly
from ...http.middleware.consistency import Freshness, NotYet
from ...http.middleware.idempotency_header import idempotent_request
from ...http.middleware.work_accounts import is_token
from ...http.middleware.work_charges import request_owner
from ...http.requests import require_token
from ...http.resource import Resource
from ...http.responses import created_response, json_response, next_link
from ...http.services import services
from ...http.tags import Tag
from ...identity.players import PlayerDirectory, Players
from ...shared.errors import Forbidden
from ...shared.registry import Registry
from ..bots.watches import mark_watched
from ..listing import MatchFilter, find_matches
from ..model import MatchSettings
from ..owners import Payer
from ..repository import MatchRepository
from ..results import Results, publish_result
from ..schemas import MatchListQuery, MomentQuery, NewMatch
from ..service import MatchService
from ..viewing.access import Access
from ..viewing.named_matches import MatchEntry, name_matches
from ..viewing.replies import PRESENT, current_response
from ..viewing.viewers import revealed_to
from ..viewing.views import current_view, wait_for_position
from ..viewing.visibility import Window

matches = Resource("matches", Tag.MATCHES)

_fields = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_players = msgspec.json.Decoder(Players).decode


class OpenedMatch(Struct, frozen=True):
    """A match just opened: the claim token of each seat, null for a bot, and the commitment to its seed.

    `scribe` is the token that records a match on a real table.
    """

    id: str
    seq: int
    position: int
    receipt: Receipt
    commitment: str
    claims: tuple[str | None, ...]
    scribe: str | None


class MatchList(Struct, frozen=True):
    """Matches, the newest first; `next` is the cursor of the next page, if there may be one."""

    items: list[MatchEntry]
    next: str | None


@matches.post("/matches", "IDEMPOTENCY_SECRET")
@costly
@matches.arguments(NewMatch, example={"game": "arena", "options": {"chapter": 1}, "seats": 2})
@matches.returns(201, OpenedMatch)
@matches.response_headers(201, "ETag", "Location")
@matches.errors(400, 401, 403, 413, 415, 422, 503)
def create_match(args: dict[str, Any]) -> Response:
    """Create a match.

    `from` opens a study that goes on from a position. `event` names the tournament or event the match
    belongs to; only its organizers may set it. With a `clock` each seat has limited time. With a `delay`
    the public sees the match late; players and judges see it live. The seats in `bots` are taken at once,
    and their claim tokens are empty. Bots alone need an API token, and play while somebody watches or with
    `run_on`. With the `source` `table` people play with printed cards, and a scribe enters what happens.
    """
    if is_token(request_owner()):
        services()[Access].api_token(require_token())  # the account of a revoked token is known for a while
    match_settings = MatchSettings(
        event=args["event"],
        delay=args["delay"],
        bots=args["bots"],
        open_seats=args["open_seats"],
        private=args["private"],
        clock=args["clock"],
        payer=Payer(request_owner(), args["run_on"]),
        source=args["source"],
    )
    if match_settings.event:
        api_token = services()[Access].api_token(require_token())
        if "organize" not in api_token.scopes or api_token.event not in ("", match_settings.event):
            raise Forbidden(Message("Only its organizers open matches in the name of an event."))
    game = services()[MatchRepository].find_game(args["game"])
    if args["position"] is not None:
        opened = services()[MatchService].open_study(
            game.NAME, args["position"], args["cards"], match_settings, request=idempotent_request()
        )
    else:
        seats = args["seats"] or game.SEATS[0]
        opened = services()[MatchService].open_match(
            game.NAME, args["options"], seats, args["cards"], match_settings, request=idempotent_request()
        )
    pins = opened.loaded.match.settings
    reply = OpenedMatch(
        opened.match,
        opened.loaded.match.seq,
        opened.position,
        opened.receipt,
        pins.commitment,
        tuple(claim or None for claim in opened.claims[: pins.seats]),
        opened.claims[-1] if pins.source == "table" else None,
    )
    response = created_response(reply, reply.seq)
    response.headers["Location"] = f"{API}/matches/{opened.match}"
    return response


@matches.get("/matches")
@matches.arguments(MatchListQuery, location="query")
@matches.returns(200, MatchList)
@matches.errors(422, 503)
def list_matches(args: dict[str, Any]) -> Response:
    """List matches.

    The newest match comes first. `player` and `winner` are a player's id, the name of an account, or a
    guest's name. `character` and `result` select matches that are over. An imported match is marked as
    such, and its players have ids of the form `id@service`.
    """
    if args["min_position"] and not wait_for_position(services(), Lobby.name, args["min_position"]):
        raise NotYet(
            Message(
                "The list of matches has not come to position {position} yet.", position=args["min_position"]
            )
        )
    match_filter = MatchFilter(
        args["game"],
        args["status"],
        args["event"],
        _player_ids(args["player"]),
        to_milliseconds(args["since"], 0),
        opened_until=to_milliseconds(args["until"], inf),
        ended_since=to_milliseconds(args["ended_since"], 0),
        ended_until=to_milliseconds(args["ended_until"], inf),
        winners=_player_ids(args["winner"]),
        character=args["character"],
        how=args["result"],
    )
    match_page = find_matches(services(), match_filter, args["cursor"], args["limit"])
    page = MatchList(name_matches(services(), match_page.matches), match_page.next)
    return json_response(page, Cache_Control="no-cache", **next_link(page.next))


@matches.get("/matches/<match>", "VIEWER", "IF_NONE_MATCH")
@matches.arguments(MomentQuery, location="query")
@matches.returns(200, Match)
@matches.returns_nothing(302, "`Location` is the URL of the view at that moment.")
@matches.response_headers(302, "Location")
@matches.errors(401, 404, 422, 503)
def get_match(args: dict[str, Any], match: str) -> Response:
    """Get a match.

    The reply shows the match to the seat whose token is sent, or else to a spectator. With `ply` or `at`
    the service redirects to an earlier view: the one after that answer and all it caused, or the one at
    that time.
    """
    within = services()
    window = within[Access].window(match, revealed_to(match))
    if args["ply"] is not None or args["at"] is not None:
        return redirect_to_moment(window, args)
    reply = show_present(within, window, args["min_position"])
    return current_response(reply.make_body, reply.seq, tag=reply.tag)


def show_direct(within: Registry, match_request: MatchRequest) -> MatchReply:
    """Returns the present view of a match for the seat of the token, or for the spectator."""
    match, token, minimum = match_request.match, match_request.token, match_request.min_position

    def read_match() -> MatchReply:
        viewer = within[Access].reveal(match, token)
        return show_present(within, within[Access].window(match, viewer), minimum)

    return within[Freshness].read(minimum, token is not None, read_match)


def show_present(within: Registry, window: Window, minimum: int) -> MatchReply:
    """Returns the present view of a match through *window*, with the fact at position *minimum*."""
    match = window.match
    mark_watched(within, match)
    seq, scene = current_view(within, window, minimum)
    fields: dict[str, msgspec.Raw] = _fields(scene)
    players = _players(fields["players"])
    seats, results = within[PlayerDirectory].seat_players(players), within[Results]

    def make_body() -> bytes:
        result = None if bytes(fields["ended"]) == b"null" else results.load_result(match, seq)
        now: dict[str, object] = {
            "id": match,
            "players": seats.players,
            "imported": within[ImportTrust].match_origin(match),
            "sides": None if result is None else results.name_sides(result),
            "result": None if result is None else publish_result(result),
        }
        return msgspec.json.encode({**fields, **publish(now)})

    return MatchReply(seq, make_body, seats.tag)


PRESENT_VIEW = DirectEndpoint(
    show_direct,
    "matches.get_match",
    200,
    (("Cache-Control", PRESENT), ("Vary", "Authorization, Cookie, X-Viewer, Accept-Encoding")),
)


def _player_ids(name: str | None) -> frozenset[str] | None:
    return None if name is None else services()[PlayerDirectory].resolve_ids(name)


def redirect_to_moment(window: Window, args: dict[str, Any]) -> Response:
    """Redirects to the view after the last fact of answer `ply`, or known `at` a time.

    Each view has one address for caches, while the last fact may change during a match. Raises
    `replay.UnknownMoment`.
    """
    replay = window.load_replay()
    if args["ply"] is not None:
        seq = replay.ply(args["ply"]).seq
    else:
        seq = replay.seq_at_time(int(args["at"].timestamp() * 1000))
    reply = flask.redirect(f"{API}/matches/{window.match}/facts/{seq}/scene")
    assert isinstance(reply, Response)
    reply.headers["Cache-Control"] = "private, no-cache"
    return reply
