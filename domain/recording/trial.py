"""The decision of one entry in a deal, compared with all that was seen of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Protocol

from msgspec.structs import replace

from .. import decider
from ..decider import Illegal, Position
from ..errors import Drift
from ..model import CHANCE, SPECTATOR, Answered, Asked, Fact, Picks, SeatRetired
from ..rules import Rules
from .contradiction import Contradiction
from .deal import Deal
from .entries import Entry, Ref
from .names import WORD, find_default, list_hand, list_names, list_pick_words, list_words
from .prints import Prints

SILENT_ANSWERS = 40
"""The maximum of answers without an entry before one."""


class Decided(Protocol):
    """The entries before, with their public facts, and the cards that no fact has named."""

    rules: Rules[Any, Any]
    deal: Deal
    prints: Prints
    public: list[Fact]
    unseen: set[str]
    names: dict[Ref, str]
    any_order: bool


class OtherCopy(Exception):
    """The deal has the copy *dealt* where a stored fact names another one, with both out of sight before."""

    def __init__(self, stored: str, dealt: str) -> None:
        super().__init__(stored, dealt)
        self.names = {stored: dealt, dealt: stored}


class Trial:
    """An entry decided from a position; `decided` counts the facts.

    A card that people have named in a hidden place has to lie there. The facts of an earlier entry have to be
    the public ones, from the number *at* on. Those of a new one, `fresh`, have to show what the entry
    sighted; `implied` are the numbers of answers without an entry. `full` are all facts with their hidden
    cards. `hidden` are those that a hidden choice has put out of sight until now; `unseen` are those of them
    that no fact has named since.
    """

    def __init__(
        self, course: Decided, entry: Entry, position: Position[Any], at: int, hidden: frozenset[str]
    ) -> None:
        self.rules, self.deal, self.prints = course.rules, course.deal, course.prints
        self.entry, self.position, self.hidden = entry, position, hidden
        self._before = position, hidden
        self._stored, self._at = course.public, at
        self._names, self._named_facts = course.names, {ref.fact for ref in course.names}
        self.is_new = at >= len(course.public)
        self.unseen = set(course.unseen) if self.is_new else course.unseen
        self.full: list[Fact] = []
        self.fresh: list[Fact] = []
        self.implied: list[int] = []
        self._is_open = self.is_new and course.deal.plan is None
        self._any_order = course.any_order
        self._sightings = [sighting.card for sighting in entry.sightings] if self.is_new else []
        self._sighted: list[str] = []
        self.decided = 0

    def decide(self) -> None:
        """Decides the entry, the silent answers before it and the secret ones after it.

        Raises `Contradiction` where it does not agree with the deal, and `OtherCopy` where it does after two
        equal cards out of sight have exchanged their names.
        """
        self._decide_entry()
        missing = self._sightings[len(self._sighted) :][:1]
        if missing:
            pending = self.position.pending
            choices = 0 if pending is None else len(pending.options)
            raise Contradiction(self.position.seq, missing, (), len(self._sighted), choices=choices)
        sightings = zip(self.entry.sightings, self._sighted, strict=False)
        seen = tuple(replace(old, card=card) if old.card != card else old for old, card in sightings)
        if self.is_new and seen != self.entry.sightings:
            self.entry = replace(self.entry, sightings=seen)

    def _decide_entry(self) -> None:
        if self.entry.leaves:
            fact = Fact(self.position.seq + 1, self.position.seq, "", SeatRetired(self.entry.seat, 0))
            self._take_facts([fact], decider.evolve(self.rules, self.position, fact), self.deal.used)
            return self._decide_secrets()
        for _ in range(SILENT_ANSWERS):
            question = decider.open_question(self.rules, self.position)
            picks = None if question is None else self._fit_picks(question)
            if question is not None and picks is not None:
                self._decide_answer(question, picks)
                return self._decide_secrets()
            silent = None if question is None else self.rules.silent_answer(question)
            if question is None or silent is None:
                break
            self.implied.append(self.position.seq + 1)
            self._decide_answer(question, silent)
            self._decide_secrets()
        try:
            answer = Answered(self.entry.seat, self.entry.picks)
            decider.check_answer(self.rules, self.position, answer)
        except Illegal as refused:
            raise self._refuse(refused) from None
        raise Contradiction(self.position.seq + 1, (), ())

    def _fit_picks(self, question: Asked) -> Picks | None:
        """Returns the options that the entry picks, or `None` where it answers a later question."""
        entry = self.entry
        if entry.seat != question.seat:
            return None
        if question.seat == CHANCE:
            return question.options[: question.least]
        picks = self._match_picks(question)
        try:
            decider.check_answer(self.rules, self.position, Answered(entry.seat, picks))
        except Illegal as refused:
            if self.position.running is None or self.rules.silent_answer(question) is None:
                raise self._refuse(refused) from None
            possible = self.rules.candidate_picks(self.position.board, question)
            if all(self._is_conceivable(pick, possible) for pick in entry.picks):
                raise self._refuse(refused) from None
            return None
        if picks != entry.picks:
            self.entry = replace(entry, picks=picks)
        return picks

    def _match_picks(self, question: Asked) -> Picks:
        """Returns the options for the picks of the entry; copies of one print are equal.

        Of equal cards in a hand, a new entry takes the named ones first. A stored one has fixed its copies:
        if the deal has other ones in the hand, they exchange their names.
        """
        picks = self.prints.match_options(question, self.entry.picks)
        if self._is_open:
            return (
                picks if self.unseen.isdisjoint(list_pick_words(picks)) else self._take_named(question, picks)
            )
        if picks != self.entry.picks:
            self._compare_copies(list_pick_words(self.entry.picks), list_pick_words(picks))
        return picks

    def _take_named(self, question: Asked, picks: Picks) -> Picks:
        own = set(list_hand(self.rules, self.position.board, question.seat)) - self.unseen
        chosen = list(picks)
        for index, pick in enumerate(picks):
            if not self.unseen.isdisjoint(WORD.findall(pick)):
                equal = [
                    option
                    for option in question.options
                    if option not in chosen
                    and not own.isdisjoint(WORD.findall(option))
                    and self.prints.generic(option) == self.prints.generic(pick)
                ]
                chosen[index] = min(equal, default=pick)
        return tuple(chosen)

    def _compare_copies(self, stored: Sequence[str], dealt: Sequence[str]) -> None:
        """Raises `OtherCopy` if the first names that differ are equal cards, both out of sight before."""
        pairs = zip(stored, dealt, strict=False)
        name, other = next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
        position, hidden = self._before
        if name not in hidden or other not in hidden or self.prints.of(name) != self.prints.of(other):
            return
        if {name, other}.isdisjoint(list_names(self.rules.redact_board(position.board, SPECTATOR))):
            raise OtherCopy(name, other)

    def _is_conceivable(self, pick: str, possible: Picks) -> bool:
        """Returns whether *pick* is of the kind of the *possible* ones: the same act, or an unseen card."""
        act, colon, _ = pick.partition(":")
        if colon:
            return any(other.startswith(f"{act}:") for other in possible)
        return pick in possible or (pick in self.hidden and not self.hidden.isdisjoint(possible))

    def _decide_secrets(self) -> None:
        """Answers for retired seats by the rules, and questions that one seat sees alone from the deal."""
        while (question := decider.open_question(self.rules, self.position)) is not None:
            if default := find_default(self.rules, self.position.board, question):
                self.implied.append(self.position.seq + 1)
                self._decide_answer(question, default.picks, default.rule)
            elif question.sight == "secret" and question.seat != CHANCE:
                self._decide_answer(question, self._choose(question, self.position.seq + 1))
            else:
                return

    def _choose(self, question: Asked, seq: int) -> Picks:
        """Returns the value of a hidden choice."""
        expected = [self.prints.of(card) for card in self._sightings[len(self._sighted) :]]
        picks = self.deal.choose(question, seq, expected, self.prints)
        if picks is None:
            raise Contradiction(seq, (), question.options)
        return picks

    def _draw(self, question: Asked, seq: int) -> Answered:
        return Answered(CHANCE, self._choose(question, seq), secret=True)

    def _decide_answer(self, question: Asked, picks: Picks, rule: str = "") -> None:
        answer = Answered(question.seat, picks, secret=question.sight == "secret")
        first = self.deal.used - (question.sight == "secret" and question.seat != CHANCE)
        try:
            facts, position = decider.decide(self.rules, self.position, answer, self._draw, rule)
        except Illegal as refused:
            raise self._refuse(refused) from None
        except Drift:
            raise Contradiction(self.position.seq + 1, (), ()) from None
        self._take_facts(facts, position, first)

    def _take_facts(self, facts: list[Fact], position: Position[Any], first: int) -> None:
        """Takes *facts*, whose hidden choices begin with number *first*, if they agree with what was seen."""
        self.decided += len(facts)
        choices = {choice.fact: choice for choice in self.deal.choices[first : self.deal.used]}
        for fact in facts:
            public_fact = decider.redact_fact(self.rules, fact, SPECTATOR)
            choice = choices.get(fact.seq)
            if fact.seq in self._named_facts:
                self._compare_names(fact)
            if not self.is_new:
                stored = self._stored[self._at] if self._at < len(self._stored) else None
                if public_fact != stored:
                    raise self._differ(stored, public_fact)
            else:
                self._compare_sightings(fact, public_fact)
                self.fresh.append(public_fact)
                if choice is not None and choice.hides:
                    self.unseen.update(choice.question.options)
            if choice is not None and choice.hides:
                self.hidden = self.hidden.union(choice.question.options)
            self._at += 1
        self.full += facts
        self.position = position

    def _compare_names(self, fact: Fact) -> None:
        """Compares the hidden cards of a *fact* with the names that people have given them."""
        for index, dealt in enumerate(list_words(fact.event)):
            name = self._names.get(Ref(fact.seq, index), dealt)
            if self.prints.of(name) != self.prints.of(dealt):
                raise Contradiction(fact.seq, (name,), (dealt,), index)

    def _compare_sightings(self, fact: Fact, public_fact: Fact) -> None:
        """Compares what becomes visible in a new *fact* with the next sightings."""
        event = fact.event
        if isinstance(event, Asked):
            return
        if isinstance(event, Answered):
            if event.seat != CHANCE and not event.secret:
                self.unseen.difference_update(list_words(event))
            elif event.seat == CHANCE and event.picks[0].isdecimal():
                self._compare_sighting(public_fact, 0, event.picks[0])
            return
        for index, word in enumerate(list_words(public_fact.event)):
            if word in self.unseen:
                self._compare_sighting(public_fact, index, word)
                self.unseen.discard(word)

    def _compare_sighting(self, public_fact: Fact, index: int, word: str) -> None:
        number = len(self._sighted)
        if number == len(self._sightings):
            place = (public_fact, Ref(public_fact.seq, index))
            raise Contradiction(public_fact.seq, (), (word,), number, unsighted=place)
        if self._any_order:
            self._bring_forward(number, word)
        expected = self._sightings[number]
        if not self._is_open:
            self._compare_copies([expected], [word])
        if self.prints.of(expected) != self.prints.of(word):
            raise Contradiction(public_fact.seq, (expected,), (word,), number)
        self._sighted.append(word)

    def _bring_forward(self, number: int, card: str) -> None:
        """Puts the sighting of *card*, if any, before the others."""
        prints = [self.prints.of(other) for other in self._sightings[number:]]
        if self.prints.of(card) in prints:
            self._sightings.insert(number, self._sightings.pop(number + prints.index(self.prints.of(card))))

    def _differ(self, stored: Fact | None, decided: Fact) -> Contradiction:
        expected = [] if stored is None else list(list_words(stored.event))
        actual = list(list_words(decided.event))
        self._compare_copies(expected, actual)
        agreed = sum(a == b for a, b in zip(expected, actual, strict=False))
        return Contradiction(decided.seq, expected, actual, agreed)

    def _refuse(self, refused: Illegal) -> Contradiction:
        """Returns the contradiction between the deal and the refused entry, with the names that it needs."""
        words = list_pick_words(self.entry.picks) + self._sightings
        question = refused.question
        picks = () if question is None else self.prints.match_options(question, self.entry.picks)
        fitting = 0 if question is None else (Counter(picks) & Counter(question.options)).total()
        own = list_hand(self.rules, self.position.board, self.entry.seat)
        in_hand = (Counter(map(self.prints.of, words)) & Counter(map(self.prints.of, own))).total()
        refusal = (self.position, refused)
        return Contradiction(self.position.seq + 1, words, (), fitting + in_hand, refusal)
