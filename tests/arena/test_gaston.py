"""Gaston's cards."""

from __future__ import annotations

from .play import given, told

FACE_TO_FACE = """
         .   .   .   .
       .   .   .   .   .
     .   .  ARI  .   .   .
   .   .  GAS  .   .   .   .
     .   .  SAM ALA  .   .
       .   .   .   .   .
         .   .   .   .
"""


def test_shove_deals_3_and_then_moves_the_rival_up_to_2() -> None:
    play = given(FACE_TO_FACE, "GAS", red="GAS05")
    play.red("play:GAS05")
    assert play.asked.prompt == "target"
    assert play.options == {"SAM", "ALA"}
    play.red("SAM")
    assert play.asked.prompt == "where"
    play.red("d1")
    assert play.story == told("""
        GAS05.1 DamageDealt who=SAM by=GAS damage=3 hp=5
    """)
