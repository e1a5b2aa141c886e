"""The possible answers at a position with unknown cards.

An answer is *legal* if every filling of the position allows it, *possible* if some filling does, and else
*illegal*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from domain.decider import Unplayable
from domain.games import Game
from domain.model import Asked, Refusal
from domain.published import OptionalText
from domain.rules import Rules, Study
from domain.sheets.unknowns import Filling, blank_cards, list_fillings, read_filled

from ..text.narrator import Narrator

Legality: TypeAlias = Literal["legal", "possible", "illegal"]

MAX_CHOICES = 500
"""The most answers in one list."""


class JudgedChoice(Struct, frozen=True):
    """An answer with its legality, its label, and the rule with a sentence against an illegal one."""

    pick: str
    legality: Legality
    label: OptionalText = ""
    rule: OptionalText = ""
    sentence: OptionalText = ""


class JudgedPosition(Struct, frozen=True):
    """A position with unknown cards: its board with blank ids for these, and the answers of its question.

    `sentence` gives the reason for a missing question, with its `rule`.
    """

    board: Any
    question: Asked | None
    choices: list[JudgedChoice]
    rule: OptionalText = ""
    sentence: OptionalText = ""


def judge_position(game: Game, rules: Rules[Any, Any], text: str, narrator: Narrator) -> JudgedPosition:
    """Returns the position in *text* with the legality of each answer, the legal ones first.

    It puts each unseen card into each hand and pile once, so it can miss an answer that needs two of them
    together: that one is illegal with a sentence. Raises `Unreadable` and `Unplayable`.
    """
    partial, first, filled = read_filled(text, game, rules.book)
    board = msgspec.convert(blank_cards(msgspec.to_builtins(filled), first.cards), game.Board)
    try:
        study = rules.load_study(first.text)
    except Unplayable as error:
        return JudgedPosition(board, None, [], error.refusal.rule, narrator.render_message(error.message))
    question = rules.next_question(study.board)
    if question is None:
        return JudgedPosition(board, None, [])
    studies = [study, *_load_studies(rules, islice(list_fillings(partial), 1, None))]
    choices = list(_judge_choices(rules, question, studies, narrator))
    visible = msgspec.structs.replace(question, options=tuple(choice.pick for choice in choices))
    return JudgedPosition(board, visible, choices[:MAX_CHOICES])


def _load_studies(rules: Rules[Any, Any], fillings: Iterator[Filling]) -> Iterator[Study[Any]]:
    """Yields the studies of those fillings from which a match can go on."""
    for filling in fillings:
        with suppress(Unplayable):
            yield rules.load_study(filling.text)


def _judge_choices(
    rules: Rules[Any, Any], question: Asked, studies: list[Study[Any]], narrator: Narrator
) -> Iterator[JudgedChoice]:
    counts = Counter[str]()
    refused: dict[str, Refusal] = {}
    for study in studies:
        filled = rules.next_question(study.board)
        if filled is None or filled.prompt != question.prompt:
            continue
        counts.update([*dict.fromkeys(filled.options)])
        for pick in rules.candidate_picks(study.board, filled):
            if pick not in filled.options and pick not in refused:
                refused[pick] = rules.explain_refusal(study.board, filled, pick)
    for pick, count in counts.most_common():
        legality: Legality = "legal" if count == len(studies) else "possible"
        yield JudgedChoice(pick, legality, narrator.label(question, pick))
    for pick, refusal in refused.items():
        if pick not in counts:
            sentence = str(narrator.refusal_text(question, pick, refusal.sentence))
            yield JudgedChoice(pick, "illegal", narrator.label(question, pick), refusal.rule, sentence)
