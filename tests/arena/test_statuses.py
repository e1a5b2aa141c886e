"""Magic Broom, Immobilized, Stealthy (section 5 of the rules)."""

from __future__ import annotations

from .play import BLUE, RED, Play, make_play, reprinted, story_text

AT_HOME = """
         .  GAS ARI  .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .   .   .   .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .  SAM ALA  .
"""
IN_THE_THICK = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .   .   .   .   .
         .   .   .   .
"""


def test_sa_501_the_same_status_again_adds_counters_to_the_tile() -> None:
    """SA-501"""
    play = make_play(IN_THE_THICK, "ALA", blue="ALA10", statuses={"GAS": {"immobilized": 1}})
    play.blue("play:ALA10").blue("GAS")
    assert play.effect == "SA-501 StatusCountersAdded who=GAS status=immobilized counters=2 total=3"
    assert play.statuses("GAS") == {"immobilized": 3}


def test_sa_513_the_supply_never_ends() -> None:
    """SA-513: 15 counters are in the box, and 17 on Gaston."""
    play = make_play(IN_THE_THICK, "ALA", blue="ALA10", statuses={"GAS": {"immobilized": 15}})
    play.blue("play:ALA10").blue("GAS")
    assert play.statuses("GAS") == {"immobilized": 17}


# -- Immobilized -------------------------------------------------------------------------------------


def test_sa_504_an_immobilized_character_has_no_standard_movement() -> None:
    """SA-504: it may still attack."""
    play = make_play(IN_THE_THICK, "SAM", statuses={"SAM": {"immobilized": 1}})
    assert play.offers("move") == set()
    assert play.refusal("move:c3").rule == "SA-504"
    assert play.offers("attack") == {"GAS"}


def test_sa_504_a_movement_card_leaves_it_where_it_is_and_the_rest_is_followed() -> None:
    """SA-504"""
    play = make_play(IN_THE_THICK, "SAM", blue="SAM07", statuses={"SAM": {"immobilized": 1}}).blue(
        "play:SAM07"
    )
    assert play.effect == story_text("""
        SA-504 MovementPrevented who=SAM
        SA-501 StatusCountersAdded who=SAM status=magic_broom counters=2 total=2
    """)


def test_sa_504_a_rivals_push_leaves_it_where_it_is() -> None:
    """SA-504"""
    play = make_play(IN_THE_THICK, "ARI", red="ARI03", statuses={"SAM": {"immobilized": 2}})
    play.red("play:ARI03").red("SAM")
    assert play.effect == story_text("""
        ARI03.1 DamageDealt who=SAM by=ARI damage=2 hp=6
        SA-504 MovementPrevented who=SAM
    """)


def test_sa_504_2_counters_hold_for_one_turn() -> None:
    """SA-504, SA-203: one goes at the bearer's own start, the other holds; then it is free again."""
    play = make_play(IN_THE_THICK, "ALA", blue="ALA10").blue("play:ALA10").blue("GAS").blue("end")
    assert play.asked.about == "GAS"
    assert play.offers("move") == set()
    for _ in range(4):
        play.answer(play.asked.seat, "end")
    assert play.asked.about == "GAS"
    assert play.offers("move")


# -- Stealthy ----------------------------------------------------------------------------------------


def stealthy_gaston(blue: str, **more: int) -> Play:
    return make_play(IN_THE_THICK, "ALA", blue=blue, statuses={"GAS": {"stealthy": 1}}, hp=more)


def test_sa_507_a_direct_effect_on_a_stealthy_rival_costs_a_card_of_the_own_choice() -> None:
    """SA-507: before the effect; the card that is played cannot pay for itself."""
    play = stealthy_gaston("ALA05 SAM01 SAM02").blue("play:ALA05")
    assert (play.asked.prompt, play.asked.about, play.asked.sight) == ("pay", "GAS", "hand")
    assert play.options == {"SAM01", "SAM02"}
    assert play.refusal("ALA05").rule == "SA-507"
    play.blue("SAM02")
    assert play.effect == story_text("""
        SA-507 CardBanished seat=0 card=SAM02
        ALA05.1 DamageDealt who=GAS by=ALA damage=3 hp=7
    """)


def test_sa_507_the_last_other_card_pays_unasked() -> None:
    """SA-507"""
    play = stealthy_gaston("ALA05 SAM01").blue("play:ALA05")
    assert play.effect.startswith("SA-507 CardBanished seat=0 card=SAM01")


def test_sa_507_without_a_card_to_banish_the_bearer_cannot_be_chosen() -> None:
    """SA-507: so a card with no other target cannot be played."""
    assert stealthy_gaston("ALA05").refusal("play:ALA05").rule == "SA-507"


def test_sa_507_a_card_that_reaches_another_one_is_played_on_that_one() -> None:
    """SA-507"""
    assert stealthy_gaston("ALA07").blue("play:ALA07").effect == (
        "ALA07.1 DamageDealt who=ARI by=ALA damage=2 hp=6"
    )


def test_sa_507_up_to_1_with_nobody_payable_chooses_nobody() -> None:
    """SA-507, SA-403"""
    play = stealthy_gaston("ALA06").blue("play:ALA06")
    assert play.asked.prompt == "where"
    assert play.blue().effect == ""


def test_sa_507_up_to_1_refuses_the_unpayable_one_by_that_rule() -> None:
    """SA-507: where another one can be chosen, the question says why this one cannot."""
    statuses = {"SAM": {"stealthy": 1}}
    play = (
        make_play(IN_THE_THICK, "GAS", red="GAS04", statuses=statuses).red("play:GAS04").red("action").red()
    )
    assert play.options == {"ALA"}
    assert play.refusal("SAM").rule == "SA-507"


def test_sa_507_indirect_effects_cost_nothing() -> None:
    """SA-507"""
    statuses = {"SAM": {"stealthy": 2}, "ALA": {"stealthy": 1}}
    play = make_play(IN_THE_THICK, "GAS", red="GAS09 GAS01", statuses=statuses)
    play.red("play:GAS09").red("SAM", "ALA")
    assert play.cards(RED).hand == ("GAS01",)
    assert play.hp("SAM") == 6


def test_sa_507_the_own_summoner_never_pays() -> None:
    """SA-507: “rival Summoner”; a card held would be kept, and none has to be held."""
    stealthy = {"GAS": {"stealthy": 1}}
    play = make_play(IN_THE_THICK, "ARI", red="ARI01 GAS01", statuses=stealthy, hp={"GAS": 5})
    play.red("play:ARI01").red("GAS")
    assert play.cards(RED).hand == ("GAS01",)
    alone = make_play(IN_THE_THICK, "ARI", red="ARI01", statuses=stealthy, hp={"GAS": 5})
    assert alone.red("play:ARI01").red("GAS").hp("GAS") == 8


def test_sa_507_a_target_is_paid_for_again_by_the_next_card() -> None:
    """SA-507: once per card and target, not once for all."""
    dance = reprinted(
        "GAS03",
        [{"verb": "deal", "damage": 1, "to": "one rival within 1"}],
        [{"verb": "deal", "damage": 1, "to": "one rival within 1"}],
    )
    alone = IN_THE_THICK.replace("SAM ALA", "SAM  . ")
    statuses = {"SAM": {"stealthy": 1}}
    play = make_play(alone, "GAS", red="GAS03 GAS01 ARI01 ARI02 ARI05", statuses=statuses, printed=dance)
    play.red("play:GAS03").red("ARI01")
    assert play.effect == story_text("""
        SA-507 CardBanished seat=1 card=ARI01
        GAS03.1 DamageDealt who=SAM by=GAS damage=1 hp=7
        GAS03.2 DamageDealt who=SAM by=GAS damage=1 hp=6
    """)
    play.red("play:GAS01").red("ARI02")
    assert play.cards(RED).banished == ("ARI01", "ARI02")


# -- Magic Broom -------------------------------------------------------------------------------------


def broom(deck: str, counters: int = 1) -> Play:
    """Gaston's turn is over, and Mickey's begins with brooms at work."""
    return make_play(AT_HOME, "GAS", blue_deck=deck, statuses={"SAM": {"magic_broom": counters}}).red("end")


def mickeys_start(play: Play) -> str:
    story = play.story
    return story[story.index("SA-203") :]


def test_sa_505_the_broom_sorts_the_top_two_and_a_magical_card_calls_it_back() -> None:
    """SA-505: also when the tile had just become empty; then the card is drawn."""
    play = broom("ALA01 SAM08 ALA02")
    assert (play.asked.seat, play.asked.prompt, play.asked.about) == (BLUE, "order-of-cards", "SAM")
    assert play.asked.sight == "secret"
    assert play.options == {"ALA01", "SAM08"}
    assert play.refusal("ALA02", "SAM08").rule == "SA-410"
    play.blue("SAM08", "ALA01")
    assert mickeys_start(play) == story_text("""
        SA-203 StatusCounterRemoved who=SAM status=magic_broom left=0
        SA-505 CardsLookedAt seat=0 cards=[ALA01,SAM08]
        SA-505 CardsPutBack seat=0 cards=[SAM08,ALA01]
        SA-505 CardRevealed seat=0 card=SAM08
        SA-501 StatusCountersAdded who=SAM status=magic_broom counters=1 total=1
        SA-210 CardDrawn seat=0 card=SAM08
    """)


def test_sa_505_a_card_that_is_not_magical_lets_the_broom_go() -> None:
    """SA-505"""
    play = broom("ALA01 SAM08 ALA02").blue("ALA01", "SAM08")
    assert play.statuses("SAM") == {}
    assert play.cards(BLUE).hand == ("ALA01",)
    assert play.cards(BLUE).deck == ("SAM08", "ALA02")


def test_sa_505_one_counter_leaves_and_one_comes_back() -> None:
    """SA-505, SA-203: 3 brooms stay 3 as long as magic is found."""
    assert broom("SAM08 SAM07", counters=3).blue("SAM07", "SAM08").statuses("SAM") == {"magic_broom": 3}


def test_sa_412_with_1_card_left_that_one_is_looked_at_and_revealed() -> None:
    """SA-412: it is no draw."""
    assert mickeys_start(broom("SAM08")) == story_text("""
        SA-203 StatusCounterRemoved who=SAM status=magic_broom left=0
        SA-505 CardsLookedAt seat=0 cards=[SAM08]
        SA-505 CardsPutBack seat=0 cards=[SAM08]
        SA-505 CardRevealed seat=0 card=SAM08
        SA-501 StatusCountersAdded who=SAM status=magic_broom counters=1 total=1
        SA-210 CardDrawn seat=0 card=SAM08
    """)


def test_sa_412_with_no_card_left_the_broom_finds_nothing_and_only_the_draw_ends_the_match() -> None:
    """SA-412"""
    assert mickeys_start(broom("")) == story_text("""
        SA-203 StatusCounterRemoved who=SAM status=magic_broom left=0
        SA-210 DrawSkipped seat=0
        SA-703 FinalRoundCalled
    """)


def test_sa_505_in_anothers_turn_the_brooms_rest() -> None:
    """SA-505, SA-203"""
    play = make_play(AT_HOME, "SAM", statuses={"SAM": {"magic_broom": 2}}).blue("end")
    assert play.statuses("SAM") == {"magic_broom": 2}
    assert play.asked.prompt == "turn"
