"""Players made of a few lines, and whole matches between them, in memory and repeatable from a seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from heapq import nlargest
from math import inf
from random import Random
from time import monotonic
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from domain import chance, core, table
from domain.core import Position, Rules
from domain.errors import RecountError
from domain.games import Game
from domain.table import Followed, Match, MatchOpened, SeatClaimed
from domain.words import Answered, Asked, Fact, Picks, Seat, Viewer

LOOKS = 16
"""How many answers a greedy bot looks into when a question wants several picks at once."""

DEPTH = 3
"""How many of its own questions in a row a greedy bot follows every way of; then it follows the best one."""

FINALISTS = 3
"""How many answers, the best with hidden cards in one imagined order, are compared once more in another."""

POSITIONS, SECONDS = 6_000, 5.0
"""What a greedy bot spends on an answer at most: positions it looks at, in equal shares for all that it could
answer, and time. Positions are what counts, so that the same seed plays the same match; time is for machines,
and for effects, so slow that they would never come to that."""

END = "end"
"""What every game calls the answer that ends a turn."""

PASS = "pass"
"""What every game calls declining where an answer is wanted."""

ANSWERS = 5_000
"""After so many answers a match is given up: no game goes on for half as long."""

BREATH = 50
"""After every so many answers the rounds are counted, where a match may take only so many of them."""


class Bot(Protocol):
    """A player: told the match and the question it is asked, it returns its picks."""

    __name__: str

    def __call__(
        self, game: Game, rules: Rules[Any, Any], match: Match[Any], asked: Asked, luck: Random
    ) -> Picks:
        """Returns an answer to *asked*; whatever the bot leaves to chance, it takes from *luck*."""


class Endless(RecountError):
    """A match went on and on; `facts` is how far it came."""

    def __init__(self, told: str, facts: Sequence[Fact] = ()) -> None:
        super().__init__(told)
        self.facts = facts


class Budget:
    """What is left of the time and the positions that an answer may take; `looked` counts the positions."""

    def __init__(self) -> None:
        self.looked, self._until = 0, POSITIONS
        self._end = monotonic() + SECONDS

    def share(self, of: int) -> None:
        """Allows the next answer one share *of* so many."""
        self._until = self.looked + POSITIONS // of

    @property
    def spent(self) -> bool:
        """Whether the share of the answer at hand is spent."""
        return self.looked >= self._until or self.over

    @property
    def over(self) -> bool:
        """Whether the time is over."""
        return monotonic() > self._end


def guess(asked: Asked, luck: Random) -> Picks:
    """Returns one of the answers to *asked*, all numbers of picks and all orders being equally likely."""
    count = luck.randint(asked.least, asked.most)
    return (luck.choice(asked.options),) if count == 1 else tuple(luck.sample(asked.options, count))


def random(game: Game, rules: Rules[Any, Any], match: Match[Any], asked: Asked, luck: Random) -> Picks:
    """Answers by chance."""
    return guess(asked, luck)


def greedy(game: Game, rules: Rules[Any, Any], match: Match[Any], asked: Asked, luck: Random) -> Picks:
    """Answers so that its seat stands best once the effect is followed and the turn ended, equals by chance.

    It follows its own questions on the way as they suit it best, to the end of the turn and what that brings
    about; others decline what they may, and where they may not it stops. It does not peek: what it cannot see
    lies in an order of its own imagining, the best answers are compared in a second such order, so that none
    wins by a lucky card, and the position reached is weighed as the seat sees it. Once its budget is spent it
    takes the best it has found; what cannot be followed to its end it leaves alone.
    """
    running = match.position.running
    turn = rules.ask(match.position.board if running is None else running.base)
    viewer = rules.viewer(match.position.board, asked.seat)
    foreseen = chance.seeded(luck.randbytes(32))
    budget = Budget()

    def after(position: Position[Any], picks: Picks, seat: Seat = asked.seat) -> Position[Any]:
        budget.looked += 1
        return core.decide(rules, position, Answered(seat, picks), foreseen).position

    def weigh(position: Position[Any]) -> float:
        return game.worth(rules.see(position.board, viewer), rules.book, asked.seat)

    def followed(position: Position[Any], depth: int = 0) -> Position[Any]:
        question = position.pending
        if question is None:
            return position
        if question.seat != asked.seat:
            declined = declining(question)
            return position if declined is None else followed(after(position, declined, question.seat), depth)
        first, *others = answers(question, luck)
        ways = [after(position, first)]
        ways += [after(position, picks) for picks in others if not budget.spent]
        if depth == DEPTH or budget.spent:
            return followed(max(ways, key=weigh), depth)
        best = followed(ways[0], depth + 1)
        return max([best, *(followed(way, depth + 1) for way in ways[1:] if not budget.spent)], key=weigh)

    def may_end(question: Asked | None) -> bool:
        """Tells whether *question* is the bot's and of the same turn, which may be another's by now."""
        if question is None or turn is None or END not in question.options:
            return False
        return question.seat == asked.seat and (question.seat, question.about) == (turn.seat, turn.about)

    def worth(start: Position[Any], picks: Picks) -> float:
        if budget.over:
            return -inf
        budget.share(of=len(open_to_it) + FINALISTS)
        try:
            position = followed(after(start, picks))
            if may_end(core.asked(rules, position)):
                position = followed(after(position, (END,)))
        except core.Illegal:
            return -inf
        return weigh(position)

    open_to_it = answers(asked, luck)
    luck.shuffle(open_to_it)
    if len(open_to_it) == 1:
        return open_to_it[0]
    if match.position.running is not None:
        return max(open_to_it, key=lambda picks: worth(match.position, picks))
    here, there = (imagined(rules, match.position, viewer, luck) for _ in range(2))
    best = nlargest(FINALISTS, open_to_it, key=lambda picks: worth(here, picks))
    return max(best, key=lambda picks: worth(there, picks))


def declining(asked: Asked) -> Picks | None:
    """Returns the answer to *asked* that does nothing, if there is one."""
    if asked.least == 0:
        return ()
    return (PASS,) if PASS in asked.options else None


def imagined(rules: Rules[Any, Any], position: Position[Any], viewer: Viewer, luck: Random) -> Position[Any]:
    """Returns *position* as it may be for all that *viewer* knows: every pile it cannot see is shuffled."""
    board = position.board
    seen = msgspec.to_builtins(rules.see(board, viewer))
    told = _shuffled(msgspec.to_builtins(board), seen, luck)
    return replace(position, board=msgspec.convert(told, type(board)))


def _shuffled(told: Any, seen: Any, luck: Random) -> Any:
    if isinstance(told, dict):
        return {name: _shuffled(value, seen[name], luck) for name, value in told.items()}
    if not isinstance(told, list | tuple):
        return told
    if any(told) and not any(seen):
        return luck.sample(told, len(told))
    return [_shuffled(value, other, luck) for value, other in zip(told, seen, strict=True)]


def answers(asked: Asked, luck: Random) -> list[Picks]:
    """Returns every answer to *asked* when it wants one pick at most, and a handful of guesses otherwise."""
    if asked.most > 1:
        return list(dict.fromkeys(guess(asked, luck) for _ in range(LOOKS)))
    nothing: list[Picks] = [()] if asked.least == 0 else []
    return nothing + [(option,) for option in dict.fromkeys(asked.options)]


BOTS: Mapping[str, Bot] = {bot.__name__: bot for bot in (random, greedy)}
"""The bots that may be asked for by name."""


def play(
    game: Game,
    rules: Rules[Any, Any],
    seed: str,
    bots: Sequence[Bot],
    options: dict[str, Any],
    *,
    cards: str = "",
    most: int = ANSWERS,
    rounds: int | None = None,
) -> list[Fact]:
    """Returns the facts of a whole match between *bots*, one a seat; the same *seed* plays the same match.

    *cards* is the digest of the card set, to be pinned. Raises `Endless` after *most* answers, or when a
    `BREATH` finds more than so many *rounds*.
    """
    luck = Random(seed)
    opened = MatchOpened(game.NAME, game.VERSION, options, len(bots), cards, chance.commitment(seed), 0, seed)
    facts = table.open_match(opened)
    match = table.fold(rules, facts)
    for seat, bot in enumerate(bots):
        claimed = SeatClaimed(seat, f"{bot.__name__}-{seat}", f"{luck.getrandbits(64):016x}", 0)
        followed, match = table.claim(rules, match, claimed)
        facts += followed
    return play_on(game, rules, facts, match, bots, luck, most=most, rounds=rounds)


def play_on(
    game: Game,
    rules: Rules[Any, Any],
    facts: Sequence[Fact],
    match: Match[Any],
    bots: Sequence[Bot],
    luck: Random,
    *,
    most: int = ANSWERS,
    rounds: int | None = None,
) -> list[Fact]:
    """Returns *facts*, which led to *match*, and all that follows when *bots* play it to its end.

    Every seat has to be claimed. Raises `Endless` as `play` does; the answers are counted from here.
    """
    facts, first = list(facts), match.ply
    while (asked := table.asked(rules, match)) is not None:
        given = match.ply - first
        late = rounds is not None and given % BREATH == 0 and game.measures(facts).rounds > rounds
        if late or given == most:
            raise Endless(
                f"{given} answers were given, and the match was not over: after fact {match.seq}, "
                f"seat {asked.seat} is asked “{asked.prompt}”.\n"
                + game.draw(match.position.board, rules.book),
                facts,
            )
        followed, match = answered(game, rules, match, asked, bots, luck)
        facts += followed
    return facts


def answered(
    game: Game, rules: Rules[Any, Any], match: Match[Any], asked: Asked, bots: Sequence[Bot], luck: Random
) -> Followed[Any]:
    """Returns what follows when the one of *bots* that is *asked* answers.

    Where its answer cannot be followed to an end, another is given; raises `Endless` if none can.
    """
    for picks in (bots[asked.seat](game, rules, match, asked, luck), *answers(asked, luck)):
        with suppress(core.Illegal):
            return table.answer(rules, match, Answered(asked.seat, picks))
    raise Endless(f"Nothing that seat {asked.seat} can answer after fact {match.seq} comes to an end.")
