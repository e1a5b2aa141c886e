"""Nothing hidden leaks: not by what is shown, and not by whether somebody is asked."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from domain import chance, decider, table
from domain.decider import Position
from domain.model import Answered, Asked, Seat
from domain.villainous.board import Board, Pile
from tests.villainous.matches import GAMES, named_in, open_to, play, some_answer
from tests.villainous.play import RULES, plain

every_match = pytest.mark.parametrize(("seed", "seats"), GAMES)


@every_match
def test_what_is_hidden_is_in_nobody_elses_scene_or_facts(seed: int, seats: int) -> None:
    for step in play(seed, seats):
        match = step.after
        for viewer in table.all_viewers(RULES, match):
            scene = plain(table.make_scene(RULES, match, viewer)).replace(
                plain(match.position.board.rulings), ""
            )
            assert named_in(scene) <= open_to(match.position, viewer)
        match = step.before
        known = {viewer: open_to(match.position, viewer) for viewer in table.all_viewers(RULES, match)}
        for fact in step.facts:
            match = table.evolve(RULES, match, fact)
            for viewer, before in known.items():
                known[viewer] = open_to(match.position, viewer)
                event = table.redact_fact(RULES, fact, viewer).event
                assert named_in(event) <= before | known[viewer], event


@every_match
def test_who_may_see_the_options_may_see_all_that_could_be_thought_of(seed: int, seats: int) -> None:
    for step in play(seed, seats)[seats::3]:
        match = step.after
        question = table.open_question(RULES, match)
        if question is not None:
            listed = RULES.candidate_picks(match.position.board, question)
            for viewer in table.all_viewers(RULES, match):
                if decider.redact_question(question, viewer).options:
                    assert named_in(listed) <= open_to(match.position, viewer), question


DEEP = 8
"""So far down a deck nobody digs in one effect."""


def with_another_hand(board: Board, seat: Seat) -> Board | None:
    """The same board to everybody else: the hand is swapped for the bottom of the deck, if it is hidden."""
    mine = board.realms[seat]
    many, deck = len(mine.hand), mine.villain.deck
    if mine.exposed or not many or len(deck) < many + DEEP:
        return None
    swapped = replace(
        mine, hand=deck[-many:], villain=Pile(deck[:-many] + mine.hand, mine.villain.discard)
    )  # fmt: skip
    return replace(board, realms=(*board.realms[:seat], swapped, *board.realms[seat + 1 :]))


def outline(event: object) -> object:
    """What happened, without the cards it is about."""
    if isinstance(event, Asked):
        return event.seat, event.prompt, event.least, event.most, event.sight
    return type(event).__name__, getattr(event, "seat", None)


def in_order(asked: Asked, seq: int) -> Answered:
    return chance.chance_answer(asked.options[: asked.least])


def outlines(luck: random.Random, twins: list[Position[Board]]) -> Iterator[list[list[object]]]:
    """Plays an effect through in both, with answers that both allow, and yields what can be seen of each."""
    while True:
        one, two = (decider.open_question(RULES, twin) for twin in twins)
        yield [[outline(one)], [outline(two)]]
        if one is None or two is None:
            return
        both = tuple(option for option in one.options if option in two.options)
        if len(both) < max(one.least, 1):
            return
        answer = Answered(
            one.seat, some_answer(luck, replace(one, options=both, most=min(one.most, len(both))))
        )
        decisions = [decider.decide(RULES, twin, answer, in_order) for twin in twins]
        yield [[outline(fact.event) for fact in decision.facts] for decision in decisions]
        twins = [decision.position for decision in decisions]
        if twins[0].running is None:
            return


@every_match
def test_what_a_hand_holds_changes_nothing_that_the_others_see(seed: int, seats: int) -> None:
    """Who is asked, and for what, and when a turn ends: all of it follows from what lies open."""
    luck = random.Random(seed)
    for step in play(seed, seats)[seats::4]:
        position = step.after.position
        if position.running is None:
            for seat in range(seats):
                twin = with_another_hand(position.board, seat)
                if twin is not None:
                    for one, other in outlines(luck, [position, Position(twin, position.seq)]):
                        assert one == other
