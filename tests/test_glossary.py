"""The words of the handbooks: one for one thing, in every catalogue, so that no two things share one.

In French PV are HP (points de vie), so Victory Points are written out; in Italian HP are PS and PV are VP.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from babel.messages.pofile import read_po

from .test_messages import ROOT


class Term(NamedTuple):
    """Where an English text says `english`, a translation says `wanted`, and never `wrong`."""

    language: str
    english: str
    wanted: str
    wrong: str


TERMS = [
    Term("fr", r"\bVP\b", r"points? de victoire", r"\bPV\b"),
    Term("fr", r"\bHP\b", r"\bPV\b|points? de vie", r"\bPS\b|\bHP\b"),
    Term("it", r"\bVP\b", r"\bPV\b", r"\bPS\b|\bVP\b"),
    Term("it", r"\bHP\b", r"\bPS\b", r"\bPV\b|\bHP\b"),
    Term("it", r"\bupgrades?\b", r"miglior", r"miglioramento|potenzia"),
]
DECKS = {"arena": ("paquet", "pioche"), "villainous": ("pioche", "paquet")}
"""What a deck is in French, by the game, and what it is not."""

_BLANK = re.compile(r"\{.*?\}")


def texts(language: str) -> Iterator[tuple[str, str, str]]:
    """Yields every text of a language with its English one, and “villainous” from that game's folders."""
    for file in sorted(ROOT.glob(f"*/**/locale/{language}/*.po")):
        with file.open("rb") as entries:
            for entry in read_po(entries, abort_invalid=True):
                told = entry.string if isinstance(entry.string, tuple) else (entry.string,)
                english = entry.id if isinstance(entry.id, str) else entry.id[0]
                if english:
                    game = "villainous" if "villainous" in file.parts else ""
                    yield from ((game, _BLANK.sub("", english), _BLANK.sub("", str(one))) for one in told)


def sentences(english: str, text: str) -> Iterator[tuple[str, str]]:
    """Yields the sentences of a text beside those of its translation, or both whole where they differ."""
    there, here = english.split(". "), text.split(". ")
    yield from zip(there, here, strict=True) if len(there) == len(here) else [(english, text)]


@pytest.mark.parametrize("term", TERMS, ids=lambda term: f"{term.language} {term.english}")
def test_a_term_of_the_handbook_is_told_by_its_own_word(term: Term) -> None:
    told = [pair for _, english, text in texts(term.language) for pair in sentences(english, text)]
    said = [(english, text) for english, text in told if re.search(term.english, english)]
    assert said
    for english, text in said:
        assert re.search(term.wanted, text, re.IGNORECASE), (english, text)
        assert not re.search(term.wrong, text, re.IGNORECASE), (english, text)


@pytest.mark.parametrize("game", DECKS)
def test_a_deck_is_called_the_same_in_narration_refusals_and_on_pages(game: str) -> None:
    """What the pages say of a deck of Villainous names whose it is, the Villain's or that of Fate."""
    wanted, wrong = DECKS[game]
    decks = []
    for catalogue, english, text in texts("fr"):
        of = "villainous" if catalogue == "villainous" or re.search("Villain|Fate", english) else "arena"
        if of == game and re.search(r"\bdeck\b", english, re.IGNORECASE):
            decks.append(text)
    assert any(wanted in text.lower() for text in decks)
    assert [text for text in decks if re.search(rf"\b{wrong}s?\b", text, re.IGNORECASE)] == []
