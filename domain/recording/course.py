"""The course of a recording: its entries decided in one deal, and compared with all that was seen."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from ..decider import Position
from ..model import Fact, Picks
from ..rules import Rules
from .contradiction import Contradiction
from .deal import Deal, HiddenChoice
from .entries import Entry, Ref
from .mentions import Mentions
from .names import list_words, rename
from .prints import Prints
from .trial import OtherCopy, Trial
from .unknowns import Start

OTHER_COPIES = 8
"""The maximum of equal cards that exchange their names before one entry."""


class Step(NamedTuple):
    """An entry, and the number of the last fact before its own."""

    entry: Entry
    seq: int


class Mark(NamedTuple):
    """The state before an entry: the position, and the numbers of hidden choices and public facts until then.

    `hidden` are the cards that a hidden choice has put out of sight until then. `full` are the facts of the
    entry before, with their hidden cards. A change of the deal empties both `position` and `full`.
    """

    position: Position[Any] | None
    used: int
    facts: int
    hidden: frozenset[str] = frozenset()
    full: tuple[Fact, ...] = ()


class Course:
    """Entries and the facts that follow; `decided` counts the facts that were decided for them.

    `public` are the stored facts as a spectator sees them, `mentions` the cards that they name. `unseen` are
    the cards that no fact has named since the last hidden choice among them. `names` are the cards that
    people have named in hidden places. `exchanged` have exchanged their names with equal cards. A new entry
    may see cards in `any_order`; `last` is the decision of the last one. The last mark always has a position.
    """

    last: Trial

    def __init__(self, rules: Rules[Any, Any], start: Start) -> None:
        self.rules, self.start, self.prints = rules, start, Prints(rules)
        self.deal = Deal(
            HiddenChoice(unknown, unknown.options[: unknown.least], start.position.seq)
            for unknown in start.unknowns
        )
        self.steps: list[Step] = []
        self.marks = [self._first_mark()]
        self.public: list[Fact] = []
        self.mentions = Mentions()
        self.unseen = set(self.hidden)
        self.names: dict[Ref, str] = {}
        self.exchanged: set[str] = set()
        self.any_order = False
        self.decided = 0

    def _first_mark(self) -> Mark:
        """Returns the state at the start, with the cards of the deal in the unknown places."""
        unknowns = self.start.unknowns
        names = {
            card: dealt
            for unknown, choice in zip(unknowns, self.deal.choices, strict=False)
            for card, dealt in zip(unknown.options, choice.picks, strict=False)
            if card != dealt
        }
        position = rename(self.start.position, names) if names else self.start.position
        hidden = frozenset(card for unknown in unknowns for card in unknown.options)
        return Mark(position, len(unknowns), 0, hidden)

    @property
    def position(self) -> Position[Any]:
        """The position after the last decided entry."""
        position = self.marks[-1].position
        assert position is not None
        return position

    @property
    def hidden(self) -> frozenset[str]:
        """The cards that a hidden choice has put out of sight until now."""
        return self.marks[-1].hidden

    def copy(self) -> Course:
        """Returns a course that changes without this one."""
        course = Course(self.rules, self.start)
        course.deal, course.prints = Deal(self.deal.choices), self.prints
        course.steps, course.marks, course.public = self.steps[:], self.marks[:], self.public[:]
        course.mentions, course.unseen = self.mentions.copy(), set(self.unseen)
        course.names, course.exchanged = dict(self.names), set(self.exchanged)
        return course

    def set_name(self, ref: Ref, card: str) -> Entry:
        """Sets the name of a card in a fact of the entry that it returns; the next decision begins before.

        Raises `LookupError` for a place without a card.
        """
        number = bisect_left(self.steps, ref.fact, key=lambda step: step.seq)
        fact = next((fact for fact in self.public if fact.seq == ref.fact), None)
        if fact is None or not 0 <= ref.index < len(list(list_words(fact.event))):
            raise LookupError(f"fact {ref.fact} has no card number {ref.index}")
        self.names[ref] = card
        self._drop_marks(number - 1)
        return self.steps[number - 1].entry

    def list_deck(self, cards: Iterable[str]) -> set[str]:
        """Returns all cards that hidden choices have put among *cards*."""
        cards = set(cards)
        decks = (choice.question.options for choice in self.deal.choices if choice.hides)
        return {card for deck in decks if not cards.isdisjoint(deck) for card in deck}

    def list_unseen(self, cards: Iterable[str]) -> set[str]:
        """Returns the unseen cards of the deck of those *cards* that are unseen."""
        return self.unseen & self.list_deck(self.unseen.intersection(cards))

    # -- going back ------------------------------------------------------------------------------------

    def restart(self) -> None:
        """Takes the entries out, to decide them again one by one; their facts and the deal stay."""
        self.steps, self.marks = [], [self._first_mark()]

    def cut(self, count: int) -> None:
        """Forgets all after the first *count* entries, the choices of the deal included."""
        if count >= len(self.steps):
            return
        mark = self.marks[count]
        del self.steps[count:], self.public[mark.facts :], self.deal.choices[mark.used :]
        self._drop_marks(count)
        self.mentions = Mentions(self.public)
        self.unseen = {
            card
            for choice in self.deal.choices
            if choice.hides
            for card in choice.question.options
            if not self.mentions.names_since(card, choice.fact)
        }

    def rewind(self, used: int) -> None:
        """Forgets the marks after the first *used* hidden choices."""
        if used < len(self.start.unknowns):
            self.marks = [self._first_mark()]
            return
        count = len(self.marks) - 1
        while self.marks[count].used > used:
            count -= 1
        self._drop_marks(count)

    def refresh(self) -> None:
        """Decides the entries again that a change of the deal has left without facts."""
        count = next((count for count, mark in enumerate(self.marks) if count and not mark.full), 0)
        if count:
            self._drop_marks(count - 1)
            self.decide()

    def change_deal(self, values: Sequence[Picks]) -> None:
        """Gives the decided entries a deal of other *values*; the next decision makes up no further ones.

        Cards that only change places out of sight get their names exchanged in the last position between two
        effects. The entries before it are decided again when they are needed.
        """
        choices = self.deal.choices
        self.deal.plan = values
        changes = (i for i, choice in enumerate(choices) if i >= len(values) or choice.picks != values[i])
        index = next(changes, None)
        if index is None:
            return
        names = self._find_names(index, values)
        count = len(self.marks) - 1
        while count and not ((p := self.marks[count].position) and p.running is None):
            count -= 1
        if not names or self.marks[count].used <= index:
            fixed = max(index, len(self.start.unknowns))
            choices[index:] = [
                replace(choice, picks=values[i]) for i, choice in enumerate(choices[:fixed]) if i >= index
            ]
            self.rewind(index)
            return
        self.deal.rename(index, names)
        del self.marks[count + 1 :]
        for number, mark in enumerate(self.marks):
            if mark.used > index:
                position = rename(mark.position, names) if number == count else None
                self.marks[number] = mark._replace(position=position, full=())
        if index < len(self.start.unknowns):
            self.marks[0] = self._first_mark()

    def _find_names(self, index: int, values: Sequence[Picks]) -> Mapping[str, str]:
        """Returns the new names of cards that change places out of sight from the choice *index* on.

        Returns nothing if a public fact has named one of them since, or if *values* differ otherwise.
        """
        names, since = self.deal.find_names(index, values), self.deal.choices[index].fact
        if any(self.mentions.names_since(card, since) or card in self.exchanged for card in names):
            return {}
        return names

    def _drop_marks(self, count: int) -> None:
        """Forgets the marks after the first *count* entries, and those before that lack a position."""
        while self.marks[count].position is None:
            count -= 1
        del self.marks[count + 1 :]

    # -- deciding --------------------------------------------------------------------------------------

    def decide(self) -> None:
        """Decides all entries after the last mark, and stores the facts of new ones.

        Raises `Contradiction` where an entry does not agree with the deal.
        """
        while len(self.marks) <= len(self.steps):
            mark = self.marks[-1]
            trial = self._try_step(len(self.marks) - 1, self.position, mark, is_stored=True)
            if trial.is_new:
                self._store_facts(trial)
                self.steps[len(self.marks) - 1] = Step(trial.entry, self.steps[len(self.marks) - 1].seq)
            hidden = mark.hidden if trial.hidden == mark.hidden else trial.hidden
            facts = mark.facts + len(trial.full)
            self.marks.append(Mark(trial.position, self.deal.used, facts, hidden, tuple(trial.full)))
        self.deal.used = self.marks[-1].used
        self.deal.cut()

    def try_position(self, count: int, mark: Mark, position: Position[Any]) -> None:
        """Decides the entries after the first *count* from another *position*, and stores nothing.

        *mark* is the state before them.
        """
        for number in range(count, len(self.steps)):
            trial = self._try_step(number, position, mark)
            position = trial.position
            mark = mark._replace(used=self.deal.used, facts=mark.facts + len(trial.full), hidden=trial.hidden)

    def _try_step(
        self, number: int, position: Position[Any], mark: Mark, *, is_stored: bool = False
    ) -> Trial:
        entry, seq = self.steps[number]
        self.deal.used = mark.used
        position = _renumber(position, seq)
        for _ in range(OTHER_COPIES):
            trial = Trial(self, entry, position, mark.facts, mark.hidden)
            try:
                trial.decide()
                return trial
            except OtherCopy as other:
                position = rename(position, other.names)
                if not is_stored or not self._exchange_copies(other.names, mark, seq):
                    self.exchanged.update(other.names)
                self.deal.used = mark.used
            finally:
                self.decided += trial.decided
        raise Contradiction(seq + 1, (), ())

    def _exchange_copies(self, names: Mapping[str, str], mark: Mark, seq: int) -> bool:
        """Exchanges two equal cards in the deal and in all that followed from it until the last *mark*.

        Returns false for a stored deal, and where a fact until *seq* has named one of them since.
        """
        index = next(self.deal.common_choices(*names), mark.used)
        if self.deal.plan is not None or index >= mark.used:
            return False
        since = self.deal.choices[index].fact
        if any(self.mentions.names_since(card, since, seq + 1) for card in names):
            return False
        self.deal.rename(index, names)
        for number, later in enumerate(self.marks):
            if later.used > index:
                full = tuple(rename(fact, names) if fact.seq >= since else fact for fact in later.full)
                self.marks[number] = later._replace(position=rename(later.position, names), full=full)
        return True

    def _store_facts(self, trial: Trial) -> None:
        self.mentions.add_facts(trial.fresh)
        self.public += trial.fresh
        self.unseen = trial.unseen
        self.last = trial


def _renumber(position: Position[Any], seq: int) -> Position[Any]:
    """Returns *position* as after fact *seq*; an effect that waits for its answer moves along."""
    if position.seq == seq:
        return position
    renumbered = replace(position, seq=seq)
    if (effect := position.__dict__.pop("effect", None)) is not None:
        renumbered.__dict__["effect"] = effect
    return renumbered
