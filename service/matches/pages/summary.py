"""Summary of a match that ended, for the page of the match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from flask import Response

from domain.model import Event, Fact, Seat
from domain.table import Conceded, DrawOffered, FlagFell, Match, MatchEnded, Ruled, SeatRetired
from replays.playback.replay import Replay

from ...catalog import rulebook
from ...catalog.rulebook import UnknownRule
from ...http.bodies.struct_bodies import script_response
from ...http.pages import Pages
from ...http.requests import optional_token
from ...http.services import services
from ...shared import i18n
from ..opening.forks import closed_reason
from ..repository import MatchRepository
from ..viewing.access import Access
from ..viewing.seat_names import labelled_names, names_of
from ..viewing.turning_points import lead_changes, turning_point

summary_pages = Pages("summary", __name__)


@summary_pages.get("/m/<match>/summary")
def show(match: str) -> Response:
    """Returns the cause and the rule of the end, the scores after each round, and its turning points."""
    viewer = services()[Access].viewer_for(match, optional_token())
    window = services()[Access].window(match, viewer)
    replay = window.load_replay()
    match_state = replay.at(len(replay))
    if match_state.ended is None:
        return script_response({"over": False})
    rounds = [*_round_scores(replay)]
    is_open = not closed_reason(services()[MatchRepository], match, viewer)
    number = next(fact.rule for fact in reversed(replay.facts) if isinstance(fact.event, MatchEnded))
    return script_response(
        {
            "over": True,
            "ended": {"winners": match_state.ended.winners},
            "players": labelled_names(match_state),
            "why": _describe_end(replay, match_state),
            "conceded": cause.seat if isinstance(cause := _cause_of_end(replay), Conceded) else None,
            "rule": number,
            "sentence": _rule_sentence(match_state.settings.game, number),
            "sides": [
                _side_names(match_state, side) for side in replay.rules.list_sides(match_state.position.board)
            ],
            "rounds": rounds,
            "scores": replay.rules.game_result(match_state.position.board).scores,
            "turn": turning_point(window, replay).seq if is_open else 0,
            "leads": [*lead_changes(replay)] if rounds else [],
        }
    )


def _cause_of_end(replay: Replay[Any, Any]) -> Event:
    """Returns the event that ended a match."""
    end = next(fact for fact in reversed(replay.facts) if isinstance(fact.event, MatchEnded))
    return replay.facts[end.cause - 1].event


def _describe_end(replay: Replay[Any, Any], match_state: Match[Any]) -> str:
    """Returns the cause of the end in words; empty for a match that was played to its end."""
    names = names_of(match_state)
    match _cause_of_end(replay):
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
    return ""


def _rule_sentence(game: str, number: str) -> str:
    try:
        text = rulebook.packaged_rulebook(game).find_rule(number).text
    except UnknownRule:
        return ""
    return text.get(i18n.page_language(), text["en"])


def _side_names(match_state: Match[Any], side: Sequence[Seat]) -> str:
    names = labelled_names(match_state)
    return ", ".join(names[seat] or i18n.says("a free seat") for seat in side)


def _round_scores(replay: Replay[Any, Any]) -> Iterator[dict[str, Any]]:
    """Yields the scores at the end of each round, in games with rounds and scores."""
    last: Fact | None = None
    before: Any = None
    for fact, match in zip(replay.facts, replay, strict=True):
        board = match.position.board
        number = getattr(board, "round", None)
        if number is None:
            return
        if before is not None and number > before.round > 0 and last is not None:
            yield {"round": before.round, "seq": last.seq, "scores": replay.rules.game_result(before).scores}
        last, before = fact, board
    if before is not None and before.round > 0 and last is not None:
        yield {"round": before.round, "seq": last.seq, "scores": replay.rules.game_result(before).scores}
