"""A match told in words: a sentence for every fact that is worth one, in the languages of its game."""

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
from domain.table import SeatClaimed, SeatHandedOver, SeatRetired, TableFact

from . import languages, sentences
from .languages import ENGLISH, IN_ENGLISH, Language
from .names import names as named
from .prompts import addressed

"""How phrases begin that say what to do, as they follow “chooses”; a button goes without."""


class Line(Struct, frozen=True):
    """A line of a narration: the number of its fact, the rule or card that made it, and the sentence."""

    seq: int
    rule: OptionalText
    text: str


def told_in(game: Game, asked: str) -> str:
    """Returns the language that a match is told in to who *asked* for one: English, if its game lacks it."""
    return languages.language(game.NAME, asked).code


def narrate(game: Game, book: Any, facts: Iterable[Fact], language: str = ENGLISH) -> Iterator[Line]:
    """Yields a line for each of *facts* that is worth one: all there are of a match, or what one viewer sees.

    The end of an effect has none, nor have the answers of chance, nor those to the question that stands
    between effects: the facts that follow tell what was answered. Seats are called by their players' names
    from the moment these sit down. It is told in *language*, or in English: see `told_in`.
    """
    translator = languages.language(game.NAME, language)
    narrator = Narrator(
        game, book, translator, {f"game:{game.NAME}": game.TITLE, **named(game, book, translator)}
    )
    for fact in facts:
        if text := narrator.tells(fact.event):
            yield Line(fact.seq, fact.rule, text[:1].upper() + text[1:])


def sentence(game: Game, book: Any, event: Event, before: Event | None = None) -> str:
    """Returns the English sentence that tells *event*, which followed the one *before* it.

    Its fields stand in braces; it is empty if the event is not worth one.
    """
    match event:
        case TableFact() | SeatRetired() | SeatHandedOver():
            return sentences.at_the_table(event, before)
        case Answered():
            return sentences.answered(event)
        case Resolved():
            return ""
    return game.fact_sentence(event, book)


class Narrator:
    """Tells the facts of a match one after the other.

    It remembers who has sat down, and the fact before: what was asked, or answered.
    """

    def __init__(self, game: Game, book: Any, translator: Language, names: Mapping[str, str]) -> None:
        self._game, self._book, self._translator, self._names = game, book, translator, dict(names)
        self._before: Event | None = None

    def after(self, event: Event) -> None:
        """Goes on after *event*: what is told next followed it."""
        self._before = event

    def tells(self, event: Event) -> str:
        """Returns the sentence that tells *event*; empty if it is not worth one."""
        before, self._before = self._before, event
        english = sentence(self._game, self._book, event, before)
        fields = _fields(event, before)
        if not english:
            return ""
        match event:
            case SeatClaimed():
                self._names[f"seat:{event.seat}"] = event.player
                return self._fill(english, fields, {})
            case SeatHandedOver():
                line = self._fill(english, fields, self._of_the_table(""))
                seat = f"seat:{event.seat}"
                if seat in self._names:
                    self._names[seat] = self._fill("bot {seat}", fields, self._names)
                return line
            case TableFact() | SeatRetired():
                return self._fill(english, fields, self._of_the_table(fields.get("by", "")))
            case Answered():
                if not isinstance(before, Asked):
                    return ""
                fields["picks"] = tuple(self.phrase(before, pick) for pick in event.picks)
        return self._translator.smoothed(self._fill(english, fields, self._names))

    def asks(self, asked: Asked) -> str:
        """Returns what is *asked* as it is put to who has to answer."""
        names = {**self._names, f"seat:{asked.seat}": "{seat}"}
        told = self._fill(sentence(self._game, self._book, asked), _fields(asked, None), names)
        return self._translator.smoothed(addressed(told, self._translator.code))

    def _fill(self, english: str, fields: Mapping[str, Any], names: Mapping[str, str]) -> str:
        """Returns what *english* is here, its braces filled; the first thing that counts decides its form."""
        wanted = [name for _, name, _, _ in Formatter().parse(english) if name]
        counts = (_count(name, fields[name], names) for name in wanted)
        count = next((count for count in counts if count is not None), 1)
        words = {name: on_one_line(spoken(names, name, fields[name], self._translator)) for name in wanted}
        return self._translator.says(english, count).format_map(words)

    def phrase(self, asked: Asked, pick: str) -> str:
        """Returns what to call *pick*, an answer to what was *asked*."""
        return self._picked(self._game.pick_phrase(asked, pick), pick)

    def label(self, asked: Asked, pick: str) -> str:
        """Returns what a button says that picks *pick*; what only has a name is called by that."""
        english = self._game.pick_label(asked, pick)
        told = self._picked(english, pick) if english else self._names.get(pick, "")
        return told[:1].upper() + told[1:] or pick

    def _picked(self, english: str, pick: str) -> str:
        if not english:
            return pick
        what = pick.rpartition(":")[2]
        value = int(what) if what.isdecimal() else what
        wanted = [name for _, name, _, _ in Formatter().parse(english) if name]
        return self._fill(english, dict.fromkeys(wanted, value), self._names)

    def refuses(self, asked: Asked, pick: str, why: Message) -> str:
        """Returns *why*, the sentence that refuses *pick* as an answer to what was *asked*."""
        return on_one_line(self._translator.tells(why, {**self._names, pick: self.label(asked, pick)}))

    def tells_plainly(self, message: Message) -> str:
        """Returns *message* in this language, with the names of the match."""
        return on_one_line(self._translator.tells(message, self._names))

    def _of_the_table(self, by: str) -> dict[str, str]:
        """Returns the names that the table speaks with: what people say there is repeated as they said it."""
        names = {what: name for what, name in self._names.items() if what.startswith(("game:", "seat:"))}
        if by.startswith("judge:"):
            names[by] = self._fill("the judge {judge}", {"judge": by.removeprefix("judge:")}, {})
        elif by.startswith("organizer:"):
            organizer = by.removeprefix("organizer:")
            names[by] = self._fill("the organizer {organizer}", {"organizer": organizer}, {})
        return names


def spoken(names: Mapping[str, str], field: str, value: object, translator: Language = IN_ENGLISH) -> str:
    """Returns what to call *value* of *field* aloud: by field and value, by value, or as it is written."""
    if isinstance(value, tuple):
        hidden = value.count("")
        known = [spoken(names, field, one, translator) for one in value if one != ""]
        if hidden > 1:
            known.append(translator.says("{count} cards", hidden).format(count=hidden))
        elif hidden:
            known.append(spoken(names, field, "", translator))
        return translator.lists(known)
    called = names.get(f"{_kind(field)}:{value}")
    if called is None and isinstance(value, str):
        called = names.get(value, value)
    return str(value) if called is None else called


COMMANDS = r"\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069"
"""Line breaks and all else that a screen would obey and not show, such as writing backwards: for patterns."""

_COMMANDS = re.compile(f"[{COMMANDS}]+")


def on_one_line(text: str) -> str:
    """Returns *text*, which somebody typed, so that it cannot pass for a line of ours."""
    return _COMMANDS.sub(" ", text)


def listed(words: Sequence[str]) -> str:
    """Returns *words* as English lists them: `one`, `one and two`, `one, two and three`, or `nothing`."""
    return IN_ENGLISH.lists(words)


def _fields(event: Event, before: Event | None) -> dict[str, Any]:
    """Returns what a sentence can name: the fields of *event*, and the word of the answer *before* it."""
    picks = before.picks if isinstance(before, Answered) else ()
    act = picks[0].partition(":")[0] if picks else ""
    return {"act": act, **{field: getattr(event, field) for field in event.__struct_fields__}}


def _kind(field: str) -> str:
    """Returns what the values of *field* are called by: seats by their players' names."""
    return "seat" if field in ("winners", "leaver") else field


def _count(field: str, value: object, names: Mapping[str, str]) -> int | None:
    """Returns how many *value* is or holds; `None` for what is called by a name."""
    if isinstance(value, tuple):
        return len(value)
    return value if isinstance(value, int) and f"{_kind(field)}:{value}" not in names else None
