"""What a hand holds changes nothing that the others see: twins of a match that differ in what is hidden."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from hypothesis import given as forall
from hypothesis import strategies as st
from msgspec.structs import replace

from domain import chance, decider
from domain.arena.board import Board
from domain.decider import Position
from domain.model import Answered, Asked, Seat
from tests.examples import examples

from .matches import RULES, SETTINGS, Setting, some_answer, whole_match
from .play import BLUE, Play, book, make_play

DEEP = 6
"""So far down a deck nobody looks or draws in one effect."""


def with_another_hand(board: Board, seat: Seat) -> Board | None:
    """The same board to everybody else: cards of the hand are swapped for those at the bottom of the deck."""
    mine = board.summoners[seat]
    many = len(mine.hand)
    if not many or len(mine.deck) < many + DEEP:
        return None
    swapped = replace(mine, hand=mine.deck[-many:], deck=mine.deck[:-many] + mine.hand)
    return replace(board, summoners=(*board.summoners[:seat], swapped, *board.summoners[seat + 1 :]))


def outline(event: object) -> object:
    """What happened, without the cards it is about."""
    if isinstance(event, Asked):
        return event.seat, event.prompt, event.least, event.most, event.sight
    return type(event).__name__, getattr(event, "seat", None)


def gears_in_sight(board: Board) -> list[Counter[str]]:
    """The gears on the discard piles, which decide about upgrades (SA-802)."""
    cards = RULES.book.cards
    return [
        Counter(gear for card in summoner.discards if (gear := cards[card].printed.gear))
        for summoner in board.summoners
    ]


def in_order(asked: Asked, seq: int) -> Answered:
    return chance.chance_answer(asked.options[: asked.least])


def outlines(luck: random.Random, twins: list[Position[Board]]) -> Iterator[list[list[object]]]:
    """Plays an effect through in both, and yields what can be seen of each.

    The answers are such as both allow; where cards of the hand are asked for, each answers with its own.
    """
    while True:
        one, two = (decider.open_question(RULES, twin) for twin in twins)
        yield [[outline(one)], [outline(two)]]
        if one is None or two is None:
            return
        both = tuple(option for option in one.options if option in two.options)
        if len(both) >= max(one.least, 1):
            picks = some_answer(luck, replace(one, options=both, most=min(one.most, len(both))))
            answers = [picks, picks]
        elif one.prompt in ("boost", "cost", "pay", "discard", "discard-for", "banish"):
            answers = [question.options[: question.least] for question in (one, two)]
        else:
            return
        decisions = [
            decider.decide(RULES, twin, Answered(one.seat, picks), in_order)
            for twin, picks in zip(twins, answers, strict=True)
        ]
        open_gears = [gears_in_sight(decision.position.board) for decision in decisions]
        if open_gears[0] != open_gears[1]:  # each discarded a card of its own: what follows, all can see
            yield [[outline(fact.event) for fact in decision.facts[:2]] for decision in decisions]
            return
        yield [[outline(fact.event) for fact in decision.facts] for decision in decisions]
        twins = [decision.position for decision in decisions]
        if twins[0].running is None:
            return


@forall(st.integers(0, 2**32), st.sampled_from(SETTINGS))
@examples(8)
def test_what_a_hand_holds_changes_nothing_that_the_others_see(seed: int, setting: Setting) -> None:
    """Who is asked, and for what, and when a turn ends: all of it follows from what lies open."""
    luck = random.Random(seed)
    for step in whole_match(seed, setting)[1][::5]:
        position = step.after.position
        if position.running is None and step.after.ended is None and position.board.stage == "play":
            for seat in range(len(position.board.summoners)):
                twin = with_another_hand(position.board, seat)
                if twin is not None:
                    for one, other in outlines(luck, [position, Position(twin, position.seq)]):
                        assert one == other


ALONE = """
    .   .   .   .
  .   .   .   .   .
.   .   .   .   .   .
SAM .   .   .   .   .   .
  .   .   .   .   .   .
    .   .   .   .   .
      .   .   .   .
"""


def boosting(hand: str, version: int = 3) -> Play:
    """SAM goes one space further, for a card of this hand."""
    printed = replace(book(), version=version)
    return make_play(ALONE, "SAM", chapter=2, blue=hand, printed=printed).blue("move+:d4")


def test_sa_305_who_holds_but_one_card_that_fits_is_asked_all_the_same() -> None:
    """SA-305: else everybody would know that the rest of the hand is no Movement card."""
    play = boosting("ALA01 SAM05")
    assert (play.asked.prompt, play.options) == ("boost", {"ALA01"})
    assert play.blue("ALA01").cards(BLUE).discards == ("ALA01",)


def test_the_only_card_in_hand_is_discarded_at_once() -> None:
    """SA-305: that it is this one, everybody can see."""
    assert boosting("ALA01").cards(BLUE).discards == ("ALA01",)


def test_matches_of_earlier_versions_go_on_as_they_began() -> None:
    assert boosting("ALA01 SAM05", version=2).cards(BLUE).discards == ("ALA01",)
