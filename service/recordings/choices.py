"""The answers that a scribe can enter next, from what the table sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct

from domain import table
from domain.model import CHANCE, Asked
from domain.published import OptionalText
from domain.recording.possible import list_next, list_possible_picks
from domain.recording.recording import Recording
from domain.rules import Rules
from domain.table.recordings.commands import require_record
from replays.text.narrator import Narrator


class EntryChoice(Struct, frozen=True):
    """An answer with its label: `legal` with every hand, `possible` with some, or `illegal` with a reason."""

    pick: str
    label: str
    legality: Literal["legal", "possible", "illegal"]
    rule: OptionalText = ""
    sentence: OptionalText = ""


class EntryQuestion(Struct, frozen=True):
    """A question as the table sees it, in words, with its answers."""

    question: Asked
    prompt: str
    choices: list[EntryChoice]


class EntryChoices(Struct, frozen=True):
    """The open question, and those that follow if their seats say nothing, such as at the end of a turn.

    `entry` is the number of the next entry, which answers one of them. Without a question the match has not
    begun or is over.
    """

    entry: int
    questions: list[EntryQuestion]


def list_choices(
    rules: Rules[Any, Any], match: table.Match[Any], narrator: Narrator, amended: int = 0
) -> EntryChoices:
    """Returns the answers to the next questions of a recording, or in the place of entry *amended*.

    Raises `table.WrongMoment`.
    """
    recording = require_record(match).recording
    if 0 < amended <= len(recording.entries):
        recording = recording.rewind(recording.entry_seq(amended) - 1)
    elif table.open_question(rules, match) is None:
        return EntryChoices(len(recording.entries) + 1, [])
    following = list_next(rules, recording, match.seq + 1)
    return EntryChoices(len(recording.entries) + 1, [*_describe_questions(rules, following, narrator)])


def _describe_questions(
    rules: Rules[Any, Any], recordings: list[Recording[Any, Any]], narrator: Narrator
) -> Iterator[EntryQuestion]:
    for recording in recordings:
        question = recording.question
        assert question is not None
        choices = []
        for possible in list_possible_picks(rules, recording):
            label, reason = narrator.label(question, possible.pick), possible.refusal
            rule = "" if reason is None else reason.rule
            sentence = (
                "" if reason is None else narrator.refusal_text(question, possible.pick, reason.sentence)
            )
            choices.append(EntryChoice(possible.pick, label, possible.legality, rule, sentence))
        prompt = "" if question.seat == CHANCE else narrator.prompt_text(question)
        yield EntryQuestion(question, prompt, choices)
