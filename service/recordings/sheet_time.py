"""Limit of the work for one score sheet."""

from __future__ import annotations

import time
from typing import Any

from domain.decider import Illegal, Position
from domain.messages import Message
from domain.model import Picks, Refusal, Seat
from domain.sheets.desk import Desk, EnteredAnswer

MAX_SECONDS = 10
"""Seconds of processor time; a sheet without hidden cards needs up to 20 ms for an answer."""


class TimedDesk:
    """A desk that refuses answers after `MAX_SECONDS`."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._end = desk, time.thread_time() + MAX_SECONDS

    @property
    def position(self) -> Position[Any]:
        """The position after the last answer."""
        return self._desk.position

    def enter(self, seat: Seat, picks: Picks) -> EnteredAnswer:
        """Enters an answer; raises `Illegal` and `SheetMistake`."""
        if time.thread_time() > self._end:
            sentence = Message(
                "The service reads a sheet for {seconds} seconds: this line came too late.",
                seconds=MAX_SECONDS,
            )
            raise Illegal(None, Refusal("", sentence), picks)
        return self._desk.enter(seat, picks)
