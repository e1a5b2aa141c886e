"""Searches the ends of bots' matches for positions with one winning first answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

from domain import table
from domain.decider import Position, Unplayable
from domain.games import GAMES
from domain.lineups import Lineup
from domain.model import Fact, Picks, Seat
from domain.rules import Rules
from domain.table import MatchEnded
from replays.analysis.puzzle_levels import greedy_answers
from replays.analysis.puzzle_search import (
    FoundPuzzle,
    SearchLimitReached,
    is_certain,
    list_turns,
    pose_puzzle,
)
from replays.bots.candidates import PASS
from replays.bots.players import BOTS, Bot, EndlessMatch, continue_match, play_match
from service.catalog.cardsets import packaged_cards

from .puzzle_edges import EDGES, list_edges

ROUNDS = 24
"""Rounds after which a match ends unfinished."""

VARIANTS: Mapping[str, Sequence[dict[str, Any]]] = {
    "arena": (
        {"chapter": 1, "teams": ()},
        {"chapter": 2},
        {"chapter": 3},
        {"chapter": 4},
        {"chapter": 4},
        {"chapter": 4, "edition": "fr"},
    )
}
"""The options of matches by game, beside those of a lineup; of equal weight."""

SEAT_COUNTS: Mapping[str, Sequence[int]] = {"arena": (2, 2, 2, 4), "villainous": (2, 2, 2, 3)}
"""The numbers of players by game, of equal weight."""

PARTNERS = ("greedy", "random")
"""The bots of all seats but the first, of equal weight; the first seat is greedy."""

BRANCHES: Mapping[str, int] = {"arena": 3, "villainous": 14}
"""The number of other ends that each match gets, by game."""

TURNS: Mapping[str, int] = {"arena": 5, "villainous": 1}
"""The number of decisive turns that are searched at the end of each match."""

NODES = 8
"""The number of positions of a turn that are checked."""

BACK = 3
"""The number of last turns of each seat that other ends begin at."""

MAX_ANSWERS = 200
"""The number of answers after which another end is abandoned."""


class Site(NamedTuple):
    """A found puzzle with the name of its match."""

    match: str
    found: FoundPuzzle


def find_sites(game: str, matches: int, seed: str) -> Iterator[Site]:
    """Yields the positions with one winning first answer at the ends of *matches* matches."""
    rules = load_rules(game)
    for number in range(matches):
        rng = Random(f"{seed}/{number}")
        seats = rng.choice(SEAT_COUNTS[game])
        options = rng.choice(_list_lineups(game, seats)).options | rng.choice(VARIANTS.get(game, ({},)))
        searched: set[str] = set()
        with suppress(Unplayable):
            for facts in _play_ends(game, options, seats, rng):
                for turn in _list_decisive_turns(rules, facts)[-TURNS[game] :]:
                    for found in _search_decisive_turn(game, turn, searched):
                        yield Site(str(number), found)


def _list_decisive_turns(rules: Rules[Any, Any], facts: Sequence[Fact]) -> list[list[Any]]:
    """Returns the boards of each turn that can decide the match, the last one of a round.

    In a game without points it is a turn of the winner.
    """
    turns = [[board for _, board in turn] for turn in list_turns(rules, facts)]
    followed = zip(turns, [*(rules.turn_number(turn[0]) for turn in turns[1:]), -1], strict=True)
    decisive = [turn for turn, number in followed if rules.turn_number(turn[0]) != number]
    last = facts[-1].event
    winners = last.winners if isinstance(last, MatchEnded) else ()
    if turns and not rules.side_points(turns[0][0]):
        decisive = [turn for turn in decisive if _is_turn_of(rules, turn[0], winners)]
    return decisive


def _is_turn_of(rules: Rules[Any, Any], board: Any, winners: Sequence[Seat]) -> bool:
    """Returns whether one of *winners* has its turn on *board*, not only a choice in another's."""
    question = rules.next_question(board)
    return question is not None and question.seat in winners and PASS not in question.options


def _search_decisive_turn(game: str, turn: Sequence[Any], searched: set[str]) -> Iterator[FoundPuzzle]:
    """Yields puzzles of *turn*, as it was and at the edge of a win, unless it is *searched*.

    The search begins at the earliest board from which it is short enough.
    """
    played, rules = GAMES[game], load_rules(game)
    edges: list[tuple[str, Picks]] = []
    with suppress(SearchLimitReached, Unplayable):
        for board in reversed(turn):
            edges = list_edges(played, rules, played.write_position(board))
    for position, first in edges[:NODES]:
        if position in searched:
            continue
        searched.add(position)
        with suppress(SearchLimitReached, Unplayable):
            if first not in greedy_answers(played, rules, position, 1):
                found = _pose_certain_puzzle(game, position)
                if found is not None:
                    yield found


def _pose_certain_puzzle(game: str, position: str) -> FoundPuzzle | None:
    """Returns the puzzle at *position* if its win is certain there, or once hidden cards matter less."""
    rules = load_rules(game)
    for settled in dict.fromkeys((position, EDGES[game].settle(rules, position))):
        found = pose_puzzle(rules, settled)
        if found is not None and is_certain(rules, Position(rules.load_study(settled).board), found.solution):
            return found
    return None


def _play_ends(game: str, options: dict[str, Any], seats: int, rng: Random) -> Iterator[Sequence[Fact]]:
    """Yields a match, and the same match with `BRANCHES` other ends."""
    played, rules = GAMES[game], load_rules(game)
    play = partial(play_match, played, rules, str(rng.random()), rounds=ROUNDS)
    whole = _finish(partial(play, _draw_bots(seats, rng), options))
    yield whole
    turns = list_turns(rules, whole)[-BACK * seats :]
    resume = partial(continue_match, played, rules, rng=rng, max_answers=MAX_ANSWERS)
    for _ in range(BRANCHES[game] if isinstance(whole[-1].event, MatchEnded) else 0):
        seq, _board = rng.choice(turns)[0]
        head = [fact for fact in whole if fact.seq <= seq]
        yield _finish(partial(resume, head, table.fold(rules, head), _draw_bots(seats, rng)))


def _finish(play: Callable[[], Sequence[Fact]]) -> Sequence[Fact]:
    """Returns the facts of a match that is over or abandoned."""
    try:
        return play()
    except EndlessMatch as endless:
        return endless.facts


def _draw_bots(seats: int, rng: Random) -> list[Bot]:
    return [BOTS["greedy"], *(BOTS[rng.choice(PARTNERS)] for _ in range(seats - 1))]


@cache
def load_rules(game: str) -> Rules[Any, Any]:
    return GAMES[game].make_rules(packaged_cards(game).book)


@cache
def _list_lineups(game: str, seats: int) -> tuple[Lineup, ...]:
    return (*GAMES[game].list_lineups(packaged_cards(game).book, seats),)
