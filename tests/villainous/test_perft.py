"""How many ways to answer there are, to a depth: a change of any rule moves one of these numbers."""

from __future__ import annotations

from itertools import permutations
from math import perm

import pytest

from domain import chance, decider
from domain.decider import Position
from domain.model import Answered, Asked, Picks
from domain.villainous.board import Board, Realm

from .play import RULES, Match, sits

HOOK = sits(
    "captain-hook",
    "skull-rock",
    """
        jolly-roger: wendy / boarding-party-1
        mermaid-lagoon: peter-pan / pirate-brute-1 +cutlass-1, cannon-1
    """,
    power=3,
    hand="aye-aye-1 swashbuckler-1 hooks-case-1 scare-1",
    fate="john michael taunt-1",
    unlocked=True,
)
JAFAR = sits(
    "jafar",
    "agrabah",
    """
        sultans-palace: sultan ~hypnotized / magic-lamp
        oasis: abu +scimitar-1 / iago, hourglass-1
        cave: genie
    """,
    power=4,
    hand="hypnotize-1 sacrifice-1 sorcerous-power-1 palace-guard-1",
    unlocked=True,
)
MALEFICENT = sits(
    "maleficent",
    "castle",
    """
        cottage: fauna / dreamless-sleep-1, raven
        forest: prince-phillip / savage-goon-1, staff
    """,
    power=4,
    hand="dragon-form-1 vanish-1 green-fire-1 sinister-goon-1",
)
JOHN = sits(
    "prince-john",
    "jail",
    """
        church: alan-a-dale / rhino-guards-1 +bow-and-arrows-1
        nottingham: maid-marian *2 / wolf-archers-1
    """,
    power=3,
    hand="imprison-1 set-a-trap-1 warrant-1 intimidation",
    fate="toby robin-hood",
)
QUEEN = sits(
    "queen-of-hearts",
    "courtyard",
    """
        hedge-maze: alice ~shrunken / club-guard-1, the-king
        tulgey-wood: dodo ~enlarged &white-rabbits-house / heart-guard-1 ~wicket
    """,
    power=4,
    hand="off-with-your-head-1 smaller-1 spear-1 spade-guard-1",
)
URSULA = sits(
    "ursula",
    "lair",
    """
        lair: / flotsam, ursulas-cauldron
        ship: eric +contract-shore-1
        shore: flounder, king-triton / crown
    """,
    power=4,
    hand="whirlpool-1 change-form-1 contract-ship-1 contract-lair",
)
OTHER = sits(
    "prince-john", "church", "nottingham: toby", power=2, hand="greed-1 taxes-1", fate="skippy friar-tuck"
)
LIKE = sits("maleficent", "castle", "forest: fauna", power=2, hand="malice-1 vanish-1", fate="flora guards-1")
"""Who sits opposite; the latter of Prince John."""


def perft(position: Position[Board], depth: int) -> int:
    """The number of ways to answer *depth* questions in a row; picks in another order are another way."""
    question = decider.open_question(RULES, position)
    if question is None:
        return 0
    if depth == 1:
        sizes = range(question.least, question.most + 1)
        return sum(perm(len(question.options), size) for size in sizes)
    return sum(
        perft(decider.decide(RULES, position, Answered(question.seat, picks), in_order).position, depth - 1)
        for picks in ways(question)
    )


def ways(question: Asked) -> list[Picks]:
    return [
        picks
        for size in range(question.least, question.most + 1)
        for picks in permutations(question.options, size)
    ]


def in_order(asked: Asked, seq: int) -> Answered:
    return chance.chance_answer(asked.options[: asked.least])


@pytest.mark.parametrize(
    ("mine", "counts"),
    [
        (HOOK, [3, 20, 67, 215]),
        (JAFAR, [3, 23, 76, 261]),
        (MALEFICENT, [3, 23, 148, 496]),
        (JOHN, [3, 21, 122, 504]),
        (QUEEN, [3, 6, 30, 220]),
        (URSULA, [2, 9, 86, 197]),
    ],
    ids=lambda value: value.who if isinstance(value, Realm) else "",
)
def test_the_number_of_ways_to_answer(mine: Realm, counts: list[int]) -> None:
    stand = Match(mine, LIKE if mine.who == "prince-john" else OTHER).position
    assert [perft(stand, depth) for depth in (1, 2, 3, 4)] == counts


# -- the same numbers, counted from what is printed --------------------------------------------------

END = 1


def test_a_plain_turn_offers_what_its_locations_show() -> None:
    """VI-021, VI-023, VI-042: three locations to go to, a card that costs nothing and one that costs 1."""
    stand = Match(sits("prince-john", "church", power=1, hand="taxes-1 warrant-1"), LIKE).position
    assert perft(stand, 1) == 3
    gain, discard, fate, cards = 1, 1, 1, 2
    sherwood = gain + discard + cards + fate + END
    nottingham = fate + gain + cards + END
    jail = gain + cards + discard + END
    assert perft(stand, 2) == sherwood + nottingham + jail
