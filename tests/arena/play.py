"""A table to try things on: a drawn board, two Summoners who answer, and the story of what happened.

A drawing shows the house board as it lies on the table, the red end on top; a figure stands in the place of
its space. Who is not drawn is knocked out.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from inspect import cleandoc
from itertools import takewhile

import msgspec
import yaml
from msgspec.structs import replace

from domain import arena, chance, core, notation
from domain.arena.board import Board, Edition, Figure, Options, Summoner
from domain.arena.book import Book
from domain.arena.facts import Card, Status, Who
from domain.arena.hexes import Space
from domain.arena.instructions import Instruction
from domain.arena.rules import ArenaRules
from domain.core import Position
from domain.words import CHANCE, Answered, Asked, Event, Fact, Picks, Refusal

BLUE, RED = 0, 1
SIDES = {"SAM": BLUE, "ALA": BLUE, "GAS": RED, "ARI": RED}
ORDER = ("SAM", "ARI", "ALA", "GAS")


@cache
def book() -> Book:
    """The card set that comes with the game."""
    file = resources.files("domain.arena").joinpath(arena.BOOK)
    return arena.read_book(yaml.safe_load(file.read_text(encoding="utf-8")))


class Play:
    """A match in the middle: `blue` and `red` answer, `story` tells what followed, `board` how it stands."""

    def __init__(self, board: Board, *shuffles: Picks, printed: Book | None = None) -> None:
        self.rules = ArenaRules(printed or book())
        self.chance = chance.Script(*shuffles)
        self.position: Position[Board] = Position(board)
        self.facts: list[Fact] = []

    # -- what is said --------------------------------------------------------------------------------

    def blue(self, *picks: str) -> Play:
        """Blue answers."""
        return self.answer(BLUE, *picks)

    def red(self, *picks: str) -> Play:
        """Red answers."""
        return self.answer(RED, *picks)

    def answer(self, seat: int, *picks: str) -> Play:
        """A seat answers; whatever follows is also what folding it gives."""
        decision = core.decide(self.rules, self.position, Answered(seat, picks), self.chance)
        assert core.fold(self.rules, self.position, decision.facts) == decision.position
        self.facts += decision.facts
        self.position = decision.position
        return self

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

    def offers(self, what: str) -> set[str]:
        """What could be answered now of one kind: the spaces of `move`, the rivals of `attack`, …"""
        return {option.partition(":")[2] for option in self.asked.options if option.startswith(f"{what}:")}

    @property
    def over(self) -> bool:
        """Whether nobody will be asked any more."""
        return core.asked(self.rules, self.position) is None

    def refusal(self, *picks: str) -> Refusal:
        """Why this cannot be answered now."""
        try:
            core.check(self.rules, self.position, Answered(self.asked.seat, picks))
        except core.Illegal as illegal:
            return illegal.refusal
        raise AssertionError(f"{picks} can be answered")

    # -- what happened -------------------------------------------------------------------------------

    @property
    def story(self) -> str:
        """Everything that happened: one line a fact, with its rule or card paragraph in front."""
        return self.since(0)

    def since(self, seq: int) -> str:
        """The part of the story after fact *seq*."""
        return "\n".join(
            _line(fact)
            for fact in self.facts
            if fact.seq > seq and isinstance(fact.event, arena.facts.ArenaFact)
        )

    @property
    def effect(self) -> str:
        """What the card that was played last has done: what lies between its being played and resolved."""
        story = self.since(self.last(arena.facts.CardPlayed).seq).splitlines()
        return "\n".join(takewhile(lambda line: "CardResolved" not in line, story))

    @property
    def now(self) -> int:
        """The number of the last fact, to tell the story from here on."""
        return self.position.seq

    def last(self, kind: type[Event]) -> Fact:
        """The last fact of a kind."""
        return next(fact for fact in reversed(self.facts) if type(fact.event) is kind)

    def why(self, fact: Fact) -> list[str]:
        """The chain of causes that ends in *fact*, the answer first: what happened, and by which rule."""
        known = {fact.seq: fact for fact in self.facts}
        chain = [fact]
        while chain[0].cause in known:
            chain.insert(0, known[chain[0].cause])
        return [f"{fact.rule} {type(fact.event).__name__}".lstrip() for fact in chain]

    # -- how it stands -------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        return self.position.board

    def at(self, who: Who) -> Space:
        """Where a figure stands."""
        return self.board.figures[who].at

    def hp(self, who: Who) -> int:
        """What a figure has left."""
        return self.board.figures[who].hp

    def statuses(self, who: Who) -> dict[Status, int]:
        """The counters on a figure's status tiles."""
        return self.board.figures[who].statuses

    def cards(self, seat: int) -> Summoner:
        """A Summoner's deck, hand and piles."""
        return self.board.summoners[seat]


def _line(fact: Fact) -> str:
    _, _, rule, name, *rest = notation.write_fact(fact).split()
    return " ".join((rule, name.removeprefix("arena."), *rest))


def told(text: str) -> str:
    """An expected story, as it stands in a test."""
    return cleandoc(text)


# -- boards to begin with ----------------------------------------------------------------------------


def drawn(drawing: str) -> dict[str, Space]:
    """Who stands where."""
    return {cell: space for space, cell in _cells(drawing) if cell != "."}


def marked(drawing: str, mark: str = "x") -> set[Space]:
    """The spaces that carry a mark."""
    return {space for space, cell in _cells(drawing) if cell == mark}


def _cells(drawing: str) -> list[tuple[Space, str]]:
    rows = [line.split() for line in drawing.strip().splitlines()]
    spaces = book().arena.rows
    assert [len(row) for row in rows] == [len(row) for row in spaces], "the drawing is not the house board"
    return [pair for line, row in zip(spaces, rows, strict=True) for pair in zip(line, row, strict=True)]


def given(
    drawing: str,
    turn: Who,
    *,
    blue: str = "",
    red: str = "",
    blue_deck: str = "ALA01 ALA02 SAM08",
    red_deck: str = "ARI05 ARI06 GAS03",
    hp: Mapping[Who, int] | None = None,
    statuses: Mapping[Who, Mapping[str, int]] | None = None,
    points: tuple[int, int] = (0, 0),
    edition: Edition = "en",
    final: bool = False,
    phases: str = "movement action",
    printed: Book | None = None,
) -> Play:
    """A drawn board, and whose turn it is. `blue` and `red` are hands; decks are drawn from the left."""
    spaces = drawn(drawing)
    full = {who: book().characters[who].hp if who in spaces else 0 for who in ORDER} | dict(hp or {})
    figures = {
        who: Figure(
            SIDES[who],
            spaces.get(who, ""),
            full[who],
            msgspec.convert((statuses or {}).get(who, {}), dict[Status, int]),
        )
        for who in ORDER
    }
    board = Board(
        Options(edition=edition),
        figures,
        (
            Summoner(tuple(blue_deck.split()), tuple(blue.split())),
            Summoner(tuple(red_deck.split()), tuple(red.split())),
        ),
        ORDER,
        points,
        "play",
        round=1,
        active=turn,
        phases={"movement": phases.count("movement"), "action": phases.count("action")},
        final=final,
    )
    return Play(board, printed=printed)


def reprinted(card: Card, *does: list[dict[str, object]]) -> Book:
    """The book with other paragraphs on one card, for what no card of chapter 1 does."""
    known = book()
    was = known.cards[card]
    paragraphs = msgspec.convert(does, tuple[tuple[Instruction, ...], ...])
    now = replace(was, printed=replace(was.printed, does=paragraphs))
    return replace(known, cards={**known.cards, card: now})


BLUE_CARDS: tuple[Card, ...] = tuple(f"{who}{n:02}" for who in ("SAM", "ALA") for n in range(1, 11))
RED_CARDS: tuple[Card, ...] = tuple(f"{who}{n:02}" for who in ("GAS", "ARI") for n in range(1, 11))


def opening(blue_deck: Picks = BLUE_CARDS, red_deck: Picks = RED_CARDS, *, edition: Edition = "en") -> Play:
    """A match from its very beginning, the decks in these orders."""
    start = ArenaRules(book()).start({"chapter": 1, "edition": edition}, 2)
    return Play(start, blue_deck, red_deck).answer(CHANCE, "begin")
