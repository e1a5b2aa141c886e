"""Set phrases: players send them, all viewers read them, and nobody sends too many."""

from __future__ import annotations

import asyncio
import json

import pytest
from werkzeug.test import TestResponse

from service.bootstrap import Services
from service.company import events, talk
from service.company.presence import PUBLIC
from tests.service.client import Api, Pair, Player, json_of
from tests.service.company.test_presence import follow
from tests.service.matches.test_broadcasts import PATIENCE
from tests.service.stores import on_both_stores


def say(player: Player, phrase: str) -> TestResponse:
    return player.api.post(f"/api/v1/matches/{player.match}/phrases", {"phrase": phrase}, player.token)


def phrases(player: Player) -> list[tuple[int, str]]:
    return [(item["seat"], item["phrase"]) for item in json_of(player.get("/phrases"))["items"]]


@on_both_stores
def test_all_viewers_read_what_players_say(pair: Pair, services: Services) -> None:
    assert say(pair.blue, "hello").status_code == 201
    assert say(pair.red, "good-luck").status_code == 201
    assert phrases(pair.public) == phrases(pair.blue) == [(0, "hello"), (1, "good-luck")]
    before = services.store.position()
    assert json_of(say(pair.blue, "thank-you"))["number"] == 3
    assert services.store.position() == before  # phrases are no facts


def test_spectators_and_free_text_are_refused(pair: Pair) -> None:
    assert say(pair.public, "hello").status_code == 401
    refused = say(pair.blue, "You play badly")
    assert (refused.status_code, json_of(refused)["errors"][0]["pointer"]) == (422, "/phrase")


def test_a_seat_says_a_few_phrases_at_once_and_the_others_are_free_to(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [say(pair.blue, "hello").status_code for _ in range(5)] == [201, 201, 201, 201, 429]
    assert 0 < int(say(pair.blue, "hello").headers["Retry-After"]) <= talk.RECENT_SECONDS
    assert say(pair.red, "hello").status_code == 201
    monkeypatch.setattr(talk, "RECENT_SECONDS", 0)
    assert say(pair.blue, "sorry").status_code == 201


@on_both_stores
def test_the_last_phrases_stay(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "MAX_PHRASES", 3)
    for phrase in ("hello", "good-luck", "oops", "sorry"):
        say(pair.blue, phrase)
    assert phrases(pair.red) == [(0, "good-luck"), (0, "oops"), (0, "sorry")]


def test_after_the_end_players_still_thank_each_other(pair: Pair) -> None:
    pair.blue.api.post(f"/api/v1/matches/{pair.blue.match}/concession", None, pair.blue.token)
    assert say(pair.red, "good-game").status_code == 201


def test_the_public_of_a_match_with_a_delay_reads_phrases_after_the_end(api: Api) -> None:
    pair = api.seat_pair(delay={"facts": 100})
    say(pair.blue, "well-played")
    assert phrases(pair.red) == [(0, "well-played")]
    assert phrases(pair.public) == []
    api.post(f"/api/v1/matches/{pair.blue.match}/concession", None, pair.blue.token)
    assert phrases(pair.public) == [(0, "well-played")]


def test_the_stream_announces_a_phrase(
    pair: Pair, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "LOOK_SECONDS", 0.02)

    async def watch() -> None:
        async with follow(services, pair.blue.match, (PUBLIC,)) as page, asyncio.timeout(PATIENCE):
            while not page.events:
                await page.next_event()
            await asyncio.to_thread(say, pair.red, "nice-move")
            while not (spoken := [event for event in page.events if b"nice-move" in event]):
                await page.next_event()
        kind, _, data = spoken[-1].partition(b"\ndata: ")
        assert kind == b"event: phrases"
        assert [phrase["seat"] for phrase in json.loads(data)] == [1]

    asyncio.run(watch())
