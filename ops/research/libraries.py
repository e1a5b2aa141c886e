"""Runs the tests of OpenSpiel and of PettingZoo on the games, or writes the playthroughs with `--write`."""

from __future__ import annotations

import sys
from pathlib import Path

import pyspiel
from pettingzoo.test import api_test, seed_test

from domain.games import GAMES
from service.research import spiel
from service.research.environments import RecountEnv
from service.research.episode import write_playthrough
from tests.service import research

CYCLES = 300
"""Steps of an environment in each test."""


def main() -> None:
    """Runs the tests of both libraries on each game; raises what they find."""
    if "--write" in sys.argv:
        for game in GAMES:
            lines = "".join(f"{line}\n" for line in write_playthrough(game, {}, 2, 7))
            (Path(research.__file__).parent / f"{game}.playthrough").write_text(lines, encoding="utf-8")
        return
    assert spiel.RecountGame is not None
    for game in GAMES:
        pyspiel.random_sim_test(pyspiel.load_game(f"recount_{game}"), 1, True, False)
        print(f"{game}: OpenSpiel's random simulation passes", flush=True)
        api_test(RecountEnv(game), num_cycles=CYCLES)
        seed_test(lambda game=game: RecountEnv(game), num_cycles=CYCLES)
        print(f"{game}: PettingZoo's tests of the API and of seeds pass", flush=True)


if __name__ == "__main__":
    main()
