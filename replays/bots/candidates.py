"""Candidate answers of a question: every single pick, and samples of several picks."""

from __future__ import annotations

from itertools import chain, combinations
from math import comb
from random import Random

from domain.model import Asked, Picks

MAX_SAMPLED_ANSWERS = 16
"""The number of sampled answers to a question for several picks."""

MAX_CHOICES = 32
"""The largest number of combinations that a search lists in full."""

END = "end"
"""The pick that ends a turn, in every game."""

PASS = "pass"
"""The pick that declines, in every game."""


def guess_answer(question: Asked, rng: Random) -> Picks:
    """Returns a random answer; all numbers of picks and all orders are equally likely."""
    count = rng.randint(question.least, question.most)
    return (rng.choice(question.options),) if count == 1 else tuple(rng.sample(question.options, count))


def sample_answers(question: Asked, rng: Random) -> list[Picks]:
    """Returns every answer of at most one pick, or samples of several picks."""
    if question.most > 1:
        return list(dict.fromkeys(guess_answer(question, rng) for _ in range(MAX_SAMPLED_ANSWERS)))
    nothing: list[Picks] = [()] if question.least == 0 else []
    return nothing + [(option,) for option in dict.fromkeys(question.options)]


def list_choices(question: Asked, rng: Random) -> list[Picks]:
    """Returns all combinations of picks if they are few, else `sample_answers`.

    Samples would seldom contain the combination that a search needs.
    """
    if question.most < 2 or question.least == len(question.options):
        return sample_answers(question, rng)
    sizes = range(question.least, question.most + 1)
    if sum(comb(len(question.options), size) for size in sizes) > MAX_CHOICES:
        return sample_answers(question, rng)
    return list(chain.from_iterable(combinations(question.options, size) for size in sizes))


def declining_answer(question: Asked) -> Picks | None:
    """Returns the answer that does nothing, if there is one."""
    if question.least == 0:
        return ()
    return (PASS,) if PASS in question.options else None
