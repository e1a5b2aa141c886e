"""Maleficent: her Allies, Items, Effects and Conditions."""

from __future__ import annotations

from typing import Any

from domain.villainous import facts
from domain.villainous.play.strength import strength_of
from tests.villainous.play import BOOK, Match, events_of_kind, sits

ME, OTHER, THIRD = 0, 1, 2
DECK = "tyranny-1 tyranny-2 malice-1 malice-2"


def maleficent(realm: str = "", to: str = "forest", *, power: int = 6, **more: Any) -> Match:
    """Maleficent, come from the Cottage, with cards to play; Prince John waits."""
    rulings = {name: more.pop(name) for name in ("effects",) if name in more}
    me = sits("maleficent", more.pop("at", "cottage"), realm, power=power, deck=DECK, **more)
    match = Match(me, sits("prince-john", deck="taxes-1 taxes-2 taxes-3 imprison-1"), **rulings)
    match.says(ME, f"move:{to}")
    return match


def might(match: Match, card: str) -> int:
    """The Strength of a card of hers as it stands."""
    return strength_of(match.realm(ME), BOOK, card)


# -- Allies ------------------------------------------------------------------------------------------


def test_a_cackling_goon_grows_with_every_hero_beside_him() -> None:
    with maleficent("castle: guards-1, flora\nforest: fauna", "castle", hand="cackling-goon-1") as match:
        match.says(ME, "play:cackling-goon-1")
        match.says(ME, "castle")
        assert might(match, "cackling-goon-1") == 3
        match.says(ME, "vanquish:flora")
        assert match.where(ME, "flora") == "discard"


def test_a_savage_goon_is_just_strong() -> None:
    with maleficent(hand="savage-goon-1") as match:
        match.says(ME, "play:savage-goon-1")
        match.says(ME, "cottage")
        assert (might(match, "savage-goon-1"), match.realm(ME).power) == (4, 3)


def test_vi_130_a_sinister_goon_gains_one_from_any_number_of_curses() -> None:
    realm = """
        forest: / forest-of-thorns-1, green-fire-1, sinister-goon-1
        castle: king-stefan / sinister-goon-2
    """
    with maleficent(realm, "castle", hand="forest-of-thorns-2") as match:
        assert might(match, "sinister-goon-1") == 4
        assert might(match, "sinister-goon-2") == 3
        assert match.refused(ME, "vanquish:king-stefan").startswith("VI-058")
        match.says(ME, "play:forest-of-thorns-2")
        match.says(ME, "castle")
        match.says(ME, "vanquish:king-stefan")
        assert match.where(ME, "sinister-goon-2") == "discard"


# -- Items -------------------------------------------------------------------------------------------


def test_vi_214_the_spinning_wheel_brings_the_strength_at_the_moment_of_defeat_less_one() -> None:
    realm = "castle: flora +sword-of-truth-1 / spinning-wheel, savage-goon-1, savage-goon-2"
    with maleficent(realm, "castle", hand="vanish-1", power=0) as match:
        match.says(ME, "vanquish:flora")
        felled = match.says(ME, "savage-goon-1")
        assert events_of_kind(felled, facts.PowerGained) == [facts.PowerGained(ME, 4, 4)]
        assert match.where(ME, "spinning-wheel") == "castle"


def test_the_spinning_wheel_turns_for_any_defeat_but_only_beside_it() -> None:
    realm = "castle: flora / dreamless-sleep-1\ncottage: guards-1 / spinning-wheel"
    with maleficent(realm, hand="dragon-form-1 dragon-form-2") as match:
        match.says(ME, "play:dragon-form-1")
        assert events_of_kind(match.says(ME, "flora"), facts.PowerGained) == []
        assert events_of_kind(match.says(ME, "play:dragon-form-2"), facts.PowerGained) == [
            facts.PowerGained(ME, 2, 2)
        ]


def test_the_staff_makes_effects_and_curses_cheaper_where_she_is() -> None:
    realm = "forest: fauna / staff"
    with maleficent(realm, hand="dragon-form-1 green-fire-1", power=4) as match:
        match.says(ME, "play:dragon-form-1")
        assert match.realm(ME).power == 2
        match.says(ME, "play:green-fire-1")
        match.says(ME, "castle")
        assert match.realm(ME).power == 0


def test_the_staff_does_nothing_for_allies_nor_from_afar_nor_for_what_is_free() -> None:
    with maleficent("forest: / staff", hand="savage-goon-1 vanish-1") as match:
        match.says(ME, "play:savage-goon-1")
        match.says(ME, "forest")
        match.says(ME, "play:vanish-1")
        assert match.realm(ME).power == 3
    with maleficent("castle: / staff", hand="forest-of-thorns-1", power=1) as match:
        assert match.refused(ME, "play:forest-of-thorns-1").startswith("VI-042")


# -- Effects -----------------------------------------------------------------------------------------


def test_vi_105_dragon_form_defeats_by_the_strength_that_counts_now() -> None:
    realm = """
        castle: king-stefan / dreamless-sleep-1
        cottage: fauna +sword-of-truth-1, guards-1
    """
    with maleficent(realm, hand="dragon-form-1", power=3) as match:
        match.says(ME, "play:dragon-form-1")
        assert match.asks() == (ME, "aim", ("king-stefan", "guards-1"))
        assert match.refused(ME, "fauna").startswith("sword-of-truth")
        match.says(ME, "king-stefan")
        assert match.where(ME, "king-stefan") == match.where(ME, "dragon-form-1") == "discard"
        assert match.realm(ME).power == 0


def test_dragon_form_needs_a_hero_who_is_weak_enough() -> None:
    with maleficent("castle: king-stefan", hand="dragon-form-1") as match:
        assert match.refused(ME, "play:dragon-form-1").startswith("VI-201")


def test_vi_c4_where_any_effect_can_be_played_dragon_form_in_vain_does_not_last() -> None:
    with maleficent("castle: king-stefan", hand="dragon-form-1", effects="any") as match:
        match.says(ME, "play:dragon-form-1")
        assert match.where(ME, "dragon-form-1") == "discard"
        assert events_of_kind(match.facts, facts.EffectLasts) == []


def test_vi_214_each_fate_action_pays_a_dragon_until_her_next_turn() -> None:
    fate = "once-upon-a-dream-1 once-upon-a-dream-2 sword-of-truth-1 sword-of-truth-2 guards-2 guards-3"
    with Match(
        sits(
            "maleficent", "cottage", "castle: guards-1, flora", power=6, hand="dragon-form-1 dragon-form-2",
            deck="vanish-1 vanish-2 vanish-3 staff", fate=fate,
        ),
        sits("captain-hook", deck="scare-1 scare-2 scare-3 cutlass-1"),
        sits("prince-john", "jail", deck="taxes-1 taxes-2 taxes-3 imprison-1"),
    ) as match:  # fmt: skip
        match.says(ME, "move:forest")
        match.says(ME, "play:dragon-form-1")
        match.says(ME, "flora")
        match.says(ME, "play:dragon-form-2")
        match.says(ME, "end")
        match.says(OTHER, "move:skull-rock")
        fated = match.says(OTHER, "fate:0")
        assert [
            (fact.rule, fact.event.power) for fact in fated if isinstance(fact.event, facts.PowerGained)
        ] == [
            ("dragon-form-1", 3),
            ("dragon-form-2", 6),
        ]
        match.says(OTHER, "end")
        match.says(THIRD, "move:sherwood")
        match.says(THIRD, "fate:0")
        assert match.realm(ME).power == 12
        match.says(THIRD, "end")
        match.says(THIRD, "pass-turn")
        match.says(ME, "move:castle")
        match.says(ME, "end")
        match.says(OTHER, "move:jolly-roger")
        match.says(OTHER, "end")
        match.says(THIRD, "move:nottingham")
        assert events_of_kind(match.says(THIRD, "fate:0"), facts.PowerGained) == []


def test_vanish_lets_her_stay_next_turn_and_the_green_fire_burn_on() -> None:
    with maleficent("forest: / dreamless-sleep-1", hand="vanish-1 green-fire-1") as match:
        match.says(ME, "play:vanish-1")
        match.says(ME, "play:green-fire-1")
        match.says(ME, "forest")
        match.says(ME, "end")
        match.says(OTHER, "move:jail")
        match.says(OTHER, "end")
        assert match.asks()[2][-1] == "stay"
        stayed = match.says(ME, "stay")
        [fact] = [fact for fact in stayed if isinstance(fact.event, facts.MoverStayed)]
        assert fact.rule == "vanish-1"
        assert match.where(ME, "green-fire-1") == "forest"
        assert "gain:3" in match.asks()[2]
        match.says(ME, "end")
        match.says(OTHER, "move:church")
        match.says(OTHER, "end")
        assert match.refused(ME, "stay").startswith("VI-021")


def test_vanish_need_not_be_made_use_of() -> None:
    with maleficent(hand="vanish-1", power=0) as match:
        match.says(ME, "play:vanish-1")
        match.says(ME, "end")
        match.says(OTHER, "move:jail")
        match.says(OTHER, "end")
        match.says(ME, "move:castle")
        assert match.realm(ME).at == "castle"


# -- Conditions --------------------------------------------------------------------------------------


def robbed(realm: str, hand: str, deck: str = "") -> Match:
    """Prince John has Maid Marian, who is strong, and three Allies; Maleficent minds."""
    john = "nottingham: maid-marian / rhino-guards-1\nchurch: alan-a-dale / rhino-guards-2"
    match = Match(
        sits("prince-john", "jail", john, power=3, hand="rhino-guards-3 taxes-1"),
        sits("maleficent", "", realm, hand=hand, deck=deck),
    )
    match.says(0, "move:nottingham")
    return match


def test_malice_defeats_a_hero_of_strength_four_or_less() -> None:
    realm = """
        forest: guards-1, guards-2 +sword-of-truth-1
        castle: king-stefan, prince-phillip / dreamless-sleep-1
    """
    with robbed(realm, "malice-1") as match:
        match.says(0, "vanquish:maid-marian")
        assert match.asks() == (1, "condition", ("pass", "pass-turn", "play:malice-1"))
        match.says(1, "play:malice-1")
        assert match.asks() == (1, "aim", ("guards-1", "king-stefan", "prince-phillip"))
        match.says(1, "prince-phillip")
        assert match.where(1, "prince-phillip") == match.where(1, "malice-1") == "discard"
        assert match.asks()[:2] == (0, "act")


def test_malice_without_a_hero_to_defeat_is_asked_for_all_the_same() -> None:
    with robbed("castle: prince-phillip", "malice-1") as match:
        match.says(0, "vanquish:maid-marian")
        assert match.asks() == (1, "condition", ("pass", "pass-turn"))
        match.says(1, "pass")
        assert match.where(1, "malice-1") == "hand"


def test_malice_does_not_wait_for_weak_heroes() -> None:
    with robbed("castle: guards-1", "malice-1 vanish-1") as match:
        match.says(0, "vanquish:maid-marian")
        match.says(1, "play:malice-1")
        assert events_of_kind(match.facts, facts.HeroDefeated) == [
            facts.HeroDefeated(0, "maid-marian", "nottingham", 4),
            facts.HeroDefeated(1, "guards-1", "castle", 3),
        ]


def test_tyranny_draws_three_and_discards_any_three_when_a_rival_has_three_allies() -> None:
    with robbed("", "tyranny-1 vanish-1", "staff raven green-fire-1 green-fire-2") as match:
        match.says(0, "play:rhino-guards-3")
        match.says(0, "church")
        assert match.asks() == (1, "condition", ("pass", "pass-turn", "play:tyranny-1"))
        match.says(1, "play:tyranny-1")
        question = match.question
        assert (question.prompt, question.sight) == ("discard", "hand")
        assert question.options == ("vanish-1", "staff", "raven", "green-fire-1")
        match.says(1, "vanish-1", "raven", "staff")
        assert match.realm(1).hand == ("green-fire-1",)
        assert match.realm(1).villain.discard == ("vanish-1", "raven", "staff", "tyranny-1")


def test_tyranny_of_an_empty_deck_discards_what_there_is() -> None:
    with robbed("", "tyranny-1 vanish-1") as match:
        match.says(0, "play:rhino-guards-3")
        match.says(0, "church")
        match.says(1, "play:tyranny-1")
        assert match.realm(1).hand == ()
        assert match.asks()[:2] == (0, "act")
