"""Writes the facts of a match as a sheet, for a spectator or with all cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from .. import decider
from ..decider import Position
from ..model import CHANCE, SPECTATOR, Answered, Asked, Fact
from ..recording.names import list_words
from ..rules import Rules
from .dialect import Dialect, Form, Turn
from .sheet import CHANCE_LETTER, SEATS, UNKNOWN

NOTHING = "0"


class Item(NamedTuple):
    """Words of a line by their form; those of another seat have its `letter`, and a `silent` one may go.

    One that `awaits_fact` names what the next fact repeats.
    """

    text: str
    form: Form | str
    letter: str = ""
    silent: bool = False
    awaits_fact: bool = False


class DraftLine:
    """A line in the making, with the items of its last action from index `action`."""

    def __init__(self, head: str, turn: Turn | None) -> None:
        self.head, self.turn = head, turn
        self.items: list[Item] = []
        self.action = 0
        self.check, self.is_over = "", False

    def begin_action(self) -> None:
        """Drops the silent answers of the action before that no later answer of their seat needs."""
        action = self.items[self.action :]
        self.items[self.action :] = [
            item
            for index, item in enumerate(action)
            if not item.silent
            or (item.letter and any(x.letter == item.letter and not x.silent for x in action[index:]))
        ]
        self.action = len(self.items)

    def format(self) -> str:
        """Returns the text of the line."""
        return self.head + "".join(_join_items(self.items)) + (f" = {self.check}" if self.check else "")


def _join_items(items: Sequence[Item]) -> Iterator[str]:
    """Yields the texts of *items*, those in parentheses and brackets together."""
    container = ""
    for index, item in enumerate(items):
        before = items[index - 1] if index else None
        opening = f"[{item.letter}: " if item.letter else "(" if item.form == "group" else ""
        if container and container != opening:
            yield ")" if container == "(" else "]"
        if opening and container != opening:
            yield opening if opening == "(" and before is not None else f" {opening}"
            yield item.text
        elif not item.letter and before is not None and _is_glued(item):
            yield item.text.replace("<", ",") if item.form == before.form == "<" else item.text
        else:
            yield f" {item.text}"
        container = opening
    if container:
        yield ")" if container == "(" else "]"


def _is_glued(item: Item) -> bool:
    """Returns whether an item follows the one before it without a space."""
    return item.form in ("@", ">", "<") or (item.form == "sight" and item.text.startswith("["))


class Writer:
    """Writes one match; *exact* for all cards, with orders of decks and copies of prints."""

    def __init__(self, dialect: Dialect, rules: Rules[Any, Any], *, exact: bool) -> None:
        self._dialect, self._rules, self._exact = dialect, rules, exact
        self._book = rules.book
        self._lines: list[DraftLine] = []
        self._unseen: set[str] = set()

    def write(self, board: Any, facts: Sequence[Fact]) -> list[str]:
        """Returns the lines for the *facts* of the game that follow on *board*."""
        self._add_facts(Position(board), facts)
        for line in self._lines[:-1]:
            line.begin_action()
        return [line.format() for line in self._lines]

    def _add_facts(self, position: Position[Any], facts: Sequence[Fact]) -> None:
        is_open = any(self._dialect.opens_stacks(fact.event) for fact in facts)
        for index, fact in enumerate(facts):
            event = fact.event
            if isinstance(event, Answered) and event.seat == CHANCE:
                self._add_chance(event, facts[index + 1 : index + 2])
            elif isinstance(event, Answered):
                question = decider.open_question(self._rules, position)
                assert question is not None
                self._add_answer(position.board, question, event, is_open)
            elif not isinstance(event, Asked):
                self._add_fact(position.board, fact)
            self._note_unseen(fact)
            position = decider.evolve(self._rules, position, fact)

    def _line_of(self, board: Any, turn: Turn) -> DraftLine:
        """Returns the last line if it is of *turn*, or else a new one."""
        if not self._lines or self._lines[-1].turn != turn:
            heading = self._dialect.heading(board)
            self._lines.append(DraftLine(f"{heading} {turn.word}" if heading else turn.word, turn))
        return self._lines[-1]

    def _add_setup(self, word: str, text: str) -> None:
        """Adds a pair to the line of the set-up that begins with *word*."""
        if not self._lines or self._lines[-1].head != word:
            self._lines.append(DraftLine(word, None))
        items = self._lines[-1].items
        if not items or items[-1].text != text:
            items.append(Item(text, "setup"))

    def _add_chance(self, event: Answered, following: Sequence[Fact]) -> None:
        """Adds a lot or, in an exact sheet, the order of a deck."""
        following_event = following[0].event if following else None
        is_shuffle = following_event is not None and self._dialect.is_shuffle(following_event)
        is_lot = len(event.picks) == 1 and event.picks[0].isdigit()
        if not is_lot and not (is_shuffle and self._exact and len(event.picks) > 1):
            return
        words = (SEATS[int(pick)] if pick.isdigit() else pick for pick in event.picks)
        text = f"[{CHANCE_LETTER}: {' '.join(words)}]"
        if self._lines and self._lines[-1].turn is not None:
            self._lines[-1].items.append(Item(text, "chance"))
        else:
            self._lines.append(DraftLine(text, None))

    def _add_answer(self, board: Any, question: Asked, event: Answered, is_open: bool) -> None:
        slot = self._dialect.slot(board, question)
        is_hidden = event.secret and not self._exact and not (slot.form == "setup" and is_open)
        words = [
            UNKNOWN
            if is_hidden
            else self._dialect.write_pick(board, self._book, question, pick, exact=self._exact)
            for pick in event.picks
        ]
        if slot.form == "setup":
            self._add_setup(slot.word, " ".join((slot.key, *words)))
            return
        turn = self._dialect.turn(board, question)
        line = self._line_of(board, turn)
        if slot.form == "action":
            if event.picks != (self._dialect.end,):
                line.begin_action()
            line.items.append(Item(words[0], "action", "", event.picks == (self._dialect.end,)))
            return
        letter = "" if question.seat == turn.seat else SEATS[question.seat]
        is_silent = event.picks == (slot.silent,) and (bool(letter) or slot.form == "<")
        text = (" " if question.least == question.most and slot.form == "group" else ",").join(words)
        if not letter and slot.form in ("@", ">") and line.items and line.items[-1].form == "sight":
            name = self._dialect.write_name(self._book, question.about, exact=self._exact)
            line.items.append(Item(f"{name}{slot.form}{text}", "plain"))
        elif letter or slot.form in ("group", "plain"):
            line.items.append(Item(text or NOTHING, slot.form, letter, is_silent))
        else:
            signed_text = slot.form + (text or NOTHING)
            line.items.append(Item(signed_text, slot.form, "", is_silent, awaits_fact=True))

    def _add_fact(self, board: Any, fact: Fact) -> None:
        """Adds the sighting of a fact, and ends the line with its check where a turn begins."""
        event = fact.event
        line = self._lines[-1] if self._lines else None
        if line is not None and line.turn is not None and not line.is_over and self._dialect.begins(event):
            line.is_over, line.check = True, self._dialect.check(board, line.turn, event)
        sighting = self._dialect.sighting(self._book, fact, exact=self._exact)
        if sighting is None:
            if not self._exact and line is not None and line.turn is not None:
                self._add_unnamed(board, fact)
        elif sighting.word:
            self._add_setup(sighting.word, sighting.text)
        else:
            items = self._line_of(board, self._dialect.turn(board, None)).items
            if items and items[-1].awaits_fact and items[-1].text == sighting.text:
                items[-1] = items[-1]._replace(awaits_fact=False)
            else:
                items.append(Item(sighting.text, "sight"))

    def _add_unnamed(self, board: Any, fact: Fact) -> None:
        """Adds the cards that *fact* shows for the first time, which no other words name."""
        for card in list_words(decider.redact_fact(self._rules, fact, SPECTATOR).event):
            if card in self._unseen:
                word = self._dialect.write_name(self._book, card, exact=False)
                self._line_of(board, self._dialect.turn(board, None)).items.append(Item(f"?{word}", "sight"))

    def _note_unseen(self, fact: Fact) -> None:
        """Notes which cards a hidden choice puts out of sight, and which of them *fact* names."""
        event = fact.event
        if isinstance(event, Answered) and event.secret:
            self._unseen.update(event.options or event.picks)
        elif not isinstance(event, Asked):
            self._unseen.difference_update(
                list_words(decider.redact_fact(self._rules, fact, SPECTATOR).event)
            )
