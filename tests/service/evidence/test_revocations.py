"""A stolen key is revoked: it signs nothing more, and everybody who asks the service is told since when."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from replays import check
from replays.proof import notes, record
from replays.proof.notes import read_key
from replays.proof.standalone import crypto
from replays.proof.standalone.revocations import Revocation, make_trust, read_revocation, split_notes
from service.bootstrap import Services
from service.evidence.keys import BadKey, Keyring
from service.portability import imports, parsing
from service.portability.model import ImportRejected
from service.webhooks.signing import SecretBox
from tests.service.cli.test_commands import Operator
from tests.service.client import Api, Pair, json_of

SECONDS = 1_700_000_000


@pytest.fixture
def keyring(tmp_path: Path) -> Keyring:
    """The keys of a service that rotated its key once."""
    keyring = Keyring(tmp_path / "keys", "club")
    keyring.rotate_key()
    return keyring


@pytest.fixture
def operator(tmp_path: Path) -> Operator:
    """Somebody with a shell on the machine."""
    return Operator(tmp_path / "house")


def standing(keyring: Keyring) -> list[str]:
    return [str(signer.key) for signer in keyring.valid_signers()]


# -- the keys ------------------------------------------------------------------------------------------


def test_a_revoked_newest_key_gets_a_successor_and_signs_nothing_more(keyring: Keyring) -> None:
    newest, oldest = standing(keyring)
    other_process = Keyring(keyring.folder, "club")
    statement = read_revocation(keyring.revoke_key(newest, SECONDS, "club/log"))
    successor, *others = standing(keyring)
    assert statement == Revocation(newest, successor, SECONDS)
    assert others == [oldest]
    assert standing(other_process) == [successor, oldest]
    assert str(keyring.newest_signer().key) == successor


def test_a_revoked_older_key_has_the_newest_as_its_successor(keyring: Keyring) -> None:
    newest, oldest = standing(keyring)
    assert read_revocation(keyring.revoke_key(oldest, SECONDS, "club/log")).successor == newest
    assert standing(keyring) == [newest]


def test_readers_of_either_key_believe_the_statement(keyring: Keyring) -> None:
    newest, oldest = standing(keyring)
    note = keyring.revoke_key(oldest, SECONDS, "club/log")
    for named in ([oldest], [oldest, newest]):
        assert [*make_trust([*map(crypto.read_key, named)], [note]).revocations] == [oldest]
    assert make_trust([crypto.read_key(newest)], [note]).revocations == {}


def test_a_second_statement_may_name_an_earlier_time(keyring: Keyring) -> None:
    _, oldest = standing(keyring)
    for since in (SECONDS, SECONDS - 9):
        keyring.revoke_key(oldest, since, "club/log")
    trust = make_trust([crypto.read_key(oldest)], keyring.revocations())
    assert trust.revocations[oldest].since == SECONDS - 9


def test_only_a_key_of_the_service_can_be_revoked(keyring: Keyring, tmp_path: Path) -> None:
    stranger = str(Keyring(tmp_path / "elsewhere", "club").newest_signer().key)
    for text in (stranger, "nonsense", ""):
        with pytest.raises(BadKey, match="is no key of this service"):
            keyring.revoke_key(text, SECONDS, "club/log")
    assert keyring.revocations() == []


def test_what_was_encrypted_under_a_revoked_key_is_read_still(keyring: Keyring) -> None:
    box = SecretBox(keyring)
    encrypted = box.encrypt("whsec")
    keyring.revoke_key(standing(keyring)[0], SECONDS, "club/log")
    assert box.decrypt(encrypted) == "whsec"


# -- the service ---------------------------------------------------------------------------------------


def test_everything_that_the_service_signs_afterwards_is_by_the_successor(
    api: Api, pair: Pair, services: Services
) -> None:
    [old] = json_of(api.get("/api/v1/keys"))["items"]
    assert api.get("/api/v1/revocations").text == ""
    before = api.get("/api/v1/checkpoint").text
    note = services.evidence.revoke_key(old, SECONDS)
    [new] = json_of(api.get("/api/v1/keys"))["items"]
    assert split_notes(api.get("/api/v1/revocations").text) == [note]
    assert read_revocation(note) == Revocation(old, new, SECONDS)
    assert json_of(pair.blue.answers("e1"))["receipt"]["key"] == new
    checkpoint = api.get("/api/v1/checkpoint").text
    assert notes.read_checkpoint(checkpoint, [read_key(new)]).size > 0
    with pytest.raises(notes.Unsigned):
        notes.read_checkpoint(checkpoint, [read_key(old)])
    assert (
        notes.read_checkpoint(before, [signer.key for signer in services.evidence.keyring.signers()]).size > 0
    )
    exported = record.read_record(pair.public.get("/export").data)
    assert (exported.keys, exported.revocations) == ((new,), (note,))


def test_a_record_by_the_thief_is_none_of_the_service(pair: Pair, services: Services) -> None:
    [old] = services.evidence.public_keys()
    file = pair.public.get("/export").data
    assert imports.is_own_record(services, [old])
    services.evidence.revoke_key(str(old), SECONDS)
    assert not imports.is_own_record(services, [old])
    with pytest.raises(ImportRejected, match="of a time when its key"):
        parsing.parse_record(file, [], services.evidence.revocations())


# -- on the command line -------------------------------------------------------------------------------


def test_key_revoke_prints_the_statement_that_checkers_take(
    operator: Operator, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = re.search(r"^  (\w{12})$", operator.runs("play", "--bots", "random,random"), re.MULTILINE)
    assert match is not None
    old = operator.runs("key", "show").strip()
    stolen, fresh, listed = (tmp_path / name for name in ("stolen.json", "fresh.json", "revocations"))
    stolen.write_text(operator.runs("export", match[1], "--format", "record"), encoding="utf-8")
    assert check.main([str(stolen), "--key", old]) == check.UNTOUCHED
    listed.write_text(operator.runs("key", "revoke", old), encoding="utf-8")
    new, notice = operator.runs("key", "show").splitlines()
    assert notice == read_revocation(listed.read_text(encoding="utf-8")).notice
    fresh.write_text(operator.runs("export", match[1], "--format", "record"), encoding="utf-8")
    told = ["--revocations", str(listed)]
    assert check.main([str(stolen), "--key", old, *told]) == check.NO_KEY
    assert check.main([str(fresh), "--key", new]) == check.UNTOUCHED
    capsys.readouterr()
    assert check.main([str(fresh), "--key", old]) == check.NO_KEY
    assert f"which {old} names as its successor" in capsys.readouterr().out
    assert operator.runs("verify", "--all").endswith("all is as it was written.\n")


@pytest.mark.parametrize("time", ["2999-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "yesterday"])
def test_key_revoke_takes_a_time_that_has_come(time: str, operator: Operator) -> None:
    old = operator.runs("key", "show").strip()
    refused = operator.tries("key", "revoke", old, "--from", time)
    assert refused.exit_code == 2
    assert operator.runs("key", "show").strip() == old


def test_key_revoke_names_the_time_of_the_theft(operator: Operator) -> None:
    old = operator.runs("key", "show").strip()
    note = operator.runs("key", "revoke", old, "--from", "2026-03-01T12:00:00Z")
    assert read_revocation(note).time == "2026-03-01T12:00:00Z"
    assert operator.tries("key", "revoke", "nonsense").exit_code == 1


def test_a_backup_of_the_keys_has_the_revocations(operator: Operator, tmp_path: Path) -> None:
    old = operator.runs("key", "show").strip()
    note = operator.runs("key", "revoke", old)
    operator.runs("backup", str(tmp_path / "copy.db"), "--keys")
    with closing(sqlite3.connect(tmp_path / "copy.db")) as connection:
        [(content,)] = connection.execute("SELECT content FROM keys WHERE file = 'revocations'")
    assert content.decode() == note
