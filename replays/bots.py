"""Players made of a few lines, and whole matches between them, in memory and repeatable from a seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol

from domain import chance, core, table
from domain.core import Rules
from domain.games import Game
from domain.table import Match, MatchOpened, SeatClaimed
from domain.words import Answered, Asked, Fact, Picks

LOOKS = 16
"""How many answers a greedy bot looks into when a question wants several picks at once."""

ANSWERS = 5_000
"""After so many answers a match is given up: no game of this house goes on for half as long."""


class Bot(Protocol):
    """A player: told the match and the question it is asked, it returns its picks."""

    __name__: str

    def __call__(
        self, game: Game, rules: Rules[Any, Any], match: Match[Any], asked: Asked, luck: Random
    ) -> Picks:
        """Returns an answer to *asked*; whatever the bot leaves to chance, it takes from *luck*."""


class Endless(Exception):
    """A match went on and on."""


def guess(asked: Asked, luck: Random) -> Picks:
    """Returns one of the answers to *asked*, all numbers of picks and all orders being equally likely."""
    return tuple(luck.sample(asked.options, luck.randint(asked.least, asked.most)))


def random(game: Game, rules: Rules[Any, Any], match: Match[Any], asked: Asked, luck: Random) -> Picks:
    """Answers by chance."""
    return guess(asked, luck)


def greedy(game: Game, rules: Rules[Any, Any], match: Match[Any], asked: Asked, luck: Random) -> Picks:
    """Answers so that its seat stands best as soon as the answer is followed, equals by chance.

    Shuffles on the way come out as *luck* has it, not as the match will, and the position reached is weighed
    as the seat sees it, so which cards were drawn by a rival counts for nothing. The decks lie as they lie:
    no peeking as long as the game's `worth` counts the cards of a hand and does not read them.
    """
    viewer = rules.viewer(match.position.board, asked.seat)
    foreseen = chance.seeded(luck.randbytes(32))

    def worth(picks: Picks) -> float:
        reached = core.decide(rules, match.position, Answered(asked.seat, picks), foreseen).position
        return game.worth(rules.see(reached.board, viewer), rules.book, asked.seat)

    open_to_it = answers(asked, luck)
    luck.shuffle(open_to_it)
    return max(open_to_it, key=worth) if len(open_to_it) > 1 else open_to_it[0]


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
) -> list[Fact]:
    """Returns the facts of a whole match between *bots*, one a seat; the same *seed* plays the same match.

    *cards* is the digest of the card set, to be pinned. Raises `Endless` after *most* answers.
    """
    luck = Random(seed)
    opened = MatchOpened(game.NAME, game.VERSION, options, len(bots), cards, chance.commitment(seed), 0, seed)
    facts = table.open_match(opened)
    match = table.fold(rules, facts)
    for seat, bot in enumerate(bots):
        claimed = SeatClaimed(seat, f"{bot.__name__}-{seat}", f"{luck.getrandbits(64):016x}", 0)
        followed, match = table.claim(rules, match, claimed)
        facts += followed
    while (asked := table.asked(rules, match)) is not None:
        if match.ply == most:
            raise Endless(f"{most} answers were given, and the match was not over.")
        picks = bots[asked.seat](game, rules, match, asked, luck)
        followed, match = table.answer(rules, match, Answered(asked.seat, picks))
        facts += followed
    return facts
