"""Comparisons of cards, in which a card is not praised for the length of the matches in which it is drawn.

A longer match shows more cards, and who wins longer matches is no accident: so the share of wins of all
matches in which a card was drawn tells of length first and of the card second. Here seats are compared within
strata of equal exposure: they drew as many cards, and chance alone decided which.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from math import sqrt

from replays.research.standings import Share, Z

from .model import Comparison, win_rate

COMPARABLE = 10
"""How many seats there have to be, with the card and without it: fewer would seem surer than they are."""


class Stratified:
    """Counts of seats by stratum: with the card those that won and all, and the same without it."""

    def __init__(self) -> None:
        self._counts: defaultdict[Hashable, list[int]] = defaultdict(lambda: [0, 0, 0, 0])

    def add(self, stratum: Hashable, yes: bool, won: bool) -> None:
        """Counts one seat."""
        counts = self._counts[stratum]
        counts[0 if yes else 2] += won
        counts[1 if yes else 3] += 1

    def compare(self) -> Comparison:
        """Returns the difference of risks of Mantel and Haenszel (1959), with the variance of Sato (1989)."""
        weights = difference = p = q = 0.0
        total, compared = [0, 0, 0, 0], [0, 0]
        for counts in self._counts.values():
            total = [one + more for one, more in zip(total, counts, strict=True)]
            y1, n1, y0, n0 = counts
            if n1 and n0:
                n = n1 + n0
                compared = [compared[0] + n1, compared[1] + n0]
                weights += n1 * n0 / n
                difference += (y1 * n0 - y0 * n1) / n
                p += (n1 * n1 * y0 - n0 * n0 * y1 + n1 * n0 * (n0 - n1) / 2) / (n * n)
                q += (y1 * (n0 - y0) + y0 * (n1 - y1)) / (2 * n)
        yes, no = win_rate(Share(*total[:2])), win_rate(Share(*total[2:]))
        if min(compared) < COMPARABLE:
            return Comparison(yes, no, None, None, None)
        mean = difference / weights
        half = Z * sqrt(max(0.0, mean * p + q)) / weights
        if not half:  # all of them won, or none: that proves nothing, and would look certain
            return Comparison(yes, no, None, None, None)
        ends = (mean, max(-1.0, mean - half), min(1.0, mean + half))
        return Comparison(yes, no, *(round(part, 5) for part in ends))
