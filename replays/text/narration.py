"""Narrates a match: one sentence for each noteworthy fact, in the languages of its game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import Formatter
from typing import Any

from msgspec import Struct

from domain.games import Game
from domain.messages import Message
from domain.model import Answered, Asked, Event, Fact, Resolved
from domain.published import OptionalText
from domain.table import MatchEnded, SeatClaimed, SeatHandedOver, SeatRetired, TableFact
from domain.table.recordings.facts import Entered, Named, NoteContradicted

from . import languages, sentences
from .languages import ENGLISH, IN_ENGLISH, Language
from .names import localized_names as named

"""How phrases begin that say what to do, as they follow “chooses”; a button goes without."""


class Line(Struct, frozen=True, omit_defaults=True):
    """A line of a narration: the number of its fact, the rule or card that made it, and the sentence.

    A story folds a line away that only frames others, or that the lines after it repeat.
    """

    seq: int
    rule: OptionalText
    text: str
    folded: bool = False


def narration_language(game: Game, code: str) -> str:
    """Returns the narration's language code: the requested one, or English."""
    return languages.game_language(game.NAME, code).code


def narrate(game: Game, book: Any, facts: Iterable[Fact], language: str = ENGLISH) -> Iterator[Line]:
    """Yields a line for each noteworthy fact.

    Skipped are ends of effects, answers of chance, and answers to the question between effects, because the
    next facts repeat them. Players' names replace seats from their claim on.
    """
    translator = languages.game_language(game.NAME, language)
    narrator = Narrator(
        game, book, translator, {f"game:{game.NAME}": game.TITLE, **named(game, book, translator)}
    )
    for fact in facts:
        if text := narrator.narrate(fact.event):
            folded = isinstance(fact.event, Asked | Answered) or game.is_folded(fact.event)
            yield Line(fact.seq, fact.rule, text[:1].upper() + text[1:], folded)


def event_sentence(game: Game, book: Any, event: Event, before: Event | None = None) -> str:
    """Returns the English sentence of *event* with its fields in braces, or an empty text.

    *before* is the preceding event.
    """
    match event:
        case TableFact() | SeatRetired() | SeatHandedOver():
            return sentences.table_sentence(event, before)
        case Answered():
            return sentences.answer_sentence(event)
        case Resolved():
            return ""
    return game.fact_sentence(event, book)


class Narrator:
    """Narrates the facts of a match in order.

    It keeps the players' names and the preceding event.
    """

    def __init__(self, game: Game, book: Any, translator: Language, names: Mapping[str, str]) -> None:
        self._game, self._book, self._translator, self._names = game, book, translator, dict(names)
        self._before: Event | None = None

    def continue_after(self, event: Event) -> None:
        """Sets the preceding event."""
        self._before = event

    def narrate(self, event: Event) -> str:
        """Returns the sentence of *event*, or an empty text."""
        if isinstance(event, Entered):  # the answer in it follows
            return ""
        before, self._before = self._before, event
        english = event_sentence(self._game, self._book, event, before)
        fields = _sentence_fields(event, before)
        if not english:
            return ""
        match event:
            case SeatClaimed():
                self._names[f"seat:{event.seat}"] = event.player
                return self._fill_sentence(english, fields, {})
            case SeatHandedOver():
                line = self._fill_sentence(english, fields, self._table_names(""))
                seat = f"seat:{event.seat}"
                if seat in self._names:
                    self._names[seat] = self._fill_sentence("bot {seat}", fields, self._names)
                return line
            case Named(card=card) | NoteContradicted(card=card):
                names = self._table_names(fields.get("by", "")) | {card: self.name_thing(card)}
                return self._fill_sentence(english, fields, names)
            case TableFact() | SeatRetired():
                return self._fill_sentence(english, fields, self._table_names(fields.get("by", "")))
            case Answered():
                if not isinstance(before, Asked):
                    return ""
                fields["picks"] = tuple(self.phrase(before, pick) for pick in event.picks)
        return self._translator.elide(self._fill_sentence(english, fields, self._names))

    def prompt_text(self, question: Asked) -> str:
        """Returns the question as an instruction to its player."""
        names = {**self._names, f"seat:{question.seat}": "{seat}"}
        text = self._fill_sentence(
            event_sentence(self._game, self._book, question), _sentence_fields(question, None), names
        )
        return self._translator.elide(address_question(text, self._translator.code))

    def _fill_sentence(self, english: str, fields: Mapping[str, Any], names: Mapping[str, str]) -> str:
        """Returns the translation with filled braces; the first count decides its plural form."""
        placeholders = [name for _, name, _, _ in Formatter().parse(english) if name]
        counts = (_count_of(name, fields[name], names) for name in placeholders)
        count = next((count for count in counts if count is not None), 1)
        words = {
            name: on_single_line(spoken_value(names, name, fields[name], self._translator))
            for name in placeholders
        }
        return self._translator.says(english, count).format_map(words)

    def phrase(self, question: Asked, pick: str) -> str:
        """Returns the words for *pick* within a sentence."""
        return self._pick_text(self._game.pick_phrase(question, pick), pick)

    def label(self, question: Asked, pick: str) -> str:
        """Returns the button text for *pick*."""
        english = self._game.pick_label(question, pick)
        text = self._pick_text(english, pick) if english else self._names.get(pick, "")
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

    `last_path` is the last value of a field `path`, and `result` the scores of an end.
    """
    picks = before.picks if isinstance(before, Answered) else ()
    act = picks[0].partition(":")[0] if picks else ""
    fields = {field: getattr(event, field) for field in event.__struct_fields__}
    lists = {name: value for name, value in fields.items() if isinstance(value, tuple)}
    result = {"result": " : ".join(map(str, event.scores))} if isinstance(event, MatchEnded) else {}
    return {
        "act": act,
        **fields,
        **{f"last_{name}": value[-1] if value else "" for name, value in lists.items()},
        **result,
    }


def _name_field(field: str) -> str:
    """Returns the field whose names apply to *field*."""
    return "seat" if field in ("winners", "leaver") else field


def _count_of(field: str, value: object, names: Mapping[str, str]) -> int | None:
    """Returns the number in *value* or its length; `None` for a named value."""
    if isinstance(value, tuple):
        return len(value)
    return value if isinstance(value, int) and f"{_name_field(field)}:{value}" not in names else None


_ADDRESSED: Mapping[str, tuple[tuple[str, str], ...]] = {
    "en": (
        ("{seat} is choosing ", "Choose "),
        ("{seat} may play ", "You may play "),
    ),
    "fr": (
        ("{seat} doit dire si sa main de départ lui convient", "Dites si votre main de départ vous convient"),
        ("{seat} doit choisir ", "Choisissez "),
        ("{seat} doit dire ", "Dites "),
        ("{seat} peut jouer ", "Vous pouvez jouer "),
        (" de ses personnages", " de vos personnages"),
    ),
    "it": (
        ("{seat} deve dire se usa ", "Scegli se usare "),
        ("{seat} deve dire se tiene ", "Scegli se tenere "),
        ("{seat} deve dire se presta ", "Scegli se prestare "),
        ("{seat} deve scegliere ", "Scegli "),
        ("{seat} deve dire ", "Scegli "),
        ("{seat} può giocare ", "Puoi giocare "),
        (" dei propri personaggi", " dei tuoi personaggi"),
    ),
}
"""Third-person phrases and their second-person forms by language, the longest first."""


def address_question(question: str, language: str) -> str:
    """Returns *question* about `{seat}` as an instruction to that player."""
    for third_person, second_person in _ADDRESSED.get(language, ()):
        question = question.replace(third_person, second_person)
    return question
