"""Positions by chance: what is accepted as a study can be played on from, whatever is answered."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import cast

import pytest
from msgspec.structs import replace

from domain import chance, decider, villainous
from domain.decider import Position, Unplayable
from domain.model import Answered
from domain.villainous.board import Board, InPlay, Realm
from domain.villainous.facts import Form
from domain.villainous.play import layout
from tests.villainous.matches import GAMES, play, some_answer
from tests.villainous.play import BOOK, RULES

FORMS = ("", "", "", "hypnotized", "wicket", "shrunken", "enlarged", "held")


def boards(luck: random.Random) -> Iterator[Board]:
    """Boards of matches played by chance, each after a few changes by chance."""
    for seed, seats in GAMES[:10]:
        resting = [step.after.position for step in play(seed, seats) if step.after.position.running is None]
        for position in luck.sample(resting, 12):
            if position.board.stage in ("move", "act"):
                board = position.board
                for _ in range(luck.randint(1, 3)):
                    board = changed(board, luck)
                yield board


def changed(board: Board, luck: random.Random) -> Board:
    """The board with one Realm as it may never have been."""
    seat = luck.randrange(len(board.realms))
    realms = list(board.realms)
    realms[seat] = luck.choice((locked, moved, hung, turned, brought))(realms[seat], luck)
    return replace(board, realms=tuple(realms))


def locked(mine: Realm, luck: random.Random) -> Realm:
    places = layout.locations(mine, BOOK)
    return replace(mine, locked=tuple(luck.sample(places, luck.randint(0, 3))))


def moved(mine: Realm, luck: random.Random) -> Realm:
    return _with(mine, luck, InPlay(luck.choice(layout.locations(mine, BOOK))))


def hung(mine: Realm, luck: random.Random) -> Realm:
    return _with(mine, luck, InPlay(on=luck.choice(list(mine.cards)))) if mine.cards else mine


def turned(mine: Realm, luck: random.Random) -> Realm:
    places = layout.locations(mine, BOOK)
    form = cast(Form, luck.choice(FORMS))
    return _with(mine, luck, InPlay(luck.choice(places), form=form, beside=luck.choice(("", *places))))


def brought(mine: Realm, luck: random.Random) -> Realm:
    """A card of the hand, whatever it is, lies in the Realm."""
    if not mine.hand:
        return mine
    card = luck.choice(mine.hand)
    cards = {**mine.cards, card: InPlay(luck.choice(layout.locations(mine, BOOK)))}
    return replace(mine, hand=tuple(other for other in mine.hand if other != card), cards=cards)


def _with(mine: Realm, luck: random.Random, where: InPlay) -> Realm:
    if not mine.cards:
        return mine
    card = luck.choice(list(mine.cards))
    return replace(mine, cards={**mine.cards, card: replace(where, power=mine.cards[card].power)})


@pytest.mark.parametrize("seed", range(3))
def test_what_is_accepted_has_options_and_each_of_them_can_be_answered(seed: int) -> None:
    luck = random.Random(seed)
    accepted = refused = 0
    for board in boards(luck):
        text = villainous.write_position(board)
        try:
            position = Position(RULES.load_study(text).board)
        except Unplayable:
            refused += 1
            continue
        accepted += 1
        question = decider.open_question(RULES, position)
        assert question is not None
        assert question.options, text
        for option in question.options:
            resolved(position, option, luck)
    assert accepted > 10
    assert refused > 10


def resolved(position: Position[Board], option: str, luck: random.Random) -> None:
    """Answers with *option*, and by chance what is asked then, until nothing is under way."""
    fate = chance.chance_by_fact(b"dice")
    position = decider.decide(RULES, position, Answered(position.board.seat, (option,)), fate).position
    while (question := position.pending) is not None:
        answered = Answered(question.seat, some_answer(luck, question))
        position = decider.decide(RULES, position, answered, fate).position
    assert position.running is None
