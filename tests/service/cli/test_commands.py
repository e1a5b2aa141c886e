"""The command line, as an operator uses it: on a store of its own, embedded as it comes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner, Result

from domain.games import VOCABULARY
from domain.people import JOURNAL
from domain.table import MatchOpened
from replays.playback import transcript
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.cli import main
from service.settings import Settings
from tests.service.client import SOON_OVER


class Operator:
    """Somebody with a shell on the machine."""

    def __init__(self, data: Path, **environment: str) -> None:
        self._runner = CliRunner(env={"RECOUNT_DATA": str(data), **environment})

    def runs(self, *words: str) -> str:
        """A command that works; what it printed."""
        result = self.tries(*words)
        assert result.exit_code == 0, result.output
        return result.stdout

    def tries(self, *words: str) -> Result:
        """A command that may be refused."""
        return self._runner.invoke(main, words, prog_name="recount")


@pytest.fixture
def operator(tmp_path: Path) -> Operator:
    return Operator(tmp_path / "house")


@pytest.fixture
def match(operator: Operator) -> str:
    """A match that two bots have played to its end."""
    told = operator.runs("play", "--bots", "greedy,random")
    found = re.search(r"^  (\w{12})$", told, re.MULTILINE)
    assert found is not None, told
    return found[1]


def test_bots_play_and_the_seats_they_won_are_told(operator: Operator) -> None:
    told = operator.runs("play", "--bots", "greedy,random", "--matches", "3").splitlines()
    wins = [re.fullmatch(r"Seat \d, (\w+), won (\d) of 3\.", line) for line in told[-2:]]
    assert [win and win[1] for win in wins] == ["greedy", "random"]


def test_villainous_is_played_too(operator: Operator) -> None:
    told = operator.runs("play", *SOON_OVER)
    assert "Seat 0, greedy, won 1 of 1." in told


def test_simulations_of_the_command_line_use_neither_bots_nor_accounts_of_the_service(
    operator: Operator, match: str, tmp_path: Path
) -> None:
    operator.runs("review", match, "--jobs", "1")
    operator.runs("transcribe", "--seed", "once")
    with Services(Settings(data=tmp_path / "house", runner=False), CardSetRegistry()) as services:
        last = services.repository.load_match(match).match
        assert last.bots == {}
        assert {entry.match for entry in services.store.read(0, 1000)} == {match, JOURNAL}
        assert services.bots.queue_match(match) is False
        assert services.store.match_owners.find_owner(match) is None


def test_show_draws_the_board_after_any_fact(operator: Operator, match: str) -> None:
    told = operator.runs("show", match, "--at", "40").splitlines()
    assert told[0].startswith(f"{match}, fact 40, answer ")
    assert told[1] == "Round 1"
    assert [line.split()[0][:2] for line in told[2:9]] == ["a7", "a6", "a5", "a4", "b3", "c2", "d1"]


def test_show_hides_hands_from_the_spectator_and_not_from_the_judge(operator: Operator, match: str) -> None:
    hands = r"hand (.*)"
    spectator = re.findall(hands, operator.runs("show", match, "--at", "40"))
    blue = re.findall(hands, operator.runs("show", match, "--at", "40", "--as", "seat-0"))
    judge = re.findall(hands, operator.runs("show", match, "--at", "40", "--as", "judge"))
    assert len(judge) == 2
    assert all(set(hand.split()) == {"??"} for hand in spectator)
    assert blue == [judge[0], spectator[1]]
    assert "??" not in " ".join(judge)


def test_show_tells_the_open_question(operator: Operator, match: str) -> None:
    told = operator.runs("show", match, "--at", "5")
    assert "Seat 0 chooses “place”: e1 f1" in told


def test_narrate_prints_a_line_for_each_act(operator: Operator, match: str) -> None:
    lines = operator.runs("narrate", match).splitlines()
    assert lines[0].strip() == "1  New match of Sorcerer’s Arena: Epic Alliances for 2 players."
    assert any(re.search(r"Easy bot plays .*\. .* hits .* for \d", line) for line in lines)
    assert len(lines) * 3 < len(operator.runs("narrate", match, "--facts").splitlines())


def test_narrate_prints_a_sentence_for_each_fact_with_its_rule(operator: Operator, match: str) -> None:
    told = operator.runs("narrate", match, "--facts").splitlines()
    assert told[0].strip() == "1  New match of Sorcerer’s Arena: Epic Alliances for 2 players."
    assert "Easy bot draws a card.  [SA-210]" in "\n".join(told)
    assert re.search(r"(wins|Draw), .*\[SA-70[45]\]$", told[-1])


def test_verify_decides_every_answer_again(operator: Operator, match: str) -> None:
    told = operator.runs("verify", match)
    assert re.search(r"\d+ answers decided again gave the same \d+ facts\.$", told.strip())


def test_export_as_judge_is_the_whole_record_and_as_spectator_hides(operator: Operator, match: str) -> None:
    whole = transcript.read_transcript(operator.runs("export", match, "--as", "judge"), VOCABULARY)
    public = transcript.read_transcript(operator.runs("export", match), VOCABULARY)
    assert whole.title == "Sorcerer’s Arena: Epic Alliances, as seen by judge."
    assert whole.match == public.match == match
    assert [fact.seq for fact in public.facts] == [fact.seq for fact in whole.facts]
    assert public.facts[0] != whole.facts[0]
    assert public.facts[-1] == whole.facts[-1]


def test_transcribe_plays_the_same_match_from_the_same_seed(operator: Operator) -> None:
    once = operator.runs("transcribe", "--seed", "7", "--option", "edition=fr")
    assert once == operator.runs("transcribe", "--seed", "7", "--option", "edition=fr")
    assert once != operator.runs("transcribe", "--seed", "8", "--option", "edition=fr")


def test_options_may_be_numbers_words_and_lists(operator: Operator) -> None:
    teams = '[["SAM", "ALA", "ARI"], ["GAS", "MAL", "SUL"]]'
    told = operator.runs("transcribe", "--seed", "7", "--option", "chapter=4", "--option", f"teams={teams}")
    (opened, *_) = transcript.read_transcript(told, VOCABULARY).facts
    assert isinstance(opened.event, MatchOpened)
    assert opened.event.options["chapter"] == 4
    drafted = [line for line in told.splitlines() if "CharacterDrafted" in line]
    assert [line.split()[5] for line in drafted] == [
        f"who={who}" for who in ["SAM", "ALA", "ARI", "GAS", "MAL", "SUL"]
    ]


def test_rebuild_makes_the_views_again(operator: Operator, match: str) -> None:
    operator.runs("rebuild", "boards")
    operator.runs("rebuild", "lobby")


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["show", "0000000000AA"], "There is no match 0000000000AA."),
        (["verify", "nonsense"], "There is no match nonsense."),
        (
            ["play", "--bots", "clever,random"],
            "there is no bot clever, but deep, greedy, quick, random and steady.",
        ),
        (["play", "--option", "chapter=9"], "chapter"),
        (["play", "--option", "speed=9"], "has no option “speed”"),
        (["play", "--bots", "random,random,random"], "is played with 2 or 4 seats, not 3"),
        (["rebuild", "everything"], "'everything' is not one of 'boards', 'lobby'"),
        (["serve", "--workers", "2"], "SQLite has one writer"),
        (["project"], "On SQLite the process that serves does this"),
    ],
)
def test_a_command_refuses_in_words(operator: Operator, words: list[str], refusal: str) -> None:
    operator.runs("migrate")
    result = operator.tries(*words)
    assert result.exit_code != 0
    assert refusal in result.output
    assert "Traceback" not in result.output


def test_a_moment_that_never_was_and_eyes_that_nobody_has(operator: Operator, match: str) -> None:
    assert "There is no fact 9999" in operator.tries("show", match, "--at", "9999").output
    assert (
        "nobody is called “admin”: spectator, seat-0" in operator.tries("show", match, "--as", "admin").output
    )


def test_the_demonstration_plays_over_http_and_ends(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "service", "demo", "--once", "--port", "0"],
        env={"RECOUNT_DATA": str(tmp_path), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"Recount serves at http://127\.0\.0\.1:\d+", done.stdout)
    assert "The last round:" in done.stdout
    assert re.search(r"Result: \d+ : \d+ VP, won by", done.stdout)
    assert re.search(r"Verification: \d+ answers decided again, \d+ facts, all the same\.", done.stdout)


def test_whoever_ends_the_demonstration_ends_its_service(tmp_path: Path) -> None:
    demo = subprocess.Popen(
        [sys.executable, "-u", "-m", "service", "demo", "--port", "0"],
        env={"RECOUNT_DATA": str(tmp_path), "PATH": "/usr/bin:/bin"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert demo.stdout is not None
    address = demo.stdout.readline().removeprefix("Recount serves at ").strip()
    assert httpx.get(f"{address}/readyz").is_success
    demo.terminate()
    assert "Stopping." in demo.communicate(timeout=60)[0]
    assert demo.returncode == 0
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{address}/readyz")


def test_export_writes_every_match_of_the_store(operator: Operator, match: str, tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    assert operator.runs("export", "--all", str(folder), "--as", "judge").endswith(f"are in {folder}.\n")
    [file] = folder.iterdir()
    assert (file.name, file.stat().st_mode & 0o777) == (f"{match}.game", 0o600)
    assert file.read_text(encoding="utf-8") == operator.runs("export", match, "--as", "judge")
    assert "Name a match, or say --all" in operator.tries("export").output


def test_nobody_elsewhere_works_on_a_store_in_a_file(operator: Operator) -> None:
    operator.runs("migrate")
    assert (
        "Nobody elsewhere can read a store in SQLite"
        in operator.tries("verify", "--all", "--on", "tcp://127.0.0.1:1").output
    )
