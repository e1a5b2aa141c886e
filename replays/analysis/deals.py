"""Random deals of a recorded match, in which bots can play on.

At a real table nobody has seen all cards. Results over such deals depend on what the table saw, and on no
card of the deal that the record holds.
"""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from domain import chance
from domain.decider import Position
from domain.messages import Message
from domain.model import Picks
from domain.recording.imagining import Imagination
from domain.rules import Rules
from domain.table import Match, WrongMoment


class Deals:
    """The deals of *match* at its present fact; a match without a recording is its own only deal."""

    def __init__(self, rules: Rules[Any, Any], match: Match[Any]) -> None:
        self._match = match
        self._imagination: Imagination | None = None
        if match.record is not None:
            self._imagination = Imagination(rules, match.record.line, match.position)

    @property
    def are_random(self) -> bool:
        """Whether the match is a recorded one."""
        return self._imagination is not None

    def try_draw(self, rng: Random, *answers: Picks) -> Match[Any] | None:
        """Returns the match in a random deal that allows these *answers*, or `None` if none is found."""
        if self._imagination is None:
            return self._match
        position = self._imagination.draw(rng, *answers)
        return None if position is None else play_online(self._match, position)

    def draw(self, rng: Random, *answers: Picks) -> Match[Any]:
        """Returns the match in a random deal that allows these *answers*; raises `WrongMoment`."""
        match = self.try_draw(rng, *answers)
        if match is None:
            raise WrongMoment(
                Message(
                    "No deal was found that agrees with the record after fact {seq}.", seq=self._match.seq
                )
            )
        return match


def play_online(match: Match[Any], position: Position[Any]) -> Match[Any]:
    """Returns a recorded *match* at a complete *position*, as if the service played it from there."""
    settings = replace(match.settings, source="service", shuffle=chance.BY_FACT, beacon=None)
    return replace(match, settings=settings, position=position, record=None)
