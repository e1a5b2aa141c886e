"""The ready queue: players with near ratings meet, each in one match, whatever happens meanwhile."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from msgspec.structs import replace

from service.bootstrap import Services
from service.company import offers, streams
from service.company.ready_queue import WINDOW, ReadyQueue, pair_entries
from service.company.streams import stream_challenge
from service.database.challenges import ChallengeRow
from service.settings import Settings
from tests.service.client import Api, Json, Player, json_of, seat_names
from tests.service.matches.test_broadcasts import PATIENCE
from tests.service.stores import on_both_stores

from .test_challenges import accept, challenge, create_account, look


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Those of a service that pairs nobody by itself."""
    return replace(settings, runner=False)


def join(api: Api, pace: str = "normal", **body: Any) -> Json:
    reply = api.post("/api/v1/queue", {"game": "arena", "pace": pace} | body)
    assert reply.status_code == 201, reply.text
    return json_of(reply)


def entry(id: str, rating: int, created: int = 0, pace: str = "quick", game: str = "arena") -> ChallengeRow:
    return ChallengeRow(id, "queue", game, pace, "", f"p-{id}", "", 0, rating, created, 60_000)


def pairs(*entries: ChallengeRow, now: int = 0) -> list[tuple[str, str]]:
    return [(first.id, second.id) for first, second in pair_entries(entries, now)]


def test_the_closest_rating_within_a_widening_window_is_the_opponent() -> None:
    far = entry("b", 1500 + WINDOW + 50)
    assert pairs(entry("a", 1500), far) == []
    assert pairs(entry("a", 1500), far, now=6_000) == [("a", "b")]
    assert pairs(entry("a", 1500), entry("b", 1590), entry("c", 1520)) == [("a", "c")]
    assert pairs(entry("a", 1500), entry("b", 1500, game="villainous"), entry("c", 1500, pace="day")) == []
    assert pairs(entry("a", 1500), entry("a", 1500, created=1)) == []


def test_guests_of_one_browser_and_players_with_a_closed_page_meet_nobody() -> None:
    ada, ben, eve = (entry(id, 1500) for id in "abe")
    at_one_browser = [row._replace(browser="one") for row in (ada, ben)]
    assert pairs(*at_one_browser) == []
    assert pairs(*at_one_browser, eve) == [("a", "e")]
    closed = eve._replace(expires=offers.PAUSE_MS)
    assert pairs(ada, closed) == []
    assert pairs(ada._replace(pace="day"), closed._replace(pace="day")) == [("a", "e")]


@on_both_stores
def test_two_players_that_wait_meet_in_one_match(api: Api, services: Services) -> None:
    ada, grace, lin = join(api, player="Ada"), join(api, player="Grace"), join(api, player="Lin")
    assert services.company.queue.pair_players()  # Lin still waits
    found = [look(api, one) for one in (ada, grace)]
    assert found[0]["match"] == found[1]["match"]
    assert {found[0]["seat"], found[1]["seat"]} == {0, 1}
    for created, place, name in zip((ada, grace), found, ("Ada", "Grace"), strict=True):
        scene = Player(api, place["match"], place["seat"], created["token"]).looks()
        assert seat_names(scene)[place["seat"]] == name
    services.company.queue.pair_players()
    assert look(api, lin)["state"] == "open"


@on_both_stores
def test_two_processes_that_pair_at_once_open_one_match(api: Api, services: Services) -> None:
    ada, grace = join(api, player="Ada"), join(api, player="Grace")
    entries = services.company.challenges.list_waiting()
    other = ReadyQueue(services.company.challenges, services.bus)
    before = services.store.position()
    assert services.company.queue.pair_players() is False
    opened = services.store.position()
    assert not other._open_match(*entries)  # the other process has read the entries before
    assert before < services.store.position() == opened
    assert look(api, ada)["match"] == look(api, grace)["match"]


def test_whoever_leaves_is_paired_with_nobody(api: Api, services: Services) -> None:
    ada = join(api, player="Ada")
    join(api, player="Grace")
    entries = services.company.challenges.list_waiting()
    headers = {"Authorization": f"Bearer {ada['token']}"}
    api.app.test_client().delete(f"/api/v1/challenges/{ada['challenge']['id']}", headers=headers)
    before = services.store.position()
    for first, second in (entries, entries[::-1]):
        assert not services.company.queue._open_match(first, second)
    assert services.company.queue.pair_players()
    assert services.store.position() == before


def test_an_account_waits_once_for_a_match_at_once(api: Api, services: Services) -> None:
    ada = create_account(api, "Ada")
    first, second = join(api, "quick", key=ada["key"]), join(api, "normal", key=ada["key"])
    by_day = join(api, "day", key=ada["key"])
    assert [look(api, one)["state"] for one in (first, second, by_day)] == ["withdrawn", "open", "open"]


@on_both_stores
def test_of_joins_at_once_by_one_account_one_waits(api: Api, services: Services) -> None:
    key = create_account(api, "Ada")["key"]
    with ThreadPoolExecutor(4) as pool:
        [*pool.map(lambda pace: join(api, pace, key=key), ["quick", "normal"] * 2)]
    assert len(services.company.challenges.list_waiting()) == 1


@on_both_stores
def test_the_match_of_a_link_ends_the_entries_of_both_players(api: Api, services: Services) -> None:
    ada, grace = (create_account(api, name)["key"] for name in ("Ada", "Grace"))
    for pace, state in (("day", "open"), ("quick", "withdrawn")):
        entries = [join(api, "normal", key=key) for key in (ada, grace)]
        by_day = join(api, "day", key=ada)
        join(api, "normal", player="Lin")
        assert accept(api, challenge(api, pace=pace, key=ada), key=grace).status_code == 201
        assert [look(api, one)["state"] for one in (*entries, by_day)] == [state, state, "open"]
    before = services.store.position()
    services.company.queue.pair_players()
    assert services.store.position() > before  # the two guests
    assert {row.player for row in services.company.challenges.list_waiting()} == {
        by_day["challenge"]["challenger"]["id"]
    }


def test_a_pair_without_a_game_keeps_no_other_pair_waiting(api: Api, services: Services) -> None:
    now = services.clock()
    for id in "ab":
        row = entry(f"ch-{id * 16}", 1500, created=now - 1, game="gone")
        services.company.challenges._rows.add_challenge(row._replace(expires=now + 60_000), 1)
    ada = join(api, player="Ada")
    join(api, player="Grace")
    services.company.queue.pair_players()
    assert look(api, ada)["state"] == "accepted"
    assert services.company.challenges.list_waiting() == []


def test_a_reload_keeps_the_entry_that_meets_nobody_meanwhile(api: Api, services: Services) -> None:
    ada, grace = join(api, player="Ada"), join(api, player="Grace")

    async def follow() -> None:
        stream = stream_challenge(services, ada["challenge"]["id"], ada["token"])
        async for event in stream:
            if b'"state":"open"' in event:
                break
        await stream.aclose()

    asyncio.run(follow())
    assert services.company.queue.pair_players()
    assert [look(api, one)["state"] for one in (ada, grace)] == ["open", "open"]
    services.company.challenges.renew_entry(
        services.company.challenges.load_challenge(ada["challenge"]["id"]).challenge
    )
    services.company.queue.pair_players()
    assert look(api, ada)["state"] == "accepted"


def test_an_entry_lasts_while_its_page_is_open_and_one_by_the_day_without(
    api: Api, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offers, "PRESENT_MS", 400)
    monkeypatch.setattr(streams, "RENEW_SECONDS", 0.1)
    closed, followed, by_day = (
        join(api, player="Ada"),
        join(api, player="Bea"),
        join(api, "day", player="Cid"),
    )

    async def follow() -> None:
        stream = stream_challenge(services, followed["challenge"]["id"], followed["token"])
        async with asyncio.timeout(PATIENCE):
            async for event in stream:
                if b'"state":"withdrawn"' in event:
                    return
                if b"data" in event:
                    break
            other = stream_challenge(services, closed["challenge"]["id"], None)
            following = asyncio.create_task(anext(stream))
            async for event in other:  # without its token a stream keeps nothing
                if b'"state":"expired"' in event:
                    break
            assert look(api, followed)["state"] == "open"
            following.cancel()

    asyncio.run(follow())
    assert look(api, by_day)["state"] == "open"
