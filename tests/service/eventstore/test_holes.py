"""A match that has a hole is set aside and told; whoever is ahead of the store goes back to what is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.metadata import version

import msgspec
import pytest

from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.feed.log_poller import LogPoller
from service.settings import Settings
from tests.service.applications import serving
from tests.service.client import Api, Pair, json_of
from tests.service.evidence.audit.people import Vandal


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Nothing is kept up but by who is told to."""
    return msgspec.structs.replace(settings, runner=False)


@pytest.fixture
def vandal(settings: Settings) -> Vandal:
    """Who puts the database back, as a standby that lagged does."""
    return Vandal(settings)


@pytest.fixture
def other(settings: Settings, services: Services) -> Iterator[Services]:
    """Another process of the service."""
    with Services(settings, CardSetRegistry()) as other:
        yield other


def goes_back(vandal: Vandal, pair: Pair) -> None:
    """Loses the last write of the match."""
    vandal.drops(pair.blue.match, 6, 99)
    vandal.does("DELETE FROM heads WHERE seq > 5")


def test_a_process_that_is_ahead_of_the_store_makes_no_hole(
    pair: Pair, services: Services, vandal: Vandal
) -> None:
    assert pair.blue.answers("e1").status_code == 201
    goes_back(vandal, pair)
    assert pair.red.answers("b7", after=9).status_code == 412
    assert [fact.seq for fact in services.repository.load_facts(pair.blue.match)] == [1, 2, 3, 4, 5]
    assert pair.blue.answers("f1", after=5).status_code == 201


def test_neither_does_one_that_knows_another_history_of_the_same_length(
    pair: Pair, services: Services, other: Services, vandal: Vandal
) -> None:
    match = pair.blue.match
    assert pair.blue.answers("e1").status_code == 201
    goes_back(vandal, pair)
    other.matches.answer_question(match, pair.blue.token, ("f1",), 5)
    assert pair.red.answers("b7", after=9).status_code in (201, 412)
    made = services.evidence.chain_hashes(match, services.repository.load_replay(match))
    assert [one.head.head.hex() for one in services.store.tree.list_entries(match)][-1] == made[-1]


def test_what_was_remembered_of_a_log_that_went_back_is_forgotten(
    pair: Pair, services: Services, vandal: Vandal
) -> None:
    assert pair.blue.answers("e1").status_code == 201
    poller = LogPoller(services.store, services.bus, services.repository.forget_match)
    assert services.repository.cached_seq(pair.blue.match) == 9
    goes_back(vandal, pair)
    poller.poll_once()
    assert services.repository.cached_seq(pair.blue.match) == 0


# -- set aside -----------------------------------------------------------------------------------------


Deed = Callable[[Vandal, str], None]


def drops(seq: int) -> Deed:
    return lambda vandal, match: vandal.drops(match, seq, seq)


def breaks(seq: int) -> Deed:
    """Leaves half of a row, as a disk does."""

    def deed(vandal: Vandal, match: str) -> None:
        where = "WHERE match = ? AND seq = ?"
        vandal.does(f"UPDATE facts SET state = ? {where}", b'[2,"",0', match, seq)

    return deed


def unread(seq: int, kind: str) -> str:
    return f"Fact {seq}, “{kind}”, has no form that Recount {version('recount')} reads."


DAMAGE = {
    "the opening is gone": (drops(1), "Fact 1 is missing."),
    "a claim is gone": (drops(3), "Fact 3 is missing."),
    "the opening is broken": (breaks(1), unread(1, "table.MatchOpened")),
    "a claim is broken": (breaks(3), unread(3, "table.SeatClaimed")),
    "the last fact is broken": (breaks(9), unread(9, "core.Asked")),
}
damage = pytest.mark.parametrize(("deed", "why"), DAMAGE.values(), ids=DAMAGE)


@pytest.fixture
def damaged(pair: Pair) -> str:
    """A match to be damaged; it has nine facts."""
    assert pair.blue.answers("e1").status_code == 201
    return pair.blue.match


@damage
def test_a_damaged_match_stops_no_view_of_the_others(
    api: Api,
    damaged: str,
    services: Services,
    vandal: Vandal,
    caplog: pytest.LogCaptureFixture,
    deed: Deed,
    why: str,
) -> None:
    deed(vandal, damaged)
    sound = api.seat_pair()
    services.runner.catch_up()
    assert sound.blue.match in [row["id"] for row in json_of(api.get("/api/v1/matches"))["items"]]
    ready = json_of(api.get("/readyz"))
    assert (ready["ready"], ready["set_aside"]) == (True, {damaged: why})
    assert f"match {damaged} is set aside: {why}" in caplog.messages
    for name in services.PROJECTIONS:
        services.runner.rebuild(name)
    assert json_of(api.get("/readyz"))["set_aside"] == {damaged: why}


def test_it_stays_aside_when_somebody_goes_on_with_it(
    pair: Pair, damaged: str, services: Services, other: Services, vandal: Vandal, api: Api
) -> None:
    services.runner.catch_up()
    breaks(8)(vandal, damaged)
    for name in services.PROJECTIONS:
        services.runner.rebuild(name)
    shown = [row["seq"] for row in json_of(api.get("/api/v1/matches"))["items"]]
    assert pair.red.answers("b7").status_code == 201, "this process has the match at hand"
    other.runner.catch_up()
    assert [row["seq"] for row in json_of(api.get("/api/v1/matches"))["items"]] == shown


@damage
def test_the_feed_goes_on_without_it(api: Api, damaged: str, vandal: Vandal, deed: Deed, why: str) -> None:
    deed(vandal, damaged)
    sound = api.seat_pair()
    feed = json_of(api.get("/api/v1/facts?limit=500"))
    assert sound.blue.match in {notice["subject"]["id"] for notice in feed["items"]}
    assert "Link" not in api.get("/api/v1/facts?limit=500").headers


@damage
def test_whoever_asks_for_it_is_told_in_words(
    api: Api, damaged: str, other: Services, vandal: Vandal, settings: Settings, deed: Deed, why: str
) -> None:
    deed(vandal, damaged)
    with serving(settings) as app:  # which has nothing of it at hand
        asking = app.test_client()
        refused = asking.get(f"/api/v1/matches/{damaged}")
        assert refused.status_code == 503
        assert refused.json is not None
        assert (refused.json["type"], refused.json["detail"]) == ("/api/v1/problems/set-aside", why)
        for code, title in (
            ("en", "This match is set aside"),
            ("fr", "Cette partie est mise de côté"),
            ("it", "Questa partita è messa da parte"),
        ):
            page = asking.get(f"/m/{damaged}?lang={code}", headers={"Accept": "text/html"})
            assert page.status_code == 503
            assert title in page.text
