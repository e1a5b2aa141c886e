"""Presence: the open streams of a match say which players are here, and how many people look on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from service.bootstrap import Services
from service.company import events, presence
from service.company.presence import PUBLIC, Places, Presence
from service.feed.broadcasts import MatchStream
from service.http.broadcast import keep_unchanged
from tests.service.client import Api, Json, Pair, json_of
from tests.service.matches.test_broadcasts import PATIENCE, Page
from tests.service.matches.test_retirement import three
from tests.service.matches.test_stand_ins import offers
from tests.service.matches.test_streams import listen
from tests.service.stores import on_both_stores


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets broadcasts look at the company as often as there is something new."""
    monkeypatch.setattr(events, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(events, "RENEW_SECONDS", 0.1)


def companies(page: Page) -> list[Json]:
    """Returns the companies among the events of *page*."""
    named = [event.partition(b"\ndata: ") for event in page.events if event.startswith(b"event: company")]
    return [json.loads(data) for _, _, data in named]


def states(company: Json) -> list[str]:
    return [seat["state"] for seat in company["seats"]]


async def shown(page: Page, seats: list[str], spectators: int) -> Json:
    """Waits until *page* shows these seats and so many spectators."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for company in companies(page)[-1:]:
                if (states(company), company["spectators"]) == (seats, spectators):
                    return company
            await page.next_event()


@asynccontextmanager
async def follow(
    services: Services, match: str, places: Places, token: str | None = None
) -> AsyncIterator[Page]:
    """Lets a page follow *match* at *places*, with the company."""
    stream, page = MatchStream(services, match, token, 0, places, company=True), Page(keep_unchanged)
    async for _ in stream.catch_up():
        pass
    task = asyncio.create_task(stream.follow(page))
    try:
        yield page
    finally:
        task.cancel()
        await asyncio.wait([task])


@on_both_stores
def test_pages_show_players_that_come_and_leave_and_count_spectators(
    pair: Pair, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "GRACE_MS", 100)
    match = pair.blue.match

    async def watch() -> None:
        async with follow(services, match, (PUBLIC,)) as page:
            await shown(page, ["away", "away"], 1)
            async with follow(services, match, (0,), pair.blue.token):
                await shown(page, ["here", "away"], 1)
                async with follow(services, match, (PUBLIC,)):
                    await shown(page, ["here", "away"], 2)
            left = await shown(page, ["away", "away"], 1)
            assert left["seats"][0]["since"] is not None
            assert left["seats"][1]["since"] is None
            async with follow(services, match, (0,)), follow(services, match, (1,)):
                both = await shown(page, ["here", "here"], 1)
            assert [seat["since"] for seat in both["seats"]] == [None, None]

    asyncio.run(watch())
    assert json_of(pair.public.get("/company"))["spectators"] == 0


@pytest.mark.parametrize("settings", ["postgres and redis"], indirect=True)
def test_another_process_shows_the_streams_of_this_one_until_it_is_silent(
    pair: Pair, services: Services, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "ALIVE_MS", 700)
    monkeypatch.setattr(presence, "GRACE_MS", 100)
    match, clock = pair.blue.match, services.repository.clock
    other = Presence(redis_url, "other", services.bus, clock)

    async def watch() -> None:
        async with follow(services, match, (PUBLIC,)) as page:
            with other.attend_match(match, (1, PUBLIC)):
                await shown(page, ["away", "here"], 2)
                assert services.company.presence.count_spectators([match, "none"]) == {match: 2, "none": 0}
                killed = await shown(page, ["away", "away"], 1)  # it gives no more signs of life
                assert killed["seats"][1]["since"] is not None

    asyncio.run(watch())
    other.close()


def test_the_stream_announces_company_on_request_alone_and_also_after_the_end(pair: Pair) -> None:
    pair.blue.api.post(f"/api/v1/matches/{pair.blue.match}/concession", None, pair.blue.token)
    plain = [event for event in listen(pair.red, 0) if "event" in event]
    assert plain == []
    stream = listen(pair.red, 0, query="&company=true")
    company = json.loads(next(event for event in stream if event.get("event") == "company")["data"])
    assert states(company) == ["away", "here"]
    stream.close()


def test_bots_and_free_seats_have_no_presence(api: Api) -> None:
    opened = api.opens(bots={"1": "random"})
    found = json_of(api.get(f"/api/v1/matches/{opened['id']}/company"))
    assert states(found) == ["free", "bot"]


def test_the_public_of_a_match_with_a_delay_learns_of_a_stand_in_late(api: Api) -> None:
    players = three(api, delay={"facts": 100})
    for player in players:
        offers(player, bot="random")
    path = f"/api/v1/matches/{players[0].match}/company"
    assert states(json_of(api.get(path, players[1].token)))[0] == "bot"
    assert "bot" not in states(json_of(api.get(path)))


def test_a_private_match_shows_its_company_to_its_players_alone(api: Api) -> None:
    opened = api.opens(private=True)
    ada = api.seats(opened, 0, "Ada")
    assert ada.get("/company").status_code == 200
    assert api.get(f"/api/v1/matches/{opened['id']}/company").status_code == 403
