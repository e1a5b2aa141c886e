"""Card sets on the command line: listed, checked, played with, and the verbs explained."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from domain import arena
from service.catalog.cardset_files import read_card_set
from service.catalog.cardsets import CardSetRegistry
from service.cli import main
from tests.service.card_files import CardFiles, line_of, verb


@pytest.fixture
def files(tmp_path: Path) -> CardFiles:
    """Where the service looks for card sets when nothing else is said: with one in it."""
    (tmp_path / "house").mkdir()
    files = CardFiles(tmp_path / "house" / "cards")
    files.writes("mine.yaml", ("hp: 8", "hp: 9"))
    return files


def recount(files: CardFiles, *words: str, **environment: str) -> Result:
    """A command, in the service that *files* stands in."""
    env = {"RECOUNT_DATA": str(files.directory.parent), **environment}
    return CliRunner(env=env).invoke(main, words, prog_name="recount")


def test_the_sets_at_hand_are_listed_with_what_they_hold(files: CardFiles) -> None:
    path = files.directory / "mine.yaml"
    mine, cast = read_card_set(path), len(CardSetRegistry().find_cards("arena").book.characters)
    listed = recount(files, "cards")
    assert listed.exit_code == 0, listed.output
    head, core, own, book = listed.output.splitlines()
    assert head.split() == ["game", "name", "digest", "cast", "values", "file"]
    assert own.split()[:4] == ["arena", "mine", mine.digest[:12], str(cast)]
    assert re.search(r"  \d+ house, \d+ handbook, .*\d+ publisher", own)
    assert own.endswith(str(path))
    assert core.split()[:2] == ["arena", "core"]
    assert book.split()[:2] == ["villainous", "book"]


def test_every_value_is_counted_once_by_where_it_comes_from(files: CardFiles) -> None:
    def counted(line: str) -> dict[str, int]:
        return {source: int(count) for count, source in re.findall(r"(\d+) (\w+)(?=,|  )", line)}

    _, core, own, _ = recount(files, "cards").output.splitlines()
    assert counted(core) == counted(own)
    files.writes("mine.yaml", ("hp: publisher", "hp: house"))
    _, core, own, _ = recount(files, "cards").output.splitlines()
    assert counted(own)["publisher"] == counted(core)["publisher"] - 1
    assert counted(own)["house"] == counted(core)["house"] + 1


def test_the_directory_of_card_sets_can_be_chosen(files: CardFiles, tmp_path: Path) -> None:
    elsewhere = CardFiles(tmp_path / "elsewhere")
    elsewhere.writes("theirs.yaml", name="theirs")
    listed = recount(files, "cards", RECOUNT_CARDS=str(elsewhere.directory))
    assert [line.split()[1] for line in listed.output.splitlines()[1:]] == ["core", "theirs", "book"]
    refused = recount(files, "cards", RECOUNT_CARDS=str(tmp_path / "nowhere"))
    assert refused.exit_code == 1
    assert "nowhere”; it has to be a directory, of card sets." in refused.output


def test_a_file_with_a_mistake_is_left_out_of_the_list_and_told_beside_it(files: CardFiles) -> None:
    bad = files.writes("bad.yaml", ("hp: 8", "hp: many"), name="bad")
    listed = recount(files, "cards")
    assert listed.exit_code == 0
    assert [line.split()[1] for line in listed.stdout.splitlines()[1:]] == ["core", "mine", "book"]
    told = f"left out: {bad}:{line_of('hp: 8')}: characters.SAM.hp: Must be a whole number from 1 to 20.\n"
    assert listed.stderr == told


def test_a_good_file_is_told_to_be_one(files: CardFiles) -> None:
    path, cast = files.directory / "mine.yaml", len(CardSetRegistry().find_cards("arena").book.characters)
    checked = recount(files, "cards", "check", str(path))
    assert (checked.exit_code, checked.output) == (
        0,
        f"{path}: a card set of Sorcerer’s Arena: Epic Alliances, “mine”, {cast} characters, all well\n",
    )


def test_abilities_that_can_set_each_other_off_are_warned_of(files: CardFiles) -> None:
    """SA-414: the set can be played, and whoever wrote it may have meant something else."""
    path = files.writes(
        "blows.yaml", ("- - {verb: push, up_to: 1, to: it}", "- - {verb: deal, damage: 1, to: it}")
    )
    checked = recount(files, "cards", "check", str(path))
    assert checked.exit_code == 0
    first, warning = checked.output.splitlines()
    assert first.endswith("characters, warnings: 1")
    assert warning == (
        f"{path}: warning: abilities that can set each other off, up to the end of SA-414: SUL (Shaken Off)"
    )


def test_every_mistake_of_a_file_is_told_with_its_line_and_the_exit_code_is_1(files: CardFiles) -> None:
    path = files.writes("bad.yaml", ("hp: 8", "hp: many"), ("gear: heart", "gear: water"), name="bad")
    lines = path.read_text(encoding="utf-8").splitlines()
    checked = recount(files, "cards", "check", str(path))
    assert checked.exit_code == 1
    assert checked.output.splitlines() == [
        f"{path}:{lines.index('    hp: many') + 1}: characters.SAM.hp: Must be a whole number from 1 to 20.",
        f"{path}:{lines.index('        gear: water') + 1}: characters.SAM.deck.0.gear: "
        "Must be one of: fire, heart, shell, wind.",
    ]


def test_a_file_that_is_not_there_is_told_so(files: CardFiles) -> None:
    checked = recount(files, "cards", "check", "nowhere.yaml")
    assert (checked.exit_code, checked.output) == (
        1,
        "nowhere.yaml:1: this cannot be read: No such file or directory\n",
    )


def test_every_verb_is_explained_by_its_docstring_with_all_it_takes(files: CardFiles) -> None:
    told = recount(files, "cards", "verbs")
    assert told.exit_code == 0, told.output
    assert told.output.startswith("Sorcerer’s Arena: Epic Alliances\n\nmove\n")
    text = " ".join(told.output.split())
    for instruction in arena.INSTRUCTIONS:
        explained = " ".join((instruction.__doc__ or "").split())
        assert f"{verb(instruction)} {explained} " in text
        for argument in instruction.__struct_fields__:
            assert f"{argument}: " in told.output
    assert "up_to: a whole number from 1 to 9" in text
    assert "through: one of: allies, free (if left out: allies)" in text
    assert re.search(r"when: it is alone .* own counters >= N .*\(may be left out\)", text)


def test_bots_play_with_the_set_that_is_named(files: CardFiles) -> None:
    played = recount(files, "play", "--cards", "mine", "--bots", "random,random")
    assert played.exit_code == 0, played.output
    match = re.search(r"^  (\w{12})$", played.output, re.MULTILINE)
    assert match
    digest = read_card_set(files.directory / "mine.yaml").digest
    assert f" cards={digest} " in recount(files, "export", match[1], "--as", "judge").output
    (files.directory / "mine.yaml").unlink()
    verified = recount(files, "verify", match[1])
    assert re.search(r"\d+ answers decided again gave the same \d+ facts\.$", verified.output.strip())


def test_a_transcript_is_played_with_the_set_that_is_named(files: CardFiles) -> None:
    digest = read_card_set(files.directory / "mine.yaml").digest
    played = recount(files, "transcribe", "--cards", "mine", "--bots", "random,random", "--seed", "7")
    assert played.exit_code == 0, played.output
    assert f" cards={digest} " in played.output


@pytest.mark.parametrize("command", [["play"], ["transcribe", "--seed", "7"]])
def test_a_set_that_is_not_there_is_answered_with_those_that_are(
    files: CardFiles, command: list[str]
) -> None:
    refused = recount(files, *command, "--cards", "yours")
    assert refused.exit_code == 1
    assert (
        "Error: Sorcerer’s Arena: Epic Alliances has no card set “yours”; there are: core, mine."
        in refused.output
    )


def test_nothing_is_played_with_a_spoilt_file_and_everything_with_the_others(files: CardFiles) -> None:
    files.writes("mine.yaml", ("hp: 8", "hp: many"))
    refused = recount(files, "play", "--cards", "mine")
    assert refused.exit_code == 1
    assert "there are: core. Left out for their mistakes: mine.yaml." in refused.output
    assert recount(files, "play", "--bots", "random,random").exit_code == 0
