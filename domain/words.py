"""The words every game shares: who sits at the table, what is asked and answered, and what a fact is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from .clocks import ClockReading
from .messages import Message
from .published import Instant, OptionalText, absent

Seat: TypeAlias = int
"""A player's place at the table, counted from 0."""

Picks: TypeAlias = tuple[str, ...]
"""The options a seat picked, in the order it picked them."""

CHANCE: Seat = -1
"""The seat that shuffles. Its answers are recorded like anyone else's."""

Asker: TypeAlias = Annotated[Seat, absent(CHANCE, schema={"type": ["integer", "null"]})]
"""A seat, or `CHANCE`, which has none."""

Sight: TypeAlias = Literal["open", "hand", "secret"]
"""Who sees a question: everyone; everyone but its options; the asked seat alone, picks included."""


class Event(Struct, frozen=True, gc=False, tag_field="type", tag=lambda name: f"core.{name}"):
    """Any fact of a match or of a tournament; its `type` names the kind."""


class Asked(Event, frozen=True):
    """A seat owes an answer: at least `least` and at most `most` of the options."""

    seat: Asker
    prompt: str
    options: Annotated[Picks, absent((), schema={"type": ["array", "null"]})]
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
    options: Annotated[Picks, absent((), schema={"type": ["array", "null"]})] = ()
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
"""What happens in every game: the vocabulary of the conversation itself."""


class Fact(Struct, frozen=True, gc=False):
    """An event in its place: its number, the fact it follows from, and the rule or card that made it."""

    seq: int
    cause: int
    rule: OptionalText
    event: Event


Chance: TypeAlias = Callable[[Asked, int], Answered]
"""Answers for the seat that shuffles; the second argument is the `seq` of the answer."""


Shuffled: TypeAlias = Callable[[Picks], Picks]
"""Lays cards in another order."""


class Viewer(NamedTuple):
    """Who is looking, whose secrets they share, and into whose hands they look besides.

    `CHANCE` among the secrets means: the order of the decks too. Who `runs` the match reads what is said in
    its cases, as those at the table do; who looks at a match that is over without having been there does not,
    and `hears_cases` is false.
    """

    name: str
    shares: frozenset[Seat]
    hands: frozenset[Seat] = frozenset()
    runs: bool = False
    hears_cases: bool = True

    @property
    def hears(self) -> bool:
        """Whether what the parties say in a case is for this viewer."""
        return self.hears_cases and (self.runs or bool(self.shares))

    def sees_hand(self, seat: Seat) -> bool:
        """Tells whether the hand of *seat* lies open to this viewer."""
        return seat in self.shares or seat in self.hands


class Refusal(NamedTuple):
    """Why something cannot be chosen: the rule that forbids it, and a sentence in the words of the game."""

    rule: str
    sentence: Message


def wrong_number(asked: Asked, given: int) -> Message:
    """Returns what to tell somebody who gave so many picks, more or fewer than *asked* wants."""
    least, most = asked.least, asked.most
    if least < most:
        return Message(
            "{least} to {most} different picks wanted, {given} given.", least=least, most=most, given=given
        )
    if least == 1:
        return Message("1 pick wanted, {given} given.", given=given)
    return Message("{least} different picks wanted, {given} given.", least=least, given=given)


class DefaultAnswer(NamedTuple):
    """The answer that a rule of the game gives for a retired seat, and the number of that rule."""

    picks: Picks
    rule: str


class Result(NamedTuple):
    """How a match ended: the winning seats (none: a draw), the score of each side, the deciding rule."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    rule: str
