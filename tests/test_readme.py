"""The README keeps its word: its examples are run."""

from __future__ import annotations

import doctest
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_every_example_of_the_readme_prints_what_it_says() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 15
    assert not failed
