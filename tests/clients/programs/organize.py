"""An organizer runs the first round of a tournament by the Python client, and prints its standings.

`python organize.py ADDRESS TOKEN`
"""

from __future__ import annotations

import json
import sys

from recount_client import Recount, api, types


def main(address: str, token: str) -> None:
    """Opens the tournament, pairs its two players and enters their result."""
    with Recount(address, token) as recount:
        plan: types.NewTournament = {
            "title": "Spring Open",
            "game": "arena",
            "stages": [{"format": "swiss", "rounds": 3}],
        }
        tournament = recount.send(api.create_tournament(plan))["id"]
        commands: list[types.Register | types.Pair | types.Publish | types.Start | types.Enter] = [
            {"type": "register", "players": [{"name": "Ada"}, {"name": "Bo"}]},
            {"type": "pair", "round": 1},
            {"type": "publish", "stage": 1, "round": 1},
            {"type": "start", "stage": 1, "round": 1},
            {"type": "enter", "stage": 1, "round": 1, "table": 1, "result": {"places": [1, 2]}},
        ]
        for command in commands:
            recount.send(api.run_tournament_command(tournament, command))
        standings = recount.send(api.get_standings(tournament))
        names = {player["id"]: player["name"] for player in standings["players"]}
        print(json.dumps([[names[row["player"]], row["points"]] for row in standings["standings"]]))


if __name__ == "__main__":
    main(*sys.argv[1:])
