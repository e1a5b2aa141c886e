"""Seeds, shuffles and decisions: what a service that makes all its proofs anew still cannot forge."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain import chance, table
from domain.model import Answered
from replays.proof.check import check_record, make_audit

from ..contested import a_case
from .signers import SigningService, exported, written
from .test_trust import ARENA, END, FACTS, finding_lines, sealed


def forged(change: Any, who: str = "judge") -> list[str]:
    """Returns what is found when the service itself tells another match, all proofs made anew."""
    return finding_lines(
        sealed(SigningService(), who, tuple(replace(fact, event=change(fact.event)) for fact in FACTS))
    )


def test_a_seed_that_was_chosen_afterwards_is_found() -> None:
    def luckier(event: Any) -> Any:
        return replace(event, seed="a luckier one") if isinstance(event, table.MatchEnded) else event

    said = f"seed: The seed that fact {END} reveals is not the one that was committed to."
    assert forged(luckier, "spectator") == [said]
    assert forged(luckier)[0] == said


def test_a_seed_in_the_opening_that_nobody_committed_to_is_found() -> None:
    def other(event: Any) -> Any:
        return replace(event, seed="a luckier one") if isinstance(event, table.MatchOpened) else event

    assert forged(other)[0] == "seed: The seed that fact 1 reveals is not the one that was committed to."


def test_a_shuffle_that_does_not_follow_from_seed_and_nonces_is_found() -> None:
    def stacked(event: Any) -> Any:
        if isinstance(event, Answered) and event.seat == -1 and len(event.picks) > 1:
            return replace(event, picks=tuple(sorted(event.picks)))
        return event

    for who in ("judge", "seat-0", "spectator"):
        [said] = forged(stacked, who)
        assert said.startswith("shuffle: Fact ")
        assert "deciding again gives" in said


def test_another_commitment_makes_other_shuffles() -> None:
    def recommitted(event: Any) -> Any:
        if isinstance(event, table.MatchOpened):
            return replace(event, seed="a luckier one", commitment=chance.seed_commitment("a luckier one"))
        return replace(event, seed="a luckier one") if isinstance(event, table.MatchEnded) else event

    [said] = forged(recommitted)
    assert said.startswith("shuffle: Fact ")


def test_an_outcome_that_the_rules_do_not_lead_to_is_found() -> None:
    def stronger(event: Any) -> Any:
        return replace(event, damage=event.damage + 1) if type(event).__name__ == "DamageDealt" else event

    for who in ("judge", "seat-1", "spectator"):
        [said] = forged(stronger, who)
        assert said.startswith("decision: Fact ")


@pytest.mark.parametrize("game", ["arena", "villainous"])
@pytest.mark.parametrize("who", ["seat-0", "spectator"])
def test_once_a_match_is_over_everybody_can_decide_it_again(game: str, who: str) -> None:
    record = exported(game, who)
    audit = make_audit(record)
    assert audit is not None
    audit.run(lambda checked: None)
    assert audit.facts == len(record.facts)
    assert check_record(record) == []


def test_as_long_as_it_goes_on_nobody_can_but_with_the_whole_of_it() -> None:
    facts = FACTS[:-1]
    assert make_audit(written(ARENA, facts, "judge")) is None
    assert {finding.what for finding in check_record(written(ARENA, facts, "judge"))} == {"log"}
    assert make_audit(written(ARENA, facts, "judge", whole=True)) is not None
    assert make_audit(written(ARENA, facts, "seat-0")) is None
    case = a_case()
    assert make_audit(written(ARENA, case.facts, "judge", case.name)) is not None
    assert make_audit(written(ARENA, case.facts, "spectator", case.name)) is None


def test_a_secret_answer_that_nobody_could_give_is_found_out() -> None:
    def another(event: Any) -> Any:
        if isinstance(event, Answered) and event.secret and event.seat == 0:
            return replace(event, picks=("?",))
        return event

    [said] = forged(another, "spectator")
    assert said.startswith("decision: Fact ")
    assert "which was not possible" in said
