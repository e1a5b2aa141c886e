"""Cases at the command line, as an organizer at the machine files them."""

from __future__ import annotations

import re

import pytest

from tests.service.cli.test_commands import Operator, match, operator

__all__ = ("match", "operator")

RULE = ("--rule", "SA-601", "--text", "So it is.")


@pytest.fixture
def asked(operator: Operator, match: str) -> int:
    """The number of a fact after which somebody was asked."""
    found = re.search(r"^(\d+) <\d+ \S+ core\.Asked ", operator.runs("export", match, "--as", "judge"), re.M)
    assert found is not None
    return int(found[1])


def test_an_organizer_files_a_case_and_reads_it(operator: Operator, match: str) -> None:
    told = operator.runs("case", "open", match, "--by", "seat:1", "--claim", "Too many.", "--evidence", "5")
    receipt = re.search(rf"receipt: match {match}, fact \d+, ([0-9a-f]{{64}})", told)
    assert receipt is not None
    operator.runs("case", "answer", match, "1", "--by", "organizer:desk-1", "--text", "We look at it.")
    operator.runs(
        "case", "rule", match, "1", "--judge", "judge-7f3a",
        "--outcome", "penalty", "--seat", "0", "--penalty", "a warning", *RULE,
    )  # fmt: skip
    operator.runs("case", "appeal", match, "1", "--by", "seat:0", "--text", "No!")
    assert operator.runs("case", "list", match) == "1  appealed  seat:1: …\n"
    assert operator.runs("case", "list", match, "--as", "seat-0") == "1  appealed  seat:1: Too many.\n"
    page = operator.runs("case", "show", match, "1", "--as", "judge")
    lines = (
        "Too many.",
        "We look at it.",
        "judge judge-7f3a rules: penalty",
        "Seat 0 gets: a warning",
        "No!",
    )
    assert [line for line in lines if line not in page] == []
    assert receipt[1] in page
    assert "Too many." not in operator.runs("case", "show", match, "1")


def test_an_organizer_takes_up_a_match_again_and_ends_it(operator: Operator, match: str, asked: int) -> None:
    for _ in range(2):
        operator.runs("case", "open", match, "--by", "judge:judge-7f3a", "--claim", "That was wrong.")
    ruling = ("case", "rule", match)
    told = operator.runs(
        *ruling, "1", "--judge", "judge-7f3a", "--outcome", "rewind", "--to", str(asked), *RULE
    )
    assert re.search(r"^fact \d+  Rewound$", told, re.M)
    assert ", playing, seen by spectator" in operator.runs("show", match)
    draw = (*ruling, "2", "--judge", "judge-7f3a", "--outcome", "result", "--draw", *RULE)
    assert "MatchEnded" in operator.runs(*draw)
    assert "Draw." in operator.runs("narrate", match)
    operator.runs("verify", match)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("open", "{}", "--by", "Ada", "--claim", "x"),
            "“Ada” is nobody: seat:0, organizer:NAME, judge:NAME.",
        ),
        (("open", "{}", "--by", "seat:9", "--claim", "x"), "There are seats 0 to 1."),
        (("open", "{}", "--by", "seat:0", "--claim", "x", "--evidence", "five"), "“five” is no fact"),
        (("open", "{}", "--by", "seat:0", "--claim", "x", "--evidence", "99999"), "There is no fact 99999"),
        (("rule", "{}", "7", "--judge", "j", *RULE), "This match has no case 7; it has 0."),
        (("show", "{}", "1"), "This match has no case 1; it has 0."),
        (("show", "000000000000", "1"), "There is no match 000000000000."),
        (
            ("rule", "{}", "1", "--judge", "j", "--winner", "0", "--draw", *RULE),
            "nobody wins a draw",
        ),
        (("rule", "{}", "1", "--judge", "a judge", *RULE), "is nobody"),
    ],
)
def test_an_organizer_is_refused_in_words(
    operator: Operator, match: str, words: tuple[str, ...], sentence: str
) -> None:
    result = operator.tries("case", *(word.format(match) for word in words))
    assert result.exit_code != 0
    assert sentence in result.output
