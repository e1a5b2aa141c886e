"""The interface of a game's rules, and the dispatch table of the functions that apply facts to a board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from .model import Asked, DefaultAnswer, Event, Picks, Refusal, Result, Seat, Shuffled, Viewer
from .notation import Vocabulary
from .script import B, K, Script, Table


class Study(NamedTuple, Generic[B]):
    """A board to start from, with the options and seats of a match that can reach it."""

    options: dict[str, Any]
    seats: int
    board: B


class Rules(Protocol[B, K]):
    """The rules of a game, as the decider, the table and the replays use them."""

    book: K
    vocabulary: Vocabulary
    """The events of the game and of every conversation, by their permanent names."""
    states_causes: bool
    """Whether the scripts of this version state the cause of each fact."""

    def initial_board(self, options: Mapping[str, Any], seats: int) -> B:
        """Returns the board before the first fact; raises `Unplayable`."""

    def load_study(self, position: str) -> Study[B]:
        """Returns the study that starts from *position*, written in the game's notation.

        Raises `notation.Unreadable`, and `Unplayable` when no match can go on from there.
        """

    def next_question(self, board: B) -> Asked | None:
        """Returns the question between two effects, or `None` when the game has ended."""

    def resolve(self, table: Table[B, K], picks: Picks) -> Script[None]:
        """Returns the script that follows when *picks* answer that question."""

    def evolve(self, board: B, event: Event) -> B:
        """Returns the board after *event*; accepts every event, because facts cannot be refused."""

    def game_result(self, board: B) -> Result:
        """Returns the result of an ended game, after `next_question` has returned `None`."""

    def meets_objective(self, board: B, seat: Seat) -> bool:
        """Returns whether *seat* would win on *board* if its turn began now, without a further answer."""

    def list_sides(self, board: B) -> tuple[tuple[Seat, ...], ...]:
        """Returns the seats of each side; the seats of a side win together."""

    def side_points(self, board: B) -> tuple[int, ...]:
        """Returns the points of each side in the order of `list_sides`; empty without points."""

    def seat_characters(self, board: B, seat: Seat) -> tuple[str, ...]:
        """Returns the ids of a seat's characters or Villain, in play or not."""

    def retired_seats(self, board: B) -> tuple[Seat, ...]:
        """Returns the seats that have left, in the order of their leaving."""

    def answer_for_retired(self, question: Asked) -> DefaultAnswer:
        """Returns the answer of the rules to *question* for a retired seat."""

    def silent_answer(self, question: Asked) -> Picks | None:
        """Returns the answer that a table leaves unspoken, such as the end of a turn, or `None`."""

    def print_of(self, card: str) -> str:
        """Returns the first of the equal copies of *card*; any other name stands for itself."""

    def pile_cards(self, parts: Sequence[str], part: str, word: str) -> tuple[str, ...]:
        """Returns all cards that the list *word* of a *part* of a position can hold, in a fixed order.

        *parts* are the names of all parts. Returns nothing for a list without cards that may be unknown.
        """

    def turn_number(self, board: B) -> int:
        """Returns the number of the turn or round, 0 before the first and in a game without turns."""

    def seat_viewer(self, board: B, seat: Seat) -> Viewer:
        """Returns *seat* as a viewer, with its own secrets and those of its allies."""

    def redact_board(self, board: B, viewer: Viewer) -> B:
        """Returns the board with blank ids in place of everything hidden from *viewer*."""

    def determinize(self, board: B, viewer: Viewer, shuffle: Shuffled) -> B:
        """Returns a board that *viewer* cannot tell from the true one.

        All hidden items that may change places go through *shuffle* together, so that their order reveals
        nothing.
        """

    def redact_event(self, event: Event, viewer: Viewer) -> Event:
        """Returns an event of the game without the parts hidden from *viewer*."""

    def candidate_picks(self, board: B, question: Asked) -> Picks:
        """Returns every conceivable pick for *question*, possible or not.

        Every viewer of the question's options may see all of them.
        """

    def explain_refusal(self, board: B, question: Asked, pick: str) -> Refusal:
        """Returns the reason why *pick* is not an option of *question*."""

    def is_open_refusal(self, question: Asked, rule: str) -> bool:
        """Returns whether *rule* refuses a pick for *question* whichever cards lie out of sight."""


E = TypeVar("E", bound=Event)

Change: TypeAlias = Callable[[B, E], B]


class Changes(Generic[B]):
    """The functions that apply facts to the board of one game, by the type of the fact."""

    def __init__(self) -> None:
        self._changes: dict[type[Event], Change[B, Any]] = {}

    def register(self, kind: type[E]) -> Callable[[Change[B, E]], Change[B, E]]:
        """Returns a decorator that registers the change of a *kind* of fact."""

        def add(change: Change[B, E]) -> Change[B, E]:
            self._changes[kind] = change
            return change

        return add

    def register_unchanged(self, *kinds: type[Event]) -> None:
        """Registers *kinds* of facts that leave the board as it is."""
        self._changes.update(dict.fromkeys(kinds, lambda board, event: board))

    def evolve(self, board: B, event: Event) -> B:
        """Returns the board after *event*."""
        return self._changes[type(event)](board, event)
