"""Two bots play a match by the Python client, and print its result.

`python play.py ADDRESS GAME`
"""

from __future__ import annotations

import json
import sys
from random import Random

from recount_client import Recount, api, types

MAX_ANSWERS = 120
"""After so many answers a bot concedes."""
NEW: dict[str, types.NewMatch] = {
    "arena": {"game": "arena", "options": {"chapter": 1}, "seats": 2},
    "villainous": {"game": "villainous", "seats": 2},
}


def play(recount: Recount, game: str) -> str:
    """Plays a match of *game* on both seats and returns its id."""
    rng = Random(7)
    opened = recount.send(api.create_match(NEW[game]))
    match, seats = opened["id"], list[Recount]()
    for seat, claim in enumerate(opened["claims"]):
        assert claim is not None
        body: types.Claim = {"player": ("Ada", "Bo")[seat]}
        taken = recount.with_token(claim).send(api.claim_seat(match, seat, body))
        seats.append(recount.with_token(taken["token"]))
    while (open_question := seats[0].send(api.get_match(match))["question"]) is not None:
        assert open_question["seat"] is not None
        player = seats[open_question["seat"]]
        scene = player.send(api.get_match(match))
        question = scene["question"]
        assert question is not None
        assert question["options"] is not None
        if scene["ply"] >= MAX_ANSWERS:
            player.send(api.concede(match))
            break
        picks = rng.sample(question["options"], rng.randint(question["least"], question["most"]))
        player.send(api.answer(match, {"picks": picks}, if_match=f'"{scene["seq"]}"'))
    return match


def points(facts: list[types.NamedFact]) -> int:
    """Returns the points of both sides that *facts* amount to, told apart by their types."""
    total = 0
    for fact in facts:
        event = fact["event"]
        if event["type"] == "arena.VictoryPointsGained":
            total += event["points"]
        elif event["type"] == "arena.VictoryPointsLost":
            total -= event["points"]
    return total


def main(address: str, game: str) -> None:
    """Plays, and prints the match as the public may read it."""
    with Recount(address) as recount:
        match = play(recount, game)
        scene = recount.send(api.get_match(match))
        facts = [*recount.each(api.list_match_facts(match, limit=200))]
        board = sum(scene["board"]["points"]) if scene["game"] == "arena" else None
    seqs = [fact["seq"] for fact in facts]
    print(json.dumps({"seqs": seqs, "seq": scene["seq"], "points": points(facts), "board": board}))


if __name__ == "__main__":
    main(*sys.argv[1:])
