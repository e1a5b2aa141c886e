"""Bots play matches on the command line, into the store."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from service.cli import main


def recount(folder: Path, *words: str) -> str:
    """What `recount` prints where everything is in *folder*."""
    told = CliRunner(env={"RECOUNT_DATA": str(folder)}).invoke(main, words, prog_name="recount")
    assert told.exit_code == 0, told.output
    return told.output


def matches(folder: Path, *words: str) -> list[str]:
    """The records of the matches that are played, as a judge reads them."""
    told = recount(folder, "play", "--bots", "random,random", *words)
    return [
        recount(folder, "export", match, "--as", "judge")
        for match in re.findall(r"^  (\w{12})$", told, re.MULTILINE)
    ]


def answers(record: str) -> list[str]:
    """What was answered, question by question, without the clock."""
    return re.findall(r"core\.Answered seat=\d+ picks=\S+", record)


def test_the_same_seed_plays_the_same_matches_and_each_is_of_the_event(tmp_path: Path) -> None:
    first = matches(tmp_path / "one", "--seed", "spring", "--matches", "2", "--event", "league")
    again = matches(tmp_path / "two", "--seed", "spring", "--matches", "2")
    assert len(first) == 2
    assert [answers(record) for record in first] == [answers(record) for record in again]
    assert answers(first[0]) != answers(first[1])
    assert ["event=league" in record for record in first + again] == [True, True, False, False]
