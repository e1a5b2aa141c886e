"""The Queen of Hearts: Card Guards, Wickets, fights and Power, card by card of her own deck."""

from __future__ import annotations

from typing import Any

import pytest

from domain.villainous import facts
from domain.villainous.play.strength import strength_of
from tests.villainous.play import BOOK, Match, events_of_kind, sits

ME = 0
LAWN = """
    courtyard: / club-guard-1 ~wicket
    hedge-maze: / club-guard-2 ~wicket
    tulgey-wood: / heart-guard-1 ~wicket
    white-rabbits-house: / spade-guard-1 ~wicket
"""
"""A Wicket everywhere: 10 Strength."""


def queen(
    to: str,
    realm: str = "",
    *,
    power: int = 5,
    hand: str = "fury-1",
    deck: str = "",
    discard: str = "",
    chance: tuple[str, ...] = (),
    **rulings: Any,
) -> Match:
    """The Queen has moved *to* a location; Hook waits, with no hand and so without a word."""
    at = "courtyard" if to != "courtyard" else "hedge-maze"
    match = Match(
        sits("queen-of-hearts", at, realm, power=power, hand=hand, deck=deck, discard=discard),
        sits("captain-hook"),
        chance=chance,
        **rulings,
    )
    match.says(ME, f"move:{to}")
    return match


def hook_acts(realm: str, hand: str, queens: str = "") -> Match:
    """Hook has moved to the Jolly Roger, where he fights and plays; the Queen holds *hand*."""
    match = Match(
        sits("captain-hook", "skull-rock", realm, power=3, hand="swashbuckler-3 cutlass-1"),
        sits("queen-of-hearts", "courtyard", queens, hand=hand),
    )
    match.says(0, "move:jolly-roger")
    return match


def might(match: Match, card: str) -> int:
    """The Strength of a card of the Queen, whose turn it is."""
    return strength_of(match.realm(ME), BOOK, card)


# -- Card Guards and Wickets -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("guard", "cost", "force"),
    [("club-guard-1", 1, 2), ("diamond-guard-2", 1, 2), ("heart-guard-1", 2, 3), ("spade-guard-2", 2, 3)],
)
def test_a_card_guard_is_played_and_bends_over_for_one_power(guard: str, cost: int, force: int) -> None:
    with queen("hedge-maze", hand=f"{guard} fury-1") as match:
        match.says(ME, f"play:{guard}")
        match.says(ME, "tulgey-wood")
        assert (match.realm(ME).power, might(match, guard)) == (5 - cost, force)
        turned = match.says(ME, f"activate:{guard}")
        assert events_of_kind(turned, facts.CardTurned) == [facts.CardTurned(ME, guard, "wicket")]
        assert (match.realm(ME).power, might(match, guard)) == (4 - cost, force)
        assert match.realm(ME).cards[guard].at == "tulgey-wood"


def test_a_wicket_gets_up_again_and_is_no_wicket_any_more() -> None:
    with queen("hedge-maze", LAWN, hand="take-the-shot-1", power=6) as match:
        assert "play:take-the-shot-1" in match.asks()[2]
        match.says(ME, "activate:club-guard-2")
        assert match.realm(ME).cards["club-guard-2"].form == ""
        assert match.refused(ME, "play:take-the-shot-1").startswith("VI-201")


def test_nobody_bends_over_for_nothing() -> None:
    with queen("white-rabbits-house", "courtyard: / club-guard-1", power=0) as match:
        assert match.refused(ME, "activate:club-guard-1").startswith("VI-044: ")
        assert "costs 1, and there is 0 Power" in match.refused(ME, "activate:club-guard-1")


def test_vi_216_a_wicket_does_not_fight() -> None:
    """The guard beside the Dormouse can defeat it, and as a Wicket he cannot."""
    fight = "tulgey-wood: dormouse / club-guard-1{}"
    with queen("tulgey-wood", fight.format("")) as match:
        assert "vanquish:dormouse" in match.asks()[2]
    with queen("tulgey-wood", fight.format(" ~wicket, heart-guard-1 ~wicket")) as match:
        assert match.refused(ME, "vanquish:dormouse").startswith("VI-057")


def test_vi_216_a_wicket_is_moved_stays_a_wicket_and_takes_its_spear_along() -> None:
    with queen("courtyard", "tulgey-wood: / club-guard-1 ~wicket +spear-1") as match:
        match.says(ME, "carry:club-guard-1")
        assert match.asks() == (ME, "where", ("hedge-maze", "white-rabbits-house"))
        match.says(ME, "hedge-maze")
        assert match.realm(ME).cards["club-guard-1"].at == "hedge-maze"
        assert match.realm(ME).cards["club-guard-1"].form == "wicket"
        assert (match.where(ME, "spear-1"), might(match, "club-guard-1")) == ("club-guard-1", 3)


def test_vi_216_wickets_are_allies_for_what_john_waits_for() -> None:
    with Match(
        sits("queen-of-hearts", realm=LAWN, hand="fury-1"), sits("prince-john", hand="taxes-1")
    ) as match:
        begun = match.says(ME, "move:hedge-maze")
        assert facts.RequirementMet("allies-3") in events_of_kind(begun, facts.RequirementMet)


def test_the_king_makes_card_guards_cheaper_and_nothing_else() -> None:
    hand = "heart-guard-1 club-guard-1 tweedles"
    with queen("hedge-maze", hand=f"the-king {hand}", power=3) as match:
        match.says(ME, "play:the-king")
        match.says(ME, "courtyard")
        match.says(ME, "play:heart-guard-1")
        match.says(ME, "courtyard")
        assert match.realm(ME).power == 0, "2 for him, 1 for her Heart"
    with queen("hedge-maze", "courtyard: / the-king", hand=hand, power=0) as match:
        assert "play:club-guard-1" in match.asks()[2], "for nothing"
        assert "it costs 2 - 1 (The King), " in match.refused(ME, "play:heart-guard-1")
        assert "it costs 3, " in match.refused(ME, "play:tweedles")
        match.says(ME, "play:club-guard-1")
        match.says(ME, "courtyard")
        assert "activating it costs 1, " in match.refused(ME, "activate:club-guard-1")


# -- fights ------------------------------------------------------------------------------------------


def test_the_tweedles_are_played_and_stay_after_a_fight_that_takes_the_guards() -> None:
    with queen("tulgey-wood", "tulgey-wood: mad-hatter / club-guard-1", hand="fury-1") as match:
        assert match.refused(ME, "vanquish:mad-hatter").startswith("VI-058")
    with queen("hedge-maze", "tulgey-wood: mad-hatter / club-guard-1", hand="tweedles") as match:
        match.says(ME, "play:tweedles")
        match.says(ME, "tulgey-wood")
        assert match.realm(ME).power == 2
    with queen("tulgey-wood", "tulgey-wood: mad-hatter / club-guard-1, tweedles") as match:
        match.says(ME, "vanquish:mad-hatter")
        match.says(ME, "tweedles")
        assert match.where(ME, "mad-hatter") == "discard"
        assert match.where(ME, "tweedles") == "tulgey-wood"
        assert match.realm(ME).villain.discard == ("club-guard-1",)


def test_a_spear_makes_its_ally_stronger_and_falls_with_it() -> None:
    with queen("tulgey-wood", "tulgey-wood: march-hare / club-guard-1 +spear-1") as match:
        match.says(ME, "vanquish:march-hare")
        assert match.realm(ME).villain.discard == ("spear-1", "club-guard-1")


def test_a_spear_is_attached_to_an_ally_or_a_wicket_and_needs_one() -> None:
    with queen("hedge-maze", hand="spear-1") as match:
        assert match.refused(ME, "play:spear-1").startswith("VI-084")
    with queen("hedge-maze", "courtyard: / the-king, club-guard-1 ~wicket", hand="spear-1") as match:
        match.says(ME, "play:spear-1")
        assert match.asks() == (ME, "host", ("the-king", "club-guard-1"))
        match.says(ME, "club-guard-1")
        assert (match.realm(ME).power, might(match, "club-guard-1")) == (4, 3)


def test_off_with_the_head_of_a_hero_of_strength_four_or_less_as_it_is_now() -> None:
    """VI-105: beside the March Hare, the Mad Hatter is too strong for it."""
    tea = "courtyard: mad-hatter, dodo\nhedge-maze: alice"
    with queen("white-rabbits-house", tea, hand="off-with-your-head-1 fury-1") as match:
        match.says(ME, "play:off-with-your-head-1")
        assert match.asks() == (ME, "aim", ("mad-hatter", "dodo"))
        assert match.refused(ME, "alice").startswith("VI-201")
        match.says(ME, "mad-hatter")
        assert match.where(ME, "mad-hatter") == "discard"
        assert (match.realm(ME).power, match.where(ME, "off-with-your-head-1")) == (2, "discard")
    party = "courtyard: mad-hatter, alice\nhedge-maze: march-hare"
    with queen("white-rabbits-house", party, hand="off-with-your-head-1 fury-1") as match:
        refusal = match.refused(ME, "play:off-with-your-head-1")
        assert refusal.startswith("march-hare: ")
        assert "Mad Hatter has 3 + 2 because of March Hare; " in refusal


# -- Power -------------------------------------------------------------------------------------------


def test_an_unbirthday_counts_every_ally_and_wicket() -> None:
    with queen("hedge-maze", f"{LAWN}\ncourtyard: alice / the-king, tweedles", hand="unbirthday-1") as match:
        played = match.says(ME, "play:unbirthday-1")
        assert events_of_kind(played, facts.PowerGained) == [facts.PowerGained(ME, 6, 11)]
    with queen("hedge-maze", hand="unbirthday-2") as match:
        assert events_of_kind(match.says(ME, "play:unbirthday-2"), facts.PowerGained) == []


def test_the_stopwatch_is_played_and_counts_the_wickets_each_time_it_is_activated() -> None:
    lawn = "courtyard: / club-guard-1 ~wicket, heart-guard-1 ~wicket, spade-guard-1, the-king"
    with queen("hedge-maze", lawn, hand="stopwatch fury-1") as match:
        played = match.says(ME, "play:stopwatch")
        played += match.says(ME, "tulgey-wood")
        assert events_of_kind(played, facts.PowerGained) == []
        assert events_of_kind(match.says(ME, "activate:stopwatch"), facts.PowerGained) == [
            facts.PowerGained(ME, 2, 6)
        ]


def test_judgment_is_passed_on_three_allies() -> None:
    with hook_acts("skull-rock: / swashbuckler-1, swashbuckler-2", "judgment-1 unbirthday-1") as match:
        match.says(0, "play:swashbuckler-3")
        assert match.says(0, "skull-rock")
        assert match.asks() == (1, "condition", ("pass", "pass-turn", "play:judgment-1"))
        assert events_of_kind(match.says(1, "play:judgment-1"), facts.PowerGained) == [
            facts.PowerGained(1, 3, 3)
        ]
        assert match.where(1, "judgment-1") == "discard"


def test_two_allies_are_none_of_her_business() -> None:
    with hook_acts("skull-rock: / swashbuckler-1", "judgment-1") as match:
        match.says(0, "play:swashbuckler-3")
        match.says(0, "skull-rock")
        assert match.asks()[:2] == (0, "act")
