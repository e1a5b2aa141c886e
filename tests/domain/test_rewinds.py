"""Rewinds and forks: a match goes on from a moment of the past, and nothing is deleted."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain import chance, table
from domain.model import CHANCE, Answered, Asked, Fact, Resolved
from domain.snapshot import Snapshot, take_snapshot
from domain.table import UNREAD, MatchEnded, MatchOpened, Rewound, WrongMoment

from .toy_game import Said, write
from .toy_matches import (
    ANN,
    BOB,
    OPENED,
    RULES,
    Log,
    answered,
    appealed,
    asking,
    corrected,
    disputed,
    ended,
    events,
    greeted,
    line,
    looked,
    match,
    noted,
    replied,
    rewound,
    ruling,
)

ROUND = Asked(0, "round", ("go", "wait"))
WORD = Asked(1, "word", ("hello", "Good night"))


# -- going back ----------------------------------------------------------------------------------------


def test_a_rewind_is_a_fact_and_nothing_is_deleted() -> None:
    log = rewound(greeted(), to=6)
    assert log[:11] == greeted()
    assert log[12:] == [
        Fact(13, 12, "", ruling("rewind")),
        Fact(14, 13, "case-1", Rewound(6, chance.seed_commitment("another seed"), "another seed", "welcome")),
    ]


def test_the_match_goes_on_from_there() -> None:
    went_on = match(rewound(greeted(), to=6))
    assert went_on.position == replace(match(greeted()[:6]).position, seq=14)
    assert table.open_question(RULES, went_on) == ROUND
    assert (went_on.seq, went_on.last_game_seq, went_on.abandoned) == (14, 14, ((7, 13),))


def test_answers_are_counted_on() -> None:
    log = rewound(greeted(), to=6)
    assert match(log).ply == 2
    assert match(answered(log, 0, "go")).ply == 3


def test_a_rewind_leads_into_the_middle_of_an_effect() -> None:
    log = rewound(greeted(), to=8)
    rewind = log[-1].event
    assert isinstance(rewind, Rewound)
    assert rewind.told[0].startswith("7 <6 - core.Answered seat=0 picks=[go]")
    assert table.open_question(RULES, match(log)) == WORD
    log = answered(log, 1, "Good night")
    assert [(fact.seq, fact.cause, fact.event) for fact in log[14:17]] == [
        (15, 8, Answered(1, ("Good night",), 400)),
        (16, 15, Said("Good night")),
        (17, 16, Resolved()),
    ]


def test_a_rewind_to_the_beginning_deals_again_under_the_new_seed() -> None:
    log = rewound(greeted(), to=3)
    luck = chance.chance_by_fact(chance.line_key("another seed", [ANN.nonce, BOB.nonce]))
    greeting = Asked(CHANCE, "greet", ("ann", "bob"))
    assert events(log)[14:] == [
        luck(greeting, 15),
        Said("welcome"),
        Resolved(),
    ]
    assert match(log).is_full


def test_from_the_third_shuffle_on_a_rewind_never_leads_to_where_chance_draws_at_once() -> None:
    """The service has drawn the new seed knowing all nonces; a player's answer has to come between."""
    log = greeted()
    opened = log[0].event
    assert isinstance(opened, MatchOpened)
    log[0] = replace(log[0], event=replace(opened, shuffle=chance.SORTED))
    with pytest.raises(WrongMoment, match="At fact 3 cards would be dealt at once"):
        rewound(log, to=3)
    assert table.open_question(RULES, match(rewound(log, to=6))) == ROUND


def test_a_rewind_to_now_changes_the_seed_alone() -> None:
    log = rewound(asking(), to=8)
    assert table.open_question(RULES, match(log)) == WORD
    assert match(log).seeds == ("a seed", "another seed")


def test_cases_are_no_part_of_the_line_that_is_left() -> None:
    log = rewound(noted(disputed(greeted())), to=6)
    assert [case.status for case in match(log).cases] == ["ruled", "ruled"]
    log = appealed(log, case=2)
    log += table.rule_case(RULES, match(log), ruling("rewind", 2), line=line(log, 6, "a third seed")).facts
    assert [case.status for case in match(log).cases] == ["ruled", "closed"]
    assert match(log).seeds == ("a seed", "another seed", "a third seed")


# -- from line to line ---------------------------------------------------------------------------------


def twice_greeted() -> Log:
    """The line of fact 7 to 13 was left at fact 14, and somebody said hello again, in facts 15 to 19."""
    return answered(answered(rewound(greeted(), to=6), 0, "go"), 1, "hello")


@pytest.mark.parametrize("to", [7, 11, 13])
def test_a_line_that_was_left_is_not_gone_back_to(to: int) -> None:
    with pytest.raises(WrongMoment, match=f"Fact {to} is on a line that an earlier rewind has left"):
        rewound(twice_greeted(), to)


@pytest.mark.parametrize(
    ("to", "asked", "left"),
    [
        (16, WORD, ((7, 13), (17, 21))),
        (14, ROUND, ((7, 13), (15, 21))),
        (6, ROUND, ((7, 13), (7, 21))),
        (4 - 1, ROUND, ((7, 13), (4, 21))),
    ],
)
def test_a_rewind_may_lead_across_a_rewind(to: int, asked: Asked, left: tuple[tuple[int, int], ...]) -> None:
    went_on = match(rewound(twice_greeted(), to, "a third seed"))
    assert table.open_question(RULES, went_on) == asked
    assert went_on.abandoned == left
    assert went_on.seeds == ("a seed", "another seed", "a third seed")


def test_after_the_end_a_new_line_has_a_new_seed_and_its_end_tells_them_all() -> None:
    log = rewound(ended(), to=8)
    assert match(log).ended is None
    assert table.open_question(RULES, match(log)) == WORD
    log = answered(log, 1, "Good night")
    assert log[-1].event == MatchEnded((1,), (0, 2), "another seed", ("a seed",))
    log = answered(rewound(log, 8, "a third seed"), 1, "Good night")
    assert log[-1].event == MatchEnded((1,), (0, 2), "a third seed", ("a seed", "another seed"))


def test_what_a_correction_did_is_left_behind_with_its_line() -> None:
    log = corrected(disputed(greeted()), Said("sorry"))
    assert match(rewound(log, to=11)).position.board.words == ("welcome", "hello")
    assert match(rewound(log, to=14)).position.board.words == ("welcome", "hello", "sorry")


# -- wrong moments -------------------------------------------------------------------------------------


@pytest.mark.parametrize("to", [-1, 0, 13])
def test_nobody_goes_back_to_what_is_not_there(to: int) -> None:
    log = disputed(greeted())
    there = replace(line(log, 6), to=to)
    with pytest.raises(WrongMoment, match=f"There is no fact {to}: the record holds facts 1 to 12"):
        table.rule_case(RULES, match(log), ruling("rewind"), line=there)


@pytest.mark.parametrize("to", [7, 9, 10])
def test_a_match_goes_on_from_where_somebody_is_asked(to: int) -> None:
    with pytest.raises(WrongMoment, match=f"Fact {to} is in the middle of an effect"):
        rewound(greeted(), to)


def test_a_match_does_not_go_on_from_what_cannot_be_played() -> None:
    log = corrected(disputed(greeted()), Said("scandal"))
    with pytest.raises(WrongMoment, match=r"The match cannot go on from fact 14: The guests have left\."):
        rewound(log, to=14)


def test_a_match_does_not_go_on_from_what_cannot_be_read() -> None:
    log = disputed(greeted())
    garbled = replace(line(log, 6), snapshot=Snapshot("welcome", ("7 <6",)))
    with pytest.raises(WrongMoment, match="The match cannot go on from fact 6: not a fact: “7 <6”"):
        table.rule_case(RULES, match(log), ruling("rewind"), line=garbled)


# -- who sees what -------------------------------------------------------------------------------------


def test_where_a_new_line_begins_is_for_those_who_see_everything() -> None:
    log = rewound(greeted(), to=8)
    *others, judge = table.all_viewers(RULES, match(log))
    rewind = log[-1].event
    assert isinstance(rewind, Rewound)
    assert rewind.told
    for viewer in others:
        seen = table.redact_fact(RULES, log[-1], viewer)
        assert seen.event == replace(rewind, seed="", position=UNREAD, told=())
        assert (seen.seq, seen.cause, seen.rule) == (14, 13, "case-1")
    assert table.redact_fact(RULES, log[-1], judge).event == replace(rewind, seed="")


# -- forks ---------------------------------------------------------------------------------------------


def fork(log: Log) -> Log:
    """A match of its own that goes on from where *log* stands."""
    standing = take_snapshot(write, match(log).position)
    forked = replace(
        OPENED,
        position=standing.position,
        told=standing.lines,
        origin="01J",
        origin_seq=len(log),
        origin_head="head",
    )
    out = table.open_match(forked)
    for who in (ANN, BOB):
        out += table.claim_seat(RULES, match(out), who).facts
    return out


def test_a_fork_begins_in_the_middle_of_an_effect_and_goes_on() -> None:
    forked = fork(asking())
    assert events(forked)[1:] == [ANN, BOB]
    assert table.open_question(RULES, match(forked)) == WORD
    assert match(forked).is_study
    after = answered(forked, 1, "hello")
    assert events(after)[3:] == events(greeted())[8:]
    assert match(after).position.board == match(greeted()).position.board


def test_what_was_said_before_a_fork_counts_as_its_opening() -> None:
    after = answered(fork(greeted() + answered(greeted(), 0, "go")[11:]), 1, "hello")
    assert [(fact.seq, fact.cause) for fact in after[3:]] == [(4, 1), (5, 4), (6, 5)]


def test_a_fork_can_be_forked_and_rewound() -> None:
    forked = fork(fork(asking()))
    assert table.open_question(RULES, match(forked)) == WORD
    log = rewound(answered(forked, 1, "hello"), to=3)
    assert table.open_question(RULES, match(log)) == WORD
    assert events(answered(log, 1, "hello"))[-2:] == [Said("hello"), Resolved()]


def test_where_a_fork_begins_is_for_those_who_see_everything() -> None:
    forked = fork(asking())
    opened = forked[0].event
    assert isinstance(opened, MatchOpened)
    *others, judge = table.all_viewers(RULES, match(forked))
    public = replace(opened, seed="", claims=())
    assert opened.told
    for viewer in others:
        assert table.redact_fact(RULES, forked[0], viewer).event == replace(public, position=UNREAD, told=())
    assert table.redact_fact(RULES, forked[0], judge).event == public


# -- the fold ------------------------------------------------------------------------------------------


def test_the_fold_of_a_part_and_of_the_rest_is_the_fold_of_all() -> None:
    log = looked(replied(disputed(disputed(asking()))))
    log = corrected(answered(log, 1, "hello"), Said("sorry"), case=2)
    log = rewound(answered(answered(rewound(log, to=8), 1, "hello"), 0, "go"), to=6)
    log = noted(answered(answered(log, 0, "go"), 1, "Good night"))
    assert len(log) > 30
    for cut in range(1, len(log)):
        assert table.fold(RULES, log[cut:], match(log[:cut])) == match(log)
        assert match(log[:cut]).seq == cut
