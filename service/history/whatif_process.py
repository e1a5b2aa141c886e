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
from threading import BoundedSemaphore, Lock
from typing import IO, ClassVar

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
from ..subprocesses import module_command


class Busy(LocalizableError):
    """No slot for a simulation is free, or the client already runs one."""

    slug = "busy"


MAX_SIMULATIONS = 2
"""Simulations of a process at once, each in a process of low priority."""
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


class Simulation(Iterator[bytes]):
    """Lines of a simulation or a review. A reader that stops early must close it."""

    _slots = BoundedSemaphore(MAX_SIMULATIONS)
    _clients: ClassVar[set[str]] = set()
    _lock = Lock()

    def __init__(self, request: WhatIfRequest | ReviewRequest, client: str) -> None:
        self._client = client
        with self._lock:
            if client in self._clients:
                raise Busy(Message("A what-if of yours is being played here: one after the other."))
            self._clients.add(client)
        if not self._slots.acquire(timeout=QUEUE_TIMEOUT_SECONDS):
            self._clients.discard(client)
            raise Busy(Message("What others wonder is being played here: one after the other."))
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
            self._release_slot()
            raise

    def __next__(self) -> bytes:
        """Returns the next line, a `Failed` as the last one after a failure."""
        if self._out.closed:
            raise StopIteration
        if line := self._out.readline():
            return line
        failed = self._process.wait() != 0
        self.close()
        if failed:
            return _encode_line(Failed())
        raise StopIteration

    def close(self) -> None:
        """Kills a running process, and releases its slot."""
        if self._out.closed:
            return
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._out.close()
        self._release_slot()

    def _release_slot(self) -> None:
        self._clients.discard(self._client)
        self._slots.release()

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
