"""One script out of our modules: a page asks for one file, and may work without the service.

Every module becomes a function that is called once and returns what the module exports. The modules keep to
the few forms of import and export that are read here; anything else is refused, and so is a circle. Only the
entry may await at its top.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import PurePosixPath

from .. import faces

_SCRIPTS = resources.files(__package__) / "static" / "js"

_FACE = ["faces", "game"]
"""How modules call the folder of the face of the game that is shown."""

_IMPORT = re.compile(
    r'^import (?:(?:\* as (?P<all>\w+)|\{(?P<some>[^}]*)\}) from )?"(?P<path>\.[^"]+)";\n', re.M
)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.M)
_COMMENT = re.compile(r"^[ \t]*(?:/\*\*(?:[^*]|\*(?!/))*\*/|//.*)\n", re.M)
"""A comment that has lines of its own: browsers are not sent what people read, a quarter of a script."""
_OTHER = re.compile(r"^\s*(?:import|export)\b.*|\bimport\(.*|</script.*", re.M)


class Unbundled(ValueError):
    """A module says something that cannot be bundled."""


def bundle(entry: str, game: str = "") -> str:
    """Returns *entry*, a module beside our scripts, as one script with all that it imports before it.

    Beside our scripts stand the faces of games, in `faces`; `faces/game` is that of *game*.

    Raises `Unbundled`, and `OSError` for a module that is not there.
    """
    return _Bundler(game).script("entry.js", entry)


def page(name: str, game: str = "") -> str:
    """Returns the script of a page, whose module in `pages` has that name, as `bundle` does."""
    path = f"pages/{name}.js"
    return _Bundler(game).script(path, _read(path))


class _Bundler:
    """Puts modules one after the other, each before those that import it."""

    def __init__(self, game: str) -> None:
        self._known: dict[str, str] = {}
        self._game = game

    def script(self, path: str, entry: str) -> str:
        """Returns *entry*, the module at *path*, behind all that it imports."""
        last = self._linked(path, entry, ())[0]
        return "\n".join([*self._known.values(), last])

    def _linked(self, path: str, text: str, above: tuple[str, ...]) -> tuple[str, list[str]]:
        """Returns the module at *path* without its imports and exports, and the names of those exports.

        The modules that it imports are known then, as scripts.
        """
        for match_ in _IMPORT.finditer(text):
            other = self._resolved(path, match_["path"])
            if other in above:
                raise Unbundled(f"{path} imports {other}, which imports it.")
            if other not in self._known:
                body, names = self._linked(other, _read(other), (*above, path))
                shown = f"return {{ {', '.join(names)} }};"
                self._known[other] = f"const {_called(other)} = (() => {{\n{body}\n{shown}\n}})();"
        script = _IMPORT.sub(lambda found: self._taken(path, found), text)
        exported = _EXPORT.findall(script)
        script = _EXPORT.sub("", script)
        for left in _OTHER.finditer(script):
            raise Unbundled(f"{path} says “{left[0].strip()}”, which cannot be bundled.")
        return script, exported

    def _taken(self, path: str, match_: re.Match[str]) -> str:
        """Returns an import as the taking of names from a module that stands before."""
        module = _called(self._resolved(path, match_["path"]))
        if match_["all"]:
            return f"const {match_['all']} = {module};\n"
        if match_["some"] is None:
            return ""
        return f"const {{ {', '.join(_renamed(match_['some']))} }} = {module};\n"

    def _resolved(self, path: str, other: str) -> str:
        """Returns which module *other* is, as the module at *path* calls it."""
        parts: list[str] = []
        for part in (PurePosixPath(path).parent / other).parts:
            parts = parts[:-1] if part == ".." else [*parts, part]
        if parts[:2] == _FACE:
            parts[1] = self._game
        return "/".join(parts)


def _renamed(some: str) -> Iterator[str]:
    for name in filter(None, map(str.strip, some.split(","))):
        yield name.replace(" as ", ": ")


def _called(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))


def _read(path: str) -> str:
    folder, _, face = path.partition("/")
    file = faces.file(*face.split("/", 1)) if folder == "faces" else _SCRIPTS.joinpath(path)
    return _COMMENT.sub("", file.read_text(encoding="utf-8"))
