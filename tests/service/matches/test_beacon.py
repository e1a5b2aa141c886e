"""The service and a public beacon: new matches name it, and deals wait for its rounds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.table import BeaconDrawn, BeaconMissed, MatchOpened, Rewound, SeatClaimed
from service.app import services_of
from service.bootstrap import Services
from service.matches.beacon_client import BeaconClient, BeaconSilent
from service.matches.beacon_rounds import PUBLICATION_MS, BeaconRounds
from service.matches.flags import CHECKPOINT
from service.settings import Settings, decode_settings, encode_settings
from tests.beacon_server import BeaconServer, serving_beacon
from tests.projections.waiting import until
from tests.service.applications import serving
from tests.service.client import Api
from tests.service.judges import disputes, judge, rules, sound


@pytest.fixture
def beacon() -> Iterator[BeaconServer]:
    with serving_beacon() as server:
        yield server


@pytest.fixture
def settings(tmp_path: Path, beacon: BeaconServer) -> Settings:
    """The settings of a service with a beacon, whose rounds the tests draw themselves."""
    return Settings(data=tmp_path, beacon=beacon.chain.beacon, runner=False)


@pytest.fixture
def later(services: Services, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The clock of the service, in milliseconds since 1970: the first item."""
    now = [time.time_ns() // 1_000_000]
    monkeypatch.setattr(services.repository, "clock", lambda: now[0])
    return now


def passes(at: int, services: Services, later: list[int]) -> None:
    """It is that time, and the clocks were watched meanwhile."""
    later[0] = at
    services.views.save(CHECKPOINT, {}, services.views.position(CHECKPOINT), at)


def published(beacon: BeaconServer, number: int) -> int:
    """Returns when the service first asks for a round."""
    return beacon.chain.beacon.time_of(number) + PUBLICATION_MS


def round_of(match: str, services: Services) -> int:
    return services.repository.load_match(match).match.reveals.round


def draws(match: str, services: Services) -> None:
    """The process that watches the clocks looks at a match, and fetches its round."""
    services.flags.settle_clocks(match)
    services.flags.rounds.draw_published()


def test_a_deal_waits_for_its_round(
    api: Api, services: Services, beacon: BeaconServer, later: list[int]
) -> None:
    pair = api.seat_pair()
    match, number = pair.blue.match, round_of(pair.blue.match, services)
    opened = services.repository.load_facts(match)[0].event
    assert isinstance(opened, MatchOpened)
    assert (opened.beacon, opened.shuffle) == (beacon.chain.beacon, 5)
    scene = pair.blue.looks()
    assert (scene["status"], scene["question"]) == ("open", None)
    assert (scene["reveal"]["seats"], scene["reveal"]["round"]) == ([], number)
    draws(match, services)
    assert beacon.paths == [], "the round is yet to come"
    passes(published(beacon, number), services, later)
    draws(match, services)
    assert beacon.paths == [f"/{opened.beacon.chain}/public/{number}" if opened.beacon else ""]
    [drawn] = [f.event for f in services.repository.load_facts(match) if isinstance(f.event, BeaconDrawn)]
    assert drawn == beacon.chain.draw(number, later[0])
    scene = pair.blue.looks()
    assert (scene["status"], scene["reveal"]) == ("playing", None)
    assert sound(pair)


def test_a_rewind_waits_for_a_later_round(
    api: Api, services: Services, beacon: BeaconServer, later: list[int]
) -> None:
    pair = api.seat_pair()
    match, first = pair.blue.match, round_of(pair.blue.match, services)
    passes(published(beacon, first), services, later)
    draws(match, services)
    to = pair.blue.looks()["seq"]
    asked = pair.asked
    assert asked is not None
    assert asked.answers(asked.looks()["question"]["options"][0]).status_code == 201
    disputes(pair.blue)
    assert rules(judge(services, pair), outcome="rewind", to=to).status_code == 201
    assert isinstance(services.repository.load_facts(match)[-1].event, Rewound)
    second = round_of(match, services)
    assert second > first
    passes(published(beacon, second), services, later)
    draws(match, services)
    assert pair.blue.looks()["question"] is not None
    assert sound(pair)


def test_a_round_that_does_not_come_in_time_is_missed(
    api: Api, services: Services, beacon: BeaconServer, later: list[int]
) -> None:
    pair = api.seat_pair()
    match, number = pair.blue.match, round_of(pair.blue.match, services)
    beacon.replies[beacon.chain.beacon.round_path(number)] = (404, b"{}")
    passes(published(beacon, number), services, later)
    services.flags.settle_clocks(match)
    assert [services.flags.rounds.draw_published() for _ in range(6)] == [0.5, 1, 2, 4, 8, 8]
    due = services.repository.load_match(match).match.reveals.due
    assert services.flags.settle_clocks(match) == due
    passes(due, services, later)
    assert services.flags.settle_clocks(match) == 0
    events = [fact.event for fact in services.repository.load_facts(match)]
    assert BeaconMissed(number, due) in events
    assert pair.blue.looks()["status"] == "playing"
    asked = len(beacon.paths)
    assert (services.flags.rounds.draw_published(), len(beacon.paths)) == (0, asked)
    assert sound(pair)


def test_a_round_that_does_not_come_holds_back_no_other(
    api: Api, services: Services, beacon: BeaconServer, later: list[int]
) -> None:
    early = api.seat_pair().blue.match
    later[0] += 10 * beacon.chain.period_ms
    late = api.seat_pair().blue.match
    for match in (early, late):
        services.flags.settle_clocks(match)
    beacon.replies[beacon.chain.beacon.round_path(round_of(late, services))] = (425, b"")
    passes(published(beacon, round_of(late, services)), services, later)
    assert services.flags.rounds.draw_published() > 0
    assert (round_of(early, services), round_of(late, services) > 0) == (0, True)
    beacon.replies.clear()
    assert (services.flags.rounds.draw_published(), round_of(late, services)) == (0, 0)


def test_a_match_of_another_chain_fetches_nothing(
    api: Api, services: Services, beacon: BeaconServer, later: list[int]
) -> None:
    """The beacon of the service is another one than that of the record, as after an import."""
    pair = api.seat_pair()
    match, number = pair.blue.match, round_of(pair.blue.match, services)
    passes(published(beacon, number), services, later)
    with serving_beacon(secret=7) as other:
        rounds = BeaconRounds(services.repository, other.chain.beacon)
        rounds.note_match(match, services.repository.load_match(match).match)
        assert (rounds.draw_published(), other.paths, beacon.paths) == (0, [], [])


FORGED: dict[str, tuple[int, bytes, str]] = {
    "an error": (500, b"", "answers 500."),
    "a redirect": (302, b"/elsewhere", "answers 302."),
    "no JSON": (200, b"<html>", "answers with no round"),
    "no hex": (200, b'{"round": 9, "signature": "xyz"}', "answers with no round"),
    "too much": (200, b" " * 5000, "sends too much"),
    "another round": (200, b'{"round": 8, "signature": "b4"}', "no round 9 that the key of the chain signed"),
    "no signature of the chain": (200, b'{"round": 9, "signature": "b4"}', "no round 9 that the key"),
}


@pytest.mark.parametrize("reply", FORGED)
def test_the_client_takes_no_round_but_a_signed_one(reply: str, beacon: BeaconServer) -> None:
    status, body, reason = FORGED[reply]
    client = BeaconClient(beacon.chain.beacon)
    beacon.replies[beacon.chain.beacon.round_path(9)] = (status, body)
    with pytest.raises(BeaconSilent, match=reason):
        client.fetch_signature(9)
    del beacon.replies[beacon.chain.beacon.round_path(9)]
    assert client.fetch_signature(9) == beacon.chain.sign(9)


def test_the_client_takes_no_round_of_another_key(beacon: BeaconServer) -> None:
    with serving_beacon(secret=7) as other:
        [path] = [beacon.chain.beacon.round_path(9)]
        beacon.replies[path] = other.answer(path)
    with pytest.raises(BeaconSilent, match="no round 9 that the key of the chain signed"):
        BeaconClient(beacon.chain.beacon).fetch_signature(9)


def test_the_settings_of_a_child_process_hold_the_beacon(settings: Settings) -> None:
    assert decode_settings(encode_settings(settings)) == settings


def test_a_service_draws_by_itself(tmp_path: Path) -> None:
    """A chain with a round each second, and a service with all its tasks."""
    with (
        serving_beacon(period_ms=1_000) as server,
        serving(Settings(data=tmp_path, beacon=server.chain.beacon)) as app,
    ):
        pair = Api(app).seat_pair()
        until(lambda: pair.blue.looks()["status"] == "playing")
        events = [fact.event for fact in services_of(app).repository.load_facts(pair.blue.match)]
    [drawn] = [event for event in events if isinstance(event, BeaconDrawn)]
    claimed = max(event.at for event in events if isinstance(event, SeatClaimed))
    assert drawn == server.chain.draw(server.chain.beacon.round_after(claimed), drawn.at)
    assert drawn.at - claimed >= 1_000


def test_a_service_that_starts_draws_what_matches_wait_for(tmp_path: Path) -> None:
    with serving_beacon(period_ms=1_000) as server:
        settings = Settings(data=tmp_path, beacon=server.chain.beacon)
        with serving(replace(settings, runner=False)) as app:
            match = Api(app).seat_pair().blue.match
        with serving(settings) as app:
            repository = services_of(app).repository
            until(lambda: repository.load_match(match).match.is_started)
        assert len(server.paths) >= 1
