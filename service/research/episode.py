"""Game as a sequence of small decisions, with one option or one draw each.

A question with several picks takes one action for each pick. A shuffle draws card by card from the top.
`write_playthrough` shows changes of a game in this form. This module needs no research library.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from domain import decider
from domain.chance import chance_answer
from domain.decider import Position
from domain.games import GAMES
from domain.model import CHANCE, Answered, Asked, Fact, Picks, Seat, Viewer
from domain.notation import write_fact
from domain.rules import Rules

from ..catalog.cardsets import packaged_cards

DONE_ACTION = 0
"""Action that ends the picks; action n picks option n."""
ACTION_COUNT, MAX_OUTCOMES = 1024, 128
"""Largest numbers of actions and of outcomes of chance."""
MAX_ACTIONS = 5000
"""Actions of players after which a match counts as drawn."""


class _ChanceNeeded(Exception):
    def __init__(self, question: Asked) -> None:
        super().__init__(question.prompt)
        self.question = question


@cache
def rules_of(game: str) -> Rules[Any, Any]:
    """Returns the rules of a game with its packaged cards."""
    return GAMES[game].make_rules(packaged_cards(game).book)


class Episode:
    """One play of a game. `question` is the open question to a seat or to `CHANCE`.

    At the end it is `None`. A copy is cheap because its values never change. Raises `decider.Unplayable` for
    invalid options.
    """

    def __init__(self, game: str, options: Mapping[str, Any], seats: int, limit: int = MAX_ACTIONS) -> None:
        self.game, self.seats, self.limit = game, seats, limit
        self.facts: tuple[Fact, ...] = ()
        self.picked: tuple[int, ...] = ()
        self.actions = 0
        self._position: Position[Any] = Position(self.rules.initial_board(options, seats))
        self._answer: Answered | None = None
        self._drawn: tuple[Picks, ...] = ()
        self.question = decider.open_question(self.rules, self._position)

    def __copy__(self) -> Episode:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> Episode:
        """Returns a copy that shares all values."""
        copied = object.__new__(Episode)
        copied.__dict__.update(self.__dict__)
        return copied

    @property
    def rules(self) -> Rules[Any, Any]:
        """Rules, outside of copies and pickles."""
        return rules_of(self.game)

    @property
    def is_over(self) -> bool:
        """Whether no question is open."""
        return self.question is None or self.actions >= self.limit

    def legal_actions(self) -> list[int]:
        """Returns the open actions. Those of chance are equally likely."""
        assert self.question is not None
        open_to = [n for n in range(1, len(self.question.options) + 1) if n not in self.picked]
        return [DONE_ACTION, *open_to] if len(self.picked) >= self.question.least else open_to

    def label_action(self, action: int) -> str:
        """Returns the pick of an action."""
        assert self.question is not None
        return "done" if action == DONE_ACTION else self.question.options[action - 1]

    def apply_action(self, action: int) -> None:
        """Applies an action; raises `decider.Illegal` for a play without end."""
        question = self.question
        assert question is not None
        self.actions += question.seat != CHANCE
        if action != DONE_ACTION:
            self.picked = (*self.picked, action)
            if len(self.picked) < question.most:
                return
        picks = tuple(question.options[n - 1] for n in self.picked)
        self.picked = ()
        if self._answer is not None:
            self._drawn = (*self._drawn, picks)
        elif question.seat == CHANCE:
            self._answer = chance_answer(picks)
        else:
            self._answer = Answered(question.seat, picks)
        self._decide_answer()

    def _decide_answer(self) -> None:
        """Applies the answer until the next question, also one to chance."""
        assert self._answer is not None
        remaining_draws = iter(self._drawn)

        def draw(question: Asked, seq: int) -> Answered:
            if (picks := next(remaining_draws, None)) is None:
                raise _ChanceNeeded(question)
            return chance_answer(picks)

        try:
            facts, position = decider.decide(self.rules, self._position, self._answer, draw)
        except _ChanceNeeded as needed:
            self.question = needed.question
            return
        # Without the effect that waits in it: an episode can be copied, one under way cannot.
        self._position = replace(position)
        self.facts = (*self.facts, *facts)
        self._answer, self._drawn = None, ()
        self.question = decider.open_question(self.rules, self._position)

    def seat_returns(self) -> list[float]:
        """Returns the return of each seat, 1 for a winner, and 0 in a draw.

        The losers share the negative sum of the winners.
        """
        if self.question is not None:
            return [0.0] * self.seats
        winners = self.rules.game_result(self._position.board).winners
        if not winners:
            return [0.0] * self.seats
        lost = len(winners) / (self.seats - len(winners))
        return [1.0 if seat in winners else -lost for seat in range(self.seats)]

    # -- views -------------------------------------------------------------------------------------------

    def _seat_viewer(self, seat: Seat) -> Viewer:
        return self.rules.seat_viewer(self._position.board, seat)

    def _redacted_question(self, seat: Seat) -> Asked | None:
        question = None if self.is_over else self.question
        return None if question is None else decider.redact_question(question, self._seat_viewer(seat))

    def observation_text(self, seat: Seat) -> str:
        """Returns the view of *seat* as JSON, with board, question and own picks."""
        question = self._redacted_question(seat)
        is_own = question is not None and question.seat == seat
        view = {
            "board": self.rules.redact_board(self._position.board, self._seat_viewer(seat)),
            "question": question,
            "picked": self.picked if is_own else (),
        }
        return json.dumps(msgspec.to_builtins(view), ensure_ascii=False, sort_keys=True)

    def history_text(self, seat: Seat) -> str:
        """Returns all facts for *seat*, a line each, and then its present view."""
        viewer = self._seat_viewer(seat)
        lines = (write_fact(decider.redact_fact(self.rules, fact, viewer)) for fact in self.facts)
        return "\n".join((*lines, self.observation_text(seat)))


def write_playthrough(game: str, options: Mapping[str, Any], seats: int, seed: int) -> Iterator[str]:
    """Yields a line for each action, with its seat, question, number and label.

    The last line has the return of each seat. The same *seed* plays the same.
    """
    rng, episode = Random(seed), Episode(game, options, seats)
    while not episode.is_over and episode.question is not None:
        legal_actions = episode.legal_actions()
        action = rng.choice(legal_actions)
        actor = "chance" if episode.question.seat == CHANCE else f"seat {episode.question.seat}"
        number = f"{action} of {len(legal_actions)}"
        yield f"{actor}: {episode.question.prompt}, {number}: {episode.label_action(action)}"
        episode.apply_action(action)
    yield f"returns: {episode.seat_returns()}"
