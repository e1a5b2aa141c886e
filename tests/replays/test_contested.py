"""The audit of a match that went before a judge: cases are held to their rules, rewinds to the record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from domain import table
from domain.model import Answered, Event, Fact, Resolved
from domain.snapshot import take_snapshot
from domain.table import DisputeOpened, MatchEnded, MatchOpened, Rewound, Ruled, SeatClaimed
from replays.audits.verify import Verdict, verify
from tests.newgame.domain import trumps as toy

from .conftest import GameWithBook, golden, take
from .contested import Contested

Record = tuple[Fact, ...]


@pytest.fixture(scope="module")
def record() -> Record:
    """A match with four cases: a note, a correction and a rewind, a penalty, a result."""
    return golden("arena-a-case")


@pytest.fixture
def evening(trumps: GameWithBook) -> Contested:
    """A match of Trumps that was dealt twice: the first deal was left."""
    c = Contested(trumps, "an evening", "an evening", {})
    c.play(4)
    c.dispute(1, "These cards were not shuffled.", c.last(toy.Dealt).seq)
    c.rule("rewind", "Deal again.", "TR-0", to=3)
    c.play(3)
    return c


def audit(facts: Record) -> Verdict:
    return verify(take("arena", version=1).rules, facts)


def changed(facts: Record, kind: type[Event], nth: int = 0, **fields: Any) -> Record:
    """Returns *facts* with fields of the nth fact of a kind changed."""
    seq = seq_of(facts, kind, nth)
    event = replace(facts[seq - 1].event, **fields)
    assert event != facts[seq - 1].event
    return (*facts[: seq - 1], replace(facts[seq - 1], event=event), *facts[seq:])


def seq_of(facts: Record, kind: type[Event], nth: int = 0) -> int:
    return [fact.seq for fact in facts if isinstance(fact.event, kind)][nth]


# -- what is honest stands -----------------------------------------------------------------------------


def test_a_match_with_cases_stands_the_test(record: Record) -> None:
    answers = sum(isinstance(fact.event, Answered) and fact.event.seat >= 0 for fact in record)
    assert audit(record) == Verdict(True, answers, len(record), len(record), "", corrected=1)


def test_it_stands_it_after_everything_that_was_said(record: Record) -> None:
    steps: list[int] = []
    verify(take("arena", version=1).rules, record, steps.append)
    assert len(steps) > 30
    for step in steps:
        assert audit(record[:step]).ok


def test_what_was_dealt_on_a_new_line_is_dealt_again(evening: Contested) -> None:
    assert verify(evening.rules, evening.facts).ok
    dealt = evening.last(toy.Dealt)
    assert dealt.seq > 12
    stacked = changed(tuple(evening.facts), toy.Dealt, 1, hands=(("40",), ("1",)))
    assert verify(evening.rules, stacked).seq == dealt.seq


def test_a_match_that_ended_and_was_rewound_stands_the_test(evening: Contested) -> None:
    question = evening.match.seq
    evening.play(99)
    assert evening.match.ended == evening.facts[-1].event
    evening.dispute(0, "I was not well.")
    evening.rule("rewind", "So be it.", "TR-3", to=question)
    evening.play(99)
    assert evening.match.ended is not None
    assert evening.match.ended.earlier == ("an evening", "an evening-1")
    assert verify(evening.rules, evening.facts).ok


# -- what was said in a case ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "fields", "why"),
    [
        (DisputeOpened, {"case": 3}, "The next case of this match is number 1."),
        (table.DisputeAnswered, {"case": 3}, "This match has no case 3; it has 1."),
        (Ruled, {"case": 2}, "This match has no case 2; it has 1."),
        (Ruled, {"seat": 9}, "There are seats 0 to 1."),
        (table.Appealed, {"case": 3}, "This match has no case 3; it has 2."),
    ],
)
def test_what_could_not_be_said_is_told(
    record: Record, kind: type[Event], fields: dict[str, Any], why: str
) -> None:
    said = audit(changed(record, kind, **fields))
    assert said.seq == seq_of(record, kind)
    assert said.difference.endswith(f"”, which was not possible: {why}")


def test_evidence_has_to_be_in_the_record(record: Record) -> None:
    forged = changed(record, DisputeOpened, evidence=(table.Evidence(999, "hash"),))
    assert audit(forged).difference.endswith("There is no fact 999: the record holds facts 1 to 53.")


def test_a_look_is_held_to_its_place(record: Record) -> None:
    seq = seq_of(record, table.JudgeLooked)
    forged = (*record[: seq - 1], replace(record[seq - 1], cause=1), *record[seq:])
    said = audit(forged)
    assert said.seq == seq
    assert f"deciding again gives “{seq} <{seq - 1} - table.JudgeLooked" in said.difference


# -- what a ruling brought about -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outcome", "what"), [("correction", "correction"), ("rewind", "rewind"), ("result", "result")]
)
def test_a_ruling_is_followed_by_what_it_rules(record: Record, outcome: str, what: str) -> None:
    seq = next(f.seq for f in record if isinstance(f.event, Ruled) and f.event.outcome == outcome)
    assert audit(record[:seq]) == Verdict(
        False,
        audit(record[: seq - 1]).answers,
        seq - 1,
        seq + 1,
        f"Fact {seq} rules a {what}, and none follows.",
        int(outcome != "correction"),
    )


def test_a_correction_that_no_ruling_made_is_told(record: Record) -> None:
    seq = next(f.seq for f in record if f.rule == "case-2")
    elsewhere = replace(record[seq - 1], rule="case-1")
    said = audit((*record[: seq - 1], elsewhere, *record[seq:]))
    assert said.difference == f"Fact {seq - 1} rules a correction, and none follows."


def test_a_correction_that_is_none_is_told(record: Record) -> None:
    seq = next(f.seq for f in record if f.rule == "case-2")
    said = audit((*record[: seq - 1], replace(record[seq - 1], event=Resolved()), *record[seq:]))
    assert said.seq == seq - 1
    assert "A correction consists of facts of the game" in said.difference


def test_a_result_reveals_the_seeds_and_is_scored(record: Record) -> None:
    forged: list[dict[str, Any]] = [{"scores": (9, 0)}, {"seed": "a luckier one"}, {"earlier": ()}]
    for fields in forged:
        said = audit(changed(record, MatchEnded, **fields))
        assert said.seq == len(record)
        assert "deciding again gives “110 <109 case-4 table.MatchEnded winners=[1]" in said.difference
    assert audit(changed(record, MatchEnded, winners=(5,))).difference.endswith("There are seats 0 to 1.")


# -- rewinds -------------------------------------------------------------------------------------------


def misled(fields: Callable[[Rewound, Record], dict[str, Any]]) -> Callable[[Record], Record]:
    """Returns what changes the rewind of a record."""

    def change(record: Record) -> Record:
        rewound = record[seq_of(record, Rewound) - 1].event
        assert isinstance(rewound, Rewound)
        return changed(record, Rewound, **fields(rewound, record))

    return change


def elsewhere(rewound: Rewound, record: Record) -> dict[str, Any]:
    standing = take_snapshot(
        take("arena").game.write_position, table.fold(take("arena", version=1).rules, record[:32]).position
    )
    return {"position": standing.position, "told": standing.lines}


@pytest.mark.parametrize(
    "change",
    [
        misled(lambda rewound, record: {"to": 32}),
        misled(lambda rewound, record: {"position": rewound.position.replace("hp=8", "hp=1", 1)}),
        misled(lambda rewound, record: {"told": ()}),
        misled(elsewhere),
    ],
)
def test_a_rewind_leads_to_where_the_game_stood(record: Record, change: Callable[[Record], Record]) -> None:
    forged = change(record)
    seq = seq_of(record, Rewound)
    rewound = forged[seq - 1].event
    assert isinstance(rewound, Rewound)
    said = f"Fact {seq} goes back to fact {rewound.to}, but not to where the game stood there."
    assert (audit(forged).seq, audit(forged).difference) == (seq, said)


@pytest.mark.parametrize(
    ("to", "why"),
    [
        (999, "There is no fact 999: the record holds facts 1 to 72."),
        (0, "There is no fact 0: the record holds facts 1 to 72."),
    ],
)
def test_a_rewind_leads_to_a_fact_of_the_record(record: Record, to: int, why: str) -> None:
    assert audit(changed(record, Rewound, to=to)).difference.endswith(f"which was not possible: {why}")


def test_a_rewind_leads_to_no_line_that_was_left(evening: Contested) -> None:
    evening.dispute(0, "And these are not better.")
    evening.rule("rewind", "Then the last card again.", "TR-0", to=evening.match.last_game_seq)
    facts = tuple(evening.facts)
    assert verify(evening.rules, facts).ok
    said = verify(evening.rules, changed(facts, Rewound, 1, to=7)).difference
    assert said.endswith("Fact 7 is on a line that an earlier rewind has left.")


def test_the_seed_of_a_new_line_was_committed_to(record: Record) -> None:
    seq = seq_of(record, Rewound)
    said = audit(changed(record, Rewound, seed="a luckier one"))
    sentence = f"The seed of the shuffles is not the one fact {seq} commits to: its SHA-256 differs."
    assert (said.seq, said.difference) == (seq, sentence)
    said = audit(changed(record, Rewound, seed=""))
    sentence = "The seed of the shuffles is not in this log: only the judge’s copy can be decided again."
    assert (said.seq, said.difference) == (seq, sentence)


# -- studies and forks ---------------------------------------------------------------------------------


def forked(record: Record, seq: int, **pins: Any) -> Record:
    """Returns a match that goes on from a fact of *record*, its seats taken."""
    given, opened = take("arena", version=1), record[0].event
    assert isinstance(opened, MatchOpened)
    there = table.fold(given.rules, record[:seq]).position
    standing = take_snapshot(given.game.write_position, there)
    facts = table.open_match(
        replace(opened, position=standing.position, told=standing.lines, origin_seq=seq, **pins)
    )
    match = table.fold(given.rules, facts)
    for seat in (0, 1):
        followed, match = table.claim_seat(given.rules, match, SeatClaimed(seat, f"player-{seat}", "", 0))
        facts += followed
    asked = table.open_question(given.rules, match)
    assert asked is not None
    picks = asked.options[: max(asked.least, 1)]
    return (*facts, *table.answer_question(given.rules, match, Answered(asked.seat, picks)).facts)


@pytest.mark.parametrize("seq", [32, 53])
def test_a_fork_stands_the_test(record: Record, seq: int) -> None:
    fork = forked(record, seq)
    assert audit(fork) == Verdict(True, 1, len(fork), len(fork), "")


def test_a_fork_is_pinned_to_the_options_that_its_position_tells_of(record: Record) -> None:
    said = audit(forked(record, 32, options={"chapter": 1, "edition": "fr"})).difference
    assert said.startswith("The match was opened with the options {'chapter': 1, 'edition': 'fr'}, and its")


@pytest.mark.parametrize("seats", [4, 10**15])
def test_a_fork_is_pinned_to_the_seats_that_its_position_tells_of(record: Record, seats: int) -> None:
    fork = changed(forked(record, 32), MatchOpened, seats=seats)
    said = f"The match was opened for {seats} seats, and its position is one of 2."
    assert audit(fork).difference == said
