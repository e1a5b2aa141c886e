"""Whole matches, played at random: for what has to hold in every one of them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from domain import table, villainous
from domain.chance import seed_commitment
from domain.decider import Position
from domain.model import CHANCE, Answered, Asked, Fact, Picks, Viewer
from domain.table import Match, MatchOpened, SeatClaimed
from domain.villainous.board import Board
from tests.villainous.play import BOOK, RULES, plain

CARDS = frozenset(BOOK.cards)
VILLAINS = villainous.list_characters(BOOK)

GAMES = [*((seed, 2 + seed % 5) for seed in range(15)), (17, 2)]
"""The matches that are looked at: a seed, and how many play. Seed by seed the Villains change seats.

The last of them is won, which few are that are left to chance.
"""


class Step(NamedTuple):
    """One command of a match: where it stood, what was appended, and where it stood then."""

    before: Match[Board]
    facts: list[Fact]
    after: Match[Board]


def opened(seed: int, seats: int) -> list[Fact]:
    """The first fact of a match."""
    turned = seed % len(VILLAINS)
    options = {"villains": (VILLAINS[turned:] + VILLAINS[:turned])[:seats]}
    secret = f"seed {seed}"
    pins = ("villainous", villainous.VERSION, options, seats, "digest", seed_commitment(secret), 0)
    return table.open_match(MatchOpened(*pins, seed=secret))


@cache
def play(seed: int, seats: int) -> tuple[Step, ...]:
    """Plays a match at random, up to 300 answers; the players prefer doing something to ending."""
    return tuple(_play(seed, seats))


def _play(seed: int, seats: int) -> Iterator[Step]:
    luck = random.Random(seed)
    match = table.fold(RULES, opened(seed, seats))
    for seat in range(seats):
        claimed = SeatClaimed(seat, f"player {seat}", f"nonce {seat}", 0)
        following = table.claim_seat(RULES, match, claimed).facts
        before, match = match, table.fold(RULES, following, match)
        yield Step(before, following, match)
    for _ in range(300):
        question = table.open_question(RULES, match)
        if question is None:
            return
        answered = Answered(question.seat, some_answer(luck, question))
        following = table.answer_question(RULES, match, answered).facts
        before, match = match, table.fold(RULES, following, match)
        yield Step(before, following, match)


def some_answer(luck: random.Random, question: Asked) -> Picks:
    """An answer by chance, with as little ending as can be."""
    options = [option for option in question.options if option != "end"] or list(question.options)
    least = min(len(options), max(question.least, min(1, question.most)))
    return tuple(luck.sample(options, luck.randint(least, min(len(options), question.most))))


def log(seed: int, seats: int) -> list[Fact]:
    """All facts of a match."""
    return opened(seed, seats) + [fact for step in play(seed, seats) for fact in step.facts]


def boards(step: Step) -> Iterator[tuple[Board, Fact, Board]]:
    """The board before and after every single fact of a step."""
    match = step.before
    for fact in step.facts:
        now = table.evolve(RULES, match, fact)
        yield match.position.board, fact, now.position.board
        match = now


def owned(board: Board) -> list[str]:
    """Every card, wherever it is."""
    return sorted(
        card
        for mine in board.realms
        for cards in (
            mine.hand, mine.opened, mine.looked, mine.cards,
            mine.villain.deck, mine.villain.discard, mine.fate.deck, mine.fate.discard,
        )
        for card in cards
    )  # fmt: skip


def open_to(position: Position[Board], viewer: Viewer) -> set[str]:
    """The cards that *viewer* may know the place of: those it can see, and those a player has just named."""
    known: set[str] = set()
    for seat, mine in enumerate(position.board.realms):
        known |= {*mine.cards, *mine.opened, *mine.villain.discard, *mine.fate.discard}
        known |= {*mine.lasting, *mine.lapsed}
        if seat in viewer.shares or mine.exposed:
            known |= {*mine.hand}
        if seat in viewer.shares:
            known |= {*mine.looked}
        if CHANCE in viewer.shares:
            known |= {*mine.villain.deck, *mine.fate.deck}
    if position.running is not None:
        for fact in position.running.facts:
            if isinstance(fact.event, Answered) and not fact.event.secret:
                known |= named_in(fact.event)
    return known


def named_in(value: object) -> frozenset[str]:
    """The cards that *value* names, alone or within an option such as `play:greed-1`."""
    return _named_in(plain(value))


@lru_cache(1000)  # the same is often shown to one after the other
def _named_in(text: str) -> frozenset[str]:
    return frozenset(word for word in re.split(r"[^a-z0-9-]+", text) if word in CARDS)
