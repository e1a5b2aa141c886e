"""The command line on the past of a match: forked, wondered about, decided under other rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.settings import Settings
from tests.service.cli.test_commands import Operator
from tests.service.evidence.test_verification import TEAMS, recorded


@pytest.fixture
def operator(tmp_path: Path) -> Operator:
    return Operator(tmp_path / "house")


@pytest.fixture
def match(tmp_path: Path, operator: Operator) -> str:
    """A match that two bots have played to its end, always the same, in the English edition."""
    with Services(Settings(data=tmp_path / "house", runner=False), CardSetRegistry()) as services:
        return recorded(services, {"chapter": 4, "edition": "en", "teams": TEAMS})


def asked(operator: Operator, match: str) -> int:
    """After which fact a seat was asked in the midst of an effect, for the first time after the draft."""
    whole = operator.runs("export", match, "--as", "judge")
    found = re.findall(r"^(\d+) \S+ \S+ core.Asked .*options=\[[^,\]]+,[^\]]*\]", whole, re.MULTILINE)
    return int(found[-1])


def test_a_fork_is_opened_and_names_where_it_goes_on_from(operator: Operator, match: str) -> None:
    seq = asked(operator, match)
    said = operator.runs("fork", match, str(seq))
    study = re.match(rf"study (\w{{12}}), from fact {seq} of {match} \([0-9a-f]{{64}}\)\n", said)
    assert study is not None, said
    assert said.count("is claimed with") == 2
    assert "1 facts" in operator.runs("verify", study[1])
    assert "There is no fact 9999" in operator.tries("fork", match, "9999").output


def test_what_if_tells_the_wins_after_each_answer(operator: Operator, match: str) -> None:
    seq = str(asked(operator, match))
    how = ("whatif", match, seq, "--matches", "2", "--bots", "random", "--jobs", "1", "--seed", "cafe")
    said = operator.runs(*how)
    head, *rows = [line for line in said.splitlines() if re.search(r"answer +seat|\d+ % \(", line)]
    assert head.split() == ["answer", "seat", "won", "share", "change", "unfinished"]
    assert "as it was" in rows[0]
    assert len(rows) % 2 == 0
    assert re.search(r"[+-]\d+ % \([+-]\d+ to [+-]\d+\)", rows[-1])
    assert "2 matches from each answer, by random bots from seed cafe; in brackets, 95 %." in said
    assert operator.runs(*how) == said


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["9999"], "There is no fact 9999"),
        (["1"], "No question is open after fact 1; the next one is after fact "),
        (["1", "--matches", "0"], "0 is not in the range x>=1"),
    ],
)
def test_what_if_refuses_in_words(operator: Operator, match: str, words: list[str], refusal: str) -> None:
    result = operator.tries("whatif", match, *words)
    assert result.exit_code != 0
    assert refusal in result.output


def test_what_could_not_have_been_answered_is_no_if(operator: Operator, match: str) -> None:
    result = operator.tries("whatif", match, str(asked(operator, match)), "--instead", "nonsense")
    assert result.exit_code == 1
    assert "“nonsense”" in result.output


def test_under_another_edition_the_first_difference_is_told(operator: Operator, match: str) -> None:
    same = operator.runs("readjudicate", match, "--option", "edition=en")
    assert re.search(r"\d+ answers lead to the same \d+ facts under these rules\.\n$", same)
    result = operator.tries("readjudicate", match, "--option", "edition=it")
    assert (result.exit_code, "Under these rules" in result.output) == (1, True)
    every = ("readjudicate", "--all", "--option")
    told = operator.runs(*every, "edition=en")
    assert told.endswith("1 matches of arena decided again: all lead to the same facts under these rules.\n")
    others = operator.tries(*every, "edition=it")
    assert others.exit_code == 1
    assert result.output.splitlines()[-1].removeprefix("Error: ") in others.output
    assert "1 matches of arena decided again: 1 are otherwise under these rules." in others.output
    assert "has no option “speed”" in operator.tries("readjudicate", match, "--option", "speed=9").output
    assert "has no card set “none”" in operator.tries("readjudicate", match, "--cards", "none").output
