"""An account plays its seats at every browser that it signs in at; no other person there gets them."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from service.bootstrap import Services
from service.database.access import SessionRow
from service.shared import digests
from tests.service.browser import Browser, text
from tests.service.client import Api, json_of
from tests.service.identity.test_account_page import key_on, signs_up
from tests.service.identity.test_sessions import eyes


@pytest.fixture
def shared(app: Flask) -> Browser:
    """A browser at which several people sign in, one after the other."""
    return Browser(app)


def enter(browser: Browser, key: str) -> None:
    assert browser.post("/me/enter", {"key": key}).status_code == 303


def leave(browser: Browser) -> None:
    assert browser.post("/me/leave", {}).status_code == 303


def challenge(browser: Browser) -> str:
    """Makes a challenge by link, and returns its page."""
    form = {"way": "link", "game": "arena", "pace": "day", "player": "Guest"}
    return str(browser.post("/play", form).location)


def accept(browser: Browser, page: str) -> str:
    """Accepts a challenge, and returns the id of the match."""
    accepted = browser.post(f"{page}/accept", {"player": "Guest"})
    assert accepted.status_code == 303, text(accepted)
    return accepted.location.removeprefix("/m/")


def is_stored(services: Services, key: str) -> bool:
    return services.store.sessions.find_session(digests.digest_token(key)) is not None


def test_nothing_of_an_account_stays_at_a_browser_that_it_leaves(
    ada: Browser, grace: Browser, shared: Browser
) -> None:
    key = signs_up(ada)
    pages = [challenge(ada)]
    enter(shared, key)
    pages.append(challenge(shared))
    opened = shared.opens()
    invitation = f"/m/{opened}/join/1/"
    assert invitation in shared.get(f"/m/{opened}").text
    leave(shared)
    signs_up(grace, "Grace")
    matches = [accept(grace, page) for page in pages]
    for name in ("", "Eve"):
        if name:
            signs_up(shared, name)
        assert "Your matches" not in text(shared.get("/"))
        assert [eyes(shared, match) for match in (*matches, opened)] == ["spectator"] * 3
        assert invitation not in shared.get(f"/m/{opened}").text
    assert "Your matches" in text(ada.get("/"))
    assert "spectator" not in [eyes(ada, match) for match in (*matches, opened)]
    assert invitation in ada.get(f"/m/{opened}").text


def test_seats_and_challenges_of_a_guest_stay_with_the_browser(
    ada: Browser, grace: Browser, shared: Browser, api: Api
) -> None:
    """The account takes the other seat there, and leaves it at home."""
    opened, page = api.opens(game="villainous", seats=3), challenge(shared)
    match = str(opened["id"])
    shared.takes(opened, 0, "Lin")
    enter(shared, key := signs_up(ada))
    found = accept(grace, page)
    shared.takes(opened, 1, "")
    shared.get("/")
    assert [eyes(shared, match, X_Viewer=f"seat-{seat}") for seat in (0, 1)] == ["seat-0", "seat-1"]
    assert [eyes(ada, each) for each in (match, found)] == ["seat-1", "spectator"]
    assert eyes(shared, found) != "spectator"
    reply = ada.client.post(f"/m/{match}/leave", headers={"X-CSRF-Token": ada.token()})
    assert reply.status_code == 200, reply.text
    assert eyes(shared, match, X_Viewer="seat-1") == "spectator"
    leave(shared)
    assert eyes(shared, match) == "seat-0"
    enter(shared, key)
    assert eyes(shared, match, X_Viewer="seat-0") == "seat-0"


def test_a_friend_at_the_browser_of_an_account_plays_there_alone(
    ada: Browser, shared: Browser, api: Api
) -> None:
    enter(shared, signs_up(ada))
    over, headers = api.seat_pair().blue, {"X-CSRF-Token": shared.token()}
    api.post(f"/api/v1/matches/{over.match}/concession", None, over.token)
    body = {"seq": 5, "company": "alone", "seat": 0}
    reply = shared.client.post(f"/m/{over.match}/onwards", json=body, headers=headers)
    match = json_of(reply)["address"].removeprefix("/m/")
    seats = ["seat-0", "seat-1"]
    assert [eyes(shared, match, X_Viewer=seat) for seat in seats] == seats
    assert [eyes(ada, match, X_Viewer=seat) for seat in seats] == ["seat-0", "spectator"]
    leave(shared)
    assert [eyes(shared, match, X_Viewer=seat) for seat in seats] == ["spectator", "seat-1"]


def test_a_new_key_by_the_api_has_the_seats_of_the_former_one(
    ada: Browser, shared: Browser, api: Api, services: Services
) -> None:
    former = signs_up(ada)
    enter(shared, former)
    match, page = ada.opens(), challenge(ada)
    path = f"/api/v1/players/{services.accounts.account_of(former).id}/key"
    key = str(json_of(api.post(path, None, former))["key"])
    assert [eyes(browser, match) for browser in (ada, shared)] == ["spectator"] * 2
    assert (is_stored(services, former), is_stored(services, key)) == (False, True)
    enter(shared, key)
    assert eyes(shared, match) == "seat-0"
    assert re.search(f'action="{page}/end"', shared.get("/").text)
    assert key_on(shared.post("/me/key", {})) != key
    assert eyes(shared, match) == "seat-0"
    assert not is_stored(services, key)


def test_an_end_or_a_lost_key_erases_the_seats(ada: Browser, api: Api, services: Services) -> None:
    for way in ("page", "api", "operator", "lost"):
        key = signs_up(ada, "Ada")
        match, id = ada.opens(), services.accounts.account_of(key).id
        assert (eyes(ada, match), is_stored(services, key)) == ("seat-0", True)
        if way == "page":
            ada.post("/me/end", {"sure": "yes"})
        elif way == "api":
            headers = {"Authorization": f"Bearer {key}"}
            reply = api.app.test_client().delete(f"/api/v1/players/{id}", headers=headers)
            assert reply.status_code == 204
        elif way == "operator":
            services.erasure.erase_names(id)
        else:
            services.accounts.issue_key(id)
        assert (eyes(ada, match), is_stored(services, key)) == ("spectator", False), way


def test_a_page_without_matches_reads_the_session_of_the_browser_alone(
    ada: Browser, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = signs_up(ada)
    ada.opens()
    sessions, found = services.store.sessions, list[str]()
    find_session = sessions.find_session

    def record_session(id: str) -> SessionRow | None:
        found.append(id)
        return find_session(id)

    monkeypatch.setattr(sessions, "find_session", record_session)
    assert "You play as Ada" in text(ada.get("/new?game=arena"))
    assert len(found) == 1
    assert digests.digest_token(key) not in found
