"""A whole play at random, written down: how a game is put to a program, and whether that has changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from domain.model import CHANCE

from .episode import Episode


def playthrough(game: str, options: Mapping[str, Any], seats: int, seed: int) -> Iterator[str]:
    """Yields a line for each action: who acts, what was asked, of how many actions which one, in words.

    The last line tells what each seat got. The same *seed* plays the same.
    """
    rng, episode = Random(seed), Episode(game, options, seats)
    while not episode.over and episode.asked is not None:
        open_to = episode.legal()
        action = rng.choice(open_to)
        who = "chance" if episode.asked.seat == CHANCE else f"seat {episode.asked.seat}"
        yield f"{who}: {episode.asked.prompt}, {action} of {len(open_to)}: {episode.label(action)}"
        episode.act(action)
    yield f"returns: {episode.returns()}"
