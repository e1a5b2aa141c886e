"""Transcript of a random play, to detect changes of a game as an environment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from domain.model import CHANCE

from .episode import Episode


def write_playthrough(game: str, options: Mapping[str, Any], seats: int, seed: int) -> Iterator[str]:
    """Yields a line for each action, with its seat, question, number and label.

    The last line has the return of each seat. The same *seed* plays the same.
    """
    rng, episode = Random(seed), Episode(game, options, seats)
    while not episode.is_over and episode.question is not None:
        legal_actions = episode.legal_actions()
        action = rng.choice(legal_actions)
        actor = "chance" if episode.question.seat == CHANCE else f"seat {episode.question.seat}"
        number = f"{action} of {len(legal_actions)}"
        yield f"{actor}: {episode.question.prompt}, {number}: {episode.label_action(action)}"
        episode.apply_action(action)
    yield f"returns: {episode.seat_returns()}"
