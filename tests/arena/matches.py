"""Whole matches and wild positions, played by chance: for what has to hold in every one of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Literal, NamedTuple, get_args

from msgspec.structs import replace

from domain import chance, decider, table
from domain.arena.board import Board, Edition, Figure, Options, Summoner
from domain.arena.defaults import turn_phases
from domain.arena.facts import CardCode, FigureId, Status
from domain.arena.play.setup import CHARACTERS_PER_SEAT, TEAM_OF_SEAT
from domain.arena.rules import ArenaRules
from domain.model import Answered, Asked, Fact, Picks
from domain.table import Match, MatchOpened, SeatClaimed

from .play import ORDER, ROW, SIDES, book

RULES = ArenaRules(book())
STATUSES: tuple[Status, ...] = get_args(Status)


class Setting(NamedTuple):
    """What a match is played with."""

    chapter: Literal[1, 2, 3, 4] = 1
    edition: Edition = "en"
    seats: int = 2
    copies: bool = False


LATER: tuple[Literal[2, 3, 4], ...] = (2, 3, 4)
SETTINGS = [
    *(Setting(1, edition) for edition in get_args(Edition)),
    *(Setting(*others) for others in product(LATER, get_args(Edition), (2, 4), (False, True))),
]
"""Every chapter, edition and number of seats, with one copy of the game and with several."""


class Step(NamedTuple):
    """A claim or an answer in a match: where the match stood, who said what, and all that followed."""

    before: Match[Any]
    said: SeatClaimed | Answered
    facts: list[Fact]
    after: Match[Any]


def whole_match(seed: int, setting: Setting) -> tuple[list[Fact], list[Step]]:
    """A match from its opening to its end, between Summoners who like to fight."""
    dice = random.Random(seed)
    options = {"chapter": setting.chapter, "edition": setting.edition, "copies": setting.copies}
    opened = MatchOpened("arena", 1, options, setting.seats, "digest", "commitment", 1, seed=f"seed {seed}")
    log = table.open_match(opened)
    match: Match[Any] = table.fold(RULES, log)
    steps: list[Step] = []
    while match.ended is None:
        said: SeatClaimed | Answered
        if not match.is_full:
            seat = match.players.index(None)
            said = SeatClaimed(seat, f"player {seat}", f"nonce {seat}", 2, token="hash")
            facts, after = table.claim_seat(RULES, match, said)
        else:
            question = table.open_question(RULES, match)
            assert question is not None
            said = Answered(question.seat, some_answer(dice, question), at=3)
            facts, after = table.answer_question(RULES, match, said)
        steps.append(Step(match, said, facts, after))
        log += facts
        match = after
    return log, steps


DEAR = {"move": 1, "move+": 1, "attack": 12, "attack+": 12, "play": 6, "skill": 6, "upgrade": 20}


def some_answer(dice: random.Random, question: Asked) -> Picks:
    """An answer by chance; attacks, cards and upgrades are dear to it, and ending the turn is not."""
    if question.prompt == "turn":
        weights = [DEAR.get(pick.partition(":")[0], 1) for pick in question.options]
        return tuple(dice.choices(question.options, weights))
    return tuple(dice.sample(question.options, dice.randint(question.least, question.most)))


# -- wild positions ----------------------------------------------------------------------------------


def wild_board(seed: int, setting: Setting) -> Board:
    """A board that could be: figures anywhere or knocked out, any statuses, the cards in any places."""
    dice = random.Random(seed)
    sides = SIDES if setting.chapter == 1 else _teams(dice, setting.seats)
    order = ORDER if setting.chapter == 1 else _row(sides, setting.seats)
    active = dice.choice(order)
    ring = (*book().arena.neighbours["d4"], *book().arena.neighbours["e4"])
    spaces = dice.sample(dice.choice([book().arena.spaces, tuple(dict.fromkeys(ring))]), len(order))
    figures = {}
    for who, space in zip(order, spaces, strict=True):
        out = who != active and dice.random() < 0.15
        hp = 0 if out else dice.randint(1, book().characters[who].hp)
        known = ("immobilized", "magic_broom", "stealthy") if setting.chapter == 1 else STATUSES
        tiles: dict[Status, int] = (
            {} if out else {s: dice.randint(1, 3) for s in known if dice.random() < 0.2}
        )
        upgraded = setting.chapter == 4 and dice.random() < 0.4
        figures[who] = Figure(who, sides[who], "" if out else space, hp, tiles, upgraded)
    board = Board(
        Options(setting.chapter, setting.edition),
        figures,
        tuple(_piles(dice, cards_of(figures, seat)) for seat in range(setting.seats)),
        order,
        TEAM_OF_SEAT[setting.seats],
        points=(dice.randint(0, 21), dice.randint(0, 21)),
        stage="play",
        round=dice.randint(1, 9),
        active=active,
        final=dice.random() < 0.2,
    )
    left = {phase: dice.randint(0, 2) if phase == "movement" else 1 for phase in turn_phases(board)}
    return replace(board, phases=left)


def _teams(dice: random.Random, seats: int) -> dict[FigureId, int]:
    codes = dice.sample(list(book().characters), seats * CHARACTERS_PER_SEAT[seats])
    return {code: number % seats for number, code in enumerate(codes)}


def _row(sides: dict[FigureId, int], seats: int) -> tuple[FigureId, ...]:
    own = {seat: [who for who, other in sides.items() if other == seat] for seat in range(seats)}
    return tuple(own[seat][level] for level in range(CHARACTERS_PER_SEAT[seats]) for seat in ROW[seats])


def cards_of(figures: dict[FigureId, Figure], seat: int) -> tuple[CardCode, ...]:
    """The cards that a Summoner has, wherever they lie."""
    return tuple(
        card for figure in figures.values() if figure.seat == seat for card in book().deck_of(figure.code)
    )


def _piles(dice: random.Random, cards: Sequence[CardCode]) -> Summoner:
    order = dice.sample(cards, len(cards))
    hand = dice.randint(0, 7)
    deck = hand + dice.choice([0, 1, 2, 8])
    discards = min(len(cards), deck + dice.randint(0, 8))
    return Summoner(
        tuple(order[hand:deck]), tuple(order[:hand]), tuple(order[deck:discards]), tuple(order[discards:])
    )


def wander(board: Board, seed: int, answers: int) -> Iterator[tuple[decider.Position[Board], list[Fact]]]:
    """Plays on from *board*, answer by answer: where it stands, and what had just been told."""
    dice = random.Random(seed)
    position: decider.Position[Board] = decider.Position(board)
    yield position, []
    for _ in range(answers):
        question = decider.open_question(RULES, position)
        if question is None:
            return
        said = Answered(question.seat, some_answer(dice, question))
        facts, position = decider.decide(RULES, position, said, by_turns)
        yield position, facts


def by_turns(asked: Asked, seq: int) -> Answered:
    """Chance in the middle of a match (SA-503): another one at another time, and never a real surprise."""
    first = seq % len(asked.options)
    return chance.chance_answer((*asked.options[first:], *asked.options[:first])[: asked.least])
