"""The audit names whatever was changed in facts: each kind of change is made, with SQL, and found."""

from __future__ import annotations

from typing import Any

import pytest

from domain.table import DisputeOpened, Rewound, Ruled
from replays.playback.transcript import LIBRARY
from service.bootstrap import Services
from service.cases.rulings import Ruling
from service.evidence.audit import AuditResult
from service.portability.imports import import_match
from tests.service.client import Pair
from tests.service.stores import on_both_stores

from .people import Auditor, Vandal

MOVE, LAST = 36, 60
"""The last fact of the write in which Mickey moves, and of the match."""


def test_an_untouched_match_is_found_untouched(auditor: Auditor) -> None:
    assert auditor.looks() == AuditResult(facts=60, heads=12, answers=9, findings=[])
    assert auditor.says_of_the_log() == []


def test_before_its_heads_are_in_the_log_a_match_stands_the_audit_too(pair: Pair, services: Services) -> None:
    pair.blue.answers("e1")
    assert Auditor(services, pair.blue.match).says() == []
    assert services.store.tree.tree_end() == (0, 0)


# -- facts altered -----------------------------------------------------------------------------------


def test_an_altered_consequence_is_told_beside_what_it_was(
    vandal: Vandal, auditor: Auditor, match: str
) -> None:
    vandal.rewrites(match, 47, lambda state: state[3].append("d6"))
    assert auditor.says() == [
        "Fact 47 was altered: it was “47 <45 SA-303 arena.CharacterMoved who=ARI path=[c7,d7]” "
        "and is now “47 <45 SA-303 arena.CharacterMoved who=ARI path=[c7,d7,d6]”."
    ]


def test_an_altered_answer_is_found_out_by_what_followed_from_it(
    vandal: Vandal, auditor: Auditor, match: str
) -> None:
    _, state = vandal.fact(match, 33)
    vandal.rewrites(match, 33, lambda state: state.__setitem__(3, ["move:d1"]))
    [said] = auditor.says()
    assert said.startswith("Fact 33 was altered: it was “33 <32 - core.Answered seat=0 picks=[move:c3] at=")
    assert f"picks=[move:d1] at={state[4]}" in said


def test_every_single_fact_after_the_first_is_named_when_its_cause_is_altered(
    vandal: Vandal, auditor: Auditor, match: str
) -> None:
    for seq in range(2, LAST + 1):
        topic, before = vandal.fact(match, seq)
        vandal.rewrites(match, seq, lambda state: state.__setitem__(0, state[0] + 1))
        [said] = auditor.says()
        assert said.startswith(f"Fact {seq} was altered: it was “{seq} <{before[0]} "), said
        assert f"and is now “{seq} <{before[0] + 1} " in said
        vandal.writes(match, seq, topic, before)
    assert auditor.says() == []


def test_of_a_match_that_was_taken_in_as_a_whole_the_first_fact_that_does_not_follow_is_named(
    vandal: Vandal, services: Services
) -> None:
    taken = import_match(services, (LIBRARY / "arena-a-case.game").read_bytes(), "operator")
    vandal.rewrites(taken.match, 52, lambda state: state.__setitem__(1, "SA-304"))
    [said] = Auditor(services, taken.match).says()
    some = f"Some of facts 1 to {taken.seq} were altered: together they do not lead to their head."
    assert said.startswith(f"{some} Fact 52 is recorded as “52 <51 SA-304 ")
    assert "; deciding again gives “52 <51 ARI03.1 " in said


def test_an_altered_rule_is_named(vandal: Vandal, auditor: Auditor, match: str) -> None:
    vandal.rewrites(match, 47, lambda state: state.__setitem__(1, "SA-304"))
    [said] = auditor.says()
    assert "it was “47 <45 SA-303 arena" in said
    assert "is now “47 <45 SA-304 arena" in said


def test_an_altered_time_of_an_answer_is_named_though_nothing_followed_from_it(
    vandal: Vandal, auditor: Auditor, match: str
) -> None:
    vandal.rewrites(match, 33, lambda state: state.__setitem__(4, state[4] - 60_000))
    assert auditor.says() == ["Fact 33 was altered; what follows from it is as it was."]


def test_an_altered_player_is_named(vandal: Vandal, auditor: Auditor, match: str) -> None:
    vandal.rewrites(match, 3, lambda state: state.__setitem__(3, "p-0000000000000000"))
    assert auditor.says() == ["Fact 3 was altered; what follows from it is as it was."]


def test_a_hidden_card_cannot_be_exchanged_either(vandal: Vandal, auditor: Auditor, match: str) -> None:
    topic, (*_, card) = vandal.fact(match, 31)
    assert topic == "arena.CardDrawn"
    vandal.rewrites(match, 31, lambda state: state.__setitem__(3, "SAM00"))
    [said] = auditor.says()
    drawn = "31 <30 SA-210 arena.CardDrawn seat=0 card="
    assert said == f"Fact 31 was altered: it was “{drawn}{card}” and is now “{drawn}SAM00”."


def test_several_altered_facts_are_named_one_by_one(vandal: Vandal, auditor: Auditor, match: str) -> None:
    for seq in (7, 12, 59):
        vandal.rewrites(match, seq, lambda state: state.__setitem__(1, "SA-1"))
    assert [said.partition(":")[0] for said in auditor.says()] == [
        "Fact 7 was altered",
        "Fact 12 was altered",
        "Fact 59 was altered",
    ]


def test_a_fact_that_cannot_be_read_any_more_is_told_with_what_it_was(
    vandal: Vandal, auditor: Auditor, match: str
) -> None:
    vandal.names("arena.Nothing")
    vandal.does("UPDATE facts SET topic = 'arena.Nothing' WHERE seq = 47")
    [said] = auditor.says()
    assert said.startswith(
        "Fact 47 was altered: it was “47 <45 SA-303 arena.CharacterMoved who=ARI path=[c7,d7]”"
    )
    assert "it cannot be read any more (Fact 47 is “arena.Nothing”" in said


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        (
            4,
            {"chapter": 1, "edition": "fr", "copies": False},
            "Fact 1 was altered: what stands there does not lead",
        ),
        (9, "another seed", "Fact 1 was altered: its seed is not the one that was committed to."),
        (
            6,
            "0" * 64,
            "Fact 1 names what cannot be played here: This match is pinned to the card set 000000000000",
        ),
    ],
    ids=["options", "seed", "cards"],
)
def test_an_altered_opening_is_named(
    vandal: Vandal, auditor: Auditor, match: str, field: int, value: Any, said: str
) -> None:
    vandal.rewrites(match, 1, lambda state: state.__setitem__(field, value))
    assert any(sentence.startswith(said) for sentence in auditor.says()), auditor.says()
    assert {finding.seq for finding in auditor.looks().findings} == {1}


# -- facts dropped: the table of `test_wording` has the other ways ---------------------------------------


@on_both_stores
def test_a_match_of_which_nothing_is_left_but_heads_is_told(
    vandal: Vandal, auditor: Auditor, match: str
) -> None:
    vandal.drops(match, 1, LAST)
    assert auditor.says() == [
        "All facts of this match were dropped; there were 60. "
        "Nothing of this match can be held against its heads."
    ]


# -- cases -------------------------------------------------------------------------------------------


@pytest.fixture
def rewound(services: Services, match: str) -> int:
    """A judge rules that the match goes back to fact 36; returns the number of the ruling."""
    ruling = Ruling(outcome="rewind", rules=("SA-303",), text="Ariel was moved twice.", to=MOVE)
    told = services.cases.open_and_rule(match, "judge-1", ruling, (), LAST)
    assert [type(fact.event) for fact in told.facts[:3]] == [DisputeOpened, Ruled, Rewound]
    services.evidence.seal_heads()
    return told.facts[1].seq


def test_a_ruling_and_what_it_leads_to_stand_the_audit(auditor: Auditor, rewound: int) -> None:
    assert auditor.says() == []


@pytest.mark.parametrize(
    ("after", "field", "value", "more"),
    [
        (0, 6, "Ariel moved.", ""),
        (1, 2, 44, " Fact {rewind} goes back to fact 44, but not to where the game stood there."),
    ],
    ids=["words", "to"],
)
def test_an_altered_ruling_is_told_with_all_that_the_judge_wrote_at_once(
    vandal: Vandal, auditor: Auditor, match: str, rewound: int, after: int, field: int, value: Any, more: str
) -> None:
    vandal.rewrites(match, rewound + after, lambda state: state.__setitem__(field, value))
    assert auditor.says() == [
        f"Some of facts {rewound - 1} to {rewound + 1} were altered: "
        f"together they do not lead to their head.{more.format(rewind=rewound + 1)}"
    ]
