"""The program that checks a record needs nothing of the service, and says what it found by its exit code."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from replays import check
from replays.proof import record
from replays.proof.check import check_record as checked
from replays.proof.record import Record, UnreadableRecord

from ..conftest import take
from .signers import SigningService, heads, played, written

SERVICE = SigningService()
JUDGE = SERVICE.sealed(written(take("arena"), played("arena"), "judge"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return kept(tmp_path, JUDGE)


def kept(folder: Path, told: Record) -> Path:
    file = folder / "match.json"
    file.write_bytes(record.dump_record(told))
    return file


def test_an_untouched_record(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main([str(file), "--key", str(SERVICE.keys[0])]) == 0
    head = JUDGE.head
    assert capsys.readouterr().out == (
        f"The record is untouched: match M1, {len(JUDGE.facts)} facts, head {head}.\n"
    )


def test_what_was_not_shown_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun = SigningService().sealed(written(take("arena"), played("arena")[:40], "seat-0"))
    assert check.main([str(kept(tmp_path, begun))]) == check.NO_KEY
    verdict, decided = capsys.readouterr().out.splitlines()
    assert verdict.startswith(f"The record was made consistently by the holder of {begun.keys[0]}: match M1")
    assert verdict.endswith("To know whether that is the service, name its key: --key.")
    assert decided.startswith("The answers were not decided again")


def test_a_forged_record_with_a_key_of_its_own_is_never_called_untouched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forger = SigningService("a forger's key")
    file = kept(tmp_path, forger.sealed(written(take("arena"), played("arena"), "judge")))
    assert check.main([str(file)]) == check.NO_KEY
    assert "untouched" not in capsys.readouterr().out
    assert check.main([str(file), "--key", str(SERVICE.keys[0])]) == check.ALTERED
    assert check.main([str(file), "--key", str(forger.keys[0])]) == check.UNTOUCHED


def test_a_touched_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = JUDGE.facts[:40] + JUDGE.facts[41:]
    assert check.main([str(kept(tmp_path, replace(JUDGE, facts=facts)))]) == 1
    assert capsys.readouterr().out == "Fact 41 is missing.\n"


def test_receipts_and_checkpoints_from_files(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, seq in (("first", 9), ("second", 57)):
        head = heads(take("arena").rules, played("arena"))[seq - 1]
        (tmp_path / name).write_bytes(msgspec.json.encode(SERVICE.receipt(seq, head)))
    (tmp_path / "note").write_text(JUDGE.checkpoint, encoding="utf-8")
    receipts = ["--receipt", str(tmp_path / "first"), "--receipt", str(tmp_path / "second")]
    key = ["--key", str(SERVICE.keys[0])]
    assert check.main([str(file), *key, *receipts, "--checkpoint", str(tmp_path / "note")]) == 0
    (tmp_path / "second").write_bytes(msgspec.json.encode(SERVICE.receipt(57, "ab" * 32)))
    capsys.readouterr()
    assert check.main([str(file), *key, *receipts]) == 1
    assert capsys.readouterr().out.startswith("The receipt for fact 57 proves that the match was rewritten")


@pytest.mark.parametrize("unreadable", ["record", "key", "receipt", "checkpoint"])
def test_what_cannot_be_read(
    unreadable: str, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken").write_bytes(b"old x\n\xff")
    broken = str(tmp_path / "broken")
    arguments = {
        "record": [broken],
        "key": [str(file), "--key", "my key"],
        "receipt": [str(file), "--receipt", broken],
        "checkpoint": [str(file), "--checkpoint", broken],
    }[unreadable]
    assert check.main(arguments) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    if unreadable in ("receipt", "checkpoint"):
        assert err.startswith(f"{broken} is no {unreadable}: ")
    assert check.main([str(tmp_path / "nowhere")]) == 2


IMPORTS = """
import sys
from replays import check
code = check.main(sys.argv[1:])
service = {"service", "projections", "flask", "eventsourcing"}
print(sorted({name.split(".")[0] for name in sys.modules} & service))
sys.exit(code)
"""


def test_nothing_of_the_service_is_needed(file: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", IMPORTS, str(file), "--key", str(SERVICE.keys[0])],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines()[-1] == "[]"


def test_it_is_a_program(file: Path) -> None:
    root = Path(__file__).parents[3]
    command = [sys.executable, "-m", "replays.check", str(file), "--key", str(SERVICE.keys[0])]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=root)
    assert ran.returncode == 0
    assert ran.stdout.startswith("The record is untouched: match M1")


# -- anything at all -----------------------------------------------------------------------------------

STRANGE: tuple[Any, ...] = (None, True, -1, 10**30, 1.5, "", "?", "é" * 99, [], ["?"], {}, {"?": [1]}, 2**63)


def spoil(told: Any, luck: Random) -> None:
    """Puts something strange into some place of *told*, however deep."""
    while True:
        inside = told if isinstance(told, dict) else dict(enumerate(told))
        place = luck.choice(list(inside))
        if isinstance(told[place], dict | list) and told[place] and luck.random() < 0.8:
            told = told[place]
        else:
            told[place] = luck.choice(STRANGE)
            return


@pytest.mark.parametrize("seed", range(150))
def test_whatever_stands_in_a_file_it_is_refused_or_something_is_found(seed: int) -> None:
    luck = Random(seed)
    facts = written(take("arena"), played("arena")[:30], luck.choice(["judge", "spectator"]))
    file = record.dump_record(SigningService().sealed(facts))
    told = json.loads(file)
    spoil(told if luck.random() < 0.3 else told["facts"], luck)
    spoilt = json.dumps(told).encode()
    if msgspec.json.decode(spoilt) == msgspec.json.decode(file):
        return
    with suppress(UnreadableRecord):
        assert checked(record.read_record(spoilt))
