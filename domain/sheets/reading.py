"""Reads a sheet by asking: each open question takes the words that answer it.

No rule is decided here. The words are matched with picks, and the desk refuses what the rules forbid.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from .. import decider
from ..decider import Illegal, Position
from ..messages import Message
from ..model import CHANCE, Answered, Asked, Fact, Picks
from ..rules import Rules
from .cursor import Cursor, is_word, list_words, wrong_word
from .desk import Desk
from .dialect import Dialect, Slot, Turn
from .evidence import Evidence
from .passage import TRAILING, Passage
from .sheet import END_OF_LINE, SEATS, UNKNOWN, Line, SheetMistake, Token


class Reading(NamedTuple):
    """A sheet that has been read: its answers, the facts, the position, and every mistake.

    With a `mistake` the reading stopped there. `differences` are checks that do not agree with the facts.
    """

    answers: tuple[Answered, ...]
    facts: tuple[Fact, ...]
    position: Position[Any]
    mistake: SheetMistake | None
    differences: tuple[SheetMistake, ...]


class Reader:
    """Reads one sheet at one desk."""

    def __init__(
        self, dialect: Dialect, rules: Rules[Any, Any], lines: Iterable[Line], cursor: Cursor, desk: Desk
    ) -> None:
        self._dialect, self._rules, self._cursor, self._desk = dialect, rules, cursor, desk
        self._evidence = Evidence(dialect, rules, {line.number: line.check for line in lines})
        self._answers: list[Answered] = []
        self._facts: list[Fact] = []
        self._turn: Turn | None = None
        self._word = ""
        self._numbers: list[int] = []
        self._answer_token = cursor.peek()
        self._passage = Passage(dialect, rules.book, cursor, self._evidence)

    @property
    def _board(self) -> Any:
        return self._desk.position.board

    def read(self) -> Reading:
        """Returns the reading of the whole sheet, up to the first mistake."""
        mistake = None
        try:
            self._read_answers()
        except SheetMistake as error:
            mistake = error
        answers, differences = tuple(self._answers), tuple(self._evidence.differences)
        return Reading(answers, tuple(self._facts), self._desk.position, mistake, differences)

    def _read_answers(self) -> None:
        while (question := decider.open_question(self._rules, self._desk.position)) is not None:
            picks = question.options if question.seat == CHANCE else self._read_answer(question)
            if picks is None:
                break
            self._enter(question, picks)
        self._leave_line()
        if not self._cursor.is_at_end:
            raise SheetMistake(self._cursor.peek(), Message("The match is over before this."))
        if self._cursor.orders:
            raise SheetMistake(self._cursor.orders[0].token, Message("Nothing asks for this order or lot."))

    def _enter(self, question: Asked, picks: Picks) -> None:
        """Enters an answer; raises `SheetMistake` with the rule that forbids it."""
        try:
            board, facts = self._desk.enter(question.seat, picks)
        except Illegal as error:
            raise SheetMistake(self._answer_token, error.message, error.rule or "") from error
        self._answers.append(Answered(question.seat, picks))
        self._facts += facts
        self._evidence.add_facts(board, facts)

    def _read_answer(self, question: Asked) -> Picks | None:
        """Returns the answer to *question*, or `None` at the end of the sheet."""
        slot = self._dialect.slot(self._board, question)
        if slot.form == "setup":
            return self._read_setup(question, slot)
        turn = self._dialect.turn(self._board, question)
        if turn != self._turn and not self._reach_turn(turn):
            return None
        self._passage.take_sightings()
        if question.sight != "secret":
            self._passage.skip_secrets()
        if slot.form == "action":
            return self._read_action(question, turn)
        return self._read_reply(question, slot, turn)

    # -- lines ---------------------------------------------------------------------------------------

    def _reach_turn(self, turn: Turn) -> bool:
        """Goes to the first line of *turn*, past lines of turns without an answer.

        Returns false at the end of the sheet.
        """
        while self._turn != turn:
            self._leave_line()
            if self._cursor.is_at_end:
                return False
            head, heading = self._take_heading()
            self._numbers = [head.line]
            if head.key == turn.word.casefold():
                self._compare_heading(heading)
                self._turn = turn
                self._evidence.open_line()
            elif not (self._evidence.has_begun(head.key) and self._cursor.peek().text == END_OF_LINE):
                sentence = Message(
                    "It is the turn of {turn}, not of {other}.", turn=turn.word, other=head.text
                )
                raise SheetMistake(head, sentence)
        return True

    def _take_heading(self) -> tuple[Token, Token | None]:
        """Returns the word that begins the next line, and the number before it, if it has one."""
        heading = None
        if self._is_heading(self._cursor.peek()):
            heading = self._cursor.take()
        return self._cursor.take_word(Message("whose turn it is")), heading

    def _is_heading(self, token: Token) -> bool:
        return token.key.startswith("r") and token.key[1:].isdecimal()

    def _compare_heading(self, heading: Token | None) -> None:
        expected = self._dialect.heading(self._board)
        if heading is not None and expected and heading.key != expected.casefold():
            sentence = Message(
                "This line is of {expected}, not of {text}.", expected=expected, text=heading.text
            )
            raise SheetMistake(heading, sentence)

    def _leave_line(self) -> None:
        """Compares the rest of the line and its check, and goes to the next line."""
        if self._turn is not None:
            self._passage.take_sightings()
            self._passage.skip_secrets()
            self._passage.finish_action()
            while self._passage.take_price():
                pass
        while self._word and not self._passage.is_at_line_end():
            self._passage.claim_pair()
        if not self._passage.is_at_line_end() and self._turn is not None:
            token = self._cursor.peek()
            raise SheetMistake(token, Message("Nothing asks for “{text}” here.", text=token.text))
        self._cursor.accept(END_OF_LINE)
        if self._turn is not None:
            self._evidence.end_line(self._turn, self._numbers, self._board)
        self._turn, self._word, self._numbers = None, "", []

    def _continue_line(self) -> bool:
        """Goes on to the next line if it is of the same turn; returns whether it did."""
        ahead = 1 + self._is_heading(self._cursor.peek(1))
        head = self._cursor.peek(ahead)
        if (
            self._turn is None
            or self._cursor.peek().text != END_OF_LINE
            or head.key != self._turn.word.casefold()
        ):
            return False
        for _ in range(ahead + 1):
            self._cursor.take()
        self._numbers.append(head.line)
        return True

    # -- the set-up ----------------------------------------------------------------------------------

    def _read_setup(self, question: Asked, slot: Slot) -> Picks | None:
        """Returns the answer after the *key* of its slot, past pairs that nothing asks for."""
        while not self._cursor.is_at_end:
            if self._cursor.accept(END_OF_LINE):
                self._word = ""
            elif not self._word:
                token = self._cursor.take_word(slot.expected)
                if token.key not in (slot.word, self._dialect.stacks):
                    raise wrong_word(token, (slot.word,), slot.expected)
                self._word = token.key
            elif self._word != slot.word:
                self._passage.claim_pair()
            elif self._cursor.peek().key == slot.key.casefold():
                self._cursor.take()
                return self._read_picks(question)
            else:
                self._passage.claim_pair()
        return None

    # -- actions -------------------------------------------------------------------------------------

    def _read_action(self, question: Asked, turn: Turn) -> Picks | None:
        """Returns the next action of the turn, or its end where another line follows."""
        self._passage.finish_action()
        while self._passage.take_price() or self._continue_line():
            pass
        token = self._cursor.peek()
        if self._cursor.is_at_end:
            return None
        if token.text == END_OF_LINE or token.text in TRAILING:
            self._evidence.end_action()
            return self._end_turn(token, question, turn)
        self._evidence.begin_action()
        self._answer_token = token
        return (self._dialect.read_pick(self._board, self._rules.book, question, self._cursor),)

    def _end_turn(self, token: Token, question: Asked, turn: Turn) -> Picks:
        if self._dialect.end in question.options:
            return (self._dialect.end,)
        expected = list_words(self._dialect.choices(self._board, self._rules.book, question).texts)
        sentence = Message("The turn of {turn} goes on: {expected}.", turn=turn.word, expected=expected)
        raise SheetMistake(token, sentence)

    # -- replies -------------------------------------------------------------------------------------

    def _read_reply(self, question: Asked, slot: Slot, turn: Turn) -> Picks | None:
        """Returns the answer to a question within an action, or the silent one."""
        letter = "" if question.seat == turn.seat else SEATS[question.seat]
        while True:
            token = self._cursor.peek()
            if token.text in (")", "]") and self._passage.containers:
                self._passage.close_container()
            elif self._passage.inside(letter):
                if letter and not self._fits(question, 0):
                    break
                if token.text in self._dialect.signs:
                    self._cursor.take()
                return self._read_picks(question)
            elif letter and self._cursor.seat_of_bracket() == letter:
                if not self._fits(question, 2):
                    break
                self._passage.open_container(letter)
            elif not letter and token.text == "(":
                self._passage.open_container("")
            elif not letter and self._has_form(token, slot):
                if slot.form != "plain":
                    self._cursor.take()
                return self._read_picks(question)
            elif not (
                self._passage.take_name(question, slot) or self._passage.take_price() or self._continue_line()
            ):
                break
        return self._silent_answer(question, slot, letter)

    def _fits(self, question: Asked, ahead: int) -> bool:
        words = self._cursor.peek(ahead).key, self._cursor.peek(ahead + 1).key
        return self._dialect.fits(self._rules.book, question, *words)

    def _has_form(self, token: Token, slot: Slot) -> bool:
        if slot.form == "plain":
            return is_word(token)
        return token.text == slot.form or (slot.form == "<" and token.text == ",")

    def _silent_answer(self, question: Asked, slot: Slot, letter: str) -> Picks | None:
        """Returns the answer that needs no words; `None` at the end of the sheet."""
        if self._cursor.is_at_end:
            return None
        if slot.silent in question.options:
            return (slot.silent,)
        if question.least == 0:
            return ()
        form = (
            Message("Seat {seat} answers in brackets, [{seat}: …], by one of", seat=letter)
            if letter
            else slot.expected
        )
        choices = self._dialect.choices(self._board, self._rules.book, question)
        raise wrong_word(self._cursor.peek(), choices.texts, form)

    def _read_picks(self, question: Asked) -> Picks:
        """Returns the picks of an answer: as many words as it has, or a list with commas, or 0 for none."""
        while question.sight != "secret" and self._cursor.accept(UNKNOWN):
            self._cursor.accept(",")
        self._answer_token = self._cursor.peek()
        if question.least == 0 and self._cursor.accept("0"):
            return ()
        count = question.most if question.least == question.most else 0
        picks = [self._read_pick(question)]
        while len(picks) != count and (self._cursor.accept(",") or (count and is_word(self._cursor.peek()))):
            picks.append(self._read_pick(question))
        return self._dialect.spread_copies(question, tuple(picks))

    def _read_pick(self, question: Asked) -> str:
        if self._cursor.accept(UNKNOWN):
            return ""
        return self._dialect.read_pick(self._board, self._rules.book, question, self._cursor)
