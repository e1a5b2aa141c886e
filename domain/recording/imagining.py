"""Random deals that agree with what a table saw until one moment, from the public record alone.

The unseen cards of each deck change places among its hidden places at the last moment between two effects.
Cards that somebody has seen or named in a hidden place stay. The entries of an effect under way are decided
again in that deal, and the deal is repaired where they show another card. The deal of the recording has no
influence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from .. import decider
from ..decider import Position, RunningEffect
from ..errors import Drift
from ..model import CHANCE, SPECTATOR, Answered, Asked, Picks
from ..rules import Rules
from .contradiction import Contradiction
from .course import Course
from .deal import Sampler
from .mentions import Mentions
from .names import list_hand, list_names, list_pick_words, list_words, rename
from .possible import ask_again, refuse_draw
from .recording import Recording
from .repair import decide_or_repair
from .trial import SILENT_ANSWERS
from .unknowns import Start

BUDGET = 2_000
"""The maximum of decided facts for one deal within an effect."""
TRIES = 20
"""The number of deals that are drawn for one that agrees."""


class Imagined(NamedTuple):
    """A position in a random deal, and its hidden cards that a witness has named."""

    position: Position[Any]
    named: frozenset[str]


class Imagination:
    """The deals that agree with a recording at a moment.

    `position` is the one of the recording after some fact: each deal repeats what a spectator sees of it.
    """

    def __init__(
        self, rules: Rules[Any, Any], recording: Recording[Any, Any], position: Position[Any]
    ) -> None:
        self._rules, self._seq = rules, position.seq
        self._visible = rules.redact_board(position.board, SPECTATOR)
        self._question = _public_question(rules, position)
        course, count = recording.course_at(position.seq)
        base = count
        while base and _position_of(course, base).running is not None:
            base -= 1
        past = _cut(course, base)
        self._start, self._named = _hide_cards(past, _list_named(past))
        self._unseen = _cut(course, count).unseen
        self._entries = course.steps[base:count]
        self._facts = course.public[course.marks[base].facts : course.marks[count].facts]
        self._mentions = Mentions(self._facts)
        numbers = {fact.seq for fact in self._facts}
        self._names = {ref: card for ref, card in course.names.items() if ref.fact in numbers}

    def draw(self, sampler: Sampler, *answers: Picks) -> Position[Any] | None:
        """Returns a random position in which the asked seat can give each of these *answers*.

        A card that an answer needs changes places with a random unseen card of the hand. Returns `None` if no
        drawn deal agrees.
        """
        for _ in range(TRIES):
            imagined = self._draw_deal(sampler)
            for picks in answers:
                imagined = None if imagined is None else self._allow(imagined, picks, answers, sampler)
            if imagined is not None:
                return imagined.position
        return None

    def _allow(
        self, imagined: Imagined, picks: Picks, answers: Sequence[Picks], sampler: Sampler
    ) -> Imagined | None:
        """Returns *imagined* with the cards in the hand that the answer *picks* needs, if it can be.

        Cards that other *answers* need stay where they are.
        """
        position, named = imagined
        question = decider.open_question(self._rules, position)
        if question is None or question.allows(picks):
            return None if question is None else imagined
        hand = list_hand(self._rules, position.board, question.seat)
        used = {word for others in answers for word in list_pick_words(others)}
        free = self._unseen - named
        needed = [word for word in list_pick_words(picks) if word in free and word not in hand]
        spare = sorted(card for card in hand if card in free and card not in used)
        if not needed or len(needed) > len(spare):
            return None
        names = dict(zip(sampler.sample(spare, len(needed)), needed, strict=True))
        dealt = _ask_in(self._rules, rename(position, names | {card: old for old, card in names.items()}))
        if dealt is None or not self._looks_alike(dealt):
            return None
        question = decider.open_question(self._rules, dealt)
        return Imagined(dealt, named) if question is not None and question.allows(picks) else None

    def _looks_alike(self, position: Position[Any]) -> bool:
        is_same_question = _public_question(self._rules, position) == self._question
        return is_same_question and self._rules.redact_board(position.board, SPECTATOR) == self._visible

    def _draw_deal(self, sampler: Sampler) -> Imagined | None:
        course = Course(self._rules, self._shuffle_secrets(sampler))
        course.deal.sampler = sampler
        for index, choice in enumerate(course.deal.choices):
            picks = tuple(sampler.sample(choice.picks, len(choice.picks)))
            course.deal.choices[index] = replace(choice, picks=picks)
        course.rewind(0)
        course.steps, course.public = self._entries[:], self._facts[:]
        course.mentions, course.names = self._mentions.copy(), dict(self._names)
        course.unseen = set(self._unseen)
        try:
            decide_or_repair(course, BUDGET)
        except Contradiction:
            return None
        start = course.position if self._entries else _ask_in(self._rules, course.position)
        position = None if start is None else self._answer_silently(start)
        if position is None:
            return None
        moved = {card for choice in course.deal.choices if choice.hides for card in choice.question.options}
        return Imagined(position, (self._named - moved) | _list_named(course))

    def _shuffle_secrets(self, sampler: Sampler) -> Start:
        """Returns the start with the secret orders of open things, such as tiles of characters, at random."""
        position = self._start.position
        visible = set(list_names(self._rules.redact_board(position.board, SPECTATOR)))

        def shuffle(names: Picks) -> Picks:
            return tuple(sampler.sample(sorted(names), len(names))) if visible.issuperset(names) else names

        board = self._rules.determinize(position.board, SPECTATOR, shuffle)
        return self._start._replace(position=replace(position, board=board))

    def _answer_silently(self, position: Position[Any]) -> Position[Any] | None:
        """Returns the position of the moment, after the answers before it that nobody entered."""
        for _ in range(SILENT_ANSWERS):
            if self._looks_alike(position):
                return replace(position, seq=self._seq)
            question = decider.open_question(self._rules, position)
            silent = None if question is None else self._rules.silent_answer(question)
            if question is None or silent is None:
                return None
            try:
                answer = Answered(question.seat, silent)
                position = decider.decide(self._rules, position, answer, refuse_draw).position
            except (Drift, decider.Illegal):
                return None
        return None


def _public_question(rules: Rules[Any, Any], position: Position[Any]) -> Asked | None:
    question = decider.open_question(rules, position)
    return None if question is None else decider.redact_question(question, SPECTATOR)


def _ask_in(rules: Rules[Any, Any], position: Position[Any]) -> Position[Any] | None:
    """Returns a *position* with renamed cards and the options that its question has there, if it has one."""
    running = position.running
    if running is None or position.pending is None:
        return position
    question = ask_again(rules, position)
    if question is None:
        return None
    facts = (*running.facts[:-1], replace(running.facts[-1], event=question))
    return Position(position.board, position.seq, RunningEffect(running.base, facts), question)


def _position_of(course: Course, count: int) -> Position[Any]:
    position = course.marks[count].position
    assert position is not None
    return position


def _cut(course: Course, count: int) -> Course:
    past = course.copy()
    past.cut(count)
    return past


def _hide_cards(past: Course, named: frozenset[str]) -> tuple[Start, frozenset[str]]:
    """Returns the position after *past* with its unseen cards in order, as one hidden choice of each deck.

    Returns the *named* cards too: each is the first hidden copy of its print, whichever the deal has. The
    place of a card in a hand depends on the deal, so that the cards that a witness knows come first.
    """
    rules, position = past.rules, past.position
    visible = set(list_names(rules.redact_board(position.board, SPECTATOR)))
    counts = Counter(list_names(position.board))
    hidden = {card for card in past.unseen if counts[card] == 1 and card not in visible}
    for seat in sorted(seat for side in rules.list_sides(position.board) for seat in side):
        hand = [card for card in list_hand(rules, position.board, seat) if counts[card] == 1]
        held = sorted(named.intersection(hand), key=past.prints.of)
        ordered = [*sorted(set(hand) - hidden - named), *held]
        ordered += [card for card in hand if card not in ordered]
        position = rename(position, dict(zip(hand, ordered, strict=True)))
    places = [card for card in list_names(position.board) if card in hidden]
    names: dict[str, str] = {}
    unknowns = []
    for deck in _list_decks(past, places):
        remaining = sorted(deck)
        for card in filter(named.__contains__, deck):
            names[card] = next(copy for copy in remaining if past.prints.of(copy) == past.prints.of(card))
            remaining.remove(names[card])
        names |= dict(zip((card for card in deck if card not in named), remaining, strict=True))
        count = len(remaining)
        unknowns.append(Asked(CHANCE, "unknown", tuple(remaining), count, count, sight="secret"))
    named = frozenset(names.get(card, card) for card in named)
    return Start(rename(position, names), tuple(unknowns)), named


def _list_decks(past: Course, places: Sequence[str]) -> Iterator[list[str]]:
    """Yields the cards among *places* that hidden choices have mixed, one deck after the other, in order."""
    remaining = list(places)
    while remaining:
        deck: set[str] = set()
        larger = {remaining[0]}
        while larger != deck:
            deck, larger = larger, larger | past.list_deck(larger).intersection(remaining)
        yield [card for card in remaining if card in deck]
        remaining = [card for card in remaining if card not in deck]


def _list_named(course: Course) -> frozenset[str]:
    """Returns the cards that people have named in a hidden place since the last hidden choice among them."""
    places: dict[int, list[int]] = {}
    for ref in course.names:
        places.setdefault(ref.fact, []).append(ref.index)
    named: dict[str, int] = {}
    for fact in (fact for mark in course.marks for fact in mark.full if fact.seq in places):
        words = list(list_words(fact.event))
        named |= {words[index]: fact.seq for index in places[fact.seq]}
    return frozenset(
        card
        for card, seq in named.items()
        if not any(c.hides and c.fact > seq and card in c.question.options for c in course.deal.choices)
    )
