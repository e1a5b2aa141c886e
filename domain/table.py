"""The table around a game: who opened the match, who sits where, and how it ended.

Table facts and game facts share one stream and one numbering. This module knows no game either: it is given
the rules of one, and frames what they decide.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from . import chance, core, words
from .core import Position, Rules
from .script import B, K
from .words import CHANCE, Answered, Asked, Event, Fact, Picks, Refusal, Seat, Viewer


class TableFact(Event, frozen=True, tag=lambda name: f"table.{name}"):
    """Something that happened around the game."""


HIDDEN = "…"
"""What is shown of a study's beginning to those who may not see all of it."""


class MatchOpened(TableFact, frozen=True):
    """A match was opened, with all that it is played with pinned.

    `cards` is the digest of the card set, `commitment` the SHA-256 of the seed, `claims` the SHA-256 of each
    seat's claim token, `at` milliseconds since 1970. `seed` and `claims` never leave the service.
    `position` is where a study begins, in notation; empty for a match that is played from the start.
    """

    game: str
    version: int
    options: dict[str, Any]
    seats: int
    cards: str
    commitment: str
    at: int
    seed: str = ""
    claims: tuple[str, ...] = ()
    position: str = ""


class SeatClaimed(TableFact, frozen=True):
    """A player took a seat and added a nonce to the shuffles; `token`, a SHA-256, never leaves the house."""

    seat: Seat
    player: str
    nonce: str
    at: int
    token: str = ""


class MatchEnded(TableFact, frozen=True):
    """The match is over: the winning seats (none: a draw), the score of each side, and the seed revealed."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    seed: str


FACTS: tuple[type[Event], ...] = (MatchOpened, SeatClaimed, MatchEnded)


class Match(Struct, Generic[B], frozen=True):
    """A match as it stands: its pins, its players, the game's position, how many answers, and its end."""

    opened: MatchOpened
    players: tuple[SeatClaimed | None, ...]
    position: Position[B]
    ply: int = 0
    ended: MatchEnded | None = None

    @property
    def seq(self) -> int:
        """The number of the last fact."""
        return self.position.seq

    @property
    def full(self) -> bool:
        """Whether every seat is claimed."""
        return None not in self.players

    @property
    def study(self) -> bool:
        """Whether it began from a position that somebody wrote down."""
        return bool(self.opened.position)


Status = Literal["open", "playing", "over"]
"""Whether seats are still free, the game is on, or the match has ended."""


class Scene(Struct, Generic[B], frozen=True):
    """What one viewer sees of a match at one `seq`: the one shape in which a match leaves the house."""

    game: str
    seq: int
    ply: int
    status: Status
    viewer: str
    players: tuple[str | None, ...]
    question: Asked | None
    board: B
    ended: MatchEnded | None
    study: bool = False


class Followed(NamedTuple, Generic[B]):
    """What followed from a command, to be appended, and the match thereafter."""

    facts: list[Fact]
    match: Match[B]


class WrongMoment(Exception):
    """The match is not at a point where this can be done."""


# -- the fold ----------------------------------------------------------------------------------------


def start(rules: Rules[B, K], first: Fact) -> Match[B]:
    """Returns the match that its first fact opens."""
    opened = first.event
    assert isinstance(opened, MatchOpened)
    if opened.position:
        board = rules.resume(opened.position).board
    else:
        board = rules.start(opened.options, opened.seats)
    return Match(opened, (None,) * opened.seats, Position(board, first.seq))


def evolve(rules: Rules[B, K], match: Match[B], fact: Fact) -> Match[B]:
    """Returns the match after *fact*; total, like every fold."""
    event = fact.event
    if not isinstance(event, TableFact):
        ply = match.ply + (type(event) is Answered and event.seat != CHANCE)
        return Match(match.opened, match.players, core.evolve(rules, match.position, fact), ply, match.ended)
    match = replace(match, position=replace(match.position, seq=fact.seq))
    if isinstance(event, SeatClaimed):
        players = tuple(event if i == event.seat else p for i, p in enumerate(match.players))
        return replace(match, players=players)
    if isinstance(event, MatchEnded):
        return replace(match, ended=event)
    return match


def fold(rules: Rules[B, K], facts: Iterable[Fact], match: Match[B] | None = None) -> Match[B]:
    """Returns the match after *facts*: all of them, or those that follow on *match*."""
    facts = iter(facts)
    if match is None:
        match = start(rules, next(facts))
    for fact in facts:
        match = evolve(rules, match, fact)
    return match


def asked(rules: Rules[B, K], match: Match[B]) -> Asked | None:
    """Returns the open question, or `None`: seats are free, things are happening, or the match is over."""
    if match.ended is not None or not match.full:
        return None
    return core.asked(rules, match.position)


def viewers(rules: Rules[B, K], match: Match[B]) -> tuple[Viewer, ...]:
    """Returns everyone who may look: the spectator, each seat, and the judge, who sees all."""
    seats = range(match.opened.seats)
    board = match.position.board
    return (
        Viewer("spectator", frozenset()),
        *(rules.viewer(board, seat) for seat in seats),
        Viewer("judge", frozenset((CHANCE, *seats))),
    )


def shown(rules: Rules[B, K], fact: Fact, viewer: Viewer) -> Fact:
    """Returns *fact* as *viewer* may see it. Seeds and tokens are for nobody's eyes.

    Where a study begins is for those who see everything: it tells all hands and decks.
    """
    event = fact.event
    if isinstance(event, MatchOpened):
        everything = viewer.shares >= {CHANCE, *range(event.seats)}
        position = event.position if everything or not event.position else HIDDEN
        return replace(fact, event=replace(event, seed="", claims=(), position=position))
    if isinstance(event, SeatClaimed):
        return replace(fact, event=replace(event, token=""))
    return fact if isinstance(event, MatchEnded) else core.shown(rules, fact, viewer)


def scene(rules: Rules[B, K], match: Match[B], viewer: Viewer) -> Scene[B]:
    """Returns *match* as *viewer* may see it."""
    question = asked(rules, match)
    return Scene(
        match.opened.game,
        match.seq,
        match.ply,
        "over" if match.ended is not None else "playing" if match.full else "open",
        viewer.name,
        tuple(None if p is None else p.player for p in match.players),
        None if question is None else core.shown_question(question, viewer),
        rules.see(match.position.board, viewer),
        match.ended,
        match.study,
    )


# -- deciding ----------------------------------------------------------------------------------------


def open_match(opened: MatchOpened) -> list[Fact]:
    """Returns the facts of opening a match: one."""
    return [Fact(1, 0, "", opened)]


def claim(rules: Rules[B, K], match: Match[B], claimed: SeatClaimed) -> Followed[B]:
    """Tells what follows when a seat is taken. The last claim begins the game.

    Raises `WrongMoment` when the seat is taken already.
    """
    if match.players[claimed.seat] is not None:
        raise WrongMoment(f"Seat {claimed.seat} is taken.")
    fact = Fact(match.seq + 1, match.seq, "", claimed)
    match = evolve(rules, match, fact)
    return play_on(rules, [fact], match) if match.full else Followed([fact], match)


def answer(rules: Rules[B, K], match: Match[B], answered: Answered) -> Followed[B]:
    """Tells what follows from an answer, the end of the match included.

    Raises `WrongMoment` before all seats are claimed and after the end, `core.Illegal` when it is no answer.
    """
    if match.ended is not None:
        raise WrongMoment("The match is over.")
    if not match.full:
        raise WrongMoment("Not every seat is claimed yet.")
    facts, position = core.decide(rules, match.position, answered, luck(match))
    return play_on(rules, facts, Match(match.opened, match.players, position, match.ply + 1))


def play_on(rules: Rules[B, K], facts: list[Fact], match: Match[B]) -> Followed[B]:
    """Goes on from *facts* with nobody to ask: chance answers for itself, and the end is told."""
    while (question := core.asked(rules, match.position)) is not None and question.seat == CHANCE:
        picks = luck(match)(question, match.seq + 1)
        then = core.decide(rules, match.position, Answered(CHANCE, picks, secret=True), luck(match))
        facts, match = facts + then.facts, replace(match, position=then.position)
    if question is None:
        result = rules.result(match.position.board)
        ended = MatchEnded(result.winners, result.scores, match.opened.seed)
        facts = [*facts, Fact(match.seq + 1, match.seq, result.rule, ended)]
        match = evolve(rules, match, facts[-1])
    return Followed(facts, match)


def luck(match: Match[B]) -> words.Chance:
    """Returns the chance of this match: its seed, stirred with every player's nonce once it is asked."""

    def answer(asked: Asked, seq: int) -> Picks:
        nonces = [player.nonce for player in match.players if player is not None]
        return chance.seeded(chance.key(match.opened.seed, nonces))(asked, seq)

    return answer


def refuse_seat(match: Match[B], seat: Seat) -> Refusal | None:
    """Returns why there is no such seat, or `None`."""
    if 0 <= seat < match.opened.seats:
        return None
    return Refusal("", f"There are seats 0 to {match.opened.seats - 1}.")
