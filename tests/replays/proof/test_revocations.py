"""A stolen key and its revocation: all three checkers hold a file to the time from which a key signs nothing.

The thief holds the old key, and sets any time in what it signs. The reader has a key, and perhaps a policy
and the list of revocations that the service publishes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from replays import check as command
from replays.proof import bundle, notes, record, standalone
from replays.proof.record import Record
from replays.proof.standalone.revocations import split_notes

from ..conftest import take
from .bundles import bundled
from .checker import CHECKER, node
from .signers import NOW, SigningService, played, signer, written
from .test_witnesses import cosignature, policy

SECONDS = NOW // 1000
OLD, NEW, EVIL, STRANGER = (str(signer(word)[0]) for word in ("a key", "new", "evil", "stranger"))
WORDS = {OLD: "a key", NEW: "new", EVIL: "evil", STRANGER: "stranger"}
JAVASCRIPT = """
import {{ readFileSync }} from "node:fs";
import {{ check }} from "{folder}/check.js";
const cases = JSON.parse(readFileSync(process.argv[1], "utf8"));
const verdicts = cases.map(({{ file, keys, policy, revocations }}) => {{
  try {{
    const {{ found, verdict, unproved, revoked }} = check(file, keys, policy, revocations);
    return [verdict, ...found.map(({{ seq, what }}) => `${{what}} ${{seq}}`), ...unproved, ...revoked];
  }} catch (error) {{
    return ["refused"];
  }}
}});
console.log(JSON.stringify(verdicts));
"""


class Case(Struct):
    """A file, and the keys, the policy and the list of revocations of its reader."""

    file: str
    keys: Sequence[str]
    policy: str = ""
    revocations: str = ""


def statement(
    since: int = SECONDS + 1, revoked: str = OLD, successor: str = NEW, by: Sequence[str] = (OLD, NEW)
) -> str:
    """Returns the note that a key is revoked, signed by some."""
    keys = (notes.read_key(revoked), notes.read_key(successor))
    return notes.sign_note(
        notes.revocation_text("recount.example", *keys, since), [signer(WORDS[key]) for key in by]
    )


@cache
def signed(*words: str) -> Record:
    """Returns a record of twelve facts by the service with these keys, the first signs the receipt."""
    told = written(take("arena"), played("arena")[:12], "seat-0")
    return SigningService(*words).sealed(replace(told, cards=replace(told.cards, data=None)))


def filed(told: Record, *stated: str, cosigned: int | None = None) -> str:
    """Returns *told* as a file with statements, cosigned by a witness at a time."""
    checkpoint = told.checkpoint + (cosignature(told.checkpoint, "one", cosigned) if cosigned else "")
    revocations = stated or msgspec.UNSET
    return record.dump_record(replace(told, checkpoint=checkpoint, revocations=revocations)).decode()


def verdicts(cases: Sequence[Case], folder: Path) -> list[list[str]]:
    """Returns what both packages say of each case; they say the same."""
    (folder / "cases.json").write_bytes(msgspec.json.encode(cases))
    script = JAVASCRIPT.format(folder=CHECKER)
    theirs = msgspec.json.decode(node("--input-type=module", "-e", script, str(folder / "cases.json")))
    ours: list[list[str]] = []
    for case in cases:
        try:
            report = standalone.check(case.file.encode(), case.keys, case.policy, case.revocations)
            found = [f"{kind} {seq}" for seq, kind, _ in report.found]
            ours.append([report.verdict, *found, *report.unproved, *report.revoked])
        except ValueError:
            ours.append(["refused"])
    assert ours == theirs
    return ours


def exit_code(case: Case, folder: Path) -> int:
    """Returns the exit code of the check with rules."""
    (folder / "record.json").write_text(case.file, encoding="utf-8")
    (folder / "policy").write_text(case.policy or "quorum none", encoding="utf-8")
    (folder / "revocations").write_text(case.revocations, encoding="utf-8")
    options = [word for key in case.keys for word in ("--key", key)]
    options += ["--policy", str(folder / "policy"), "--revocations", str(folder / "revocations")]
    return command.main([str(folder / "record.json"), *options])


CODES = {
    "untouched": command.UNTOUCHED,
    "altered": command.ALTERED,
    "unproved": command.NO_KEY,
    "refused": command.UNREADABLE,
}
ONE = policy("one", log=False)
NOBODY = policy("none", log=False)
CASES: dict[str, tuple[str, Case]] = {
    "nobody has told the reader": ("untouched", Case(filed(signed("a key")), [OLD])),
    "the thief gives an early time": ("unproved", Case(filed(signed("a key"), statement()), [OLD])),
    "the list tells, and the file does not": (
        "unproved",
        Case(filed(signed("a key")), [OLD], revocations=statement()),
    ),
    "a witness saw it before": (
        "untouched",
        Case(filed(signed("a key"), statement(), cosigned=SECONDS), [OLD], ONE),
    ),
    "a witness saw it afterwards": (
        "altered",
        Case(filed(signed("a key"), statement(), cosigned=SECONDS + 1), [OLD], ONE),
    ),
    "the policy needs no witness": (
        "unproved",
        Case(filed(signed("a key"), statement(), cosigned=SECONDS), [OLD], NOBODY),
    ),
    "the witness is not in the policy": (
        "altered",
        Case(filed(signed("a key"), statement(), cosigned=SECONDS), [OLD], policy("two", log=False)),
    ),
    "the receipt is of a later time": ("altered", Case(filed(signed("a key"), statement(SECONDS)), [OLD])),
    "both keys sign": ("untouched", Case(filed(signed("new", "a key"), statement()), [OLD, NEW])),
    "the successor signs, and its reader knows it": (
        "untouched",
        Case(filed(signed("new"), statement()), [NEW]),
    ),
    "the successor signs, and its reader knows the old key": (
        "unproved",
        Case(filed(signed("new"), statement()), [OLD]),
    ),
    "the successor signs without a statement": ("altered", Case(filed(signed("new")), [OLD])),
    "the thief names a successor": (
        "unproved",
        Case(filed(signed("evil"), statement(successor=EVIL, by=[OLD, EVIL])), [OLD]),
    ),
    "the successor of the successor signs": (
        "unproved",
        Case(filed(signed("evil"), statement(), statement(5, NEW, EVIL, [NEW])), [OLD]),
    ),
    "both keys signed before the theft, and a witness saw it": (
        "untouched",
        Case(filed(signed("new", "a key"), statement(), cosigned=SECONDS), [OLD], ONE),
    ),
    "the thief revokes the successor that it named": (
        "unproved",
        Case(
            filed(
                signed("evil"),
                statement(successor=EVIL, by=[OLD, EVIL]),
                statement(SECONDS + 9, EVIL, NEW, [EVIL]),
                cosigned=SECONDS,
            ),
            [OLD],
            ONE,
        ),
    ),
    "a stranger revokes": ("untouched", Case(filed(signed("a key"), statement(by=[STRANGER])), [OLD])),
    "the successor alone revokes, and its reader knows it": (
        "unproved",
        Case(filed(signed("a key"), statement(by=[NEW])), [OLD, NEW]),
    ),
    "the statement was changed": (
        "altered",
        Case(filed(signed("a key"), statement().replace(str(SECONDS + 1), str(SECONDS + 9))), [OLD]),
    ),
    "the statement is none": ("altered", Case(filed(signed("a key"), "revoked"), [OLD])),
    "the list is none": ("refused", Case(filed(signed("a key")), [OLD], revocations="a\n\nb\n\nc")),
    "the list is empty": ("untouched", Case(filed(signed("a key")), [OLD], revocations="\n")),
    "the earlier statement counts": (
        "altered",
        Case(filed(signed("a key"), statement(), statement(3), cosigned=SECONDS), [OLD], ONE),
    ),
    "a key that the reader does not have": (
        "untouched",
        Case(filed(signed("a key"), statement(revoked=EVIL, by=[EVIL])), [OLD]),
    ),
    "nobody names a key": ("unproved", Case(filed(signed("a key"), statement()), [])),
}


@pytest.mark.parametrize("name", CASES)
def test_every_checker_holds_a_file_to_the_revocation(name: str, tmp_path: Path) -> None:
    verdict, case = CASES[name]
    [said] = verdicts([case], tmp_path)
    assert said[0] == verdict, said
    assert exit_code(case, tmp_path) == CODES[verdict]


def test_the_reader_is_told_of_the_revocation_and_the_reason(tmp_path: Path) -> None:
    case = Case(filed(signed("a key"), statement()), [OLD])
    assert verdicts([case], tmp_path)[0] == [
        "unproved",
        f"Signed by {OLD} alone, and no witness shows a time before its revocation.",
        f"The key {OLD} is revoked from 2026-01-01T09:00:01Z on. Its successor is {NEW}.",
    ]


def crafted(seed: int, count: int) -> list[Case]:
    """Returns cases with statements and lists that differ in one place or more from those of a service."""
    luck, file = Random(seed), signed("a key")
    pieces = ["\n", "\n\n", " ", "0", "1", "+", "=", "A", OLD, NEW, EVIL, "\N{EM DASH}", "\u00e9", "\r", "-1"]
    cases: list[Case] = []
    for _ in range(count):
        since = luck.choice([0, 1, SECONDS, SECONDS + 1, 10**10, 10**11, 10**12])
        revoked, successor = luck.choices([OLD, NEW, EVIL], k=2)
        text = statement(
            since, revoked, successor, luck.sample([OLD, NEW, EVIL, STRANGER], luck.randrange(4))
        )
        for _ in range(luck.choice((0, 0, 1, 2))):
            start = luck.randrange(len(text))
            text = text[:start] + luck.choice(["", *pieces]) + text[start + luck.randrange(3) :]
        more = [statement(luck.choice((9, SECONDS, SECONDS + 1)))] if luck.random() < 0.3 else []
        times = luck.choice((None, 5, SECONDS, SECONDS + 1))
        keys = luck.sample([OLD, NEW, EVIL], luck.randrange(4))
        required = luck.choice(("", ONE, NOBODY)) if times else ""
        told = luck.choice((file, signed("new"), signed("new", "a key")))
        if luck.random() < 0.5:
            cases.append(Case(filed(told, text, *more, cosigned=times), keys, required))
        else:
            listed = "\n".join([text, *more])
            cases.append(Case(filed(told, cosigned=times), keys, required, listed))
    return cases


def test_all_checkers_agree_on_a_thousand_crafted_revocations(tmp_path: Path) -> None:
    cases = crafted(40, 1000)
    said = verdicts(cases, tmp_path)
    counts = Counter(each[0] for each in said)
    assert {*counts} == {*CODES}
    assert min(counts.values()) > 50, counts
    for case, (verdict, *_) in [*zip(cases, said, strict=True)][::5]:
        assert exit_code(case, tmp_path) == CODES[verdict], case


def test_standings_under_a_revoked_key_are_unproved(tmp_path: Path) -> None:
    """The witness proves the age of the checkpoint, and nothing proves that of the note."""
    told = bundle.read_bundle(bundled())
    old = replace(told.record, checkpoint=told.record.checkpoint + cosignature(told.record.checkpoint, "one"))
    matches = tuple(
        replace(match, checkpoint=match.checkpoint + cosignature(match.checkpoint, "one"))
        for match in told.matches
    )
    file = msgspec.json.encode(replace(told, record=old, matches=matches)).decode()
    listed = Case(file, [OLD], ONE, statement())
    [said] = verdicts([listed], tmp_path)
    assert said[:2] == [
        "unproved",
        f"Signed by {OLD} alone, and no witness shows a time before its revocation.",
    ]
    assert exit_code(listed, tmp_path) == command.UNTOUCHED  # it makes the standings again
    assert exit_code(Case(file, [OLD], ONE, statement(SECONDS)), tmp_path) == command.ALTERED


def test_a_list_holds_each_statement_of_a_service() -> None:
    notes_ = [statement(), statement(5, NEW, EVIL, [NEW])]
    assert split_notes("\n".join(notes_)) == notes_
    assert split_notes("") == []


def test_a_record_without_revocations_is_the_file_that_older_checkers_read() -> None:
    assert '"revocations"' not in filed(signed("a key"))
