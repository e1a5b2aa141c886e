"""A game as a sequence of small decisions: one option at a time, with the draws of chance between them.

A question that takes several picks is answered pick by pick. A shuffle is drawn card by card from the top. No
library of research is needed here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
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

DONE = 0
"""The action that ends picking; action n picks the n-th option of the question."""
ACTIONS, OUTCOMES = 1024, 128
"""How many actions and outcomes of chance there are at most."""
LIMIT = 5000
"""After so many actions of players a match is drawn, if it has not ended before."""


class _Undrawn(Exception):
    def __init__(self, asked: Asked) -> None:
        super().__init__(asked.prompt)
        self.asked = asked


@cache
def rules_of(game: str) -> Rules[Any, Any]:
    """Returns the rules of a game, with the cards that come with it."""
    return GAMES[game].make_rules(packaged_cards(game).book)


class Episode:
    """One play of a game. `asked` is the open question, of a seat or of `CHANCE`; `None` at the end.

    A copy costs next to nothing: what it holds never changes. Raises `decider.Unplayable` for options that no
    match can have.
    """

    def __init__(self, game: str, options: Mapping[str, Any], seats: int, limit: int = LIMIT) -> None:
        self.game, self.seats, self.limit = game, seats, limit
        self.facts: tuple[Fact, ...] = ()
        self.picked: tuple[int, ...] = ()
        self.actions = 0
        self._position: Position[Any] = Position(self.rules.initial_board(options, seats))
        self._answer: Answered | None = None
        self._drawn: tuple[Picks, ...] = ()
        self.asked = decider.open_question(self.rules, self._position)

    def __copy__(self) -> Episode:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> Episode:
        """Returns a copy, which shares what never changes."""
        copied = object.__new__(Episode)
        copied.__dict__.update(self.__dict__)
        return copied

    @property
    def rules(self) -> Rules[Any, Any]:
        """The rules, which are no part of what is copied or pickled."""
        return rules_of(self.game)

    @property
    def over(self) -> bool:
        """Whether nobody is asked any more."""
        return self.asked is None or self.actions >= self.limit

    def legal(self) -> list[int]:
        """Returns the actions that are open to whoever is asked; those of chance are equally likely."""
        assert self.asked is not None
        open_to = [n for n in range(1, len(self.asked.options) + 1) if n not in self.picked]
        return [DONE, *open_to] if len(self.picked) >= self.asked.least else open_to

    def label(self, action: int) -> str:
        """Returns what an action picks."""
        assert self.asked is not None
        return "done" if action == DONE else self.asked.options[action - 1]

    def act(self, action: int) -> None:
        """Lets whoever is asked pick; raises `decider.Illegal` for what does not come to an end."""
        asked = self.asked
        assert asked is not None
        self.actions += asked.seat != CHANCE
        if action != DONE:
            self.picked = (*self.picked, action)
            if len(self.picked) < asked.most:
                return
        picks = tuple(asked.options[n - 1] for n in self.picked)
        self.picked = ()
        if self._answer is not None:
            self._drawn = (*self._drawn, picks)
        elif asked.seat == CHANCE:
            self._answer = chance_answer(picks)
        else:
            self._answer = Answered(asked.seat, picks)
        self._follow()

    def _follow(self) -> None:
        """Tells what follows from the answer, until chance is asked or the effect waits or ends."""
        assert self._answer is not None
        left = iter(self._drawn)

        def chance(asked: Asked, seq: int) -> Answered:
            if (picks := next(left, None)) is None:
                raise _Undrawn(asked)
            return chance_answer(picks)

        try:
            facts, position = decider.decide(self.rules, self._position, self._answer, chance)
        except _Undrawn as undrawn:
            self.asked = undrawn.asked
            return
        # Without the effect that waits in it: an episode can be copied, a half-told effect cannot.
        self._position = replace(position)
        self.facts = (*self.facts, *facts)
        self._answer, self._drawn = None, ()
        self.asked = decider.open_question(self.rules, self._position)

    def returns(self) -> list[float]:
        """Returns what each seat gets: 1 for who wins, what they win is lost by the others; 0 for a draw."""
        if self.asked is not None:
            return [0.0] * self.seats
        winners = self.rules.game_result(self._position.board).winners
        if not winners:
            return [0.0] * self.seats
        lost = len(winners) / (self.seats - len(winners))
        return [1.0 if seat in winners else -lost for seat in range(self.seats)]

    # -- what a seat knows ---------------------------------------------------------------------------------

    def _viewer(self, seat: Seat) -> Viewer:
        return self.rules.seat_viewer(self._position.board, seat)

    def _question(self, seat: Seat) -> Asked | None:
        asked = None if self.over else self.asked
        return None if asked is None else decider.redact_question(asked, self._viewer(seat))

    def observed(self, seat: Seat) -> str:
        """Returns what *seat* sees now, as JSON: the board, the question, and its own picks so far."""
        question = self._question(seat)
        is_own = question is not None and question.seat == seat
        seen = {
            "board": self.rules.redact_board(self._position.board, self._viewer(seat)),
            "question": question,
            "picked": self.picked if is_own else (),
        }
        return json.dumps(msgspec.to_builtins(seen), ensure_ascii=False, sort_keys=True)

    def known(self, seat: Seat) -> str:
        """Returns all that *seat* has seen happen, a fact a line, then what it sees now."""
        viewer = self._viewer(seat)
        told = (write_fact(decider.redact_fact(self.rules, fact, viewer)) for fact in self.facts)
        return "\n".join((*told, self.observed(seat)))
