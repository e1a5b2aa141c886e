"""What can be answered to a question: every answer to one of a single pick, and guesses at all others."""

from __future__ import annotations

from itertools import chain, combinations
from math import comb
from random import Random

from domain.model import Asked, Picks

LOOKS = 16
"""How many answers a bot looks into when a question wants several picks at once."""

FEW = 32
"""So many choices of several picks are few: they are all looked into by who thinks ahead."""

END = "end"
"""What every game calls the answer that ends a turn."""

PASS = "pass"
"""What every game calls declining where an answer is wanted."""


def guess(asked: Asked, luck: Random) -> Picks:
    """Returns one of the answers to *asked*, all numbers of picks and all orders being equally likely."""
    count = luck.randint(asked.least, asked.most)
    return (luck.choice(asked.options),) if count == 1 else tuple(luck.sample(asked.options, count))


def answers(asked: Asked, luck: Random) -> list[Picks]:
    """Returns every answer to *asked* when it wants one pick at most, and a handful of guesses otherwise."""
    if asked.most > 1:
        return list(dict.fromkeys(guess(asked, luck) for _ in range(LOOKS)))
    nothing: list[Picks] = [()] if asked.least == 0 else []
    return nothing + [(option,) for option in dict.fromkeys(asked.options)]


def choices(asked: Asked, luck: Random) -> list[Picks]:
    """Returns every choice of picks, in one order, where they are few and not all are wanted; else `answers`.

    Who thinks ahead knows which cards it can do without: a handful of guesses seldom hits on just these.
    """
    if asked.most < 2 or asked.least == len(asked.options):
        return answers(asked, luck)
    sizes = range(asked.least, asked.most + 1)
    if sum(comb(len(asked.options), size) for size in sizes) > FEW:
        return answers(asked, luck)
    return list(chain.from_iterable(combinations(asked.options, size) for size in sizes))


def declining(asked: Asked) -> Picks | None:
    """Returns the answer to *asked* that does nothing, if there is one."""
    if asked.least == 0:
        return ()
    return (PASS,) if PASS in asked.options else None
