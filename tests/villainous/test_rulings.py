"""Rulings: what the instructions leave open is decided one way here, and the other if a match wishes so."""

from __future__ import annotations

from typing import Any

import pytest

from domain.villainous import facts
from domain.villainous.board import Rulings
from tests.villainous.play import BOOK, RULES, Match, events_of_kind, sits

ME, OTHER = 0, 1


def test_vi_106_of_cards_printed_in_two_ways_the_house_plays_one_and_a_match_may_choose_the_other() -> None:
    usual, other = Rulings(), {"cauldron": 1, "fauna": "curse", "ariel": "item", "lure": "anywhere"}
    assert (usual.cauldron, usual.fauna, usual.ariel, usual.lure) == (2, "sleep", "action", "unlocked")
    assert RULES.initial_board(other, 2).rulings == Rulings(
        cauldron=1, fauna="curse", ariel="item", lure="anywhere"
    )


def test_every_card_with_an_open_point_names_an_option_that_there_is() -> None:
    marked = {card.ruling for card in BOOK.cards.values() if card.ruling}
    assert marked <= set(Rulings.__struct_fields__)
    assert {"theft", "familiars", "locked", "shrunken", "volleys", "fauna", "ariel"} <= marked


# -- effects -----------------------------------------------------------------------------------------


def aimless(**ruling: Any) -> Match:
    """Prince John could imprison somebody, and there is nobody."""
    match = Match(
        sits("prince-john", "jail", power=2, hand="imprison-1 greed-1"), sits("captain-hook"), **ruling
    )
    match.says(ME, "move:sherwood")
    return match


def test_vi_201_vi_c4_an_effect_that_cannot_be_carried_out_cannot_be_played() -> None:
    with aimless() as match:
        assert match.refused(ME, "play:imprison-1").startswith("VI-201")


def test_vi_c4_where_any_effect_can_be_played_it_costs_as_ever_and_does_nothing() -> None:
    with aimless(effects="any") as match:
        played = match.says(ME, "play:imprison-1")
        assert events_of_kind(played, facts.PowerPaid) == [facts.PowerPaid(ME, 2, 0)]
        assert events_of_kind(played, facts.CardPlayed) == [facts.CardPlayed(ME, "imprison-1")]
        assert match.realm(ME).villain.discard == ("imprison-1",)


@pytest.mark.parametrize("effects", ["fitting", "any"])
def test_vi_201_what_a_card_may_do_is_left_alone_at_will(effects: str) -> None:
    """Sorcerous Power may move a Hero and may move an Ally; where there is neither it moves neither."""
    with Match(
        sits("jafar", realm="oasis: sultan", power=4, hand="sorcerous-power-1 sorcerous-power-2"),
        sits("captain-hook"),
        effects=effects,
    ) as match:
        match.says(ME, "move:agrabah")
        match.says(ME, "play:sorcerous-power-1")
        assert (match.question.prompt, match.question.least) == ("hero", 0)
        match.says(ME)
        assert match.where(ME, "sultan") == "oasis"
        assert match.where(ME, "sorcerous-power-1") == "discard"


def test_vi_c4_a_fate_card_that_does_nothing_is_not_played_under_any_ruling() -> None:
    """VI-051 is printed: it is discarded, and the other is played."""
    with Match(
        sits("captain-hook", "jolly-roger", hand="scare-1"),
        sits("prince-john", power=3, fate="steal-from-the-rich-1 toby"),
        effects="any",
    ) as match:
        match.says(ME, "move:skull-rock")
        match.says(ME, "fate:1")
        assert match.question.prompt == "where"
        assert match.where(OTHER, "steal-from-the-rich-1") == "opened"
        match.says(ME, "church")
        assert match.where(OTHER, "toby") == "church"


# -- what runs out -----------------------------------------------------------------------------------


def test_vi_c7_who_has_too_few_cards_draws_what_there_is() -> None:
    with Match(
        sits("prince-john", "church", hand="taxes-1", deck="greed-1", discard="warrant-1"),
        sits("captain-hook"),
        chance=("warrant-1",),
    ) as match:
        match.says(ME, "move:sherwood")
        match.says(ME, "end")
        assert match.realm(ME).hand == ("taxes-1", "greed-1", "warrant-1")
        assert match.realm(ME).villain.deck == match.realm(ME).villain.discard == ()
        assert match.asks()[:2] == (OTHER, "move")


@pytest.mark.parametrize(("fate", "revealed"), [("toby", 1), ("", 0)])
def test_vi_c7_fate_reveals_what_there_is(fate: str, revealed: int) -> None:
    with Match(sits("captain-hook", "jolly-roger", hand="scare-1"), sits("prince-john", fate=fate)) as match:
        match.says(ME, "move:skull-rock")
        shown = events_of_kind(match.says(ME, "fate:1"), facts.CardsRevealed)
        assert sum(len(fact.cards) for fact in shown) == revealed


def greedy(**ruling: Any) -> Match:
    """Prince John takes 3 Power where the Cauldron has 1 left."""
    match = Match(sits("prince-john", power=19, hand="taxes-1"), sits("captain-hook", power=60), **ruling)
    match.says(ME, "move:jail")
    match.says(ME, "gain:3")
    return match


def test_vi_c8_the_cauldron_gives_no_more_than_it_holds() -> None:
    with greedy() as match:
        assert events_of_kind(match.facts, facts.PowerGained) == [facts.PowerGained(ME, 1, 20)]
        assert match.position.board.cauldron == 0


def test_vi_c8_unlimited_power_never_runs_out() -> None:
    with greedy(tokens="unlimited") as match:
        assert events_of_kind(match.facts, facts.PowerGained) == [facts.PowerGained(ME, 3, 22)]
        assert match.position.board.cauldron == -2
