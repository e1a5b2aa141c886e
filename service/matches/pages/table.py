"""The table around a match, for its page: who sits where, what is agreed, what may be done; and the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from flask import Response, request, url_for
from msgspec import Struct

from domain import table
from domain.model import Fact, Seat
from domain.published import encode, to_text
from domain.rules import Rules
from domain.table import Conceded, DrawOffered, FlagFell, Match, MatchEnded, Ruled, SeatRetired
from replays.replay import Replay

from ...catalog import rulebook
from ...catalog.playable_games import playable
from ...catalog.rulebook import UnknownRule
from ...http.bodies.json_bodies import JSON
from ...http.bodies.script_bodies import sent
from ...http.pages import Pages
from ...http.requests import bearer, needed_bearer
from ...http.services import services
from ...identity import browser
from ...shared import i18n
from ...site.levels import levels
from ..access import Access
from ..rematches import Rematches
from ..repository import MatchRepository, seat_of
from ..seat_names import accounts_of, labelled_names, names_of
from ..service import MatchService
from ..takebacks import Takebacks

around = Pages("table", __name__)


class Stirring(Struct, frozen=True, forbid_unknown_fields=True):
    """What a browser adds to the shuffles of the next match."""

    nonce: str = ""


@around.get("/m/<match>/table")
def show(match: str) -> Response:
    """Tells who sits where, what the players have agreed on, and what whoever looks may do about it."""
    _matches, token = services()[MatchService], bearer()
    viewer = services()[Access].viewer_for(match, token)
    window = services()[Access].window(match, viewer)
    rules, played = window.current()
    seat = seat_of(played, token) if token else None
    question = table.open_question(rules, played)
    asked = None if question is None else question.seat
    accord = played.offers
    return _told(
        {
            "seq": played.seq,
            "status": table.match_status(played),
            # Who sees the match later sees no clock run: for how long it has is what comes later.
            "now": to_text(services()[MatchRepository].clock()) if window.last is None else None,
            "seat": seat,
            "asked": asked,
            "seats": [*_seats(match, rules, played)],
            "cases": [{"number": case.number, "by": case.by, "status": case.status} for case in played.cases],
            "pausedBy": accord.paused.by if accord.paused else "",
            "pauses": accord.pauses,
            "draws": accord.draws,
            "takebacks": accord.takebacks,
            "standIns": accord.stand_ins,
            "standIn": _stand_in(played),
            "leavers": [] if seat is None else table.replaceable_seats(rules, played, seat),
            "declined": accord.declined,
            "answers": played.ply,
            "rematch": played.rematch,
            "may": [] if seat is None else [*_may(match, rules, played, seat, asked)],
        }
    )


@around.post("/m/<match>/rematch")
def rematch(match: str) -> Response:
    """Seats this browser in the match that is played next, which it opens if nobody has."""
    stirring = sent(Stirring) if request.get_data() else Stirring()
    next_one = services()[Rematches].join(match, needed_bearer(), stirring.nonce)
    browser.sit(next_one.match, next_one.seat, next_one.seated.token)
    return _told({"address": url_for("web.match", match=next_one.match)})


@around.get("/m/<match>/summary")
def summary(match: str) -> Response:
    """Tells why a match is over, by which rule, and how the scores stood after each round."""
    film = services()[Access].window(match, services()[Access].viewer_for(match, bearer())).film()
    played = film.at(len(film))
    if played.ended is None:
        return _told({"over": False})
    number = next(fact.rule for fact in reversed(film.facts) if isinstance(fact.event, MatchEnded))
    return _told(
        {
            "over": True,
            "ended": {"winners": played.ended.winners},
            "players": labelled_names(played),
            "why": _why(film, played),
            "rule": number,
            "sentence": _rule(played.settings.game, number),
            "sides": [_names(played, side) for side in film.rules.list_sides(played.position.board)],
            "rounds": [*_rounds(film)],
            "scores": film.rules.game_result(played.position.board).scores,
        }
    )


def _seats(match: str, rules: Rules[Any, Any], played: Match[Any]) -> Iterator[dict[str, Any]]:
    claims = dict(browser.claims_of(match))
    mine = browser.seats_of(match)
    retired = rules.retired_seats(played.position.board)
    game = playable(played.settings.game)
    for seat, (player, account) in enumerate(zip(names_of(played), accounts_of(played), strict=True)):
        told: dict[str, Any] = {
            "player": player,
            "account": account,
            "called": game.seat(seat),
            "bot": seat in played.bots,
            "mine": seat in mine,
            "retired": seat in retired,
            "standIn": seat in played.stand_ins,
        }
        if player is None and seat in played.settings.open_seats:
            told["link"] = url_for("web.join_open", match=match, seat=seat, _external=True)
        elif player is None and seat in claims:
            told["link"] = url_for("web.join", match=match, seat=seat, claim=claims[seat], _external=True)
        yield told


def _stand_in(played: Match[Any]) -> dict[str, Any] | None:
    """Returns the offer that a bot plays a seat on, with the bot in words."""
    offer = played.offers.stand_in
    if offer is None:
        return None
    return {"leaver": offer.leaver, "bot": offer.bot, "level": levels().get(offer.bot, offer.bot)}


def _may(
    match: str, rules: Rules[Any, Any], played: Match[Any], seat: Seat, asked: Seat | None
) -> Iterator[str]:
    """Yields what the player of *seat* may do besides answering."""
    if played.ended is not None:
        yield "rematch"
        return
    if not played.is_full or seat in rules.retired_seats(played.position.board):
        return
    sides = rules.list_sides(played.position.board)
    [mine] = [side for side in sides if seat in side]
    people = [side for side in sides if side is not mine and not {*side} <= {*played.bots}]
    accord = played.offers
    if len(sides) == 2:
        yield "resign"
    if played.settings.seats > 2:
        yield "retire"
    if seat in table.seats_to_agree(rules, played, "standin"):
        yield from ("acceptStandIn", "declineStandIn")
    elif accord.stand_in is None and table.replaceable_seats(rules, played, seat):
        yield "offerStandIn"
    if seat in table.seats_to_agree(rules, played, "draw"):
        yield from ("acceptDraw", "declineDraw")
    elif people and not accord.draws:
        yield "draw"
    if accord.paused is not None:
        if accord.paused.by == table.PLAYERS:
            yield "resume"
        return
    if seat in table.seats_to_agree(rules, played, "pause"):
        yield from ("acceptPause", "declinePause")
    elif not accord.pauses:
        yield "pause"
    if accord.takebacks:
        if seat in table.seats_to_agree(rules, played, "takeback"):
            yield from ("acceptTakeback", "declineTakeback")
        return
    possible = services()[Takebacks].possible(match, seat)
    if possible is not None:
        if not possible.alone:
            yield "askTakeback"
        else:
            yield "cancel" if possible.effect and asked == seat else "takeback"


def _why(film: Replay[Any, Any], played: Match[Any]) -> str:
    """Returns in words what ended a match, besides its rules."""
    ended = next(fact for fact in reversed(film.facts) if isinstance(fact.event, MatchEnded))
    cause = film.facts[ended.cause - 1].event
    names = names_of(played)
    match cause:
        case Conceded(seat):
            return i18n.says("{who} resigned.", who=names[seat])
        case SeatRetired(seat, flag=False):
            return i18n.says("{who} was the last to leave.", who=names[seat])
        case FlagFell(seat) | SeatRetired(seat):
            return i18n.says("{who} ran out of time.", who=names[seat])
        case DrawOffered():
            return i18n.says("The players agreed on a draw.")
        case Ruled(judge=judge):
            return i18n.says("The judge {judge} decided it.", judge=judge)
    return i18n.says("It was played to its end.")


def _rule(game: str, number: str) -> str:
    try:
        text = rulebook.packaged(game).rule(number).text
    except UnknownRule:
        return ""
    return text.get(i18n.chosen(), text["en"])


def _names(played: Match[Any], side: Sequence[Seat]) -> str:
    names = labelled_names(played)
    return ", ".join(names[seat] or i18n.says("a free seat") for seat in side)


def _rounds(film: Replay[Any, Any]) -> Iterator[dict[str, Any]]:
    """Yields the scores at the end of each round, where a game counts rounds and keeps scores."""
    last: Fact | None = None
    before: Any = None
    for fact, match in zip(film.facts, film, strict=True):
        board = match.position.board
        number = getattr(board, "round", None)
        if number is None:
            return
        if before is not None and number > before.round > 0 and last is not None:
            yield {"round": before.round, "seq": last.seq, "scores": film.rules.game_result(before).scores}
        last, before = fact, board
    if before is not None and before.round > 0 and last is not None:
        yield {"round": before.round, "seq": last.seq, "scores": film.rules.game_result(before).scores}


def _told(what: object) -> Response:
    return Response(encode(what), headers={"Cache-Control": "no-store"}, content_type=JSON)
