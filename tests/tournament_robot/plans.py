"""Plans of short tournaments: every format, with and without a second stage, of 2 to 9 players."""

from __future__ import annotations

from random import Random
from typing import Any

Json = dict[str, Any]

FORMATS: tuple[Json, ...] = (
    {"format": "swiss", "rounds": 2},
    {"format": "swiss", "rounds": 3, "engine": "dutch"},
    {"format": "swiss", "rounds": 2, "seats": [4, 3]},
    {"format": "round_robin"},
    {"format": "single_elimination"},
    {"format": "single_elimination", "third_place": True},
    {"format": "double_elimination"},
    {"format": "pods", "seats": [4, 3, 2], "going_on": 1},
)
FINALS: tuple[Json, ...] = (
    {"format": "single_elimination", "players": 2},
    {"format": "double_elimination", "players": 4},
    {"format": "swiss", "rounds": 1, "players": 3},
)
TIEBREAKERS = ("opponents_rate", "buchholz", "sonneborn_berger", "head_to_head", "wins", "lot")
CHESS: Json = {
    "win": 2,
    "draw": 1,
    "bye": 2,
    "half_bye": 1,
    "full_bye": 2,
    "forfeit_won": 2,
    "unit": 2,
}


def draw_plan(rng: Random, number: int) -> Json:
    """Returns the plan of tournament *number*: formats come in turn, all else by chance."""
    first = FORMATS[number % len(FORMATS)]
    stages = [first]
    if rng.random() < 0.3:
        stages.append(rng.choice(FINALS))
    plan: Json = {
        "title": f"Robot day {number}",
        "game": rng.choice(("arena", "villainous")) if max(first.get("seats", [2])) == 2 else "villainous",
        "stages": stages,
        "tiebreakers": rng.sample(TIEBREAKERS, rng.randint(0, 3)),
    }
    if first.get("engine") == "dutch" or rng.random() < 0.3:
        plan["points"] = CHESS
    if rng.random() < 0.3:
        plan["minutes"] = 50
    return plan


def draw_names(rng: Random) -> list[str]:
    """Returns the names of 2 to 9 players."""
    return [f"Player {letter}" for letter in "ABCDEFGHI"[: rng.randint(2, 9)]]
