"""What is remembered of the cards of a Realm follows from them, its locks and shifts, and nothing else."""

from __future__ import annotations

import pytest

from domain.villainous.board import Pile, Realm
from domain.villainous.play import fights
from domain.villainous.play.strength import strength_of
from domain.villainous.villains.prince_john.script import has_fight
from tests.villainous.matches import GAMES, play
from tests.villainous.play import BOOK


def bare(mine: Realm) -> Realm:
    """The same cards, locks and shifts in a Realm where nothing is known yet, and nothing else is there."""
    shifts = {"shifts": mine.shifts, "shifted": mine.shifted}
    return Realm(mine.who, "", Pile(()), Pile(()), mine.locked, cards=dict(mine.cards), **shifts)  # type: ignore[arg-type]


@pytest.mark.parametrize(("seed", "seats"), GAMES)
def test_strengths_and_fights_follow_from_cards_locks_and_shifts(seed: int, seats: int) -> None:
    for step in play(seed, seats)[seats::5]:
        for mine in step.after.position.board.realms:
            for card in mine.cards:
                assert strength_of(mine, BOOK, card) == strength_of(bare(mine), BOOK, card)
            for reads in (fights.defeatable_heroes, fights.vanquishable_heroes, has_fight):
                assert reads(mine, BOOK) == reads(bare(mine), BOOK)
