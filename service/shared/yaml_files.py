"""YAML files of people, with file, line and field of every error.

The files hold plain values. These are text, whole numbers, true, false, null, lists and mappings. The reader
rejects the rest of YAML (tags, anchors, duplicate fields), because it surprises more often than it helps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec
import yaml

from domain.games import game_package

MAX_FILE_BYTES = 2**20
"""How many bytes a sheet may have."""
MAX_DEPTH = 40
"""The deepest nesting of lists and mappings, far below the limit of the parser's stack."""

ValuePath: TypeAlias = tuple[str | int, ...]
"""The path of a value, with names of fields and indices of lists."""


class Diagnostic(NamedTuple):
    """An error in a file, with its line (from 1), the path of the field, and the allowed values."""

    file: Path
    line: int
    field: str
    message: str

    def __str__(self) -> str:
        """Returns the error as one line in the form of compilers, `mine.yaml:12: name: ...`."""
        return f"{self.file}:{self.line}: {f'{self.field}: ' if self.field else ''}{self.message}"


class InvalidYaml(Exception):
    """The files are invalid. The message has a line for every error."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        super().__init__("\n".join(map(str, diagnostics)))
        self.diagnostics = diagnostics


class YamlFile(NamedTuple):
    """The content of a file and its positions. `data` is a mapping of lists, mappings and plain values."""

    file: Path
    data: dict[str, Any]
    tree: yaml.Node

    def diagnostic_at(self, path: ValuePath, text: str) -> Diagnostic:
        """Returns the mistake *text*, with the line of the innermost part of *path* that is in the file."""
        node, line = self.tree, 1
        for step in path:
            if isinstance(node, yaml.MappingNode):
                entry = next(((k, v) for k, v in node.value if k.value == str(step)), None)
            elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
                entry = (node.value[step], node.value[step])
            else:
                entry = None
            if entry is None:
                break
            line, node = _line_of(entry[0]), entry[1]
        return Diagnostic(self.file, line, _join_path(path), text)


def read_yaml_file(file: Path) -> YamlFile:
    """Returns the content of *file*. Raises `InvalidYaml`."""
    try:
        text = _read_text(file)
        if diagnostics := list(_find_unsupported(file, text)):
            raise InvalidYaml(diagnostics)
        loader = _Loader(text)
        tree = loader.get_single_node()
        if not isinstance(tree, yaml.MappingNode):
            raise InvalidYaml(
                [Diagnostic(file, 1, "", "this is no mapping of fields to values: name: … and so on")]
            )
        if diagnostics := sorted(_find_duplicates(file, tree)):
            raise InvalidYaml(diagnostics)
        return YamlFile(file, loader.construct_document(tree), tree)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        message = " ".join(filter(None, (error.context, error.problem)))
        raise InvalidYaml([Diagnostic(file, line, "", f"this is no YAML: {message}")]) from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise InvalidYaml([Diagnostic(file, line, "", f"this is no YAML: {error.reason}")]) from error


def _read_text(file: Path) -> str:
    try:
        with file.open("rb") as buffered_reader:
            content = buffered_reader.read(MAX_FILE_BYTES + 1)
        if len(content) > MAX_FILE_BYTES:
            text = f"this is too large: a file has at most {MAX_FILE_BYTES // 2**20} MiB"
            raise InvalidYaml([Diagnostic(file, 1, "", text)])
        return content.decode("utf-8-sig")
    except OSError as error:
        raise InvalidYaml([Diagnostic(file, 1, "", f"this cannot be read: {error.strerror}")]) from error
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InvalidYaml([Diagnostic(file, line, "", "this is no UTF-8")]) from error


class _Loader(yaml.CSafeLoader):
    """Reads plain values only. `no`, `2024-12-24` and other numbers than decimals are text."""

    yaml_implicit_resolvers: dict[Any, Any] = {}  # noqa: RUF012 - the library's declaration


_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^(~|null|)$"), ["~", "n", ""])
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(true|false)$"), ["t", "f"])
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:int", re.compile(r"^-?(0|[1-9][0-9]{0,15})$"), list("-0123456789")
)


def _find_unsupported(file: Path, text: str) -> Iterator[Diagnostic]:
    """Yields every anchor, alias and tag, and the first value beyond the depth. It builds nothing."""
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        line = _line_of(event)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            yield Diagnostic(file, line, "", "anchors (&) and aliases (*) are not read here: write it out")
        if tag := getattr(event, "tag", None):
            yield Diagnostic(file, line, "", f"tags are not read here, and this is one: {tag}")
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            yield Diagnostic(file, line, "", f"this is nested too deep: {MAX_DEPTH} levels are enough")
            return


def _find_duplicates(file: Path, node: yaml.Node, path: ValuePath = ()) -> Iterator[Diagnostic]:
    """Yields every duplicate field, and every key that is no plain value."""
    if isinstance(node, yaml.SequenceNode):
        for number, item in enumerate(node.value):
            yield from _find_duplicates(file, item, (*path, number))
    elif isinstance(node, yaml.MappingNode):
        first: dict[str, int] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                yield Diagnostic(
                    file, _line_of(key), _join_path(path), "the name of a field has to be plain text"
                )
                continue
            field_path = (*path, key.value)
            if key.value in first:
                message = f"this stands here twice, first in line {first[key.value]}"
                yield Diagnostic(file, _line_of(key), _join_path(field_path), message)
            first.setdefault(key.value, _line_of(key))
            yield from _find_duplicates(file, value, field_path)


def _line_of(part: yaml.Node | yaml.Event) -> int:
    assert part.start_mark is not None
    return part.start_mark.line + 1


def _join_path(path: ValuePath) -> str:
    return ".".join(map(str, path))


Kind = TypeVar("Kind")


def read_game_file(game: str, name: str) -> dict[str, Any]:
    """Returns the plain data in the file *name* of *game*. It is empty without such a file."""
    file = resources.files(game_package(game)).joinpath(name)
    if not file.is_file():
        return {}
    with resources.as_file(file) as path:
        return read_yaml_file(path).data


def read_game_entries(game: str, name: str, kind: type[Kind]) -> dict[str, Kind]:
    """Returns the things of one kind that the file *name* of *game* holds, by their names, in its order."""
    return msgspec.convert(read_game_file(game, name), dict[str, kind])  # type: ignore[valid-type]
