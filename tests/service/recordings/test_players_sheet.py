"""The players' sheet: the record in sentences, the final position, signatures and objections."""

from __future__ import annotations

import re

import pytest
from werkzeug.test import TestResponse

from domain.table.recordings.commands import is_signed
from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.client import Api, json_of

from .scribe import entry_body, played_match


class Phones:
    """The phones of Ana and Ben at a table that a scribe records, and the tablet of a judge."""

    def __init__(self, api: Api, services: Services) -> None:
        self.api, self.services = api, services
        opened = api.opens(options={"chapter": 1}, seats=2, source="table")
        self.match, self._scribe = opened["id"], opened["scribe"]
        self.ana, self.ben, self.judge = (Browser(api.app) for _ in range(3))
        self.ana.takes(opened, 0, "Ana")
        self.ben.takes(opened, 1, "Ben")
        token = services.api_tokens.issue_token("judge-1", ["judge"]).token
        assert self.judge.post("/judge", {"token": token}).status_code == 302
        self.bodies = [entry_body(entry, number) for number, entry in enumerate(played_match().entries, 1)]

    def enter(self, after: int = 0, last: int = 1000) -> None:
        """Lets the scribe enter the match up to entry *last*."""
        while after < min(last, len(self.bodies)):
            body = {"after": after, "entries": self.bodies[after : min(after + 50, last)]}
            reply = self.api.post(f"/api/v1/matches/{self.match}/entries", body, self._scribe)
            assert reply.status_code == 201, reply.text
            after = json_of(reply)["last"]

    def sheet(self, browser: Browser, query: str = "") -> TestResponse:
        """Returns the sheet on somebody's device."""
        page = browser.get(f"/m/{self.match}/sheet{query}")
        assert page.status_code == 200, text(page)
        return page

    def send(self, browser: Browser, query: str = "", **form: object) -> TestResponse:
        """Sends a form of the sheet, with the seal that it shows."""
        seals = re.findall(r'name="head" value="(\w+)"', self.sheet(browser, query).text)
        return browser.post(f"/m/{self.match}/sheet{query}", {"head": (seals or [""])[0]} | form)

    @property
    def are_done(self) -> bool:
        """Whether all have signed."""
        return is_signed(self.services.repository.load_match(self.match).match)


@pytest.fixture
def phones(api: Api, services: Services) -> Phones:
    return Phones(api, services)


def test_the_sheet_tells_each_entry_of_the_present_line(phones: Phones) -> None:
    phones.enter(last=12)
    page = phones.sheet(phones.ana)
    numbers = [int(number) for number in re.findall(r'<li value="(\d+)">', page.text)]
    assert numbers == [*range(12, 0, -1)]
    assert "Ana" in text(page)
    assert "You can sign once the match is over" in text(page)
    assert "Sign as" not in text(page)
    assert int(re.findall(r"nobody has named: (\d+)", text(page))[0]) > 0


def test_the_result_stands_once_both_phones_have_signed(phones: Phones) -> None:
    phones.enter()
    assert "Final position" in text(phones.sheet(phones.ana))
    assert "Sign as Ben" not in text(phones.sheet(phones.ana))
    assert phones.send(phones.ana, do="sign", seat=0).status_code == 303
    assert "Ana has signed" in text(phones.sheet(phones.ben))
    assert not phones.are_done
    assert phones.send(phones.ben, do="sign", seat=1).status_code == 303
    assert phones.are_done
    assert "All have signed" in text(phones.sheet(phones.ana))


def test_a_signature_for_another_seat_and_an_old_seal_are_refused(phones: Phones) -> None:
    phones.enter()
    assert phones.send(phones.ana, do="sign", seat=1).status_code == 401
    old = phones.send(phones.ana, do="sign", seat=0, head="0" * 64)
    assert (old.status_code, phones.are_done) == (409, False)
    assert "The record has changed since" in text(old)


def test_an_objection_shows_with_its_reason_until_the_seat_signs(phones: Phones) -> None:
    phones.enter()
    assert phones.send(phones.ben, do="object", seat=1, entry="7", text=" ").status_code == 422
    assert phones.send(phones.ben, do="object", seat=1, entry="700", text="So.").status_code == 409
    assert phones.send(phones.ben, do="object", seat=1, entry="7", text="It was Gaston.").status_code == 303
    assert "Ben objects to entry 7: It was Gaston." in text(phones.sheet(phones.ana))
    assert phones.send(phones.ben, do="sign", seat=1).status_code == 303
    assert "objects to" not in text(phones.sheet(phones.ana))


def test_the_public_does_not_read_the_reason_of_an_objection(phones: Phones) -> None:
    phones.enter()
    phones.send(phones.ben, do="object", seat=1, entry=3, text="Ana cheated.")
    assert "Ana cheated." in phones.sheet(phones.ana).text
    assert "Ana cheated." not in phones.sheet(Browser(phones.api.app)).text


def test_a_judge_enters_signatures_on_paper(phones: Phones) -> None:
    phones.enter()
    page = text(phones.sheet(phones.judge, "?as=judge"))
    assert page.count("The signature is on paper") == 2
    for seat in (0, 1):
        assert phones.send(phones.judge, "?as=judge", do="sign", seat=seat).status_code == 303
    assert phones.are_done
    assert "Ana has signed on paper" in text(phones.sheet(phones.ana))


def test_a_match_that_the_service_plays_has_no_sheet(phones: Phones) -> None:
    match = phones.api.opens()["id"]
    assert phones.ana.get(f"/m/{match}/sheet").status_code == 409


def test_a_player_notes_own_cards_which_no_other_phone_shows(phones: Phones) -> None:
    phones.enter(last=30)
    page = phones.sheet(phones.ana).text
    place = re.findall(r'<option value="([\d-]+)"[^>]* selected>', page)[0]
    note = {"do": "note", "seat": 0, "place": place, "card": "SAM06"}
    assert phones.send(phones.ana, **note).status_code == 303
    assert 'value="SAM06" class="noted"' in phones.sheet(phones.ana).text
    assert "data-noted" in phones.sheet(phones.ana).text
    assert "data-noted" not in phones.sheet(phones.ben).text
    assert "Cards of" not in text(phones.sheet(Browser(phones.api.app)))
    assert phones.send(phones.ben, **note).status_code == 401
    assert phones.send(phones.ana, **note | {"card": "GAS01"}).status_code == 409
    assert phones.send(phones.ana, do="open", seat=0).status_code == 409
    phones.enter(after=30)
    assert "Turn the noted cards over" in text(phones.sheet(phones.ana))
    assert "Turn the noted cards over" not in text(phones.sheet(phones.ben))
    assert phones.send(phones.ana, do="open", seat=0).status_code == 303
    assert "Turn the noted cards over" not in text(phones.sheet(phones.ana))
