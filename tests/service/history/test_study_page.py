"""The pages of studies: a position set up word by word, opened with company, and matches played on from."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.bootstrap import Services
from tests.service.client import Api, Json, Pair, json_of, seat_names, wait_for
from tests.service.history.test_studies import STUDY, VILLAINS
from tests.service.judges import judge


class Browser:
    """A browser with cookies of its own, at a page of ours."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = app.test_client()
        found = re.search(r'name="csrf-token" content="([^"]+)"', self.client.get("/study").text)
        assert found is not None
        self.csrf = found[1]

    def post(self, path: str, **body: Any) -> TestResponse:
        return self.client.post(path, json=body, headers={"X-CSRF-Token": self.csrf})

    def lays_out(self, position: str, *edits: tuple[str, str, str | None]) -> Json:
        """Changes words of a position: how it is laid out then."""
        changed = [{"part": part, "word": word, "value": value} for part, word, value in edits]
        reply = self.post("/study/position", position=position, edits=changed)
        assert reply.status_code == 200, reply.text
        return json_of(reply)

    def opens(self, path: str, **body: Any) -> str:
        """Opens a study: the match that the browser is led to."""
        reply = self.post(path, **body)
        assert reply.status_code == 200, reply.text
        return str(json_of(reply)["address"]).rpartition("/")[2]

    def looks(self, match: str, seat: int) -> Json:
        return json_of(self.client.get(f"/api/v1/matches/{match}", headers={"X-Viewer": f"seat-{seat}"}))


@pytest.fixture
def browser(app: Flask) -> Browser:
    return Browser(app)


def refused(reply: TestResponse) -> tuple[int, str, str]:
    body = json_of(reply)
    return reply.status_code, body["detail"], body.get("rule", "")


# -- set up --------------------------------------------------------------------------------------------


def test_a_fresh_match_is_laid_out_ready_to_be_played(browser: Browser) -> None:
    fields = [["option.chapter", "4"], ["option.edition", "fr"]]
    laid = json_of(browser.post("/study/start", game="arena", seats=4, fields=fields))
    assert laid["position"].startswith("arena chapter=4 edition=fr / play round=1 ")
    assert laid["trouble"] == ""
    assert len(laid["scene"]["board"]["figures"]) == 8
    assert all(figure["at"] for figure in laid["scene"]["board"]["figures"].values())


def test_a_turn_of_villains_begins_with_the_move(browser: Browser) -> None:
    fields = [["option.villains.0", "jafar"], ["option.villains.1", "ursula"]]
    laid = json_of(browser.post("/study/start", game="villainous", seats=2, fields=fields))
    assert laid["position"].startswith("villainous / move seat=0 turn=1 ")
    assert [realm["who"] for realm in laid["scene"]["board"]["realms"]] == ["jafar", "ursula"]


def test_words_are_changed_added_and_dropped(browser: Browser) -> None:
    laid = browser.lays_out(STUDY, ("B.GAS", "at", "c4"), ("B.GAS", "stealthy", "2"), ("play", "final", None))
    assert laid["position"] == STUDY.replace("at=d4 hp=1", "at=c4 hp=1 stealthy=2").replace(" final", "")
    figure = laid["scene"]["board"]["figures"]["GAS"]
    assert (figure["at"], figure["statuses"]) == ("c4", {"stealthy": 2})
    assert browser.lays_out(laid["position"], ("play", "final", ""))["scene"]["board"]["final"] is True


def test_what_no_position_can_be_is_told_with_its_rule(browser: Browser) -> None:
    edit = {"part": "B.GAS", "word": "at", "value": "d3"}
    reply = browser.post("/study/position", position=STUDY, edits=[edit])
    assert refused(reply) == (422, "2 figures stand on d3.", "SA-304")


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("arena", "Part 2 of the position begins with one of setup, play, over."),
        (STUDY.replace("hp=1", "hp=one"), "Part 6 of the position, “B.GAS”: “hp=one” should be a number."),
        ("chess e4", "This service has no game “chess”."),
    ],
)
def test_a_text_that_is_no_position(browser: Browser, position: str, words: str) -> None:
    status, detail, _ = refused(browser.post("/study/position", position=position))
    assert (status, detail) in ((422, words), (404, words))


def test_a_part_that_is_not_there(browser: Browser) -> None:
    edit = {"part": "B.MAL", "word": "hp", "value": "3"}
    reply = browser.post("/study/position", position=STUDY, edits=[edit])
    assert refused(reply)[:2] == (422, "The position has no part “B.MAL”.")


def test_a_position_that_nobody_can_play_on_from_says_why(browser: Browser) -> None:
    laid = browser.lays_out(STUDY, ("A.SAM", "at", None), ("A.SAM", "hp", "0"))
    assert (laid["trouble"], laid["rule"]) == (
        "Somebody in the Arena has to have the turn: a study begins between two effects.", "SA-201",
    )  # fmt: skip


def test_cards_that_nobody_has_seen_are_unknown_until_one_of_them_is_named(browser: Browser) -> None:
    """A card that is named in a hand takes the place of an unknown one there."""
    reply = browser.post("/study/position", position=STUDY, concealed=True)
    concealed = json_of(reply)["position"]
    assert "hand=?" in concealed
    board = json_of(reply)["scene"]["board"]
    assert {card for summoner in board["summoners"] for card in summoner["hand"]} == {""}
    words = dict(word.partition("=")[::2] for word in concealed.split(" / ")[-2].split()[1:])
    card = json_of(reply)["unseen"]["A"][0]
    named = browser.lays_out(
        concealed, ("A", "hand", f"{words['hand']},{card}"), ("A", "deck", words.get("deck"))
    )
    count = int(words["hand"].removeprefix("?") or 1)
    rest = f"?{count - 1}," if count > 2 else "?," * (count - 1)
    assert f"hand={rest}{card}" in named["position"]
    assert named["trouble"].startswith("Cards are unknown here")


@pytest.mark.parametrize("body", [{}, {"position": 7}, {"position": STUDY, "edits": [{"part": "A"}]}])
def test_what_no_script_of_ours_sends(browser: Browser, body: Json) -> None:
    assert browser.post("/study/position", **body).status_code == 400


def test_the_page_shows_the_choices_of_its_game(browser: Browser) -> None:
    page = browser.client.get("/study?game=villainous&lang=it").text
    assert 'name="option.villains.5"' in page
    assert "Principe Giovanni" in page


# -- opened --------------------------------------------------------------------------------------------


def test_alone_one_browser_plays_every_seat(browser: Browser) -> None:
    match = browser.opens("/study", position=STUDY, company="alone", player="Ada")
    assert seat_names(browser.looks(match, 0)) == ["Ada", "Ada (2)"]
    assert [browser.looks(match, seat)["viewer"] for seat in (0, 1)] == ["seat-0", "seat-1"]
    assert browser.looks(match, 0)["question"]["options"]


def test_bots_take_the_other_seats(browser: Browser) -> None:
    match = browser.opens("/study", position=VILLAINS, company="bots", seat=1, player="Ada")
    assert seat_names(browser.looks(match, 1)) == ["Bot 1", "Ada"]
    wait_for(lambda: browser.looks(match, 1)["ply"] > 0, "the bot answers")


def test_friends_take_theirs_by_a_link(browser: Browser, app: Flask) -> None:
    match = browser.opens("/study", position=STUDY, company="friends", seat=1, player="Ada")
    link = re.search(rf"/m/{match}/join/0/[\w-]+", browser.client.get(f"/m/{match}").text)
    assert link is not None
    assert app.test_client().get(link[0]).status_code == 200
    assert seat_names(browser.looks(match, 1)) == [None, "Ada"]


def test_there_is_no_such_seat(browser: Browser) -> None:
    reply = browser.post("/study", position=STUDY, seat=7)
    assert refused(reply)[:2] == (422, "There are 2 seats: take one of them.")


def test_a_position_that_is_under_way_is_not_opened(browser: Browser, services: Services) -> None:
    before = services.store.position()
    reply = browser.post("/study", position=STUDY.replace("turn=SAM left=m1a1", "turn=SAM left=a1"))
    assert refused(reply)[2] == "SA-301"
    assert services.store.position() == before


def test_no_other_site_opens_one(browser: Browser) -> None:
    reply = browser.client.post("/study", json={"position": STUDY})
    assert (reply.status_code, json_of(reply)["type"]) == (403, "/api/v1/problems/forged")


# -- gone on with --------------------------------------------------------------------------------------


def test_a_match_that_is_over_is_gone_on_with(browser: Browser, pair: Pair) -> None:
    pair.play_out(Random(61))
    match = browser.opens(f"/m/{pair.blue.match}/onwards", seq=30, company="bots", seat=0, player="Ada")
    scene = browser.looks(match, 0)
    assert (scene["study"], scene["origin"], scene["status"]) == (True, pair.blue.match, "playing")
    assert seat_names(scene) == ["Ada", "Bot 2"]
    link = f'href="/m/{pair.blue.match}?seq={scene["origin_seq"]}"'
    assert link in browser.client.get(f"/m/{match}").text


def test_a_study_compares_its_choice_with_the_match_and_with_a_bot(browser: Browser, pair: Pair) -> None:
    pair.play_out(Random(61))
    match = browser.opens(f"/m/{pair.blue.match}/onwards", seq=30, company="alone")
    seat = browser.looks(match, 0)["question"]["seat"]
    headers = {"X-CSRF-Token": browser.csrf, "X-Viewer": f"seat-{seat}"}
    question = json_of(browser.client.get(f"/m/{match}/updates/0", headers=headers))["question"]
    facts = json_of(browser.client.get(f"/api/v1/matches/{pair.blue.match}/facts?after=30"))["items"]
    answered = next(fact["event"] for fact in facts if fact["event"]["type"] == "core.Answered")
    assert question["origin_answer"] == answered["picks"]
    advice = json_of(browser.client.post(f"/m/{match}/advice", json={}, headers=headers))
    assert {*advice["picks"]} <= {option["pick"] for option in question["options"]}
    assert browser.client.post(f"/m/{pair.blue.match}/advice", json={}, headers=headers).status_code == 404


def test_a_match_that_goes_on_is_not(browser: Browser, pair: Pair, services: Services) -> None:
    before = services.store.position()
    status, detail, _ = refused(browser.post(f"/m/{pair.blue.match}/onwards", seq=5))
    assert (status, detail.partition(":")[0]) == (403, f"Match {pair.blue.match} is not over")
    assert services.store.position() == before


def test_a_judge_goes_on_with_it(browser: Browser, pair: Pair, services: Services) -> None:
    token = judge(services, pair).token
    browser.client.post("/judge", data={"token": token, "csrf": browser.csrf})
    headers = {"X-CSRF-Token": browser.csrf, "X-Viewer": "judge"}
    reply = browser.client.post(f"/m/{pair.blue.match}/onwards", json={"seq": 5}, headers=headers)
    assert reply.status_code == 200, reply.text


# -- alone: undone, in lines, named ---------------------------------------------------------------------


def answers(browser: Browser, match: str, pick: str) -> None:
    headers = {"X-CSRF-Token": browser.csrf, "X-Viewer": "seat-0"}
    headers["If-Match"] = f'"{browser.looks(match, 0)["seq"]}"'
    reply = browser.client.post(f"/api/v1/matches/{match}/answers", json={"picks": [pick]}, headers=headers)
    assert reply.status_code == 201, reply.text


def test_who_plays_alone_undoes_and_asks_nobody(browser: Browser) -> None:
    match = browser.opens("/study", position=STUDY, company="alone")
    before = browser.looks(match, 0)["board"]
    answers(browser, match, "move:c3")
    undo = json_of(browser.client.get(f"/m/{match}/table"))["undo"]
    assert browser.post(f"/m/{match}/undo").status_code == 200
    assert browser.looks(match, 0)["board"] == before
    acts = json_of(browser.client.get(f"/m/{match}/updates/{undo}"))["acts"]
    assert [act["text"] for act in acts if act.get("text")][-1] == "You undo the last answer."
    assert not [act for act in acts if "back" in (act.get("text") or "")]


def test_another_line_is_listed_with_the_first_under_one_name(browser: Browser, app: Flask) -> None:
    match = browser.opens("/study", position=STUDY, company="alone")
    line = browser.opens(f"/m/{match}/onwards", seq=1, company="alone")
    reply = browser.client.post(
        f"/studies/{match}/name", data={"csrf": browser.csrf, "name": "A  last round"}
    )
    assert reply.status_code == 303
    page = browser.client.get("/studies").text
    assert page.count("A last round") == 2  # the title, and the field with it
    assert f"/m/{line}" in page
    assert "Study: A last round" in browser.client.get(f"/m/{line}").text
    assert "last round" not in app.test_client().get(f"/m/{line}").text


def test_who_plays_with_friends_or_watches_undoes_nothing_alone(browser: Browser, app: Flask) -> None:
    match = browser.opens("/study", position=STUDY, company="friends")
    assert browser.post(f"/m/{match}/undo").status_code == 403
    assert browser.post(f"/m/{match}/onwards", seq=2).status_code == 403
    alone = browser.opens("/study", position=STUDY, company="alone")
    assert Browser(app).post(f"/m/{alone}/undo").status_code == 403
    assert Browser(app).post(f"/m/{alone}/onwards", seq=2).status_code == 403


# -- commentaries on the page --------------------------------------------------------------------------


def test_a_browser_writes_what_no_script_has_the_token_of(browser: Browser, api: Api, pair: Pair) -> None:
    match = pair.blue.match
    made = json_of(browser.post(f"/m/{match}/commentaries", title="Where it was lost", author="Grace"))
    assert "token" not in made
    headers = {"X-CSRF-Token": browser.csrf}
    note = f"/api/v1/commentaries/{made['id']}/notes/2"
    body = {"text": "A quiet beginning."}
    assert browser.client.put(note, json=body, headers=headers).status_code == 200
    assert browser.client.put(note, json=body).status_code == 403
    other = Browser(api.app)
    assert other.client.put(note, json=body, headers={"X-CSRF-Token": other.csrf}).status_code == 401
    assert json_of(browser.client.get(f"/m/{match}/commentaries"))["mine"] == [made["id"]]
    assert json_of(other.client.get(f"/m/{match}/commentaries"))["mine"] == []
    read = json_of(other.client.get(f"/m/{match}/commentaries/{made['id']}"))
    assert [each["text"] for each in read["notes"]] == ["A quiet beginning."]
    assert browser.client.delete(f"/api/v1/commentaries/{made['id']}", headers=headers).status_code == 204


def test_a_commentary_without_a_title(browser: Browser, pair: Pair) -> None:
    reply = browser.post(f"/m/{pair.blue.match}/commentaries", title="", author="Grace")
    assert refused(reply)[:2] == (422, "A commentary has a title and an author, a line each.")
