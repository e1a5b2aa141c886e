"""Jafar's Effects and Conditions: whom he hypnotizes, what he sees, and what he does to others."""

from __future__ import annotations

import pytest

from domain.villainous import facts
from tests.villainous.play import Match, events_of_kind, sits
from tests.villainous.test_jafar import JAFAR, OTHER, jafar, might

# -- Hypnotize ---------------------------------------------------------------------------------------


def test_a_hypnotized_hero_changes_sides_where_it_stands_for_as_much_power_as_it_is_strong() -> None:
    with jafar("oasis", "agrabah: aladdin\ncave: sultan", hand="hypnotize-1", power=5) as match:
        played = match.says(JAFAR, "play:hypnotize-1")
        assert events_of_kind(played, facts.HeroDefeated) == [
            facts.HeroDefeated(JAFAR, "aladdin", "agrabah", 4)
        ]
        assert match.realm(JAFAR).power == 1
        assert match.where(JAFAR, "aladdin") == "agrabah"
        assert match.realm(JAFAR).cards["aladdin"].form == "hypnotized"
        assert match.where(JAFAR, "hypnotize-1") == "discard"


def test_he_chooses_among_the_heroes_he_can_pay_for() -> None:
    realm = "agrabah: aladdin\noasis: genie +wish-1\nsultans-palace: sultan"
    with jafar("agrabah", realm, hand="hypnotize-1 iago", power=4) as match:
        match.says(JAFAR, "play:hypnotize-1")
        assert match.asks() == (JAFAR, "aim", ("aladdin", "sultan"))
        assert match.refused(JAFAR, "genie").startswith("VI-042")
        match.says(JAFAR, "sultan")
        assert match.realm(JAFAR).power == 2


def test_too_strong_a_mind_costs_too_much() -> None:
    with jafar("oasis", "agrabah: genie", hand="hypnotize-1", power=5) as match:
        assert "costs 6, and there is 5 Power" in match.refused(JAFAR, "play:hypnotize-1")
    with jafar("agrabah", hand="hypnotize-1") as match:
        assert match.refused(JAFAR, "play:hypnotize-1").startswith("VI-201")


def test_vi_105_wishes_make_a_mind_dearer_and_the_hourglass_makes_it_cheaper() -> None:
    realm = "oasis: genie +wish-1 / magic-lamp\nagrabah: rajah / hourglass-1, hourglass-2"
    with jafar("sultans-palace", realm, hand="hypnotize-1", power=8, unlocked=True) as match:
        assert might(match, "genie") == 10
        match.says(JAFAR, "activate:hourglass-1")
        match.says(JAFAR, "play:hypnotize-1")
        assert match.where(JAFAR, "rajah") == "agrabah"
        assert match.realm(JAFAR).power == 6
        assert might(match, "rajah") == 4, "the sand slows Heroes only"


def test_vi_210_a_hypnotized_hero_loses_its_wishes_and_its_ability() -> None:
    realm = "oasis: genie +wish-1 +wish-2 / magic-lamp\nagrabah: jasmine"
    with jafar("agrabah", realm, hand="hypnotize-1 iago", power=12) as match:
        match.says(JAFAR, "play:hypnotize-1")
        match.says(JAFAR, "genie")
        assert match.realm(JAFAR).fate.discard == ("wish-1", "wish-2")
        assert might(match, "genie") == 6, "the Lamp beside him is nothing to him"


def test_vi_210_a_hypnotized_hero_can_be_armed() -> None:
    with jafar("oasis", "agrabah: / rajah ~hypnotized +scimitar-1\ncave: jasmine") as match:
        assert might(match, "rajah") == 5, "and it does not mind Jasmine any more"


def test_vi_210_what_the_hero_took_is_given_back_but_a_scimitar_is_discarded() -> None:
    with jafar("agrabah", "oasis: abu +hourglass-1", hand="hypnotize-1") as match:
        match.says(JAFAR, "play:hypnotize-1")
        assert match.where(JAFAR, "hourglass-1") == "oasis"
    with jafar("agrabah", "oasis: abu +scimitar-1", hand="hypnotize-1") as match:
        match.says(JAFAR, "play:hypnotize-1")
        assert match.realm(JAFAR).villain.discard == ("scimitar-1", "hypnotize-1")


def test_vi_210_a_hypnotized_hero_covers_nothing_moves_fights_and_falls_to_the_fate_discards() -> None:
    realm = "cave: / genie ~hypnotized +scimitar-1\noasis: rajah"
    with jafar("cave", realm, unlocked=True, hand="iago", deck="scrying-1 scrying-2 scrying-3") as match:
        assert "gain:2" in match.question.options
        match.says(JAFAR, "carry:genie")
        assert match.where(JAFAR, "genie") == "oasis"
        match.says(JAFAR, "end")
        match.says(OTHER, "move:castle")
        match.says(OTHER, "end")
        match.says(JAFAR, "move:sultans-palace")
        match.says(JAFAR, "vanquish:rajah")
        assert match.realm(JAFAR).fate.discard == ("rajah", "genie")
        assert match.where(JAFAR, "scimitar-1") == "discard"


def test_vi_210_a_hypnotized_hero_counts_as_an_ally_for_conditions() -> None:
    realm = "oasis: / genie ~hypnotized, palace-guard-1\nagrabah: sultan"
    match = Match(
        sits("jafar", realm=realm, hand="hypnotize-1", power=2),
        sits("prince-john", hand="taxes-1"),
        sits("captain-hook", hand="cutlass-1"),
    )
    with match:
        match.says(JAFAR, "move:agrabah")
        assert events_of_kind(match.facts, facts.RequirementMet) == [facts.RequirementMet("strength-4")]
        match.says(2, "pass")
        charmed = match.says(JAFAR, "play:hypnotize-1")
        assert events_of_kind(charmed, facts.RequirementMet) == [facts.RequirementMet("allies-3")]
        match.says(1, "pass")


def test_to_hypnotize_a_strong_hero_is_to_defeat_it_for_all_who_mind() -> None:
    match = Match(
        sits("jafar", realm="oasis: rajah", hand="hypnotize-1", power=4),
        sits("maleficent", hand="green-fire-1"),
    )
    with match:
        match.says(JAFAR, "move:agrabah")
        match.says(JAFAR, "play:hypnotize-1")
        assert match.asks()[:2] == (OTHER, "condition")
        assert match.question.about == "defeat-4"


def test_under_the_ruling_that_any_effect_can_be_played_the_spell_may_be_wasted() -> None:
    with Match(
        sits("jafar", hand="hypnotize-1 snake-1 sacrifice-1", power=2), sits("maleficent"), effects="any"
    ) as match:
        match.says(JAFAR, "move:oasis")
        match.says(JAFAR, "play:hypnotize-1")
        match.says(JAFAR, "play:sacrifice-1")
        assert match.realm(JAFAR).power == 2
        assert match.realm(JAFAR).villain.discard == ("hypnotize-1", "sacrifice-1")


# -- other Effects -----------------------------------------------------------------------------------


def test_a_snake_defeats_a_hero_of_strength_4_beside_jafar() -> None:
    realm = "agrabah: aladdin, genie, rajah +wish-1\noasis: sultan"
    with jafar("agrabah", realm, hand="snake-1 iago", power=2) as match:
        match.says(JAFAR, "play:snake-1")
        assert match.realm(JAFAR).fate.discard == ("aladdin",)
        assert match.realm(JAFAR).power == 0


def test_a_snake_looks_at_present_strength() -> None:
    realm = "agrabah: rajah, abu / hourglass-1\nsultans-palace: jasmine"
    with jafar("agrabah", realm, hand="snake-1 iago", power=2) as match:
        match.says(JAFAR, "play:snake-1")
        assert match.where(JAFAR, "abu") == "discard", "Rajah, who sees Jasmine, is too strong"


def test_a_snake_with_nobody_to_bite_stays_in_the_hand() -> None:
    with jafar("agrabah", "oasis: sultan\nagrabah: genie", hand="snake-1", power=2) as match:
        assert match.refused(JAFAR, "play:snake-1").startswith("VI-201")


def test_a_sacrifice_of_an_ally_or_item_brings_3_power() -> None:
    realm = """
        oasis: / palace-guard-1 +scimitar-1, snake-staff, sultan ~hypnotized
        agrabah: abu +hourglass-1 +wish-1
    """
    with jafar("oasis", realm, hand="sacrifice-1 sacrifice-2", power=0) as match:
        match.says(JAFAR, "play:sacrifice-1")
        options = ("palace-guard-1", "sultan", "scimitar-1", "snake-staff")
        assert match.asks() == (JAFAR, "aim", options), "what Abu holds is not his to give"
        match.says(JAFAR, "palace-guard-1")
        assert match.realm(JAFAR).power == 3
        assert match.realm(JAFAR).villain.discard == ("scimitar-1", "palace-guard-1", "sacrifice-1")
        match.says(JAFAR, "play:sacrifice-2")
        match.says(JAFAR, "sultan")
        assert match.realm(JAFAR).power == 6
        assert match.realm(JAFAR).fate.discard == ("sultan",)


def test_without_anything_to_give_there_is_no_sacrifice() -> None:
    with jafar("oasis", hand="sacrifice-1") as match:
        assert match.refused(JAFAR, "play:sacrifice-1").startswith("VI-201")


def test_gazeem_is_sacrificed_for_power_and_an_item() -> None:
    with jafar("oasis", "agrabah: / gazeem", hand="sacrifice-1", discard="hourglass-2", power=0) as match:
        match.says(JAFAR, "play:sacrifice-1")
        match.says(JAFAR, "hourglass-2")
        assert match.realm(JAFAR).power == 3
        assert match.realm(JAFAR).hand == ("hourglass-2",)


@pytest.mark.parametrize(
    ("kind", "found", "discarded"),
    [
        ("item", "scimitar-1", ("hypnotize-1", "razoul", "scrying-1")),
        ("ally", "razoul", ("hypnotize-1", "scrying-1")),
    ],
)
def test_scrying_finds_the_next_item_or_ally(kind: str, found: str, discarded: tuple[str, ...]) -> None:
    with jafar("oasis", hand="scrying-1", deck="hypnotize-1 razoul scimitar-1 iago") as match:
        match.says(JAFAR, "play:scrying-1")
        assert match.asks() == (JAFAR, "aim", ("item", "ally"))
        match.says(JAFAR, kind)
        assert match.realm(JAFAR).hand == (found,)
        assert match.realm(JAFAR).villain.discard == discarded
        assert match.realm(JAFAR).power == 2


def test_scrying_looks_through_a_reshuffle_and_may_find_nothing() -> None:
    with jafar(
        "oasis", hand="scrying-1", deck="snake-1", discard="magic-lamp snake-2",
        chance=("snake-2 magic-lamp",),
    ) as match:  # fmt: skip
        match.says(JAFAR, "play:scrying-1")
        match.says(JAFAR, "item")
        assert match.realm(JAFAR).hand == ("magic-lamp",)
    with jafar("oasis", hand="scrying-1", deck="snake-1 iago") as match:
        match.says(JAFAR, "play:scrying-1")
        match.says(JAFAR, "item")
        assert match.realm(JAFAR).hand == ()
        assert match.realm(JAFAR).villain.discard == ("snake-1", "iago", "scrying-1")


SCENE = "agrabah: abu +hourglass-1\nsultans-palace: / palace-guard-1 +scimitar-1"


def test_sorcerous_power_moves_a_hero_and_an_ally_anywhere() -> None:
    with jafar("oasis", SCENE, hand="sorcerous-power-1") as match:
        match.says(JAFAR, "play:sorcerous-power-1")
        assert match.asks() == (JAFAR, "hero", ("abu",))
        match.says(JAFAR, "abu")
        assert match.asks() == (JAFAR, "where", ("sultans-palace", "oasis")), "the Cave is locked"
        match.says(JAFAR, "sultans-palace")
        assert match.asks() == (JAFAR, "ally-to-move", ("palace-guard-1",))
        match.says(JAFAR, "palace-guard-1")
        match.says(JAFAR, "oasis")
        assert match.where(JAFAR, "abu") == "sultans-palace"
        assert match.where(JAFAR, "hourglass-1") == "abu"
        assert match.where(JAFAR, "palace-guard-1") == "oasis"
        assert match.realm(JAFAR).power == 1


def test_sorcerous_power_may_leave_everybody_where_he_is() -> None:
    with jafar("oasis", SCENE, hand="sorcerous-power-1 sorcerous-power-2", power=4) as match:
        match.says(JAFAR, "play:sorcerous-power-1")
        match.says(JAFAR)
        match.says(JAFAR)
        assert events_of_kind(match.facts, facts.CardMoved) == []
        assert match.where(JAFAR, "sorcerous-power-1") == "discard"


# -- Conditions --------------------------------------------------------------------------------------


def john_against(hand: str, realm: str, *, fate: str = "", discard: str = "") -> Match:
    """Prince John has moved, with what Jafar was waiting for."""
    match = Match(sits("prince-john", "jail", realm, fate=fate), sits("jafar", hand=hand, discard=discard))
    match.says(0, "move:sherwood")
    return match


WARRANTS = "church: / warrant-1\nnottingham: / warrant-2"


def test_deception_plays_the_top_fate_card_of_who_has_two_items() -> None:
    with john_against("deception-1", WARRANTS, fate="alan-a-dale robin-hood") as match:
        assert match.asks() == (1, "condition", ("pass", "pass-turn", "play:deception-1"))
        match.says(1, "play:deception-1")
        assert match.asks() == (1, "where", ("sherwood", "church", "nottingham", "jail"))
        match.says(1, "church")
        assert match.where(0, "alan-a-dale") == "church"
        assert match.realm(0).fate.deck == ("robin-hood",)
        assert match.where(1, "deception-1") == "discard"
        assert match.asks()[:2] == (0, "act")


def test_deception_discards_a_fate_card_that_cannot_be_played_and_wants_two_items() -> None:
    with john_against("deception-1", WARRANTS, fate="steal-from-the-rich-1") as match:
        match.says(1, "play:deception-1")
        assert match.realm(0).fate.discard == ("steal-from-the-rich-1",)
    with john_against("deception-1", "church: / warrant-1") as match:
        assert match.asks()[:2] == (0, "act")


GUARDS = "church: / rhino-guards-1, rhino-guards-2, rhino-guards-3"


def test_manipulation_brings_a_discarded_card_back_when_somebody_has_three_allies() -> None:
    with john_against("manipulation-1", GUARDS, discard="hypnotize-1 iago manipulation-2") as match:
        match.says(1, "play:manipulation-1")
        assert match.asks() == (1, "aim", ("hypnotize-1", "iago", "manipulation-2"))
        match.says(1, "hypnotize-1")
        assert match.realm(1).hand == ("hypnotize-1",)
        assert match.realm(1).villain.discard == ("iago", "manipulation-2", "manipulation-1")


def test_manipulation_needs_a_discarded_card_but_the_question_does_not_tell() -> None:
    with john_against("manipulation-1", GUARDS) as match:
        assert match.asks() == (1, "condition", ("pass", "pass-turn"))
