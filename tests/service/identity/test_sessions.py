"""Sessions: what a browser remembers, what it may do with that, and who cannot do it in its name."""

from __future__ import annotations

import msgspec
import pytest
from werkzeug.test import TestResponse

from service.app import create_app, services_of
from service.bootstrap import Services
from service.identity.sessions import DAY_MS
from service.settings import Settings
from service.shared import digests
from tests.service.browser import Browser
from tests.service.client import Api, json_of


def cookie(reply: TestResponse, name: str = "recount") -> str:
    [found] = [each for each in reply.headers.getlist("Set-Cookie") if each.startswith(f"{name}=")]
    return found


def eyes(browser: Browser, match: str, **headers: str) -> str:
    """Returns as whom a browser sees a match."""
    viewer = json_of(browser.get(f"/api/v1/matches/{match}", Accept="application/json", **headers))["viewer"]
    assert isinstance(viewer, str)
    return viewer


# -- the cookie ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("https", [False, True])
def test_no_script_and_no_other_site_gets_the_cookie(settings: Settings, https: bool) -> None:
    app = create_app(msgspec.structs.replace(settings, https=https))
    reply = Browser(app).get("/lobby?lang=fr")
    for name in ("__Host-recount" if https else "recount", "lang"):
        flags = cookie(reply, name).split("; ")[1:]
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= {*flags}
        assert ("Secure" in flags) is https
    services_of(app).close()


def test_a_browser_keeps_its_seats_when_the_service_moves_to_https(settings: Settings) -> None:
    before = create_app(settings)
    browser = Browser(before)
    match = browser.opens()
    held = browser.client.get_cookie("recount")
    assert held is not None
    services_of(before).close()
    after = create_app(msgspec.structs.replace(settings, https=True))
    again = Browser(after)
    again.client.set_cookie("recount", held.value)
    page = again.get(f"/m/{match}")
    assert "Secure" in cookie(page, "__Host-recount").split("; ")
    assert eyes(again, match) == "seat-0"
    services_of(after).close()


def test_a_cookie_that_somebody_wrote_by_hand_is_nobodys(ada: Browser, grace: Browser) -> None:
    match = ada.opens()
    held = ada.client.get_cookie("recount")
    assert held is not None
    body, _, signature = held.value.rpartition(".")
    grace.client.set_cookie("recount", f"{body}.{signature[::-1]}")
    assert eyes(grace, match) == "spectator"
    grace.client.set_cookie("recount", held.value)
    assert eyes(grace, match) == "seat-0"


def test_nobody_reads_in_it_what_it_stands_for(ada: Browser, services: Services, api: Api) -> None:
    match, api_token = ada.opens(), services.api_tokens.issue_token("judge-1", ["judge"]).token
    ada.post("/judge", {"token": api_token})
    held = ada.client.get_cookie("recount")
    assert held is not None
    read = ada.client.application.session_interface.get_signing_serializer(ada.client.application)  # type: ignore[attr-defined]
    assert {*read.loads(held.value)} == {"csrf", "key", "_permanent"}
    row = services.store.sessions.find_session(digests.digest_token(read.loads(held.value)["key"]))
    assert row is not None
    assert api_token.encode() not in row.sealed
    assert match.encode() not in row.sealed


def test_a_copy_of_it_is_worth_no_api_token_once_the_judge_has_left(
    ada: Browser, grace: Browser, services: Services
) -> None:
    match = ada.opens()
    ada.post("/judge", {"token": services.api_tokens.issue_token("judge-1", ["judge"]).token})
    copied = ada.client.get_cookie("recount")
    assert copied is not None
    grace.client.set_cookie("recount", copied.value)
    assert eyes(grace, match, X_Viewer="judge") == "judge"
    ada.post("/judge/leave", {})
    assert eyes(grace, match, X_Viewer="judge") == "spectator"


def test_an_api_token_is_remembered_for_half_a_day_and_a_seat_for_months(
    ada: Browser, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, now = ada.opens(), services.clock()
    ada.post("/judge", {"token": services.api_tokens.issue_token("judge-1", ["judge"]).token})

    def later(days: float) -> tuple[str, str]:
        monkeypatch.setattr(services.sessions, "_clock", lambda: now + int(days * DAY_MS))
        return eyes(ada, match), eyes(ada, match, X_Viewer="judge")

    assert later(0.4) == ("seat-0", "judge")
    assert later(0.6) == ("seat-0", "spectator")
    assert later(80)[0] == "seat-0"
    assert later(160)[0] == "seat-0", "a browser that comes back is remembered for longer"
    assert later(300)[0] == "spectator"


def test_what_a_cookie_of_earlier_versions_holds_is_taken_over(ada: Browser, api: Api) -> None:
    opened = api.opens()
    seat = api.seats(opened, 0, "Ada")
    with ada.client.session_transaction() as session:
        claims = {"1": opened["claims"][1]}
        session["matches"] = [{"match": seat.match, "seats": {"0": seat.token}, "claims": claims}]
        session["csrf"], session["judge"], session["pen"] = "c", "a badge", "a pen"
    assert eyes(ada, seat.match) == "seat-0"
    assert opened["claims"][1] in ada.get(f"/m/{seat.match}").text
    with ada.client.session_transaction() as session:
        assert {*session} == {"csrf", "key", "_permanent"}


def test_as_many_matches_as_anybody_plays_are_remembered(ada: Browser) -> None:
    first = ada.opens()
    for _ in range(15):
        ada.opens(game="villainous", seats=6, **{f"who.{seat}": "anybody" for seat in range(1, 6)})
    assert eyes(ada, first) == "seat-0"


# -- writing -------------------------------------------------------------------------------------------


FORMS = {
    "/new": {"game": "arena", "player": "Ada"},
    "/settings": {"theme": "dark"},
    "/judge": {"token": "t"},
    "/judge/leave": {},
}


@pytest.mark.parametrize("path", FORMS)
@pytest.mark.parametrize("token", ["", "made up", "é", "of another browser"])
def test_a_form_is_taken_with_the_token_of_this_browser_alone(
    path: str, token: str, ada: Browser, grace: Browser, services: Services
) -> None:
    ada.get("/lobby")
    shown = grace.token() if token == "of another browser" else token
    reply = ada.post(path, {**FORMS[path]}, csrf=shown)
    assert reply.status_code == 403
    assert services.store.position() == 0
    assert ada.client.get_cookie("theme") is None


@pytest.mark.parametrize("path", FORMS)
def test_a_form_that_comes_without_any_cookie_brings_none_back(path: str, ada: Browser) -> None:
    """Another site's form comes so: a cookie in the reply would take the place of the one that is here."""
    reply = ada.post(path, {**FORMS[path]}, csrf="")
    assert reply.status_code == 403
    assert "Set-Cookie" not in reply.headers


def test_a_write_to_the_api_by_cookie_needs_the_token_and_one_by_bearer_does_not(
    ada: Browser, api: Api
) -> None:
    opened = api.opens()
    path, body = f"/api/v1/matches/{opened['id']}/seats/1/claim", {"player": "Grace"}
    token = ada.token()
    assert ada.client.post(path, json=body).status_code == 403
    assert ada.client.post(path, json=body, headers={"X-CSRF-Token": "made up"}).status_code == 403
    assert ada.client.post(path, json=body, headers={"X-CSRF-Token": token}).status_code == 401
    reply = ada.client.post(path, json=body, headers={"Authorization": f"Bearer {opened['claims'][1]}"})
    assert reply.status_code == 201


# -- whose eyes ----------------------------------------------------------------------------------------


def test_each_browser_sees_a_match_from_its_own_seat(ada: Browser, grace: Browser, api: Api) -> None:
    opened = api.opens()
    ada.takes(opened, 0, "Ada")
    grace.takes(opened, 1, "Grace")
    match = opened["id"]
    assert [eyes(ada, match), eyes(grace, match)] == ["seat-0", "seat-1"]


@pytest.mark.parametrize("viewer", ["seat-1", "seat-9", "seat-x", "judge", "team-0", "spectator"])
def test_asked_for_eyes_that_it_has_not_a_browser_sees_what_the_public_sees(
    viewer: str, ada: Browser, grace: Browser, api: Api
) -> None:
    opened = api.opens()
    ada.takes(opened, 0, "Ada")
    grace.takes(opened, 1, "Grace")
    path = f"/api/v1/matches/{opened['id']}"
    asked = json_of(ada.get(path, Accept="application/json", X_Viewer=viewer))
    assert asked == json_of(api.get(path))
    assert asked != json_of(ada.get(path, Accept="application/json"))
    assert eyes(ada, opened["id"], X_Viewer=viewer) == "spectator"


@pytest.mark.parametrize(
    "part",
    [
        "",
        "/facts/1/scene",
        "/frames",
        "/narration",
        "/facts/1/why",
        "/diff?from=1&to=1",
        "/disputes",
        "/export",
    ],
)
def test_what_one_seat_may_see_is_kept_for_that_seat_alone(ada: Browser, part: str) -> None:
    """One browser may have two seats: what it keeps of a page depends on who is looking."""
    reply = ada.get(f"/api/v1/matches/{ada.opens()}{part}", Accept="application/json")
    assert {"Authorization", "Cookie", "X-Viewer"} <= {*reply.vary}, reply.text


def test_nobody_answers_from_a_seat_of_another_browser(ada: Browser) -> None:
    match = ada.opens()
    headers = {"X-CSRF-Token": ada.token(), "X-Viewer": "seat-1", "If-Match": '"2"'}
    reply = ada.client.post(f"/api/v1/matches/{match}/answers", json={"picks": ["e1"]}, headers=headers)
    assert reply.status_code == 401


def test_a_bots_seat_is_not_the_players(ada: Browser) -> None:
    """Ada sits second: she looks from her own seat, though the bot's is the first that her browser has."""
    match = ada.opens(mine=1, **{"who.0": "bot"})
    assert eyes(ada, match) == "seat-1"


def test_nobody_looks_through_the_eyes_of_bots(ada: Browser, api: Api) -> None:
    """The service plays them: whoever opened the match has no token of theirs."""
    match = ada.opens(game="villainous", seats=3, **{"who.1": "bot", "who.2": "friend"})
    for viewer in ("seat-1", "seat-2"):
        assert eyes(ada, match, X_Viewer=viewer) == "spectator"
        assert (
            ada.get(f"/m/{match}/replay.html?as={viewer}")
            .headers["Content-Disposition"]
            .endswith('spectator.html"')
        )
