"""Matches carried from one service to another on the command line; what depends on the store, over both."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from replays.proof import record
from service.cli import main
from tests.service.card_files import CardFiles
from tests.service.client import SOON_OVER
from tests.service.forging import FORGERIES


class Operator:
    """Somebody with a shell on the machine of a service."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._runner = CliRunner(env=environment)

    def runs(self, *words: str) -> str:
        """A command that works; what it printed."""
        result = self.tries(*words)
        assert result.exit_code == 0, result.output
        return result.stdout

    def tries(self, *words: str) -> Result:
        """A command that may be refused."""
        return self._runner.invoke(main, words, prog_name="recount")

    def plays(self, *words: str) -> str:
        """Lets bots play a match; its id."""
        found = re.search(r"^  (\w{12})$", self.runs("play", *words), re.MULTILINE)
        assert found is not None
        return found[1]

    def key(self) -> str:
        """The public key of the service."""
        return self.runs("key", "show").split()[0]


Opens = Callable[..., Operator]


@pytest.fixture
def opens(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opens]:
    """Opens a service of that name, over a store of its own: in SQLite, unless a test is `on_both`."""
    with ExitStack() as stores:

        def open(name: str, **environment: str) -> Operator:
            store = {}
            if getattr(request, "param", "sqlite") == "postgres":
                store = stores.enter_context(request.getfixturevalue("postgres").database())
            data = str(tmp_path / name)
            return Operator({"RECOUNT_DATA": data, "RECOUNT_NAME": name, **store, **environment})

        yield open


on_both = pytest.mark.parametrize("opens", ["sqlite", "postgres"], indirect=True)


@pytest.fixture
def here(opens: Opens) -> Operator:
    return opens("here")


@pytest.fixture
def there(opens: Opens) -> Operator:
    return opens("there")


@on_both
def test_a_match_is_exported_here_and_imported_there(here: Operator, there: Operator, tmp_path: Path) -> None:
    match, file = here.plays(), tmp_path / "match.json"
    file.write_text(here.runs("export", match, "--as", "judge", "--format", "record"))
    facts = record.read_record(file.read_bytes()).facts
    said = there.runs("import", str(file), "--key", here.key())
    assert re.search(r"^Imported from here by operator, key [0-9a-f]{16} \(unknown\)\.$", said, re.MULTILINE)
    _, origin, *board = there.runs("show", match).splitlines()
    assert origin in said
    assert board == here.runs("show", match).splitlines()[1:]
    assert "answers decided again gave the same" in there.runs("verify", match)
    *brought, mark = record.read_record(there.runs("export", match, "--format", "record").encode()).facts
    assert [fact.hash for fact in brought] == [fact.hash for fact in facts]
    assert f"match {match}: {len(facts) + 1} facts, head {mark.hash}" in said


@on_both
def test_a_match_that_was_lost_is_taken_back_from_its_export(
    here: Operator, opens: Opens, tmp_path: Path
) -> None:
    match, file = here.plays(), tmp_path / "match.json"
    file.write_text(here.runs("export", match, "--as", "judge", "--format", "record"))
    anew = opens("anew", RECOUNT_NAME="here", RECOUNT_KEYS=str(tmp_path / "here" / "keys"))
    assert "This service has written it: it is taken back as it was." in anew.runs("import", str(file))
    whole = ("export", match, "--as", "judge")
    assert anew.runs(*whole) == here.runs(*whole)


def test_who_trusts_another_key_takes_nothing_in(here: Operator, there: Operator, tmp_path: Path) -> None:
    match, file = here.plays(), tmp_path / "match.json"
    file.write_text(here.runs("export", match, "--as", "judge", "--format", "record"))
    refused = there.tries("import", str(file), "--key", there.key())
    assert refused.exit_code == 1
    assert "This record is not as it was written." in refused.output
    assert f"There is no match {match}." in there.tries("show", match).output
    assert "is no public key" in there.tries("import", str(file), "--key", "nonsense").output


@on_both
def test_a_match_brings_the_cards_it_was_played_with(opens: Opens, there: Operator, tmp_path: Path) -> None:
    files = CardFiles(tmp_path / "cards")
    files.writes("mine.yaml", ("hp: 8", "hp: 9"))
    owner = opens("owner", RECOUNT_CARDS=str(files.directory))
    match, file = owner.plays("--cards", "mine"), tmp_path / "match.json"
    file.write_text(owner.runs("export", match, "--as", "judge", "--format", "record"))
    there.runs("import", str(file))
    assert there.runs("show", match).splitlines()[2:] == owner.runs("show", match).splitlines()[1:]
    assert "answers decided again gave the same" in there.runs("verify", match)


def test_a_transcript_becomes_a_study(here: Operator, there: Operator, tmp_path: Path) -> None:
    match, file = (
        here.plays(*SOON_OVER),
        tmp_path / "match.game",
    )
    file.write_text(here.runs("export", match))
    refused = there.tries("import", str(file))
    assert "only the judge’s copy can be decided again" in refused.output
    assert refused.exit_code == 1
    file.write_text(here.runs("export", match, "--as", "judge"))
    said = there.runs("import", str(file))
    assert "A transcript that nobody signed, imported by operator." in said
    study = said.split()[1].removesuffix(":")
    assert study != match
    assert there.runs("show", study).startswith(f"study {study}, ")
    assert "answers decided again gave the same" in there.runs("verify", study)


def test_what_is_not_as_it_was_written_is_refused_in_words(
    here: Operator, there: Operator, tmp_path: Path
) -> None:
    match, file = here.plays("--bots", "random,random"), tmp_path / "match.json"
    whole = here.runs("export", match, "--as", "judge", "--format", "record").encode()
    for what, (forge, said) in FORGERIES.items():
        file.write_bytes(forge(whole))
        refused = there.tries("import", str(file))
        assert refused.exit_code == 1, what
        assert said in refused.output, what
        assert "Traceback" not in refused.output, what
        assert f"There is no match {match}." in there.tries("show", match).output, what


def test_the_same_match_is_not_imported_twice(here: Operator, tmp_path: Path) -> None:
    match, file = here.plays(), tmp_path / "match.json"
    file.write_text(here.runs("export", match, "--as", "judge", "--format", "record"))
    refused = here.tries("import", str(file))
    assert f"Match {match} is here already, fact for fact." in refused.output


def test_cloud_events_are_told_for_anybodys_eyes(here: Operator) -> None:
    match = here.plays()
    events = json.loads(here.runs("export", match, "--as", "seat-0", "--format", "cloudevents"))
    assert [event["id"] for event in events[:2]] == [f"{match}/1", f"{match}/2"]
    assert {event["source"] for event in events} == {"here"}
    assert all(event["data"]["seq"] == int(event["sequence"]) for event in events)


@on_both
def test_a_name_is_forgotten(here: Operator) -> None:
    match = here.plays("--bots", "greedy,random")
    assert "Easy bot sits down." in here.runs("narrate", match)
    assert "“Easy bot” is forgotten" in here.runs("forget", "Easy bot")
    told = here.runs("narrate", match)
    assert "asy bot" not in told
    assert re.search(r"Player [0-9a-f]{4} sits down\.", told)
    assert "Nobody is called “Easy bot” here." in here.tries("forget", "Easy bot").output
    assert "answers decided again gave the same" in here.runs("verify", match)
