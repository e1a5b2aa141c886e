"""Trumps, a game of a few lines: play a card a turn; the rival may trump it and take it; high pile wins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.decider import Unplayable
from domain.lineups import CardsHandled, Lineup, Measures
from domain.messages import Message
from domain.model import (
    CHANCE,
    CONVERSATION,
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
from domain.notation import Unreadable, build_vocabulary
from domain.published import OptionalText
from domain.rules import Rules, Study
from domain.script import Script, Table, choose_up_to, cite_rule
from domain.sheets.dialect import Dialect
from domain.story import Story

NAME, TITLE, VERSION, SEATS, BOOK, RULEBOOK = "trumps", "Trumps", 1, (2,), "trumps.yaml", ""
TURNWISE, SHEET, VERSIONS = False, Dialect(), (VERSION,)


class Dealt(Event, frozen=True, tag="trumps.Dealt"):
    """The deck was shuffled, and each seat got half of it."""

    hands: tuple[tuple[OptionalText, ...], ...]


class Played(Event, frozen=True, tag="trumps.Played"):
    """A card went from the hand to the own pile."""

    seat: Seat
    card: str


class Trumped(Event, frozen=True, tag="trumps.Trumped"):
    """A card from the hand beat the card `over`, just played, and took it to its own pile."""

    seat: Seat
    card: str
    over: str


FACTS: tuple[type[Event], ...] = (Dealt, Played, Trumped)
STORY = Story(scores=(Trumped,))
INSTRUCTIONS: tuple[type[Struct], ...] = ()


class CardSet(Struct, frozen=True):
    """The cards, each worth its number."""

    cards: tuple[str, ...]


class Options(Struct, frozen=True):
    """Nothing to choose."""


class Board(Struct, frozen=True):
    """The hands, what each seat has piled up, and whose turn it is."""

    hands: tuple[tuple[OptionalText, ...], ...] = ()
    piles: tuple[int, ...] = (0, 0)
    turn: Seat = 0


class Trumps:
    """The rules of the toy."""

    vocabulary = build_vocabulary((*CONVERSATION, *FACTS))
    states_causes = False

    def __init__(self, book: tuple[str, ...]) -> None:
        self.book = book

    def initial_board(self, options: Mapping[str, Any], seats: int) -> Board:
        if seats != 2:
            raise Unplayable(Refusal("TR-0", Message("Trumps is for two.")))
        return Board()

    def load_study(self, position: str) -> Study[Board]:
        return Study({}, 2, read_position(position, self.book))

    def next_question(self, board: Board) -> Asked | None:
        if not board.hands:
            return Asked(CHANCE, "shuffle", self.book, len(self.book), len(self.book), sight="secret")
        hand = board.hands[board.turn]
        return Asked(board.turn, "card", hand, sight="hand") if hand else None

    def resolve(self, table: Table[Board, tuple[str, ...]], picks: Picks) -> Script[None]:
        if table.seat == CHANCE:
            half = len(picks) // 2
            yield Dealt((picks[:half], picks[half:]))
        else:
            yield from play(table, picks[0])

    def evolve(self, board: Board, event: Event) -> Board:
        match event:
            case Dealt(hands):
                return replace(board, hands=hands)
            case Played(seat, card):
                return replace(played(board, seat, card), turn=1 - seat)
            case Trumped(seat, card, over):
                board = played(board, seat, card)
                won = [pile + (int(over) if s == seat else -int(over)) for s, pile in enumerate(board.piles)]
                return replace(board, piles=tuple(won))
        raise AssertionError(event)

    def game_result(self, board: Board) -> Result:
        best = max(board.piles)
        winners = tuple(seat for seat, pile in enumerate(board.piles) if pile == best)
        return Result(winners if len(winners) == 1 else (), board.piles, "TR-3")

    def meets_objective(self, board: Board, seat: Seat) -> bool:
        return False

    def list_sides(self, board: Board) -> tuple[tuple[Seat, ...], ...]:
        return ((0,), (1,))

    def side_points(self, board: Board) -> tuple[int, ...]:
        return board.piles

    def seat_characters(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return ()

    def retired_seats(self, board: Board) -> tuple[Seat, ...]:
        return ()

    def answer_for_retired(self, question: Asked) -> DefaultAnswer:
        return DefaultAnswer(question.options[: question.least], "")

    def silent_answer(self, question: Asked) -> Picks | None:
        return None

    def print_of(self, card: str) -> str:
        return card

    def pile_cards(self, parts: Sequence[str], part: str, word: str) -> tuple[str, ...]:
        return ()

    def turn_number(self, board: Board) -> int:
        return 0

    def seat_viewer(self, board: Board, seat: Seat) -> Viewer:
        return Viewer(str(seat), frozenset((seat,)))

    def redact_board(self, board: Board, viewer: Viewer) -> Board:
        return replace(board, hands=dark(board.hands, viewer))

    def determinize(self, board: Board, viewer: Viewer, shuffle: Shuffled) -> Board:
        hands = [hand if seat in viewer.shares else shuffle(hand) for seat, hand in enumerate(board.hands)]
        return replace(board, hands=tuple(hands))

    def redact_event(self, event: Event, viewer: Viewer) -> Event:
        return Dealt(dark(event.hands, viewer)) if isinstance(event, Dealt) else event

    def candidate_picks(self, board: Board, question: Asked) -> Picks:
        return self.book

    def explain_refusal(self, board: Board, question: Asked, pick: str) -> Refusal:
        return Refusal(
            "TR-1", Message("There is no {pick} in the hand of seat {seat}.", pick=pick, seat=question.seat)
        )

    def is_open_refusal(self, question: Asked, rule: str) -> bool:
        return False


@cite_rule("TR-1")
def play(table: Table[Board, tuple[str, ...]], card: str) -> Script[None]:
    seat, rival = table.seat, 1 - table.seat
    yield Played(seat, card)
    higher = [other for other in table.board.hands[rival] if int(other) > int(card)]
    for trump in (yield from choose_up_to(rival, "trump", higher, about=card, sight="hand")):
        yield Trumped(rival, trump, over=card)


def played(board: Board, seat: Seat, card: str) -> Board:
    """Returns *board* with *card* gone from a hand to the pile of its seat."""
    hands = [tuple(c for c in hand if (s, c) != (seat, card)) for s, hand in enumerate(board.hands)]
    piles = [pile + int(card) * (s == seat) for s, pile in enumerate(board.piles)]
    return replace(board, hands=tuple(hands), piles=tuple(piles))


def dark(hands: tuple[tuple[str, ...], ...], viewer: Viewer) -> tuple[tuple[str, ...], ...]:
    """Returns *hands*, the cards blank that *viewer* may not see."""
    return tuple(hand if seat in viewer.shares else ("",) * len(hand) for seat, hand in enumerate(hands))


def read_book(data: Any, *, is_stored: bool = False) -> tuple[str, ...]:
    return tuple(map(str, data["cards"]))


def find_warnings(book: tuple[str, ...]) -> tuple[str, ...]:
    return ()


def make_rules(book: tuple[str, ...], version: int = VERSION) -> Rules[Any, Any]:
    return Trumps(book)


def describe_cards(book: tuple[str, ...]) -> dict[str, Any]:
    return {"cards": list(book)}


def list_lineups(book: tuple[str, ...], seats: int) -> tuple[Lineup, ...]:
    return (Lineup({}, ((), ()), sides=2),)


def measure_match(facts: Iterable[Fact]) -> Measures:
    return Measures(1, (), "TR-3", (), {})


def cards_handled(event: Event, book: tuple[str, ...]) -> CardsHandled | None:
    return CardsHandled(event.seat, "played", (event.card,)) if isinstance(event, Played) else None


def display_names(book: tuple[str, ...], language: str = "en") -> Mapping[str, str]:
    return {"": "a card", "seat:0": "seat 0", "seat:1": "seat 1", **{card: f"the {card}" for card in book}}


def card_folders() -> Mapping[str, Mapping[str, str]]:
    return {}


def fact_sentence(event: Event, book: Any) -> str:
    return {
        Dealt: "The cards are dealt.",
        Played: "{seat} plays {card}.",
        Trumped: "{seat} trumps {over} with {card}.",
        Asked: "{seat} may trump {about}.",
    }[type(event)]


def prompt_names() -> frozenset[str]:
    return frozenset(("card", "trump"))


def pick_phrase(question: Asked, pick: str) -> str:
    return ""


def explain_rule(board: Board, book: tuple[str, ...], rule: str) -> None:
    return None


def translate_book(book: tuple[str, ...], language: str) -> tuple[str, ...]:
    return book


def board_numbers(*_: object) -> dict[str, int]:
    return {}


def break_down_fact(*_: object) -> tuple[Any, ...]:
    return ()


def evaluate(board: Board, book: tuple[str, ...], seat: Seat) -> float:
    return board.piles[seat] - board.piles[1 - seat]


break_down_number, pick_label, evaluate_outlook = explain_rule, pick_phrase, evaluate
pile_cards, list_characters = break_down_fact, find_warnings


def draw_board(board: Board, book: tuple[str, ...]) -> str:
    return f"{board.piles[0]} : {board.piles[1]}"


def write_position(board: Board) -> str:
    table = f"trumps {board.turn} {board.piles[0]}:{board.piles[1]}"
    return " | ".join((table, *(" ".join(hand) for hand in board.hands)))


def read_position(text: str, book: tuple[str, ...]) -> Board:
    try:
        (_, turn, piles), *hands = (part.split() for part in text.split("|"))
        blue, red = map(int, piles.split(":"))
    except ValueError as error:
        raise Unreadable(Message("“{text}” is no position of Trumps", text=text)) from error
    return Board(tuple(map(tuple, hands)), (blue, red), int(turn))
