"""A judge settles a case by the record: by another answer after a look at its reach, or an irregularity."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from domain.table import Ruled
from domain.table.recordings.facts import Amended, Irregular
from replays.audits.verify import verify
from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.client import Api, json_of

from .scribe import Scribe, played_match


@pytest.fixture
def scribe(api: Api) -> Scribe:
    """A scribe with twenty entries, and an objection of Red to entry 12."""
    scribe = Scribe(api, played_match())
    scribe.enter(last=20)
    objection = {"seat": 1, "entry": 12, "text": "That was another card."}
    assert api.post(f"{scribe.path}/objections", objection, scribe.players[1].token).status_code == 201
    return scribe


@pytest.fixture
def judge(app: Flask, services: Services, scribe: Scribe) -> Browser:
    """The browser of a judge."""
    browser = Browser(app)
    token = services.api_tokens.issue_token("judge", ["judge"]).token
    browser.post("/judge", {"token": token, "match": scribe.match})
    return browser


def address(scribe: Scribe) -> str:
    return f"/m/{scribe.match}/cases/1/record"


def fields(page: TestResponse) -> dict[str, str]:
    """Returns the hidden fields about the chosen entry."""
    return {
        name: re.findall(f'name="{name}" value="([^"]*)"', page.text)[0]
        for name in ("entry", "replaced", "seq")
    }


def open_entry(scribe: Scribe, judge: Browser, number: int) -> TestResponse:
    page = judge.get(f"{address(scribe)}?entry={number}")
    assert page.status_code == 200
    return page


def amended_answer(scribe: Scribe, number: int) -> dict[str, object]:
    """Returns the fields of another legal answer in place of an entry."""
    recorded = scribe.bodies[number - 1]
    listed = json_of(scribe.api.get(f"{scribe.path}/entries/choices?entry={number}", scribe.token))
    question = listed["questions"][0]
    others = [
        choice["pick"]
        for choice in question["choices"]
        if choice["legality"] == "legal" and choice["pick"] not in recorded["picks"]
    ]
    return {"seat": question["question"]["seat"], "pick": others[0]}


def test_a_judge_reads_the_entries_around_the_disputed_one(scribe: Scribe, judge: Browser) -> None:
    page = judge.get(address(scribe))
    assert re.findall(r'<li value="(\d+)">', page.text) == [str(number) for number in range(7, 18)]
    assert re.findall(r'\?entry=(\d+)" aria-current="true"', page.text) == ["12"]
    words = text(judge.get(f"{address(scribe)}?entry=6"))
    assert "The answer in place of entry 6" in words
    assert "Illegal" in words
    assert "The board before entry 6" in words


def test_a_judge_amends_after_a_look_at_the_reach(scribe: Scribe, judge: Browser, services: Services) -> None:
    page = open_entry(scribe, judge, 4)
    form = fields(page) | amended_answer(scribe, 4) | {"text": "The other move was made."}
    stored = len(scribe.facts(services))
    reach = judge.post(address(scribe), form | {"do": "preview"})
    assert reach.status_code == 200
    assert "Later entries that are taken out:" in text(reach)
    assert "does not hold any more" in text(reach)
    assert len(scribe.facts(services)) == stored
    settled = judge.post(address(scribe), form | {"do": "amend"})
    assert (settled.status_code, settled.location) == (303, f"/m/{scribe.match}/desk?case=1")
    facts = scribe.facts(services)[stored:]
    ruled, amended = facts[0], next(fact for fact in facts if isinstance(fact.event, Amended))
    assert isinstance(ruled.event, Ruled)
    assert (amended.cause, amended.event.entry, amended.event.by) == (ruled.seq, 4, "judge:judge")
    assert judge.post(address(scribe), form | {"do": "amend"}).status_code == 409, "the case is settled"
    assert verify(scribe.played.match.rules, scribe.facts(services)).ok


def test_a_judge_takes_an_entry_out(scribe: Scribe, judge: Browser, services: Services) -> None:
    form = fields(open_entry(scribe, judge, 20)) | {"text": "Nobody played it.", "out": "1"}
    assert "Later entries that hold: 0." in text(judge.post(address(scribe), form | {"do": "preview"}))
    assert judge.post(address(scribe), form | {"do": "amend"}).status_code == 303
    assert json_of(scribe.api.get(f"{scribe.path}/entries", scribe.token))["last"] == 19


def test_an_impossible_answer_and_one_to_an_old_record_change_nothing(
    scribe: Scribe, judge: Browser, services: Services
) -> None:
    form = fields(open_entry(scribe, judge, 4)) | {"text": "No.", "seat": "0", "pick": "move:z9"}
    refused = judge.post(address(scribe), form | {"do": "amend"})
    assert (refused.status_code, 'class="trouble"' in refused.text) == (200, True)
    assert judge.post(address(scribe), form | {"do": "amend", "text": " "}).status_code == 422
    scribe.enter(21, 21)
    stored = scribe.facts(services)
    late = form | amended_answer(scribe, 4) | {"do": "amend"}
    assert judge.post(address(scribe), late).status_code == 412
    assert scribe.facts(services) == stored


@pytest.mark.parametrize("stands", [False, True])
def test_a_judge_settles_by_an_irregularity(
    scribe: Scribe, judge: Browser, services: Services, stands: bool
) -> None:
    seq = fields(open_entry(scribe, judge, 12))["seq"]
    form = {"seq": seq, "rule": "SA-303", "seat": "1", "text": "She moved twice."}
    if stands:
        position = json_of(scribe.api.get(f"{scribe.path}/position", scribe.token))
        form |= {"position": position["position"], "told": position["told"]}
    settled = judge.post(address(scribe), form | {"do": "stands" if stands else "undone"})
    assert settled.status_code == 303, text(settled)
    [irregular] = [fact.event for fact in scribe.facts(services) if isinstance(fact.event, Irregular)]
    assert (irregular.rule, irregular.seat, bool(irregular.position)) == ("SA-303", 1, stands)
    file = text(judge.get(f"/m/{scribe.match}/cases/1?as=judge"))
    assert "What followed" in file
    assert verify(scribe.played.match.rules, scribe.facts(services)).ok


def test_the_record_in_a_case_is_for_judges(app: Flask, scribe: Scribe, services: Services) -> None:
    browser = Browser(app)
    assert browser.get(address(scribe)).location == f"/judge?match={scribe.match}"
    token = services.api_tokens.issue_token("hall", ["organize"]).token
    browser.post("/t/enter", {"token": token})
    assert browser.get(address(scribe)).status_code == 403
    assert browser.post(address(scribe), {"do": "undone", "text": "No."}).status_code == 403
