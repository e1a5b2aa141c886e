"""Nonces that nobody knows when the seed is chosen: committed to by hash, revealed after it, link by link."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from domain import chance, table
from domain.clocks import Clock
from domain.model import CHANCE, Answered
from domain.table import (
    InvalidNonce,
    MatchEnded,
    MatchOpened,
    NonceMissed,
    NonceRevealed,
    Rewound,
    SeatClaimed,
    SeatLeft,
    ServiceAway,
    WrongMoment,
    reveal_limit,
)
from domain.table.reveals import DAY_REVEAL_MS, LIVE_REVEAL_MS

from .committing import LIMIT, claimed, links, missed, opened, revealed
from .toy_matches import RULES, Log, answered, asking, disputed, events, line, match, ruling


def draws(log: Log) -> list[tuple[str, ...]]:
    return [e.picks for e in events(log) if isinstance(e, Answered) and e.seat == CHANCE]


def expected(seed: str, *nonces: str) -> tuple[str, ...]:
    """Returns the first draw by this seed and these nonces."""
    key = chance.line_key(seed, nonces, chance.COMMITTED)
    return chance.keyed_order(key, 1, ("ann", "bob"))[:1]


def rewound(log: Log, to: int) -> Log:
    """A judge rewinds to a fact at the time 700."""
    log = disputed(log)
    ruled = ruling("rewind", len(match(log).cases))
    return log + table.rule_case(RULES, match(log), ruled, line=line(log, to)).facts


# -- before the deal -------------------------------------------------------------------------------------


def test_the_deal_waits_for_the_nonces_of_all_who_committed_to_one() -> None:
    log = claimed(opened(), 0, 1)
    assert draws(log) == []
    assert (match(log).is_full, match(log).is_started) == (True, False)
    assert table.open_question(RULES, match(log)) is None
    scene = table.make_scene(RULES, match(log), table.all_viewers(RULES, match(log))[0])
    assert scene.reveal is not None
    assert (scene.status, scene.reveal.due, scene.reveal.seats) == ("open", 200 + LIMIT, (0, 1))
    log = revealed(log, 1, 0)
    assert draws(log) == [expected("a seed", links(0)[1], links(1)[1])]
    assert table.match_status(match(log)) == "playing"


def test_a_seat_without_a_hash_adds_an_empty_nonce_in_its_place() -> None:
    log = claimed(claimed(opened(), 1), 0, committed=False)
    assert match(log).reveals.outstanding == (1,)
    assert draws(revealed(log, 1)) == [expected("a seed", "", links(1)[1])]


def test_where_nobody_commits_the_game_starts_at_once() -> None:
    assert draws(claimed(opened(), 0, 1, committed=False)) == [expected("a seed", "", "")]


def test_after_the_time_limit_the_nonces_that_are_missing_are_empty() -> None:
    log = revealed(claimed(opened(), 0, 1), 1)
    with pytest.raises(WrongMoment, match=r"No nonce is overdue\."):
        missed(log, 200 + LIMIT - 1)
    log = missed(log, 200 + LIMIT)
    assert NonceMissed(0, 200 + LIMIT) in events(log)
    assert draws(log) == [expected("a seed", "", links(1)[1])]
    with pytest.raises(WrongMoment, match="Seat 0 has no nonce to reveal"):
        table.reveal_nonce(RULES, match(log), NonceRevealed(0, links(0)[1], 400))


def test_the_absence_of_the_service_costs_no_time() -> None:
    log = claimed(opened(), 0, 1)
    log += table.exclude_absence(RULES, match(log), ServiceAway(1_000, 90_000)).facts
    assert match(log).reveals.due == 200 + LIMIT + 89_000
    log = revealed(log, 0, 1)
    with pytest.raises(WrongMoment, match="No clock has run"):
        table.exclude_absence(RULES, match(log), ServiceAway(91_000, 95_000))


@pytest.mark.parametrize(
    ("log", "seat", "nonce", "error"),
    [
        (claimed(opened(), 0), 0, links(0)[1], "Not every seat is claimed yet."),
        (claimed(opened(), 0, 1), 0, links(1)[1], "The SHA-256 of this nonce is"),
        (claimed(opened(), 0, 1), 0, links(0)[2], "The SHA-256 of this nonce is"),
        (revealed(claimed(opened(), 0, 1), 0), 0, links(0)[0], "Seat 0 has revealed its nonce already."),
        (claimed(claimed(opened(), 1), 0, committed=False), 0, "", "Seat 0 has no nonce to reveal"),
    ],
    ids=["too early", "of another", "the hash itself", "twice", "no hash"],
)
def test_what_nobody_may_reveal(log: Log, seat: int, nonce: str, error: str) -> None:
    with pytest.raises((WrongMoment, InvalidNonce), match=error):
        table.reveal_nonce(RULES, match(log), NonceRevealed(seat, nonce, 300))


def test_an_answer_brings_no_nonce() -> None:
    log = revealed(claimed(opened(), 0, 1), 0, 1)
    with pytest.raises(InvalidNonce, match="An answer brings no nonce"):
        table.answer_question(RULES, match(log), Answered(0, ("go",), at=400, nonce="mine"))


@pytest.mark.parametrize(
    ("clock", "limit"),
    [
        (None, DAY_REVEAL_MS),
        (Clock("move", 86_400), DAY_REVEAL_MS),
        (Clock("move", 60), LIVE_REVEAL_MS),
        (Clock("fischer", 600, 5), LIVE_REVEAL_MS),
    ],
)
def test_players_of_a_live_table_have_a_minute(clock: Clock | None, limit: int) -> None:
    assert reveal_limit(clock) == limit


# -- rewinds ---------------------------------------------------------------------------------------------


def test_a_rewind_asks_for_the_next_link_of_each_chain() -> None:
    log = answered(revealed(claimed(opened(), 0, 1), 0, 1), 0, "go")
    log = rewound(log, 4)
    assert (draws(log[-1:]), match(log).reveals.outstanding, match(log).is_started) == ([], (0, 1), True)
    assert table.open_question(RULES, match(log)) is None
    with pytest.raises(InvalidNonce):
        table.reveal_nonce(RULES, match(log), NonceRevealed(0, links(0)[1], 800))
    log = revealed(log, 0, 1, at=800)
    assert draws(log)[-1] == expected("another seed", links(0)[0], links(1)[0])


def test_who_missed_a_nonce_adds_none_to_later_lines() -> None:
    log = rewound(missed(revealed(claimed(opened(), 0, 1), 0), 200 + LIMIT), 3)
    assert match(log).reveals.outstanding == (0,)
    assert draws(revealed(log, 0))[-1] == expected("another seed", links(0)[0], "")


def test_the_time_limit_of_a_new_line_counts_from_the_rewind() -> None:
    log = rewound(revealed(claimed(opened(), 0, 1), 0, 1), 3)
    [event] = [event for event in events(log) if isinstance(event, Rewound)]
    assert (event.at, match(log).reveals.due) == (700, 700 + LIMIT)
    log = missed(log, 700 + LIMIT)
    assert draws(log)[-1] == expected("another seed", "", "")


def test_earlier_versions_rewind_as_they_did() -> None:
    log = disputed(asking())
    told = table.rule_case(RULES, match(log), ruling("rewind"), line=line(log, 8)).facts
    assert [event.at for event in events(told) if isinstance(event, Rewound)] == [0]
    assert table.open_question(RULES, match(log + told)) is not None


# -- clocks ----------------------------------------------------------------------------------------------


def test_clocks_rest_until_the_nonces_are_there() -> None:
    pins = opened()[0].event
    assert isinstance(pins, MatchOpened)
    log = claimed(table.open_match(replace(pins, clock=Clock("match", 600))), 0, 1)
    clocks = match(log).clocks
    assert clocks is not None
    assert clocks.since == 0
    clocks = match(revealed(log, 0, 1, at=5_000)).clocks
    assert clocks is not None
    assert clocks.since == 5_000


# -- leaving ---------------------------------------------------------------------------------------------


def leave(log: Log, seat: int) -> Log:
    return log + table.leave_seat(RULES, match(log), SeatLeft(seat, 250)).facts


def test_who_leaves_before_the_last_claim_frees_the_seat_and_the_hash() -> None:
    log = leave(claimed(opened(), 0), 0)
    assert (match(log).players, dict(match(log).reveals.links)) == ((None, None), {})
    log = claimed(log, 0, 1, committed=False)
    assert match(log).is_started


def test_who_leaves_while_nonces_are_revealed_calls_the_match_off() -> None:
    log = leave(revealed(claimed(opened(), 0, 1), 0), 1)
    assert [type(event) for event in events(log)[-2:]] == [SeatLeft, MatchEnded]
    ended = match(log).ended
    assert ended is not None
    assert (ended.winners, ended.scores, ended.seed) == ((), (0, 0), "a seed")
    assert draws(log) == []


@pytest.mark.parametrize(
    ("log", "error"),
    [
        (lambda: revealed(claimed(opened(), 0, 1), 0, 1), "concede the match instead"),
        (lambda: claimed(opened(event="league"), 0, 1), "This match belongs to an event"),
        (lambda: leave(claimed(opened(), 0, 1), 0), r"The match is over\."),
    ],
    ids=["after the deal", "in an event", "after the end"],
)
def test_nobody_leaves_later(log: Callable[[], Log], error: str) -> None:
    with pytest.raises(WrongMoment, match=error):
        leave(log(), 1)


def test_a_freed_seat_is_claimed_by_another() -> None:
    log = leave(claimed(opened(), 0), 0)
    claim = SeatClaimed(0, "Cy", "", 260, "another token", links(1)[2])
    log += table.claim_seat(RULES, match(log), claim).facts
    assert match(log).player_ids == ("Cy", None)
