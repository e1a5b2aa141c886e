"""Sheets: YAML files that people write, read so that every mistake has its file, its line and its field.

What is read here is plain: text, whole numbers, true, false, null, lists and mappings. Whatever else YAML can
do (tags, anchors, two fields of one name) surprises more often than it helps, so it is refused, in words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import yaml

LARGEST = 2**20
"""How many bytes a sheet may have."""
DEEPEST = 40
"""How deep the lists and mappings of a sheet may be nested; the parser's own stack ends much later."""

Where: TypeAlias = tuple[str | int, ...]
"""The way to a value: names of fields, and numbers in lists."""


class Diagnostic(NamedTuple):
    """Something wrong in a sheet: the line (from 1), the field as a path, and what is allowed there."""

    file: Path
    line: int
    field: str
    told: str

    def __str__(self) -> str:
        """Returns the mistake as one line, as editors and compilers write it: `mine.yaml:12: name: ...`."""
        return f"{self.file}:{self.line}: {f'{self.field}: ' if self.field else ''}{self.told}"


class Mistaken(Exception):
    """Sheets cannot be used; the message has a line for every mistake."""

    def __init__(self, mistakes: list[Diagnostic]) -> None:
        super().__init__("\n".join(map(str, mistakes)))
        self.mistakes = mistakes


class Sheet(NamedTuple):
    """What a file holds, and where in it: `data` is a mapping, of lists, mappings and plain values."""

    file: Path
    data: dict[str, Any]
    tree: yaml.Node

    def mistake(self, where: Where, text: str) -> Diagnostic:
        """Returns the mistake *text*, with the line of the innermost part of *where* that is in the file."""
        node, line = self.tree, 1
        for step in where:
            if isinstance(node, yaml.MappingNode):
                found = next(((k, v) for k, v in node.value if k.value == str(step)), None)
            elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
                found = (node.value[step], node.value[step])
            else:
                found = None
            if found is None:
                break
            line, node = _line(found[0]), found[1]
        return Diagnostic(self.file, line, _path(where), text)


def read(file: Path) -> Sheet:
    """Returns the sheet that *file* is; raises `Mistaken`."""
    try:
        text = _text(file)
        if diagnostics := list(_surprises(file, text)):
            raise Mistaken(diagnostics)
        loader = _Loader(text)
        tree = loader.get_single_node()
        if not isinstance(tree, yaml.MappingNode):
            raise Mistaken(
                [Diagnostic(file, 1, "", "this is no mapping of fields to values: name: … and so on")]
            )
        if diagnostics := sorted(_doubles(file, tree)):
            raise Mistaken(diagnostics)
        return Sheet(file, loader.construct_document(tree), tree)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        told = " ".join(filter(None, (error.context, error.problem)))
        raise Mistaken([Diagnostic(file, line, "", f"this is no YAML: {told}")]) from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise Mistaken([Diagnostic(file, line, "", f"this is no YAML: {error.reason}")]) from error


def _text(file: Path) -> str:
    try:
        with file.open("rb") as buffered_reader:
            found = buffered_reader.read(LARGEST + 1)
        if len(found) > LARGEST:
            text = f"this is too large: a file has at most {LARGEST // 2**20} MiB"
            raise Mistaken([Diagnostic(file, 1, "", text)])
        return found.decode("utf-8-sig")
    except OSError as error:
        raise Mistaken([Diagnostic(file, 1, "", f"this cannot be read: {error.strerror}")]) from error
    except UnicodeDecodeError as error:
        line = found.count(b"\n", 0, error.start) + 1
        raise Mistaken([Diagnostic(file, line, "", "this is no UTF-8")]) from error


class _Loader(yaml.CSafeLoader):
    """Reads plain values only: `no` and `2024-12-24` are text, and so is a number that is not decimal."""

    yaml_implicit_resolvers: dict[Any, Any] = {}  # noqa: RUF012 - the library's declaration


_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^(~|null|)$"), ["~", "n", ""])
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(true|false)$"), ["t", "f"])
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:int", re.compile(r"^-?(0|[1-9][0-9]{0,15})$"), list("-0123456789")
)


def _surprises(file: Path, text: str) -> Iterator[Diagnostic]:
    """Yields every anchor, alias and tag, and the first part that is nested too deep; it builds nothing."""
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        line = _line(event)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            yield Diagnostic(file, line, "", "anchors (&) and aliases (*) are not read here: write it out")
        if tag := getattr(event, "tag", None):
            yield Diagnostic(file, line, "", f"tags are not read here, and this is one: {tag}")
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            yield Diagnostic(file, line, "", f"this is nested too deep: {DEEPEST} levels are enough")
            return


def _doubles(file: Path, node: yaml.Node, where: Where = ()) -> Iterator[Diagnostic]:
    """Yields every field that stands in its mapping again, and every key that is no plain value."""
    if isinstance(node, yaml.SequenceNode):
        for number, item in enumerate(node.value):
            yield from _doubles(file, item, (*where, number))
    elif isinstance(node, yaml.MappingNode):
        first: dict[str, int] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                yield Diagnostic(file, _line(key), _path(where), "the name of a field has to be plain text")
                continue
            here = (*where, key.value)
            if key.value in first:
                told = f"this stands here twice, first in line {first[key.value]}"
                yield Diagnostic(file, _line(key), _path(here), told)
            first.setdefault(key.value, _line(key))
            yield from _doubles(file, value, here)


def _line(part: yaml.Node | yaml.Event) -> int:
    assert part.start_mark is not None
    return part.start_mark.line + 1


def _path(where: Where) -> str:
    return ".".join(map(str, where))
