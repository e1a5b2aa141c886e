"""Process for the decisions of bots, so that a slow bot delays no request.

The process reads no store. It reads each question as a line of JSON on standard input, and writes the picks.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import time
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from random import Random
from threading import Lock
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from domain import decider, table
from domain.games import GAMES
from domain.model import Picks
from domain.rules import Rules
from domain.snapshot import Snapshot, restore_position
from domain.table import MatchOpened
from replays.bots.players import BOTS

from ...catalog.cardset_files import restore_card_set
from ...subprocesses import module_command

log = logging.getLogger(__name__)

PROMPT_NICENESS, NICENESS = 0, 10
"""Niceness of the process for owners with little work, and of the others."""


class BotTurn(Struct, frozen=True):
    """Question to a bot, with the first event of its match and its state after fact `seq`.

    `cards` is the content of the card set; `seed` is for the bot's own chance.
    """

    bot: str
    cards: bytes
    opened: MatchOpened
    snapshot: Snapshot
    seq: int
    seed: int


class BotAnswer(NamedTuple):
    """The picks of a bot, and the milliseconds of processor time that it took."""

    picks: Picks
    milliseconds: float


class ProcessStopped(Exception):
    """The process has ended."""


class NoAnswer(Exception):
    """A bot failed to answer."""


class BotProcess:
    """Process that decides for bots, one question at a time. The first question starts it.

    The system prefers a process with a lower *niceness*.
    """

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self._starting, self._thinking = Lock(), Lock()

    def choose_picks(self, turn: BotTurn) -> BotAnswer:
        """Returns the answer of the bot; raises `NoAnswer` and `ProcessStopped`.

        The next question then starts the process again.
        """
        with self._thinking:
            process = self._start_process()
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(msgspec.json.encode(turn) + b"\n")
                process.stdin.flush()
                line = process.stdout.readline()
            except OSError:
                line = b""
            if not line:
                self._end_process()
                raise ProcessStopped("The process in which bots think has ended.")
        answer = msgspec.json.decode(line, type=BotAnswer | None)
        if answer is None:
            raise NoAnswer(f"The bot “{turn.bot}” failed after fact {turn.seq}.")
        return answer

    def stop(self) -> None:
        """Kills the process for good."""
        with self._starting:
            self._stopped = True
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """Stops the process and closes its pipes."""
        self.stop()
        with self._thinking:
            self._end_process()

    def _start_process(self) -> subprocess.Popen[bytes]:
        with self._starting:
            if self._stopped:
                raise ProcessStopped("Nobody thinks any more.")
            if self._process is None:
                self._process = subprocess.Popen(
                    module_command(__name__, str(self._niceness)),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=True,  # the service stops it after a Ctrl-C
                )
            return self._process

    def _end_process(self) -> None:
        with self._starting:
            process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with suppress(BrokenPipeError):  # for input that the process did not read
                pipe.close()


@lru_cache(maxsize=8)
def _load_rules(cards: bytes, version: int) -> Rules[Any, Any]:
    card_set = restore_card_set(cards)
    return GAMES[card_set.game].make_rules(card_set.book, version)


def answer_turn(turn: BotTurn) -> Picks:
    """Returns the picks of a bot."""
    rules = _load_rules(turn.cards, turn.opened.version)
    position = restore_position(rules, turn.snapshot, turn.seq)
    seats = turn.opened.seats
    match = table.Match(turn.opened, (None,) * seats, position)
    question = decider.open_question(rules, position)
    assert question is not None
    return BOTS[turn.bot](GAMES[turn.opened.game], rules, match, question, Random(turn.seed))


def _lower_priority(niceness: int) -> None:
    """Lowers the priority of this process, also where Linux shares the processor among sessions."""
    os.nice(niceness)
    with suppress(OSError):  # a system without such groups
        Path("/proc/self/autogroup").write_text(str(niceness))


def main() -> None:
    """Answers the questions on standard input until its end."""
    _lower_priority(int(sys.argv[1]))
    with suppress(BrokenPipeError):  # the service was killed
        for line in sys.stdin.buffer:
            start = time.process_time()
            try:
                picks = answer_turn(msgspec.json.decode(line, type=BotTurn))
                answer = BotAnswer(picks, 1000 * (time.process_time() - start))
            except Exception:
                log.exception("a bot failed")
                answer = None
            sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
