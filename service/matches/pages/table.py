"""Data of the table around a match, with its seats, agreements and end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Response, abort, request, url_for
from msgspec import Struct

from domain import table
from domain.messages import Message
from domain.model import Seat
from domain.published import to_text
from domain.rules import Rules
from domain.table import Match

from ...catalog.playable_games import find_playable
from ...http.bodies.struct_bodies import read_script_body, script_response
from ...http.middleware.work_charges import request_owner
from ...http.pages import Pages
from ...http.requests import optional_token, require_token
from ...http.services import services
from ...identity import browser
from ...shared.digests import NonceHash
from ...shared.errors import Forbidden
from ...site.layout import bot_levels
from ..opening.rematches import Rematches
from ..owners import Payer
from ..repository import MatchRepository, require_seat, seat_of
from ..reveals import Reveals
from ..takebacks import Takebacks
from ..viewing.access import Access
from ..viewing.seat_names import accounts_of, names_of
from ..viewing.studies import is_solo, plays_every_seat, take_back

table_pages = Pages("table", __name__)


class Stirring(Struct, frozen=True, forbid_unknown_fields=True):
    """Hash of a nonce of a browser for the shuffles of the next match."""

    nonce_hash: NonceHash = ""


@table_pages.get("/m/<match>/table")
def show(match: str) -> Response:
    """Returns the seats, the agreements and the possible actions of this browser."""
    token = optional_token()
    viewer = services()[Access].viewer_for(match, token)
    window = services()[Access].window(match, viewer)
    rules, match_state = window.load()
    seat = seat_of(match_state, token) if token else None
    question = table.open_question(rules, match_state)
    asked_seat = None if question is None else question.seat
    offers = match_state.offers
    return script_response(
        {
            "seq": match_state.seq,
            "status": table.match_status(match_state),
            # With a delay no clock runs, because its time would reveal later facts.
            "now": to_text(services()[MatchRepository].clock()) if window.last is None else None,
            "seat": seat,
            "asked": asked_seat,
            "seats": [*_seat_data(match, rules, match_state)],
            "reveals": awaited_nonces(match, match_state),
            "cases": [
                {"number": case.number, "by": case.by, "status": case.status} for case in match_state.cases
            ],
            "pausedBy": offers.paused.by if offers.paused else "",
            "pauses": offers.pauses,
            "draws": offers.draws,
            "takebacks": offers.takebacks,
            "standIns": offers.stand_ins,
            "standIn": _stand_in(match_state),
            "leavers": [] if seat is None else table.replaceable_seats(rules, match_state, seat),
            "declined": offers.declined,
            "answers": match_state.ply,
            "rematch": match_state.rematch,
            "undo": _undo_target(match, match_state),
            "may": [] if seat is None else [*_allowed_actions(match, rules, match_state, seat, asked_seat)],
        }
    )


@table_pages.post("/m/<match>/rematch")
def rematch(match: str) -> Response:
    """Seats this browser in the rematch, and opens it if needed."""
    stirring = read_script_body(Stirring) if request.get_data() else Stirring()
    next_one = services()[Rematches].join_rematch(
        match, require_token(), stirring.nonce_hash, Payer(request_owner())
    )
    seat, of_next = next_one.seat, services()[MatchRepository].load_match(next_one.match).match
    of_account = browser.is_signed_in(of_next.player_ids[seat])
    browser.remember_seat(next_one.match, seat, next_one.claimed_seat.token, of_account=of_account)
    return script_response({"address": url_for("web.match", match=next_one.match)})


@table_pages.post("/m/<match>/undo")
def undo(match: str) -> Response:
    """Takes back the last answer of a study or exercise for all of its seats, which this browser plays."""
    match_state = services()[MatchRepository].load_match(match).match
    if not (match_state.settings.position and plays_every_seat(match, match_state)):
        raise Forbidden(Message("Only who plays every seat of a study undoes an answer alone."))
    request_undo = services()[Takebacks].find_undo(match) or abort(409)
    take_back(match, request_undo.seat, request_undo.to)
    return script_response({})


@table_pages.post("/m/<match>/leave")
def leave(match: str) -> Response:
    """Frees the seat of this browser before the deal."""
    token = require_token()
    seat = require_seat(services()[MatchRepository].load_match(match).match, token)
    services()[Reveals].leave_seat(match, seat, token)
    browser.forget_seat(match, seat)
    return script_response({"address": url_for("web.lobby")})


def _undo_target(match: str, match_state: Match[Any]) -> int:
    """Returns the fact before the last answer of a running study that this browser plays alone, or 0."""
    if table.match_status(match_state) != "playing" or not is_solo(match, match_state):
        return 0
    last_answer = services()[Takebacks].find_undo(match)
    return last_answer.to if last_answer else 0


def awaited_nonces(match: str, match_state: Match[Any]) -> list[dict[str, Any]]:
    """Returns the seats of this browser whose nonces *match* waits for, with their published values.

    `hash` is that of the claim, and `published` the SHA-256 of the next nonce.
    """
    own_seats, reveals = browser.seats_of(match), match_state.reveals
    return [
        {"seat": seat, "hash": claim.nonce_hash, "published": reveals.links[seat]}
        for seat in reveals.outstanding
        if seat in own_seats and (claim := match_state.players[seat])
    ]


def _seat_data(match: str, rules: Rules[Any, Any], match_state: Match[Any]) -> Iterator[dict[str, Any]]:
    claims = dict(browser.claims_of(match))
    own_seats = browser.seats_of(match)
    retired = rules.retired_seats(match_state.position.board)
    game = find_playable(match_state.settings.game)
    players = zip(match_state.player_ids, names_of(match_state), accounts_of(match_state), strict=True)
    for seat, (id, player, account) in enumerate(players):
        fields: dict[str, Any] = {
            "id": id,
            "player": player,
            "account": account,
            "called": game.seat_label(seat),
            "bot": seat in match_state.bots,
            "mine": seat in own_seats,
            "retired": seat in retired,
            "standIn": seat in match_state.stand_ins,
        }
        if player is None and seat in match_state.settings.open_seats:
            fields["link"] = url_for("web.join_open", match=match, seat=seat, _external=True)
        elif player is None and seat in claims:
            fields["link"] = url_for("web.join", match=match, seat=seat, claim=claims[seat], _external=True)
        yield fields


def _stand_in(match_state: Match[Any]) -> dict[str, Any] | None:
    """Returns the open offer of a stand-in, with the bot in words."""
    offer = match_state.offers.stand_in
    if offer is None:
        return None
    return {"leaver": offer.leaver, "bot": offer.bot, "level": bot_levels().get(offer.bot, offer.bot)}


def _allowed_actions(
    match: str, rules: Rules[Any, Any], match_state: Match[Any], seat: Seat, asked_seat: Seat | None
) -> Iterator[str]:
    """Yields the actions of a seat besides answers."""
    if match_state.ended is not None:
        yield "rematch"
        return
    if not match_state.is_full:
        yield "leave"
    if not match_state.is_started or seat in rules.retired_seats(match_state.position.board):
        return
    sides = rules.list_sides(match_state.position.board)
    [own_side] = [side for side in sides if seat in side]
    people = [side for side in sides if side is not own_side and not {*side} <= {*match_state.bots}]
    offers = match_state.offers
    if len(sides) == 2:
        yield "resign"
    if match_state.settings.seats > 2:
        yield "retire"
    if seat in table.seats_to_agree(rules, match_state, "standin"):
        yield from ("acceptStandIn", "declineStandIn")
    elif offers.stand_in is None and table.replaceable_seats(rules, match_state, seat):
        yield "offerStandIn"
    if seat in table.seats_to_agree(rules, match_state, "draw"):
        yield from ("acceptDraw", "declineDraw")
    elif people and not offers.draws:
        yield "draw"
    if offers.paused is not None:
        if offers.paused.by == table.PLAYERS:
            yield "resume"
        return
    if seat in table.seats_to_agree(rules, match_state, "pause"):
        yield from ("acceptPause", "declinePause")
    elif not offers.pauses:
        yield "pause"
    if offers.takebacks:
        if seat in table.seats_to_agree(rules, match_state, "takeback"):
            yield from ("acceptTakeback", "declineTakeback")
        return
    takeback = services()[Takebacks].find_takeback(match, seat)
    if takeback is not None:
        if not takeback.alone:
            yield "askTakeback"
        else:
            yield "cancel" if takeback.effect and asked_seat == seat else "takeback"
