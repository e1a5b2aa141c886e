"""The audit finds every way in which a log can part from what its answers lead to."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from domain import table
from domain.model import Answered, Asked, Event, Fact, Resolved, Viewer
from domain.table import MatchEnded, MatchOpened, SeatClaimed
from replays.audits.verify import Verdict, verify
from tests.newgame.domain import trumps as toy

from .conftest import GameWithBook

Record = tuple[Fact, ...]


def first(facts: Sequence[Fact], kind: type[Event]) -> Fact:
    """Returns the first fact of that kind; of answers, the first that a player gave."""
    return next(f for f in facts if type(f.event) is kind and getattr(f.event, "seat", 0) >= 0)


def rewritten(facts: Record, fact: Fact, event: Event) -> Record:
    """Returns *facts* with another event in the place of *fact*."""
    return tuple(replace(f, event=event) if f is fact else f for f in facts)


def renumbered(facts: Sequence[Fact]) -> Record:
    return tuple(replace(fact, seq=seq) for seq, fact in enumerate(facts, start=1))


def difference(trumps: GameWithBook, facts: Sequence[Fact]) -> str:
    """Returns what the audit has to say against *facts*."""
    verdict = verify(trumps.rules, facts)
    assert not verdict.ok
    assert 0 < verdict.seq <= len(facts) + 1
    return verdict.difference


def test_an_honest_log_stands_the_test(trumps: GameWithBook, record: Record) -> None:
    answers = sum(isinstance(f.event, Answered) and f.event.seat >= 0 for f in record)
    assert verify(trumps.rules, record) == Verdict(True, answers, len(record), len(record), "")


def test_a_match_still_going_on_stands_the_test(trumps: GameWithBook, record: Record) -> None:
    third = [f.seq for f in record if isinstance(f.event, Resolved)][2]
    assert verify(trumps.rules, record[:third]).ok
    assert verify(trumps.rules, record[:1]).ok


def test_progress_is_told_answer_by_answer(trumps: GameWithBook, record: Record) -> None:
    told: list[int] = []
    verdict = verify(trumps.rules, record, told.append)
    assert told == sorted(told)
    assert told[-1] == len(record)
    assert len(told) == verdict.answers + 2


def test_every_single_fact_is_missed(trumps: GameWithBook, record: Record) -> None:
    for i, fact in enumerate(record[1:-1], start=1):
        verdict = verify(trumps.rules, record[:i] + record[i + 1 :])
        assert verdict.seq == fact.seq
        assert verdict.difference == f"Fact {i + 1} is missing: fact {i} is followed by fact {i + 2}."


def test_several_missing_facts_are_counted(trumps: GameWithBook, record: Record) -> None:
    assert (
        difference(trumps, record[:9] + record[12:])
        == "Facts 10 to 12 are missing: fact 9 is followed by fact 13."
    )


def test_every_single_repetition_is_noticed(trumps: GameWithBook, record: Record) -> None:
    for i in range(1, len(record)):
        said = difference(trumps, record[:i] + record[i - 1 :])
        assert said == f"Fact {i} is there again after fact {i}."


def test_every_fact_that_was_cut_out_without_a_trace_is_noticed(trumps: GameWithBook, record: Record) -> None:
    for i in range(len(record) - 1):
        assert not verify(trumps.rules, renumbered(record[:i] + record[i + 1 :])).ok


def test_a_changed_outcome_is_told_beside_the_true_one(trumps: GameWithBook, record: Record) -> None:
    fact = first(record, toy.Played)
    assert isinstance(fact.event, toy.Played)
    said = difference(trumps, rewritten(record, fact, replace(fact.event, card="99")))
    assert said.startswith(
        f"Fact {fact.seq} is recorded as “{fact.seq} <{fact.cause} TR-1 trumps.Played seat="
    )
    assert f"card=99”; deciding again gives “{fact.seq} <" in said
    assert said.endswith(f"card={fact.event.card}”.")


@pytest.mark.parametrize("change", [{"cause": 1}, {"rule": "TR-9"}])
def test_a_changed_reason_is_a_difference_too(
    trumps: GameWithBook, record: Record, change: dict[str, int | str]
) -> None:
    fact = first(record, toy.Played)
    forged = tuple(replace(f, **change) if f is fact else f for f in record)
    assert verify(trumps.rules, forged).seq == fact.seq


def test_a_stacked_deck_is_found(trumps: GameWithBook, record: Record) -> None:
    dealt = next(f for f in record if isinstance(f.event, Answered))
    assert isinstance(dealt.event, Answered)
    best_first = tuple(sorted(dealt.event.picks, key=int, reverse=True))
    said = difference(trumps, rewritten(record, dealt, replace(dealt.event, picks=best_first)))
    assert said.startswith(
        f"Fact {dealt.seq} is recorded as “{dealt.seq} <3 - core.Answered seat=-1 picks=[40,39,38,"
    )


def test_a_seed_that_was_not_committed_to_is_found(trumps: GameWithBook, record: Record) -> None:
    opened = record[0].event
    assert isinstance(opened, MatchOpened)
    said = difference(trumps, rewritten(record, record[0], replace(opened, seed="a luckier one")))
    assert said == "The seed of the shuffles is not the one the match was opened with: its SHA-256 differs."


def test_a_nonce_changed_afterwards_is_found_by_the_shuffle(trumps: GameWithBook, record: Record) -> None:
    claimed = first(record, SeatClaimed)
    assert isinstance(claimed.event, SeatClaimed)
    forged = rewritten(record, claimed, replace(claimed.event, nonce="another"))
    assert verify(trumps.rules, forged).seq == 4


def test_an_illegal_answer_is_told_with_its_rule(trumps: GameWithBook, record: Record) -> None:
    fact = first(record, Answered)
    assert isinstance(fact.event, Answered)
    said = difference(trumps, rewritten(record, fact, Answered(0, ("99",))))
    line = f"{fact.seq} <{fact.cause} - core.Answered seat=0 picks=[99]"
    why = "There is no 99 in the hand of seat 0. (TR-1)"
    assert said == f"Fact {fact.seq} is recorded as “{line}”, which was not possible: {why}"


def test_an_answer_out_of_turn_is_told(trumps: GameWithBook, record: Record) -> None:
    fact = first(record, Answered)
    said = difference(trumps, rewritten(record, fact, Answered(1, ("1",))))
    assert said.endswith("which was not possible: Seat 0 answers now, not seat 1.")


def test_an_answer_after_the_end_is_told(trumps: GameWithBook, record: Record) -> None:
    end = record[-1].seq
    said = difference(trumps, (*record, Fact(end + 1, end, "", Answered(0, ("1",)))))
    assert said.endswith("which was not possible: The match is over.")


def test_an_answer_before_all_seats_are_claimed_is_told(trumps: GameWithBook, record: Record) -> None:
    said = difference(trumps, (*record[:2], Fact(3, 2, "", Answered(0, ("1",)))))
    assert said.endswith("which was not possible: Not every seat is claimed yet.")


@pytest.mark.parametrize(("seat", "why"), [(0, "Seat 0 is taken."), (7, "There are seats 0 to 1.")])
def test_a_claim_that_could_not_be_is_told(trumps: GameWithBook, record: Record, seat: int, why: str) -> None:
    claimed = record[2].event
    assert isinstance(claimed, SeatClaimed)
    said = difference(trumps, rewritten(record, record[2], replace(claimed, seat=seat)))
    assert said.endswith(f"which was not possible: {why}")


def test_a_log_that_stops_in_mid_answer_is_told(trumps: GameWithBook, record: Record) -> None:
    answered = first(record, Answered).seq
    said = difference(trumps, record[:answered])
    assert said.startswith(
        f"The log stops in mid-answer after fact {answered}; deciding again goes on with “"
    )


def test_a_match_that_ends_in_silence_is_told(trumps: GameWithBook, record: Record) -> None:
    said = difference(trumps, record[:-1])
    assert said.startswith(
        f"The log stops in mid-answer after fact {len(record) - 1}; deciding again goes on with"
    )
    assert "table.MatchEnded" in said


def test_a_fact_too_many_is_told_with_what_was_open(trumps: GameWithBook, record: Record) -> None:
    resolved = [f.seq for f in record if isinstance(f.event, Resolved)][1]
    bonus = Fact(resolved + 1, resolved, "TR-1", toy.Played(0, "40"))
    said = difference(trumps, renumbered((*record[:resolved], bonus, *record[resolved:])))
    assert said.startswith(
        f"Fact {resolved + 1} is recorded as “{resolved + 1} <{resolved} TR-1 trumps.Played"
    )
    assert "; deciding again gives nothing here: the question “" in said
    assert " is for seat " in said


def test_a_fact_after_the_end_is_told(trumps: GameWithBook, record: Record) -> None:
    end = record[-1].seq
    said = difference(trumps, (*record, Fact(end + 1, end, "", MatchEnded((1,), (0, 99), ""))))
    assert said.endswith("deciding again gives nothing here: the match is over.")


def test_a_fact_before_all_seats_are_claimed_is_told(trumps: GameWithBook, record: Record) -> None:
    said = difference(trumps, (*record[:2], Fact(3, 2, "", Resolved())))
    assert said.endswith("deciding again gives nothing here: not every seat is claimed yet.")


def test_an_empty_log_is_told(trumps: GameWithBook) -> None:
    assert verify(trumps.rules, []) == Verdict(
        False, 0, 0, 1, "The log is empty: a match begins with the fact that opens it."
    )


def test_a_log_that_does_not_begin_with_the_opening_is_told(trumps: GameWithBook, record: Record) -> None:
    said = difference(trumps, record[1:])
    assert said.startswith("The log begins with “2 <1 - table.SeatClaimed")


def test_a_log_that_begins_late_is_told(trumps: GameWithBook, record: Record) -> None:
    said = difference(trumps, (replace(record[0], seq=2), *record[1:]))
    assert said == "Fact 1 is missing: the log begins with fact 2."


def test_an_opening_that_cannot_be_played_is_told(trumps: GameWithBook, record: Record) -> None:
    opened = record[0].event
    assert isinstance(opened, MatchOpened)
    said = difference(trumps, [replace(record[0], event=replace(opened, seats=3))])
    assert said == "The match was opened in a way that cannot be played: Trumps is for two."


def test_a_viewers_copy_cannot_be_decided_again(trumps: GameWithBook, record: Record) -> None:
    spectator = Viewer("spectator", frozenset())
    copy = [table.redact_fact(trumps.rules, fact, spectator) for fact in record]
    said = "The seed of the shuffles is not in this log: only the judge’s copy can be decided again."
    assert difference(trumps, copy) == said


def test_a_question_reworded_is_a_difference(trumps: GameWithBook, record: Record) -> None:
    fact = first(record, Asked)
    assert isinstance(fact.event, Asked)
    assert verify(trumps.rules, rewritten(record, fact, replace(fact.event, prompt="swap"))).seq == fact.seq


def test_every_game_of_the_service_decides_again_what_it_decided(given: GameWithBook) -> None:
    facts = given.play("an audit", *["random"] * given.game.SEATS[0])
    verdict = verify(given.rules, facts)
    assert verdict.difference == ""
    assert verdict.facts == len(facts)
