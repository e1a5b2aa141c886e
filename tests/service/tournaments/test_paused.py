"""Matches of a tournament that are paused: its organizer sees why, and lets them go on."""

from __future__ import annotations

import pytest

from service.bootstrap import Services
from service.matches.flags import CHECKPOINT
from tests.service.browser import Browser, text
from tests.service.client import Api, Pair, json_of

from .desk import Desk
from .test_online import CLOCK, seated


def listed(api: Api, services: Services, pair: Pair) -> str:
    """Returns how the match of *pair* stands in the list of all, which the desk goes by, by now."""
    behind = json_of(api.get(f"/api/v1/matches?min_position={services.store.position()}"))["items"]
    [status] = [str(entry["status"]) for entry in behind if entry["id"] == pair.blue.match]
    return status


def test_who_runs_it_lets_a_match_go_on_that_a_flag_has_paused(
    api: Api, services: Services, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk.opens(api, services, online=True, clock=CLOCK).registers("Ada", "Grace").starts()
    pair = seated(desk, 1, "Ada", "Grace")
    late = services.repository.clock() + CLOCK["seconds"] * 1000
    monkeypatch.setattr(services.repository, "clock", lambda: late)
    services.views.save(CHECKPOINT, {}, services.views.position(CHECKPOINT), late)
    services.flags.settle_clocks(pair.blue.match)
    assert listed(api, services, pair) == "paused"
    path, act = f"/t/{desk.tournament}/desk", {"do": "resume", "match": pair.blue.match}
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    assert "Paused matches Round 1, table 1 A flag fell." in text(ada.get(path))
    assert ada.post(path, act).location == path
    assert listed(api, services, pair) == "playing"
    page = ada.get(path)
    assert "Paused matches" not in text(page)
    assert 'value="resume"' not in page.text
    again = ada.post(path, act)
    assert (again.status_code, "The match is not paused." in text(again)) == (409, True)


@pytest.mark.parametrize(
    ("by_players", "why"),
    [
        pytest.param(True, "Its players have paused it.", id="by its players"),
        pytest.param(False, "desk-1 has paused it.", id="by an organizer"),
    ],
)
def test_the_desk_says_who_has_paused_a_match(
    api: Api, services: Services, ada: Browser, by_players: bool, why: str
) -> None:
    desk = Desk.opens(api, services, online=True).registers("Ada", "Grace").starts()
    pair = seated(desk, 1, "Ada", "Grace")
    for token in [who.token for who in pair] if by_players else [desk.token]:
        assert api.post(f"/api/v1/matches/{pair.blue.match}/pause", None, token).status_code == 201
    assert listed(api, services, pair) == "paused"
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    assert f"Round 1, table 1 {why}" in text(ada.get(f"/t/{desk.tournament}/desk"))


def test_the_desk_names_a_judge_who_paused_a_match_as_at_the_invitation(
    api: Api, services: Services, ada: Browser
) -> None:
    desk = Desk.opens(api, services, online=True).registers("Ada", "Grace").starts()
    pair = seated(desk, 1, "Ada", "Grace")
    organizer = services.tournament_access.actor_for(desk.tournament, desk.token)
    [key] = services.staff.create_invitation(desk.tournament, "judge", organizer).tokens
    judge = services.staff.accept_invitation(desk.tournament, key, "Jo")
    assert api.post(f"/api/v1/matches/{pair.blue.match}/pause", None, judge.token).status_code == 201
    assert listed(api, services, pair) == "paused"
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    page = text(ada.get(f"/t/{desk.tournament}/desk"))
    assert "Round 1, table 1 Jo has paused it." in page
    assert judge.name not in page
