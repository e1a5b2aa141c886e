"""The documents are right: their examples run, and their links lead to files."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from .test_architecture import ROOT, Source, sources

DOCUMENTS = [source for source in sources() if source.path.suffix == ".md"]


def test_every_example_in_the_manual_prints_what_it_says() -> None:
    failed, tried = doctest.testfile(str(ROOT / "ops/use.md"), module_relative=False)
    assert tried > 15
    assert not failed


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: str(document.path))
def test_every_link_leads_to_a_file(document: Source) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", document.text)
    folder = (ROOT / document.path).parent
    assert [link for link in links if not (folder / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: str(document.path))
def test_every_path_of_a_source_names_a_file(document: Source) -> None:
    """A path begins at the top, in `service` or beside the document."""
    folders = (ROOT, ROOT / "service", (ROOT / document.path).parent)
    paths = re.findall(r"`(\w[\w./-]*/[\w.-]+\.(?:py|js|ya?ml|toml|conf))`", document.text)
    assert [path for path in paths if not any((folder / path).exists() for folder in folders)] == []


def test_the_readme_fits_on_one_screen_and_names_the_two_commands() -> None:
    readme = Path(ROOT, "README.md").read_text(encoding="utf-8")
    assert readme.count("\n") <= 50
    assert "\n./ops/run " in readme
    assert "\n./ops/test " in readme
