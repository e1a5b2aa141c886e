"""Players, and whole matches between them, in memory and repeatable from a seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Protocol

from domain import chance, decider, table
from domain.decider import Rules
from domain.errors import RecountError
from domain.games import Game
from domain.model import Answered, Asked, Fact, Picks
from domain.table import CommandOutcome, Match, MatchOpened, SeatClaimed

from .bot_levels import THINKERS
from .candidates import answers, guess
from .greedy_bot import greedy

ANSWERS = 5_000
"""After so many answers a match is given up: no game goes on for half as long."""

BREATH = 50
"""After every so many answers the rounds are counted, where a match may take only so many of them."""


class Bot(Protocol):
    """A player: told the match and the question it is asked, it returns its picks."""

    __name__: str

    def __call__(
        self, game: Game, rules: Rules[Any, Any], match: Match[Any], asked: Asked, luck: Random
    ) -> Picks:
        """Returns an answer to *asked*; whatever the bot leaves to chance, it takes from *luck*."""


class Endless(RecountError):
    """A match went on and on; `facts` is how far it came."""

    def __init__(self, told: str, facts: Sequence[Fact] = ()) -> None:
        super().__init__(told)
        self.facts = facts


def random(game: Game, rules: Rules[Any, Any], match: Match[Any], asked: Asked, luck: Random) -> Picks:
    """Answers by chance."""
    return guess(asked, luck)


BOTS: Mapping[str, Bot] = {bot.__name__: bot for bot in (random, greedy, *THINKERS)}
"""The bots that may be asked for by name, the weakest first."""


def play(
    game: Game,
    rules: Rules[Any, Any],
    seed: str,
    bots: Sequence[Bot],
    options: dict[str, Any],
    *,
    cards: str = "",
    most: int = ANSWERS,
    rounds: int | None = None,
) -> list[Fact]:
    """Returns the facts of a whole match between *bots*, one a seat; the same *seed* plays the same match.

    *cards* is the digest of the card set, to be pinned. Raises `Endless` after *most* answers, or when a
    `BREATH` finds more than so many *rounds*.
    """
    luck = Random(seed)
    opened = MatchOpened(
        game.NAME, game.VERSION, options, len(bots), cards, chance.seed_commitment(seed), 0, seed
    )
    facts = table.open_match(opened)
    match = table.fold(rules, facts)
    for seat, bot in enumerate(bots):
        claimed = SeatClaimed(seat, f"{bot.__name__}-{seat}", f"{luck.getrandbits(64):016x}", 0)
        followed, match = table.claim_seat(rules, match, claimed)
        facts += followed
    return play_on(game, rules, facts, match, bots, luck, most=most, rounds=rounds)


def play_on(
    game: Game,
    rules: Rules[Any, Any],
    facts: Sequence[Fact],
    match: Match[Any],
    bots: Sequence[Bot],
    luck: Random,
    *,
    most: int = ANSWERS,
    rounds: int | None = None,
) -> list[Fact]:
    """Returns *facts*, which led to *match*, and all that follows when *bots* play it to its end.

    Every seat has to be claimed. Raises `Endless` as `play` does; the answers are counted from here.
    """
    facts, first = list(facts), match.ply
    while (asked := table.open_question(rules, match)) is not None:
        given = match.ply - first
        late = rounds is not None and given % BREATH == 0 and game.measure_match(facts).rounds > rounds
        if late or given == most:
            raise Endless(
                f"{given} answers were given, and the match was not over: after fact {match.seq}, "
                f"seat {asked.seat} is asked “{asked.prompt}”.\n"
                + game.draw_board(match.position.board, rules.book),
                facts,
            )
        followed, match = answered(game, rules, match, asked, bots, luck)
        facts += followed
    return facts


def answered(
    game: Game, rules: Rules[Any, Any], match: Match[Any], asked: Asked, bots: Sequence[Bot], luck: Random
) -> CommandOutcome[Any]:
    """Returns what follows when the one of *bots* that is *asked* answers.

    Where its answer cannot be followed to an end, another is given; raises `Endless` if none can.
    """
    for picks in (bots[asked.seat](game, rules, match, asked, luck), *answers(asked, luck)):
        with suppress(decider.Illegal):
            return table.answer_question(rules, match, Answered(asked.seat, picks))
    raise Endless(f"Nothing that seat {asked.seat} can answer after fact {match.seq} comes to an end.")
