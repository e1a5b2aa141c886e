"""The Action Phase and the standard attack (section 3 of the rules)."""

from __future__ import annotations

from .play import make_play, story_text

HEMMED_IN = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  GAS  .   .
   .   .   .  SAM ALA  .   .
     .   .   .  ARI  .   .
       .   .   .   .   .
         .   .   .   .
"""


def test_sa_306_an_action_phase_is_a_standard_attack_or_one_action_card() -> None:
    """SA-306"""
    play = make_play(HEMMED_IN, "SAM", blue="SAM09 SAM05")
    assert {"attack:GAS", "play:SAM09", "play:SAM05"} <= play.options
    play.blue("play:SAM09").blue("GAS")
    assert play.offers("attack") == play.offers("play") == set()


def test_sa_307_a_standard_attack_deals_2_to_one_adjacent_rival() -> None:
    """SA-307"""
    play = make_play(HEMMED_IN, "SAM")
    assert play.offers("attack") == {"GAS", "ARI"}
    assert play.blue("attack:ARI").story == story_text("""
        SA-307 PhaseBegan phase=action
        SA-307 DamageDealt who=ARI by=SAM damage=2 hp=6
    """)


def test_sa_307_who_is_not_adjacent_cannot_be_attacked() -> None:
    """SA-307"""
    far = HEMMED_IN.replace("SAM ALA  .   .", "SAM  .   .  ALA")
    play = make_play(far, "ALA")
    assert play.offers("attack") == set()
    assert play.refusal("attack:ARI").rule == "SA-307"


def test_sa_907_a_standard_attack_is_for_rivals_only() -> None:
    """SA-907: the rules text says “character”, the reference card “rival”."""
    play = make_play(HEMMED_IN, "SAM")
    assert play.refusal("attack:ALA").rule == "SA-907"
    assert play.refusal("attack:SAM").rule == "SA-907"


def test_sa_604_a_knocked_out_rival_cannot_be_attacked() -> None:
    """SA-604"""
    play = make_play(HEMMED_IN.replace("ARI", " . "), "SAM")
    assert play.offers("attack") == {"GAS"}
    assert play.refusal("attack:ARI").rule == "SA-604"


def test_sa_507_a_standard_attack_is_a_direct_effect_and_stealthy_has_to_be_paid_for() -> None:
    """SA-507, SA-307: the card goes before the damage."""
    play = make_play(HEMMED_IN, "SAM", blue="ALA01 SAM03", statuses={"GAS": {"stealthy": 1}})
    play.blue("attack:GAS")
    assert (play.asked.prompt, play.options) == ("pay", {"ALA01", "SAM03"})
    assert play.blue("SAM03").story == story_text("""
        SA-307 PhaseBegan phase=action
        SA-507 CardBanished seat=0 card=SAM03
        SA-307 DamageDealt who=GAS by=SAM damage=2 hp=8
    """)


def test_sa_507_with_an_empty_hand_a_stealthy_rival_cannot_be_attacked() -> None:
    """SA-507"""
    play = make_play(HEMMED_IN, "SAM", statuses={"GAS": {"stealthy": 1}})
    assert play.offers("attack") == {"ARI"}
    assert play.refusal("attack:GAS").rule == "SA-507"


def test_sa_314_a_summoner_with_no_cards_goes_on_with_standard_movement_and_attack() -> None:
    """SA-314"""
    play = make_play(HEMMED_IN, "ARI", blue_deck="", hp={"ARI": 3}).red("end")
    assert play.asked.about == "ALA"
    assert play.offers("attack") == {"ARI", "GAS"}
    assert play.offers("move")
    assert play.offers("play") == set()
    play.blue("attack:ARI")
    assert play.hp("ARI") == 1
