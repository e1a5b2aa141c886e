"""The course of a recording: its entries decided in one deal, and compared with all that was seen."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from .. import decider
from ..decider import Illegal, Position
from ..errors import Drift
from ..model import CHANCE, SPECTATOR, Answered, Asked, Fact, Picks
from ..rules import Rules
from .contradiction import Contradiction
from .deal import WORD, Deal, list_hand, list_words
from .entries import Entry, Ref

SILENT_ANSWERS = 40
"""The maximum of answers without an entry before one."""


class Mark(NamedTuple):
    """A position before an entry, with the number of hidden choices and of public facts until then."""

    position: Position[Any]
    used: int
    facts: int


class Course:
    """Entries and the facts that follow; `decided` counts the facts that were decided for them.

    `public` are the stored facts as a spectator sees them. `mentions` has the last of them by the cards that
    they name. `unseen` are the cards that no fact has named since the last hidden choice among them.
    """

    def __init__(self, rules: Rules[Any, Any], start: Position[Any]) -> None:
        self.rules, self.deal = rules, Deal()
        self.entries: list[Entry] = []
        self.marks = [Mark(replace(start), 0, 0)]
        self.public: list[Fact] = []
        self.mentions: dict[str, int] = {}
        self.unseen: set[str] = set()
        self.hidden: set[str] = set()
        self.prints: dict[str, str] = {}
        self.decided = 0
        self._live: tuple[Mark, Position[Any]] = (self.marks[0], start)

    # -- the entry under way ---------------------------------------------------------------------------

    def begin_entry(self, entry: Entry) -> None:
        """Makes *entry* the last one; `decide` decides it."""
        self.entries.append(entry)
        self._sighted_prints = [self.print_of(sighting.card) for sighting in entry.sightings]

    def drop_entry(self) -> None:
        """Takes the last entry back."""
        self.entries.pop()
        self._sighted_prints = []

    def print_of(self, card: str) -> str:
        """Returns the first copy of *card*."""
        print_ = self.prints.get(card)
        if print_ is None:
            print_ = self.prints[card] = self.rules.print_of(card)
        return print_

    def decide(self, position: Position[Any] | None = None) -> None:
        """Decides all entries after the last mark; raises `Contradiction`.

        *position* stands in for that of the mark before the last entry, to try a deal out.
        """
        self.fresh: list[Fact] = []
        self.implied: list[int] = []
        self._now_unseen, self._sighted = set(self.unseen), 0
        mark = self.marks[-1]
        self.deal.used, self._at = mark.used, mark.facts
        p = replace(mark.position) if position is None else position
        if position is None and self._live[0] is mark:
            p = self._live[1]
        self._live = (self.marks[0], replace(self.marks[0].position))
        for entry in self.entries[len(self.marks) - 1 :]:
            p = self._decide_entry(entry, p)
            if position is None:
                self.marks.append(Mark(replace(p), self.deal.used, self._at))
        if self.entries and self._sighted < len(self._sighted_prints):
            choices = 0 if p.pending is None else len(p.pending.options)
            raise Contradiction(
                p.seq, self._sighted_prints[self._sighted :][:1], (), self._sighted, choices=choices
            )
        if position is None:
            self._live = (self.marks[-1], p)
            self.deal.cut()

    def store_facts(self) -> None:
        """Stores the facts of the last entry."""
        for fact in self.fresh:
            for word in list_words(fact.event):
                self.mentions[word] = fact.seq
        self.public += self.fresh
        self.unseen = self._now_unseen

    def rewind(self, used: int) -> None:
        """Forgets the marks after the first *used* hidden choices."""
        while self.marks[-1].used > used:
            self.marks.pop()

    def copy_until(self, count: int) -> Course:
        """Returns the course of the first *count* entries; the later choices of its deal are suggestions."""
        mark = self.marks[count]
        course = Course(self.rules, self.marks[0].position)
        course.deal = Deal(self.deal.choices)
        course.entries, course.marks = self.entries[:count], self.marks[: count + 1]
        course.public, course.prints = self.public[: mark.facts], self.prints
        course.hidden = set(self.hidden)
        for fact in course.public:
            for word in list_words(fact.event):
                course.mentions[word] = fact.seq
        course.unseen = course.find_unseen(mark)
        return course

    def find_unseen(self, mark: Mark) -> set[str]:
        """Returns the cards that no fact until *mark* has named since the last hidden choice among them."""
        return {
            card
            for choice in self.deal.choices[: mark.used]
            if not choice.is_lot and len(choice.question.options) > 1
            for card in choice.question.options
            if self.mentions.get(card, 0) < choice.fact
        }

    # -- deciding --------------------------------------------------------------------------------------

    def _decide_entry(self, entry: Entry, p: Position[Any]) -> Position[Any]:
        """Decides an entry, the silent answers before it and the secret ones after it."""
        for _ in range(SILENT_ANSWERS):
            question = decider.open_question(self.rules, p)
            picks = None if question is None else self._fit_picks(question, entry, p)
            if question is not None and picks is not None:
                return self._decide_secrets(self._decide_answer(question, picks, p))
            silent = None if question is None else self.rules.silent_answer(question)
            if question is None or silent is None:
                break
            if self._at >= len(self.public):
                self.implied.append(p.seq + 1)
            p = self._decide_secrets(self._decide_answer(question, silent, p))
        try:
            decider.check_answer(self.rules, p, Answered(entry.seat, entry.picks))
        except Illegal as refused:
            raise self._refuse(p, entry, refused) from None
        raise Contradiction(p.seq + 1, (), ())

    def _fit_picks(self, question: Asked, entry: Entry, p: Position[Any]) -> Picks | None:
        """Returns the options that *entry* picks, or `None` where it answers a later question."""
        if entry.seat != question.seat:
            return None
        if question.seat == CHANCE:
            return question.options[: question.least]
        picks = self._match_options(question, entry.picks)
        answer = Answered(entry.seat, picks)
        try:
            decider.check_answer(self.rules, p, answer)
        except Illegal as refused:
            if p.running is None or self.rules.silent_answer(question) is None:
                raise self._refuse(p, entry, refused) from None
            possible = self.rules.candidate_picks(p.board, question)
            if all(self._is_conceivable(pick, possible) for pick in entry.picks):
                raise self._refuse(p, entry, refused) from None
            return None
        return picks

    def _is_conceivable(self, pick: str, possible: Picks) -> bool:
        """Returns whether *pick* is of the kind of the *possible* ones: the same act, or an unseen card."""
        act, colon, _ = pick.partition(":")
        if colon:
            return any(other.startswith(f"{act}:") for other in possible)
        return pick in possible or (pick in self.hidden and not self.hidden.isdisjoint(possible))

    def generic(self, pick: str) -> str:
        """Returns *pick* with the first copy of each card."""
        return WORD.sub(lambda match: self.print_of(match[0]), pick)

    def _match_options(self, question: Asked, picks: Picks) -> Picks:
        """Returns the options for *picks*: the same, or else the lowest copy."""
        remaining, matched = list(question.options), []
        for pick in picks:
            if pick not in remaining:
                alike = [option for option in remaining if self.generic(option) == self.generic(pick)]
                pick = min(alike, default=pick)
            if pick in remaining:
                remaining.remove(pick)
            matched.append(pick)
        return tuple(matched)

    def _decide_secrets(self, p: Position[Any]) -> Position[Any]:
        """Answers questions that one seat sees alone, from the deal."""
        while True:
            question = decider.open_question(self.rules, p)
            if question is None or question.sight != "secret" or question.seat == CHANCE:
                return p
            p = self._decide_answer(question, self._choose(question, p.seq + 1), p)

    def _choose(self, question: Asked, seq: int) -> Picks:
        """Returns the value of a hidden choice."""
        for option in question.options:
            self.print_of(option)
        before = self.fresh or self._at >= len(self.public)
        expected = self._sighted_prints[self._sighted :] if before else ()
        return self.deal.choose(question, seq, expected, self.prints)

    def _draw(self, question: Asked, seq: int) -> Answered:
        return Answered(CHANCE, self._choose(question, seq), secret=True)

    def _decide_answer(self, question: Asked, picks: Picks, p: Position[Any]) -> Position[Any]:
        answer = Answered(question.seat, picks, secret=question.sight == "secret")
        first = self.deal.used - (question.sight == "secret" and question.seat != CHANCE)
        try:
            facts, position = decider.decide(self.rules, p, answer, self._draw)
        except Illegal as refused:
            raise self._refuse(p, self.entries[-1], refused) from None
        except Drift:
            raise Contradiction(p.seq + 1, (), ()) from None
        self.decided += len(facts)
        choices = {choice.fact: choice for choice in self.deal.choices[first : self.deal.used]}
        for fact in facts:
            public_fact = decider.redact_fact(self.rules, fact, SPECTATOR)
            choice = choices.get(fact.seq)
            if self._at < len(self.public):
                if public_fact != self.public[self._at]:
                    raise self._differ(self.public[self._at], public_fact)
            else:
                self._compare_sightings(fact, public_fact)
                self.fresh.append(public_fact)
                if choice is not None and not choice.is_lot and len(choice.question.options) > 1:
                    self._now_unseen.update(choice.question.options)
                    self.hidden.update(choice.question.options)
            self._at += 1
        return position

    def _differ(self, stored: Fact, decided: Fact) -> Contradiction:
        expected, actual = list(list_words(stored.event)), list(list_words(decided.event))
        agreed = sum(a == b for a, b in zip(expected, actual, strict=False))
        return Contradiction(stored.seq, expected, actual, agreed)

    def _compare_sightings(self, fact: Fact, public_fact: Fact) -> None:
        """Compares what becomes visible in a new *fact* with the next sightings."""
        event = fact.event
        if isinstance(event, Asked):
            return
        if isinstance(event, Answered):
            if event.seat != CHANCE and not event.secret:
                self._now_unseen.difference_update(list_words(event))
            elif event.seat == CHANCE and event.picks[0].isdecimal():
                self._compare_sighting(public_fact, 0, event.picks[0])
            return
        for index, word in enumerate(list_words(public_fact.event)):
            if word in self._now_unseen:
                self._compare_sighting(public_fact, index, word)
                self._now_unseen.discard(word)

    def _compare_sighting(self, public_fact: Fact, index: int, word: str) -> None:
        if self._sighted == len(self._sighted_prints):
            place = (public_fact, Ref(public_fact.seq, index))
            raise Contradiction(public_fact.seq, (), (word,), self._sighted, unsighted=place)
        expected = self._sighted_prints[self._sighted]
        if expected != self.print_of(word):
            raise Contradiction(public_fact.seq, (expected,), (word,), self._sighted)
        self._sighted += 1

    def _refuse(self, p: Position[Any], entry: Entry, refused: Illegal) -> Contradiction:
        """Returns the contradiction between the deal and a refused entry, with the names that it needs."""
        words = [word for pick in entry.picks for word in WORD.findall(pick)]
        if entry is self.entries[-1]:
            words += self._sighted_prints
        question = refused.question
        picks = () if question is None else self._match_options(question, entry.picks)
        fitting = 0 if question is None else sum(pick in question.options for pick in picks)
        hand = {self.print_of(card) for card in list_hand(self.rules, p.board, entry.seat)}
        in_hand = sum(self.print_of(word) in hand for word in dict.fromkeys(words))
        return Contradiction(p.seq + 1, words, (), fitting + in_hand, (p, refused))
