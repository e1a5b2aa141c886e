"""How many ways to answer there are, to a depth: a change of any rule moves one of these numbers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from math import perm

import pytest

from domain import core
from domain.arena.board import Board
from domain.core import Position
from domain.words import Answered, Asked, Picks

from .matches import RULES, core_chance
from .play import Play, book, given, opening

MELEE = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .   .   .   .   .
         .   .   .   .
"""
AMBUSH = """
         .   .   .   .
       .   .   .   .   .
     .   .   .   .   .   .
   .  SAM  .  GAS ALA  .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .   .   .   .
"""


def first_turn() -> Play:
    """Everyone at home, Mickey with the first 7 cards of his deck."""
    return opening().blue("e1").red("b7")


def melee() -> Play:
    """Gaston among rivals, with a blow for all of them, a shove, and both banners."""
    return given(MELEE, "GAS", red="GAS05 GAS09 GAS04 ARI01", blue="SAM05 ALA06")


def ambush() -> Play:
    """Aladdin, Immobilized, beside a Stealthy Gaston; Ariel is out and comes back next round."""
    statuses = {"ALA": {"immobilized": 2}, "GAS": {"stealthy": 2}}
    return given(AMBUSH, "ALA", blue="ALA05 ALA07 SAM01", red="GAS08", statuses=statuses, hp={"GAS": 3})


def perft(position: Position[Board], depth: int) -> int:
    """The number of ways to answer *depth* questions in a row; picks in another order are another way."""
    question = core.asked(RULES, position)
    if question is None:
        return 0
    if depth == 1:
        sizes = range(question.least, question.most + 1)
        return sum(perm(len(question.options), size) for size in sizes)
    return sum(
        perft(core.decide(RULES, position, Answered(question.seat, picks), core_chance).position, depth - 1)
        for picks in ways(question)
    )


def ways(question: Asked) -> list[Picks]:
    return [
        picks
        for size in range(question.least, question.most + 1)
        for picks in permutations(question.options, size)
    ]


@pytest.mark.parametrize(
    ("stand", "counts"),
    [
        (first_turn, [14, 79, 641]),
        (melee, [18, 96, 1336]),
        (ambush, [4, 25, 66]),
    ],
)
def test_the_number_of_ways_to_answer(stand: Callable[[], Play], counts: list[int]) -> None:
    assert [perft(stand().position, depth) for depth in (1, 2, 3)] == counts


# -- the same numbers, counted from what is printed --------------------------------------------------

APART = book().arena.apart
END = 1


def ring(centre: str, steps: int) -> set[str]:
    """The spaces up to so many steps away, over an empty board."""
    return {space for space in book().arena.spaces if 0 < APART[centre][space] <= steps}


def test_a_first_turn_is_a_move_a_card_without_target_or_the_end() -> None:
    moves = len(ring("e1", 2) - {"f1"})
    magical_mobs, errand, steps = 2, 1, 1
    assert perft(first_turn().position, 1) == moves + magical_mobs + errand + steps + END
    after_a_move = magical_mobs + errand + END
    after_a_mob = moves + errand + steps + END
    which_phase, stay, too_many_cards = 2, 1, 7
    assert perft(first_turn().position, 2) == (
        moves * after_a_move + magical_mobs * after_a_mob + which_phase + (moves + stay) + too_many_cards
    )


def test_in_the_melee_two_rivals_cut_off_what_lies_behind_them() -> None:
    behind = {"d2", "e2", "f2"}
    moves = len(ring("d4", 2) - {"d3", "e3", "d5"} - behind)
    attacks, cards = 2, 3
    assert perft(melee().position, 1) == moves + attacks + cards + END


def test_in_the_ambush_every_blow_asks_who_pays() -> None:
    attack, blade, melon = 1, 1, 1
    assert perft(ambush().position, 1) == attack + blade + melon + END
    gastons_moves = len(ring("d4", 2) - {"e4", "b4"} - {"f4"})
    gastons_turn = gastons_moves + 1 + 1 + END
    assert perft(ambush().position, 2) == 3 + 2 + 2 + gastons_turn
