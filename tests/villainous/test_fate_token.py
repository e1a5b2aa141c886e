"""The Fate Token: with 5 or 6 players nobody is the target of Fate twice in a row."""

from __future__ import annotations

import pytest

from domain.villainous import facts
from tests.villainous.play import Match, events_of_kind, sits

HOOK, JOHN, MALEFICENT = 0, 1, 2


def crowd(seats: int) -> Match:
    """Hook, Prince John, Maleficent and more, who know no cards but what Fate has for two of them."""
    rest = ("jafar", "queen-of-hearts", "ursula")[: seats - 3]
    match = Match(
        sits("captain-hook", "jolly-roger", hand="scare-1", fate="wendy michael"),
        sits("prince-john", "jail", fate="toby skippy friar-tuck"),
        sits("maleficent", "castle", fate="fauna flora"),
        *(sits(who) for who in rest),
    )
    match.says(HOOK, "move:skull-rock")
    return match


def deals(match: Match, seat: int, to: int) -> None:
    """Deals Fate: the first of the two cards, to the first location open to it."""
    match.says(seat, f"fate:{to}")
    while match.question.prompt in ("fate", "where"):
        match.says(match.question.seat, match.question.options[0])


@pytest.mark.parametrize("seats", [5, 6])
def test_vi_110_vi_111_the_target_holds_the_token_until_it_goes_to_the_next_target(seats: int) -> None:
    with crowd(seats) as match:
        assert match.position.board.token is None
        deals(match, HOOK, JOHN)
        assert events_of_kind(match.facts, facts.FateTokenTaken) == [facts.FateTokenTaken(JOHN)]
        match.says(HOOK, "end")
        match.says(JOHN, "move:sherwood")
        deals(match, JOHN, MALEFICENT)
        assert match.position.board.token == MALEFICENT
        assert events_of_kind(match.facts, facts.FateTokenTaken)[-1] == facts.FateTokenTaken(MALEFICENT)


@pytest.mark.parametrize("seats", [5, 6])
def test_vi_111_who_holds_the_token_cannot_be_the_target(seats: int) -> None:
    with crowd(seats) as match:
        deals(match, HOOK, JOHN)
        match.says(HOOK, "end")
        match.says(JOHN, "move:jail") if match.realm(JOHN).at != "jail" else match.says(JOHN, "move:church")
        match.says(JOHN, "end")
        match.says(MALEFICENT, "move:forbidden-mountains")
        targets = [pick for pick in match.asks()[2] if pick.startswith("fate:")]
        assert targets == [f"fate:{seat}" for seat in range(seats) if seat not in (JOHN, MALEFICENT)]
        assert match.refused(MALEFICENT, f"fate:{JOHN}").startswith("VI-111")
        assert match.refused(MALEFICENT, f"fate:{MALEFICENT}").startswith("VI-047")
        deals(match, MALEFICENT, HOOK)
        assert match.position.board.token == HOOK, "now Prince John is fair game again"


@pytest.mark.parametrize("seats", [3, 4])
def test_vi_110_fewer_players_know_no_token(seats: int) -> None:
    with crowd(seats) as match:
        deals(match, HOOK, JOHN)
        assert events_of_kind(match.facts, facts.FateTokenTaken) == []
        match.says(HOOK, "end")
        match.says(JOHN, "move:church")
        match.says(JOHN, "end")
        match.says(MALEFICENT, "move:forbidden-mountains")
        assert f"fate:{JOHN}" in match.asks()[2]
