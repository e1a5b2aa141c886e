"""A standing tells any moment of a game as text."""

from __future__ import annotations

import pytest

from domain import decider, table
from domain.model import CHANCE, Answered, Fact
from domain.snapshot import Snapshot, is_resumable, restore_position, take_snapshot
from replays.playback.replay import Replay
from tests.replays.conftest import GameWithBook, take

from .toy_game import Evening, Said, ToyBoard, hello, interview, write


def test_between_two_effects_it_is_the_position_alone() -> None:
    evening = Evening(hello).answer(0, "go")
    assert take_snapshot(write, evening.position) == Snapshot("hello")
    assert is_resumable(evening.position)


def test_in_an_effect_it_is_where_that_began_and_all_that_was_said_since() -> None:
    evening = Evening(interview).answer(0, "go")
    assert take_snapshot(write, evening.position) == Snapshot(
        "",
        (
            "1 <0 - core.Answered seat=0 picks=[go] at=7",
            "2 <1 - toy_game.Said word=welcome",
            "3 <1 - core.Asked seat=1 prompt=name options=[ann,bob]",
        ),
    )
    assert is_resumable(evening.position)


def test_while_things_happen_nobody_can_go_on() -> None:
    evening = Evening(interview).answer(0, "go")
    assert not is_resumable(decider.fold(evening.rules, decider.Position(ToyBoard()), evening.facts[:2]))


def test_an_effect_goes_on_from_its_text() -> None:
    evening = Evening(interview).answer(0, "go").answer(1, "bob")
    p = restore_position(evening.rules, take_snapshot(write, evening.position), evening.position.seq)
    assert p == evening.position
    after = decider.decide(evening.rules, p, Answered(1, ("tea",)), evening.chance)
    assert after.position.board.words == ("welcome", "hello bob", "tea after 2 words")


def test_what_was_said_elsewhere_counts_as_the_fact_that_tells_it() -> None:
    evening = Evening(interview).answer(0, "go")
    p = restore_position(evening.rules, take_snapshot(write, evening.position), 9, of_other_match=True)
    assert p.seq == 9
    assert p.running is not None
    assert p.running.facts[1] == Fact(9, 9, "", Said("welcome"))
    assert p.pending == evening.asked


# -- matches of the service --------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["arena", "villainous"])
def played(request: pytest.FixtureRequest) -> tuple[GameWithBook, list[Fact]]:
    """A random match of each game, and what it is played with."""
    given = take(request.param)
    return given, given.play("standing", "random", "random")


def test_every_question_of_a_random_match_can_be_written_down(
    played: tuple[GameWithBook, list[Fact]],
) -> None:
    given, facts = played
    within = between = 0
    for match in Replay(given.rules, facts):
        p = match.position
        if table.open_question(given.rules, match) is None:
            continue
        assert restore_position(given.rules, take_snapshot(given.game.write_position, p), p.seq) == p
        within, between = within + (p.running is not None), between + (p.running is None)
    assert min(within, between) > 20


def test_what_was_answered_then_leads_to_the_same_again(played: tuple[GameWithBook, list[Fact]]) -> None:
    given, facts = played
    told = again = 0
    for match in list(Replay(given.rules, facts))[:2000]:
        p = match.position
        if p.pending is None or p.pending.seat == CHANCE:
            continue
        then = facts[match.seq :]
        answered = then[0].event
        assert isinstance(answered, Answered)
        standing = take_snapshot(given.game.write_position, p)
        decision = decider.decide(
            given.rules, restore_position(given.rules, standing, p.seq), answered, table.match_chance(match)
        )
        assert decision.facts == then[: len(decision.facts)]
        told, again = told + len(standing.lines), again + len(decision.facts)
    assert min(told, again) > 60
