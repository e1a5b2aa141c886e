"""A tournament run on the command line, on a store of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from icalendar import Calendar

from tests.service.cli.test_commands import Operator

POINTS_BY_LOT = {"4 2 1 1", "4 3 1 0", "3 2 2 1", "3 3 2 0"}
"""The points after two rounds whose first seats win: lots decide who has them in the second."""


@pytest.fixture
def operator(tmp_path: Path) -> Operator:
    """Somebody with a shell on the machine."""
    return Operator(tmp_path / "data")


@pytest.fixture
def tournament(operator: Operator, tmp_path: Path) -> str:
    """A tournament of four, opened and filled."""
    roster = tmp_path / "roster.csv"
    roster.write_text("name,rating\nAda,1700\nGrace,1600\nLin,1500\nMae,1400\n")
    plan = ("--stage", "swiss rounds=2", "--stage", "single_elimination players=2", "--minutes", "50")
    words = ("Spring Open", *plan, "--tiebreaker", "buchholz", "--points", "win=2")
    id = operator.runs("tournament", "open", *words).strip()
    registered = operator.runs("tournament", "register", id, str(roster)).splitlines()
    assert [line.split()[1] for line in registered] == ["Ada", "Grace", "Lin", "Mae"]
    assert all(len(line.split()) == 3 for line in registered)
    return id


def test_players_sign_up_by_themselves_while_that_is_open(operator: Operator, tournament: str) -> None:
    closed = operator.tries("tournament", "sign-up", tournament, "Zoe")
    assert "do not register themselves" in closed.output
    operator.runs("tournament", "open-registration", tournament, "--limit", "6", "--until", "2999-01-01")
    id, name, token = operator.runs("tournament", "sign-up", tournament, "Zoe").split()
    assert (id[:2], name, len(token) > 20) == ("p-", "Zoe", True)
    key = operator.runs("player", "key", id).split()[-1]
    again = operator.tries("tournament", "sign-up", tournament, "--key", key)
    assert f"{id} is registered already." in again.output
    operator.runs("tournament", "sign-up", tournament, "Yan")
    assert "All 6 places are taken." in operator.tries("tournament", "sign-up", tournament, "Wim").output
    operator.runs("tournament", "close-registration", tournament)
    assert "do not register" in operator.tries("tournament", "sign-up", tournament, "Wim").output


def test_check_in_at_the_command_line(operator: Operator, tournament: str, tmp_path: Path) -> None:
    def checks_in(command: str, *words: str) -> str:
        return operator.runs("tournament", "check-in", command, tournament, *words).strip()

    refused = operator.tries("tournament", "check-in", "close", tournament)
    assert "This tournament has no check-in." in refused.output
    assert checks_in("open") == "Check-in is open: 0 of 4 players."
    assert "No player has checked in." in operator.tries("tournament", "pair", tournament).output
    roster = tmp_path / "late.txt"
    roster.write_text("Zoe\n")
    zoe = operator.runs("tournament", "register", tournament, str(roster)).split()[0]
    assert checks_in("player", zoe) == "Check-in is open: 1 of 5 players."
    assert checks_in("player", zoe, "--undo") == "Check-in is open: 0 of 5 players."
    assert checks_in("cancel") == "The tournament goes on without check-in."


def test_steps_are_taken_back_on_the_command_line(operator: Operator, tournament: str) -> None:
    def does(words: str, *options: str) -> str:
        command, *more = words.split()
        at = (command, *more, tournament) if command == "clock" else (command, tournament, *more)
        return operator.runs("tournament", *at, *options).strip()

    def plays(table: str) -> None:
        does("pair")
        does("publish")
        does("start")
        does(f"result {table} 1,2")

    why = ("--why", "pressed too early")
    does("pair")
    does("publish")
    does("start")
    assert does("clock pause", *why) == "The clock of round 1 is paused, with 50 minutes left."
    assert does("clock set", "20", *why) == "The clock of round 1 is paused, with 20 minutes left."
    assert does("clock resume").startswith("Round 1 ends ")
    assert does("take-back-start", *why) == "Round 1 has not started."
    does("start")
    for table in ("1", "2"):
        does(f"result {table} 1,2")
    does("close")
    assert does("reopen", *why) == "Round 1 is open again."
    does("close")
    plays("1")
    does("result 2 1,2")
    does("cut")
    assert does("take-back-cut", *why) == "Stage 1 goes on."
    does("cut")
    plays("1")
    assert "take-back-end" in does("end")
    assert does("take-back-end", *why) == "The tournament goes on."
    assert operator.tries("tournament", "take-back-end", tournament, *why).exit_code != 0


def test_a_day_on_the_command_line(operator: Operator, tournament: str) -> None:
    def does(command: str, *words: str) -> list[str]:
        return operator.runs("tournament", command, tournament, *words).splitlines()

    def plays() -> list[str]:
        told = does("pair")
        does("publish")
        does("start")
        return told

    for number in (1, 2):
        assert plays()[0] == f"Stage 1, round {number}, by swiss"
        for table in ("1", "2"):
            assert does("result", table, "1,2", "--scores", "3,1")[0].endswith("won (3–1).")
        assert does("close") == [f"Round {number} is closed."]
    corrected = does("result", "2", "1,1", "--round", "1", "--why", "time was called")
    assert corrected == ["a draw."]
    rows = does("standings")
    assert rows[0].split() == ["points", "buchholz"]
    assert " ".join(row.split()[2] for row in rows[1:]) in POINTS_BY_LOT
    assert [row.split()[2] for row in does("standings", "--round", "0")[1:]] == ["0"] * 4
    through = [line.split()[1] for line in does("cut")]
    assert through == [row.split()[1] for row in rows[1:3]]
    plays()
    does("result", "1", "2,1", "--forfeit", "0")
    assert does("end")[0].startswith("The tournament is over.")
    report = does("export", "--format", "trf", "--stage", "1")
    assert report[0] == "012 Spring Open"
    assert "a draw instead of" in report[-1]
    assert len(does("export", "--format", "pairings")) == 11
    written = operator.runs("tournament", "export", tournament, "--format", "calendar")
    assert len(Calendar.from_ical(written).events) == 3


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("sign-up", "{tournament}"), "Nobody was registered."),
        (("open", "Cup", "--stage", "swiss rounds=x"), "Expected `int`"),
        (("open", "Cup", "--stage", "swis"), "Invalid enum value 'swis'"),
        (("open", "Cup", "--stage", "swiss"), "Swiss rounds are announced"),
        (("open", "Cup", "--stage", "swiss rounds=3", "--points", "won=3"), "unknown field `won`"),
        (("open", "Cup", "--stage", "swiss rounds=3", "--clock", "hourglass"), "Invalid enum value"),
        (
            ("open", "Cup", "--stage", "swiss rounds=3", "--clock", "fischer seconds=600 increment=5"),
            "Only tables that are played here have clocks.",
        ),
        (("publish", "{tournament}"), "No round of this stage was paired yet."),
        (("reopen", "{tournament}"), "Missing option '--why'"),
        (("reopen", "{tournament}", "--why", "x"), "No round of this stage was paired yet."),
        (("take-back-cut", "{tournament}", "--why", "x"), "No cut was made yet."),
        (("take-back-end", "{tournament}", "--why", "x"), "The tournament is not over."),
        (("clock", "set", "{tournament}", "0", "--why", "x"), "0 is not in the range"),
        (("pair", "{tournament}", "--bye", "Ada=today"), "is no bye"),
        (("result", "{tournament}", "1", "first"), "is no list of numbers"),
        (("standings", "{tournament}", "--known", "noon"), "a position of the log"),
        (("standings", "T-1NG2V9SR8ZY8"), "There is no tournament"),
    ],
)
def test_what_is_refused_is_told(
    operator: Operator, tournament: str, words: tuple[str, ...], why: str
) -> None:
    refused = operator.tries("tournament", *(word.format(tournament=tournament) for word in words))
    assert refused.exit_code != 0
    assert why in refused.output


def test_a_format_is_played_many_times_over(operator: Operator) -> None:
    plan = ("--stage", "swiss rounds=3", "--stage", "single_elimination players=4", "--minutes", "50")
    words = (*plan, "--players", "16", "--times", "4", "--seed", "spring")
    told = operator.runs("tournament", "simulate", *words)
    assert "Rounds: 5. Games: 27. By the clock: 4 h 10 min." in told
    assert "4 tournaments of 16 players from seed spring." in told
    assert told == operator.runs("tournament", "simulate", *words)
