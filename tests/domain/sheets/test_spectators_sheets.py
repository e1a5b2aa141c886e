"""The sheet that a spectator can write: read where the hidden cards are known, it leads to every answer."""

from __future__ import annotations

from typing import Any

import pytest

from domain import decider
from domain.chance import ScriptedChance
from domain.games import GAMES
from domain.model import CHANCE, Answered, Asked, Fact, Picks, Seat
from domain.recording.prints import Prints
from domain.sheets.cursor import Cursor
from domain.sheets.desk import EnteredAnswer
from domain.sheets.reading import Reader
from domain.sheets.scoresheets import open_sheet
from tests.villainous.matches import GAMES as VILLAINOUS_GAMES

from .typed import answers, arena_facts, find_book, villainous_facts, write


class WitnessedDesk:
    """A desk beside the table, which knows the decks, the secret answers, and which copy a hand held."""

    def __init__(self, rules: Any, board: Any, cursor: Cursor, facts: tuple[Fact, ...]) -> None:
        self._rules, self._cursor = rules, cursor
        self.position: decider.Position[Any] = decider.Position(board)
        self._chance = ScriptedChance(
            *(
                fact.event.picks
                for fact in facts
                if isinstance(fact.event, Answered)
                and fact.event.seat == CHANCE
                and fact.event.picks != ("begin",)
            )
        )
        self._answers = answers(list(facts))
        self._generic = Prints(rules).generic

    def enter(self, seat: Seat, picks: Picks) -> EnteredAnswer:
        """Decides the answer of the match that the words of the sheet mean."""
        was_seat, was = self._answers.pop(0)
        assert (seat, len(picks)) == (was_seat, len(was))
        for pick, true_pick in zip(picks, was, strict=True):
            is_same = pick == true_pick
            is_alike = self._generic(pick) == self._generic(true_pick)
            assert is_same or not pick or (is_alike and not self._is_open(pick))
        decision = decider.decide(self._rules, self.position, Answered(seat, was), self._draw)
        entered = EnteredAnswer(self.position.board, decision.facts)
        self.position = decision.position
        return entered

    def _is_open(self, pick: str) -> bool:
        """Whether a pick names a card in play, whose copy everyone sees."""
        realms = getattr(self.position.board, "realms", ())
        return any(pick.rpartition(":")[2] in realm.cards for realm in realms)

    def _draw(self, question: Asked, seq: int) -> Answered:
        answer = self._chance(question, seq)
        if len(question.options) > 1 and question.options[0].isdigit():
            (word,) = self._cursor.orders.popleft().words
            assert answer.picks == (str("ABCD".index(word.text)),)
        return answer


def assert_read(facts: tuple[Fact, ...]) -> None:
    """A spectator's sheet of a match leads to all its answers."""
    opened = open_sheet(write(facts, exact=False), GAMES, find_book)
    cursor = Cursor(opened.sheet.lines)
    desk = WitnessedDesk(opened.rules, opened.board, cursor, facts)
    reading = Reader(opened.game.SHEET, opened.rules, opened.sheet.lines, cursor, desk).read()
    assert reading.mistake is None, str(reading.mistake)
    assert reading.differences == ()
    assert len(reading.answers) == len(answers(list(facts)))


@pytest.mark.parametrize("seed", range(30))
def test_a_match_of_the_arena(seed: int) -> None:
    assert_read(arena_facts(seed))


@pytest.mark.parametrize(("seed", "seats"), VILLAINOUS_GAMES)
def test_a_match_of_villainous(seed: int, seats: int) -> None:
    assert_read(villainous_facts(seed, seats))
