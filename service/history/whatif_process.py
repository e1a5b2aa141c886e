"""What-ifs and reviews in processes of their own: they may take minutes, and whoever serves must not wait.

A process is told everything on its standard input, looks into no store, and tells how far it is, and then
what came of it, as lines of JSON.
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

from ..catalog.cardset_files import book, restored
from ..subprocesses import module_command


class Busy(LocalizableError):
    """As many what-ifs are under way as there may be, or one of the same client."""

    slug = "busy"


AT_ONCE = 2
"""How many what-ifs a process lets play at once, each in a process of its own that yields to all others."""
PATIENCE = 10.0
"""Seconds that somebody waits for others to be done."""


class WhatIfRequest(Struct, frozen=True, tag=True):
    """What a what-if needs to know: the match, the fact to go on from, which answers, how and how often.

    `cards` is the content of a card set; `facts` are those of the match, in notation, to the answer at least.
    """

    cards: bytes
    facts: tuple[str, ...]
    seq: int
    instead: tuple[Picks, ...]
    bot: str
    matches: int
    seed: str


class ReviewRequest(Struct, frozen=True, tag=True):
    """What a review needs to know: the match, told as to a what-if, and the bot that reviews it."""

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
    """The lines that a what-if or a review tells. Whoever does not read them to the end has to close it."""

    _room = BoundedSemaphore(AT_ONCE)
    _asking: ClassVar[set[str]] = set()
    _lock = Lock()

    def __init__(self, wondered: WhatIfRequest | ReviewRequest, asker: str) -> None:
        self._asker = asker
        with self._lock:
            if asker in self._asking:
                raise Busy(Message("A what-if of yours is being played here: one after the other."))
            self._asking.add(asker)
        if not self._room.acquire(timeout=PATIENCE):
            self._asking.discard(asker)
            raise Busy(Message("What others wonder is being played here: one after the other."))
        try:
            self._process = subprocess.Popen(
                module_command(__name__),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # an interrupt is for whoever serves
            )
            assert self._process.stdin is not None
            with self._process.stdin as told:
                told.write(encode(wondered))
        except OSError:
            self._leave()
            raise

    def __next__(self) -> bytes:
        """Returns the next line; when the process fails, the last one says so."""
        if self._out.closed:
            raise StopIteration
        if line := self._out.readline():
            return line
        failed = self._process.wait() != 0
        self.close()
        if failed:
            return _line(Failed())
        raise StopIteration

    def close(self) -> None:
        """Ends the process, if it has not ended, and lets the next one begin."""
        if self._out.closed:
            return
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._out.close()
        self._leave()

    def _leave(self) -> None:
        self._asking.discard(self._asker)
        self._room.release()

    @property
    def _out(self) -> IO[bytes]:
        assert self._process.stdout is not None
        return self._process.stdout


def _line(told: object) -> bytes:
    return encode(told) + b"\n"


def _say(told: object) -> None:
    sys.stdout.buffer.write(_line(told))
    sys.stdout.buffer.flush()


def main() -> None:
    """Plays out what standard input tells, when nobody else has anything to do."""
    os.nice(19)
    told = msgspec.json.decode(sys.stdin.buffer.read(), type=WhatIfRequest | ReviewRequest)
    cards = restored(told.cards)
    facts = [read_fact(line, VOCABULARY) for line in told.facts]
    event = facts[0].event
    assert isinstance(event, MatchOpened)
    printed, workers = partial(book, told.cards), process_workers(1)
    if isinstance(told, ReviewRequest):
        _say(
            review_match(
                cards.game,
                printed,
                facts,
                bot=told.bot,
                seed=told.seed,
                workers=workers,
                progress=_advance,
            )
        )
        return
    replay = Replay(GAMES[cards.game].make_rules(cards.book, event.version), facts)
    result = run_whatif(
        cards.game,
        printed,
        find_answer(replay, told.seq),
        told.instead,
        bot=told.bot,
        matches=told.matches,
        seed=told.seed,
        workers=workers,
        progress=_advance,
    )
    _say(result)


def _advance(done: int, of: int) -> None:
    _say(Progress(done, of))


if __name__ == "__main__":
    main()
