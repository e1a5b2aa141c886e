"""How cards are followed: range, targets, order, what is impossible (section 4 of the rules)."""

from __future__ import annotations

import pytest

from domain.arena.book import Book

from .play import RED, book, make_play, reprinted, story_text

IN_THE_THICK = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .   .   .   .   .
         .   .   .   .
"""
AT_HOME = """
         .  GAS ARI  .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .   .   .   .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .  SAM ALA  .
"""


# -- whom --------------------------------------------------------------------------------------------


def test_sa_401_range_counts_spaces_whoever_stands_between() -> None:
    """SA-401: Shooting Star flies over Gaston, and over both of them."""
    in_a_row = """
         .   .   .   .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .  SAM GAS ALA ARI  .
     .   .   .   .   .   .
       .   .   .   .   .
         .   .   .   .
    """
    assert make_play(in_a_row, "SAM", blue="SAM03").blue("play:SAM03").options == {"GAS", "ARI"}
    swirl = make_play(in_a_row, "SAM", blue="SAM05").blue("play:SAM05")
    assert swirl.effect == "SAM05.1 DamageDealt who=GAS by=SAM damage=3 hp=7"


def test_sa_401_adjacent_is_range_1() -> None:
    """SA-401"""
    arena = book().arena
    assert {space for space in arena.spaces if arena.is_within("d4", space, 1)} == {
        "d4",
        *arena.neighbours["d4"],
    }


def test_sa_402_a_direct_effect_is_chosen_and_an_indirect_one_is_not() -> None:
    """SA-402: Shove asks whom; Whirl of Foam takes everyone in its category."""
    direct = make_play(IN_THE_THICK, "GAS", red="GAS05").red("play:GAS05")
    assert direct.asked.prompt == "target"
    indirect = make_play(IN_THE_THICK, "ARI", red="ARI08").red("play:ARI08")
    assert indirect.asked.prompt == "order-of-damage"
    assert (indirect.asked.least, indirect.asked.most) == (2, 2)


TWO_AWAY = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .   .   .  GAS .
     .   .  SAM ALA  .   .
       .   .   .   .   .
         .   .   .   .
"""
RUN_IN = [[{"verb": "move", "up_to": 2}], [{"verb": "deal", "damage": 2, "to": "one rival within 1"}]]
HAUL_IN = [
    [{"verb": "push", "up_to": 2, "to": "one rival within 3"}],
    [{"verb": "deal", "damage": 2, "to": "one rival within 1"}],
]
STRIKE_AND_RUN = [RUN_IN[1], RUN_IN[0]]


@pytest.mark.parametrize(("does", "playable"), [(RUN_IN, True), (HAUL_IN, True), (STRIKE_AND_RUN, False)])
def test_sa_403_a_target_is_looked_for_when_the_printed_order_comes_to_it(
    does: list[list[dict[str, object]]], playable: bool
) -> None:
    """SA-403, SA-405: a move before the blow may lead to somebody; one after it comes too late."""
    play = make_play(TWO_AWAY, "SAM", blue="SAM09", printed=reprinted("SAM09", *does))
    assert ("play:SAM09" in play.options) is playable
    if not playable:
        assert play.refusal("play:SAM09").rule == "SA-403"


def test_sa_403_the_same_place_has_to_do_for_all_that_follows() -> None:
    """SA-403: a rival to strike and an ally to heal, from where the move has led."""
    both: list[dict[str, object]] = [
        {"verb": "deal", "damage": 1, "to": "one rival within 1"},
        {"verb": "heal", "hp": 1, "to": "one ally within 1"},
    ]
    near = reprinted("SAM09", [{"verb": "move", "up_to": 2}], both)
    assert "play:SAM09" in make_play(TWO_AWAY, "SAM", blue="SAM09", printed=near).options
    far = TWO_AWAY.replace("ALA", " . ")
    assert make_play(far, "SAM", blue="SAM09", printed=near).refusal("play:SAM09").rule == "SA-403"


def test_sa_403_an_immobilized_character_comes_to_nobody() -> None:
    """SA-403, SA-504"""
    known = reprinted("SAM09", *RUN_IN)
    play = make_play(TWO_AWAY, "SAM", blue="SAM09", printed=known, statuses={"SAM": {"immobilized": 1}})
    assert play.refusal("play:SAM09").rule == "SA-403"


def test_sa_406_who_has_walked_away_from_everybody_strikes_nobody() -> None:
    """SA-403, SA-406: some way through was there, and another was taken."""
    play = make_play(TWO_AWAY, "SAM", blue="SAM09", printed=reprinted("SAM09", *RUN_IN))
    play.blue("play:SAM09").blue("c2")
    assert "DamageDealt" not in play.story


def test_sa_403_a_direct_effect_needs_a_valid_target_before_the_card_is_played() -> None:
    """SA-403"""
    play = make_play(AT_HOME, "GAS", red="GAS05 GAS01 GAS07")
    assert play.offers("play") == set()
    assert play.refusal("play:GAS07").rule == "SA-403"


def test_sa_403_up_to_1_may_be_nobody() -> None:
    """SA-403: so Stun and Run and Magical Mob are always playable."""
    assert make_play(AT_HOME, "ALA", blue="ALA06").offers("play") == {"ALA06"}
    assert make_play(AT_HOME, "SAM", blue="SAM01").offers("play") == {"SAM01"}


def test_sa_404_indirect_effects_may_find_nobody() -> None:
    """SA-404"""
    play = make_play(AT_HOME, "ARI", red="ARI04 ARI08")
    assert play.offers("play") == {"ARI04", "ARI08"}
    assert play.red("play:ARI08").story == story_text("""
        SA-313 PhaseBegan phase=action
        SA-313 CardPlayed seat=1 card=ARI08
        SA-313 CardResolved seat=1 card=ARI08
    """)


# -- in printed order, as far as possible ------------------------------------------------------------


def test_sa_405_instructions_are_followed_in_printed_order() -> None:
    """SA-405: Studied Steps moves and then calls; Errand of Brooms calls and then moves."""
    steps = make_play(AT_HOME, "SAM", blue="SAM07").blue("play:SAM07").blue("e2").effect.splitlines()
    errand = make_play(AT_HOME, "SAM", blue="SAM06", phases="movement")
    calls = errand.blue("play:SAM06").blue("e2").effect.splitlines()
    assert [line.split()[1] for line in steps] == ["CharacterMoved", "StatusCountersAdded"]
    assert [line.split()[1] for line in calls] == ["StatusCountersAdded", "CharacterMoved"]


def test_sa_405_what_can_be_followed_may_not_be_skipped_even_against_an_ally() -> None:
    """SA-405: no card of chapter 1 says so, so one is printed here."""
    reckless = reprinted("GAS09", [{"verb": "deal", "damage": 2, "to": "each ally within 1"}])
    play = make_play(IN_THE_THICK, "GAS", red="GAS09", printed=reckless).red("play:GAS09")
    assert play.effect == "GAS09.1 DamageDealt who=ARI by=GAS damage=2 hp=6"


def test_sa_406_what_has_become_impossible_is_ignored_and_the_rest_goes_on() -> None:
    """SA-406: the stunned one is gone, Aladdin still runs."""
    play = (
        make_play(IN_THE_THICK, "ALA", blue="ALA06", hp={"GAS": 2}).blue("play:ALA06").blue("GAS").blue("f2")
    )
    assert play.effect == story_text("""
        ALA06.1 DamageDealt who=GAS by=ALA damage=2 hp=0
        SA-601 CharacterKnockedOut who=GAS
        SA-902 FigureRemoved who=GAS
        SA-602 VictoryPointsGained team=0 points=6 total=6
        SA-304 CharacterMoved who=ALA path=[e3,f2]
    """)


def test_sa_407_the_sources_controller_orders_damage_dealt_at_the_same_time() -> None:
    """SA-407: everyone once, in that order."""
    play = make_play(IN_THE_THICK, "GAS", red="GAS09").red("play:GAS09")
    assert (play.asked.seat, play.asked.prompt, play.asked.options) == (
        RED,
        "order-of-damage",
        ("SAM", "ALA"),
    )
    assert play.refusal("ARI", "SAM").rule == "SA-407"
    assert "2 different picks wanted, 1 given" in play.refusal("SAM").sentence
    assert "2 different picks wanted" in play.refusal("SAM", "SAM").sentence
    play.red("ALA", "SAM")
    assert [line.split()[2] for line in play.effect.splitlines()] == ["who=ALA", "who=SAM"]


def test_sa_408_hp_stay_between_0_and_the_starting_hp() -> None:
    """SA-408"""
    struck = make_play(IN_THE_THICK, "GAS", red="GAS05", hp={"SAM": 1}).red("play:GAS05").red("SAM")
    assert "DamageDealt who=SAM by=GAS damage=3 hp=0" in struck.story
    healed = make_play(IN_THE_THICK, "ARI", red="ARI01", hp={"GAS": 8}).red("play:ARI01").red("GAS")
    assert healed.effect == "SA-408 HealthRecovered who=GAS amount=2 hp=10"


def test_sa_409_whoever_plays_the_card_says_where_the_moved_one_goes() -> None:
    """SA-409"""
    play = make_play(IN_THE_THICK, "GAS", red="GAS05").red("play:GAS05").red("SAM")
    assert (play.asked.seat, play.asked.prompt, play.asked.about) == (RED, "where", "GAS05")


def sole_push() -> Book:
    """A wave of up to 2 spaces that hits nobody."""
    return reprinted("ARI03", [{"verb": "push", "up_to": 2, "to": "one rival within 2"}])


def test_sa_304_a_pushed_figure_passes_its_own_allies() -> None:
    """SA-304, SA-409: allies and rivals are those of whoever moves, not of whoever plays the card."""
    in_a_row = """
         .   .   .   .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .  ARI SAM ALA  .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .   .   .   .
    """
    play = make_play(in_a_row, "ARI", red="ARI03", printed=sole_push()).red("play:ARI03").red("SAM").red("f4")
    assert play.effect == "SA-304 CharacterMoved who=SAM path=[d4,e4,f4]"
