"""Around the table in a browser: answers taken back, open seats, private matches, the next match."""

from __future__ import annotations

from typing import Any

import pytest

from replays.audits.verify import verify
from service.bootstrap import Services
from tests.service.browser import Browser, listed, text
from tests.service.client import Api, Json, Pair, Player, json_of, wait_for


def may(browser: Browser, match: str, seat: int = 0) -> list[str]:
    """Returns what the player of a seat may do at the table, as the page is told."""
    return list(shown(browser, match, seat)["may"])


def shown(browser: Browser, match: str, seat: int = 0) -> Json:
    return json_of(browser.get(f"/m/{match}/table", X_Viewer=f"seat-{seat}"))


def takes_back(player: Player, **body: Any) -> list[str]:
    """Asks for it; returns what followed, by name."""
    reply = player.api.post(f"/api/v1/matches/{player.match}/takeback", body, player.token)
    assert reply.status_code == 201, reply.text
    return [fact["event"]["type"] for fact in json_of(reply)["facts"]]


# -- taking back -----------------------------------------------------------------------------------------


def test_what_was_said_in_ones_own_effect_is_taken_back_at_once(pair: Pair) -> None:
    before = pair.blue.looks()
    picks = before["question"]["options"]
    assert pair.blue.answers(picks[0]).status_code == 201
    while pair.asked is pair.blue:
        assert takes_back(pair.blue) == ["table.TakebackAsked", "table.Rewound"]
        assert pair.blue.looks()["question"] == before["question"]
        break
    else:
        assert takes_back(pair.blue) == ["table.TakebackAsked"]


def test_the_other_side_agrees_and_the_record_stands(pair: Pair, services: Services) -> None:
    seen = pair.blue.looks()
    assert pair.blue.answers(seen["question"]["options"][0]).status_code == 201
    assert pair.asked is pair.red
    assert takes_back(pair.blue, to=seen["seq"]) == ["table.TakebackAsked"]
    refused = pair.blue.api.post(f"/api/v1/matches/{pair.blue.match}/takeback", {}, pair.blue.token)
    assert refused.status_code == 409
    assert takes_back(pair.red) == ["table.TakebackAsked", "table.Rewound"]
    assert pair.blue.looks()["question"] == seen["question"]
    film = services.repository.load_replay(pair.blue.match)
    assert verify(film.rules, film.facts).ok


def test_nobody_takes_back_what_is_not_there(pair: Pair) -> None:
    api, path = pair.blue.api, f"/api/v1/matches/{pair.blue.match}/takeback"
    reply = api.post(path, {}, pair.blue.token)
    assert (reply.status_code, json_of(reply)["detail"]) == (
        409,
        "You have given no answer yet that could be taken back.",
    )
    assert api.post(path, {"to": 4}, pair.blue.token).status_code == 409
    assert api.post(path, {"to": 0}, pair.blue.token).status_code == 422
    assert api.post(path, {}, "").status_code == 401


def test_against_a_bot_the_page_offers_what_can_be_taken_back_and_it_is(
    ada: Browser, services: Services
) -> None:
    match = ada.opens(**{"who.1": "bot"})
    wait_for(lambda: shown(ada, match)["asked"] == 0, "the bot answers")
    assert "takeback" not in may(ada, match)
    assert {"resign", "pause"} <= {*may(ada, match)}
    assert "draw" not in may(ada, match)


# -- seats for whoever comes -------------------------------------------------------------------------------


def test_an_open_seat_is_taken_from_the_lobby_and_looking_seats_nobody(
    ada: Browser, grace: Browser, services: Services
) -> None:
    match = ada.opens(**{"who.1": "anybody"})
    assert "Sit down: Red" in listed(grace)
    assert "Sit here?" in text(grace.get(f"/m/{match}/join/1"))
    assert services.repository.load_match(match).match.players[1] is None
    reply = grace.post(f"/m/{match}/sit", {"seat": 1, "player": "Grace"})
    assert reply.status_code == 303
    assert services.repository.load_match(match).match.is_full
    assert "Sit down" not in listed(grace)


def test_a_seat_for_a_friend_is_not_for_whoever_comes(ada: Browser, grace: Browser, api: Api) -> None:
    match = ada.opens(**{"who.1": "friend"})
    assert "Sit down" not in listed(grace)
    assert grace.get(f"/m/{match}/join/1").status_code == 401
    assert grace.post(f"/m/{match}/sit", {"seat": 1, "player": "Eve"}).status_code == 401
    opened = api.opens(open_seats=[1])
    seats = f"/api/v1/matches/{opened['id']}/seats"
    assert api.post(f"{seats}/0/claim", {"player": "Eve"}).status_code == 401
    assert api.post(f"{seats}/1/claim", {"player": "Eve"}).status_code == 201
    assert api.post("/api/v1/matches", {"game": "arena", "open_seats": [2]}).status_code == 422


def test_whoever_opened_a_match_and_left_it_has_the_links_to_all_its_seats(
    ada: Browser, grace: Browser, services: Services
) -> None:
    match = ada.opens(**{"who.1": "friend"})
    assert may(ada, match) == ["leave"]
    headers = {"X-CSRF-Token": ada.token(), "X-Viewer": "seat-0"}
    assert json_of(ada.client.post(f"/m/{match}/leave", headers=headers)) == {"address": "/lobby"}
    assert services.repository.load_match(match).match.players == (None, None)
    frames = json_of(ada.get(f"/api/v1/matches/{match}/frames?after=0", Accept="application/json"))
    assert [["players", 0], None] in frames["items"][-1]["changes"]
    detail = json_of(ada.get(f"/m/{match}/table"))
    assert (detail["seat"], detail["may"]) == (None, [])
    for seat, name in enumerate(("Ada", "Grace")):
        link = detail["seats"][seat]["link"]
        assert name not in text(grace.get(link))
        form = {"seat": seat, "claim": link.rpartition("/")[2], "player": name}
        assert grace.post(f"/m/{match}/sit", form).status_code == 303
    assert may(grace, match) == ["resign", "draw", "pause"]
    assert ada.client.post(f"/m/{match}/leave", headers=headers).status_code == 401


# -- private matches ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["", "/facts", "/narration", "/frames", "/export"])
def test_a_private_match_is_for_those_who_play_it(ada: Browser, grace: Browser, path: str) -> None:
    match = ada.opens(private="yes", **{"who.1": "friend"})
    address = f"/api/v1/matches/{match}{path}"
    assert ada.get(address, Accept="application/json").status_code == 200
    assert grace.get(address, Accept="application/json").status_code == 403
    assert grace.get(f"/m/{match}").status_code == 403


def test_a_private_match_is_listed_nowhere(ada: Browser, grace: Browser, api: Api) -> None:
    match = ada.opens(private="yes", **{"who.1": "friend"})
    assert "Ada" not in listed(grace)
    assert "Ada" in listed(ada)
    assert json_of(api.get("/api/v1/matches"))["items"] == []
    assert all(notice["subject"]["id"] != match for notice in json_of(api.get("/api/v1/facts"))["items"])


# -- the end -----------------------------------------------------------------------------------------------


def test_the_summary_tells_why_and_the_scores_by_round(ada: Browser) -> None:
    match = ada.opens(**{"who.1": "bot"})
    assert json_of(ada.get(f"/m/{match}/summary")) == {"over": False}
    headers = {"X-CSRF-Token": ada.token(), "X-Viewer": "seat-0"}
    assert ada.client.post(f"/api/v1/matches/{match}/concession", headers=headers).status_code == 201
    summary = json_of(ada.get(f"/m/{match}/summary"))
    assert summary["why"] == "Ada resigned."
    assert summary["sides"] == ["Ada", "Bot 2"]
    assert (summary["turn"], summary["leads"]) == (0, [])
    assert json_of(ada.get(f"/m/{match}/summary?lang=fr"))["why"] == "Ada a abandonné."


def test_everybody_sits_again_where_they_sat(
    ada: Browser, grace: Browser, api: Api, services: Services
) -> None:
    opened = api.opens(options={"chapter": 2})
    ada.takes(opened, 0, "Ada")
    grace.takes(opened, 1, "Grace")
    match = opened["id"]

    def sends(browser: Browser, path: str, seat: int) -> Any:
        headers = {"X-CSRF-Token": browser.token(), "X-Viewer": f"seat-{seat}"}
        return browser.client.post(path, headers=headers)

    assert sends(ada, f"/m/{match}/rematch", 0).status_code == 409
    assert sends(grace, f"/api/v1/matches/{match}/concession", 1).status_code == 201
    assert "rematch" in may(ada, match)
    addresses = [json_of(sends(grace, f"/m/{match}/rematch", 1))["address"]]
    assert shown(ada, match)["rematch"] == addresses[0].removeprefix("/m/")
    addresses.append(json_of(sends(ada, f"/m/{match}/rematch", 0))["address"])
    assert addresses[0] == addresses[1]
    then = services.repository.load_match(addresses[0].removeprefix("/m/")).match
    assert then.is_full
    assert then.settings.options == services.repository.load_match(match).match.settings.options
    assert sends(ada, f"/m/{match}/rematch", 0).status_code == 409
    film = services.repository.load_replay(match)
    assert verify(film.rules, film.facts).ok
