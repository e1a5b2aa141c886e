"""The Python package as it is built: it type-checks, needs httpx alone, and programs run with it."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from domain.games import GAMES
from ops.clients.staging import CLIENTS
from tests.browser.serving import Served

PROGRAMS = Path(__file__).with_name("programs")
EXAMPLES = CLIENTS / "python/examples"
README = (CLIENTS / "python/README.md").read_text("utf-8")


def output(package: Path, program: Path, *words: str) -> Any:
    """Returns the JSON that a *program* prints."""
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(package)}
    command = [sys.executable, str(program), *words]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


def test_the_package_and_its_programs_type_check(package: Path) -> None:
    # The cache is not that of `ops/check types`: with other options each would discard that of the other.
    cache = Path("~/.cache/recount/mypy-packages").expanduser()
    manual = package / "manual.py"
    manual.write_text(README.split("```python\n")[1].split("```")[0])
    programs = sorted([manual, *PROGRAMS.glob("*.py"), *EXAMPLES.glob("*.py")])
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir", str(cache)]
    ended = subprocess.run(
        [*command, "recount_client", *map(str, programs)], cwd=package, capture_output=True, text=True
    )
    assert ended.returncode == 0, ended.stdout


def test_the_package_imports_httpx_and_the_standard_library_alone(package: Path) -> None:
    imported = set[str]()
    for module in (package / "recount_client").glob("*.py"):
        for node in ast.walk(ast.parse(module.read_text())):
            if isinstance(node, ast.Import):
                imported |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                imported.add(str(node.module).partition(".")[0])
    assert imported - sys.stdlib_module_names == {"httpx"}


def test_every_operation_has_a_function(package: Path, document: dict[str, Any]) -> None:
    module = ast.parse((package / "recount_client/api.py").read_text())
    functions = [node.name.replace("_", "") for node in module.body if isinstance(node, ast.FunctionDef)]
    operations = [
        item[method]["operationId"].lower()
        for item in document["paths"].values()
        for method in ("get", "put", "post", "delete")
        if method in item and "servers" not in item
    ]
    assert sorted(functions) == sorted(operations)


def test_the_readme_shows_the_example_that_runs() -> None:
    example = (EXAMPLES / "league_site.py").read_text()
    assert f"```python\n{example}```" in README
    assert example.count("\n") <= 60


@pytest.mark.parametrize("game", sorted(GAMES))
def test_bots_play_a_match(package: Path, service: Served, game: str) -> None:
    played = output(package, PROGRAMS / "play.py", service.url, game)
    assert played["seqs"] == [*range(1, played["seq"] + 1)]
    assert played["seq"] > 100
    if game == "arena":
        assert played["points"] == played["board"]


def test_an_organizer_runs_a_tournament(package: Path, service: Served, tokens: dict[str, str]) -> None:
    standings = output(package, PROGRAMS / "organize.py", service.url, tokens["organize"])
    assert [points for _, points in standings] == [3, 0]
    assert {name for name, _ in standings} == {"Ada", "Bo"}  # lots decide on the seats
