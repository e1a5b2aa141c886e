"""No text for people has a fault of `wording`: messages, rules, lessons, and sentences of whole matches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import service
from domain.games import GAMES
from replays.text.acts import narrate_acts
from replays.text.languages import CARDS, ENGLISH, catalogue_files, typeset_catalogue
from service.catalog.examples import load_examples
from service.catalog.first_match import load_first_match
from service.catalog.lessons import load_lessons
from service.catalog.puzzles import load_themes
from service.catalog.rulebook import packaged_rulebook
from service.shared.catalogues import catalogue_file
from service.shared.language_codes import LANGUAGES
from tests.replays.conftest import golden, take
from tests.wording import KINDS, faults

SERVICE = Path(service.__file__).parent
PATTERNS = tuple(kind for kind in KINDS if kind != "brace")
"""What no text is to have that has braces still to fill."""
MATCHES = (
    "arena-chapter-4-team-play",
    "arena-recorded",
    "arena-a-case",
    "villainous-retirements",
    "villainous-stand-ins",
)
"""Recorded matches with every kind of thing that happens around a table."""


def messages(code: str) -> Iterator[str]:
    """Yields every message as the language *code* has it; in English those that a catalogue translates.

    English names and texts of cards are fixed by the digests of card sets: `translate_print` betters them.
    """
    translated = "fr" if code == ENGLISH else code
    pages = (SERVICE.glob(f"{room}/locale/{translated}/*.po") for room in ("site", "faces/*"))
    for file in (*catalogue_files(translated), catalogue_file(translated), *chain(*pages)):
        if code == ENGLISH and (file.name == f"{CARDS}.po" or file.name == f"{translated}.po"):
            continue
        with file.open("rb") as entries:
            for entry in typeset_catalogue(code, read_po(entries, locale=code)):
                texts = entry.id if code == ENGLISH else entry.string
                forms = (texts,) if isinstance(texts, str) else texts or ()
                yield from (text for text in forms if entry.id and " " in text)


def texts_of_a_game(game: str, code: str) -> Iterator[str]:
    """Yields what the rules, examples, lessons and puzzles of a game say, and its first match."""
    book = packaged_rulebook(game)
    lessons = load_lessons(game).values()
    first = load_first_match(game)
    explained = (text for asked in first.questions.values() for text in asked.list_texts()) if first else ()
    yield from (
        words[code]
        for words in (
            *(section.title for section in book.sections),
            *(rule.text for rule in book.list_rules()),
            *(term.text for term in book.glossary.values()),
            *(example.do for example in load_examples(game).values()),
            *(words for lesson in lessons for words in (lesson.title, lesson.do, lesson.hint)),
            *(theme.title for theme in load_themes(game).values()),
            *explained,
        )
        if code in words
    )


def wrong(texts: Iterator[str], code: str) -> str:
    return "\n".join(sorted({fault for text in texts for fault in faults(text, code, PATTERNS)}))


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_message_is_set_as_in_print_and_speaks_plainly(code: str) -> None:
    assert not wrong(messages(code), code)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_rules_and_lessons_are_set_as_in_print_and_speak_plainly(game: str, code: str) -> None:
    assert not wrong(texts_of_a_game(game, code), code)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("recorded", MATCHES)
def test_the_sentences_of_a_match_are_set_as_in_print_and_speak_plainly(recorded: str, code: str) -> None:
    given = take(recorded.partition("-")[0])
    acts = [*narrate_acts(given.game, given.book, golden(recorded), code, reader=0)]
    texts = {act.text for act in acts} | {line.text for act in acts for line in act.lines}
    assert len(texts) > 20
    assert not "\n".join(sorted(fault for text in texts for fault in faults(text, code)))
