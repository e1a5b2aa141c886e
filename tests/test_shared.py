"""What the wheel installs in `share` is made from the commands, and shells complete them by it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ops.packaging.generated import SHARE, generated_files, manual_page
from service.cli.commands import COMMANDS
from service.settings import from_environment

from .test_container import known

COMPLETED = """
source "$1"; shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_recount_completion "$1"
echo "${COMPREPLY[@]}"
"""


@pytest.mark.parametrize("path", generated_files())
def test_what_is_installed_beside_the_code_is_what_the_commands_say(path: str) -> None:
    file = SHARE / path
    assert file.read_text(encoding="utf-8") == generated_files()[path], "Run `ops/do wheel files`."


def test_the_manual_has_each_command_and_nothing_that_man_would_take_for_one_of_its_own() -> None:
    lines = manual_page().splitlines()
    told = [line.removeprefix('.SS "recount ').split()[0] for line in lines if line.startswith(".SS")]
    assert list(dict.fromkeys(told)) == [name.replace("-", "\\-") for name in COMMANDS]
    own = {line.split()[0] for line in lines if line.startswith((".", "'"))}
    assert own == {".TH", ".SH", ".SS", ".B", ".PP", ".TP"}


def test_every_variable_of_the_example_is_read_by_recount_or_by_its_unit() -> None:
    lines = (SHARE / "recount/recount.env").read_text(encoding="utf-8").splitlines()
    chosen = dict(line.lstrip("#").split("=", 1) for line in lines if "=" in line)
    assert set(chosen) - known() == {"SERVE_OPTIONS"}
    assert "$SERVE_OPTIONS" in generated_files()["recount/recount.service"]
    assert from_environment({**chosen, "POSTGRES_PASSWORD": "secret"}).shared


@pytest.mark.parametrize(
    ("typed", "completed"),
    [(["ver"], "verify"), (["verify", "--ch"], "--checkpoint")],
)
def test_bash_completes_a_command_and_an_option(typed: list[str], completed: str) -> None:
    file = str(SHARE / "bash-completion/completions/recount")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", COMPLETED, "bash", file, "recount", *typed],
        env={"PATH": path},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert (done.stdout.strip(), done.stderr) == (completed, "")
