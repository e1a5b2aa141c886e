"""The independent checker of records: JavaScript, written from the page that describes how one is checked."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

import replays.proof

CHECKER = Path(replays.proof.__file__).parent / "js"

_ALL = """
import { readFileSync } from "node:fs";
import { check } from "%s/check.js";
const [...files] = process.argv.slice(1);
const told = files.map((file) => {
  try {
    return check(readFileSync(file));
  } catch (error) {
    return { refused: error.message };
  }
});
console.log(JSON.stringify(told));
"""


class Found(Struct):
    """Something that the checker found: which fact, what kind of finding, a sentence."""

    seq: int
    what: str
    sentence: str


class Checked(Struct):
    """What the checker says of a file: what it found, how many draws it made again or could not make.

    `imports` tell what the service that signed it has not seen itself; `refused` tells why a file is no
    record. `left` is what it leaves to others, `unproved` are the reasons not to call the file untouched.
    """

    found: tuple[Found, ...] = ()
    checked: int = 0
    unchecked: int = 0
    imports: tuple[str, ...] = ()
    refused: str = ""
    left: tuple[str, ...] = ()
    unproved: tuple[str, ...] = ()
    verdict: str = "unread"


def checked(folder: Path, files: Iterable[bytes]) -> list[Checked]:
    """Returns what the checker says of *files*, which are written into *folder*: in one process for all."""
    paths = []
    for number, file in enumerate(files):
        paths.append(folder / f"{number}.json")
        paths[-1].write_bytes(file)
    said = node("--input-type=module", "-e", _ALL % CHECKER, *map(str, paths))
    return msgspec.json.decode(said, type=list[Checked])


def node(*arguments: str) -> str:
    """Returns what Node prints."""
    done = subprocess.run(["node", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
