"""Whole matches and wild positions, played by chance: for what has to hold in every one of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from domain import core, table
from domain.arena.board import Board, Edition, Figure, Options, Summoner
from domain.arena.facts import Status
from domain.arena.rules import ArenaRules
from domain.table import Match, MatchOpened, SeatClaimed
from domain.words import Answered, Asked, Fact, Picks

from .play import BLUE_CARDS, ORDER, RED_CARDS, SIDES, book

RULES = ArenaRules(book())
STATUSES: tuple[Status, ...] = ("immobilized", "magic_broom", "stealthy")


class Step(NamedTuple):
    """A claim or an answer in a match: where the match stood, who said what, and all that followed."""

    before: Match[Any]
    said: SeatClaimed | Answered
    facts: list[Fact]
    after: Match[Any]


def whole_match(seed: int, edition: Edition) -> tuple[list[Fact], list[Step]]:
    """A match from its opening to its end, between two who like to fight."""
    dice = random.Random(seed)
    opened = MatchOpened("arena", 1, {"edition": edition}, 2, "digest", "commitment", 1, seed=f"seed {seed}")
    log = table.open_match(opened)
    match: Match[Any] = table.fold(RULES, log)
    steps: list[Step] = []
    while match.ended is None:
        said: SeatClaimed | Answered
        if not match.full:
            seat = match.players.index(None)
            said = SeatClaimed(seat, f"player {seat}", f"nonce {seat}", 2, token="hash")
            facts = table.claim(RULES, match, said).facts
        else:
            question = table.asked(RULES, match)
            assert question is not None
            said = Answered(question.seat, some_answer(dice, question), at=3)
            facts = table.answer(RULES, match, said).facts
        after = table.fold(RULES, facts, match)
        steps.append(Step(match, said, facts, after))
        log = [*log, *facts]
        match = after
    return log, steps


def some_answer(dice: random.Random, question: Asked) -> Picks:
    """An answer by chance; attacks and cards are dear to it, and ending the turn is not."""
    if question.prompt == "turn":
        weights = [
            {"move": 1, "attack": 12, "play": 6}.get(pick.partition(":")[0], 1) for pick in question.options
        ]
        return tuple(dice.choices(question.options, weights))
    return tuple(dice.sample(question.options, dice.randint(question.least, question.most)))


def wild_board(seed: int, edition: Edition) -> Board:
    """A board that could be: figures anywhere or knocked out, any statuses, the cards in any places."""
    dice = random.Random(seed)
    active = dice.choice(ORDER)
    near = dice.choice([book().arena.spaces, book().arena.around["d4"]])
    spaces = dice.sample(near, len(ORDER))
    figures = {}
    for who, space in zip(ORDER, spaces, strict=True):
        out = who != active and dice.random() < 0.15
        hp = 0 if out else dice.randint(1, book().characters[who].hp)
        tiles = {} if out else {s: dice.randint(1, 3) for s in STATUSES if dice.random() < 0.3}
        figures[who] = Figure(who, SIDES[who], "" if out else space, hp, tiles)
    return Board(
        Options(edition=edition),
        figures,
        (_piles(dice, BLUE_CARDS), _piles(dice, RED_CARDS)),
        ORDER,
        points=(dice.randint(0, 13), dice.randint(0, 13)),
        stage="play",
        round=dice.randint(1, 9),
        active=active,
        phases={"movement": dice.randint(0, 2), "action": 1},
        final=dice.random() < 0.2,
    )


def _piles(dice: random.Random, cards: Sequence[str]) -> Summoner:
    order = dice.sample(cards, len(cards))
    hand = dice.randint(0, 7)
    deck = hand + dice.choice([0, 1, 2, 8])
    discards = min(len(cards), deck + 3)
    return Summoner(
        tuple(order[hand:deck]), tuple(order[:hand]), tuple(order[deck:discards]), tuple(order[discards:])
    )


def wander(board: Board, seed: int, answers: int) -> Iterator[tuple[core.Position[Board], list[Fact]]]:
    """Plays on from *board*, answer by answer: where it stands, and what had just been told."""
    dice = random.Random(seed)
    position: core.Position[Board] = core.Position(board)
    yield position, []
    for _ in range(answers):
        question = core.asked(RULES, position)
        if question is None:
            return
        said = Answered(question.seat, some_answer(dice, question))
        facts, position = core.decide(RULES, position, said, core_chance)
        yield position, facts


def core_chance(asked: Asked, seq: int) -> Picks:
    """Nothing is shuffled in the middle of a match of chapter 1."""
    raise AssertionError(f"fact {seq} asks chance for {asked.prompt}")
