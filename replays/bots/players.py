"""Bots by name, and whole matches between them, repeatable from a seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Protocol

from domain import chance, decider, table
from domain.errors import RecountError
from domain.games import Game
from domain.model import Answered, Asked, Fact, Picks
from domain.rules import Rules
from domain.table import CommandOutcome, Match, MatchOpened, SeatClaimed

from .candidates import guess_answer, sample_answers
from .greedy_bot import greedy
from .levels import SEARCH_BOTS

MAX_ANSWERS = 5_000
"""The number of answers after which a match is abandoned."""

ROUNDS_CHECK_INTERVAL = 50
"""The number of answers between two counts of the rounds."""


class Bot(Protocol):
    """A player that returns picks for a match and its question."""

    __name__: str

    def __call__(
        self, game: Game, rules: Rules[Any, Any], match: Match[Any], question: Asked, rng: Random
    ) -> Picks:
        """Returns an answer; the bot draws all random choices from *rng*."""


class EndlessMatch(RecountError):
    """A match did not end; `facts` are those so far."""

    def __init__(self, message: str, facts: Sequence[Fact] = ()) -> None:
        super().__init__(message)
        self.facts = facts


def random(game: Game, rules: Rules[Any, Any], match: Match[Any], question: Asked, rng: Random) -> Picks:
    """Answers at random."""
    return guess_answer(question, rng)


BOTS: Mapping[str, Bot] = {bot.__name__: bot for bot in (random, greedy, *SEARCH_BOTS)}
"""The bots by name, the weakest first."""


def play_match(
    game: Game,
    rules: Rules[Any, Any],
    seed: str,
    bots: Sequence[Bot],
    options: dict[str, Any],
    *,
    cards: str = "",
    max_answers: int = MAX_ANSWERS,
    rounds: int | None = None,
) -> list[Fact]:
    """Returns the facts of a whole match between *bots*; the same *seed* plays the same match.

    *cards* is the digest of the card set to pin. Raises `EndlessMatch` after *max_answers* or *rounds*.
    """
    rng = Random(seed)
    opening = MatchOpened(
        game.NAME, game.VERSION, options, len(bots), cards, chance.seed_commitment(seed), 0, seed
    )
    facts = table.open_match(opening)
    match = table.fold(rules, facts)
    for seat, bot in enumerate(bots):
        claimed = SeatClaimed(seat, f"{bot.__name__}-{seat}", f"{rng.getrandbits(64):016x}", 0)
        new_facts, match = table.claim_seat(rules, match, claimed)
        facts += new_facts
    return continue_match(game, rules, facts, match, bots, rng, max_answers=max_answers, rounds=rounds)


def continue_match(
    game: Game,
    rules: Rules[Any, Any],
    facts: Sequence[Fact],
    match: Match[Any],
    bots: Sequence[Bot],
    rng: Random,
    *,
    max_answers: int = MAX_ANSWERS,
    rounds: int | None = None,
) -> list[Fact]:
    """Returns *facts* and those of the rest of the match, played by *bots*.

    Every seat must be claimed. Raises `EndlessMatch` like `play_match`, with a fresh count of answers.
    """
    facts, first = list(facts), match.ply
    while (question := table.open_question(rules, match)) is not None:
        answer_count = match.ply - first
        has_too_many_rounds = (
            rounds is not None
            and answer_count % ROUNDS_CHECK_INTERVAL == 0
            and game.measure_match(facts).rounds > rounds
        )
        if has_too_many_rounds or answer_count == max_answers:
            raise EndlessMatch(
                f"{answer_count} answers were given, and the match was not over: after fact {match.seq}, "
                f"the question “{question.prompt}” is for seat {question.seat}.\n"
                + game.draw_board(match.position.board, rules.book),
                facts,
            )
        new_facts, match = answer_question(game, rules, match, question, bots, rng)
        facts += new_facts
    return facts


def answer_question(
    game: Game, rules: Rules[Any, Any], match: Match[Any], question: Asked, bots: Sequence[Bot], rng: Random
) -> CommandOutcome[Any]:
    """Returns the outcome of the answer of the bot at the asked seat.

    If the answer has no end, another is tried; raises `EndlessMatch` if none has.
    """
    for picks in (bots[question.seat](game, rules, match, question, rng), *sample_answers(question, rng)):
        with suppress(decider.Illegal):
            return table.answer_question(rules, match, Answered(question.seat, picks))
    raise EndlessMatch(
        f"Nothing that seat {question.seat} can answer after fact {match.seq} comes to an end."
    )
