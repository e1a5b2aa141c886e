"""A policy requires cosignatures of k of n witnesses, and all three checkers hold a file to it."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from replays import check as command
from replays.proof import bundle, notes, record, standalone
from replays.proof.bundle_check import check_bundle
from replays.proof.check import check_record
from replays.proof.notes import COSIGNATURE, Key
from replays.proof.record import Record
from replays.proof.standalone.witnesses import read_policy

from .bundles import bundled
from .checker import CHECKER, node
from .signers import NOW, SigningService
from .test_checker import exported

LOG = str(SigningService().keys[0])
SECONDS = NOW // 1000
JAVASCRIPT = """
import {{ readFileSync }} from "node:fs";
import {{ check }} from "{folder}/check.js";
const [file, policies] = process.argv.slice(1);
const source = readFileSync(file, "utf8");
const verdicts = JSON.parse(readFileSync(policies, "utf8")).map((policy) => {{
  try {{
    const {{ found, verdict }} = check(source, [], policy);
    return [verdict, ...found.map(({{ seq, what, sentence }}) => `${{what}} ${{seq}} ${{sentence}}`)];
  }} catch (error) {{
    return ["refused", error.message];
  }}
}});
console.log(JSON.stringify(verdicts));
"""


def witness(name: str) -> tuple[Key, Any]:
    """Returns the key of the witness of that name, and what signs with it."""
    private = Ed25519PrivateKey.from_private_bytes(sha256(name.encode()).digest())
    return Key(f"{name}.example", private.public_key().public_bytes_raw(), COSIGNATURE), private.sign


def cosignature(note: str, name: str, seconds: int = SECONDS) -> str:
    return notes.cosign_text(notes.split_note(note)[0], seconds, *witness(name))


def cosigned(told: Record, *names: str) -> Record:
    """Returns *told*, its checkpoint cosigned by witnesses."""
    lines = [cosignature(told.checkpoint, name) for name in names]
    return replace(told, checkpoint=told.checkpoint + "".join(lines))


def policy(quorum: str, *lines: str, log: bool = True) -> str:
    """Returns the text of a policy with three witnesses."""
    names = [f"witness {name} {witness(name)[0]}" for name in ("one", "two", "three")]
    return "\n".join([*([f"log {LOG}"] if log else []), *names, *lines, f"quorum {quorum}", ""])


TWO_OF_THREE = policy("most", "group most 2 one two three")
NESTED = policy("both", "group pair any one two", "group both all pair three")


def verdicts(told: Record, policies: Sequence[str], folder: Path) -> list[list[str]]:
    """Returns what both packages say of *told* under each policy; they say the same."""
    file, texts = folder / "record.json", folder / "policies.json"
    file.write_bytes(record.dump_record(told))
    texts.write_bytes(msgspec.json.encode(policies))
    script = JAVASCRIPT.format(folder=CHECKER)
    theirs = msgspec.json.decode(node("--input-type=module", "-e", script, str(file), str(texts)))
    ours: list[list[str]] = []
    for text in policies:
        try:
            report = standalone.check(file.read_bytes(), policy=text)
            ours.append([report.verdict, *(f"{kind} {seq} {why}" for seq, kind, why in report.found)])
        except ValueError as error:
            ours.append(["refused", str(error)])
    assert ours == theirs
    return ours


@pytest.mark.parametrize(
    ("names", "text", "verdict"),
    [
        (("one", "two"), TWO_OF_THREE, "untouched"),
        (("one", "two", "three"), TWO_OF_THREE, "untouched"),
        (("three",), TWO_OF_THREE, "altered"),
        ((), TWO_OF_THREE, "altered"),
        (("four", "five"), TWO_OF_THREE, "altered"),
        (("two", "three"), NESTED, "untouched"),
        (("one", "two"), NESTED, "altered"),
        (("two",), policy("two"), "untouched"),
        (("one",), policy("two"), "altered"),
        ((), policy("none"), "untouched"),
        (("one", "two"), policy("most", "group most 2 one two three", log=False), "unproved"),
    ],
)
def test_a_record_is_held_to_its_quorum(
    names: Sequence[str], text: str, verdict: str, tmp_path: Path
) -> None:
    told = cosigned(exported("arena", 3), *names)
    [said] = verdicts(told, [text], tmp_path)
    assert said[0] == verdict
    read = read_policy(text)
    findings = check_record(told, map(notes.read_key, (log.text for log in read.logs)), policy=read)
    assert [finding.what for finding in findings] == (["witness"] if verdict == "altered" else [])
    assert said[1:] == [f"witness 0 {finding}" for finding in findings]


def test_what_is_missing_is_told(tmp_path: Path) -> None:
    [said] = verdicts(cosigned(exported("arena", 3), "one"), [TWO_OF_THREE], tmp_path)
    assert said[1:] == [
        "witness 0 The policy requires 2 cosignatures of one, two, three; the checkpoint has 1."
    ]


def altered_lines(note: str) -> dict[str, str]:
    """Returns cosignatures of a witness that are none."""
    line = cosignature(note, "one")
    dash, name, encoded = line.split()
    raw = base64.b64decode(encoded)

    def written(changed: bytes, other: str = name) -> str:
        return f"{dash} {other} {base64.b64encode(changed).decode()}\n"

    key, sign = witness("one")
    return {
        "another time": written(raw[:11] + bytes([raw[11] ^ 1]) + raw[12:]),
        "another name": written(raw, "two.example"),
        "cut off": written(raw[:-1]),
        "no signature": written(raw[:4]),
        "no time": written(raw[:4] + sign(notes.split_note(note)[0].encode())),
        "signed as a log signs": written(key.id + bytes(8) + sign(notes.split_note(note)[0].encode())),
        "another checkpoint": cosignature(note.replace("recount.example/log", "another/log"), "one"),
    }


@pytest.mark.parametrize("kind", altered_lines(exported("arena", 3).checkpoint))
def test_what_a_witness_has_not_signed_does_not_count(kind: str, tmp_path: Path) -> None:
    told = exported("arena", 3)
    told = replace(told, checkpoint=told.checkpoint + altered_lines(told.checkpoint)[kind])
    [said] = verdicts(told, [policy("one")], tmp_path)
    assert said[0] == "altered"


@pytest.mark.parametrize("head", ["", "# a comment\n", " \t log\t" + LOG + "  https://log.example \n"])
def test_comments_white_space_and_addresses_are_read_over(head: str, tmp_path: Path) -> None:
    told = cosigned(exported("arena", 3), "one")
    text = head + policy("one", log=" log" not in head).replace("quorum", " \tquorum")
    assert verdicts(told, [text], tmp_path) == [["untouched"]]


KEYS = {name: str(witness(name)[0]) for name in ("one", "two")}
WRONG = [
    "log",
    "log nonsense\nquorum none",
    f"log {LOG}\nlog {LOG}\nquorum none",
    f"log {KEYS['one']}\nquorum none",
    f"witness one {LOG}\nquorum one",
    f"witness none {KEYS['one']}\nquorum none",
    f"witness one {KEYS['one']}\nwitness one {KEYS['two']}\nquorum one",
    f"witness one {KEYS['one']}\nwitness two {KEYS['one']}\nquorum one",
    f"witness one {KEYS['one']} https://one.example more\nquorum one",
    f"witness one {KEYS['one']}",
    f"witness one {KEYS['one']}\nquorum one\nquorum one",
    f"quorum one\nwitness one {KEYS['one']}",
    "quorum",
    "quorum two",
    f"witness one {KEYS['one']}\ngroup all 0 one\nquorum all",
    f"witness one {KEYS['one']}\ngroup all 2 one\nquorum all",
    f"witness one {KEYS['one']}\ngroup all some one\nquorum all",
    f"witness one {KEYS['one']}\ngroup all any\nquorum all",
    f"witness one {KEYS['one']}\ngroup all 1 one one\nquorum all",
    f"witness one {KEYS['one']}\ngroup all any one\ngroup more any one all\nquorum more",
    f"witness one {KEYS['one']}\ngroup all any none\nquorum all",
    f"witness one {KEYS['one']}\ngroup all any all\nquorum all",
    f"witness one {KEYS['one']}\ngroup one any one\nquorum one",
    "nonsense\nquorum none",
]


def test_a_wrong_policy_is_refused_with_its_line(tmp_path: Path) -> None:
    said = verdicts(exported("arena", 3), WRONG, tmp_path)
    assert [each[0] for each in said] == ["refused"] * len(WRONG)
    assert all("policy" in each[1] for each in said)


def test_a_bundle_is_held_to_the_quorum_with_each_of_its_matches() -> None:
    loaded = bundle.read_bundle(bundled())
    whole = replace(
        loaded,
        record=cosigned(loaded.record, "one"),
        matches=tuple(cosigned(match, "one") for match in loaded.matches),
    )
    required = read_policy(policy("one"))
    assert check_bundle(whole, [notes.read_key(LOG)], policy=required).findings == []
    bare = replace(whole, matches=(loaded.matches[0], *whole.matches[1:]))
    [finding] = check_bundle(bare, [notes.read_key(LOG)], policy=required).findings
    assert finding.what == "witness"
    assert finding.field == f"matches.{loaded.matches[0].match}"
    found = standalone.check(msgspec.json.encode(bare), policy=policy("one")).found
    assert [kind for _, kind, _ in found] == ["witness"]


def test_the_command_takes_keys_and_quorum_from_a_policy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, required = tmp_path / "record.json", tmp_path / "policy"
    file.write_bytes(record.dump_record(cosigned(exported("arena", 3), "one", "two")))
    for text, code, start in (
        (TWO_OF_THREE, command.UNTOUCHED, "The record is untouched"),
        (policy("three"), command.ALTERED, "The policy requires 1 cosignatures of three"),
        ("quorum two", command.UNREADABLE, f"{required} is no policy: Line 1"),
        (policy("two", log=False), command.NO_KEY, "The record was made consistently by the holder of"),
    ):
        required.write_text(text, encoding="utf-8")
        assert command.main([str(file), "--policy", str(required)]) == code
        said = capsys.readouterr()
        assert (said.out + said.err).startswith(start)
