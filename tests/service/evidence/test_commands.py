"""The commands about proof: keys, checkpoints, proofs, and the audit of a whole store."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from replays.proof import notes
from replays.proof.log import Logged, find_inconsistency, read_proof
from replays.proof.notes import read_key
from service.settings import Settings
from tests.service.cli.test_commands import Operator
from tests.service.evidence.audit.people import Vandal


@pytest.fixture
def operator(tmp_path: Path) -> Operator:
    """Somebody with a shell on the machine."""
    return Operator(tmp_path / "house")


@pytest.fixture
def vandal(tmp_path: Path) -> Vandal:
    """Somebody who gets at the file that the operator's service keeps."""
    return Vandal(Settings(data=tmp_path / "house"))


@pytest.fixture
def matches(operator: Operator) -> list[str]:
    """Two matches that bots have played."""
    told = operator.runs("play", "--bots", "random,random", "--matches", "2")
    return sorted(re.findall(r"^  (\w{12})$", told, re.MULTILINE))


def test_key_rotate_makes_a_key_that_key_show_tells_first(operator: Operator) -> None:
    first = operator.runs("key", "show").strip()
    second = operator.runs("key", "rotate").strip()
    assert operator.runs("key", "show").split() == [second, first]
    assert read_key(first) != read_key(second)


def test_checkpoint_writes_a_note_and_how_the_log_grew_to_it(operator: Operator) -> None:
    operator.runs("play", "--bots", "random,random")
    kept = read_proof(operator.runs("checkpoint"))
    keys = [read_key(operator.runs("key", "show"))]
    size = notes.read_checkpoint(kept.note, keys).size
    operator.runs("play", "--bots", "random,random")
    grown = read_proof(operator.runs("checkpoint", "--from", str(size)))
    assert notes.read_checkpoint(grown.note, keys).size > size
    assert find_inconsistency([kept, grown], keys) is None
    refused = operator.tries("checkpoint", "--from", "999999")
    assert refused.exit_code == 1
    assert "there is no proof from 999999 on" in refused.stderr


def test_proof_writes_what_proves_a_head(operator: Operator, matches: list[str]) -> None:
    match, _ = matches
    proof = msgspec.json.decode(operator.runs("proof", match, "--seq", "2"))
    logged = msgspec.convert(proof["logged"], Logged)
    assert logged.seq == 2
    assert logged.is_in(match, notes.read_checkpoint(proof["checkpoint"], [read_key(proof["keys"][0])]))
    refused = operator.tries("proof", match, "--seq", "99999")
    assert refused.exit_code == 1
    assert "no head from fact 99999 on" in refused.stderr


def test_verify_all_audits_every_match_and_the_log(operator: Operator, matches: list[str]) -> None:
    told = operator.runs("verify", "--all").splitlines()[-1]
    assert re.fullmatch(
        r"2 matches, \d+ facts, \d+ heads, \d+ answers decided again: all is as it was written\.", told
    )


def test_verify_all_names_what_was_changed_and_fails(
    operator: Operator, matches: list[str], vandal: Vandal
) -> None:
    operator.runs("checkpoint")
    one, other = matches
    vandal.rewrites(one, 3, lambda state: state.__setitem__(3, "p-0000000000000000"))
    vandal.drops(other, 9, 9)
    vandal.does("UPDATE merkle SET hash = ? WHERE level = 2 AND place = 0", bytes(32))
    told = operator.tries("verify", "--all")
    assert told.exit_code == 1
    assert f"{one}: Fact 3 was altered; what follows from it is as it was." in told.stdout
    assert f"{other}: Fact 9 was dropped: it was “9 <" in told.stdout
    assert "The log of heads: Subtree 0 of level 2 is not the hash of what is below it." in told.stdout
    assert f"not as written are {one}, {other}, the log of heads." in told.stderr


def test_verify_names_what_was_changed_in_one_match(
    operator: Operator, matches: list[str], vandal: Vandal
) -> None:
    one, other = matches
    vandal.swaps(one, 7, 8)
    told = operator.tries("verify", one)
    assert told.exit_code == 1
    assert f"{one}: Facts 7 and 8 were swapped." in told.stdout
    assert operator.tries("verify", other).exit_code == 0


def test_verify_tells_of_facts_that_nobody_can_read_any_more(
    operator: Operator, matches: list[str], vandal: Vandal
) -> None:
    one, other = matches
    vandal.names("arena.Nothing")
    vandal.does("UPDATE facts SET topic = 'arena.Nothing' WHERE match = ? AND seq = 7", one)
    vandal.drops(other, 1, 99_999)
    assert "it cannot be read any more" in operator.tries("verify", one).stdout
    assert "All facts of this match were dropped" in operator.tries("verify", other).stdout
    assert "There is no match 000000000000" in operator.tries("verify", "0" * 12).stderr


def test_verify_all_holds_the_log_against_a_checkpoint_that_was_kept(
    operator: Operator, matches: list[str], vandal: Vandal, tmp_path: Path
) -> None:
    kept = tmp_path / "kept.txt"
    kept.write_text(operator.runs("checkpoint"), encoding="utf-8")
    assert operator.tries("verify", "--all", "--checkpoint", str(kept)).exit_code == 0
    _, last = matches
    (tmp_path / "house" / "keys" / "checkpoint").unlink()
    for table in ("merkle", f"heads WHERE match = '{last}'", f"facts WHERE match = '{last}'"):
        vandal.does(f"DELETE FROM {table}")
    assert operator.tries("verify", "--all").exit_code == 0
    told = operator.tries("verify", "--all", "--checkpoint", str(kept))
    assert told.exit_code == 1
    assert "The log was cut off" in told.stdout


def test_reading_commands_find_no_store_and_make_none(operator: Operator, tmp_path: Path) -> None:
    refused = operator.tries("verify", "--all")
    assert refused.exit_code == 1
    assert (
        refused.stderr == f"Error: There is no store: “{tmp_path / 'house' / 'recount.db'}” does not exist.\n"
    )
    assert not (tmp_path / "house").exists()


def test_an_audit_leaves_the_store_byte_for_byte(
    operator: Operator, matches: list[str], tmp_path: Path
) -> None:
    store = tmp_path / "house" / "recount.db"
    before = store.read_bytes()
    operator.runs("verify", "--all")
    operator.runs("verify", matches[0])
    operator.runs("show", matches[0])
    assert store.read_bytes() == before


def test_an_invented_subtree_of_a_high_level_is_named_at_once(
    operator: Operator, matches: list[str], vandal: Vandal
) -> None:
    assert matches
    vandal.does("INSERT INTO merkle (level, place, hash) VALUES (40, 0, x'00')")
    refused = operator.tries("verify", "--all")
    assert refused.exit_code == 1
    assert "Subtree 0 of level 40 was inserted: the log is not that long." in refused.stdout


def test_an_audit_names_the_tables_that_were_dropped(
    operator: Operator, matches: list[str], vandal: Vandal
) -> None:
    assert matches
    for table in ("merkle", "heads"):
        vandal.does(f"DROP TABLE {table}")
        refused = operator.tries("verify", "--all")
        assert refused.exit_code == 1
        assert f"Tables were dropped: {'heads, ' * (table == 'heads')}" in refused.stderr
        assert "Traceback" not in refused.output


def test_an_audit_names_each_table_outside_it(operator: Operator) -> None:
    operator.runs("migrate")
    line = (
        "Outside the audit: the tables challenge_ends, challenges, commentaries, contacts, deliveries, "
        "followers, job_files, jobs, match_owners, notes, notification_progress, notifications, phrases, "
        "replies, sessions, webhooks.\n"
    )
    assert line in operator.runs("verify", "--all")


def test_verify_all_says_that_there_is_nothing_to_audit(operator: Operator) -> None:
    operator.runs("migrate")
    assert operator.runs("verify", "--all").endswith("The store is empty: nothing was audited.\n")


def test_verify_all_fails_where_everything_is_gone(
    operator: Operator, matches: list[str], vandal: Vandal
) -> None:
    operator.runs("checkpoint")
    for table in ("facts WHERE match <> 'recount'", "heads", "merkle"):
        vandal.does(f"DELETE FROM {table}")
    told = operator.tries("verify", "--all")
    assert told.exit_code == 1
    assert "The log was cut off" in told.stdout


@pytest.mark.parametrize("broken", [b"\x1f\x8b", b"once upon a time"])
def test_verify_all_begins_with_a_look_at_the_checkpoint(
    broken: bytes, operator: Operator, matches: list[str], tmp_path: Path
) -> None:
    kept = tmp_path / "kept.txt"
    kept.write_bytes(broken)
    told = operator.tries("verify", "--all", "--checkpoint", str(kept))
    assert (told.exit_code, told.stdout) == (1, "")
    assert f"{kept} is no checkpoint of this service: " in told.stderr


def test_verify_wants_a_match_a_file_or_everything(operator: Operator, tmp_path: Path) -> None:
    assert "Name a match or a file, or say --all." in operator.tries("verify").stderr
    assert "Name a match or a file, or say --all." in operator.tries("verify", "0" * 12, "--all").stderr
    forged = tmp_path / "forged.txt"
    forged.write_text("club\n3\nAAAA\n\n— api AAAA\n", encoding="utf-8")
    operator.runs("migrate")
    told = operator.tries("verify", "--all", "--checkpoint", str(forged))
    assert (told.exit_code, told.stdout.count("altered")) == (1, 0)
    assert "None of the keys that are trusted here has signed this note." in told.stderr
