"""The Dutch system of FIDE (C.04.3, in force since 2026), exact in each bracket.

- `engine`: tables from facts.
- `field`: score groups one after the other, and the bye.
- `bracket`: criteria in the order of the rules.
- `optimum`: the best matching by many criteria.
- `sequence`: the first of equally good pairings.
- `turns`: the first turn at a table.
"""

from .engine import ENGINE, competitors_of

__all__ = ["ENGINE", "competitors_of"]
