"""The board as text, as people see it on the command line."""

from __future__ import annotations

from inspect import cleandoc

from domain import arena

from .play import book, make_play

IN_THE_THICK = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM  .   .   .
       .   .   .   .   .
         .   .   .   .
"""


def test_a_board_is_drawn_as_it_lies_on_the_table() -> None:
    play = make_play(
        IN_THE_THICK,
        "GAS",
        red="GAS05 ARI01",
        hp={"GAS": 7},
        statuses={"GAS": {"immobilized": 2}},
        points=(3, 9),
        final=True,
    )
    assert arena.draw_board(play.board, book()) == cleandoc("""
        Round 1, the last
                  a7*    b7*    c7*    d7*
               a6.    b6.    c6.    d6.    e6.
           a5.    b5.    c5.    d5.ARI e5.    f5.
        a4.    b4o    c4.    d4oGAS e4.    f4o    g4.
           b3.    c3.    d3.SAM e3.    f3.    g3.
               c2.    d2.    e2.    f2.    g2.
                  d1*    e1*    f1*    g1*

          SAM Blue d3, 8/8 HP
          ARI Red  d5, 8/8 HP
          ALA Blue out of the Arena, 0/9 HP
        > GAS Red  d4, 7/10 HP, immobilized 2

        Blue: 3 VP, deck 3, discards 0, banished 0, hand none
        Red: 9 VP, deck 3, discards 0, banished 0, hand GAS05 ARI01
    """)


def test_what_a_viewer_may_not_see_is_drawn_face_down() -> None:
    play = make_play(IN_THE_THICK, "GAS", red="GAS05 ARI01")
    seen = play.rules.redact_board(play.board, play.rules.seat_viewer(play.board, 0))
    assert "hand ?? ??" in arena.draw_board(seen, book())
