"""Disputes at tables with printed cards: from the call for a judge to the ruling and the corrected result."""

from __future__ import annotations

import re

import pytest
from werkzeug.test import TestResponse

from domain.table import Ruled
from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.client import Api, Json, json_of
from tests.service.recordings.scribe import entry_body, played_match

from .desk import LOSS, WIN, Desk

TABLE: Json = {"stage": 1, "round": 1, "table": 1}

POSITION = (
    "arena chapter=1 edition=en / play round=2 vp=2:1 turn=SAM left=m1a1 order=SAM,ARI,ALA,GAS / "
    "A.SAM at=d3 hp=6 / A.ALA at=e2 hp=7 / B.GAS at=d5 hp=9 / B.ARI at=c6 hp=4 / "
    "A deck=?12 hand=SAM02,?4 / B deck=?11 hand=?5"
)


class Hall:
    """A hall with two tables of printed cards, an organizer's desk and a judge."""

    def __init__(self, api: Api, services: Services) -> None:
        stages = [{"format": "swiss", "rounds": 3, "options": [{"chapter": 1}]}]
        self.api, self.services = api, services
        self.desk = Desk.opens(api, services, minutes=40, stages=stages).registers(
            "Ada", "Grace", "Lin", "Mae"
        )
        self.desk.starts(1, "Ada Grace", "Lin Mae")
        issued = services.api_tokens.issue_token("judge-1", ["judge"], event=self.desk.tournament)
        self.judge = issued.token

    @property
    def path(self) -> str:
        return f"/api/v1/tournaments/{self.desk.tournament}/rounds/1/tables/1/cases"

    def call(self, player: str, claim: str) -> Json:
        """Calls a judge in the name of *player*."""
        reply = self.api.post(self.path, {"claim": claim}, self.desk.tokens[player])
        assert reply.status_code == 201, reply.text
        return json_of(reply)


@pytest.fixture
def hall(api: Api, services: Services) -> Hall:
    return Hall(api, services)


def seq_of(page: TestResponse) -> str:
    """Returns the last fact that the judge has before them."""
    [seq] = re.findall(r'name="seq" value="(\d+)"', page.text)
    return str(seq)


def test_a_call_at_printed_cards_opens_a_case_that_waits_for_a_judge(hall: Hall) -> None:
    first = hall.call("Ada", "Gaston moved three spaces.")
    second = hall.call("Grace", "It was two.")
    assert (first["match"], first["case"], second["case"]) == (second["match"], 1, 2)
    settings = hall.services.repository.load_settings(first["match"])
    assert (settings.source, settings.private, settings.event) == ("table", False, hall.desk.tournament)
    behind = f"/api/v1/disputes?min_position={hall.services.store.position()}"
    waiting = json_of(hall.api.get(behind, hall.judge))["items"]
    assert [(case["case"], case["players"]) for case in waiting] == [
        (2, ["Ada", "Grace"]),
        (1, ["Ada", "Grace"]),
    ]


def test_nobody_plays_and_nobody_watches_the_record_of_a_table(hall: Hall) -> None:
    match = hall.call("Ada", "Gaston moved three spaces.")["match"]
    assert hall.api.get(f"/api/v1/matches/{match}").status_code == 403
    assert match not in hall.api.get("/").text
    assert hall.services.repository.load_match(match).match.is_full
    assert not [fact for fact in hall.services.repository.load_facts(match, 0, 99) if fact.rule]


def test_everybody_watches_a_table_once_a_scribe_records_it(hall: Hall) -> None:
    """The statements in its case stay with the table and the judges."""
    match = hall.call("Ada", "Gaston moved three spaces.")["match"]
    listed = "/api/v1/matches?min_position="
    before = json_of(hall.api.get(f"{listed}{hall.services.store.position()}"))["items"]
    table = f"/api/v1/tournaments/{hall.desk.tournament}/rounds/1/tables/1"
    assert hall.api.post(f"{table}/scribe", {}, hall.desk.token).status_code == 201
    after = json_of(hall.api.get(f"{listed}{hall.services.store.position()}"))["items"]
    assert (before, [entry["id"] for entry in after]) == ([], [match])
    assert hall.api.get(f"/api/v1/matches/{match}").status_code == 200
    file = json_of(hall.api.get(f"/api/v1/matches/{match}/disputes/1"))
    assert (file["dispute"]["text"], bool(file["dispute"]["hidden"])) == (None, True)


def test_a_judge_settles_the_case_of_a_recorded_table_by_its_record(hall: Hall, ada: Browser) -> None:
    """The case at the desk leads to the record, and its ruling to the entry that was taken out."""
    match = hall.call("Ada", "Gaston moved three spaces.")["match"]
    table = f"/api/v1/tournaments/{hall.desk.tournament}/rounds/1/tables/1"
    case = f"/t/{hall.desk.tournament}/cases/{match}/1"
    ada.post("/t/enter", {"token": hall.judge, "tournament": hall.desk.tournament})
    assert "Settle it by the record" not in text(ada.get(case)), "nothing is recorded yet"
    scribe = json_of(hall.api.post(f"{table}/scribe", {}, hall.desk.token))["token"]
    played = played_match().entries[:12]
    entries = [entry_body(entry, number) for number, entry in enumerate(played, 1)]
    entered = hall.api.post(f"/api/v1/matches/{match}/entries", {"after": 0, "entries": entries}, scribe)
    assert json_of(entered)["last"] == 12
    assert f'href="/m/{match}/cases/1/record"' in ada.get(case).text
    form = {"entry": "12", "out": "1", "text": "Nobody did that.", "seq": str(json_of(entered)["seq"])}
    settled = ada.post(f"/m/{match}/cases/1/record", form | {"do": "amend"})
    assert (settled.status_code, ada.get(settled.location).location) == (303, case)
    assert "What followed" in text(ada.get(case))
    assert "Entry 12 was wrong" in text(ada.get(case))


def test_only_those_at_the_table_and_those_in_charge_call_a_judge(hall: Hall) -> None:
    claim = {"claim": "Gaston moved three spaces."}
    assert hall.api.post(hall.path, claim, hall.desk.tokens["Lin"]).status_code == 409
    assert hall.api.post(hall.path, claim).status_code == 401
    assert hall.api.post(hall.path, {"claim": ""}, hall.desk.tokens["Ada"]).status_code == 422
    assert json_of(hall.api.post(hall.path, claim, hall.judge))["case"] == 1


def test_a_judge_rules_gives_time_and_corrects_the_result(hall: Hall, ada: Browser, grace: Browser) -> None:
    """Ada calls on her phone; the judge notes the position with unknown cards and rules."""
    tournament = hall.desk.tournament
    mine = f"/t/{tournament}/me"
    ada.post(f"{mine}/enter", {"key": hall.desk.tokens["Ada"]})
    called = ada.post(mine, TABLE | {"do": "judge", "claim": "Gaston moved three spaces."})
    assert called.status_code == 303
    file = ada.get(called.headers["Location"])
    assert "Gaston moved three spaces." in text(file)
    match = called.headers["Location"].split("/")[2]

    grace.post("/t/enter", {"token": hall.judge, "tournament": tournament})
    assert grace.get(f"/m/{match}/desk?case=1").headers["Location"] == f"/t/{tournament}/cases/{match}/1"
    noted = hall.api.post(f"/api/v1/matches/{match}/disputes/1/positions", {"position": POSITION}, hall.judge)
    assert noted.status_code == 201, noted.text
    page = grace.get(f"/t/{tournament}/cases/{match}/1")
    words = text(page)
    assert "Table 1 · Case 1" in words
    assert "Move to d4" in words.partition("Possible, by what the unseen cards are")[0]
    assert "Play" in words.partition("Possible, by what the unseen cards are")[2].partition("Illegal")[0]

    ruling = {"rules": "SA-303", "text": "Gaston moves two spaces.", "minutes": "5", "seq": seq_of(page)}
    stale = grace.post(f"/t/{tournament}/cases/{match}/1", ruling | {"seq": "4"})
    assert stale.status_code == 412
    refused = grace.post(f"/t/{tournament}/cases/{match}/1", ruling | {"rules": "Rule-1"})
    assert (refused.status_code, "Rule-1" in text(refused)) == (422, True)
    assert grace.post(f"/t/{tournament}/cases/{match}/1", ruling).status_code == 303
    facts = [fact.event for fact in hall.services.repository.load_facts(match, 0, 99)]
    assert [event.rules for event in facts if isinstance(event, Ruled)] == [("SA-303",)]
    assert "Gaston moves two spaces." in text(ada.get(called.headers["Location"]))
    changes = hall.desk.looks("/facts?after=0&limit=200")["items"]
    assert "tournament.TimeGranted" in [fact["event"]["type"] for fact in changes]

    hall.desk.enters(1, 1, LOSS)
    hall.call("Ada", "The points were counted wrong.")
    corrected = {"rules": "SA-602", "text": "Three points, not one.", "result": "change", "winner": "0"}
    page = grace.get(f"/t/{tournament}/cases/{match}/2")
    corrected["seq"] = seq_of(page)
    assert "Correct the result" in text(page)
    assert "More minutes" not in text(page)
    assert grace.post(f"/t/{tournament}/cases/{match}/2", corrected).status_code == 303
    table = hall.desk.looks("/rounds/1")["tables"][0]
    last = hall.desk.looks("/facts?after=0&limit=200")["items"][-1]["event"]
    assert (table["result"], last["type"], last["case"]) == (WIN, "tournament.ResultCorrected", f"{match}/2")


def test_a_player_at_another_phone_reads_the_case_by_the_link_of_the_tournament(
    hall: Hall, ada: Browser
) -> None:
    match = hall.call("Grace", "Ariel was silenced.")["match"]
    mine = f"/t/{hall.desk.tournament}/me"
    ada.post(f"{mine}/enter", {"key": hall.desk.tokens["Ada"]})
    opened = ada.post(mine, TABLE | {"do": "case", "case": "1"})
    assert opened.headers["Location"] == f"/m/{match}/cases/1?as=seat-0"
    assert "Ariel was silenced." in text(ada.get(opened.headers["Location"]))


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("villainous / move", "begins with “arena”"),
        (POSITION.replace("deck=?12", "deck=?40"), "unknown cards more than cards without a place"),
        (POSITION.replace("at=d3", "at=z9"), "z9"),
        (POSITION.replace("hand=?5", "hand=?x"), "unknown cards are ?"),
    ],
)
def test_a_position_that_no_table_reaches_is_refused_with_the_reason(
    hall: Hall, position: str, sentence: str
) -> None:
    match = hall.call("Ada", "Gaston moved three spaces.")["match"]
    path = f"/api/v1/matches/{match}/disputes/1/positions"
    reply = hall.api.post(path, {"position": position}, hall.judge)
    assert (reply.status_code, sentence in reply.text) == (422, True), reply.text


def test_an_organizer_reads_the_case_and_the_match_page_leads_to_it(hall: Hall, ada: Browser) -> None:
    match = hall.call("Ada", "Gaston moved three spaces.")["match"]
    ada.post("/t/enter", {"token": hall.desk.token, "tournament": hall.desk.tournament})
    page = ada.get(f"/t/{hall.desk.tournament}/cases/{match}/1")
    assert "Gaston moved three spaces." in text(page)
    assert 'id="ruling"' not in page.text
    hall.api.get(f"/api/v1/disputes?min_position={hall.services.store.position()}", hall.judge)
    desk = ada.get(f"/t/{hall.desk.tournament}/desk")
    assert f'href="/t/{hall.desk.tournament}/cases/{match}/1"' in desk.text
    assert ada.get(f"/m/{match}").headers["Location"] == f"/m/{match}/cases/1?as=judge"


def test_a_ruling_at_a_real_table_moves_no_cards_of_the_record(hall: Hall) -> None:
    match = hall.call("Ada", "Gaston moved three spaces.")["match"]
    path = f"/api/v1/matches/{match}/disputes/1/rulings"
    seq = hall.services.repository.load_match(match).match.seq
    ruling = {"outcome": "result", "winners": [0], "rules": ["SA-303"], "text": "Ada wins."}
    refused = hall.api.post(path, ruling, hall.judge, **{"If-Match": f'"{seq}"'})
    assert (refused.status_code, "played on a real table" in refused.text) == (409, True)


def test_a_team_calls_a_judge_by_its_own_link(api: Api, services: Services) -> None:
    stages = [{"format": "swiss", "rounds": 1, "options": [{"chapter": 4}]}]
    desk = Desk.opens(api, services, stages=stages)
    teams = {"Reds": ("Ada", "Grace"), "Blues": ("Lin", "Mae")}
    players = [{"name": team, "members": [{"name": who} for who in two]} for team, two in teams.items()]
    done = desk.did("register", players=players)
    desk.players |= {team: fact["event"]["player"] for team, fact in zip(teams, done["facts"], strict=True)}
    desk.starts(1, "Reds Blues")
    path = f"/api/v1/tournaments/{desk.tournament}/rounds/1/tables/1/cases"
    for one in done["tokens"]:
        called = api.post(path, {"claim": "Not so."}, one["token"])
        assert called.status_code == 201, called.text


def test_another_phone_of_the_player_takes_the_seat_and_the_first_one_takes_it_back(
    hall: Hall, ada: Browser, grace: Browser
) -> None:
    match, mine = hall.call("Ada", "Not so.")["match"], f"/t/{hall.desk.tournament}/me"
    for phone in (ada, grace, ada):
        phone.post(f"{mine}/enter", {"key": hall.desk.tokens["Ada"]})
        opened = phone.post(mine, TABLE | {"do": "case", "case": "1"})
        assert opened.headers["Location"] == f"/m/{match}/cases/1?as=seat-0"
        assert "Not so." in text(phone.get(opened.headers["Location"]))


def test_a_table_that_is_played_here_waits_for_its_match(api: Api, services: Services) -> None:
    desk = Desk.opens(api, services, online=True).registers("Ada", "Grace")
    desk.pairs(1, "Ada Grace")
    desk.did("publish", stage=1, round=1)
    path = f"/api/v1/tournaments/{desk.tournament}/rounds/1/tables/1/cases"
    refused = api.post(path, {"claim": "Not so."}, desk.tokens["Ada"])
    assert (refused.status_code, "is played here" in refused.text) == (409, True)
