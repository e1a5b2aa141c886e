"""Counts definitions whose names are private words, bare participles or pronouns, in the product."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

_WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text())
PRIVATE_WORDS, PARTICIPLES, PRONOUNS = (
    frozenset(_WORDS[kind].split()) for kind in ("private", "participles", "pronouns")
)
STORED = re.compile(r"domain/(.*/)?facts\.py|domain/(model|people)\.py")
"""Modules whose fields are stored for ever."""
_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")

Kind = Literal["class", "function", "variable"]


class Definition(NamedTuple):
    """A name that a module defines, with its line."""

    kind: Kind
    name: str
    line: int


class NameFigures(NamedTuple):
    """Figures of all definitions; shares are percentages of functions, and of variables."""

    private_definitions: int
    one_word_functions: float
    participles: float
    pronouns: float


def definitions(tree: ast.Module) -> Iterator[Definition]:
    """Yields the classes, functions, parameters, variables and attributes that a module defines."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield Definition("function", node.name, node.lineno)
            case ast.ClassDef():
                yield Definition("class", node.name, node.lineno)
            case ast.arg() if node.arg not in {"self", "cls"}:
                yield Definition("variable", node.arg, node.lineno)
            case ast.Name(ctx=ast.Store()) if node.id != "_":
                yield Definition("variable", node.id, node.lineno)
            case ast.Attribute(ctx=ast.Store()):
                yield Definition("variable", node.attr, node.lineno)


def is_private(definition: Definition) -> bool:
    """Returns whether the name of a definition is a private word."""
    return definition.name.strip("_") in PRIVATE_WORDS


def measure_names(modules: Mapping[Path, ast.Module]) -> NameFigures:
    """Returns the figures of the names in *modules*; names in stored facts are no private definitions."""
    private = functions = short = variables = participles = pronouns = 0
    for path, tree in modules.items():
        match_ = STORED.fullmatch(path.as_posix())
        for definition in definitions(tree):
            private += not match_ and is_private(definition)
            words = [word.lower() for word in _WORD.findall(definition.name)]
            if definition.kind == "function" and not definition.name.startswith("__"):
                functions += 1
                short += len(words) == 1
            elif definition.kind == "variable":
                variables += 1
                participles += len(words) == 1 and words[0] in PARTICIPLES
                pronouns += len(words) == 1 and words[0] in PRONOUNS
    shares = (_percent(short, functions), _percent(participles, variables), _percent(pronouns, variables))
    return NameFigures(private, *shares)


def _percent(part: int, total: int) -> float:
    return 100 * part / max(total, 1)
