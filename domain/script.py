"""Rules as scripts, generators that yield events and questions and receive answers.

Every fact of a script gets its cause and rule. `cite_rule` names the rule once, `under_rule` links the
causes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Sequence
from functools import wraps
from typing import Concatenate, Generic, ParamSpec, TypeAlias, TypeVar

from .model import CHANCE, Asked, Event, Picks, Seat, Sight

B = TypeVar("B")
"""The type of a board, the complete state of a game between two effects."""
K = TypeVar("K")
"""The type of a book, the printed cards, characters and maps, constant during a match."""
P = ParamSpec("P")
R = TypeVar("R")

Script: TypeAlias = Generator[Event, Picks, R]
"""A rule as a generator of events and questions that receives the picks."""


class Table(Generic[B, K]):
    """The context of a script, with the current board, the book, the acting seat and the rules.

    `rule` is the rule in force, `outer_rules` are those that led to it, the nearest first. `fact_counts`
    counts the facts of the effect in progress by their type.
    """

    __slots__ = ("board", "book", "cause", "fact_counts", "last", "outer_rules", "rule", "seat")

    def __init__(self, board: B, book: K, seat: Seat, last: int) -> None:
        self.board, self.book, self.seat = board, book, seat
        self.last = self.cause = last
        self.rule = ""
        self.outer_rules: tuple[str, ...] = ()
        self.fact_counts: defaultdict[type[Event], int] = defaultdict(int)


def under_rule(t: Table[B, K], rule: str, script: Script[R]) -> Script[R]:
    """Runs *script* with facts that cite *rule* and follow from the last fact before it."""
    outer = t.cause, t.rule, t.outer_rules
    t.cause, t.rule, t.outer_rules = t.last, rule, (t.rule, *t.outer_rules)
    result = yield from script
    t.cause, t.rule, t.outer_rules = outer
    return result


def acting_as(t: Table[B, K], seat: Seat, script: Script[R]) -> Script[R]:
    """Runs *script* with *seat* as the seat that chooses."""
    outer, t.seat = t.seat, seat
    result = yield from script
    t.seat = outer
    return result


def cite_rule(
    rule: str,
) -> Callable[
    [Callable[Concatenate[Table[B, K], P], Script[R]]],
    Callable[Concatenate[Table[B, K], P], Script[R]],
]:
    """Returns a decorator that makes every fact of a script cite *rule*."""

    def decorate(
        script: Callable[Concatenate[Table[B, K], P], Script[R]],
    ) -> Callable[Concatenate[Table[B, K], P], Script[R]]:
        @wraps(script)
        def run(t: Table[B, K], /, *args: P.args, **kwargs: P.kwargs) -> Script[R]:
            return under_rule(t, rule, script(t, *args, **kwargs))

        return run

    return decorate


# -- the questions a script may put ------------------------------------------------------------------


def choose_one(
    seat: Seat, prompt: str, options: Sequence[str], *, about: str = "", sight: Sight = "open"
) -> Script[Picks]:
    """Asks for one of *options*; without a real choice it asks nothing."""
    if len(options) < 2:
        return tuple(options)
    return (yield Asked(seat, prompt, tuple(options), about=about, sight=sight))


def choose_up_to(
    seat: Seat,
    prompt: str,
    options: Sequence[str],
    *,
    maximum: int = 1,
    about: str = "",
    sight: Sight = "open",
) -> Script[Picks]:
    """Asks for up to *maximum* of *options*; without options it asks nothing."""
    if not options:
        return ()
    return (yield Asked(seat, prompt, tuple(options), 0, min(maximum, len(options)), about, sight))


def choose_exactly(
    seat: Seat, prompt: str, options: Sequence[str], count: int, *, about: str = "", sight: Sight = "open"
) -> Script[Picks]:
    """Asks for *count* of *options*; asks nothing when all of them are needed."""
    if count >= len(options):
        return tuple(options)
    if count <= 0:
        return ()
    return (yield Asked(seat, prompt, tuple(options), count, count, about, sight))


def choose_order(
    seat: Seat, prompt: str, options: Sequence[str], *, about: str = "", sight: Sight = "open"
) -> Script[Picks]:
    """Asks for an order of all *options*; asks nothing about a single one."""
    if len(options) < 2:
        return tuple(options)
    return (yield Asked(seat, prompt, tuple(options), len(options), len(options), about, sight))


def shuffle_cards(cards: Sequence[str]) -> Script[Picks]:
    """Asks chance for an order of *cards*."""
    return (yield Asked(CHANCE, "shuffle", tuple(cards), len(cards), len(cards), sight="secret"))


def draw_by_chance(options: Sequence[str]) -> Script[Picks]:
    """Asks chance for one of *options*."""
    return (yield Asked(CHANCE, "draw", tuple(options), sight="secret"))
