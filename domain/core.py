"""A game is a conversation: the table asks, a seat answers, things happen.

This module knows no game. It knows how to put a question, how to hear an answer, how every fact learns
why it happened, and how to pick up a half-told effect exactly where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import wraps
from typing import (
    Any,
    Concatenate,
    Generic,
    Literal,
    NamedTuple,
    ParamSpec,
    Protocol,
    TypeAlias,
    TypeVar,
)

from msgspec import Struct
from msgspec.structs import replace

Seat: TypeAlias = int
"""A player's place at the table, counted from 0."""

Picks: TypeAlias = tuple[str, ...]
"""The options a seat picked, in the order it picked them."""

CHANCE: Seat = -1
"""The seat that shuffles. Its answers are recorded like anyone else's."""

Sight: TypeAlias = Literal["open", "hand", "secret"]
"""Who sees a question: everyone; everyone but its options; the asked seat alone, picks included."""


class Event(Struct, frozen=True, tag_field="type", tag=lambda name: f"core.{name}"):
    """Something that happened. The tag is the fact's permanent name, never a module path."""


class Asked(Event, frozen=True):
    """A seat owes an answer: at least `least` and at most `most` of the options."""

    seat: Seat
    prompt: str
    options: Picks
    least: int = 1
    most: int = 1
    about: str = ""
    sight: Sight = "open"

    def allows(self, picks: Picks) -> bool:
        """Tells whether *picks* answer this question."""
        left = list(self.options)
        for pick in picks:
            if pick not in left:
                return False
            left.remove(pick)
        return self.least <= len(picks) <= self.most


class Answered(Event, frozen=True):
    """A seat gave its answer. `at` is when it reached the table, in milliseconds since 1970; 0 for chance."""

    seat: Seat
    picks: Picks
    at: int = 0
    secret: bool = False


class Resolved(Event, frozen=True):
    """The effect under way has nothing more to say."""


B = TypeVar("B")
"""A board: all there is to know of a game between two effects."""
K = TypeVar("K")
"""A book: what is printed (cards, characters, maps). It never changes during a match."""
P = ParamSpec("P")
R = TypeVar("R")


class Fact(Struct, frozen=True):
    """An event in its place: its number, the fact it follows from, and the rule or card that made it."""

    seq: int
    cause: int
    rule: str
    event: Event


Script: TypeAlias = Generator[Event, Picks, R]
"""A rule told as a generator: it yields events and questions, and is sent the answers."""

Chance: TypeAlias = Callable[[Asked, int], Picks]
"""Answers for the seat that shuffles; the second argument is the `seq` of the answer."""


class Viewer(NamedTuple):
    """Who is looking, and whose secrets they share. `CHANCE` among them means: the order of the decks too."""

    name: str
    shares: frozenset[Seat]


class Refusal(NamedTuple):
    """Why something cannot be chosen: the rule that forbids it, and a sentence in the words of the game."""

    rule: str
    sentence: str


class Result(NamedTuple):
    """How a match ended: the winning seats (none: a draw), the score of each side, the deciding rule."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    rule: str


class Table(Generic[B, K]):
    """What a script sees: the board as it stands, the book, the seat acting, and why it is running."""

    __slots__ = ("board", "book", "cause", "last", "rule", "seat")

    def __init__(self, board: B, book: K, seat: Seat, last: int) -> None:
        self.board, self.book, self.seat = board, book, seat
        self.last = self.cause = last
        self.rule = ""


class Rules(Protocol[B, K]):
    """All a game must say about itself."""

    book: K

    def start(self, options: Mapping[str, Any], seats: int) -> B:
        """Returns the board before anything happened; raises `Unplayable`."""

    def ask(self, board: B) -> Asked | None:
        """Returns the question when nothing is being resolved; `None` ends the game."""

    def tell(self, table: Table[B, K], picks: Picks) -> Script[None]:
        """Tells what follows when that question is answered with *picks*."""

    def evolve(self, board: B, event: Event) -> B:
        """Returns the board after *event*. Total: what happened cannot be refused."""

    def result(self, board: B) -> Result:
        """Returns how the game ended; asked only once `ask` has returned `None`."""

    def viewer(self, board: B, seat: Seat) -> Viewer:
        """Returns *seat* as a viewer: its own secrets and those its allies share with it."""

    def see(self, board: B, viewer: Viewer) -> B:
        """Returns the board as *viewer* may see it, hidden ids blank: this is decided here, once."""

    def shown(self, event: Event, viewer: Viewer) -> Event:
        """Returns one of the game's events as *viewer* may see it."""

    def refuse(self, board: B, asked: Asked, pick: str) -> Refusal:
        """Tells why *pick* is none of the options of *asked*."""


def under(t: Table[B, K], rule: str, script: Script[R]) -> Script[R]:
    """Runs *script* under *rule*: its facts name the rule and follow from the last fact before it began."""
    outer = t.cause, t.rule
    t.cause, t.rule = t.last, rule
    result = yield from script
    t.cause, t.rule = outer
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


# -- positions, and the fold -------------------------------------------------------------------------


class Running(Struct, Generic[B], frozen=True):
    """An effect under way: the board where it began, and all that was said since, its first answer first."""

    base: B
    told: tuple[Fact, ...]


class Position(Struct, Generic[B], frozen=True, dict=True):
    """Where a game stands: the fold of its facts up to `seq`.

    The instance dict holds only the memo of `asked`; it is no part of the value.
    """

    board: B
    seq: int = 0
    running: Running[B] | None = None
    pending: Asked | None = None


def evolve(rules: Rules[B, K], p: Position[B], fact: Fact) -> Position[B]:
    """Returns the position after *fact*. Total, and free of rules: a log always folds."""
    event, run = fact.event, p.running
    kind = type(event)
    if kind is Asked:
        assert run is not None
        assert isinstance(event, Asked)
        return Position(p.board, fact.seq, Running(run.base, (*run.told, fact)), event)
    if kind is Answered:
        run = Running(p.board, (fact,)) if run is None else Running(run.base, (*run.told, fact))
        return Position(p.board, fact.seq, run, None)
    if kind is Resolved:
        return Position(p.board, fact.seq, None, None)
    if run is not None:
        run = Running(run.base, (*run.told, fact))
    return Position(rules.evolve(p.board, event), fact.seq, run, p.pending)


def fold(rules: Rules[B, K], p: Position[B], facts: Iterable[Fact]) -> Position[B]:
    """Returns the position after all of *facts*."""
    for fact in facts:
        p = evolve(rules, p, fact)
    return p


_UNASKED = object()


def asked(rules: Rules[B, K], p: Position[B]) -> Asked | None:
    """Returns the one open question; its options are the legal moves. `None` while things are happening."""
    if p.pending is not None or p.running is not None:
        return p.pending
    memo = p.__dict__.get("asked", _UNASKED)
    if memo is _UNASKED:
        memo = p.__dict__["asked"] = rules.ask(p.board)
    assert memo is None or isinstance(memo, Asked)
    return memo


# -- deciding ----------------------------------------------------------------------------------------


class Illegal(Exception):
    """That is not one of the answers: nothing is open, another seat is asked, or a rule forbids the pick."""

    def __init__(self, question: Asked | None, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.question, self.refusal = question, refusal


class Unplayable(Exception):
    """A match cannot be opened with these options."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


class Drift(Exception):
    """The effect under way no longer says what it said when it was interrupted."""

    def __init__(self, seq: int, recorded: object, now: object) -> None:
        super().__init__(f"fact {seq} was {recorded}, and now it would be {now}")
        self.seq = seq


class Decision(NamedTuple, Generic[B]):
    """What followed from an answer, and the position it led to."""

    facts: list[Fact]
    position: Position[B]


def check(rules: Rules[B, K], p: Position[B], answer: Answered) -> Asked:
    """Returns the question that *answer* answers, or raises `Illegal` saying why it does not."""
    question = asked(rules, p)
    if question is None:
        raise Illegal(None, Refusal("", "No question is open."))
    if answer.seat != question.seat:
        raise Illegal(question, Refusal("", f"Seat {question.seat} is asked, not seat {answer.seat}."))
    if question.allows(answer.picks):
        return question
    for pick in answer.picks:
        if pick not in question.options:
            raise Illegal(question, rules.refuse(p.board, question, pick))
    some = str(question.least) if question.least == question.most else f"{question.least} to {question.most}"
    wanted = "1 pick" if some == "1" else f"{some} different picks"
    raise Illegal(question, Refusal("", f"{wanted} wanted, {len(answer.picks)} given."))


def decide(rules: Rules[B, K], p: Position[B], answer: Answered, chance: Chance) -> Decision[B]:
    """Returns everything that follows from *answer*, up to the next question or the end of the effect.

    Raises `Illegal` when it is no answer to the open question, and `Drift` when the rules no longer tell
    the effect under way as it was told before.
    """
    question = check(rules, p, answer)
    secret = question.sight == "secret"
    cause = p.running.told[-1].seq if p.running is not None else p.seq
    first = Fact(p.seq + 1, cause, "", Answered(answer.seat, answer.picks, answer.at, secret))
    p = evolve(rules, p, first)
    run = p.running
    assert run is not None
    start = run.told[0].event
    assert isinstance(start, Answered)
    out = [first]
    seq, board = first.seq, p.board
    t = Table(run.base, rules.book, start.seat, run.told[0].seq)
    told = iter(run.told[1:])
    script = rules.tell(t, start.picks)
    picks: Picks | None = None
    while True:
        try:
            step = next(script) if picks is None else script.send(picks)
        except StopIteration:
            if (before := next(told, None)) is not None:
                raise Drift(before.seq, before.event, "the end of the effect") from None
            out.append(Fact(seq + 1, t.last, "", Resolved()))
            return Decision(out, Position(t.board, seq + 1))
        picks = None
        if type(step) is Asked:
            if step.seat != CHANCE:
                before = next(told, None)
                if before is None:
                    out.append(Fact(seq + 1, t.cause, t.rule, step))
                    told_now = (*run.told, *out[1:])
                    return Decision(out, Position(board, seq + 1, Running(run.base, told_now), step))
                if before.event != step:
                    raise Drift(before.seq, before.event, step)
            reply = next(told, None)
            if reply is None:
                seq += 1
                reply = Fact(seq, t.last, t.rule, Answered(CHANCE, chance(step, seq), secret=True))
                out.append(reply)
            said = reply.event
            if not isinstance(said, Answered) or not step.allows(said.picks):
                raise Drift(reply.seq, said, step)
            picks, t.last, t.cause = said.picks, reply.seq, reply.seq
        else:
            before = next(told, None)
            if before is None:
                seq += 1
                out.append(Fact(seq, t.cause, t.rule, step))
                t.board = board = rules.evolve(t.board, step)
                t.last = seq
            else:
                if before.event != step:
                    raise Drift(before.seq, before.event, step)
                t.board = rules.evolve(t.board, step)
                t.last = before.seq


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


# -- what a viewer may see ---------------------------------------------------------------------------


def shown_question(asked: Asked, viewer: Viewer) -> Asked:
    """Returns *asked* as *viewer* may see it."""
    hidden = asked.sight != "open" and asked.seat not in viewer.shares
    return replace(asked, options=()) if hidden else asked


def shown(rules: Rules[B, K], fact: Fact, viewer: Viewer) -> Fact:
    """Returns *fact* as *viewer* may see it; number, cause and rule are always public."""
    event = fact.event
    if isinstance(event, Asked):
        event = shown_question(event, viewer)
    elif isinstance(event, Answered):
        if event.secret and event.seat not in viewer.shares:
            event = replace(event, picks=())
    elif not isinstance(event, Resolved):
        event = rules.shown(event, viewer)
    return fact if event is fact.event else replace(fact, event=event)
