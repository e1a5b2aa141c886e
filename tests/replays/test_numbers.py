"""Numbers that stand on no board are the sum of their parts: Strength, Costs, the damage of an attack."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, Literal

import pytest
from hypothesis import given as forall
from hypothesis import strategies as st

from domain import arena, villainous
from domain.arena.facts import (
    CharacterMoved,
    DamageDealt,
    HealthRecovered,
    VictoryPointsGained,
    VictoryPointsLost,
)
from domain.breakdown import trace_fact
from domain.model import Event
from domain.villainous.facts import CardPlayed, PowerPaid
from domain.villainous.play.strength import strength_of
from tests.arena.matches import Setting
from tests.examples import examples
from tests.villainous.matches import GAMES

from .watched import at_the_arena, at_villainous


@pytest.mark.parametrize(("seed", "seats"), GAMES[::4])
def test_strength_is_the_sum_of_its_parts_for_every_viewer(seed: int, seats: int) -> None:
    """VI-105"""
    match = at_villainous(seed, seats)
    reckoned = 0
    for seq in range(1, len(match.film), 97):
        board = match.film.at(seq).position.board
        book = match.film.rules.book.with_rulings(board.rulings)
        for viewer in match.viewers:
            seen = match.film.rules.redact_board(board, viewer)
            for mine in board.realms:
                for card in mine.cards:
                    parts = villainous.break_down_number(seen, book, f"strength:{card}")
                    if parts is not None:
                        assert sum(part.amount for part in parts) == strength_of(mine, book, card)
                        assert all(part.amount for part in parts)
                        reckoned += len(parts) > 1
    assert reckoned


@pytest.mark.parametrize(("seed", "seats"), GAMES[::4])
def test_a_cost_is_the_sum_of_its_parts(seed: int, seats: int) -> None:
    """VI-042: what was paid is what had been reckoned."""
    match = at_villainous(seed, seats)
    paid = 0
    for fact, then in pairwise(match.film.facts):
        event, played = fact.event, then.event
        if fact.rule == "VI-042" and isinstance(event, PowerPaid) and isinstance(played, CardPlayed):
            before = match.film.at(fact.seq - 1).position.board
            spot = played.at or played.on
            what = f"cost:{played.card}:{spot}" if spot else f"cost:{played.card}"
            parts = villainous.break_down_number(before, match.film.rules.book, what)
            assert parts is not None
            if not played.aim:
                assert sum(part.amount for part in parts) == event.amount
                paid += 1
    assert paid


@forall(st.integers(0, 2**32), st.sampled_from([1, 2, 3, 4]))
@examples(3)
def test_a_standard_attack_deals_the_sum_of_its_parts(seed: int, chapter: Literal[1, 2, 3, 4]) -> None:
    """SA-307, SA-506, SA-508, and SA-509 for whoever is hit."""
    match = at_the_arena(seed, Setting(chapter))
    for fact in match.film.facts:
        if fact.rule == "SA-307" and isinstance(fact.event, DamageDealt):
            board = match.film.at(fact.seq - 1).position.board
            parts = arena.break_down_number(board, match.film.rules.book, f"attack:{fact.event.by}")
            assert parts is not None
            tough = "tough" in board.figures[fact.event.who].statuses
            assert fact.event.damage == sum(part.amount for part in parts) - tough


TOLD: dict[type[Event], Callable[[Any], int]] = {
    DamageDealt: lambda event: event.damage,
    HealthRecovered: lambda event: event.amount,
    VictoryPointsGained: lambda event: event.points,
    VictoryPointsLost: lambda event: event.points,
    CharacterMoved: lambda event: len(event.path) - 1,
}
"""The numbers that facts of Sorcerer's Arena tell and that are sums."""


@forall(st.integers(0, 2**32), st.sampled_from([1, 2, 3, 4]))
@examples(3)
def test_every_number_that_a_fact_tells_is_the_sum_of_its_parts(
    seed: int, chapter: Literal[1, 2, 3, 4]
) -> None:
    """SA-206, SA-303, SA-307, SA-408, SA-502, SA-602, SA-605, and what cards, skills and abilities say."""
    film = at_the_arena(seed, Setting(chapter)).film
    for fact in film.facts:
        if type(fact.event) in TOLD:
            running = film.at(fact.seq).position.running
            assert running is not None
            around = trace_fact(film.rules, running)
            parts = arena.break_down_fact(film.at(fact.seq - 1).position.board, film.rules.book, fact, around)
            assert parts
            assert TOLD[type(fact.event)](fact.event) == sum(part.amount for part in parts)
