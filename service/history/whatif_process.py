"""Process for a simulation or a review, so that minutes of work delay no request.

It reads its whole request on standard input and no store. It writes its progress and then its result as lines
of JSON.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from threading import Event, Lock
from typing import IO

import msgspec
from msgspec import Struct

from domain.errors import LocalizableError
from domain.games import GAMES, VOCABULARY
from domain.messages import Message
from domain.model import Picks
from domain.notation import read_fact
from domain.published import encode
from domain.table import MatchOpened
from replays.analysis.decision_points import find_answer
from replays.analysis.review import review_match
from replays.analysis.whatif import run_whatif
from replays.executors import process_workers
from replays.playback.replay import Replay

from ..catalog.cardset_files import restore_book, restore_card_set
from ..http.middleware.work_accounts import Owner, WorkAccounts
from ..shared.fair_queue import FairQueue
from ..subprocesses import module_command


class Busy(LocalizableError):
    """No slot for a simulation is free, or the owner already runs one."""

    slug = "busy"


MAX_SIMULATIONS = 2
"""Simulations of a process at once, each in a process of low priority."""
MAX_WAITING = 4
"""Simulations that wait for a slot, each of which holds a thread of the server."""
QUEUE_TIMEOUT_SECONDS = 10.0
"""Longest wait for a free slot."""


class WhatIfRequest(Struct, frozen=True, tag=True):
    """Request of a simulation, with the match, the fact to go on from, answers and settings.

    `cards` is the content of a card set. `facts` are those of the match in notation, at least to the answer.
    """

    cards: bytes
    facts: tuple[str, ...]
    seq: int
    instead: tuple[Picks, ...]
    bot: str
    matches: int
    seed: str


class ReviewRequest(Struct, frozen=True, tag=True):
    """Request of a review, with the match and the bot."""

    cards: bytes
    facts: tuple[str, ...]
    bot: str
    seed: str


class Progress(Struct, frozen=True, tag_field="type", tag="progress"):
    """Progress of a what-if in matches played, or of a review in answers judged."""

    played: int
    of: int


class Failed(Struct, frozen=True, tag_field="type", tag="failed"):
    """The failure of a what-if or of a review."""

    detail: str = "The service failed; nothing came of it. Ask again."


class SimulationSlots:
    """The slots for simulations of a process. The owner with the least work gets the next one.

    An owner has one simulation at a time. *accounts* receives their processor time.
    """

    def __init__(self, accounts: WorkAccounts) -> None:
        self.accounts = accounts
        self._owners, self._free, self._lock = set[Owner](), MAX_SIMULATIONS, Lock()
        self._waiting: FairQueue[str, Event] = FairQueue(accounts.spent_work)

    def acquire_slot(self, owner: Owner) -> None:
        """Waits for a slot of *owner*. Raises `Busy`."""
        with self._lock:
            if owner in self._owners:
                raise Busy(Message("A what-if of yours is being played here: one after the other."))
            if self._free:
                self._free -= 1
                self._owners.add(owner)
                return
            if len(self._waiting) >= MAX_WAITING:
                raise _crowded()
            self._owners.add(owner)
            turn = Event()
            self._waiting.add_item(owner, turn)
        if turn.wait(QUEUE_TIMEOUT_SECONDS):
            return
        with self._lock:
            if turn.is_set():  # between the timeout and the lock
                return
            self._waiting.remove_item(owner, turn)
            self._owners.discard(owner)
        raise _crowded()

    def release_slot(self, owner: Owner) -> None:
        """Hands the slot of *owner* on."""
        with self._lock:
            self._owners.discard(owner)
            turn = self._waiting.take_item()
            if turn is None:
                self._free += 1
            else:
                turn.set()


def _crowded() -> Busy:
    return Busy(Message("What others wonder is being played here: one after the other."))


class Simulation(Iterator[bytes]):
    """Lines of a simulation or a review for *owner*. A reader that stops early must close it."""

    def __init__(self, request: WhatIfRequest | ReviewRequest, slots: SimulationSlots, owner: Owner) -> None:
        self._slots, self._owner = slots, owner
        slots.acquire_slot(owner)
        try:
            self._process = subprocess.Popen(
                module_command(__name__),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # an interrupt goes to the service
            )
            assert self._process.stdin is not None
            with self._process.stdin as stdin:
                stdin.write(encode(request))
        except OSError:
            slots.release_slot(owner)
            raise

    def __next__(self) -> bytes:
        """Returns the next line, a `Failed` as the last one after a failure."""
        if self._out.closed:
            raise StopIteration
        if line := self._out.readline():
            return line
        self.close(ended=True)
        if self._process.returncode != 0:
            return _encode_line(Failed())
        raise StopIteration

    def close(self, *, ended: bool = False) -> None:
        """Kills a process that has not *ended*, charges its time, and releases its slot."""
        if self._out.closed:
            return
        if not ended:
            self._process.kill()
        _, status, usage = os.wait4(self._process.pid, 0)
        self._process.returncode = os.waitstatus_to_exitcode(status)
        self._out.close()
        self._slots.accounts.charge_work(self._owner, 1000 * (usage.ru_utime + usage.ru_stime))
        self._slots.release_slot(self._owner)

    @property
    def _out(self) -> IO[bytes]:
        assert self._process.stdout is not None
        return self._process.stdout


def _encode_line(message: object) -> bytes:
    return encode(message) + b"\n"


def _write_line(message: object) -> None:
    sys.stdout.buffer.write(_encode_line(message))
    sys.stdout.buffer.flush()


def main() -> None:
    """Runs the request on standard input, at low priority."""
    os.nice(19)
    request = msgspec.json.decode(sys.stdin.buffer.read(), type=WhatIfRequest | ReviewRequest)
    cards = restore_card_set(request.cards)
    facts = [read_fact(line, VOCABULARY) for line in request.facts]
    event = facts[0].event
    assert isinstance(event, MatchOpened)
    make_book, workers = partial(restore_book, request.cards), process_workers(1)
    if isinstance(request, ReviewRequest):
        _write_line(
            review_match(
                cards.game,
                make_book,
                facts,
                bot=request.bot,
                seed=request.seed,
                workers=workers,
                progress=_write_progress,
            )
        )
        return
    replay = Replay(GAMES[cards.game].make_rules(cards.book, event.version), facts)
    result = run_whatif(
        cards.game,
        make_book,
        find_answer(replay, request.seq),
        request.instead,
        bot=request.bot,
        matches=request.matches,
        seed=request.seed,
        workers=workers,
        progress=_write_progress,
    )
    _write_line(result)


def _write_progress(count: int, total: int) -> None:
    _write_line(Progress(count, total))


if __name__ == "__main__":
    main()
