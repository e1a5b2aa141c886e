"""The Dutch system of FIDE (C.04.3), by the library caissify-pairings, where that is installed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from operator import itemgetter
from typing import Any

from ...messages import Message
from ..facts import Player
from ..history import Game, history
from ..plan import Unplayed
from ..refusals import Refused
from ..seeds import first_turn
from . import swiss
from .criteria import WITHOUT_A_GAME, Criteria
from .due import Drawn, Due, Engine
from .dutch_turns import Turn, turn
from .past import Past


def engine() -> Engine:
    """Returns the engine, without a version where the library is not installed."""
    try:
        told = f"caissify-pairings {version('caissify-pairings')}"
    except PackageNotFoundError:
        told = ""
    return Engine("dutch", told, pair, together, swiss.costs)


def library() -> Any:
    """Returns the library, which has no types; raises `Refused` where it is not installed."""
    try:
        return import_module("caissify_pairings")
    except ImportError:
        message = Message(
            "The Dutch system is not installed here: install the extra “dutch”, or pair by hand."
        )
        raise Refused(message) from None


def pair(due: Due) -> Drawn:
    """Returns the round as the Dutch system has it; what it costs is told by the criteria of Swiss rounds.

    Pairing numbers are by rating, and by lot without one; the first turn of the first round is drawn by lot.
    Who meets whom is for the library, and the turns are not: it ranks two players by their numbers alone.
    Raises `Refused` where the library is not installed, and where it finds no pairing.
    """
    numbers = _numbers(due)
    ids = {who: number for number, who in enumerate(numbers, 1)}
    criteria = Criteria(due)
    first: Turn = first_turn(due.t, due.stage)
    found = library().generate_pairings(
        system="dutch",
        players=[*_players(due, criteria, ids)],
        previous_pairings={(ids[one], ids[other]) for one, other in map(sorted, criteria.past.met)},
        round_number=due.number,
        total_rounds=due.plan.rounds,
    )
    games = [game for game in sorted(found, key=itemgetter("table")) if game["black_id"] is not None]
    pairs = ((numbers[game["white_id"] - 1], numbers[game["black_id"] - 1]) for game in games)
    tables = tuple(_seated(criteria, ids, first, pair) for pair in pairs)
    seated = {who for table in tables for who in table}
    free = [who for who in due.playing if who not in seated]
    if len(free) > 1:
        raise Refused(Message("The Dutch system finds nobody for {player}: pair by hand.", player=free[0]))
    byes: dict[Player, Unplayed] = dict.fromkeys(free, "bye")
    return Drawn(tables, byes, swiss.costs(due, tables, byes))


def _numbers(due: Due) -> list[Player]:
    """Returns who has which pairing number: those who were paired in any round so far, or are in this one."""
    paired = {*due.playing}
    for known in due.before:
        paired |= {who for who in known.players if known.byes.get(who, "bye") == "bye"}
    return [who for who in due.ranking if who in paired]


def _seated(
    criteria: Criteria, ids: Mapping[Player, int], first: Turn, pair: tuple[Player, Player]
) -> tuple[Player, Player]:
    """Returns two players in the order of their turns, that of odd numbers without a game is *first*."""
    higher, lower = sorted(pair, key=lambda who: (-criteria.scores[who], ids[who]))
    had: dict[Player, list[Turn]] = {
        who: [0 if seat == 0 else 1 for seat in criteria.past.seats[who]] for who in pair
    }
    even: Turn = 1 if first == 0 else 0
    unplayed = first if ids[higher] % 2 else even
    return (higher, lower) if turn(had[higher], had[lower], unplayed) == 0 else (lower, higher)


def together(due: Due, one: Player, other: Player) -> Drawn:
    """Returns the round of least cost by the criteria of Swiss rounds in which these two meet.

    Raises `Refused` for who have met.
    """
    if Past(due.before).met[frozenset((one, other))]:
        raise Refused(Message("In the Dutch system nobody meets the same opponent twice (C.04.3, C.1)."))
    return swiss.together(due, one, other)


def _players(due: Due, criteria: Criteria, ids: dict[Player, int]) -> Iterator[dict[str, Any]]:
    """Yields what the library has to be told of each player."""
    games = history(due.t, due.stage, due.number - 1, pairing=True)
    points = due.t.opened.points
    scores = [criteria.before(number) for number in range(1, due.number)]
    for who in due.playing:
        given = [game for game in games[who] if game.unplayed in WITHOUT_A_GAME]
        yield {
            "id": ids[who],
            "name": who,
            "score": float(Fraction(criteria.scores[who], criteria.parts * points.win)),
            "rating": 0,
            "starting_number": ids[who],
            "color_hist": ["white" if seat == 0 else "black" for seat in criteria.past.seats[who]],
            "float_history": [_float(who, game, scores[game.round - 1]) for game in games[who]],
            "bye_count": sum(game.unplayed != "forfeit_won" for game in given),
            "forfeit_win_count": sum(game.unplayed == "forfeit_won" for game in given),
        }


def _float(who: Player, game: Game, scores: dict[Player, int]) -> str:
    """Returns which way a player floated in a game: down, too, with points that it got without one (A.4)."""
    if game.unplayed is not None:
        return "down" if game.points > 0 else "none"
    (other,) = game.against
    if scores[who] == scores[other]:
        return "none"
    return "down" if scores[who] > scores[other] else "up"
