"""A rule told as a script: a generator that yields what happens and what somebody has to choose.

Every fact of a script learns why it happened: `verb` names the rule once, `under` links the causes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Sequence
from functools import wraps
from typing import Concatenate, Generic, ParamSpec, TypeAlias, TypeVar

from .model import CHANCE, Asked, Event, Picks, Seat, Sight

B = TypeVar("B")
"""A board: all there is to know of a game between two effects."""
K = TypeVar("K")
"""A book: what is printed (cards, characters, maps). It never changes during a match."""
P = ParamSpec("P")
R = TypeVar("R")

Script: TypeAlias = Generator[Event, Picks, R]
"""A rule told as a generator: it yields events and questions, and is sent the answers."""


class Table(Generic[B, K]):
    """What a script sees: the board as it stands, the book, the seat acting, and why it is running.

    `rule` is the rule that it obeys now, `around` are those that led to it, the nearest first. `happened`
    counts the facts of the effect under way, by their kind.
    """

    __slots__ = ("around", "board", "book", "cause", "happened", "last", "rule", "seat")

    def __init__(self, board: B, book: K, seat: Seat, last: int) -> None:
        self.board, self.book, self.seat = board, book, seat
        self.last = self.cause = last
        self.rule = ""
        self.around: tuple[str, ...] = ()
        self.happened: defaultdict[type[Event], int] = defaultdict(int)


def under(t: Table[B, K], rule: str, script: Script[R]) -> Script[R]:
    """Runs *script* under *rule*: its facts name the rule and follow from the last fact before it began."""
    outer = t.cause, t.rule, t.around
    t.cause, t.rule, t.around = t.last, rule, (t.rule, *t.around)
    result = yield from script
    t.cause, t.rule, t.around = outer
    return result


def acting(t: Table[B, K], seat: Seat, script: Script[R]) -> Script[R]:
    """Runs *script* for *seat*, in whoever's turn: it is *seat* that chooses."""
    outer, t.seat = t.seat, seat
    result = yield from script
    t.seat = outer
    return result


def verb(
    rule: str,
) -> Callable[
    [Callable[Concatenate[Table[B, K], P], Script[R]]],
    Callable[Concatenate[Table[B, K], P], Script[R]],
]:
    """Names the rule that a script obeys, once, where it is defined."""

    def named(
        script: Callable[Concatenate[Table[B, K], P], Script[R]],
    ) -> Callable[Concatenate[Table[B, K], P], Script[R]]:
        @wraps(script)
        def run(t: Table[B, K], /, *args: P.args, **kwargs: P.kwargs) -> Script[R]:
            return under(t, rule, script(t, *args, **kwargs))

        return run

    return named


# -- the questions a script may put ------------------------------------------------------------------


def choose(
    seat: Seat, prompt: str, options: Sequence[str], *, about: str = "", sight: Sight = "open"
) -> Script[Picks]:
    """Asks for one of *options*; silent when there is no real choice."""
    if len(options) < 2:
        return tuple(options)
    return (yield Asked(seat, prompt, tuple(options), about=about, sight=sight))


def may(
    seat: Seat, prompt: str, options: Sequence[str], *, most: int = 1, about: str = "", sight: Sight = "open"
) -> Script[Picks]:
    """Asks for up to *most* of *options*; silent when there is nothing to choose from."""
    if not options:
        return ()
    return (yield Asked(seat, prompt, tuple(options), 0, min(most, len(options)), about, sight))


def pick(
    seat: Seat, prompt: str, options: Sequence[str], count: int, *, about: str = "", sight: Sight = "open"
) -> Script[Picks]:
    """Asks for *count* of *options*; silent when all of them have to be taken."""
    if count >= len(options):
        return tuple(options)
    if count <= 0:
        return ()
    return (yield Asked(seat, prompt, tuple(options), count, count, about, sight))


def order(
    seat: Seat, prompt: str, options: Sequence[str], *, about: str = "", sight: Sight = "open"
) -> Script[Picks]:
    """Asks for all of *options*, in the order the seat prefers; silent when there is but one."""
    if len(options) < 2:
        return tuple(options)
    return (yield Asked(seat, prompt, tuple(options), len(options), len(options), about, sight))


def shuffle(cards: Sequence[str]) -> Script[Picks]:
    """Asks chance for an order of *cards*."""
    return (yield Asked(CHANCE, "shuffle", tuple(cards), len(cards), len(cards), sight="secret"))


def draw(options: Sequence[str]) -> Script[Picks]:
    """Asks chance for one of *options*."""
    return (yield Asked(CHANCE, "draw", tuple(options), sight="secret"))
