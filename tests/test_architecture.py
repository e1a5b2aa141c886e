"""The rules of the project, read off the source: what may import what, what is named and explained, and how.

A rule is a function from one source file to its complaints. Each is shown to complain before it is trusted.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias, TypeVar

import pytest

from ops.readability.rooms import largest_circle, mutual_pairs, read_rooms

ROOT = Path(__file__).parents[1]
MADE_BY_MACHINES = re.compile(
    r"\.(?!ci$|gitignore$)|(build|dist|var|node_modules|__pycache__|.*\.egg-info|.*\.(png|webp|gz|ttf|woff2))$"
)

MAY_IMPORT = {
    "domain": {"domain"},
    "replays": {"domain", "replays"},
    "projections": {"domain", "projections"},
    "service": {"domain", "replays", "projections", "service"},
    "ops": {"domain", "replays", "projections", "service", "ops", "tests"},
    "tests": {"domain", "replays", "projections", "service", "ops", "tests"},
}
PRODUCT = ("domain", "projections", "replays", "service")
GAMES = {path.parent.name for path in (ROOT / "domain").glob("*/rules.py")}

PURE = {"__future__", "abc", "base64", "bisect", "collections", "contextlib", "copy", "dataclasses", "enum"}
PURE |= {"fractions", "functools", "hashlib", "heapq", "hmac", "itertools", "json", "math", "operator", "re"}
PURE |= {"string", "textwrap", "types", "typing", "unicodedata"}
PURE |= {"msgspec", "openskill", "rustworkx", "domain"}
PURE |= {"ast", "importlib", "pkgutil"}  # a Villain is found by its folder, and its script is read
TEXTS_OF_INSTANTS = {Path("domain/published.py")}
"""What writes instants as text and reads them: `datetime` may do that there, but no clock is read."""
CLOCKS = {"now", "today", "utcnow"}
FRONTS = {"api", "pages"}
ABOVE_ROOMS = {"app", "bootstrap", "cli", "job_process", "serving", "views_process", "wsgi"}
"""Modules and folders of `service` that put the rooms together."""
WORLDLY = {"open", "print", "input", "__import__"}

NO_NAMES = {"util", "utils", "helper", "helpers", "manager", "managers", "handler", "handlers", "base"}

NO_WORDS = {
    *("badge", "courier", "gate", "house", "lookout", "manners", "parlour", "publicity", "salon", "shelf"),
    *("sights", "tongue", "tongues", "tribunal", "troubles", "turnstile"),
}
"""Private words that were names once; the glossary has the terms that stand in their place."""
KEPT = {"house"}
"""Fields of stored facts, and a parameter in an address: their names are for ever."""

NOT_IN_TESTS = {
    "time.sleep": "a test waits for a condition with a deadline, it never sleeps",
    "asyncio.sleep": "a test waits for a condition with a deadline, it never sleeps",
    **dict.fromkeys(
        [
            f"pytest.{way}"
            for way in ("skip", "xfail", "importorskip", "mark.skip", "mark.skipif", "mark.xfail")
        ],
        "a test runs and passes, or it is not there",
    ),
}

ELSEWHERE = {
    "a path of somebody's machine": r"(?<![\w.*-])/(work|home|root|tmp|Users)/",
    "the host of a registry": r"\b(pypi|pythonhosted|npmjs|debian|docker|ghcr|crates)\.(org|com|io)\b",
}

LINES = 300
LONG = {
    "domain/arena/facts.py": "the one vocabulary of the game: a list of words, and no logic",
    "domain/villainous/facts.py": "the one vocabulary of the game: a list of words, and no logic",
    "domain/table/facts.py": "the one vocabulary of the table: a list of words, and no logic",
    "domain/tournament/facts.py": "the one vocabulary of tournaments: a list of words, and no logic",
    "service/tournaments/commands.py": "the one list of what can be done in a tournament, and no logic",
    "tests/replays/contested.py": "each golden that it writes names it as the command to write it again",
    "tests/test_architecture.py": "each rule stands beside the proof that it complains",
}
"""Files above the limit, each with the argument for it."""


class Source(NamedTuple):
    """One source file: its path from the top of the repository, and its text."""

    path: Path
    text: str

    @property
    def tree(self) -> ast.Module:
        """What Python makes of it; nothing, for another language."""
        return _parse(self.text) if self.path.suffix == ".py" else ast.Module([], [])


@cache
def _parse(text: str) -> ast.Module:
    return ast.parse(text)


Complaints: TypeAlias = Iterator[tuple[int, str]]
"""Line numbers, and what is wrong there."""


def test_imports_point_one_way() -> None:
    assert_none(imports, python())


def test_rooms_import_services_and_models_of_each_other() -> None:
    assert_none(rooms, python())


def test_the_api_knows_no_page() -> None:
    assert_none(apis, python())


def test_the_domain_touches_nothing_outside() -> None:
    assert_none(purity, python())


def test_everything_public_is_explained() -> None:
    assert_none(docstrings, python())


def test_every_file_and_class_has_a_name() -> None:
    assert_none(names, sources())


def test_tests_neither_sleep_nor_skip() -> None:
    assert_none(honesty, python())


def test_nothing_names_this_machine_or_a_registry() -> None:
    assert_none(elsewhere, sources())


def test_files_fit_in_a_head() -> None:
    assert_none(length, python())


def test_every_argument_for_a_long_file_is_still_needed() -> None:
    assert {str(s.path) for s in python() if s.text.count("\n") > LINES} >= set(LONG)
    assert all(LONG.values())


# -- each rule complains of what it is there for -----------------------------------------------------


@pytest.mark.parametrize(
    ("path", "text", "complaint"),
    [
        ("domain/table.py", "from service import store", "domain must not import service.store"),
        ("domain/arena/turn.py", "from ... import replays", "domain must not import replays"),
        ("projections/lobby.py", "import replays.check", "projections must not import replays.check"),
        (
            "replays/check.py",
            "from projections.view_store import Home",
            "replays must not import projections.view_store",
        ),
        ("service/app.py", "def f():\n    import tests.servers", "service must not import tests.servers"),
        ("service/app.py", "from domain.decider import *", "name what is imported"),
        ("domain/arena/turn.py", "from domain.villainous import board", "arena must not import villainous"),
        ("domain/arena/turn.py", "from ..villainous.board import Board", "arena must not import villainous"),
        ("domain/arena/cards/broom.py", "from ...villainous import X", "arena must not import villainous"),
        ("domain/arena/__init__.py", "from .. import games", "a game must not import the list of games"),
        ("domain/decider.py", "from . import arena", "decider.py must not import the game arena"),
        ("domain/table.py", "import domain.villainous", "table.py must not import the game villainous"),
    ],
)
def test_imports_that_point_another_way(path: str, text: str, complaint: str) -> None:
    assert_complains(imports, path, text, complaint)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("service/cases/service.py", "from ..matches.api import seats"),
        ("service/cases/service.py", "from ..matches.api.seats import take"),
        ("service/feed/api/feed.py", "from ...matches import pages"),
    ],
)
def test_a_room_that_takes_from_the_front_of_another(path: str, text: str) -> None:
    assert_complains(rooms, path, text, "only that room itself may import")


@pytest.mark.parametrize(
    "text", ["from ..cli.context import open_services", "from ..bootstrap import Services"]
)
def test_a_room_that_imports_what_stands_above_it(text: str) -> None:
    assert_complains(rooms, "service/feed/service.py", text, "it stands above all rooms")


def test_no_rooms_import_each_other_in_a_circle() -> None:
    found = read_rooms({source.path: source.tree for source in python()}, "service")
    assert (largest_circle(found), mutual_pairs(found)) == ([], [])


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("service/http/errors.py", "from flask import render_template"),
        ("service/http/errors.py", "from ..site import error_pages"),
        ("service/http/middleware/rate_limit_headers.py", 'FREE = ("web.static",)'),
        ("service/cases/api/queue.py", "from ..pages import desk"),
        ("service/identity/api.py", "from .pages import account"),
    ],
)
def test_an_api_that_knows_a_page(path: str, text: str) -> None:
    assert_complains(apis, path, text, "the API knows no page")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("import random", "random"),
        ("from datetime import datetime", "datetime"),
        ("import os.path", "os"),
        ("def f():\n    import pathlib", "pathlib"),
        ("from eventsourcing.domain import event", "eventsourcing"),
        ("log = open('log')", "open"),
        ("def f():\n    print('Hail')", "print"),
    ],
)
def test_a_domain_that_touches_the_world(text: str, complaint: str) -> None:
    assert_complains(purity, "domain/arena/verbs.py", text, f"domain is pure and must not use {complaint}")


def test_text_of_an_instant_that_reads_a_clock() -> None:
    text = "from datetime import UTC, datetime\n\ndef to_text() -> str:\n    return str(datetime.now(UTC))"
    assert_complains(purity, "domain/published.py", text, "domain is pure and must not use now")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("x = 1", "this module has no docstring"),
        ('"""M."""\ndef push(): ...', "push has no docstring"),
        ('"""M."""\nasync def push(): ...', "push has no docstring"),
        ('"""M."""\nclass Board: ...', "Board has no docstring"),
        ('"""M."""\nclass Board:\n    """B."""\n    def at(self): ...', "Board.at has no docstring"),
        ('"""M."""\nif True:\n    def push(): ...', "push has no docstring"),
    ],
)
def test_things_left_unexplained(text: str, complaint: str) -> None:
    assert_complains(docstrings, "replays/check.py", text, complaint)


@pytest.mark.parametrize(
    ("path", "text", "complaint"),
    [
        ("service/utils.py", "", "“utils” is no name"),
        ("service/helpers/board.py", "", "“helpers” is no name"),
        ("tests/error_handler.sh", "", "“handler” is no name"),
        ("service/eventstore/store.py", "class StoreManager: ...", "“Manager” is no name"),
        ("service/eventstore/store.py", "class BaseHome: ...", "“Base” is no name"),
        ("service/shelf.py", "", "“shelf” is no name"),
        ("service/matches/service.py", "def a_gate(): ...", "the glossary has another word for “gate”"),
        ("service/matches/service.py", "def sit(badge: str): ...", "“badge”: the glossary"),
        ("service/matches/service.py", "tongue = 1", "“tongue”: the glossary"),
    ],
)
def test_things_without_a_name(path: str, text: str, complaint: str) -> None:
    assert_complains(names, path, text, complaint)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("import time\ntime.sleep(1)", "time.sleep"),
        ("import time as t\nt.sleep(1)", "time.sleep"),
        ("from time import sleep as nap\nnap(1)", "time.sleep"),
        ("import pytest\npytest.skip('later')", "pytest.skip"),
        ("import pytest\n@pytest.mark.skipif(True, reason='')\ndef test_x(): ...", "pytest.mark.skipif"),
        ("from pytest import mark\n@mark.xfail\ndef test_x(): ...", "pytest.mark.xfail"),
    ],
)
def test_tests_that_sleep_or_skip(text: str, complaint: str) -> None:
    assert_complains(honesty, "tests/service/test_app.py", text, complaint)


@pytest.mark.parametrize(
    "text", [f"data: /{'home'}/me/var", f"cd '/{'tmp'}/x'", f"pip install -i https://{'pypi'}.org/simple"]
)
def test_texts_that_name_places(text: str) -> None:
    assert_complains(elsewhere, "ops/runbook.md", text, "in it")


def test_a_file_that_is_too_long() -> None:
    assert_complains(length, "service/app.py", "x = 1\n" * (LINES + 1), "301 lines")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("domain/arena/turn.py", "from .. import core\nfrom ..core import Asked\nfrom .board import Board"),
        ("domain/games.py", "from . import arena, villainous"),
        ("domain/notation.py", "import re\nfrom collections.abc import Iterable\nimport msgspec.json"),
        ("service/app.py", "import os\nfrom replays import film\nfrom projections.lobby import start"),
        ("tests/domain/test_turn.py", "from ops.bench import floors\nfrom tests.servers import postgres"),
    ],
)
def test_imports_as_they_should_be(path: str, text: str) -> None:
    source = Source(Path(path), text)
    assert [*imports(source), *purity(source), *honesty(source), *names(source), *elsewhere(source)] == []


# -- the rules ---------------------------------------------------------------------------------------


def imports(source: Source) -> Complaints:
    """Imports point one way: domain <- replays, projections <- service. Games do not know each other."""
    package, *inner = source.path.with_suffix("").parts
    if package not in MAY_IMPORT:
        return
    game = inner[0] if package == "domain" and inner[0] in GAMES else ""
    for line, module in imported(source):
        top, *below = module.split(".")
        other = below[0] if top == "domain" and below else ""
        if below[-1:] == ["*"]:
            yield line, "name what is imported, not *"
        if top in MAY_IMPORT and top not in MAY_IMPORT[package]:
            yield line, f"{package} must not import {module}"
        elif game and other in GAMES - {game}:
            yield line, f"{game} must not import {other}: games do not know each other"
        elif game and other == "games":
            yield line, "a game must not import the list of games"
        elif package == "domain" and not game and inner != ["games"] and other in GAMES:
            yield line, f"{source.path.name} must not import the game {other}"


def rooms(source: Source) -> Complaints:
    """No room imports the endpoints or the pages of another, or anything that stands above the rooms."""
    if source.path.parts[0] != "service" or len(source.path.parts) < 3:
        return
    room = source.path.parts[1]
    if room in ABOVE_ROOMS:
        return
    for line, module in imported(source):
        top, *below = module.split(".")
        if top != "service" or not below or below[0] in {room, "http"}:
            continue
        if below[0] in ABOVE_ROOMS:
            yield line, f"{module}: it stands above all rooms"
        elif below[1:] and below[1] in FRONTS:
            yield line, f"{module}: only that room itself may import its {below[1]}"


def apis(source: Source) -> Complaints:
    """What answers in JSON neither imports a page nor what pages are made of, nor names its endpoint."""
    room, *rest = source.path.with_suffix("").parts[1:] or ("",)
    if source.path.parts[0] != "service" or not (room == "http" or rest[:1] == ["api"]):
        return
    for line, module in imported(source):
        within = f"{module}.".removeprefix("service.")
        if module == "flask.render_template" or re.match(r"site\.|(?!http\.)\w+\.pages\.", within):
            yield line, f"{module}: the API knows no page"
    for text in _walk(source, ast.Constant):
        if isinstance(text.value, str) and text.value.startswith("web."):
            yield text.lineno, f"{text.value}: the API knows no page"


def purity(source: Source) -> Complaints:
    """The domain knows no clock, no chance, no file and no framework."""
    if source.path.parts[0] != "domain":
        return
    for line, module in imported(source):
        top = module.split(".")[0]
        if top not in PURE and not (top == "datetime" and source.path in TEXTS_OF_INSTANTS):
            yield line, f"domain is pure and must not use {top}"
    for name in _walk(source, ast.Attribute):
        if name.attr in CLOCKS and source.path in TEXTS_OF_INSTANTS:
            yield name.lineno, f"domain is pure and must not use {name.attr}"
    for call in _walk(source, ast.Call):
        if isinstance(call.func, ast.Name) and call.func.id in WORLDLY:
            yield call.lineno, f"domain is pure and must not use {call.func.id}"


def docstrings(source: Source) -> Complaints:
    """Every public module, class, function and method of the product says what it is.

    A method that a protocol of the project asks for has been explained there.
    """
    if source.path.parts[0] not in PRODUCT:
        return
    if ast.get_docstring(source.tree) is None:
        yield 1, "this module has no docstring"
    yield from _unexplained(source.tree, "")


def _unexplained(scope: ast.AST, owner: str) -> Complaints:
    for node in ast.iter_child_nodes(scope):
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _unexplained(node, owner)
        elif not node.name.startswith("_"):
            if ast.get_docstring(node) is None and not (owner and node.name in promised()):
                yield node.lineno, f"{owner}{node.name} has no docstring"
            if isinstance(node, ast.ClassDef):
                yield from _unexplained(node, f"{node.name}.")


def names(source: Source) -> Complaints:
    """If it has no name, it has no job yet."""
    for part in source.path.with_suffix("").parts:
        for word in part.split("_"):
            if word in NO_NAMES | NO_WORDS:
                yield 1, f"“{word}” is no name for a file: what is its job?"
    for class_ in _walk(source, ast.ClassDef):
        for word in re.findall(r"[A-Z]?[a-z]+", class_.name):
            if word.lower() in NO_NAMES | NO_WORDS:
                yield class_.lineno, f"“{word}” is no name for a class ({class_.name}): what is its job?"
    called = [(node.lineno, node.id) for node in _walk(source, ast.Name)]
    called += [(node.lineno, node.arg) for node in _walk(source, ast.arg)]
    called += [(node.lineno, node.name) for node in _walk(source, ast.FunctionDef)]
    for line, name in called:
        found = NO_WORDS.intersection(name.split("_")) - {name}.intersection(KEPT)
        if found and not name.startswith("test_"):
            yield line, f"“{name}”: the glossary has another word for “{min(found)}”"


def honesty(source: Source) -> Complaints:
    """Tests wait for what they wait for, and all of them run."""
    if source.path.parts[0] != "tests":
        return
    aliases = {node.asname or node.name: node.name for node in _walk(source, ast.alias)}
    for node in _walk(source, ast.ImportFrom):
        aliases |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    for expression in (*_walk(source, ast.Attribute), *_walk(source, ast.Name)):
        first, *rest = _dotted(expression)
        if (name := ".".join([aliases.get(first, first), *rest])) in NOT_IN_TESTS:
            yield expression.lineno, f"{name}: {NOT_IN_TESTS[name]}"


def elsewhere(source: Source) -> Complaints:
    """What is written here holds on any machine, with any registry."""
    for number, line in enumerate(source.text.splitlines(), 1):
        for what, pattern in ELSEWHERE.items():
            if found := re.search(pattern, line):
                yield number, f"{what} is in it: {found[0]}"


def length(source: Source) -> Complaints:
    """A file is one noun and fits in a head."""
    lines = source.text.count("\n")
    if lines > LINES and str(source.path) not in LONG:
        yield LINES, f"{lines} lines, where {LINES} should do: split it, or argue for it in LONG"


# -- reading the source ------------------------------------------------------------------------------


@cache
def sources() -> tuple[Source, ...]:
    """Returns every text file of the repository that people wrote."""
    found = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if not MADE_BY_MACHINES.match(name)]
        paths = [Path(folder, name) for name in files if not MADE_BY_MACHINES.match(name)]
        found += [Source(path.relative_to(ROOT), path.read_text()) for path in paths]
    return tuple(sorted(found))


def python() -> list[Source]:
    """Returns every Python file of the repository."""
    return [source for source in sources() if source.path.suffix == ".py"]


@cache
def promised() -> frozenset[str]:
    """Returns the methods that the protocols of the project explain."""
    protocols = [
        node
        for source in python()
        if source.path.parts[0] in PRODUCT
        for node in _walk(source, ast.ClassDef)
        if any(ast.unparse(parent).startswith("Protocol") for parent in node.bases)
    ]
    return frozenset(
        method.name
        for protocol in protocols
        for method in protocol.body
        if isinstance(method, ast.FunctionDef) and ast.get_docstring(method)
    )


def imported(source: Source) -> Iterator[tuple[int, str]]:
    """Yields every module or name that is imported anywhere in the file, in full: `domain.decider.Asked`."""
    package = source.path.parts[:-1]
    for plain in _walk(source, ast.Import):
        yield from ((plain.lineno, alias.name) for alias in plain.names)
    for node in _walk(source, ast.ImportFrom):
        above = package[: len(package) + 1 - node.level] if node.level else ()
        module = [*above, *([node.module] if node.module else [])]
        yield from ((node.lineno, ".".join([*module, alias.name])) for alias in node.names)


def _dotted(expression: ast.expr) -> list[str]:
    """Returns the parts of `a.b.c`; of what is called on something else, the names alone."""
    if isinstance(expression, ast.Attribute):
        return [*_dotted(expression.value), expression.attr]
    return [expression.id] if isinstance(expression, ast.Name) else [""]


Node = TypeVar("Node", bound=ast.AST)


def _walk(source: Source, kind: type[Node]) -> Iterator[Node]:
    nodes = _nodes(source.text) if source.path.suffix == ".py" else {}
    return (node for node in nodes.get(kind, ()) if isinstance(node, kind))


@cache
def _nodes(text: str) -> dict[type[ast.AST], list[ast.AST]]:
    """Returns everything in a file by its kind: to walk through all files for each rule takes seconds."""
    found: dict[type[ast.AST], list[ast.AST]] = {}
    for node in ast.walk(_parse(text)):
        found.setdefault(type(node), []).append(node)
    return found


Rule: TypeAlias = Callable[[Source], Complaints]


def assert_none(rule: Rule, files: Iterable[Source]) -> None:
    """Fails with every complaint of *rule*, one a line."""
    complaints = [f"{source.path}:{line}: {text}" for source in files for line, text in sorted(rule(source))]
    assert not complaints, "\n" + "\n".join(complaints)


def assert_complains(rule: Rule, path: str, text: str, complaint: str) -> None:
    """Fails unless *rule* says just one thing of *text*, and *complaint* is in it."""
    told = [said for _, said in rule(Source(Path(path), text))]
    assert len(told) == 1
    assert complaint in told[0]
