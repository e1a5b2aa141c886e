"""What fate has in store for the Queen of Hearts: all but the cards that make Heroes larger or smaller."""

from __future__ import annotations

import pytest

from domain.villainous import facts
from domain.villainous.play.strength import strength_of
from tests.villainous.play import BOOK, Match, events_of_kind, sits
from tests.villainous.test_queen_of_hearts import LAWN, ME, queen

QUEEN = 1


def fated(realm: str, fate: str, *, discard: str = "", chance: tuple[str, ...] = ()) -> Match:
    """Hook has revealed the top two of the Queen's Fate cards."""
    match = Match(
        sits("captain-hook", hand="scare-1"),
        sits("queen-of-hearts", "courtyard", realm, hand="unbirthday-1", fate=fate, fate_discard=discard),
        chance=chance,
    )
    match.says(0, "move:skull-rock")
    match.says(0, f"fate:{QUEEN}")
    return match


def wickets(match: Match, seat: int) -> set[str]:
    """The Wickets of a seat."""
    return {card for card, where in match.realm(seat).cards.items() if where.form == "wicket"}


# -- Effects -----------------------------------------------------------------------------------------


def test_who_is_late_comes_back_from_the_discards_if_of_strength_three_or_less() -> None:
    with fated("", "im-late-1 larger-1", discard="alice dodo larger-2 dormouse cheshire-cat") as match:
        assert match.asks() == (0, "aim", ("dodo", "dormouse")), "nobody is there to be made larger"
        match.says(0, "dodo")
        assert match.asks() == (0, "where", ("courtyard", "hedge-maze", "tulgey-wood", "white-rabbits-house"))
        match.says(0, "hedge-maze")
        assert match.where(QUEEN, "dodo") == "hedge-maze"
        assert match.realm(QUEEN).fate.discard[-2:] == ("im-late-1", "larger-1")


def test_nobody_is_late_when_the_discards_have_no_such_hero() -> None:
    with fated("", "im-late-1 dormouse", discard="alice") as match:
        assert match.asks()[:2] == (0, "where")
        match.says(0, "courtyard")
        assert match.where(QUEEN, "dormouse") == "courtyard"
        assert match.realm(QUEEN).fate.discard == ("alice", "im-late-1")


def test_mome_raths_lead_an_ally_astray_as_far_as_hook_likes() -> None:
    """VI-216: a Wicket can be led away like any Ally, and its Spear goes along; Alice does not mind."""
    lawn = "courtyard: alice / club-guard-1 ~wicket +spear-1\nhedge-maze: / the-king"
    with fated(lawn, "mome-raths-1 im-late-1") as match:
        assert match.asks() == (0, "aim", ("club-guard-1", "the-king"))
        match.says(0, "club-guard-1")
        assert match.asks() == (0, "where", ("hedge-maze", "tulgey-wood", "white-rabbits-house"))
        match.says(0, "white-rabbits-house")
        assert match.realm(QUEEN).cards["club-guard-1"].at == "white-rabbits-house"
        assert wickets(match, QUEEN) == {"club-guard-1"}
        assert match.where(QUEEN, "spear-1") == "club-guard-1"


def test_mome_raths_find_nobody_to_lead_astray() -> None:
    with fated("courtyard: dodo / stopwatch", "mome-raths-1 im-late-1") as match:
        assert match.asks()[:2] == (0, "act")
        assert match.realm(QUEEN).fate.discard == ("mome-raths-1", "im-late-1")


@pytest.mark.parametrize(("deck", "discard"), [("", "alice"), (" dodo alice larger-1", "")])
def test_down_the_rabbit_hole_alice_is_found(deck: str, discard: str) -> None:
    """VI-104: in the discard pile, or in the deck, which is then shuffled."""
    chance = ("larger-1 dodo",) if deck else ()
    with fated(
        "courtyard: / the-king", f"rabbit-hole im-late-1{deck}", discard=discard, chance=chance
    ) as match:
        assert match.asks() == (0, "aim", ("courtyard", "hedge-maze", "tulgey-wood", "white-rabbits-house"))
        match.says(0, "courtyard")
        assert match.where(QUEEN, "alice") == "courtyard"
        assert match.where(QUEEN, "the-king") == "courtyard", "she does no harm yet"
        assert match.realm(QUEEN).fate.deck == (("larger-1", "dodo") if deck else ())


def test_down_the_rabbit_hole_an_ally_beside_alice_is_discarded_wicket_and_spear() -> None:
    lawn = "courtyard: alice / club-guard-1 ~wicket +spear-1, the-king\nhedge-maze: / tweedles"
    with fated(lawn, "rabbit-hole im-late-1") as match:
        assert match.asks() == (0, "aim", ("club-guard-1", "the-king"))
        match.says(0, "club-guard-1")
        assert match.realm(QUEEN).villain.discard == ("spear-1", "club-guard-1")


def test_down_the_rabbit_hole_an_enlarged_alice_is_beside_allies_of_two_locations() -> None:
    lawn = "courtyard: alice ~enlarged &hedge-maze / the-king\nhedge-maze: / tweedles"
    lawn += "\ntulgey-wood: / club-guard-1"
    with fated(lawn, "rabbit-hole im-late-1") as match:
        assert match.asks() == (0, "aim", ("the-king", "tweedles"))


def test_down_the_rabbit_hole_nothing_happens_where_alice_is_alone_or_was_revealed_with_it() -> None:
    with fated("courtyard: alice\nhedge-maze: / tweedles", "rabbit-hole im-late-1") as match:
        assert match.realm(QUEEN).fate.discard == ("rabbit-hole", "im-late-1")
    with fated("", "rabbit-hole alice") as match:
        match.says(0, "courtyard")
        assert match.where(QUEEN, "alice") == "courtyard"
        assert match.realm(QUEEN).fate.discard == ("rabbit-hole",)


# -- Heroes ------------------------------------------------------------------------------------------


def test_alice_keeps_the_queen_from_moving_allies_and_items() -> None:
    yard = "courtyard: / the-king, stopwatch"
    with queen("courtyard", yard) as match:
        assert {"carry:the-king", "carry:stopwatch"} <= set(match.asks()[2])
    with queen("courtyard", f"{yard}\ntulgey-wood: alice") as match:
        assert match.refused(ME, "carry:the-king").startswith("alice: ")
        assert match.refused(ME, "carry:stopwatch").startswith("alice: ")


def test_the_caterpillar_weakens_allies_and_wickets_beside_it_and_nobody_below_nothing() -> None:
    yard = (
        "courtyard: caterpillar / heart-guard-1, club-guard-1 ~wicket +spear-1\nhedge-maze: dodo / the-king"
    )
    mine = sits("queen-of-hearts", realm=yard)
    cards = ("heart-guard-1", "club-guard-1", "the-king", "caterpillar", "dodo")
    assert [strength_of(mine, BOOK, card) for card in cards] == [2, 2, 2, 2, 3]


def test_the_caterpillar_is_a_match_for_the_guard_it_weakens() -> None:
    with queen("tulgey-wood", "tulgey-wood: caterpillar / club-guard-1") as match:
        assert match.refused(ME, "vanquish:caterpillar").startswith("VI-058")


def test_vi_138_the_cheshire_cat_makes_up_to_two_wickets_get_up_as_hook_likes() -> None:
    with fated(LAWN, "cheshire-cat im-late-1") as match:
        match.says(0, "courtyard")
        there = ("club-guard-1", "club-guard-2", "heart-guard-1", "spade-guard-1")
        assert match.asks() == (0, "guard-to-turn", there)
        assert (match.question.least, match.question.most) == (0, 2)
        match.says(0, "spade-guard-1", "club-guard-1")
        assert wickets(match, QUEEN) == {"club-guard-2", "heart-guard-1"}


def test_vi_138_the_cheshire_cat_may_grin_and_do_nothing() -> None:
    with fated(LAWN, "cheshire-cat im-late-1") as match:
        match.says(0, "courtyard")
        match.says(0)
        assert len(wickets(match, QUEEN)) == 4
    with fated("courtyard: / club-guard-1", "cheshire-cat im-late-1") as match:
        match.says(0, "courtyard")
        assert match.asks()[:2] == (0, "act"), "nobody could get up"


CAT = "tulgey-wood: cheshire-cat / heart-guard-1, spade-guard-1"


def test_vi_138_the_defeat_of_the_cheshire_cat_makes_two_of_the_queens_guards_bend_over() -> None:
    yard = f"{CAT}, diamond-guard-1\ncourtyard: / club-guard-1\nhedge-maze: / club-guard-2 ~wicket"
    with queen("tulgey-wood", yard) as match:
        match.says(ME, "vanquish:cheshire-cat")
        match.says(ME, "heart-guard-1")
        match.says(ME, "spade-guard-1")
        match.says(ME, "enough")
        assert match.asks()[:2] == (ME, "guard-to-turn")
        match.says(ME, "club-guard-1", "diamond-guard-1")
        assert wickets(match, ME) == {"club-guard-1", "club-guard-2", "diamond-guard-1"}
        assert match.where(ME, "heart-guard-1") == match.where(ME, "cheshire-cat") == "discard"


def test_vi_138_the_queen_may_leave_her_guards_standing() -> None:
    with queen("tulgey-wood", f"{CAT}\ncourtyard: / club-guard-1") as match:
        match.says(ME, "vanquish:cheshire-cat")
        match.says(ME, "heart-guard-1")
        match.says(ME)
        assert wickets(match, ME) == set()


def test_no_card_guard_beside_the_dodo_bends_over_and_a_wicket_may_get_up() -> None:
    run = "tulgey-wood: dodo / club-guard-1, heart-guard-1 ~wicket"
    with queen("hedge-maze", f"{run}\ncourtyard: / spade-guard-1") as match:
        assert match.refused(ME, "activate:club-guard-1").startswith("dodo: ")
        assert {"activate:heart-guard-1", "activate:spade-guard-1"} <= set(match.asks()[2])
        match.says(ME, "activate:heart-guard-1")
        assert wickets(match, ME) == set()


def test_the_dodo_holds_by_order_and_the_cat_up_too_and_at_two_locations_when_enlarged() -> None:
    run = "tulgey-wood: dodo ~enlarged &courtyard / club-guard-1\ncourtyard: / spade-guard-1"
    with queen("hedge-maze", run, hand="by-order-1") as match:
        assert match.refused(ME, "play:by-order-1").startswith("dodo")
        assert match.refused(ME, "activate:spade-guard-1").startswith("dodo: ")
    with queen("tulgey-wood", f"{CAT}\ntulgey-wood: dodo / diamond-guard-1") as match:
        match.says(ME, "vanquish:cheshire-cat")
        match.says(ME, "heart-guard-1")
        match.says(ME, "spade-guard-1")
        match.says(ME, "enough")
        assert match.where(ME, "cheshire-cat") == "discard"
        assert wickets(match, ME) == set(), "nobody could bend over"


def test_the_hatter_and_the_hare_are_stronger_together() -> None:
    with fated("hedge-maze: march-hare", "mad-hatter im-late-1") as match:
        assert strength_of(match.realm(QUEEN), BOOK, "march-hare") == 3
        played = match.says(0, "courtyard")
        assert events_of_kind(played, facts.CardPlayed) == [
            facts.CardPlayed(QUEEN, "mad-hatter", "courtyard")
        ]
        tea = match.realm(QUEEN)
        assert [strength_of(tea, BOOK, card) for card in ("mad-hatter", "march-hare")] == [5, 5]


def test_the_dormouse_is_small_and_is_defeated_by_anybody() -> None:
    with queen("tulgey-wood", "tulgey-wood: dormouse / club-guard-1") as match:
        match.says(ME, "vanquish:dormouse")
        assert match.where(ME, "dormouse") == "discard"


def test_the_white_rabbit_makes_guards_and_wickets_dearer_to_activate_and_no_stopwatch() -> None:
    lawn = "courtyard: white-rabbit / club-guard-1, club-guard-2 ~wicket, stopwatch"
    with queen("hedge-maze", lawn, power=1) as match:
        assert "activating it costs 1 + 1 (White Rabbit), and" in match.refused(ME, "activate:club-guard-1")
        assert "activating it costs 1 + 1 (White Rabbit), and" in match.refused(ME, "activate:club-guard-2")
        assert "activate:stopwatch" in match.asks()[2]
        match.says(ME, "gain:3")
        match.says(ME, "activate:club-guard-1")
        assert (match.realm(ME).power, len(wickets(match, ME))) == (2, 2)
