"""The limits of a bot's search, in positions and processor time."""

from __future__ import annotations

from time import process_time


class Budget:
    """The remaining positions and processor seconds of an answer.

    Positions limit the search alike on every machine. Other processes do not use up the seconds.
    """

    def __init__(self, positions: int, seconds: float) -> None:
        self.position_count, self._positions, self._until = 0, positions, positions
        self._end = process_time() + seconds

    def allot_share(self, of: int) -> None:
        """Limits the next step to one share *of* that many."""
        self._until = self.position_count + self._positions // of

    def extend(self, positions: int, seconds: float) -> None:
        """Allows further *positions* and *seconds* from now on."""
        self._until, self._end = self.position_count + positions, process_time() + seconds

    @property
    def is_spent(self) -> bool:
        """Whether the current share is used up."""
        return self.position_count >= self._until or self.is_out_of_time

    @property
    def is_out_of_time(self) -> bool:
        """Whether the time is used up."""
        return process_time() > self._end
