"""Types of every game, such as seats, viewers, questions, answers, facts and refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from .clocks import ClockReading
from .messages import Message
from .published import Instant, OptionalText, absent_mark

Seat: TypeAlias = int
"""The number of a player's place at the table, from 0."""

Picks: TypeAlias = tuple[str, ...]
"""The options that a seat picked, in the order of picking."""

CHANCE: Seat = -1
"""The seat that shuffles; its answers are recorded like all others."""

Asker: TypeAlias = Annotated[Seat, absent_mark(CHANCE, schema={"type": ["integer", "null"]})]
"""A seat, or `CHANCE`, which is published as `null`."""

Sight: TypeAlias = Literal["open", "hand", "secret"]
"""Who sees a question: everyone; everyone but its options; the asked seat alone, picks included."""


class Event(Struct, frozen=True, gc=False, tag_field="type", tag=lambda name: f"core.{name}"):
    """Any fact of a match or of a tournament; its `type` names the kind."""


class Asked(Event, frozen=True):
    """A seat owes an answer: at least `least` and at most `most` of the options."""

    seat: Asker
    prompt: str
    options: Annotated[Picks, absent_mark((), schema={"type": ["array", "null"]})]
    least: int = 1
    most: int = 1
    about: OptionalText = ""
    sight: Sight = "open"

    def allows(self, picks: Picks) -> bool:
        """Tells whether *picks* answer this question."""
        if len(picks) == 1:
            return picks[0] in self.options and self.least <= 1 <= self.most
        left = list(self.options)
        for pick in picks:
            if pick not in left:
                return False
            left.remove(pick)
        return self.least <= len(picks) <= self.most


class Answered(Event, frozen=True):
    """A seat gave its answer, at the time `at`; chance has no time.

    Its `nonce` is stirred into all later draws on this line. `options` are those that chance drew from, in
    their order (`chance.SORTED`). `clock` is the reading of the seat's clock, in a match with clocks.
    """

    seat: Asker
    picks: Picks
    at: Instant = 0
    secret: bool = False
    nonce: OptionalText = ""
    options: Annotated[Picks, absent_mark((), schema={"type": ["array", "null"]})] = ()
    clock: ClockReading | None = None


class Resolved(Event, frozen=True):
    """The effect under way has nothing more to say."""


class SeatRetired(Event, frozen=True, tag="table.SeatRetired"):
    """A seat left a match of more than two; the others play on. Its `flag` fell, or it left by itself."""

    seat: Seat
    at: Instant
    flag: bool = False


class SeatHandedOver(Event, frozen=True, tag="table.SeatHandedOver"):
    """A `bot` of the service plays a seat on, as all others at the table agree; its player has left."""

    seat: Seat
    bot: str
    at: Instant


CONVERSATION: tuple[type[Event], ...] = (Asked, Answered, Resolved, SeatRetired, SeatHandedOver)
"""The events of every game."""


class Fact(Struct, frozen=True, gc=False):
    """An event in its place: its number, the fact it follows from, and the rule or card that made it."""

    seq: int
    cause: int
    rule: OptionalText
    event: Event


Chance: TypeAlias = Callable[[Asked, int], Answered]
"""Answers for the seat that shuffles; the second argument is the `seq` of the answer."""


Shuffled: TypeAlias = Callable[[Picks], Picks]
"""Returns cards in another order."""


class Viewer(NamedTuple):
    """A viewer, the seats whose secrets the viewer shares, and further seats with visible hands.

    With `CHANCE` among the shared secrets, the order of the decks is visible too. `runs` marks organizers and
    judges of the match, who may read its cases. `may_read_cases` is false for viewers of a finished match who
    took no part in it. `at_table` is true for those at a real table, who see it without its delay.
    """

    name: str
    shares: frozenset[Seat]
    hands: frozenset[Seat] = frozenset()
    runs: bool = False
    may_read_cases: bool = True
    at_table: bool = False

    @property
    def reads_cases(self) -> bool:
        """Whether the statements of a case are visible to this viewer."""
        return self.may_read_cases and (self.runs or bool(self.shares))

    def sees_hand(self, seat: Seat) -> bool:
        """Returns whether the hand of *seat* is visible to this viewer."""
        return seat in self.shares or seat in self.hands


SPECTATOR = Viewer("spectator", frozenset())
"""A viewer without a seat."""
ORGANIZER = Viewer("spectator", frozenset(), runs=True)
"""A viewer of the public view and of the cases."""


class Refusal(NamedTuple):
    """The rule that forbids a choice, and the reason in the words of the game."""

    rule: str
    sentence: Message


def wrong_count_message(question: Asked, count: int) -> Message:
    """Returns the message about *count* picks where *question* requires another number."""
    least, most = question.least, question.most
    if least < most:
        return Message(
            "{least} to {most} different picks wanted, {given} given.", least=least, most=most, given=count
        )
    if least == 1:
        return Message("1 pick wanted, {given} given.", given=count)
    return Message("{least} different picks wanted, {given} given.", least=least, given=count)


class DefaultAnswer(NamedTuple):
    """The answer of the rules for a retired seat, and the number of the rule."""

    picks: Picks
    rule: str


class Result(NamedTuple):
    """The winning seats (none for a draw), the score of each side, and the deciding rule."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    rule: str
