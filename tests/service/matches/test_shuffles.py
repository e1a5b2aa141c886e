"""Nobody chooses a shuffle: no talk around the game moves one, and no copy tells the seed before the end."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from flask import Flask

from domain import chance
from domain.model import CHANCE, Answered
from domain.table import MatchEnded, Rewound, SeatClaimed
from service.bootstrap import Services
from service.matches.opening import seeds
from service.proofs.exports import export_record
from tests.replays.proof.checker import checked
from tests.service.browser import Browser
from tests.service.client import Api, Pair, json_of
from tests.service.judges import disputes, judge, rules, sound


@pytest.fixture
def one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The service draws the same seed for every match."""
    monkeypatch.setattr(seeds, "server_seed", lambda: "the seed of the service")


def dealt(services: Services, pair: Pair) -> list[tuple[str, ...]]:
    """Returns what chance has answered in a match."""
    events = [fact.event for fact in services.repository.load_facts(pair.blue.match)]
    return [event.picks for event in events if isinstance(event, Answered) and event.seat == CHANCE]


@pytest.mark.usefixtures("one_seed")
def test_disputes_and_looks_move_no_shuffle(api: Api, services: Services) -> None:
    quiet, opened = api.seat_pair("villainous"), api.opens(game="villainous")
    blue = api.seats(opened, 0, "Blue")
    noisy = Pair(blue, blue)
    for number in range(3):
        disputes(blue, f"Objection {number}.")
        judge(services, noisy, f"judge-{number}").looks()
    api.seats(opened, 1, "Red")
    assert len(dealt(services, quiet)) > 1
    assert dealt(services, noisy) == dealt(services, quiet)


def test_no_answer_chooses_what_is_drawn_after_it(pair: Pair) -> None:
    reply = pair.blue.api.post(
        f"/api/v1/matches/{pair.blue.match}/answers",
        {"picks": ["e1"], "nonce": "of my own"},
        pair.blue.token,
        If_Match=f'"{pair.blue.looks()["seq"]}"',
    )
    assert reply.status_code == 422
    assert json_of(reply)["errors"][0]["pointer"] == "/nonce"


def test_a_rewind_commits_to_a_new_seed(pair: Pair, services: Services) -> None:
    pair.answer_by(Random(1))
    to = pair.blue.looks()["seq"]
    pair.answer_by(Random(1))
    disputes(pair.blue)
    assert rules(judge(services, pair), outcome="rewind", to=to).status_code == 201
    match = services.repository.load_match(pair.blue.match).match
    facts = services.repository.load_facts(pair.blue.match)
    [rewound] = [fact.event for fact in facts if isinstance(fact.event, Rewound)]
    assert rewound.commitment == chance.seed_commitment(rewound.seed)
    assert (match.draws, match.settings.shuffle) == (0, chance.COMMITTED)
    pair.play_out(Random(2))
    assert sound(pair)


# -- the seed is for nobody until the line ends ------------------------------------------------------------


def test_no_copy_tells_the_seed_of_a_match_that_goes_on(pair: Pair, services: Services, app: Flask) -> None:
    seed, whistle, browser = (
        services.repository.load_settings(pair.blue.match).seed,
        judge(services, pair),
        Browser(app),
    )
    browser.post("/judge", {"token": whistle.token})

    def copies() -> list[str]:
        return [
            whistle.get("/export").text,
            whistle.get("/export", Accept="text/plain").text,
            browser.get(f"/m/{pair.blue.match}/replay.html?as=judge").text,
        ]

    token = services.repository.load_facts(pair.blue.match)[1].event.token  # type: ignore[attr-defined]
    assert all(token in copy for copy in copies()), "they tell all else"
    assert [seed in copy for copy in copies()] == [False] * 3
    pair.play_out(Random(4))
    assert [seed in copy for copy in copies()] == [True] * 3


def test_the_seed_of_a_new_line_is_sealed_and_those_that_an_end_has_revealed_are_not(
    pair: Pair, services: Services
) -> None:
    to = pair.blue.looks()["seq"]
    services.agreements.concede_match(pair.blue.match, pair.blue.token)
    disputes(pair.blue)
    whistle = judge(services, pair)
    assert rules(whistle, outcome="rewind", to=to).status_code == 201
    first, second = services.repository.load_match(pair.blue.match).match.seeds
    copy = whistle.get("/export").text
    assert (first in copy, second in copy) == (True, False)
    assert isinstance(services.repository.load_facts(pair.blue.match, to)[1].event, MatchEnded)


def test_the_whole_copy_of_an_operator_can_move_it_elsewhere(pair: Pair, services: Services) -> None:
    seed, whistle = services.repository.load_settings(pair.blue.match).seed, judge(services, pair)
    *_, viewer = (services.access.viewer_for(pair.blue.match, token) for token in (None, whistle.token))
    whole = export_record(services, pair.blue.match, viewer, full=True)
    assert whole.facts[0].opened["seed"].value == seed
    assert all(entry.is_open for entry in whole.facts)


@pytest.mark.parametrize("game", ["arena", "villainous"])
def test_another_program_makes_every_draw_of_a_match_again(
    game: str, api: Api, services: Services, tmp_path: Path
) -> None:
    pair = api.seat_pair(game)
    for seed in range(6):
        pair.answer_by(Random(seed))
    services.agreements.concede_match(pair.blue.match, pair.blue.token)
    copy = judge(services, pair).get("/export").data
    [said] = checked(tmp_path, [copy])
    assert (said.found, said.refused, said.unchecked) == ((), "", 0)
    assert said.checked == len(dealt(services, pair)) > 1


def test_a_browser_commits_to_a_nonce_of_its_own(app: Flask, api: Api, services: Services) -> None:
    opened, ada = api.opens(), Browser(app)
    hashes = [chance.nonce_hash("made in the browser"), chance.nonce_hash("made there too")]
    form = {"seat": 0, "claim": opened["claims"][0], "player": "Ada", "nonce_hash": hashes[0]}
    assert ada.post(f"/m/{opened['id']}/sit", form).status_code == 303
    match = ada.opens(nonce_hash=hashes[1])
    claimed = [services.repository.load_facts(each)[1].event for each in (opened["id"], match)]
    assert [event.nonce_hash for event in claimed if isinstance(event, SeatClaimed)] == hashes


def test_a_form_with_another_hash_is_refused(app: Flask, api: Api) -> None:
    opened = api.opens()
    form = {"seat": 0, "claim": opened["claims"][0], "player": "Ada", "nonce_hash": "ab"}
    reply = Browser(app).post(f"/m/{opened['id']}/sit", form)
    assert reply.status_code == 422
    assert "64 lower-case hex digits" in reply.text
