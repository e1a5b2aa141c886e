"""A player's page and profile: matches by game and character, rating, tournaments, from what has ended."""

from __future__ import annotations

import re
from typing import Any

import pytest

from service.bootstrap import Services
from service.profiles.service import CACHE_SECONDS, Profiles
from tests.service.browser import Browser
from tests.service.client import Api, Json, Pair, Player, json_of
from tests.service.judges import disputes, judge, rules
from tests.service.tournaments.desk import Desk


class League:
    """People with accounts, who play each other."""

    def __init__(self, api: Api, services: Services) -> None:
        self.api, self.services, self.keys = api, services, dict[str, Json]()
        self.time = 0.0
        services.register(Profiles(services.views, services.accounts, services.players, lambda: self.time))

    def joins(self, name: str) -> Json:
        return self.keys.setdefault(name, json_of(self.api.post("/api/v1/players", {"name": name})))

    def plays(self, blue: str, red: str, *, rated: bool = True, **body: Any) -> Pair:
        """Blue and red sit down, and red gives up."""
        opened = self.api.opens(private=not rated, **body)
        match, players = opened["id"], []
        for seat, name in enumerate((blue, red)):
            claim = opened["claims"][seat]
            asked = {"key": self.joins(name)["key"]}
            reply = self.api.post(f"/api/v1/matches/{match}/seats/{seat}/claim", asked, claim)
            players.append(Player(self.api, match, seat, json_of(reply)["token"]))
        assert self.api.post(f"/api/v1/matches/{match}/concession", {}, players[1].token).status_code == 201
        return Pair(*players)

    def profile(self, name: str) -> Json:
        """The profile, with all that was told in it."""
        self.services.runner.catch_up()
        self.time += CACHE_SECONDS + 1
        reply = self.api.get(f"/api/v1/players/{self.keys[name]['id']}/profile")
        assert reply.status_code == 200, reply.text
        return json_of(reply)


@pytest.fixture
def league(api: Api, services: Services) -> League:
    return League(api, services)


def test_matches_are_counted_by_game_and_by_character(league: League) -> None:
    league.plays("Ada", "Bo")
    league.plays("Bo", "Ada")
    league.plays("Ada", "Bo", game="villainous", options={"villains": ["ursula", "captain-hook"]})
    ada = league.profile("Ada")
    assert ada["player"] == {"id": league.keys["Ada"]["id"], "name": "Ada", "account": True}
    assert [(one["game"], one["record"]) for one in ada["games"]] == [
        ("arena", {"played": 2, "won": 1, "drawn": 0, "lost": 1}),
        ("villainous", {"played": 1, "won": 1, "drawn": 0, "lost": 0}),
    ]
    by_character = {one["character"]: one["record"] for one in ada["characters"]}
    assert by_character["ursula"] == {"played": 1, "won": 1, "drawn": 0, "lost": 0}
    assert by_character["GAS"] == {"played": 1, "won": 0, "drawn": 0, "lost": 1}


def test_who_wins_rises_and_each_match_is_a_step_of_the_curve(league: League) -> None:
    first, second = league.plays("Ada", "Bo"), league.plays("Ada", "Bo")
    curve = league.profile("Ada")["curve"]
    assert [step["match"] for step in curve] == [first.blue.match, second.blue.match]
    ratings = [step["rating"]["rating"] for step in curve]
    assert 1500 < ratings[0] < ratings[1]
    assert league.profile("Bo")["curve"][-1]["rating"]["rating"] < 1500


def test_each_part_of_a_profile_has_its_own_address_and_lists_have_pages(
    league: League, api: Api, services: Services
) -> None:
    played = [league.plays("Ada", "Bo").blue.match for _ in range(3)]
    whole, path = league.profile("Ada"), f"/api/v1/players/{league.keys['Ada']['id']}"
    first = api.get(f"{path}/matches?limit=2")
    page = json_of(first)
    assert first.headers["Link"] == f'<{path}/matches?limit=2&cursor={page["next"]}>; rel="next"'
    rest = json_of(api.get(f"{path}/matches?cursor={page['next']}"))
    assert [one["match"] for one in page["items"] + rest["items"]] == sorted(played, reverse=True)
    assert rest["next"] is None
    [one] = rest["items"]
    assert one["result"] == json_of(api.get(f"/api/v1/matches/{one['match']}"))["result"]
    assert (one["seat"], one["rated"]) == (0, True)
    rated = json_of(api.get(f"{path}/rating"))
    assert (rated["curve"], rated["rating"]) == (whole["curve"], whole["curve"][-1]["rating"])
    counted = json_of(api.get(f"{path}/characters"))
    assert (counted["games"], counted["characters"]) == (whole["games"], whole["characters"])
    assert json_of(api.get(f"{path}/tournaments"))["items"] == []
    assert api.get("/api/v1/players/p-0123456789abcdef/matches").status_code == 404
    again = api.get(f"{path}/matches", If_None_Match=api.get(f"{path}/matches").headers["ETag"])
    assert again.status_code == 304


def test_a_ruling_that_changes_a_result_makes_the_curve_anew(league: League, services: Services) -> None:
    pair = league.plays("Ada", "Bo")
    before = league.profile("Ada")
    disputes(pair.red, "I gave up by mistake.")
    begin = pair.public.looks()["seq"] - 3  # where red was asked, and conceded
    ruling = rules(judge(services, pair), outcome="rewind", to=begin)
    assert ruling.status_code == 201, ruling.text
    after = league.profile("Ada")
    assert (len(before["curve"]), len(after["curve"])) == (1, 0)
    assert (len(before["games"]), len(after["games"])) == (1, 0)


def test_of_private_matches_nobody_is_told(league: League, ada: Browser) -> None:
    pair = league.plays("Ada", "Bo", rated=False)
    told = league.profile("Ada")
    assert (told["games"], told["characters"], told["curve"]) == ([], [], [])
    assert pair.blue.match not in ada.get(f"/p/{league.keys['Ada']['id']}").text


def test_matches_of_guests_are_not_rated(league: League, api: Api) -> None:
    league.joins("Ada")
    opened = api.opens()
    guest = api.seats(opened, 1, "Guest")
    asked = {"key": league.keys["Ada"]["key"]}
    api.post(f"/api/v1/matches/{opened['id']}/seats/0/claim", asked, opened["claims"][0])
    assert api.post(f"/api/v1/matches/{opened['id']}/concession", {}, guest.token).status_code == 201
    ada = league.profile("Ada")
    assert ada["games"][0]["record"]["won"] == 1
    assert ada["curve"] == []


def test_nobody_has_no_profile(api: Api, ada: Browser) -> None:
    reply = api.get("/api/v1/players/p-0123456789abcdef/profile")
    assert (reply.status_code, json_of(reply)["type"].rpartition("/")[2]) == (404, "unknown-player")
    assert ada.get("/p/p-0123456789abcdef").status_code == 404


def test_the_page_tells_rating_records_and_latest_matches(league: League, ada: Browser) -> None:
    for _ in range(2):
        league.plays("Ada", "Bo")
    league.profile("Ada")
    page = ada.get(f"/p/{league.keys['Ada']['id']}").text
    assert "provisional" in page
    assert "<polyline" in page
    assert page.count("with Bo") == 2
    assert "Sorcerer" in page


def test_tournaments_and_their_players_lead_to_each_other(api: Api, services: Services, ada: Browser) -> None:
    desk = Desk.opens(api, services, title="Spring Open").registers("Ada", "Bo")
    services.runner.catch_up()
    roster = ada.get(f"/t/{desk.tournament}/players").text
    [path] = re.findall(r'href="(/p/[^"]+)"><bdi>Ada', roster)
    player = ada.get(path).text
    assert f'href="/t/{desk.tournament}">Spring Open' in player
    profile = json_of(api.get(f"/api/v1/players/{path.removeprefix('/p/')}/profile"))
    assert [one["tournament"] for one in profile["tournaments"]] == [desk.tournament]
