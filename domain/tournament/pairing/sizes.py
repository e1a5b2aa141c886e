"""How many tables of which sizes a number of players makes."""

from __future__ import annotations

from collections.abc import Sequence


def table_sizes(players: int, allowed: Sequence[int]) -> list[int]:
    """Returns the sizes of tables, the largest first: the fewest players without one, then the fewest gaps.

    Gaps are the seats that tables have less than the largest that is *allowed*, squared: ten players at up to
    six seats are 5 and 5 rather than 6 and 4.
    """
    largest = max(allowed)
    best: list[tuple[int, list[int]] | None] = [(0, [])]
    for number in range(1, players + 1):
        options = []
        for size in allowed:
            before = best[number - size] if size <= number else None
            if before is not None:
                options.append((before[0] + (largest - size) ** 2, [*before[1], size]))
        best.append(min(options, default=None))
    return sorted(next(option for option in reversed(best) if option is not None)[1], reverse=True)
