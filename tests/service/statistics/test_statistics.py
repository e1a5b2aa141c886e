"""Statistics over HTTP and as a page: they follow what is ruled, and tell nothing of private matches."""

from __future__ import annotations

from functools import partial

import pytest

from service.bootstrap import Services
from service.statistics.service import CACHE_SECONDS, StatisticsService
from service.tournaments.processes.own_matches import own_matches
from tests.service.browser import Browser
from tests.service.client import Api, Json, Pair, json_of
from tests.service.judges import disputes, judge, rules


class Clock:
    """A time of our own, for what is kept a minute."""

    now = 0.0


@pytest.fixture
def clock(services: Services) -> Clock:
    clock = Clock()
    services.register(
        StatisticsService(services.views, partial(own_matches, services.tournaments), lambda: clock.now)
    )
    return clock


def statistics(api: Api, services: Services, clock: Clock, query: str = "") -> Json:
    services.runner.catch_up()
    clock.now += CACHE_SECONDS + 1
    reply = api.get(f"/api/v1/games/arena/statistics{query}")
    assert reply.status_code == 200, reply.text
    return json_of(reply)


def concedes(api: Api, **body: object) -> Pair:
    opened = api.opens(**body)
    pair = Pair(api.seats(opened, 0, "Blue"), api.seats(opened, 1, "Red"))
    assert api.post(f"/api/v1/matches/{opened['id']}/concession", {}, pair.red.token).status_code == 201
    return pair


def test_no_choice_of_statistics_is_older_than_its_cache(api: Api, services: Services, clock: Clock) -> None:
    assert statistics(api, services, clock)["matches"] == 0
    concedes(api)
    services.runner.catch_up()
    for seats in (2, 4):  # other choices must not renew the list of matches
        clock.now += CACHE_SECONDS * 0.4
        assert json_of(api.get(f"/api/v1/games/arena/statistics?seats={seats}"))["matches"] == 0
    clock.now += CACHE_SECONDS * 0.4
    assert json_of(api.get("/api/v1/games/arena/statistics?chapter=1"))["matches"] == 1


def test_a_ruling_that_changes_a_result_changes_the_statistics(
    api: Api, services: Services, clock: Clock
) -> None:
    pair = concedes(api)
    before = statistics(api, services, clock)
    assert [(one["seat"], one["share"]["won"]) for one in before["seats"]] == [(0, 1), (1, 0)]
    disputes(pair.red, "I gave up by mistake.")
    whistle = judge(services, pair)
    ruling = rules(whistle, outcome="rewind", to=pair.public.looks()["seq"] - 3)
    assert ruling.status_code == 201, ruling.text
    assert statistics(api, services, clock)["matches"] == 0
    assert api.post(f"/api/v1/matches/{pair.blue.match}/concession", {}, pair.blue.token).status_code == 201
    after = statistics(api, services, clock)
    assert [(one["seat"], one["share"]["won"]) for one in after["seats"]] == [(0, 0), (1, 1)]
    assert statistics(api, services, clock, "?event=cap")["matches"] == 0


def test_private_matches_are_not_counted_and_an_unchanged_reply_is_not_sent_again(
    api: Api, services: Services, clock: Clock
) -> None:
    concedes(api, private=True)
    assert statistics(api, services, clock)["matches"] == 0
    path = "/api/v1/games/arena/statistics?chapter=1&bots=none&since=2020-01-01T00:00:00Z"
    tag = api.get(path).headers["ETag"]
    assert api.get(path, If_None_Match=tag).status_code == 304
    assert json_of(api.get(f"{path}")) == json_of(api.get(path))
    assert api.get("/api/v1/games/chess/statistics").status_code == 404
    assert api.get("/api/v1/games/arena/statistics?bots=some").status_code == 422


def test_the_page_shows_shares_with_their_plots_and_numbers(
    api: Api, services: Services, clock: Clock, ada: Browser
) -> None:
    concedes(api)
    statistics(api, services, clock)
    page = ada.get("/statistics/arena?chapter=nonsense&since=nonsense&bots=nonsense").text
    assert page.count('<path class="point"') >= 4
    assert "95% interval" in page
    assert "Mantel" in page
    assert "No match like that" in ada.get("/statistics/arena?chapter=4").text
    assert ada.get("/statistics/chess").status_code == 404
