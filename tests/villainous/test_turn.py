"""A turn: move, perform actions, draw."""

from __future__ import annotations

from itertools import permutations

import pytest

from domain.villainous import facts
from tests.villainous.play import Match, events_of_kind, sits

JOHN, HOOK = 0, 1
ME = 0


DECK = "imprison-1 imprison-2 imprison-3 cowardice-1"


def john(at: str, realm: str = "", *, power: int = 3, hand: str = "taxes-1", deck: str = DECK) -> Match:
    """Prince John's turn, about to move from *at*; Hook waits."""
    return Match(sits("prince-john", at, realm, power=power, hand=hand, deck=deck), sits("captain-hook"))


def hook(realm: str = "", *, power: int = 3, hand: str = "cutlass-1", unlocked: bool = False) -> Match:
    """Captain Hook's turn, about to move from Skull Rock; Prince John waits."""
    return Match(
        sits("captain-hook", "skull-rock", realm, power=power, hand=hand, unlocked=unlocked),
        sits("prince-john"),
    )


def test_vi_020_a_turn_is_a_move_then_actions_then_a_draw_and_the_next_player_follows() -> None:
    with john("jail") as match:
        assert match.refused(JOHN, "gain:1").startswith("VI-021"), "no action before the move"
        match.says(JOHN, "move:sherwood")
        assert match.refused(JOHN, "move:church").startswith("VI-023"), "no second move"
        match.says(JOHN, "gain:1")
        match.says(JOHN, "end")
        steps = (facts.MoverMoved, facts.SymbolUsed, facts.TurnEnded, facts.TurnBegan)
        assert [type(fact.event) for fact in match.facts if isinstance(fact.event, steps)] == list(steps)
        assert events_of_kind(match.facts, facts.TurnBegan) == [facts.TurnBegan(HOOK, 2)]
        assert match.asks()[:2] == (HOOK, "move")


def test_vi_021_vi_022_the_mover_goes_anywhere_but_where_it_is_or_behind_a_lock() -> None:
    with hook() as match:
        assert match.asks() == (ME, "move", ("move:jolly-roger", "move:mermaid-lagoon"))
        assert match.refused(ME, "move:skull-rock").startswith("VI-021")
        assert match.refused(ME, "stay").startswith("VI-021")
        assert match.refused(ME, "move:hangmans-tree").startswith("VI-022")
        assert match.refused(ME, "move:nottingham").startswith("VI-021")


def test_vi_021_the_next_location_need_not_be_next_door() -> None:
    with john("sherwood") as match:
        assert match.asks()[2] == ("move:church", "move:nottingham", "move:jail")
        match.says(JOHN, "move:jail")
        assert match.realm(JOHN).at == "jail"


@pytest.mark.parametrize("picks", list(permutations(["gain:3", "play:taxes-1", "discard:cards"])))
def test_vi_023_all_symbols_of_a_location_can_be_used_in_any_order(picks: tuple[str, ...]) -> None:
    with john("church", hand="taxes-1 greed-1 greed-2") as match:
        match.says(JOHN, "move:jail")
        for pick in picks:
            match.says(JOHN, pick)
            if pick == "discard:cards":
                match.says(JOHN, "greed-1")
        assert {used.symbol for used in events_of_kind(match.facts, facts.SymbolUsed)} == {1, 2, 3}
        assert match.asks()[:2] == (HOOK, "move"), "a turn without another symbol ends by itself"


def test_vi_024_no_action_has_to_be_performed() -> None:
    with john("church") as match:
        match.says(JOHN, "move:jail")
        match.says(JOHN, "end")
        assert events_of_kind(match.facts, facts.SymbolUsed) == []
        assert match.asks()[:2] == (HOOK, "move")


def test_vi_025_a_symbol_serves_once_and_two_equal_ones_serve_twice() -> None:
    with john("jail", "jail: / trigger", hand="taxes-1 taxes-2 taxes-3") as match:
        match.says(JOHN, "move:church")
        match.says(JOHN, "gain:2")
        assert match.refused(JOHN, "gain:2").startswith("VI-025")
        match.says(JOHN, "play:taxes-1")
        match.says(JOHN, "play:taxes-2")
        assert match.refused(JOHN, "play:taxes-3").startswith("VI-025")
        assert [used.symbol for used in events_of_kind(match.facts, facts.SymbolUsed)] == [1, 2, 3]


def test_every_symbol_is_used_once_and_the_turn_ends_by_itself() -> None:
    with john("jail", hand="", deck="warrant-1 warrant-2 warrant-3 taxes-1 taxes-2") as match:
        match.says(JOHN, "move:nottingham")
        match.says(JOHN, "gain:1")
        assert match.asks() == (JOHN, "act", ("fate:1", "end"))
        ended = match.says(JOHN, "fate:1")
        assert events_of_kind(ended, facts.CardsDrawn) == [
            facts.CardsDrawn(JOHN, "villain", (card,))
            for card in ("warrant-1", "warrant-2", "warrant-3", "taxes-1")
        ]
        assert match.asks()[:2] == (HOOK, "move")


def test_a_hand_that_could_be_played_or_not_never_ends_the_turn() -> None:
    with john("nottingham", hand="greed-1") as match:
        match.says(JOHN, "move:church")
        match.says(JOHN, "gain:2")
        assert match.asks() == (JOHN, "act", ("end",))


def test_vi_026_a_covered_symbol_is_out_of_reach_until_the_hero_has_gone() -> None:
    with hook("hangmans-tree: wendy", unlocked=True) as match:
        match.says(ME, "move:hangmans-tree")
        assert match.refused(ME, "fate:1").startswith("VI-026")
        assert match.refused(ME, "gain:2").startswith("VI-026")
        match.says(ME, "lead:wendy")
        assert {"fate:1", "gain:2"} <= set(match.asks()[2])


def test_vi_027_what_is_uncovered_in_the_own_turn_can_be_used_at_once() -> None:
    with john("jail", "nottingham: alan-a-dale / rhino-guards-1", hand="warrant-1") as match:
        match.says(JOHN, "move:nottingham")
        assert match.asks()[2] == ("vanquish:alan-a-dale", "play:warrant-1", "end")
        match.says(JOHN, "vanquish:alan-a-dale")
        assert match.asks()[2] == ("fate:1", "gain:1", "play:warrant-1", "end")
        match.says(JOHN, "gain:1")


def test_vi_028_what_gets_covered_before_it_was_used_is_lost() -> None:
    with Match(
        sits("captain-hook", realm="skull-rock: / smee", hand="worthy-opponent-1 scare-1", fate="wendy"),
        sits("prince-john"),
    ) as match:
        match.says(ME, "move:mermaid-lagoon")
        assert "carry:smee" in match.asks()[2]
        match.says(ME, "play:worthy-opponent-1")
        match.says(ME, "mermaid-lagoon")
        assert match.refused(ME, "carry:smee").startswith("VI-026")
        match.says(ME, "gain:3")


def test_vi_029_the_location_says_which_actions_there_are_and_not_where_they_take_effect() -> None:
    realm = "church: alan-a-dale / rhino-guards-1\njail: / rhino-guards-2"
    with john("jail", realm, hand="warrant-1") as match:
        match.says(JOHN, "move:nottingham")
        assert match.refused(JOHN, "carry:rhino-guards-2").startswith("VI-023")
        match.says(JOHN, "vanquish:alan-a-dale")
        match.says(JOHN, "play:warrant-1")
        match.says(JOHN, "jail")
        assert match.where(JOHN, "alan-a-dale") == "discard"
        assert match.where(JOHN, "warrant-1") == "jail"


def test_vi_030_a_hand_of_four_or_more_neither_draws_nor_discards() -> None:
    with john("jail", hand="taxes-1 taxes-3 greed-1 greed-2 warrant-1") as match:
        match.says(JOHN, "move:sherwood")
        match.says(JOHN, "end")
        assert events_of_kind(match.facts, facts.CardsDrawn) == []
        assert len(match.realm(JOHN).hand) == 5


def test_vi_030_vi_031_the_hand_is_drawn_up_to_four_at_the_end_and_not_before() -> None:
    with john("sherwood", hand="taxes-1", deck="greed-1 greed-2 warrant-1 warrant-2 taxes-2") as match:
        match.says(JOHN, "move:jail")
        match.says(JOHN, "play:taxes-1")
        assert match.realm(JOHN).hand == ()
        match.says(JOHN, "gain:3")
        drawn = events_of_kind(match.facts, facts.CardsDrawn)
        cards = ("greed-1", "greed-2", "warrant-1", "warrant-2")
        assert drawn == [facts.CardsDrawn(JOHN, "villain", (card,)) for card in cards]
        assert match.asks()[:2] == (HOOK, "move")


def test_vi_032_a_villain_deck_that_runs_out_is_made_anew_of_its_discard_pile() -> None:
    with Match(
        sits("prince-john", hand="taxes-1 taxes-2", deck="warrant-1", discard="greed-1 greed-2"),
        sits("captain-hook"),
        chance=("greed-2 greed-1",),
    ) as match:
        match.says(JOHN, "move:jail")
        match.says(JOHN, "end")
        assert match.realm(JOHN).hand == ("taxes-1", "taxes-2", "warrant-1", "greed-2")
        assert match.realm(JOHN).villain.deck == ("greed-1",)
        assert match.realm(JOHN).villain.discard == ()
