"""Readability is measured: private names, vague sentences and circles of rooms are found where they are."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from ops.readability.__main__ import LIMITS, measure_tree, read_limits, read_modules
from ops.readability.names import definitions, is_private, measure_names
from ops.readability.prose import docstrings, measure_prose, paragraphs
from ops.readability.rooms import largest_circle, mutual_pairs, read_rooms

MODULE = '''"""Loads matches."""
def told(match, who, *, kept):
    for one in match:
        self.asked = one
def load_match(id): ...
'''


def test_no_figure_is_above_its_limit() -> None:
    figures, limits = measure_tree(read_modules()), read_limits()
    assert {name: figure for name, figure in figures.items() if figure > limits[name]} == {}
    assert set(limits) == set(figures), f"{LIMITS.name} has one limit for each figure"


def test_private_words_are_found_in_functions_parameters_variables_and_attributes() -> None:
    private = [found.name for found in definitions(ast.parse(MODULE)) if is_private(found)]
    assert sorted(private) == ["asked", "kept", "one", "told", "who"]


def test_shares_of_names() -> None:
    figures = measure_names({Path("service/matches.py"): ast.parse(MODULE)})
    assert (figures.private_definitions, figures.one_word_functions) == (5, 50.0)
    assert figures.participles == pytest.approx(100 * 2 / 6)  # kept and asked, of six variables
    assert figures.pronouns == pytest.approx(100 * 2 / 6)  # who and one


def test_names_of_stored_facts_are_no_private_words() -> None:
    assert measure_names({Path("domain/table/facts.py"): ast.parse(MODULE)}).private_definitions == 0


@pytest.mark.parametrize(
    ("sentence", "figure"),
    [
        ("What failed is there again.", "vague_beginnings"),
        ("The answer is tried again.", "passive"),
        ("It was silently dropped.", "passive"),
        ("Limits: how often a client may ask.", "colons"),
        ("It names everybody who plays.", "relative_pronouns"),
        ("word " * 31 + ".", "long"),
    ],
)
def test_a_sentence_with_a_fault(sentence: str, figure: str) -> None:
    plain = measure_prose(["The dispatcher retries failed deliveries."])
    assert getattr(plain, figure) == 0
    assert getattr(measure_prose([sentence]), figure) > 0


def test_a_question_may_begin_with_what() -> None:
    assert measure_prose(["What does a case cost? Nothing at all."]).vague_beginnings == 0


def test_code_tables_and_headings_are_no_prose() -> None:
    document = "# What is this\n\nA `told` of [words](there.md).\n\n| a | b |\n\n```\nwho: what\n```\n"
    assert [*filter(None, paragraphs(document))] == ["A X of words."]


def test_every_docstring_is_measured() -> None:
    assert [*filter(None, docstrings(ast.parse(MODULE)))] == ["Loads matches."]


ROOMS = {
    "service/cases/service.py": "from ..matches import views\nimport service.http.tags",
    "service/matches/views.py": "from ..http.tags import Tag",
    "service/http/tags.py": "from ..app import create_app\nfrom domain import table",
    "service/app.py": "from . import cases",
}


def test_a_circle_of_rooms_is_found() -> None:
    rooms = read_rooms({Path(path): ast.parse(text) for path, text in ROOMS.items()}, "service")
    assert largest_circle(rooms) == ["app", "cases", "http", "matches"]
    assert mutual_pairs(rooms) == []
    assert mutual_pairs({**rooms, "matches": {"cases"}}) == [("cases", "matches")]


def test_rooms_in_one_direction_are_no_circle() -> None:
    rooms = read_rooms({Path(path): ast.parse(text) for path, text in [*ROOMS.items()][:2]}, "service")
    assert largest_circle(rooms) == []
