"""The voice that tells a viewer any fact of a match by itself, and those that a narration passes over."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from domain.breakdown import Passage
from domain.games import Game
from domain.model import CHANCE, Answered, Asked, Event, Fact, Resolved, Viewer
from domain.table import SeatClaimed

from . import languages
from .languages import ENGLISH
from .names import names as named
from .narration import Narrator
from .replay import Replay


class Voice:
    """Tells the facts of a film, one at a time, in the order they are asked for.

    *facts* are those of the film as *viewer* may hear them, from the first.
    """

    def __init__(
        self,
        game: Game,
        film: Replay[Any, Any],
        facts: Sequence[Fact],
        viewer: Viewer,
        language: str = ENGLISH,
    ) -> None:
        self._game, self._film, self._facts, self._viewer = game, film, facts, viewer
        self._translator = languages.language(game.NAME, language)
        names = {f"game:{game.NAME}": game.TITLE, **named(game, film.rules.book, self._translator)}
        self._narrator = Narrator(game, film.rules.book, self._translator, names)
        for fact in facts:
            if isinstance(fact.event, SeatClaimed):
                self._narrator.tells(fact.event)

    def tells(self, seq: int) -> str:
        """Returns the sentence that tells fact *seq*.

        An answer is told with the question it answers in mind, what follows an answer with that, and the end
        of an effect by the question that stands open then; if none does there is nothing to tell, and the
        sentence is empty.
        """
        event = self._facts[seq - 1].event
        if isinstance(event, Answered) and event.seat == CHANCE:
            return self._translator.says("Chance decides.")
        if isinstance(event, Answered):
            self._ask(seq - 1)
        elif seq > 1:
            self._narrator.after(self._facts[seq - 2].event)
        text = self._ask(seq) if isinstance(event, Resolved) else self._narrator.tells(event)
        return text[:1].upper() + text[1:]

    def quotes(self, board: Any, rule: str) -> Passage | None:
        """Returns what the card says that facts name as their *rule*, on *board*; `None` if it is no card."""
        passage = self._game.explain_rule(board, self._book, rule)
        if passage is None:
            return None
        return Passage(self._translator.prints(passage.name), self._translator.prints(passage.text))

    @cached_property
    def _book(self) -> Any:
        return self._game.translate_book(self._film.rules.book, self._translator.code)

    def asks(self, asked: Asked) -> str:
        """Returns the sentence that tells a question."""
        if asked.seat == CHANCE:
            return self._translator.says("Chance decides.")
        text = self._narrator.tells(asked)
        return text[:1].upper() + text[1:]

    def _ask(self, seq: int) -> str:
        """Tells the question that is open after fact *seq*."""
        asked: Event | None = self._film.scene(seq, self._viewer).question
        return "" if asked is None else self._narrator.tells(asked)
