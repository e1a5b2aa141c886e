"""The Ending Phase, and the end of a match (section 7 of the rules)."""

from __future__ import annotations

import pytest

from domain.model import Result

from .play import BLUE, RED, Play, make_play, story_text

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
SEVEN = "SAM01 SAM02 SAM03 SAM04 ALA01 ALA02 ALA03"


def play_out_the_round(play: Play) -> Play:
    """Everyone ends the own turn until the round is over."""
    number = play.board.round
    while not play.over and play.board.round == number:
        play.answer(play.asked.seat, "end")
    return play


def result(play: Play) -> Result:
    assert play.over
    return play.rules.game_result(play.board)


# -- the Ending Phase --------------------------------------------------------------------------------


def test_sa_701_the_active_summoner_discards_down_to_6() -> None:
    """SA-701: cards of the own choice."""
    play = make_play(AT_HOME, "SAM", blue=SEVEN).blue("end")
    assert (play.asked.seat, play.asked.prompt, play.asked.sight) == (BLUE, "discard", "hand")
    assert (play.asked.least, play.asked.most) == (1, 1)
    assert play.refusal("GAS01").rule == "SA-701"
    play.blue("SAM04")
    assert play.story.startswith(
        story_text("""
        SA-701 CardDiscarded seat=0 card=SAM04
        SA-701 TurnEnded who=SAM
    """)
    )
    assert len(play.cards(BLUE).hand) == 6
    assert play.cards(BLUE).discards == ("SAM04",)


def test_sa_701_two_too_many_are_two_to_discard() -> None:
    """SA-701"""
    play = make_play(AT_HOME, "SAM", blue=f"{SEVEN} ALA04").blue("end")
    assert (play.asked.least, play.asked.most) == (2, 2)
    assert "2 different picks wanted, 1 given" in play.refusal("SAM01").sentence
    assert play.blue("SAM01", "ALA04").cards(BLUE).discards == ("SAM01", "ALA04")


def test_sa_701_nobody_else_discards() -> None:
    """SA-701: the other hand may be as large as it is."""
    play = make_play(AT_HOME, "SAM", red="GAS01 GAS02 GAS03 GAS04 GAS05 GAS06 GAS07").blue("end")
    assert play.asked.about == "ARI"
    assert len(play.cards(RED).hand) == 8


def test_sa_701_a_turn_that_ends_by_itself_has_its_ending_phase_too() -> None:
    """SA-701"""
    play = make_play(IN_THE_THICK, "SAM", blue=SEVEN).blue("attack:GAS").blue("move:c3")
    assert play.asked.prompt == "discard"


# -- the last round ----------------------------------------------------------------------------------


def test_sa_702_the_12th_point_makes_this_round_the_last_one() -> None:
    """SA-702: the match goes on to the end of the round, and no further."""
    play = make_play(IN_THE_THICK, "ARI", red="ARI08", hp={"SAM": 1}, points=(0, 8))
    play.red("play:ARI08").red("SAM", "ALA")
    assert "SA-702 FinalRoundCalled" in play.story
    assert play.asked.seat == RED
    play_out_the_round(play)
    assert play.story.endswith(
        story_text("""
        SA-701 TurnEnded who=GAS
        SA-201 RoundEnded number=1 last=true
    """)
    )
    assert play.over


def test_sa_702_the_11th_does_not() -> None:
    """SA-702"""
    play = make_play(IN_THE_THICK, "GAS", hp={"SAM": 1}, points=(0, 7)).red("attack:SAM")
    assert play.board.points == (0, 11)
    play_out_the_round(play)
    assert not play.over
    assert play.board.round == 2


def test_sa_702_a_golden_space_can_be_the_12th() -> None:
    """SA-702, SA-206"""
    play = make_play(IN_THE_THICK, "ALA", points=(0, 11)).blue("end")
    assert play.story.splitlines()[-3:] == [
        "SA-206 VictoryPointsGained team=1 points=1 total=12",
        "SA-702 FinalRoundCalled",
        "SA-210 CardDrawn seat=1 card=ARI05",
    ]


def test_sa_703_a_draw_from_an_empty_deck_makes_this_round_the_last_one() -> None:
    """SA-703: the others have their turns."""
    play = make_play(AT_HOME, "SAM", red_deck="").blue("end")
    assert play.board.final
    play_out_the_round(play)
    assert play.over
    assert play.board.round == 1


def test_sa_703_drawing_the_last_card_ends_nothing() -> None:
    """SA-703"""
    play = make_play(AT_HOME, "SAM", red_deck="GAS01").blue("end")
    assert play.cards(RED).deck == ()
    assert not play.board.final


def test_sa_703_the_last_round_is_called_once() -> None:
    """SA-702, SA-703: whatever else would call it."""
    play = make_play(IN_THE_THICK, "ALA", red_deck="", blue_deck="", hp={"SAM": 1}, points=(0, 11))
    play.blue("end").red("attack:SAM")
    assert play.story.count("FinalRoundCalled") == 1


# -- who has won -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ((13, 12), Result((0,), (13, 12), "SA-704")),
        ((2, 5), Result((1,), (2, 5), "SA-704")),
        ((12, 12), Result((), (12, 12), "SA-705")),
        ((0, 0), Result((), (0, 0), "SA-705")),
    ],
)
def test_sa_704_most_points_win_and_sa_705_a_tie_is_a_draw(points: tuple[int, int], expected: Result) -> None:
    """SA-704, SA-705"""
    play = make_play(AT_HOME, "GAS", points=points, final=True).red("end")
    assert result(play) == expected


def test_sa_706_play_runs_to_the_end_of_the_round_and_scores_run_with_it() -> None:
    """SA-706: above 12, and even past the one who was there first."""
    play = make_play(IN_THE_THICK, "SAM", hp={"GAS": 2}, points=(6, 9)).blue("attack:GAS").blue("end")
    assert play.board.points == (12, 9)
    play.red("end").blue("end").red("a7").red("end")
    assert result(play) == Result((0,), (12, 9), "SA-704")
    behind = make_play(IN_THE_THICK, "SAM", hp={"ALA": 1}, points=(11, 9), blue_deck="")
    behind.blue("end").red("end").blue("end")
    assert behind.board.final
    behind.red("attack:ALA").red("end")
    assert result(behind) == Result((1,), (11, 15), "SA-704")


def test_when_the_match_is_over_nobody_is_asked() -> None:
    """SA-702"""
    play = make_play(AT_HOME, "GAS", final=True).red("end")
    assert play.board.active == ""
    assert play.board.stage == "over"
    assert play.over
