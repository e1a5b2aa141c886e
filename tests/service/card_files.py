"""Files of card sets that somebody wrote: the core set, rewritten here and there."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import msgspec

CORE = resources.files("domain.arena").joinpath("cards/core.yaml").read_text(encoding="utf-8")


class CardFiles:
    """A directory of card sets."""

    def __init__(self, directory: Path) -> None:
        directory.mkdir()
        self.directory = directory

    def writes(self, file: str, *changes: tuple[str, str], name: str = "mine") -> Path:
        """Writes the core set under another name, each passage of *changes* rewritten once."""
        text = CORE
        for before, after in (("name: core", f"name: {name}"), *changes):
            assert before in text, f"the passage to rewrite is gone: {before}"
            text = text.replace(before, after, 1)
        path = self.directory / file
        path.write_text(text, encoding="utf-8")
        return path


def line_of(passage: str) -> int:
    """The line of the core set where *passage* first stands."""
    return CORE[: CORE.index(passage)].count("\n") + 1


def verb(instruction: type[msgspec.Struct]) -> str:
    """How a card file calls an instruction."""
    info = msgspec.inspect.type_info(instruction)
    assert isinstance(info, msgspec.inspect.StructType)
    return str(info.tag)
