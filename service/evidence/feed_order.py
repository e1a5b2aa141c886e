"""The order of the feed: does each fact stand where it was written?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..database.heads import HeadEntry


def misplaced(
    positions: Mapping[int, int], heads: Sequence[HeadEntry], headed: int | None
) -> Iterator[tuple[int, str]]:
    """Yields the facts of a match that stand at other *positions* than they were written at.

    The facts of a write stand together, and its last where its head was recorded; the order of the heads is
    that of the log of heads. Up to position *headed* several writes may share a head (`None`: everywhere):
    there a fact stands after the one before it, no more.
    """
    before, last = 0, 0
    for (position, _, seq, _), _, _ in heads:
        alone = headed is not None and position > headed
        for number in range(last + 1, seq + 1):
            now = positions[number]
            was = position - (seq - number)
            if now != was and (alone or number == seq):
                yield number, f"Fact {number} was moved in the feed, from position {was} to {now}."
            elif now <= before:
                yield number, f"Fact {number} was moved in the feed: it stands before fact {number - 1}."
            before = now
        last = seq
