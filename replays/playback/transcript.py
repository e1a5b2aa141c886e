"""Golden transcripts: a whole match as a text file that people can read and the rules must still reproduce.

    # match 1NG2V9SR8ZY8
    # What the match shows, in a sentence or a few.

    1 <0 - table.MatchOpened game=arena …

    # answer 7, “target”: seat 1 picks ALA
    58 <57 - core.Answered seat=1 picks=[ALA]
    59 <58 GAS05.1 arena.DamageDealt who=ALA by=GAS damage=3 hp=4

The comments at the head are the title, after the id of the match if it has one; all others are written from
the facts, and are skipped in reading. A transcript with acts has their texts in place of the answers:

    # Mickey hits Ariel for 3 (0 HP left). Ariel is knocked out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from domain.messages import Message
from domain.model import CHANCE, Answered, Asked, Event, Fact
from domain.notation import Unreadable, Vocabulary, read_fact, write_fact
from domain.table import SeatClaimed

LIBRARY = Path(__file__).parents[1] / "library"
"""The folder of the golden transcripts, `*.game` files."""

MATCH = "# match "
"""The start of a first line with the id of the match."""


class Transcript(NamedTuple):
    """A match with a title of one or more lines, its facts, and its id, if it has one."""

    title: str
    facts: tuple[Fact, ...]
    match: str = ""


def library_files() -> list[Path]:
    """Returns every golden transcript, by name."""
    return sorted(LIBRARY.glob("*.game"))


def read_transcript(text: str, vocabulary: Vocabulary) -> Transcript:
    """Returns the transcript in *text*; raises `Unreadable` with the line."""
    match, title = "", list[str]()
    facts: list[Fact] = []
    is_head = True
    for number, line in enumerate(text.split("\n"), start=1):
        if number == 1 and line.startswith(MATCH):
            match = line.removeprefix(MATCH).strip()
        elif line.startswith("#"):
            if is_head:
                title.append(line[1:].removeprefix(" "))
        elif not line:
            is_head = False
        else:
            try:
                facts.append(read_fact(line, vocabulary))
            except Unreadable as error:
                raise Unreadable(
                    Message("line {number} is {error}", number=number, error=error.message)
                ) from error
    return Transcript("\n".join(title), tuple(facts), match)


def write_transcript(transcript: Transcript, acts: Mapping[int, str] | None = None) -> str:
    """Returns *transcript* as text, with the texts of *acts* by the number of their first fact."""
    return "\n".join(transcript_lines(transcript, acts)) + "\n"


def transcript_lines(transcript: Transcript, acts: Mapping[int, str] | None = None) -> Iterator[str]:
    """Yields *transcript* line by line."""
    if transcript.match:
        yield f"{MATCH}{transcript.match}"
    yield from (f"# {line}".rstrip() for line in transcript.title.splitlines())
    yield ""
    answers = 0
    previous: Event | None = None
    for fact in transcript.facts:
        event = fact.event
        if acts is not None:
            if fact.seq in acts:
                yield from ("", f"# {acts[fact.seq]}".rstrip())
        elif isinstance(event, Answered) and event.seat != CHANCE:
            answers += 1
            prompt = f", “{previous.prompt}”" if isinstance(previous, Asked) else ""
            picks = ", ".join(event.picks) or "nothing"
            yield from ("", f"# answer {answers}{prompt}: seat {event.seat} picks {picks}")
        elif isinstance(event, SeatClaimed):
            yield from ("", f"# seat {event.seat} is taken")
        yield write_fact(fact)
        previous = event
