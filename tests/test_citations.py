"""Every citation leads to a rule, and every rule is proved by a test.

A citation is the number of a rule wherever it stands: in code, in data, in goldens, in prose. The name of a
test may hold it too: `test_sa_601_…`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from domain.games import GAMES
from service.catalog import rulebook
from service.catalog.rulebook import Rulebook

from .test_architecture import Source, sources

BOOKS = {game: rulebook.packaged_rulebook(game) for game in sorted(GAMES) if GAMES[game].RULEBOOK}

PROVE_NO_RULE = {
    Path("tests/test_citations.py"),
    Path("tests/service/catalog/test_rulebook.py"),
    Path("tests/service/catalog/test_rules_told.py"),
}
"""They prove that the rulebook can be read and is told, whatever its rules say."""


def cited(book: Rulebook, text: str, digits: str = "[0-9]+") -> Iterator[str]:
    """Yields every number of *book*'s series in *text*, as it is written in the rulebook."""
    series = book.list_rules()[0].number.partition("-")[0]
    pattern = rf"(?<![A-Za-z])(?:{series}-|{series.lower()}_)([Cc][0-9]+|{digits})(?![0-9\[])"
    yield from (f"{series}-{number.upper()}" for number in re.findall(pattern, text))


def strays(book: Rulebook, files: Iterable[Source]) -> Iterator[str]:
    """Yields every citation of *book* that leads nowhere, with its file.

    Tests are full of things that are no rules and only look a little like them (`SA-1`, the rule of a toy).
    """
    for source in files:
        digits = "[0-9]{3,}" if source.path.parts[0] == "tests" else "[0-9]+"
        for number in sorted(set(cited(book, source.text, digits))):
            if not book.is_rule(number):
                yield f"{source.path}: {number}"


def proved(book: Rulebook, files: Iterable[Source]) -> set[str]:
    """Returns the rules of *book* that a test names: in its name, its cases, its docstring or its body."""
    return {
        number
        for source in files
        if source.path.parts[0] == "tests" and source.path not in PROVE_NO_RULE
        for number in cited(book, _tests_alone(source))
    }


@cache
def _tests_alone(source: Source) -> str:
    """Returns the tests of a file, without its comments."""
    tests = (node for node in ast.walk(source.tree) if isinstance(node, ast.FunctionDef))
    return "\n".join(ast.unparse(node) for node in tests if node.name.startswith("test_"))


@pytest.mark.parametrize("book", BOOKS.values(), ids=list(BOOKS))
def test_every_number_that_is_cited_is_in_the_rulebook(book: Rulebook) -> None:
    found = list(strays(book, sources()))
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize("book", BOOKS.values(), ids=list(BOOKS))
def test_every_rule_is_named_by_a_test(book: Rulebook) -> None:
    named = proved(book, sources())
    missing = [rule for rule in book.list_rules() if rule.number not in named]
    assert not missing, "\n" + "\n".join(f"{rule.number} {rule.text['en']}" for rule in missing)


# -- both are shown to complain before they are trusted ----------------------------------------------

ARENA = BOOKS["arena"]
NONE = f"SA-{999}"
"""A number that no rule has; written so that it is no citation."""


@pytest.mark.parametrize(
    ("path", "text", "complaint"),
    [
        ("domain/arena/play/turn.py", f'x = "{NONE}"', [NONE]),
        ("domain/arena/play/turn.py", f"x = 1  # SA-507, and {NONE}", [NONE]),
        ("domain/arena/play/turn.py", f"x = 'SA-{50}'", [f"SA-{50}"]),
        ("tests/arena/test_turn.py", f"def test_sa_c{5}(): ...", [f"SA-C{5}"]),
        ("replays/library/arena.game", f"3 <2 {NONE} arena.CardDrawn", [NONE]),
        ("ops/decisions/0001.md", f"see {NONE}.", [NONE]),
        ("tests/arena/test_turn.py", f"def test_{NONE.lower().replace('-', '_')}_x(): ...", [NONE]),
        ("tests/arena/test_turn.py", "toy = 'SA-1'; pattern = 'SA-70[45]'; x = 'VISA-123'", []),
        ("README.md", "SA-507, SA-601.", []),
    ],
)
def test_citations_that_lead_nowhere(path: str, text: str, complaint: list[str]) -> None:
    assert list(strays(ARENA, [Source(Path(path), text)])) == [f"{path}: {number}" for number in complaint]


@pytest.mark.parametrize(
    ("path", "text", "named"),
    [
        ("tests/arena/test_a.py", "def test_sa_601_and_sa_602(): ...", {"SA-601", "SA-602"}),
        ("tests/arena/test_a.py", "def test_a():\n    'SA-601.'", {"SA-601"}),
        ("tests/arena/test_a.py", "def test_a():\n    assert rule == 'SA-601'", {"SA-601"}),
        ("tests/arena/test_a.py", "@cases('SA-601')\ndef test_a(rule): ...", {"SA-601"}),
        ("tests/arena/test_a.py", f"def test_sa_c{5}(): ...", {f"SA-C{5}"}),
        ("tests/arena/test_a.py", "class TestA:\n    def test_sa_601(self): ...", {"SA-601"}),
        ("tests/arena/test_a.py", "RULE = 'SA-601'\n\n\ndef helper():\n    return 'SA-602'", set()),
        ("tests/arena/test_a.py", "def test_a(): ...  # SA-601", set()),
        ("domain/arena/play/turn.py", "def test_sa_601(): ...", set()),
        ("tests/test_citations.py", "def test_sa_601(): ...", set()),
    ],
)
def test_what_names_a_rule(path: str, text: str, named: set[str]) -> None:
    assert proved(ARENA, [Source(Path(path), text)]) == named
