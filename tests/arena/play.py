"""A table to try things on: a drawn board, two Summoners who answer, and the story of what happened."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from inspect import cleandoc

from domain import arena, chance, core, notation
from domain.arena.board import Board, Figure, Options, Stage, Summoner
from domain.arena.book import Book
from domain.arena.facts import Status
from domain.arena.rules import ArenaRules
from domain.core import Answered, Asked, Picks, Position
from service.cardsets import Library

BLUE, RED = 0, 1
SIDES = {"SAM": BLUE, "ALA": BLUE, "GAS": RED, "ARI": RED}
ORDER = ("SAM", "ARI", "ALA", "GAS")


@cache
def book() -> Book:
    """The card set that comes with the game."""
    read: Book = Library().cards("arena").book
    return read


class Play:
    """A match in the middle: `blue` and `red` answer, `story` tells what followed, `board` is how it stands."""

    def __init__(self, board: Board, *shuffles: Picks) -> None:
        self.rules = ArenaRules(book())
        self.chance = chance.Script(*shuffles)
        self.position: Position[Board] = Position(board)
        self.facts: list[core.Fact] = []

    @property
    def board(self) -> Board:
        return self.position.board

    @property
    def asked(self) -> Asked:
        """The open question."""
        question = core.asked(self.rules, self.position)
        assert question is not None, "no question is open"
        return question

    @property
    def options(self) -> set[str]:
        """What could be answered now."""
        return set(self.asked.options)

    def blue(self, *picks: str) -> Play:
        """Blue answers."""
        return self._answer(BLUE, picks)

    def red(self, *picks: str) -> Play:
        """Red answers."""
        return self._answer(RED, picks)

    def _answer(self, seat: int, picks: Picks) -> Play:
        decision = core.decide(self.rules, self.position, Answered(seat, picks), self.chance)
        assert core.fold(self.rules, self.position, decision.facts) == decision.position
        self.facts, self.position = decision.facts, decision.position
        return self

    @property
    def story(self) -> str:
        """What followed from the last answer: one line a fact, with its rule or card paragraph in front."""
        lines = []
        for fact in self.facts:
            if isinstance(fact.event, arena.facts.ArenaFact):
                _, _, rule, *told = notation.write_fact(fact).split()
                lines.append(" ".join((rule, *told)).replace("arena.", ""))
        return "\n".join(lines)

    def refusal(self, pick: str) -> core.Refusal:
        """Why *pick* cannot be answered now."""
        try:
            core.check(self.rules, self.position, Answered(self.asked.seat, (pick,)))
        except core.Illegal as illegal:
            return illegal.refusal
        raise AssertionError(f"“{pick}” can be answered")


def told(text: str) -> str:
    """An expected story, as it stands in a test."""
    return cleandoc(text)


def given(
    drawing: str,
    turn: str,
    *,
    blue: str = "",
    red: str = "",
    blue_deck: str = "ALA01 ALA02 SAM08",
    red_deck: str = "ARI05 ARI06 GAS03",
    hp: Mapping[str, int] | None = None,
    statuses: Mapping[str, dict[Status, int]] | None = None,
    points: tuple[int, int] = (0, 0),
    edition: str = "en",
    final: bool = False,
    phases: str = "movement action",
    shuffles: tuple[Picks, ...] = (),
) -> Play:
    """A board drawn as it lies on the table, red end on top; who is not drawn is knocked out.

    `blue` and `red` are hands; decks are drawn from the left.
    """
    rows = [line.split() for line in drawing.strip().splitlines()]
    spaces = book().arena.rows
    assert [len(row) for row in rows] == [len(row) for row in spaces], "the drawing is not the house board"
    at = {cell: space for row, line in zip(spaces, rows, strict=True) for space, cell in zip(row, line, strict=True)}
    lost = {who: 0 for who in ORDER if who not in at}
    health = {who: book().characters[who].hp for who in ORDER} | lost | dict(hp or {})
    figures = {
        who: Figure(SIDES[who], at.get(who, ""), health[who], dict((statuses or {}).get(who, {})))
        for who in ORDER
    }
    assert edition == "en" or edition == "fr" or edition == "it"
    stage: Stage = "play"
    board = Board(
        Options(1, edition),
        figures,
        (
            Summoner(tuple(blue_deck.split()), tuple(blue.split())),
            Summoner(tuple(red_deck.split()), tuple(red.split())),
        ),
        ORDER,
        points,
        stage,
        round=1,
        active=turn,
        phases={"movement": phases.count("movement"), "action": phases.count("action")},
        final=final,
    )
    return Play(board, *shuffles)
