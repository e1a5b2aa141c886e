"""Narrates single facts for a viewer, including those that a narration skips."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from domain.breakdown import Passage
from domain.games import Game
from domain.model import CHANCE, Answered, Asked, Event, Fact, Resolved, Viewer
from domain.table import SeatClaimed

from ..playback.replay import Replay
from . import languages
from .languages import ENGLISH
from .names import localized_names as named
from .narrator import Narrator


class FactNarrator:
    """Narrates the facts of a replay in any order.

    *facts* are those of the replay as *viewer* may see them.
    """

    def __init__(
        self,
        game: Game,
        replay: Replay[Any, Any],
        facts: Sequence[Fact],
        viewer: Viewer,
        language: str = ENGLISH,
    ) -> None:
        self._game, self._replay, self._facts, self._viewer = game, replay, facts, viewer
        self._translator = languages.game_language(game.NAME, language)
        names = {f"game:{game.NAME}": game.TITLE, **named(game, replay.rules.book, self._translator)}
        self._narrator = Narrator(game, replay.rules.book, self._translator, names)
        for fact in facts:
            if isinstance(fact.event, SeatClaimed):
                self._narrator.narrate(fact.event)

    def narrate(self, seq: int) -> str:
        """Returns the sentence of fact *seq*.

        An answer includes its question, and a fact after an answer includes that. The end of an effect has
        the sentence of the next question, or an empty one.
        """
        event = self._facts[seq - 1].event
        if isinstance(event, Answered) and event.seat == CHANCE:
            return self._translator.says("Chance decides.")
        if isinstance(event, Answered):
            self._narrate_open_question(seq - 1)
        elif seq > 1:
            self._narrator.continue_after(self._facts[seq - 2].event)
        text = (
            self._narrate_open_question(seq) if isinstance(event, Resolved) else self._narrator.narrate(event)
        )
        return text[:1].upper() + text[1:]

    def card_text(self, board: Any, rule: str) -> Passage | None:
        """Returns the text of the card that is a fact's *rule*; `None` if it is no card."""
        passage = self._game.explain_rule(board, self._book, rule)
        if passage is None:
            return None
        return Passage(
            self._translator.translate_print(passage.name), self._translator.translate_print(passage.text)
        )

    @cached_property
    def _book(self) -> Any:
        return self._game.translate_book(self._replay.rules.book, self._translator.code)

    def narrate_question(self, question: Asked) -> str:
        """Returns the sentence of a question."""
        if question.seat == CHANCE:
            return self._translator.says("Chance decides.")
        text = self._narrator.narrate(question)
        return text[:1].upper() + text[1:]

    def _narrate_open_question(self, seq: int) -> str:
        """Returns the sentence of the question that is open after fact *seq*."""
        question: Event | None = self._replay.scene(seq, self._viewer).question
        return "" if question is None else self._narrator.narrate(question)
