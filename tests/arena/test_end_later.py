"""Victory Points and the end of a match from chapter 2 (sections 6 and 7 of the rules)."""

from __future__ import annotations

from functools import partial
from typing import Literal, TypeAlias

import pytest

from domain.arena.play.verbs import FINAL_ROUND_POINTS
from domain.model import Result

from .play import BLUE, Play, book, make_play, reprinted, story_text

Later: TypeAlias = Literal[2, 3, 4]
TEAMS = "SAM ALA MAL / GAS ARI DEM"
IN_THE_THICK = """
         .   .   .   .
       .   .  DEM  .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .   .  MAL  .   .
         .   .   .   .
"""
melee = partial(make_play, IN_THE_THICK, teams=TEAMS)
GOLD = 1
"""What Gaston earns on the golden space where he stands (SA-206)."""


def play_out_the_round(play: Play) -> Play:
    """Everyone ends the own turn until the round is over."""
    number = play.board.round
    while not play.over and play.board.round == number:
        play.then(*play.asked.options[-play.asked.least :])
    return play


def vp(who: str) -> int:
    return book().characters[who].vp


@pytest.mark.parametrize("chapter", [2, 3, 4])
def test_sa_702_from_chapter_2_it_is_the_20th_point(chapter: Later) -> None:
    """SA-702: the 12th is nothing to speak of any more."""
    assert FINAL_ROUND_POINTS == {1: 12, 2: 20, 3: 20, 4: 20}
    short = melee("SAM", chapter=chapter, hp={"GAS": 1}, points=(19 - vp("GAS"), 0)).blue("attack:GAS")
    assert not short.board.final
    enough = melee("SAM", chapter=chapter, hp={"GAS": 1}, points=(20 - vp("GAS"), 0)).blue("attack:GAS")
    assert enough.story.endswith("SA-702 FinalRoundCalled")
    assert enough.asked.prompt == "turn"
    assert play_out_the_round(enough).over


def test_sa_702_points_lost_again_do_not_undo_it() -> None:
    """SA-702, SA-605: 20 were reached, and the round stays the last one."""
    known = reprinted("SAM08", [{"verb": "rob", "points": 9}])
    play = melee("SAM", chapter=2, points=(0, 20), final=True, blue="SAM08", printed=known)
    play.blue("play:SAM08")
    assert "VictoryPointsLost team=1 points=9 total=11" in play.story
    assert play.board.final
    assert play_out_the_round(play).over


@pytest.mark.parametrize(("had", "lost"), [(5, 2), (2, 2), (1, 1), (0, 0)])
def test_sa_605_points_never_fall_below_0(had: int, lost: int) -> None:
    """SA-605: of 2 to be lost, what is there is lost; and of nothing, nothing is told."""
    known = reprinted("SAM09", [{"verb": "rob", "points": 2}])
    play = melee("SAM", chapter=2, points=(3, had), blue="SAM09", printed=known).blue("play:SAM09")
    assert play.board.points == (3, had - lost)
    line = f"SA-605 VictoryPointsLost team=1 points={lost} total={had - lost}"
    assert play.effect == (line if lost else "")


def test_a_card_may_gain_points_and_they_count_like_any_others() -> None:
    """SA-702: the 20th by a card."""
    known = reprinted("SAM09", [{"verb": "score", "points": 1}])
    play = melee("SAM", chapter=2, points=(19, 0), blue="SAM09", printed=known).blue("play:SAM09")
    assert play.effect == story_text("""
        SAM09.1 VictoryPointsGained team=0 points=1 total=20
        SA-702 FinalRoundCalled
    """)


def test_sa_604_a_knocked_out_character_is_no_target_until_it_is_back() -> None:
    """SA-604: it is neither attacked, chosen, hit with everyone, healed, nor given counters."""
    known = reprinted("SAM09", [{"verb": "deal", "damage": 1, "to": "each rival within 9"}])
    play = melee("SAM", chapter=2, hp={"GAS": 1}, blue="SAM09", phases="movement action", printed=known)
    play.blue("attack:GAS")
    assert play.refusal("attack:GAS").rule == "SA-301"
    gone = IN_THE_THICK.replace("GAS", " . ")
    again = make_play(gone, "SAM", teams=TEAMS, chapter=2, blue="SAM09", printed=known)
    assert again.refusal("attack:GAS").rule == "SA-604"
    again.blue("play:SAM09").blue("ARI", "DEM")
    assert "who=GAS" not in again.story


@pytest.mark.parametrize("chapter", [3, 4])
def test_sa_705_from_chapter_3_a_tie_makes_a_further_round(chapter: Later) -> None:
    """SA-705: until one ends untied."""
    play = melee("DEM", chapter=chapter, points=(21, 21), final=True).red("end")
    assert play.story.startswith(
        story_text("""
        SA-701 TurnEnded who=DEM
        SA-201 RoundEnded number=1 last=false
        SA-201 RoundBegan number=2
    """)
    )
    play_out_the_round(play)
    assert play.over
    assert play.rules.game_result(play.board) == Result((1,), (21, 21 + GOLD), "SA-704")


@pytest.mark.parametrize("chapter", [3, 4])
def test_sa_705_tied_again_it_goes_on_again(chapter: Later) -> None:
    """SA-705: with nobody on gold, round after round, even without a card left."""
    aside = IN_THE_THICK.replace("GAS", " . ").replace(".   .  DEM", ".  GAS DEM")
    play = make_play(aside, "DEM", teams=TEAMS, chapter=chapter, points=(7, 7), decks="", final=True).red(
        "end"
    )
    for number in (2, 3, 4):
        assert play.board.round == number
        play_out_the_round(play)
    assert not play.over


def test_sa_705_in_chapter_2_a_tie_is_a_draw() -> None:
    """SA-705"""
    play = melee("DEM", chapter=2, points=(21, 21), final=True).red("end")
    assert play.rules.game_result(play.board) == Result((), (21, 21), "SA-705")


def test_sa_705_an_untied_last_round_ends_the_match() -> None:
    """SA-704, SA-706"""
    play = melee("DEM", chapter=3, points=(20, 25), final=True).red("end")
    assert play.rules.game_result(play.board) == Result((1,), (20, 25), "SA-704")


def test_sa_701_only_the_active_summoner_discards() -> None:
    """SA-701: the others may hold whatever they hold until a turn of their own ends."""
    hand = " ".join(f"GAS{n:02}" for n in range(1, 11))
    play = melee("SAM", chapter=3, red=hand, blue="SAM01").blue("end")
    assert play.asked.prompt == "turn"
    assert play.cards(BLUE).hand == ("SAM01",)
    play.red("end")
    assert play.asked.prompt == "discard"


def test_sa_210_an_effects_draw_from_an_empty_deck_calls_the_last_round_too() -> None:
    """SA-703: the draw was required."""
    known = reprinted("SAM08", [{"verb": "draw", "cards": 2}])
    play = melee("SAM", chapter=2, blue="SAM08", blue_deck="ALA01", printed=known).blue("play:SAM08")
    assert play.effect == story_text("""
        SA-210 CardDrawn seat=0 card=ALA01
        SA-210 DrawSkipped seat=0
        SA-703 FinalRoundCalled
    """)


def test_sa_412_a_reveal_from_an_empty_deck_calls_nothing() -> None:
    """SA-412: it is no draw, and what depends on the card does not happen."""
    point = {"verb": "score", "points": 1, "when": "revealed is not attack"}
    known = reprinted("SAM08", [{"verb": "reveal", "of": "own"}, point])
    play = melee("SAM", chapter=2, blue="SAM08", blue_deck="", printed=known).blue("play:SAM08")
    assert play.effect == ""
    assert not play.board.final
