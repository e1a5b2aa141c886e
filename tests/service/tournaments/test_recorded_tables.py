"""Tables with printed cards whose matches are recorded: the result counts once the players have signed."""

from __future__ import annotations

import pytest
from werkzeug.test import TestResponse

from domain.tournament.facts import ResultRecorded
from domain.tournament.state import TableRef
from service.bootstrap import Services
from service.matches.service import MatchService
from service.tournaments.entry.judge_calls import open_record
from tests.service.browser import Browser, text
from tests.service.client import Api, Json, json_of
from tests.service.recordings.scribe import entry_body, played_match

from .desk import WIN, Desk

REF = TableRef(1, 1, 1)


class RecordedTable:
    """A table of Ada and Grace in a hall, whose match the organizer has recorded to its end."""

    def __init__(self, api: Api, services: Services) -> None:
        stages = [{"format": "swiss", "rounds": 3, "options": [{"chapter": 1}]}]
        self.api, self.services = api, services
        self.desk = Desk.opens(api, services, stages=stages).registers("Ada", "Grace", "Lin", "Mae")
        self.desk.starts(1, "Ada Grace", "Lin Mae")
        self.match = open_record(services, self.desk.tournament, REF)
        self.path = f"/api/v1/matches/{self.match}"
        self.bodies = [entry_body(entry, number) for number, entry in enumerate(played_match().entries, 1)]
        self.enter(0)

    def enter(self, after: int) -> None:
        """Enters the rest of the match after entry *after*."""
        while after < len(self.bodies):
            body = {"after": after, "entries": self.bodies[after : after + 50]}
            reply = self.api.post(f"{self.path}/entries", body, self.desk.token)
            assert reply.status_code == 201, reply.text
            after = json_of(reply)["last"]

    def token_of(self, seat: int) -> str:
        """Returns the token of a seat for the phone of its player."""
        player = self.desk.players[("Ada", "Grace")[seat]]
        return self.services[MatchService].seat_player(self.match, seat, player).token

    def sign(self, seat: int, token: str, how: str = "phone") -> TestResponse:
        """Signs for a seat, under the last fact of the record."""
        repository = self.services.repository
        head = repository.load_hashes(self.match, repository.load_replay(self.match))[-1]
        return self.api.post(f"{self.path}/signatures", {"seat": seat, "head": head, "how": how}, token)

    def sign_on_paper(self) -> None:
        """Enters the signatures of both players on paper."""
        for seat in (0, 1):
            assert self.sign(seat, self.desk.token, "paper").status_code == 201

    def results(self) -> list[tuple[str, Json | None]]:
        """Returns all results of the table, and how each came to be."""
        self.services.result_process.catch_up()
        shown = self.desk.looks("/rounds/1", "")["tables"][0]["results"]
        return [(result["how"], result["result"]) for result in shown]


@pytest.fixture
def table(api: Api, services: Services) -> RecordedTable:
    return RecordedTable(api, services)


def test_a_result_counts_once_all_have_signed_on_phones_or_on_paper(table: RecordedTable) -> None:
    assert table.results() == []
    assert table.sign(0, table.token_of(0)).status_code == 201
    assert table.results() == []
    assert table.sign(1, table.desk.token, "paper").status_code == 201
    [(how, result)] = table.results()
    match = table.services.repository.load_match(table.match).match
    assert how == "match"
    assert match.ended is not None
    assert result is not None
    assert (result["places"], match.ended.winners) == ([1, 1], ())  # the bots drew
    assert result["scores"] == list(match.ended.scores)
    events = [fact.event for fact in table.services.tournaments.facts(table.desk.tournament)]
    [recorded] = [event for event in events if isinstance(event, ResultRecorded)]
    assert (recorded.match, recorded.seq) == (table.match, match.seq)


def test_a_result_that_an_organizer_has_entered_stands(table: RecordedTable) -> None:
    table.desk.enters(1, 1, WIN)
    table.sign_on_paper()
    assert table.results() == [("entered", WIN)]


def test_an_amended_recording_is_signed_anew(table: RecordedTable) -> None:
    assert table.sign(0, table.desk.token, "paper").status_code == 201
    last = len(table.bodies)
    amendment = {"entry": None, "reason": "The last blow missed."}
    reply = table.api.post(f"{table.path}/entries/{last}/amend", amendment, table.desk.token)
    assert reply.status_code == 201, reply.text
    table.enter(last - 1)
    assert table.sign(1, table.desk.token, "paper").status_code == 201
    assert table.results() == []
    assert table.sign(0, table.desk.token, "paper").status_code == 201
    assert [how for how, _ in table.results()] == ["match"]


def test_a_player_finds_the_sheet_at_the_own_table_and_the_organizer_at_the_desk(
    table: RecordedTable, services: Services
) -> None:
    event = f"/t/{table.desk.tournament}"
    ada, desk = (Browser(table.api.app) for _ in range(2))
    assert ada.post(f"{event}/me/enter", {"key": table.desk.tokens["Ada"]}).status_code == 303
    assert "This table is recorded" in text(ada.get(f"{event}/me"))
    sheet = ada.post(f"{event}/me", {"do": "sheet", "stage": 1, "round": 1, "table": 1})
    assert (sheet.status_code, sheet.location) == (303, f"/m/{table.match}/sheet")
    assert "Sign as Ada" in text(ada.get(sheet.location))
    assert desk.post("/t/enter", {"token": table.desk.token}).status_code == 303
    address = f"/m/{table.match}/sheet?as=judge"
    assert f'href="{address}"' in desk.get(f"{event}/desk").text
    assert text(desk.get(address)).count("Signed on paper") == 2


def test_a_conceded_match_has_no_scores_of_the_game(api: Api, services: Services) -> None:
    table = RecordedTable(api, services)
    last = len(table.bodies)
    path, body = f"{table.path}/entries/{last}/amend", {"reason": "It was not played."}
    amended = api.post(path, body, table.desk.token)
    assert amended.status_code == 201, amended.text
    assert api.post(f"{table.path}/concession", {}, table.token_of(1)).status_code == 201
    table.sign_on_paper()
    [(how, result)] = table.results()
    assert how == "match"
    assert result is not None
    assert not result.get("scores")
