"""Matches that wait for their bots, in an order that is fair to their owners."""

from __future__ import annotations

from threading import Condition
from typing import NamedTuple

from ...http.middleware.work_accounts import Owner, WorkAccounts
from ...shared.fair_queue import FairQueue

PROMPT_MS = 10_000.0
"""Work of a window after which an owner has no more use of the prompt process."""
WAIT_SECONDS = 0.5
"""Longest wait for a match, so that a thread sees the end of its work."""


class BotMatch(NamedTuple):
    """A match with the owner of its work, and whether its bot thinks long."""

    match: str
    owner: Owner
    is_slow: bool = False


class Lane(NamedTuple):
    """The matches of an owner whose bots answer at once, or think long."""

    owner: Owner
    is_slow: bool


class BotTurns:
    """Matches in which a bot has to answer. Threads may share it.

    A match is with one thread at a time. *accounts* decide the order.
    """

    def __init__(self, accounts: WorkAccounts) -> None:
        self._accounts = accounts
        self._changed = Condition()
        self._queue: FairQueue[Lane, BotMatch] = FairQueue(lambda lane: accounts.spent_work(lane.owner))
        self._waiting, self._busy = set[str](), set[str]()
        self._is_prompt_busy = False

    def add_match(self, match: BotMatch, *, has_people: bool) -> None:
        """Adds *match* unless it waits or is with a thread. Tables with people go first."""
        with self._changed:
            if match.match in self._waiting or match.match in self._busy:
                return
            self._waiting.add(match.match)
            self._queue.add_item(Lane(match.owner, match.is_slow), match, 0 if has_people else 1)
            self._changed.notify_all()

    def take_match(self, *, prompt: bool) -> BotMatch | None:
        """Returns the next match for a process, or `None` after a while.

        The *prompt* process serves owners with little work, and no bot that thinks long. Others serve the
        rest, and anybody while the prompt one is busy.
        """
        with self._changed:
            match = self._next_match(prompt)
            if match is None:
                self._changed.wait(WAIT_SECONDS)
                match = self._next_match(prompt)
            if match is not None:
                self._waiting.discard(match.match)
                self._busy.add(match.match)
                self._is_prompt_busy |= prompt
                self._changed.notify_all()
            return match

    def finish_match(self, match: BotMatch, *, prompt: bool) -> None:
        """Takes note that the process has answered in *match*."""
        with self._changed:
            self._busy.discard(match.match)
            self._is_prompt_busy &= not prompt
            self._changed.notify_all()

    def _next_match(self, prompt: bool) -> BotMatch | None:
        def admits(lane: Lane) -> bool:
            is_prompt = not lane.is_slow and self._accounts.spent_work(lane.owner) < PROMPT_MS
            return is_prompt if prompt else not is_prompt or self._is_prompt_busy

        return self._queue.take_item(admits)
