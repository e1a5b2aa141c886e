"""Bundles the scripts and style sheets of pages with esbuild, once for each state of their sources.

A checkout builds them into `built/`, a wheel contains them. The build backend runs this file by itself, so it
imports nothing but the standard library.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

_HERE = Path(__file__).resolve().parent
_SCRIPTS, _STYLES, _FACES = _HERE / "static/js", _HERE / "static/css", _HERE.parent / "faces"
BUILT = _HERE / "built"
"""A folder for each state of the sources, named by its digest."""
_BUILDS = 4
"""Builds that remain, the newest ones: processes may still read that of another state."""

PLAIN, TEXT = "plain", "text"
"""The variant without a board, and the one for games without a face of their own."""
MESSAGES = "messages.json"
"""The file of the English sentences in a build, each with its plural or nothing."""

BOARD_PAGES = ("case-record", "desk", "embed", "match", "offline", "record", "rulebook", "study")
"""The modules in `js/pages` with the board of a game."""
PLAIN_PAGES = sorted(
    {file.relative_to(_SCRIPTS / "pages").as_posix()[:-3] for file in _SCRIPTS.glob("pages/**/*.js")}
    - {*BOARD_PAGES}
)
"""The modules there without a board."""

FACE = "../faces/game/board"
"""The style sheet of the game on the page."""
_BASE = ("tokens", "elements", "primitives", "forms", "layout")
_PAGE = ("fonts", *_BASE)
"""Pages of the service load our font. Offline files use a font of the system."""
_BOARD = ("parts", "match", "replay", "dialogs", "boards", FACE, "cards", "fan", "clocks")
_PLAY = (
    "table",
    "question",
    "question-wide",
    "question-phone",
    "panel",
    "commentaries",
    "marks",
    "dispute",
    "chances",
)
_PANELS = ("fork-dialog", "played-line", "talk")
STYLES = {
    "page": _PAGE,
    "match": (*_BOARD, *_PLAY, *_PANELS),
    "lesson": ("example", "explanation"),
    "record": (*_BOARD, "record", "correction"),
    "study": (*_BOARD, "fork-dialog", "marks", "study"),
    "desk": (*_BOARD, "marks", "offline", "desk", "ruling", "chances", "sides", "correction"),
    "embed": (*_PAGE, *_BOARD, "embed"),
    "learn": ("lobby", "learn"),
    "tournament": ("lobby", "tournament", "bracket"),
    "players-sheet": ("lobby", "tournament", "players-sheet"),
    "case": ("case", "print"),
    "case-record": (*_BOARD, "lobby", "tournament", "case", "table-case", "correction"),
    "table-case": ("lobby", "tournament", "case", "table-case"),
    "standings": (*_PAGE, "tournament", "embed"),
    "offline": (*_BASE, *_BOARD, "offline"),
}
"""The bundles of style sheets, one for all pages and more for some of them."""

_LITERAL = r'"(?:[^"\\]|\\.)*"'
MESSAGE = re.compile(
    rf"(?<![\w.$])(?:t\(\s*(?P<text>{_LITERAL})|plural\(\s*(?P<one>{_LITERAL}),\s*(?P<other>{_LITERAL}))"
)
"""An English sentence in a script, as `t` and `plural` of `lib/i18n.js` take it."""
_COMPUTED_MESSAGE = re.compile(r'(?<![\w.$`])(?:t|plural)\((?!\s*").*')
MARK = re.compile(r'"@message:(\d+)\.([01])"')
"""A form of a sentence in a built script, by the numbers of the sentence and of the form."""

_OPTIONS = (
    "--bundle",
    "--format=esm",
    "--target=esnext",
    "--charset=utf8",
    "--log-level=warning",
    "--outbase=.",
)
_PATHS = ("--preserve-symlinks", "--external:../fonts/*")
_MINIFYING = ("--minify-whitespace", "--minify-syntax", "--legal-comments=none")
"""Names remain, so that stacks of errors can be read. Shorter ones would save a tenth."""


class BundleError(ValueError):
    """The scripts or style sheets of pages cannot be bundled."""


@cache
def build_folder() -> Path:
    """Returns the folder of the bundles, which a first call for a state of the sources builds.

    The folder of a variant contains `pages/*.js` and `styles/*.css`, and `css/*.css` for `PLAIN`. Raises
    `BundleError`.
    """
    folder = BUILT / _source_digest()
    if not folder.is_dir():
        _build(folder)
    return folder


def _source_digest() -> str:
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for top in (_SCRIPTS, _STYLES, _FACES):
        for file in _sources(top):
            digest.update(f"{file.relative_to(top)}\0".encode())
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _sources(top: Path) -> list[Path]:
    return sorted((*top.rglob("*.js"), *top.rglob("*.css")))


def _build(folder: Path) -> None:
    """Builds all bundles beside *folder* and moves them there, unless another process was faster."""
    try:
        BUILT.mkdir(exist_ok=True)
        own_folder = TemporaryDirectory(prefix=f"{folder.name}.", dir=BUILT)
    except OSError as error:
        raise BundleError(
            f"The scripts of the pages cannot be bundled: {BUILT} is not writable ({error.strerror})."
        ) from error
    with own_folder as own_name, TemporaryDirectory() as name:
        unfinished, stage = Path(own_name) / "build", Path(name).resolve()
        messages = _stage_sources(stage)
        scripts = [f"{PLAIN}/pages/{page}.js" for page in PLAIN_PAGES]
        scripts += [f"{face}/pages/{page}.js" for face in _faces() for page in BOARD_PAGES]
        styles = [str(file.relative_to(stage)) for file in _stage_styles(stage)]
        _run_esbuild([*scripts, *styles, *_OPTIONS, *_PATHS, *_MINIFYING, f"--outdir={unfinished}"], stage)
        (unfinished / MESSAGES).write_text(json.dumps(messages, ensure_ascii=False), "utf-8")
        with suppress(OSError):
            unfinished.rename(folder)
    with suppress(FileNotFoundError):
        for old in sorted(BUILT.iterdir(), key=os.path.getmtime)[:-_BUILDS]:
            shutil.rmtree(old, ignore_errors=True)


def _run_esbuild(arguments: Iterable[str], folder: Path) -> None:
    try:
        process = subprocess.run(["esbuild", *arguments], cwd=folder, stderr=subprocess.PIPE, text=True)
    except FileNotFoundError as error:
        raise BundleError(
            "The scripts of the pages cannot be bundled: esbuild is missing. `apt-get install esbuild` or "
            "`brew install esbuild` installs it. A wheel contains the bundles and needs no esbuild."
        ) from error
    if process.returncode:
        raise BundleError(f"The scripts of the pages cannot be bundled:\n{process.stderr}")


def _stage_sources(stage: Path) -> list[tuple[str, str]]:
    """Copies the sources of all variants into *stage* and returns the sentences of scripts."""
    messages: list[tuple[str, str]] = []

    def copy(top: Path, target: Path) -> None:
        for file in _sources(top):
            text = file.read_text("utf-8")
            if computed := _COMPUTED_MESSAGE.search(text):
                raise BundleError(f"{file} says “{computed[0]}”, but only a literal can be translated.")
            copied = target / file.relative_to(top)
            copied.parent.mkdir(parents=True, exist_ok=True)
            copied.write_text(MESSAGE.sub(lambda found: _mark_message(found, messages), text), "utf-8")

    copy(_SCRIPTS, stage / PLAIN)
    copy(_STYLES, stage / PLAIN / "css")
    for face in _faces():
        copy(_FACES / TEXT, stage / face / "faces/game")
        copy(_FACES / face, stage / face / "faces/game")
        for part in (stage / PLAIN).iterdir():
            (stage / face / part.name).symlink_to(part)
    return messages


def _mark_message(found: re.Match[str], messages: list[tuple[str, str]]) -> str:
    """Returns a call of `t` or `plural` with marks in place of its sentences, which go to *messages*."""
    marks = [f'"@message:{len(messages)}.{form}"' for form in range(2)]
    messages.append((json.loads(found["text"] or found["one"]), json.loads(found["other"] or '""')))
    return f"t({marks[0]}" if found["text"] else f"plural({', '.join(marks)}"


def _stage_styles(stage: Path) -> Iterator[Path]:
    """Yields the style sheets to bundle in *stage*."""
    yield from (stage / PLAIN / "css").glob("*.css")
    for page, sheets in STYLES.items():
        imports = "".join(f'@import "../css/{sheet}.css";\n' for sheet in sheets)
        for variant in _faces() if FACE in STYLES[page] else (PLAIN,):
            bundle = stage / variant / f"styles/{page}.css"
            bundle.parent.mkdir(exist_ok=True)
            bundle.write_text(imports, "utf-8")
            yield bundle


@cache
def _faces() -> tuple[str, ...]:
    """Returns the names of the faces of games, `TEXT` among them."""
    return tuple(sorted(file.parent.name for file in _FACES.glob("*/board.js")))
