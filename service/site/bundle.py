"""Bundles the modules of a page into one translated script, which also works without the service.

Each module becomes a function that is called once and returns its exports. The bundler knows a few forms of
import and export. It refuses all others, and circular imports. Only the entry may use `await` at its top.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import PurePosixPath

from .. import faces
from ..shared.i18n import catalogue

_SCRIPTS = resources.files(__package__) / "static" / "js"

_FACE = ["faces", "game"]
"""The folder from which modules import the face of the game on the page."""

_IMPORT = re.compile(
    r'^import (?:(?:\* as (?P<all>\w+)|\{(?P<some>[^}]*)\}) from )?"(?P<path>\.[^"]+)";\n', re.M
)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.M)
_COMMENT = re.compile(r"^[ \t]*(?:/\*\*(?:[^*]|\*(?!/))*\*/|//.*)\n", re.M)
"""A comment on lines of its own. Comments are a quarter of the scripts, and browsers do not need them."""
_UNSUPPORTED = re.compile(
    r'^\s*(?:import|export)\b.*|\bimport\(.*|</script.*|(?<![\w.$])(?:t|plural)\((?!\s*").*', re.M
)

_LITERAL = r'"(?:[^"\\]|\\.)*"'
MESSAGE = re.compile(
    rf"(?<![\w.$])(?:t\(\s*(?P<text>{_LITERAL})|plural\(\s*(?P<one>{_LITERAL}),\s*(?P<other>{_LITERAL}))"
)
"""An English sentence in a script, as `t` and `plural` of `lib/i18n.js` take it."""


class BundleError(ValueError):
    """A module contains something that the bundler does not support."""


def bundle(entry: str, game: str = "", lang: str = "en") -> str:
    """Returns the module *entry* as one script in the language *lang*, with all its imports.

    Paths are relative to our scripts. `faces` holds the faces of games, and `faces/game` that of *game*.

    Raises `BundleError`, and `OSError` for a missing module.
    """
    return _Bundler(game, lang).script("entry.js", entry)


def page(name: str, game: str = "", lang: str = "en") -> str:
    """Returns the script of the page *name*, as `bundle` does."""
    path = f"pages/{name}.js"
    bundler = _Bundler(game, lang)
    return bundler.script(path, bundler.read(path))


class _Bundler:
    """Puts each module before its importers."""

    def __init__(self, game: str, lang: str) -> None:
        self._modules: dict[str, str] = {}
        self._game = game
        self._messages = catalogue(lang)

    def script(self, path: str, entry: str) -> str:
        """Returns *entry*, the module at *path*, after all its imports."""
        last = self._link(path, entry, ())[0]
        return "\n".join([*self._modules.values(), last])

    def read(self, path: str) -> str:
        """Returns the module at *path* without comments, its messages translated."""
        folder, _, face = path.partition("/")
        file = faces.file(*face.split("/", 1)) if folder == "faces" else _SCRIPTS.joinpath(path)
        return MESSAGE.sub(self._translate, _COMMENT.sub("", file.read_text(encoding="utf-8")))

    def _link(self, path: str, text: str, importers: tuple[str, ...]) -> tuple[str, list[str]]:
        """Returns the module at *path* without imports and exports, and the names of its exports.

        Adds its imports to the modules.
        """
        for match_ in _IMPORT.finditer(text):
            other = self._resolve(path, match_["path"])
            if other in importers:
                raise BundleError(f"{path} imports {other}, which imports it.")
            if other not in self._modules:
                body, names = self._link(other, self.read(other), (*importers, path))
                result = f"return {{ {', '.join(names)} }};"
                self._modules[other] = f"const {_variable(other)} = (() => {{\n{body}\n{result}\n}})();"
        script = _IMPORT.sub(lambda match_: self._destructure(path, match_), text)
        exported = _EXPORT.findall(script)
        script = _EXPORT.sub("", script)
        if unsupported := _UNSUPPORTED.search(script):
            raise BundleError(f"{path} says “{unsupported[0].strip()}”, which cannot be bundled.")
        return script, exported

    def _destructure(self, path: str, match_: re.Match[str]) -> str:
        """Returns an import as an assignment from the variable of the imported module."""
        module = _variable(self._resolve(path, match_["path"]))
        if match_["all"]:
            return f"const {match_['all']} = {module};\n"
        if match_["some"] is None:
            return ""
        return f"const {{ {', '.join(_destructured(match_['some']))} }} = {module};\n"

    def _resolve(self, path: str, other: str) -> str:
        """Returns the path of the module *other*, as the module at *path* imports it."""
        parts: list[str] = []
        for part in (PurePosixPath(path).parent / other).parts:
            parts = parts[:-1] if part == ".." else [*parts, part]
        if parts[:2] == _FACE:
            parts[1] = self._game
        return "/".join(parts)

    def _translate(self, match_: re.Match[str]) -> str:
        if match_["text"]:
            return f"t({_literal(self._messages.gettext(json.loads(match_['text'])))}"
        singular, plural = json.loads(match_["one"]), json.loads(match_["other"])
        forms = (self._messages.ngettext(singular, plural, count) for count in (1, 2))
        return f"plural({', '.join(map(_literal, forms))}"


def _destructured(names: str) -> Iterator[str]:
    for name in filter(None, map(str.strip, names.split(","))):
        yield name.replace(" as ", ": ")


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _variable(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))
