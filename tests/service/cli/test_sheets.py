"""Score sheets on the command line: a stored match printed as one, and a typed one read without a store."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.cli import main
from tests.domain.sheets.typed import arena_facts, write


class Operator:
    """Somebody with a shell, and a store that may be missing."""

    def __init__(self, data: Path) -> None:
        self._runner = CliRunner(env={"RECOUNT_DATA": str(data)})

    def runs(self, *words: str) -> Result:
        """A command, whatever its exit code."""
        return self._runner.invoke(main, words, prog_name="recount")


@pytest.fixture
def operator(tmp_path: Path) -> Operator:
    return Operator(tmp_path / "house")


@pytest.fixture
def sheet(operator: Operator) -> str:
    """A match of two bots, printed with all cards."""
    found = re.search(r"^  (\w{12})$", operator.runs("play", "--bots", "greedy,random").stdout, re.MULTILINE)
    assert found is not None
    return operator.runs("sheet", found[1], "--all-cards").stdout


def test_a_printed_match_is_read_without_a_store(operator: Operator, sheet: str, tmp_path: Path) -> None:
    (tmp_path / "match.txt").write_text(sheet, encoding="utf-8")
    elsewhere = Operator(tmp_path / "nothing")
    result = elsewhere.runs("record", str(tmp_path / "match.txt"))
    assert result.exit_code == 0, result.output
    assert not (tmp_path / "nothing").exists()
    assert re.search(r"^ +\d+  Round 1 begins\.  \[SA-201\]$", result.stdout, re.MULTILINE)


def test_the_first_mistake_has_its_line_column_and_rule(
    operator: Operator, sheet: str, tmp_path: Path
) -> None:
    lines = sheet.splitlines()
    first = next(index for index, line in enumerate(lines) if line.startswith("R1 SAM"))
    file = tmp_path / "match.txt"
    file.write_text("\n".join((*lines[:first], "R1 SAM x GAS")), encoding="utf-8")
    result = operator.runs("record", str(file))
    assert result.exit_code == 1
    assert result.stderr.startswith(f"{file}:{first + 1}:8: “attack:GAS” cannot be chosen: ")
    assert result.stderr.rstrip().endswith("[SA-307]")


def test_a_file_that_is_no_sheet(operator: Operator, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_bytes(b"game chess\xff")
    result = operator.runs("record", str(file))
    assert (result.exit_code, result.stderr) == (1, f"{file}:1:11: This byte is not UTF-8.\n")


def test_a_spectators_sheet_has_no_decks(operator: Operator) -> None:
    found = re.search(r"^  (\w{12})$", operator.runs("play", "--bots", "greedy,random").stdout, re.MULTILINE)
    assert found is not None
    assert "[*:" not in operator.runs("sheet", found[1]).stdout


def test_a_sheet_without_hidden_cards_is_read_as_a_recording(operator: Operator, tmp_path: Path) -> None:
    """Its facts hide what nobody at the table saw."""
    file = tmp_path / "match.txt"
    file.write_text(write(arena_facts(0), exact=False), encoding="utf-8")
    result = operator.runs("record", str(file))
    assert result.exit_code == 0, result.output
    assert re.search(r"^ +\d+  Round 1 begins\.  \[SA-201\]$", result.stdout, re.MULTILINE)
    assert re.search(r"draws (a|1) card", result.stdout)
