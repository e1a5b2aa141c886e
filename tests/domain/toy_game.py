"""A toy_game game for trying the core on: whoever is asked starts a round, and a script says what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain import chance, decider
from domain.decider import Position, Unplayable
from domain.messages import Message
from domain.model import (
    CONVERSATION,
    Answered,
    Asked,
    DefaultAnswer,
    Event,
    Fact,
    Picks,
    Refusal,
    Result,
    Seat,
    Shuffled,
    Viewer,
)
from domain.notation import build_vocabulary
from domain.rules import Study
from domain.script import Script, Table, choose_one, choose_up_to


class Said(Event, frozen=True, tag="toy_game.Said"):
    """A word was said aloud."""

    word: str


class Whispered(Event, frozen=True, tag="toy_game.Whispered"):
    """A word was said into the ear of one seat."""

    to: Seat
    word: str


class ToyBoard(Struct, frozen=True):
    """All the words that fell. “Good night” ends the game."""

    words: tuple[str, ...] = ()


T: TypeAlias = Table[ToyBoard, None]
Round: TypeAlias = Callable[[T], Script[None]]


class Game:
    """The rules of the toy_game: whatever the answer, *round* follows."""

    book = None
    states_causes = False
    vocabulary = build_vocabulary((*CONVERSATION, Said, Whispered))

    def __init__(self, round: Round) -> None:
        self.round = round

    def initial_board(self, options: Mapping[str, Any], seats: int) -> ToyBoard:
        if options:
            raise Unplayable(Refusal("P-1", Message("There is nothing to choose in a toy_game.")))
        return ToyBoard()

    def load_study(self, position: str) -> Study[ToyBoard]:
        """A position is the words that fell. Nobody goes on from a scandal."""
        words = tuple(position.split(", ")) if position else ()
        if "scandal" in words:
            raise Unplayable(Refusal("P-4", Message("The guests have left.")))
        return Study({}, 2, ToyBoard(words))

    def next_question(self, board: ToyBoard) -> Asked | None:
        return None if "Good night" in board.words else Asked(0, "round", ("go", "wait"))

    def resolve(self, table: T, picks: Picks) -> Script[None]:
        return self.round(table)

    def evolve(self, board: ToyBoard, event: Event) -> ToyBoard:
        assert isinstance(event, Said | Whispered)
        return replace(board, words=(*board.words, event.word))

    def game_result(self, board: ToyBoard) -> Result:
        return Result((1,), (0, len(board.words)), "P-9")

    def meets_objective(self, board: ToyBoard, seat: Seat) -> bool:
        return False

    def list_sides(self, board: ToyBoard) -> tuple[tuple[Seat, ...], ...]:
        return ((0,), (1,))

    def side_points(self, board: ToyBoard) -> tuple[int, ...]:
        return (0, len(board.words))

    def seat_characters(self, board: ToyBoard, seat: Seat) -> tuple[str, ...]:
        return ("host" if seat else "guest",)

    def retired_seats(self, board: ToyBoard) -> tuple[Seat, ...]:
        return ()

    def answer_for_retired(self, question: Asked) -> DefaultAnswer:
        return DefaultAnswer(question.options[: question.least], "P-7")

    def silent_answer(self, question: Asked) -> Picks | None:
        return None

    def print_of(self, card: str) -> str:
        return card

    def pile_cards(self, parts: Sequence[str], part: str, word: str) -> tuple[str, ...]:
        return ()

    def turn_number(self, board: ToyBoard) -> int:
        return len(board.words)

    def seat_viewer(self, board: ToyBoard, seat: Seat) -> Viewer:
        return Viewer(f"seat-{seat}", frozenset((seat,)))

    def redact_board(self, board: ToyBoard, viewer: Viewer) -> ToyBoard:
        return board

    def determinize(self, board: ToyBoard, viewer: Viewer, shuffle: Shuffled) -> ToyBoard:
        return board

    def redact_event(self, event: Event, viewer: Viewer) -> Event:
        if isinstance(event, Whispered) and event.to not in viewer.shares:
            return replace(event, word="")
        return event

    def candidate_picks(self, board: ToyBoard, question: Asked) -> Picks:
        return (*question.options, "sing")

    def explain_refusal(self, board: ToyBoard, question: Asked, pick: str) -> Refusal:
        return Refusal("P-2", Message("Nobody in a toy_game says “{pick}”.", pick=pick))

    def is_open_refusal(self, question: Asked, rule: str) -> bool:
        return True


def write(board: ToyBoard) -> str:
    """Returns *board* as a position."""
    return ", ".join(board.words)


class Evening:
    """A game in the toy_game: who answers what, and all that was told."""

    def __init__(self, round: Round, *chances: Picks) -> None:
        self.rules = Game(round)
        self.chance = chance.ScriptedChance(*chances)
        self.position: Position[ToyBoard] = Position(ToyBoard())
        self.facts: list[Fact] = []

    def answer(self, seat: Seat, *picks: str) -> Evening:
        """A seat answers; what follows is told once, and folds to where the game stands."""
        decision = decider.decide(self.rules, self.position, Answered(seat, picks, at=7), self.chance)
        assert decider.fold(self.rules, self.position, decision.facts) == decision.position
        self.facts += decision.facts
        self.position = decision.position
        return self

    @property
    def asked(self) -> Asked | None:
        """The open question."""
        return decider.open_question(self.rules, self.position)

    @property
    def words(self) -> tuple[str, ...]:
        """What has been said so far."""
        return self.position.board.words

    def saying(self, word: str) -> Fact:
        """The fact of a word being said."""
        return next(fact for fact in self.facts if getattr(fact.event, "word", None) == word)


def hello(t: T) -> Script[None]:
    yield Said("hello")


def interview(t: T) -> Script[None]:
    """Asks the other seat twice, and says what it sees of the board in between."""
    yield Said("welcome")
    for name in (yield from choose_one(1, "name", ("ann", "bob"))):
        yield Said(f"hello {name}")
        said_so_far = len(t.board.words)
        for drink in (yield from choose_up_to(1, "drink", ("tea", "gin"), about=name)):
            yield Said(f"{drink} after {said_so_far} words")
