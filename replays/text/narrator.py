"""Composes the sentences of facts, in the languages of their game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from string import Formatter
from typing import Any, NamedTuple

from domain.games import Game
from domain.messages import Message
from domain.model import Answered, Asked, Event, Resolved, Seat
from domain.story import Joined
from domain.table import MatchEnded, SeatClaimed, SeatHandedOver, SeatRetired, TableFact
from domain.table.recordings.facts import Entered, Named, NoteContradicted

from . import sentences
from .addressing import address_question
from .languages import IN_ENGLISH, Language, elide_vowels


def capitalize(text: str) -> str:
    """Returns *text* with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def event_sentence(game: Game, book: Any, event: Event, before: Event | None = None) -> str:
    """Returns the English sentence of *event* with its fields in braces, or an empty text.

    *before* is the preceding event.
    """
    match event:
        case TableFact() | SeatRetired() | SeatHandedOver():
            return sentences.table_sentence(event, before)
        case Answered():
            return sentences.answer_sentence(event, before)
        case Resolved():
            return ""
    return game.fact_sentence(event, book)


class Sentence(NamedTuple):
    """A sentence, and the name at its beginning if a verb follows that, with the value that has the name.

    `ends_with_list` says whether more words would seem to belong to a list.
    """

    text: str
    subject: str = ""
    subject_value: object = None
    ends_with_list: bool = False


class Narrator:
    """Narrates the facts of a match in order.

    It keeps the players' names and the preceding event, and calls the seat of the *reader* “you”.
    """

    def __init__(
        self,
        game: Game,
        book: Any,
        translator: Language,
        names: Mapping[str, str],
        reader: Seat | None = None,
    ) -> None:
        self._game, self._book, self._translator, self._names = game, book, translator, dict(names)
        self._reader = reader
        self._players = set[Seat]()
        self._before: Event | None = None

    def continue_after(self, event: Event) -> None:
        """Sets the preceding event."""
        self._before = event

    def narrate(self, event: Event) -> str:
        """Returns the sentence of *event*, or an empty text."""
        return self.compose(event).text

    def compose(self, event: Event) -> Sentence:
        """Returns the sentence of *event* with its subject, or an empty sentence."""
        if isinstance(event, Entered):  # the answer in it follows
            return _NO_SENTENCE
        before, self._before = self._before, event
        english = event_sentence(self._game, self._book, event, before)
        fields = _sentence_fields(event, before)
        if not english:
            return _NO_SENTENCE
        match event:
            case SeatClaimed():
                self._names[f"seat:{event.seat}"] = event.player
                self._players.add(event.seat)
                return Sentence(self._fill_sentence(english, fields, {}))
            case SeatHandedOver():
                line = self._fill_sentence(english, fields, self._table_names(""))
                seat = f"seat:{event.seat}"
                if seat in self._names:
                    self._names[seat] = self._fill_sentence("bot {seat}", fields, self._names)
                return Sentence(line)
            case Named(card=card) | NoteContradicted(card=card):
                names = self._table_names(fields.get("by", "")) | {card: self.name_thing(card)}
                return Sentence(self._fill_sentence(english, fields, names))
            case TableFact() | SeatRetired():
                return Sentence(self._fill_sentence(english, fields, self._table_names(fields.get("by", ""))))
            case Answered():
                if not isinstance(before, Asked):
                    return _NO_SENTENCE
                fields["picks"] = tuple(self.phrase(before, pick) for pick in event.picks)
                fields["about"] = before.about
        if len(self._players) == 2 and (sided := self._game.STORY.sided.get(type(event))):
            return self._compose(sided, fields | {"seat": fields["team"]})  # the player for a team of one
        return self._compose(english, fields)

    def compose_joined(self, events: Sequence[Event], joined: Joined) -> Sentence:
        """Returns one sentence for *events* of one type that differ only in the field of *joined*."""
        values = [getattr(event, joined.field) for event in events]
        items = chain.from_iterable(value if isinstance(value, tuple) else (value,) for value in values)
        return self._compose(
            joined.sentence, _sentence_fields(events[0], None) | {joined.field: tuple(items)}
        )

    def compose_headline(self, answer: Answered, headline: str) -> Sentence:
        """Returns the sentence of an act that begins with *answer*."""
        choice = answer.picks[0].partition(":")[2]
        rival = int(choice) if choice.isdecimal() else choice
        return self._compose(headline, {"seat": answer.seat, "choice": choice, "rival": rival})

    def _compose(self, english: str, fields: Mapping[str, Any]) -> Sentence:
        addressed = self._game.STORY.addressed.get(english, "")
        is_addressed = bool(addressed) and self._reader is not None and fields["seat"] == self._reader
        sentence = addressed if is_addressed else english
        text = elide_vowels(self._translator.code, self._fill_sentence(sentence, fields, self._names))
        ends_with_list = ": {" in english
        name = _SUBJECT.match(self._translator.says(sentence))
        if name:
            value = fields[name[1]]
            subject = spoken_value(self._names, name[1], value, self._translator)
        else:
            value, subject = self._reader, self._translator.says("You") if is_addressed else ""
        if subject and text.startswith(f"{subject} "):
            return Sentence(text, subject, value, ends_with_list)
        return Sentence(text, ends_with_list=ends_with_list)

    def prompt_text(self, question: Asked) -> str:
        """Returns the question as an instruction to its player."""
        names = {**self._names, f"seat:{question.seat}": "{seat}"}
        text = self._fill_sentence(
            event_sentence(self._game, self._book, question), _sentence_fields(question, None), names
        )
        return elide_vowels(self._translator.code, address_question(text, self._translator.code))

    def _fill_sentence(self, english: str, fields: Mapping[str, Any], names: Mapping[str, str]) -> str:
        """Returns the translation with filled braces; the first count decides its plural form."""
        placeholders = [name for _, name, _, _ in Formatter().parse(english) if name]
        counts = (_count_of(name, fields[name], names) for name in placeholders)
        count = next((count for count in counts if count is not None), 1)
        words = {
            name: on_single_line(spoken_value(names, name, fields[name], self._translator))
            for name in placeholders
        }
        return self._translator.fill(self._translator.says(english, count), words)

    def phrase(self, question: Asked, pick: str) -> str:
        """Returns the words for *pick* within a sentence."""
        return self._pick_text(self._game.pick_phrase(question, pick), pick)

    def label(self, question: Asked, pick: str) -> str:
        """Returns the button text for *pick*."""
        english = self._game.pick_label(question, pick)
        text = (
            elide_vowels(self._translator.code, self._pick_text(english, pick))
            if english
            else self._names.get(pick, "")
        )
        return text[:1].upper() + text[1:] or pick

    def name_thing(self, id: str) -> str:
        """Returns the name of a card, a figure or a place, or *id* itself."""
        return self._names.get(id, id)

    def _pick_text(self, english: str, pick: str) -> str:
        if not english:
            return pick
        argument = pick.rpartition(":")[2]
        value = int(argument) if argument.isdecimal() else argument
        placeholders = [name for _, name, _, _ in Formatter().parse(english) if name]
        return self._fill_sentence(english, dict.fromkeys(placeholders, value), self._names)

    def refusal_text(self, question: Asked, pick: str, reason: Message) -> str:
        """Returns the sentence of the refusal of *pick*."""
        return on_single_line(
            self._translator.render(reason, {**self._names, pick: self.label(question, pick)})
        )

    def render_message(self, message: Message) -> str:
        """Returns *message* in this language, with the names of the match."""
        return on_single_line(self._translator.render(message, self._names))

    def _table_names(self, by: str) -> dict[str, str]:
        """Returns the names for table events; texts typed by people are quoted unchanged."""
        names = {key: name for key, name in self._names.items() if key.startswith(("game:", "seat:"))}
        if by.startswith("judge:"):
            names[by] = self._fill_sentence("the judge {judge}", {"judge": by.removeprefix("judge:")}, {})
        elif by.startswith("organizer:"):
            organizer = by.removeprefix("organizer:")
            names[by] = self._fill_sentence("the organizer {organizer}", {"organizer": organizer}, {})
        return names


_NO_SENTENCE = Sentence("")

_SUBJECT = re.compile(r"{(\w+)} ")
"""A name at the beginning of a sentence."""


def spoken_value(
    names: Mapping[str, str], field: str, value: object, translator: Language = IN_ENGLISH
) -> str:
    """Returns the name of *value* by field and value, by value, or the value itself."""
    if isinstance(value, tuple):
        hidden = value.count("")
        words = [spoken_value(names, field, item, translator) for item in value if item != ""]
        if hidden > 1:
            words.append(translator.says("{count} cards", hidden).format(count=hidden))
        elif hidden:
            words.append(spoken_value(names, field, "", translator))
        return translator.join_words(words)
    name = names.get(f"{_name_field(field)}:{value}")
    if name is None and isinstance(value, str):
        name = names.get(value, value)
    return str(value) if name is None else name


CONTROL_CHARACTERS = r"\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069"
"""Control and bidirectional characters, for patterns."""

_COMMANDS = re.compile(f"[{CONTROL_CHARACTERS}]+")


def on_single_line(text: str) -> str:
    """Returns user text without control characters, so that it cannot imitate other lines."""
    return _COMMANDS.sub(" ", text)


def join_english(words: Sequence[str]) -> str:
    """Returns *words* as an English list: `one`, `one and two`, or `nothing`."""
    return IN_ENGLISH.join_words(words)


def _sentence_fields(event: Event, before: Event | None) -> dict[str, Any]:
    """Returns the values of a sentence: fields of *event*, and the word of the answer *before*.

    `last_path` is the last value of a field `path`; `result` has the scores of an end, winners first.
    """
    picks = before.picks if isinstance(before, Answered) else ()
    act = picks[0].partition(":")[0] if picks else ""
    fields = {field: getattr(event, field) for field in event.__struct_fields__}
    lists = {name: value for name, value in fields.items() if isinstance(value, tuple)}
    result = {}
    if isinstance(event, MatchEnded):
        scores = sorted(enumerate(event.scores), key=lambda pair: pair[0] not in event.winners)
        result = {"result": " : ".join(str(score) for _, score in scores)}
    return {
        "act": act,
        **fields,
        **{f"last_{name}": value[-1] if value else "" for name, value in lists.items()},
        **result,
    }


def _name_field(field: str) -> str:
    """Returns the field whose names apply to *field*."""
    return "seat" if field in ("winners", "leaver", "rival") else field


def _count_of(field: str, value: object, names: Mapping[str, str]) -> int | None:
    """Returns the number in *value* or its length; `None` for a named value."""
    if isinstance(value, tuple):
        return len(value)
    return value if isinstance(value, int) and f"{_name_field(field)}:{value}" not in names else None
