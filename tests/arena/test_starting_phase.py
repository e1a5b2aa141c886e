"""Turn order, and the Starting Phase with its four steps (section 2 of the rules).

What Cursed and Flustered do in step 1 is in `test_status_effects` (SA-204, SA-208).
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.arena.board import Board
from domain.arena.facts import CardsLookedAt, CharacterMoved
from domain.arena.play.rounds import return_spaces

from .play import BLUE, RED, book, make_play, story_text

AT_HOME = """
         .  GAS ARI  .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .   .   .   .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .  SAM ALA  .
"""
ARIEL_ON_GOLD = """
         .  GAS  .   .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .  ARI  .   .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .  SAM ALA  .
"""
ARIEL_OUT = """
         .  GAS  .   .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .   .   .   .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .  SAM ALA  .
"""


def test_sa_201_turns_follow_the_tiles_and_only_the_active_characters_summoner_plays() -> None:
    """SA-201: after the last tile the round ends, and the next begins with the first."""
    play = make_play(AT_HOME, "SAM")
    turns = []
    for _ in range(5):
        turns.append((play.board.round, play.asked.about, play.asked.seat))
        play.answer(play.asked.seat, "end")
    assert turns == [(1, "SAM", BLUE), (1, "ARI", RED), (1, "ALA", BLUE), (1, "GAS", RED), (2, "SAM", BLUE)]


def test_sa_201_a_round_passes_into_the_next() -> None:
    """SA-201"""
    assert make_play(AT_HOME, "GAS").red("end").story == story_text("""
        SA-701 TurnEnded who=GAS
        SA-201 RoundEnded number=1 last=false
        SA-201 RoundBegan number=2
        SA-202 TurnBegan who=SAM
        SA-210 CardDrawn seat=0 card=ALA01
    """)


def test_sa_202_the_steps_come_in_their_order() -> None:
    """SA-202: counters, the VP space, the draw; there is nobody to return."""
    play = make_play(ARIEL_ON_GOLD, "SAM", statuses={"ARI": {"immobilized": 1}}).blue("end")
    assert play.story == story_text("""
        SA-701 TurnEnded who=SAM
        SA-202 TurnBegan who=ARI
        SA-203 StatusCounterRemoved who=ARI status=immobilized left=0
        SA-206 VictoryPointsGained team=1 points=1 total=1
        SA-210 CardDrawn seat=1 card=ARI05
    """)


def test_sa_203_a_counter_leaves_every_tile_of_the_active_character() -> None:
    """SA-203: an empty tile goes back to the supply; nobody else's tiles are touched."""
    play = make_play(
        AT_HOME,
        "SAM",
        statuses={
            "ARI": {"stealthy": 1, "immobilized": 3},
            "GAS": {"stealthy": 1},
            "SAM": {"magic_broom": 2},
        },
    )
    play.blue("end")
    assert play.statuses("ARI") == {"immobilized": 2}
    assert play.statuses("GAS") == {"stealthy": 1}
    assert play.statuses("SAM") == {"magic_broom": 2}


def test_sa_205_brooms_that_leave_with_a_knock_out_trigger_nothing() -> None:
    """SA-205: only the removal in step 1 triggers."""
    face_to_face = AT_HOME.replace("GAS ARI", "GAS SAM").replace("SAM ALA", " .  ALA")
    statuses = {"SAM": {"magic_broom": 3}}
    play = make_play(face_to_face, "GAS", hp={"SAM": 2}, statuses=statuses).red("attack:SAM")
    assert play.statuses("SAM") == {}
    assert not any(isinstance(fact.event, CardsLookedAt) for fact in play.facts)


# -- step 2 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("space", ["b4", "d4", "f4"])
def test_sa_206_each_golden_space_is_worth_1(space: str) -> None:
    """SA-206: there are three, and the turn has to begin on one."""
    play = make_play(AT_HOME, "SAM")
    figures = {**play.board.figures, "ARI": replace(play.board.figures["ARI"], at=space)}
    play.position = replace(play.position, board=replace(play.board, figures=figures))
    assert play.blue("end").board.points == (0, 1)


def test_sa_206_standing_there_in_anothers_turn_earns_nothing() -> None:
    """SA-206"""
    assert make_play(ARIEL_ON_GOLD, "ARI").red("end").board.points == (0, 0)


# -- step 3 ------------------------------------------------------------------------------------------


def test_sa_207_a_knocked_out_character_comes_back_where_its_summoner_says() -> None:
    """SA-207: on a free back-row space of either end, with its starting HP."""
    play = make_play(ARIEL_OUT, "SAM").blue("end")
    assert (play.asked.seat, play.asked.prompt, play.asked.about) == (RED, "return", "ARI")
    assert play.options == {"a7", "c7", "d7", "d1", "g1"}
    play.red("g1")
    assert play.story == story_text("""
        SA-701 TurnEnded who=SAM
        SA-202 TurnBegan who=ARI
        SA-207 CharacterReturned who=ARI at=g1 hp=8
        SA-210 CardDrawn seat=1 card=ARI05
    """)


def test_sa_207_it_then_plays_the_whole_turn() -> None:
    """SA-207"""
    play = make_play(ARIEL_OUT, "SAM").blue("end").red("g1")
    assert play.board.phases == {"movement": 1, "action": 1}
    assert "attack:ALA" in play.options
    assert "move:g2" in play.options


def test_sa_207_with_every_back_row_taken_it_comes_back_as_near_as_can_be() -> None:
    """SA-207: the house board has more back-row spaces than chapter 1 has figures; this one has two."""
    board: Board = make_play(ARIEL_OUT, "SAM").board
    known = book()
    crowded = replace(known, arena=replace(known.arena, stars=(("e1",), ("b7",))))
    assert set(return_spaces(board, crowded)) == {"a7", "c7", "b6", "c6", "d1", "d2", "e2"}


def test_sa_209_coming_back_is_no_move_and_brings_no_counters() -> None:
    """SA-209: the standard movement is still to come."""
    play = make_play(ARIEL_OUT, "SAM").blue("end").red("d7")
    assert not any(isinstance(fact.event, CharacterMoved) for fact in play.facts)
    assert play.statuses("ARI") == {}
    assert play.offers("move")


# -- step 4 ------------------------------------------------------------------------------------------


def test_sa_210_the_top_card_is_drawn() -> None:
    """SA-210"""
    play = make_play(AT_HOME, "SAM", red="GAS01", red_deck="ARI09 GAS02").blue("end")
    assert play.cards(RED).hand == ("GAS01", "ARI09")
    assert play.cards(RED).deck == ("GAS02",)


def test_sa_210_with_an_empty_deck_the_draw_is_skipped_and_the_turn_goes_on() -> None:
    """SA-210, SA-703"""
    play = make_play(AT_HOME, "SAM", red_deck="").blue("end")
    assert play.story == story_text("""
        SA-701 TurnEnded who=SAM
        SA-202 TurnBegan who=ARI
        SA-210 DrawSkipped seat=1
        SA-703 FinalRoundCalled
    """)
    assert play.asked.about == "ARI"
