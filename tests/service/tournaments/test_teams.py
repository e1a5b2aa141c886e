"""Teams in a tournament: each of them has several seats of the match that its table is."""

from __future__ import annotations

from service.bootstrap import Services
from tests.service.client import Api, seat_names, wait_for
from tests.service.judges import says

from .desk import Desk
from .test_online import results, seated


def test_teams_of_two_play_a_match_of_four_seats_and_its_result_is_theirs(
    api: Api, services: Services
) -> None:
    stage = {"format": "swiss", "rounds": 1, "options": [{"chapter": 4}]}
    desk = Desk.opens(api, services, online=True, stages=[stage])
    teams = {"Reds": ("Ada", "Grace"), "Blues": ("Lin", "Mae")}
    players = [{"name": team, "members": [{"name": who} for who in two]} for team, two in teams.items()]
    done = desk.did("register", players=players)
    desk.players |= {team: fact["event"]["player"] for team, fact in zip(teams, done["facts"], strict=True)}
    desk.tokens |= {team: one["token"] for team, one in zip(teams, done["tokens"], strict=True)}
    desk.starts(1, "Reds Blues")
    reds = seated(desk, 1, "Reds", "Reds").blue
    blues = seated(desk, 1, "Blues", "Blues").red
    seen = reds.looks()
    assert seat_names(seen) == ["Ada", "Lin", "Mae", "Grace"]
    assert says(blues, "/concession", {}).status_code == 201
    wait_for(lambda: len(results(desk, 1)) == 1, "the result arrives")
    assert results(desk, 1)[0][1]["places"] == [1, 2]  # type: ignore[index]
    best = desk.looks("/standings", "")["standings"][0]
    assert best["player"] == desk.players["Reds"]
