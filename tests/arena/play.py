"""A table to try things on: a drawn board, Summoners who answer, and the story of what happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from inspect import cleandoc
from itertools import takewhile
from typing import Literal

import msgspec
from msgspec.structs import replace

from domain import arena, chance, decider, notation
from domain.arena.board import Board, Edition, Figure, Options, Summoner
from domain.arena.book import Book
from domain.arena.defaults import turn_phases as main_phases
from domain.arena.facts import CardCode, FigureId, Phase, Status
from domain.arena.hexes import Space
from domain.arena.instructions import Move
from domain.arena.play.setup import TEAM_OF_SEAT
from domain.arena.rules import ArenaRules
from domain.decider import Position
from domain.model import CHANCE, Answered, Asked, Event, Fact, Picks, Refusal

from .drawings import marked as marked
from .drawings import read_spaces as read_spaces
from .printed import book as book
from .printed import reprinted as reprinted

BLUE, RED = 0, 1
A, B, C, D = range(4)
"""The seats of team play: A and D are blue, B and C red (SA-106)."""
ROW = {2: (BLUE, RED), 4: (A, B, D, C)}
"""In which order the seats' tiles lie, if blue begins (SA-111, SA-112)."""
SIDES = {"SAM": BLUE, "ALA": BLUE, "GAS": RED, "ARI": RED}
ORDER = ("SAM", "ARI", "ALA", "GAS")


class Play:
    """A match in the middle: `blue` and `red` answer, `story` tells what followed, `board` how it stands."""

    def __init__(self, board: Board, *shuffles: Picks, printed: Book | None = None) -> None:
        self.rules = ArenaRules(printed or book())
        self.chance = chance.ScriptedChance(*shuffles)
        self.position: Position[Board] = Position(board)
        self.start = self.position
        self.facts: list[Fact] = []

    # -- what is said --------------------------------------------------------------------------------

    def blue(self, *picks: str) -> Play:
        """Blue answers."""
        return self.answer(BLUE, *picks)

    def red(self, *picks: str) -> Play:
        """Red answers."""
        return self.answer(RED, *picks)

    def then(self, *picks: str) -> Play:
        """Whoever is asked answers."""
        return self.answer(self.asked.seat, *picks)

    def answer(self, seat: int, *picks: str) -> Play:
        """A seat answers; whatever follows is what its fold gives, and what a log picked up tells."""
        answer, luck = Answered(seat, picks), deepcopy(self.chance)
        decision = decider.decide(self.rules, self.position, answer, self.chance)
        assert decider.decide(self.rules, replace(self.position), answer, luck) == decision
        assert decider.fold(self.rules, self.position, decision.facts) == decision.position
        self.facts += decision.facts
        self.position = decision.position
        return self

    @property
    def asked(self) -> Asked:
        """The open question."""
        question = decider.open_question(self.rules, self.position)
        assert question is not None, "no question is open"
        return question

    @property
    def options(self) -> set[str]:
        """What could be answered now."""
        return set(self.asked.options)

    def offers(self, what: str) -> set[str]:
        """What could be answered now of one kind: where to `move`, but to stay; the rivals of `attack`, …"""
        stays = {self.at(self.board.active)} if what.startswith("move") else set()
        told = {option.partition(":")[2] for option in self.asked.options if option.startswith(f"{what}:")}
        return told - stays

    @property
    def over(self) -> bool:
        """Whether nobody will be asked any more."""
        return decider.open_question(self.rules, self.position) is None

    def refusal(self, *picks: str) -> Refusal:
        """Why this cannot be answered now."""
        try:
            decider.check_answer(self.rules, self.position, Answered(self.asked.seat, picks))
        except decider.Illegal as illegal:
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

    def at(self, who: FigureId) -> Space:
        """Where a figure stands."""
        return self.board.figures[who].at

    def hp(self, who: FigureId) -> int:
        """What a figure has left."""
        return self.board.figures[who].hp

    def statuses(self, who: FigureId) -> dict[Status, int]:
        """The counters on a figure's status tiles."""
        return self.board.figures[who].statuses

    def cards(self, seat: int) -> Summoner:
        """A Summoner's deck, hand and piles."""
        return self.board.summoners[seat]


def _line(fact: Fact) -> str:
    _, _, rule, name, *rest = notation.write_fact(fact).split()
    return " ".join((rule, name.removeprefix("arena."), *rest))


def story_text(text: str) -> str:
    """An expected story, as it stands in a test."""
    return cleandoc(text)


# -- boards to begin with ----------------------------------------------------------------------------


def make_play(
    drawing: str,
    turn: FigureId,
    *,
    teams: str = "SAM ALA / ARI GAS",
    order: str = "",
    hands: str = "",
    blue: str = "",
    red: str = "",
    decks: str | None = None,
    blue_deck: str | None = None,
    red_deck: str | None = None,
    discards: str = "",
    hp: Mapping[FigureId, int] | None = None,
    statuses: Mapping[FigureId, Mapping[str, int]] | None = None,
    upgraded: str = "",
    points: tuple[int, int] = (0, 0),
    chapter: Literal[1, 2, 3, 4] = 1,
    edition: Edition = "en",
    final: bool = False,
    phases: str | None = None,
    phase: Phase | Literal[""] = "",
    printed: Book | None = None,
    chance: Sequence[Picks] = (),
) -> Play:
    """A drawn board, and whose turn it is. Who is not drawn is knocked out.

    `teams` are the characters of each seat, two or four; the tiles lie in turn unless `order` says otherwise.
    Cards of `hands`, `decks` (drawn from the left) and `discards` go to the Summoner of their character;
    `blue` and `red` are hands too. `chance` are its answers, should it be asked.
    """
    known = printed or book()
    own = [seat.split() for seat in teams.split("/")]
    row = ROW[len(own)]
    deep = range(max(map(len, own)))
    tiles = order.split() or [own[seat][i] for i in deep for seat in row if i < len(own[seat])]
    seat_of = {who: seat for seat, whos in enumerate(own) for who in whos}
    spaces = read_spaces(drawing)
    full = {who: known.characters[who].hp if who in spaces else 0 for who in tiles} | dict(hp or {})
    figures = {
        who: Figure(
            who,
            seat_of[who],
            spaces.get(who, ""),
            full[who],
            msgspec.convert((statuses or {}).get(who, {}), dict[Status, int]),
            who in upgraded.split(),
        )
        for who in tiles
    }

    def dealt(cards: str, seat: int) -> tuple[CardCode, ...]:
        return tuple(card for card in cards.split() if seat_of[card[:3]] == seat)

    def stocked(seat: int) -> tuple[CardCode, ...]:
        deck = {BLUE: blue_deck, RED: red_deck}.get(seat)
        if deck is not None:
            return tuple(deck.split())
        return plain_moves(own[seat]) if decks is None else dealt(decks, seat)

    board = Board(
        Options(chapter, edition),
        figures,
        tuple(
            Summoner(
                stocked(seat),
                (*{BLUE: blue, RED: red}.get(seat, "").split(), *dealt(hands, seat)),
                dealt(discards, seat),
            )
            for seat in range(len(own))
        ),
        tuple(tiles),
        TEAM_OF_SEAT[len(own)],
        points=points,
        stage="play",
        round=1,
        active=turn,
        phase=phase,
        final=final,
    )
    left = " ".join(main_phases(board)) if phases is None else phases
    board = msgspec.structs.replace(board, phases={name: left.count(name) for name in main_phases(board)})
    return Play(board, *chance, printed=printed)


def plain_moves(team: Iterable[FigureId]) -> tuple[CardCode, ...]:
    """The cards of a team that move their character and do nothing else: a deck in which nothing happens."""
    return tuple(
        card
        for who in sorted(team)
        for card in book().deck_of(who)
        if len(does := book().cards[card].printed.does) == len(does[0]) == 1
        if isinstance(does[0][0], Move)
    )


BLUE_CARDS: tuple[CardCode, ...] = tuple(f"{who}{n:02}" for who in ("SAM", "ALA") for n in range(1, 11))
RED_CARDS: tuple[CardCode, ...] = tuple(f"{who}{n:02}" for who in ("GAS", "ARI") for n in range(1, 11))


def opening(blue_deck: Picks = BLUE_CARDS, red_deck: Picks = RED_CARDS, *, edition: Edition = "en") -> Play:
    """A match from its very beginning, the decks in these orders."""
    start = ArenaRules(book()).initial_board({"chapter": 1, "edition": edition}, 2)
    return Play(start, blue_deck, red_deck).answer(CHANCE, "begin")


class InOrder(chance.ScriptedChance):
    """Chance as it was scripted; after that, the first that is possible: cards as they are printed."""

    def __call__(self, question: Asked, seq: int) -> Answered:
        return (
            super().__call__(question, seq)
            if self.remaining
            else chance.chance_answer(question.options[: question.least])
        )


def start_match(seats: int, *answers: Picks, printed: Book | None = None, **options: object) -> Play:
    """A match from its very beginning, with these options and these answers of chance."""
    play = Play(ArenaRules(printed or book()).initial_board(options, seats), printed=printed)
    play.chance = InOrder(*answers)
    return play.answer(CHANCE, "begin")
