"""Narrates a match as acts: one line for an answer and all that follows from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct, structs

from domain.games import Game
from domain.model import CHANCE, Answered, Asked, Event, Fact, Seat, SeatHandedOver, SeatRetired
from domain.published import OptionalText
from domain.table import MatchEnded, TableFact
from domain.table.recordings.facts import Entered

from .languages import ENGLISH
from .narration import Line, is_folded, make_line, make_narrator
from .narrator import Narrator, Sentence, capitalize


class Act(Struct, frozen=True):
    """The facts `seq` to `last` of a match as one text, and the lines of these facts.

    An act is an answer of a seat and all that follows from it, the start of a turn, or a fact around the
    game. `action` is the word of an answer that chose an action, `play` for `play:GAS05`, or else empty.
    `scores` tells whether the act changes the score. The text is empty where all lines are folded away.
    """

    seq: int
    last: int
    action: OptionalText
    text: OptionalText
    scores: bool
    lines: list[Line]


class Boundaries:
    """Finds the facts that begin acts, read in order."""

    def __init__(self, game: Game) -> None:
        self._turns = game.STORY.turns
        self._before: Event | None = None
        self._actor: Seat | None = None
        self._is_around = True

    def begins_act(self, event: Event) -> bool:
        """Returns whether *event* begins an act.

        Within an effect, the answer of another seat does.
        """
        if isinstance(event, Entered):  # the answer in it follows
            return False
        before, actor, was_around = self._before, self._actor, self._is_around
        self._before, self._is_around = event, _is_around_the_game(event)
        if self._is_around or isinstance(event, self._turns):
            self._actor = None
            return True
        if isinstance(event, Answered) and event.seat != CHANCE:
            self._actor = event.seat
            return was_around or event.seat != actor or not isinstance(before, Asked)
        return was_around


def narrate_acts(
    game: Game,
    book: Any,
    facts: Iterable[Fact],
    language: str = ENGLISH,
    *,
    after: int = 0,
    reader: Seat | None = None,
) -> Iterator[Act]:
    """Yields the acts of a match that end after fact *after*, with “you” for the seat of the *reader*.

    *facts* may leave out acts before these, but no claim of a seat.
    """
    narrator, boundaries = make_narrator(game, book, language, reader), Boundaries(game)
    act: list[Fact] = []
    for fact in facts:
        if boundaries.begins_act(fact.event) and act:
            yield from _narrate_act(game, narrator, act, after)
            act = []
        act.append(fact)
    if act:
        yield from _narrate_act(game, narrator, act, after)


def act_start(game: Game, facts: Sequence[Fact], seq: int) -> int:
    """Returns the number of a fact at or before fact *seq* that begins an act; *facts* begin with fact 1."""
    for index in range(min(seq, len(facts)) - 1, 0, -1):
        fact, before = facts[index], facts[index - 1].event
        event = fact.event
        if isinstance(event, Entered):
            continue
        if _is_around_the_game(event) or isinstance(event, game.STORY.turns):
            return fact.seq
        if isinstance(event, Answered) and event.seat != CHANCE and not isinstance(before, Asked | Entered):
            return fact.seq
    return 1


def _is_around_the_game(event: Event) -> bool:
    return isinstance(event, TableFact | SeatRetired | SeatHandedOver)


def _narrate_act(game: Game, narrator: Narrator, facts: Sequence[Fact], after: int) -> Iterator[Act]:
    sentences = [narrator.compose(fact.event) for fact in facts]
    if facts[-1].seq <= after:
        return
    lines = [
        make_line(game, fact, sentence.text)
        for fact, sentence in zip(facts, sentences, strict=True)
        if sentence.text
    ]
    action = _action_of(facts[0].event, is_question_answered=bool(sentences[0].text))
    shown = [*_select_shown(game, [fact.event for fact in facts], sentences)]
    text = _join_sentences([*_headline(game, narrator, facts[0].event), *_join(game, narrator, shown)])
    scores = any(isinstance(fact.event, (MatchEnded, *game.STORY.scores)) for fact in facts)
    yield Act(facts[0].seq, facts[-1].seq, action, capitalize(text), scores, lines)


def _action_of(event: Event, *, is_question_answered: bool) -> str:
    """Returns the word of an answer that chose an action, or an empty text."""
    if not isinstance(event, Answered) or event.seat == CHANCE or is_question_answered or not event.picks:
        return ""
    return event.picks[0].partition(":")[0]


def _select_shown(
    game: Game, events: Sequence[Event], sentences: Sequence[Sentence]
) -> Iterator[tuple[Event, Sentence]]:
    """Yields the facts of an act that are not folded away, with their sentences."""
    story, named, groups = game.STORY, set[str](), list[tuple[str, ...]]()
    for event, sentence in zip(events, sentences, strict=True):
        is_settled = isinstance(event, story.settled) and getattr(event, "card", "") in named
        if not sentence.text or is_settled or is_folded(game, event):
            continue
        yield event, sentence._replace(subject="") if isinstance(event, Answered) else sentence
        for field in story.namings if not isinstance(event, story.settled) else ():
            value = getattr(event, field, ())
            if isinstance(value, tuple):
                groups.append(value)
            else:
                named.update([value, *(card for group in groups if value in group for card in group)])


def _headline(game: Game, narrator: Narrator, event: Event) -> Iterator[Sentence]:
    if isinstance(event, Answered) and event.picks and ":" in event.picks[0]:
        headline = game.STORY.headlines.get(event.picks[0].partition(":")[0])
        if headline is not None:
            yield narrator.compose_headline(event, headline)


def _join(game: Game, narrator: Narrator, shown: Sequence[tuple[Event, Sentence]]) -> Iterator[Sentence]:
    """Yields the sentences of facts, one for neighbours that differ only in one field."""
    for _, run in groupby(shown, lambda each: _joining_key(game, each[0])):
        neighbours = list(run)
        joined = game.STORY.joined.get(type(neighbours[0][0]))
        if joined is None or len(neighbours) == 1:
            yield from dict.fromkeys(sentence for _, sentence in neighbours)  # declining twice is told once
        else:
            yield narrator.compose_joined([event for event, _ in neighbours], joined)


def _joining_key(game: Game, event: Event) -> object:
    """Returns a key that facts of one sentence share."""
    joined = game.STORY.joined.get(type(event))
    if joined is None:
        return type(event)
    return type(event), *(value for name, value in structs.asdict(event).items() if name != joined.field)


_FULL_STOP = re.compile(r"(?<![A-Z]\.[A-Z])\.$")
"""The full stop at the end of a sentence, not that of an abbreviation like “K.O.”."""

MAX_SENTENCES = 12
"""Sentences in the text of one act; its lines have all of them."""


def _join_sentences(sentences: Sequence[Sentence]) -> str:
    """Returns the sentences as a text; neighbours with the same subject share it."""
    text, before = "", Sentence("")
    for sentence in sentences[:MAX_SENTENCES]:
        subject = sentence.subject
        shares = bool(subject) and (subject, sentence.subject_value) == (before.subject, before.subject_value)
        if shares and not before.ends_with_list:
            text = f"{_FULL_STOP.sub('', text)}, {sentence.text.removeprefix(subject).lstrip()}"
        else:
            text = f"{text} {capitalize(sentence.text)}" if text else sentence.text
        before = sentence
    return f"{text} …" if len(sentences) > MAX_SENTENCES else text
