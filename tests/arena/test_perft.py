"""How many ways to answer there are, to a depth: a change of any rule moves one of these numbers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import permutations
from math import perm

import pytest

from domain import decider
from domain.arena.board import Board
from domain.arena.book import Book
from domain.arena.rules import ArenaRules
from domain.decider import Position
from domain.model import Answered, Asked, Picks

from .matches import RULES, by_turns
from .play import Play, book, make_play, opening, reprinted
from .printed import recast, skill

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
    return make_play(MELEE, "GAS", red="GAS05 GAS09 GAS04 ARI01", blue="SAM05 ALA06")


def ambush() -> Play:
    """Aladdin, Immobilized, beside a Stealthy Gaston; Ariel is out and comes back next round."""
    statuses = {"ALA": {"immobilized": 2}, "GAS": {"stealthy": 2}}
    return make_play(AMBUSH, "ALA", blue="ALA05 ALA07 SAM01", red="GAS08", statuses=statuses, hp={"GAS": 3})


# -- with the rules of later chapters, and nothing that may be tuned ---------------------------------

SIX = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI DEM  .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .   .  MAL  .   .
         .   .   .   .
"""
HERE = ("SAM", "ALA", "MAL", "GAS", "ARI", "DEM")
six = partial(make_play, SIX, "SAM", decks="", hp=dict.fromkeys(HERE, 9))
MOST = [skill([{"verb": "give", "status": "strong", "counters": 1, "to": "self"}]),
        skill([{"verb": "deal", "damage": 1, "to": "one rival within 2"}], cost="any")]  # fmt: skip


def plain(skills: list[dict[str, object]]) -> Book:
    """Everyone moves 2 and strikes for 2; Mickey has *skills*, and his upgrade takes a Fire and a Wind."""
    known = book()
    for code in HERE:
        values = {"move": 2, "attack": 2, "skills": skills if code == "SAM" else []}
        known = recast(code, printed=known, start=values, upgraded={**values, "ability": None})
    for card, gear in (("SAM08", "fire"), ("ALA01", "wind"), ("MAL08", "wind")):
        known = reprinted(card, [{"verb": "move", "up_to": 3}], printed=known, gear=gear)
    known = recast("SAM", printed=known, cost={"fire": 1, "wind": 1})
    blow = [{"verb": "deal", "damage": 3, "to": "one rival within 1"}]
    return reprinted("SAM09", blow, printed=known, banner=["action"], types=["attack"])


def boosted() -> Play:
    """Chapter 2: cards for one space and for one damage more; a curse for Gaston."""
    statuses = {"GAS": {"cursed": 2}}
    teams = "SAM ALA MAL / GAS ARI DEM"
    return six(teams=teams, chapter=2, hands="SAM08 SAM09", statuses=statuses, printed=plain([]))


def skilled() -> Play:
    """Chapter 3: a skill for nothing, and one for a card and a target; Ariel taunts."""
    statuses = {"ARI": {"taunt": 2}}
    teams = "SAM ALA MAL / GAS ARI DEM"
    return six(teams=teams, chapter=3, hands="SAM08 SAM09", statuses=statuses, printed=plain(MOST))


def lent() -> Play:
    """Chapter 4, team play: a Wind of the teammate's completes the upgrade."""
    teams = "SAM / GAS ARI / DEM / ALA MAL"
    return six(teams=teams, chapter=4, hands="SAM09", discards="SAM08 ALA01", printed=plain(MOST))


@pytest.mark.parametrize(
    ("stand", "counts"),
    [
        (boosted, [44, 179, 1525]),
        (skilled, [43, 149, 639]),
        (lent, [22, 168, 912]),
    ],
)
def test_the_number_of_ways_to_answer_in_later_chapters(stand: Callable[[], Play], counts: list[int]) -> None:
    play = stand()
    assert [perft(play.position, depth, play.rules) for depth in (1, 2, 3)] == counts


# -- counting ----------------------------------------------------------------------------------------


def perft(position: Position[Board], depth: int, rules: ArenaRules = RULES) -> int:
    """The number of ways to answer *depth* questions in a row; picks in another order are another way."""
    question = decider.open_question(rules, position)
    if question is None:
        return 0
    if depth == 1:
        sizes = range(question.least, question.most + 1)
        return sum(perm(len(question.options), size) for size in sizes)
    return sum(
        perft(
            decider.decide(rules, position, Answered(question.seat, picks), by_turns).position,
            depth - 1,
            rules,
        )
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
        (first_turn, [15, 85, 741]),
        (melee, [19, 105, 1509]),
        (ambush, [5, 30, 103]),
    ],
)
def test_the_number_of_ways_to_answer(stand: Callable[[], Play], counts: list[int]) -> None:
    assert [perft(stand().position, depth) for depth in (1, 2, 3)] == counts


# -- the same numbers, counted from what is printed --------------------------------------------------

APART = book().arena.distances
END = STAY = 1
"""To end the turn; and a standard movement of no space (SA-303)."""


def ring(centre: str, steps: int) -> set[str]:
    """The spaces up to so many steps away, over an empty board."""
    return {space for space in book().arena.spaces if 0 < APART[centre][space] <= steps}


def test_a_first_turn_is_a_move_a_card_without_target_or_the_end() -> None:
    moves = len(ring("e1", 2) - {"f1"})
    magical_mobs, errand, steps = 2, 1, 1
    assert perft(first_turn().position, 1) == moves + STAY + magical_mobs + errand + steps + END
    after_a_move = magical_mobs + errand + END
    after_a_mob = moves + STAY + errand + steps + END
    which_phase, nowhere, too_many_cards = 2, 1, 7
    assert perft(first_turn().position, 2) == (
        (moves + STAY) * after_a_move
        + magical_mobs * after_a_mob
        + which_phase
        + (moves + nowhere)
        + too_many_cards
    )


def test_in_the_melee_two_rivals_cut_off_what_lies_behind_them() -> None:
    behind = {"d2", "e2", "f2"}
    moves = len(ring("d4", 2) - {"d3", "e3", "d5"} - behind)
    attacks, cards = 2, 3
    assert perft(melee().position, 1) == moves + STAY + attacks + cards + END


def test_in_the_ambush_every_blow_asks_who_pays() -> None:
    attack, blade, melon = 1, 1, 1
    assert perft(ambush().position, 1) == STAY + attack + blade + melon + END
    gastons_moves = len(ring("d4", 2) - {"e4", "b4"} - {"f4"})
    gastons_turn = gastons_moves + STAY + 1 + 1 + END
    after_staying = attack + blade + melon + END
    assert perft(ambush().position, 2) == after_staying + 3 + 2 + 2 + gastons_turn


def reach(steps: int) -> set[str]:
    """Where Mickey may end among the six: step by step, never through a rival, never onto an ally."""
    found = {"d3"}
    for _ in range(steps):
        found |= {near for space in found for near in ring(space, 1)} - {"d4", "d5", "e5"}
    return found - {"d3", "e3", "e2"}


def test_a_turn_of_a_later_chapter_counts_what_is_printed() -> None:
    """SA-303, SA-305, SA-308, SA-310, SA-510, SA-802: depth 1, item by item."""
    walks, further = reach(2), reach(3)
    cards, attacks, skills, upgrade = 2, 2, 2, 1
    steps = len(walks) + STAY + len(further) + STAY
    assert perft(boosted().position, 1, boosted().rules) == steps + cards + attacks + END
    cards_that_need_nobody, attacks_past_a_taunt = 1, 0
    assert perft(skilled().position, 1, skilled().rules) == (
        steps + cards_that_need_nobody + attacks_past_a_taunt + skills + END
    )
    assert perft(lent().position, 1, lent().rules) == len(walks) + STAY + 1 + attacks + skills + upgrade + END


def test_a_lent_gear_adds_two_answers() -> None:
    """SA-804: lent or refused; all else is counted without the upgrade."""
    play = lent()
    before = len(play.options)
    play.then("upgrade").then("refuse")
    assert len(play.options) == before - 1
