"""The end: who reaches the objective has won, some at once, some when their own turn starts."""

from __future__ import annotations

import pytest

from domain import decider
from domain.decider import Illegal
from domain.model import Answered, Resolved, Result
from domain.villainous import facts
from tests.villainous.play import BOOK, RULES, Match, events_of_kind, sits

ME, OTHER = 0, 1
SHOWDOWN = "jolly-roger: peter-pan / pirate-brute-1, pirate-brute-2"


def showdown() -> Match:
    """Hook sends both Brutes against Peter Pan, on the Jolly Roger."""
    match = Match(
        sits("captain-hook", "skull-rock", SHOWDOWN, hand="scare-1", unlocked=True), sits("prince-john")
    )
    match.says(ME, "move:jolly-roger")
    match.says(ME, "vanquish:peter-pan")
    match.says(ME, "pirate-brute-1")
    return match


def test_vi_120_vi_122_hook_wins_at_once_and_nothing_more_happens() -> None:
    with showdown() as match:
        assert [type(fact.event) for fact in match.facts[-3:]] == [
            facts.CardDiscarded, facts.ObjectiveFulfilled, Resolved,
        ]  # fmt: skip
        assert match.facts[-2].rule == "VI-120"
        board = match.position.board
        assert decider.open_question(RULES, match.position) is None
        assert RULES.game_result(board) == Result((ME,), (1, 0), "VI-120")
        with pytest.raises(Illegal, match="No question is open"):
            decider.decide(RULES, match.position, Answered(ME, ("end",)), match.chance)


def test_vi_121_four_villains_win_only_when_their_own_turn_starts() -> None:
    at_once = {who for who in BOOK.villains if BOOK.scripts[who].wins_at_once}
    assert at_once == {"captain-hook", "queen-of-hearts"}
    assert set(BOOK.villains) - at_once == {"jafar", "maleficent", "prince-john", "ursula"}


def rich_john() -> Match:
    """Prince John has 18 Power, takes 3 more in the Jail, and ends his turn; Hook is at Skull Rock then."""
    match = Match(
        sits(
            "prince-john", "church", "sherwood: toby", power=18, hand="taxes-1 warrant-1 warrant-2 warrant-3",
            fate="steal-from-the-rich-1 clever-disguise-1",
        ),
        sits("captain-hook", "jolly-roger", hand="obsession-1"),
    )  # fmt: skip
    match.says(ME, "move:jail")
    match.says(ME, "gain:3")
    assert match.realm(ME).power == 21
    match.says(ME, "end")
    match.says(OTHER, "move:skull-rock")
    assert match.position.board.winner is None
    return match


def test_vi_121_the_objective_reached_in_the_own_turn_has_to_last_until_the_next() -> None:
    with rich_john() as match:
        match.says(OTHER, "end")
        assert (match.position.board.winner, match.position.board.stage) == (ME, "over")


def test_vi_121_what_is_lost_before_the_own_turn_starts_was_no_victory() -> None:
    with rich_john() as match:
        match.says(OTHER, "fate:0")
        match.says(OTHER, "steal-from-the-rich-1")
        match.says(OTHER, "2")
        match.says(OTHER, "end")
        assert match.realm(ME).power == 19
        assert match.position.board.winner is None
        assert match.asks()[:2] == (ME, "move")


def test_vi_121_the_objective_reached_in_an_opponents_turn_waits_for_the_own() -> None:
    with Match(
        sits("captain-hook", "jolly-roger", power=6, hand="scare-1"),
        sits("prince-john", power=18, hand="greed-1"),
    ) as match:
        match.says(ME, "move:skull-rock")
        match.says(OTHER, "play:greed-1")
        assert match.realm(OTHER).power == 21
        assert match.position.board.winner is None
        won = match.says(ME, "end")
        assert events_of_kind(won, facts.ObjectiveFulfilled) == [facts.ObjectiveFulfilled(OTHER)]
        assert events_of_kind(won, facts.TurnBegan) == [facts.TurnBegan(OTHER, 2)]


def test_vi_121_maleficent_wins_with_a_curse_everywhere_unless_she_walks_into_the_fire() -> None:
    realm = """
        forbidden-mountains: / green-fire-1
        cottage: / forest-of-thorns-1
        forest: / forest-of-thorns-2
        castle: / green-fire-2
    """
    with Match(sits("captain-hook"), sits("maleficent", "cottage", realm)) as match:
        match.says(ME, "move:skull-rock")
        match.says(ME, "end")
        assert match.position.board.winner == OTHER
    with Match(sits("maleficent", "cottage", realm), sits("captain-hook")) as match:
        match.says(ME, "move:castle")
        assert match.where(ME, "green-fire-2") == "discard"
        assert match.position.board.winner is None
