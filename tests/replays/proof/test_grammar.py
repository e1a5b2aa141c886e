"""One grammar for files: every checker refuses and finds the same in more than a thousand crafted ones."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from replays.proof import record
from replays.proof.record import UnreadableRecord, read_record
from replays.proof.standalone.strict_json import NotStrict, parse_json

from ..conftest import take
from .checker import checked
from .signers import SigningService, played, written
from .test_standalone import alike, said

SPELLINGS: dict[str, tuple[str, ...]] = {
    "1": ("1.0", "1e0", "10e-1", "+1", "01", "1.", "0x1", "1E0", "true", '"1"', "-1", "9007199254740993"),
    "0": ("-0", "0.0", "00", "-0.0", "0e5", ".0", "null", "false", "NaN", "-Infinity", "1e999"),
    "2": ("2.0", "2.5", "20e-1", "2" * 400, "-2", "[2]", "{}", " 2 ", "\t2\n", "\u00a02", "\ufeff2"),
}
"""Other spellings of a number in a file, most of them wrong."""
TEXTS = (
    *(r'"\ud800"', r'"\udc00\ud800"', r'"\ud83d\ude00"', r'"\u0000"', r'"\u00e9"', '"é"', r'"\/"', '"\\x41"'),
    *('"\x01"', '"\u2028"', r'"\uD834\uDD1E"', r'"\u12"', '"a', "'a'", '"\ufeff"', r'"\b\f"', '""', '"\x7f"'),
)
"""Texts in the place of another, some of them wrong."""
WRAPPERS: tuple[Callable[[bytes], bytes], ...] = (
    lambda file: b"\xef\xbb\xbf" + file,
    lambda file: file.decode().encode("utf-16"),
    lambda file: file.decode().encode("utf-16-le"),
    lambda file: file.decode().encode("utf-32"),
    lambda file: file + b"\n\n  ",
    lambda file: file + b"{}",
    lambda file: file + b"\x00",
    lambda file: b"\xff" + file,
    lambda file: b"\n\t " + file,
    lambda file: b"\x0b" + file,
    lambda file: "\u00a0".encode() + file,
    lambda file: b"[" + file + b"]",
    lambda file: file[:-2],
    lambda file: file.replace(b",", b",,", 1),
    lambda file: file.replace(b"}", b",}", 1),
    lambda file: b"// a match\n" + file,
    lambda file: file.replace(b"{", b'{"format": "recount-record/1", ', 1),
    lambda file: file.replace(b'"viewer"', b'"v\\u0069ewer"', 1),
    lambda file: file.replace(b'"viewer"', b'"viewer": "judge", "v\\u0069ewer"', 1),
    lambda file: file.replace(b'"seat-0"', b'"seat-\xc0\xb0"', 1),
    lambda file: file.replace(b'"seat-0"', b'"\xed\xa0\x80"', 1),
)
"""Other encodings and frames of a whole file."""


@cache
def whole() -> bytes:
    """Returns a record of twelve facts as a file."""
    service = SigningService()
    told = written(take("arena"), played("arena")[:12], "seat-0")
    short = replace(told, cards=replace(told.cards, data=None))
    return record.dump_record(service.sealed(short))


def crafted(seed: int, count: int) -> Iterator[bytes]:
    """Yields files with one place spelled otherwise: a number, a text, a nested value or all of it."""
    luck, file = Random(seed), whole()
    yield from (wrap(file) for wrap in WRAPPERS)
    for _ in range(count):
        told = json.loads(file)
        holder, name = _place(told, luck)
        mark = "«here»"
        value, holder[name] = holder[name], mark
        text = json.dumps(told, ensure_ascii=False)
        kind = luck.randrange(4)
        if kind == 0:
            other = luck.choice(SPELLINGS[luck.choice(tuple(SPELLINGS))])
        elif kind == 1:
            other = luck.choice(TEXTS)
        elif kind == 2:
            depth = luck.choice((3, 40, 70, 900, 5000))
            other = "[" * depth + "]" * depth if luck.random() < 0.5 else '{"a":' * depth + "1" + "}" * depth
        else:
            spelled = json.dumps(value, ensure_ascii=luck.random() < 0.5)
            other = luck.choice((spelled, f" {spelled}", f'{spelled}, "{name}": {spelled}'))
        yield text.replace(json.dumps(mark, ensure_ascii=False), other).encode("utf-8", "surrogatepass")


def _place(told: Any, luck: Random) -> tuple[Any, Any]:
    """Returns some place in *told*, however deep."""
    while True:
        name = luck.choice(list(told) if isinstance(told, dict) else range(len(told)))
        inner = told[name]
        if isinstance(inner, dict | list) and inner and luck.random() < 0.85:
            told = inner
        else:
            return told, name


def test_both_checkers_read_and_find_the_same_in_a_thousand_crafted_files(tmp_path: Path) -> None:
    files = [*crafted(40, 1100)]
    theirs = checked(tmp_path, files)
    ours = [said(file) for file in files]
    differing = [index for index in range(len(files)) if not alike(ours[index], theirs[index])]
    assert [(files[index], ours[index], theirs[index]) for index in differing] == []
    refused = sum(bool(each.refused) for each in ours)
    assert len(files) > 1000
    assert 400 < refused < 1000


@pytest.mark.parametrize("index", range(len(WRAPPERS)))
def test_the_check_with_rules_reads_no_file_that_they_refuse(index: int) -> None:
    file = WRAPPERS[index](whole())
    if said(file).refused:
        with pytest.raises(UnreadableRecord):
            read_record(file)
    else:
        assert read_record(file).match == "M1"


def test_the_bounds_of_the_grammar() -> None:
    assert parse_json(b"[9007199254740991, -9007199254740991]") == [2**53 - 1, 1 - 2**53]
    nested = b"[" * 64 + b"]" * 64
    assert parse_json(nested)
    for wrong in (b"9007199254740992", b"[" + nested + b"]", b'"\\udfff"', b'{"a": 1, "\\u0061": 1}'):
        with pytest.raises(NotStrict):
            parse_json(wrong)
