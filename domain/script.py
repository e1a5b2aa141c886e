"""Rules as scripts, generators that yield events and questions and receive answers.

Every fact of a script gets its cause and rule. `cite_rule` names the rule once, `follow_from` states the
cause.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Sequence
from functools import wraps
from typing import Concatenate, Generic, ParamSpec, TypeAlias, TypeVar

from msgspec import Struct

from .model import CHANCE, Asked, Event, Picks, Seat, Sight

B = TypeVar("B")
"""The type of a board, the complete state of a game between two effects."""
K = TypeVar("K")
"""The type of a book, the printed cards, characters and maps, constant during a match."""
P = ParamSpec("P")
R = TypeVar("R")

Script: TypeAlias = Generator[Event, Picks, R]
"""A rule as a generator of events and questions that receives the picks."""


class Part(Struct, frozen=True):
    """The share of one rule or card in a number, such as a Strength, a Cost or damage."""

    amount: int
    rule: str


Parts: TypeAlias = tuple[Part, ...]
"""The parts of a number, which is their sum."""


def total_amount(parts: Parts) -> int:
    """Returns the number that *parts* make up."""
    return sum(part.amount for part in parts)


def limit_parts(parts: Iterable[Part], rule: str, maximum: int | None = None) -> Parts:
    """Returns the parts other than 0, corrected by *rule* to a number from 0 to *maximum*."""
    parts = tuple(part for part in parts if part.amount)
    total = total_amount(parts)
    limited = max(0, total if maximum is None else min(total, maximum))
    return parts if limited == total else (*parts, Part(limited - total, rule))


class Table(Generic[B, K]):
    """The context of a script, with the current board, the book, the acting seat and the rules.

    `rule` is the rule in force, `outer_rules` are those that led to it, the nearest first. `last` is the
    number of the last fact, `cause` that of the fact that the next one follows from. Scripts state their
    causes if `states_causes`; in earlier versions of the rules a cause is the last fact before a rule.
    `occasions` are the numbers of facts that later ones may follow from, by a key of the script. `parts` are
    the parts of the number in the next fact. `fact_counts` counts the facts of the effect in progress by
    their type.
    """

    __slots__ = (
        "board",
        "book",
        "cause",
        "fact_counts",
        "last",
        "occasions",
        "outer_rules",
        "parts",
        "rule",
        "seat",
        "states_causes",
    )

    def __init__(self, board: B, book: K, seat: Seat, last: int, *, states_causes: bool) -> None:
        self.board, self.book, self.seat = board, book, seat
        self.last = self.cause = last
        self.states_causes = states_causes
        self.rule = ""
        self.outer_rules: tuple[str, ...] = ()
        self.occasions: dict[str, int] = {}
        self.parts: Parts = ()
        self.fact_counts: defaultdict[type[Event], int] = defaultdict(int)


def under_rule(t: Table[B, K], rule: str, script: Script[R]) -> Script[R]:
    """Runs *script* with facts that cite *rule*.

    They follow from the cause in force, from those that `follow_from` sets, or from answers within the
    script. In earlier versions they follow from the last fact before the script.
    """
    outer = t.cause, t.rule, t.outer_rules
    t.rule, t.outer_rules = rule, (t.rule, *t.outer_rules)
    if not t.states_causes:
        t.cause = t.last
    result = yield from script
    t.cause, t.rule, t.outer_rules = outer
    return result


def follow_from(t: Table[B, K], cause: int) -> int:
    """Makes the next facts of the rule in force follow from fact *cause*, or from answers after it.

    Returns the cause until now, because some scripts continue with it. The rule ends the change by itself.
    """
    outer = t.cause
    if t.states_causes:
        t.cause = cause
    return outer


def follow_last(t: Table[B, K]) -> int:
    """Makes the next facts of the rule in force follow from the fact just yielded; see `follow_from`."""
    return follow_from(t, t.last)


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
