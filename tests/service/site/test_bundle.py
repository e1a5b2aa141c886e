"""Bundles of scripts and style sheets, which a first start builds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from service.site import assets
from service.site.bundle import BUILT, build_folder

SERVICE = BUILT.parents[1]
BUILD = "import runpy, sys; print(runpy.run_path(sys.argv[1])['build_folder']())"


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A copy of the sources without bundles."""
    left_out = shutil.ignore_patterns("__pycache__", "built", "locale", "img")
    for folder in ("site/static", "faces"):
        shutil.copytree(SERVICE / folder, tmp_path / folder, ignore=left_out)
    shutil.copy(SERVICE / "site/bundle.py", tmp_path / "site")
    return tmp_path


def start_build(sources: Path, path: str | None = None) -> subprocess.Popen[str]:
    """Starts a process that builds the bundles with the programs in *path*."""
    command = [sys.executable, "-c", BUILD, str(sources / "site/bundle.py")]
    environment = {**os.environ, "PATH": os.environ["PATH"] if path is None else path}
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_two_processes_that_build_at_once_leave_one_build(sources: Path) -> None:
    outputs = [process.communicate() for process in [start_build(sources) for _ in range(2)]]
    [build] = (sources / "site/built").iterdir()
    assert outputs == [(f"{build}\n", "")] * 2
    script = "text/pages/match.js"
    assert (build / script).read_bytes() == (build_folder() / script).read_bytes()
    assert build.name == build_folder().name


def test_a_later_state_of_the_sources_has_a_build_of_its_own_and_needs_esbuild(sources: Path) -> None:
    (sources / "site/static/css/marks.css").write_text("")
    _, error = start_build(sources, path="").communicate()
    assert "esbuild is missing. `apt-get install esbuild`" in error
    assert not any((sources / "site/built").glob("*"))


def test_a_folder_that_cannot_be_written_is_named(sources: Path) -> None:
    (sources / "site/built").write_text("")
    _, error = start_build(sources).communicate()
    assert f"cannot be bundled: {sources}/site/built is not writable (File exists)." in error


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("const name = 'Hand';\nt(name);\n", "t(name);”, but only a literal can be translated"),
        ('import { none } from "../lib/none.js";\n', 'Could not resolve "../lib/none.js"'),
        ('import { none } from "../lib/dom.js";\nnone();\n', 'No matching export in "plain/lib/dom.js"'),
    ],
)
def test_a_faulty_script_is_refused(sources: Path, script: str, complaint: str) -> None:
    (sources / "site/static/js/pages/learn.js").write_text(script)
    _, error = start_build(sources).communicate()
    assert complaint in error
    assert not any((sources / "site/built").glob("*"))


def test_a_page_draws_the_board_of_its_game_or_text() -> None:
    arena, text = (assets.page_script("match", game, "en") for game in ("arena", "trumps"))
    assert "silhouette" in arena
    assert "silhouette" not in text


def test_a_stack_names_the_functions_of_the_sources() -> None:
    assert "function showNotice()" in assets.page_script("match", "arena", "en")


@pytest.mark.parametrize(
    ("lang", "forms"),
    [
        ("en", '"{count} spectator","{count} spectators"'),
        ("fr", '"{count} spectateur","{count} spectateurs"'),
    ],
)
def test_a_script_contains_both_forms_of_a_sentence(lang: str, forms: str) -> None:
    assert f"plural({forms})" in assets.page_script("match", "arena", lang)
