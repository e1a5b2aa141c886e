"""Measures the sentences of docstrings and documents."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z`“])")
_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_RELATIVE = re.compile(r"\b(who|whom|whose|whoever|what|whatever|which)\b", re.IGNORECASE)
_VAGUE_BEGINNING = re.compile(r"(What|Whatever|Who|Whoever|Whose|Where)\b(?!.*\?)")
_IRREGULAR = (
    "begun|broken|brought|built|chosen|cut|dealt|done|drawn|found|given|held|hidden|kept|known|laid|left|let|"
    "lost|made|met|paid|put|read|run|said|seen|sent|set|shown|spelt|taken|told|written"
)
_PASSIVE = re.compile(
    rf"\b(am|is|are|was|were|be|been|being)\s+((not|never|always|only|also|then|\w+ly)\s+)?"
    rf"(\w+ed|{_IRREGULAR})\b",
    re.IGNORECASE,
)
_FENCED, _QUOTED = re.compile(r"```.*?```", re.DOTALL), re.compile(r"`[^`]*`")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_NO_PROSE = re.compile(r"\s*(#|\||!\[|<|-{3,}|    )")
LONG_SENTENCE_WORDS = 30
MIN_SENTENCE_WORDS = 3
"""Shorter ones are headings and labels."""


class ProseFigures(NamedTuple):
    """Words in a sentence, relative pronouns in 100 words, and percentages of sentences."""

    words_in_a_sentence: float
    relative_pronouns: float
    long: float
    vague_beginnings: float
    passive: float
    colons: float


def docstrings(tree: ast.Module) -> Iterator[str]:
    """Yields the docstrings of a module, each in one line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield " ".join((ast.get_docstring(node) or "").split())


def paragraphs(document: str) -> Iterator[str]:
    """Yields the paragraphs and list items of a Markdown document, without code, tables and headings."""
    for block in re.split(r"\n\s*\n", _FENCED.sub("", document)):
        if _NO_PROSE.match(block):
            continue
        for item in re.split(r"\n(?=\s*[-*0-9])", _LINK.sub(r"\1", _QUOTED.sub("X", block))):
            yield " ".join(item.split()).lstrip("-* ")


def measure_prose(texts: Iterable[str]) -> ProseFigures:
    """Returns the figures of the sentences of *texts*."""
    sentences = words = relative = long = vague = passive = colons = 0
    for text in texts:
        for sentence in _SENTENCE_END.split(text):
            length = len(_WORD.findall(sentence))
            if length < MIN_SENTENCE_WORDS:
                continue
            sentences += 1
            words += length
            relative += len(_RELATIVE.findall(sentence))
            long += length > LONG_SENTENCE_WORDS
            vague += bool(_VAGUE_BEGINNING.match(sentence))
            passive += bool(_PASSIVE.search(sentence))
            colons += ": " in sentence or "; " in sentence
    total = max(sentences, 1)
    shares = (100 * count / total for count in (long, vague, passive, colons))
    return ProseFigures(words / total, 100 * relative / max(words, 1), *shares)
