"""The possible answers of a question, and the reasons against all others."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from domain import decider, table
from domain.messages import Message
from domain.model import Asked, Refusal, Viewer
from domain.published import OptionalText
from domain.recording.possible import find_question, list_possible_picks
from domain.rules import Rules
from domain.script import B, K
from domain.table import Match

from ..text.narrator import Narrator
from .unknown_cards import Legality


class Choice(Struct, frozen=True):
    """An element of the table: whether it can be picked, or else the rule that forbids it, in words.

    `label` is its name in play, and `reason` the sentence without it and the full stop. In a recorded match,
    `legality` says whether every hand allows it that agrees with what the table saw, or some hand, or none.
    """

    pick: str
    possible: bool
    rule: OptionalText = ""
    sentence: OptionalText = ""
    label: OptionalText = ""
    reason: OptionalText = ""
    legality: Legality | None = None


class ChoiceList(Struct, frozen=True):
    """The visible part of an open question and its answers, the possible ones first.

    The list is empty without a question, or if its options are hidden; `sentence` gives the reason.
    """

    question: Asked | None
    choices: list[Choice]
    sentence: OptionalText = ""


def explain_options(
    rules: Rules[B, K], match: Match[B], viewer: Viewer, narrator: Narrator | None = None
) -> ChoiceList:
    """Returns the candidate answers that *viewer* may see.

    *narrator* translates them and knows names; without it texts are English and use ids.
    """
    question = table.open_question(rules, match)
    if question is None:
        return ChoiceList(None, [], _render(_no_question_reason(match), narrator))
    redacted = decider.redact_question(question, viewer)
    if match.record is not None and question.sight == "hand":
        judged = [*_judge_picks(rules, match, question, narrator)]
        reason = Message("The entries do not tell what could be chosen there.")
        return ChoiceList(redacted, judged, "" if judged else _render(reason, narrator))
    if redacted.options != question.options:
        secret = Message("What can be chosen is for the eyes of seat {seat} alone.", seat=question.seat)
        return ChoiceList(redacted, [], _render(secret, narrator))
    board = match.position.board
    impossible = dict.fromkeys(
        pick for pick in rules.candidate_picks(board, question) if pick not in question.options
    )
    possible = [_choice(question, pick, None, narrator) for pick in question.options]
    refused = [
        _choice(question, pick, rules.explain_refusal(board, question, pick), narrator) for pick in impossible
    ]
    return ChoiceList(question, possible + refused)


def _judge_picks(
    rules: Rules[B, K], match: Match[B], question: Asked, narrator: Narrator | None
) -> Iterator[Choice]:
    """Yields the answers to the *question* of a recorded match, from what the table saw until then."""
    assert match.record is not None
    recording = find_question(rules, match.record.line, match.position)
    for pick, legality, refusal in () if recording is None else list_possible_picks(rules, recording):
        yield replace(_choice(question, pick, refusal, narrator), legality=legality)


def _choice(question: Asked, pick: str, refusal: Refusal | None, narrator: Narrator | None) -> Choice:
    label = "" if narrator is None else narrator.label(question, pick)
    if refusal is None:
        return Choice(pick, True, label=label)
    argument = refusal.sentence.arguments.get("reason")  # a game may word the whole sentence itself
    reason = _render(Message("{reason}", reason=argument) if argument else refusal.sentence, narrator)
    sentence = (
        refusal.sentence if narrator is None else narrator.refusal_text(question, pick, refusal.sentence)
    )
    return Choice(pick, False, refusal.rule, str(sentence), label, reason.removesuffix("."))


def _render(message: Message, narrator: Narrator | None) -> str:
    return str(message) if narrator is None else narrator.render_message(message)


def _no_question_reason(match: Match[B]) -> Message:
    if match.ended is not None:
        return Message("The match is over: no question is open.")
    if match.is_paused:
        return Message("The match is paused: no question is open.")
    if match.reveals.round:
        return table.round_message(match)
    if match.is_revealing:
        return Message("Seats still have to reveal their nonces: no question is open.")
    if match.is_full:
        return Message("Effects are under way: no question is open just now.")
    return Message("Not every seat is claimed yet.")
