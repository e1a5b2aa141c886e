"""Why not? What could be answered at a moment of a match, and for all else the rule that forbids it."""

from __future__ import annotations

from msgspec import Struct

from domain import decider, table
from domain.decider import Rules
from domain.messages import Message
from domain.model import Asked, Refusal, Viewer
from domain.published import OptionalText
from domain.script import B, K
from domain.table import Match

from .narration import Narrator


class Choice(Struct, frozen=True):
    """An element of the table: whether it can be picked, or else the rule that forbids it, in words.

    `label` is its name in play.
    """

    pick: str
    possible: bool
    rule: OptionalText = ""
    sentence: OptionalText = ""
    label: OptionalText = ""


class ChoiceList(Struct, frozen=True):
    """The visible part of an open question and its answers, the possible ones first.

    The list is empty without a question, or if its options are hidden; `sentence` gives the reason.
    """

    question: Asked | None
    choices: list[Choice]
    sentence: OptionalText = ""


def options(
    rules: Rules[B, K], match: Match[B], viewer: Viewer, narrator: Narrator | None = None
) -> ChoiceList:
    """Returns what may be answered in *match* and what may not, as far as *viewer* may know.

    *narrator* tells it in a language and knows names; without one it is told in English, and by ids.
    """
    asked = table.open_question(rules, match)
    if asked is None:
        return ChoiceList(None, [], _told(_silence(match), narrator))
    shown = decider.redact_question(asked, viewer)
    if shown.options != asked.options:
        secret = Message("What can be chosen is for the eyes of seat {seat} alone.", seat=asked.seat)
        return ChoiceList(shown, [], _told(secret, narrator))
    board = match.position.board
    others = dict.fromkeys(pick for pick in rules.candidate_picks(board, asked) if pick not in asked.options)
    possible = [_choice(asked, pick, None, narrator) for pick in asked.options]
    refused = [_choice(asked, pick, rules.explain_refusal(board, asked, pick), narrator) for pick in others]
    return ChoiceList(asked, possible + refused)


def _choice(asked: Asked, pick: str, refusal: Refusal | None, narrator: Narrator | None) -> Choice:
    label = "" if narrator is None else narrator.label(asked, pick)
    if refusal is None:
        return Choice(pick, True, label=label)
    told = refusal.sentence if narrator is None else narrator.refuses(asked, pick, refusal.sentence)
    return Choice(pick, False, refusal.rule, str(told), label)


def _told(message: Message, narrator: Narrator | None) -> str:
    return str(message) if narrator is None else narrator.tells_plainly(message)


def _silence(match: Match[B]) -> Message:
    if match.ended is not None:
        return Message("The match is over: nobody is asked.")
    if match.is_paused:
        return Message("The match is paused: nobody is asked.")
    if match.is_full:
        return Message("Things are happening: nobody is asked just now.")
    return Message("Not every seat is claimed yet.")
