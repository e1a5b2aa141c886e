"""One script out of our modules, for a page that has to work without the service.

Every module becomes a function that is called once and returns what the module exports. The modules keep to
the few forms of import and export that are read here; anything else is refused, and so is a circle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import PurePosixPath

_SCRIPTS = resources.files(__package__) / "static" / "js"

_IMPORT = re.compile(r'^import (?:\* as (?P<all>\w+)|\{(?P<some>[^}]*)\}) from "(?P<path>\.[^"]+)";\n', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.M)
_OTHER = re.compile(r"^\s*(?:import|export)\b.*|\bimport\(.*|</script.*", re.M)


class Unbundled(ValueError):
    """A module says something that cannot be bundled."""


def bundle(entry: str) -> str:
    """Returns *entry*, a module beside our scripts, as one script with all that it imports before it.

    Raises `Unbundled`, and `OSError` for a module that is not there.
    """
    known: dict[str, str] = {}
    script = _linked("entry.js", entry, known, ())[0]
    return "\n".join([*known.values(), script])


def _linked(path: str, text: str, known: dict[str, str], above: tuple[str, ...]) -> tuple[str, list[str]]:
    """Returns the module at *path* without its imports and exports, and the names of those exports.

    The modules that it imports are *known* then, as scripts.
    """
    for found in _IMPORT.finditer(text):
        other = _resolved(path, found["path"])
        if other in above:
            raise Unbundled(f"{path} imports {other}, which imports it.")
        if other not in known:
            body, names = _linked(other, _read(other), known, (*above, path))
            shown = f"return {{ {', '.join(names)} }};"
            known[other] = f"const {_called(other)} = (() => {{\n{body}\n{shown}\n}})();"
    script = _IMPORT.sub(lambda found: _taken(path, found), text)
    exported = _EXPORT.findall(script)
    script = _EXPORT.sub("", script)
    for left in _OTHER.finditer(script):
        raise Unbundled(f"{path} says “{left[0].strip()}”, which cannot be bundled.")
    return script, exported


def _taken(path: str, found: re.Match[str]) -> str:
    """Returns an import as the taking of names from a module that stands before."""
    module = _called(_resolved(path, found["path"]))
    if found["all"]:
        return f"const {found['all']} = {module};\n"
    return f"const {{ {', '.join(_renamed(found['some']))} }} = {module};\n"


def _renamed(some: str) -> Iterator[str]:
    for name in filter(None, map(str.strip, some.split(","))):
        yield name.replace(" as ", ": ")


def _resolved(path: str, other: str) -> str:
    """Returns which module *other* is, as the module at *path* calls it."""
    parts: list[str] = []
    for part in (PurePosixPath(path).parent / other).parts:
        parts = parts[:-1] if part == ".." else [*parts, part]
    return "/".join(parts)


def _called(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))


def _read(path: str) -> str:
    return _SCRIPTS.joinpath(path).read_text(encoding="utf-8")
