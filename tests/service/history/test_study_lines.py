"""Lines of a study that its one player opens while the study goes on."""

from __future__ import annotations

from flask import Flask

from service.bootstrap import Services
from service.identity.sessions import KnownMatch
from tests.service.client import Json, Pair, json_of
from tests.service.history.test_studies import STUDY
from tests.service.history.test_study_page import Browser, answers, browser, refused
from tests.service.judges import judge

__all__ = ["browser"]


def find_known(browser: Browser, services: Services, match: str) -> KnownMatch:
    """The tokens of this browser for a match."""
    with browser.client.session_transaction() as cookie:
        key = cookie["key"]
    return next(each for each in services.sessions.load_session(key).matches if each.match == match)


def resigns(browser: Browser, services: Services, match: str) -> None:
    """Ends a match of this browser."""
    services.agreements.concede_match(match, find_known(browser, services, match).seats[0])


def read_table(browser: Browser, match: str) -> Json:
    return json_of(browser.client.get(f"/m/{match}/table"))


def test_friends_read_a_line_of_a_study_that_one_player_keeps_open(
    browser: Browser, app: Flask, services: Services
) -> None:
    match = browser.opens("/study", position=STUDY, company="alone")
    line = browser.opens(f"/m/{match}/onwards", seq=1, company="alone")
    friend = app.test_client()
    assert friend.get(f"/m/{line}").status_code == 200
    assert refused(Browser(app).post(f"/m/{line}/onwards", seq=1))[0] == 403
    resigns(browser, services, line)
    assert friend.get(f"/api/v1/matches/{line}/review").status_code == 409  # nothing was answered
    assert Browser(app).post(f"/m/{line}/onwards", seq=1).status_code == 200


def test_a_line_of_a_line_tells_nothing_of_the_match_under_way_before_them(
    browser: Browser, pair: Pair, services: Services, app: Flask
) -> None:
    token = judge(services, pair).token
    browser.client.post("/judge", data={"token": token, "csrf": browser.csrf})
    headers = {"X-CSRF-Token": browser.csrf, "X-Viewer": "judge"}
    body = {"seq": 5, "company": "alone"}
    reply = browser.client.post(f"/m/{pair.blue.match}/onwards", json=body, headers=headers)
    match = str(json_of(reply)["address"]).rpartition("/")[2]
    line = browser.opens(f"/m/{match}/onwards", seq=1, company="alone")
    resigns(browser, services, line)
    for study in (match, line):
        assert app.test_client().get(f"/m/{study}").status_code == 403
        assert app.test_client().get(f"/api/v1/matches/{study}/review").status_code == 403


def test_a_line_by_a_judge_shows_nothing_of_a_study_under_way(
    browser: Browser, pair: Pair, services: Services, app: Flask
) -> None:
    study = browser.opens("/study", position=STUDY, company="alone")
    token = judge(services, pair).token
    referee = Browser(app)
    referee.client.post("/judge", data={"token": token, "csrf": referee.csrf})
    headers = {"X-CSRF-Token": referee.csrf, "X-Viewer": "judge"}
    reply = referee.client.post(f"/m/{study}/onwards", json={"seq": 1}, headers=headers)
    assert reply.status_code == 200, reply.text
    line = str(json_of(reply)["address"]).rpartition("/")[2]
    assert app.test_client().get(f"/m/{line}").status_code == 403


def test_who_gave_a_seat_away_plays_a_study_alone_no_more(
    browser: Browser, app: Flask, services: Services
) -> None:
    match = browser.opens("/study", position=STUDY, company="friends", seat=1)
    known = find_known(browser, services, match)
    services.reveals.leave_seat(
        match, 1, known.seats[1]
    )  # elsewhere, so that this browser has its token still
    for each, seat in ((Browser(app), 1), (browser, 0)):
        form = {"seat": str(seat), "claim": known.claims[seat], "player": f"P{seat}", "csrf": each.csrf}
        reply = each.client.post(f"/m/{match}/sit", data=form)
        assert reply.status_code in (302, 303), reply.text
    assert read_table(browser, match)["status"] == "playing"
    assert browser.post(f"/m/{match}/onwards", seq=2).status_code == 403


def test_nothing_is_undone_while_a_study_is_paused_or_over(browser: Browser, services: Services) -> None:
    match = browser.opens("/study", position=STUDY, company="alone")
    answers(browser, match, "move:c3")
    assert read_table(browser, match)["undo"]
    for token in find_known(browser, services, match).seats.values():
        services.agreements.pause_match(match, token)
    paused = read_table(browser, match)
    assert (paused["status"], paused["undo"]) == ("paused", 0)
    resigns(browser, services, match)
    assert read_table(browser, match)["undo"] == 0


def test_an_undo_past_a_drawn_card_is_refused_as_the_wrong_moment(browser: Browser) -> None:
    """The page opens another line for this kind of refusal alone."""
    match = browser.opens("/study", position=STUDY, company="alone")
    answers(browser, match, "end")
    assert read_table(browser, match)["undo"]
    problem = json_of(browser.post(f"/m/{match}/undo"))
    assert problem["type"] == "/api/v1/problems/wrong-moment"
    assert problem["detail"].endswith("What was seen cannot be taken back.")
