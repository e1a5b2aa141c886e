"""What an answer may take: positions, which tell the same on every machine, and time."""

from __future__ import annotations

from time import process_time


class Budget:
    """What is left of the positions, and of the seconds of the processor, that an answer may take.

    `looked` counts the positions. What others do on the machine takes none of the seconds.
    """

    def __init__(self, positions: int, seconds: float) -> None:
        self.looked, self._positions, self._until = 0, positions, positions
        self._end = process_time() + seconds

    def share(self, of: int) -> None:
        """Allows what comes next one share *of* so many."""
        self._until = self.looked + self._positions // of

    def more(self, positions: int, seconds: float) -> None:
        """Allows so many positions and seconds from now on."""
        self._until, self._end = self.looked + positions, process_time() + seconds

    @property
    def spent(self) -> bool:
        """Whether the share at hand is spent."""
        return self.looked >= self._until or self.over

    @property
    def over(self) -> bool:
        """Whether the time is over."""
        return process_time() > self._end
