"""A public beacon in the shuffle: the deal waits for a round that nobody knew when the last nonce came."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from domain import table
from domain.chance import BEACON as VERSION
from domain.chance import keyed_order, line_key
from domain.clocks import Clock
from domain.model import CHANCE, Answered
from domain.table import (
    BeaconDrawn,
    BeaconMissed,
    MatchEnded,
    MatchOpened,
    Rewound,
    SeatLeft,
    ServiceAway,
    WrongMoment,
)
from domain.table.beacon import signed_randomness

from .committing import BEACON, LIMIT, claimed, drawn, links, missed, opened, revealed
from .toy_matches import RULES, Log, answered, disputed, events, line, match, ruling

SIGNATURE = "5e39"
RANDOMNESS = signed_randomness(SIGNATURE)


def waiting() -> Log:
    """Both seats have revealed their nonces, the last one at the time 300."""
    return revealed(claimed(opened(beacon=BEACON), 0, 1), 0, 1)


def draws(log: Log) -> list[tuple[str, ...]]:
    return [e.picks for e in events(log) if isinstance(e, Answered) and e.seat == CHANCE]


def expected(seed: str, *values: str) -> tuple[str, ...]:
    """Returns the first draw by this seed, these nonces and the value of the beacon."""
    return keyed_order(line_key(seed, values, VERSION), 1, ("ann", "bob"))[:1]


@pytest.mark.parametrize(
    ("at", "number"),
    [(-99_000, 1), (-2_000, 1), (-1_999, 2), (0, 2), (1_000, 2), (1_001, 3), (4_000, 3), (4_001, 4)],
)
def test_the_round_is_the_first_one_at_least_a_period_later(at: int, number: int) -> None:
    assert BEACON.round_after(at) == number
    assert BEACON.time_of(number) >= at + BEACON.period_ms
    assert number == 1 or BEACON.time_of(number - 1) < at + BEACON.period_ms


def test_the_deal_waits_for_the_round_after_the_last_nonce() -> None:
    log = waiting()
    assert (draws(log), match(log).is_started, table.match_status(match(log))) == ([], False, "open")
    scene = table.make_scene(RULES, match(log), table.all_viewers(RULES, match(log))[0])
    assert scene.reveal is not None
    due = BEACON.time_of(2) + BEACON.wait_ms
    assert (scene.question, scene.reveal.seats, scene.reveal.round, scene.reveal.due) == (None, (), 2, due)
    with pytest.raises(WrongMoment, match=r"The deal waits for round 2 of the beacon\."):
        table.answer_question(RULES, match(log), Answered(0, ("go",), 400))
    log = drawn(log, 2, 4_100)
    assert draws(log) == [expected("a seed", links(0)[1], links(1)[1], RANDOMNESS)]
    assert table.match_status(match(log)) == "playing"


def test_without_hashes_the_last_claim_determines_the_round() -> None:
    log = claimed(opened(beacon=BEACON), 0, 1, committed=False)
    assert match(log).reveals.round == 2
    assert draws(drawn(log, 2, 4_000)) == [expected("a seed", "", "", RANDOMNESS)]


def test_a_missed_nonce_leads_to_a_later_round() -> None:
    log = missed(revealed(claimed(opened(beacon=BEACON), 0, 1), 1), 200 + LIMIT)
    number = BEACON.round_after(200 + LIMIT)
    assert (match(log).reveals.round, draws(log)) == (number, [])
    log = drawn(log, number, BEACON.time_of(number))
    assert draws(log) == [expected("a seed", "", links(1)[1], RANDOMNESS)]


@pytest.mark.parametrize(
    ("event", "error"),
    [
        (BeaconDrawn(3, RANDOMNESS, SIGNATURE, 9_000), r"does not wait for round 3\."),
        (BeaconDrawn(2, RANDOMNESS, SIGNATURE, 3_999), r"Round 2 of the beacon is yet to come\."),
        (BeaconDrawn(2, RANDOMNESS, "5e38", 4_000), "is not the SHA-256 of its signature"),
    ],
    ids=["another round", "too early", "another signature"],
)
def test_rounds_that_nobody_waits_for(event: BeaconDrawn, error: str) -> None:
    with pytest.raises(WrongMoment, match=error):
        table.draw_beacon(RULES, match(waiting()), event)


@pytest.mark.parametrize(
    "log",
    [lambda: claimed(opened(beacon=BEACON), 0, 1), lambda: drawn(waiting(), 2, 4_000), lambda: opened()],
    ids=["before the nonces", "after the draw", "without a beacon"],
)
def test_nobody_waits_for_a_round(log: Callable[[], Log]) -> None:
    with pytest.raises(WrongMoment, match=r"does not wait for round 2\."):
        drawn(log(), 2, 4_000)


def test_after_the_time_limit_the_deal_goes_without_the_beacon_and_the_record_shows_it() -> None:
    due = BEACON.time_of(2) + BEACON.wait_ms
    with pytest.raises(WrongMoment, match="The deal waits for round 2"):
        missed(waiting(), due - 1)
    log = missed(waiting(), due)
    assert BeaconMissed(2, due) in events(log)
    assert draws(log) == [expected("a seed", links(0)[1], links(1)[1], "")]


def test_the_absence_of_the_service_costs_no_time() -> None:
    log = waiting()
    log += table.exclude_absence(RULES, match(log), ServiceAway(5_000, 95_000)).facts
    assert match(log).reveals.due == BEACON.time_of(2) + BEACON.wait_ms + 90_000
    assert draws(drawn(log, 2, 95_100)) != []


def test_each_line_takes_a_round_of_its_own() -> None:
    log = drawn(claimed(opened(beacon=BEACON), 0, 1, committed=False), 2, 4_100)
    log = disputed(answered(log, 0, "go"))
    log += table.rule_case(RULES, match(log), ruling("rewind", 1), line=line(log, 3)).facts
    [rewound] = [event for event in events(log) if isinstance(event, Rewound)]
    number = BEACON.round_after(rewound.at)
    assert (match(log).reveals.round, match(log).is_started, len(draws(log))) == (number, True, 1)
    log = drawn(log, number, BEACON.time_of(number))
    assert draws(log)[-1] == expected("another seed", "", "", RANDOMNESS)


def test_clocks_rest_until_the_beacon_is_there() -> None:
    pins = opened(beacon=BEACON)[0].event
    assert isinstance(pins, MatchOpened)
    log = claimed(table.open_match(replace(pins, clock=Clock("match", 600))), 0, 1, committed=False)
    for at, since in ((0, 0), (4_100, 4_100)):
        log = drawn(log, 2, at) if at else log
        clocks = match(log).clocks
        assert clocks is not None
        assert clocks.since == since


def test_who_leaves_while_the_beacon_is_awaited_calls_the_match_off() -> None:
    log = waiting()
    log += table.leave_seat(RULES, match(log), SeatLeft(1, 400)).facts
    assert [type(event) for event in events(log)[-2:]] == [SeatLeft, MatchEnded]
    assert match(log).is_revealing is False
