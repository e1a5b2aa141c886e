"""Baselines: the contract of each release, without its prose, to compare the present one with."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from packaging.version import Version

from service.app import build_app
from service.settings import Settings

Document = Mapping[str, Any]

FOLDER = Path(__file__).parent
NAME = "openapi-{version}.json.gz"
PROSE = {"description", "example", "examples", "externalDocs", "summary", "tags", "title"}
"""Keys that no client depends on: without them a baseline has a third of its size."""
NAMED = {
    "properties",
    "schemas",
    "parameters",
    "responses",
    "headers",
    "securitySchemes",
    "paths",
    "webhooks",
}
"""Keys whose objects have names of the API for keys."""


def own_contract() -> dict[str, Any]:
    """Returns the contract of this tree."""
    with TemporaryDirectory() as folder:
        content: dict[str, Any] = build_app(Settings(data=Path(folder))).extensions["openapi"].content
        return content


def write_baseline(document: Document, folder: Path = FOLDER) -> Path:
    """Stores the structure of *document* under its version, and returns the file; same input, same bytes."""
    path = folder / NAME.format(version=document["info"]["version"])
    text = msgspec.json.encode(structure(document), order="sorted")
    path.write_bytes(gzip.compress(text, mtime=0))
    return path


def newest_baseline(folder: Path = FOLDER) -> Path:
    """Returns the file of the highest version; raises `FileNotFoundError` if there is none."""
    prefix, suffix = NAME.split("{version}")
    files = folder.glob(NAME.format(version="*"))
    by_version = {Version(file.name.removeprefix(prefix).removesuffix(suffix)): file for file in files}
    if not by_version:
        raise FileNotFoundError(f"{folder.name} has no baseline. Write one: ops/do contract --write")
    return by_version[max(by_version)]


def read_document(path: Path) -> Document:
    """Returns the document of a file, JSON or JSON in gzip."""
    content = path.read_bytes()
    document: Document = msgspec.json.decode(gzip.decompress(content) if path.suffix == ".gz" else content)
    return document


def structure(document: Document) -> Document:
    """Returns *document* without its prose."""
    stripped: Document = _strip(document, named=False)
    return stripped


def _strip(value: Any, *, named: bool) -> Any:
    """Returns *value* without prose; the keys of an object that is *named* are names of the API."""
    if isinstance(value, Mapping):
        return {
            key: _strip(item, named=not named and key in NAMED)
            for key, item in value.items()
            if named or key not in PROSE
        }
    return [_strip(item, named=False) for item in value] if isinstance(value, list) else value
