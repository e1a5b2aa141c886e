"""Thinking, in a process of its own: what a bot answers may take a second, and nobody else waits for it.

The process looks into no store. It is told each question on its standard input, and tells the picks, as lines
of JSON.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from contextlib import suppress
from functools import lru_cache
from random import Random
from threading import Lock
from typing import Any

import msgspec
from msgspec import Struct

from domain import decider, table
from domain.games import GAMES
from domain.model import Picks
from domain.rules import Rules
from domain.snapshot import Snapshot, restore_position
from domain.table import MatchOpened
from replays.bots.players import BOTS

from ...catalog.cardset_files import restored
from ...subprocesses import module_command

log = logging.getLogger(__name__)

NICE = 5
"""By how much whoever thinks gives way to whoever serves."""


class Turn(Struct, frozen=True):
    """A question to a bot: how its match was opened, and where it stands after fact `seq`.

    `cards` is the content of the card set; `seed` is of whatever the bot leaves to chance.
    """

    bot: str
    cards: bytes
    opened: MatchOpened
    standing: Snapshot
    seq: int
    seed: int


class Stopped(Exception):
    """Nobody thinks any more: the process has ended, or was told to."""


class NoAnswer(Exception):
    """A bot failed over a question."""


class Thinker:
    """A process that thinks for bots, one question at a time. It starts with the first of them."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self._starting, self._thinking = Lock(), Lock()

    def picks(self, turn: Turn) -> Picks:
        """Returns what the bot answers; raises `NoAnswer` and `Stopped`.

        After that the next question starts the process again.
        """
        with self._thinking:
            process = self._started()
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(msgspec.json.encode(turn) + b"\n")
                process.stdin.flush()
                line = process.stdout.readline()
            except OSError:
                line = b""
            if not line:
                self._end()
                raise Stopped("The process in which bots think has ended.")
        picks = msgspec.json.decode(line, type=Picks | None)
        if picks is None:
            raise NoAnswer(f"The bot “{turn.bot}” failed after fact {turn.seq}.")
        return picks

    def stop(self) -> None:
        """Ends the process for good, in the middle of a thought too."""
        with self._starting:
            self._stopped = True
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """Stops, and lets go of the process."""
        self.stop()
        with self._thinking:
            self._end()

    def _started(self) -> subprocess.Popen[bytes]:
        with self._starting:
            if self._stopped:
                raise Stopped("Nobody thinks any more.")
            if self._process is None:
                self._process = subprocess.Popen(
                    module_command(__name__),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=True,  # a Ctrl-C is for whoever serves, who then ends this one
                )
            return self._process

    def _end(self) -> None:
        with self._starting:
            process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with suppress(BrokenPipeError):  # what it did not read any more
                pipe.close()


@lru_cache(maxsize=8)
def _rules(cards: bytes, version: int) -> Rules[Any, Any]:
    card_set = restored(cards)
    return GAMES[card_set.game].make_rules(card_set.book, version)


def answer(turn: Turn) -> Picks:
    """Returns what a bot answers."""
    rules = _rules(turn.cards, turn.opened.version)
    position = restore_position(rules, turn.standing, turn.seq)
    seats = turn.opened.seats
    match = table.Match(turn.opened, (None,) * seats, position)
    asked = decider.open_question(rules, position)
    assert asked is not None
    return BOTS[turn.bot](GAMES[turn.opened.game], rules, match, asked, Random(turn.seed))


def main() -> None:
    """Answers the questions of standard input until it ends."""
    os.nice(NICE)
    with suppress(BrokenPipeError):  # whoever asked was killed
        for line in sys.stdin.buffer:
            try:
                picks: Picks | None = answer(msgspec.json.decode(line, type=Turn))
            except Exception:
                log.exception("a bot failed")
                picks = None
            sys.stdout.buffer.write(msgspec.json.encode(picks) + b"\n")
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
