"""A film shows the table as it stood at any fact."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain import table
from domain.model import Answered, Fact, Viewer
from domain.table import DisputeOpened, JudgeLooked, Rewound, Ruled
from replays.playback.replay import Replay, UnknownMoment
from tests.newgame.domain import trumps as toy

from .conftest import GameWithBook, golden, take
from .contested import MORNING, STEP

Record = tuple[Fact, ...]


@pytest.fixture
def film(trumps: GameWithBook, record: Record) -> Replay[toy.Board, tuple[str, ...]]:
    return Replay(trumps.rules, record)


def test_it_stops_at_every_fact_where_the_fold_stood(
    film: Replay[toy.Board, tuple[str, ...]], record: Record, trumps: GameWithBook
) -> None:
    assert len(record) > 100
    for seq in reversed(film.seqs):
        assert film.at(seq) == table.fold(trumps.rules, record[:seq])


def test_it_runs_from_the_first_fact_to_the_last(
    film: Replay[toy.Board, tuple[str, ...]], record: Record
) -> None:
    assert [match.seq for match in film] == [fact.seq for fact in record] == list(film.seqs)
    assert len(film) == len(record)


def test_it_stops_in_the_middle_of_an_answer(
    film: Replay[toy.Board, tuple[str, ...]], record: Record
) -> None:
    played = next(fact.seq for fact in record if isinstance(fact.event, toy.Played))
    assert film.at(played).position.running is not None
    assert film.scene(played, Viewer("spectator", frozenset())).question is None


def test_answer_by_answer_it_shows_all_that_followed(
    film: Replay[toy.Board, tuple[str, ...]], trumps: GameWithBook
) -> None:
    for n in film.plies[:-1]:
        match = film.ply(n)
        assert match.ply == n
        assert table.open_question(trumps.rules, match) is not None
        assert film.at(match.seq + 1).ply == n + 1
    assert film.ply(film.plies[-1]).ended is not None


def test_before_the_first_answer_the_cards_are_dealt(film: Replay[toy.Board, tuple[str, ...]]) -> None:
    assert film.ply(0).position.board.hands


def test_every_seat_sees_its_own_hand_and_nobody_elses(film: Replay[toy.Board, tuple[str, ...]]) -> None:
    dealt = film.ply(0).seq
    mine, theirs = film.scene(dealt, Viewer("0", frozenset((0,)))).board.hands
    assert "" not in mine
    assert set(theirs) == {""}


@pytest.mark.parametrize(("seq", "said"), [(0, "no fact 0"), (-1, "no fact -1"), (10_000, "no fact 10000")])
def test_outside_of_the_record_there_is_no_such_moment(
    film: Replay[toy.Board, tuple[str, ...]], seq: int, said: str
) -> None:
    with pytest.raises(UnknownMoment, match=f"{said}: the record holds facts 1 to {len(film)}"):
        film.at(seq)


def test_there_is_no_answer_before_or_after_all_answers(film: Replay[toy.Board, tuple[str, ...]]) -> None:
    last = film.plies[-1]
    for n in (-1, last + 1):
        with pytest.raises(UnknownMoment, match=f"no answer {n}: the record holds answers 1 to {last}"):
            film.ply(n)


def test_an_empty_record_has_no_moments(trumps: GameWithBook) -> None:
    nothing = Replay(trumps.rules, [])
    assert list(nothing) == []
    with pytest.raises(UnknownMoment, match="no fact 1: the record holds no fact yet"):
        nothing.at(1)
    with pytest.raises(UnknownMoment, match="no answer 1"):
        nothing.ply(1)


def test_a_match_just_opened_has_one_moment(trumps: GameWithBook, record: Record) -> None:
    opened = Replay(trumps.rules, record[:1])
    assert opened.ply(0) == opened.at(1)
    with pytest.raises(UnknownMoment, match="no fact 2: the record holds fact 1 alone"):
        opened.at(2)


def test_it_shows_every_game_of_the_service(given: GameWithBook) -> None:
    facts = given.play("a film", *["random"] * given.game.SEATS[0])
    film = Replay(given.rules, facts)
    for seq in (1, len(facts) // 3, len(facts) // 2, len(facts)):
        assert film.at(seq) == table.fold(given.rules, facts[:seq])


# -- by the clock --------------------------------------------------------------------------------------


@pytest.fixture
def case() -> Replay[Any, Any]:
    """A match that went before a judge: something is said every 15 seconds from nine o'clock on."""
    return Replay(take("arena").rules, golden("arena-a-case"))


def test_at_any_time_it_tells_the_last_fact_that_was_known(case: Replay[Any, Any]) -> None:
    seqs = [case.seq_at_time(MORNING + STEP * n) for n in range(200)]
    assert seqs[:4] == [1, 2, 5, 9]
    assert seqs == sorted(seqs)
    assert seqs[-1] == len(case)


def test_what_follows_from_an_answer_belongs_to_its_time(case: Replay[Any, Any]) -> None:
    for n in case.plies[1:]:
        answered = case.facts[case.ply(n - 1).seq].event
        assert isinstance(answered, Answered)
        known = case.seq_at_time(answered.at)
        assert case.at(known).ply == n
        assert known == case.seq_at_time(answered.at + STEP - 1) <= case.ply(n).seq
        assert case.seq_at_time(answered.at - 1) == case.ply(n - 1).seq


def test_what_is_said_in_a_case_has_a_time(case: Replay[Any, Any]) -> None:
    for fact in case.facts:
        if isinstance(fact.event, DisputeOpened | JudgeLooked):
            assert case.seq_at_time(fact.event.at) == fact.seq
            assert case.seq_at_time(fact.event.at - 1) == fact.seq - 1
        if isinstance(fact.event, Ruled):
            outcome = case.facts[case.seq_at_time(fact.event.at) - 1]
            assert outcome.cause == fact.seq or outcome == fact


def test_a_rewind_turns_back_neither_the_clock_nor_the_count_of_answers(case: Replay[Any, Any]) -> None:
    rewound = next(fact for fact in case.facts if isinstance(fact.event, Rewound))
    before, after = case.at(rewound.seq - 1), case.at(rewound.seq)
    assert after.ply == before.ply
    assert [match.ply for match in case] == sorted(match.ply for match in case)
    assert case.ply(after.ply).seq == rewound.seq


def test_the_line_of_a_match_lacks_the_rewind_and_what_it_took_back(case: Replay[Any, Any]) -> None:
    seq, to = next((fact.seq, fact.event.to) for fact in case.facts if isinstance(fact.event, Rewound))
    assert set(range(to + 1, seq + 1)).isdisjoint(case.line)
    assert {to, seq + 1} <= set(case.line)


def test_before_the_match_was_opened_there_is_no_such_moment(case: Replay[Any, Any]) -> None:
    with pytest.raises(UnknownMoment, match=r"so far: the match was opened at 2026-01-01T09:00:00\.000Z"):
        case.seq_at_time(MORNING - 1)
    with pytest.raises(UnknownMoment, match="so far: it holds no fact"):
        Replay(case.rules, []).seq_at_time(MORNING)


def test_when_a_clock_goes_back_the_order_of_the_facts_counts(trumps: GameWithBook, record: Record) -> None:
    def late(fact: Fact) -> Fact:
        times = {1: 5_000, 2: 9_000, 3: 4_000}
        return replace(fact, event=replace(fact.event, at=times[fact.seq])) if fact.seq in times else fact

    film = Replay(trumps.rules, map(late, record))
    assert [film.seq_at_time(at) for at in (5_000, 8_999, 9_000)] == [1, 1, len(record)]
    with pytest.raises(UnknownMoment, match=r"opened at 1970-01-01T00:00:05\.000Z"):
        film.seq_at_time(4_000)
