"""The answers that a scribe can enter next, from what the table sees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct

from domain import table
from domain.model import SPECTATOR, Asked
from domain.rules import Rules
from domain.table.recordings.commands import require_record
from replays.text.narration import Narrator

_WORD = re.compile(r"[A-Za-z][\w'-]*")


class EntryChoice(Struct, frozen=True):
    """An answer with its label: `legal`, or `possible` if the hand of the seat holds its card."""

    pick: str
    label: str
    legality: Literal["legal", "possible"]


class EntryChoices(Struct, frozen=True):
    """The open question, and its answers; `entry` is the number of the next entry.

    Without a question the match has not begun or is over.
    """

    entry: int
    question: Asked | None
    prompt: str
    choices: list[EntryChoice]


def list_choices(rules: Rules[Any, Any], match: table.Match[Any], narrator: Narrator) -> EntryChoices:
    """Returns the answers to the open question of a recording; raises `table.WrongMoment`."""
    record = require_record(match)
    number = len(record.recording.entries) + 1
    question = table.open_question(rules, match)
    if question is None:
        return EntryChoices(number, None, "", [])
    asked = table.make_scene(rules, match, SPECTATOR).question
    assert asked is not None
    choices = [*_list_choices(rules, match, asked, narrator)]
    return EntryChoices(number, asked, narrator.prompt_text(asked), choices)


def _list_choices(
    rules: Rules[Any, Any], match: table.Match[Any], question: Asked, narrator: Narrator
) -> Iterator[EntryChoice]:
    if question.sight == "open":
        for pick in dict.fromkeys(question.options):
            yield EntryChoice(pick, narrator.label(question, pick), "legal")
        return
    board = rules.redact_board(match.position.board, SPECTATOR)
    prints: dict[str, None] = {}
    for pick in rules.candidate_picks(board, question):
        generic = _WORD.sub(lambda word: rules.print_of(word[0]), pick)
        prints.setdefault(generic)
    for pick in prints:
        yield EntryChoice(pick, narrator.label(question, pick), "possible")
