"""The desk of a recording, where a sheet without hidden cards becomes entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from .. import decider
from ..chance import chance_answer
from ..decider import Illegal, Position
from ..errors import Drift
from ..messages import Message
from ..model import CHANCE, Answered, Asked, Picks, Refusal, Seat
from ..recording.entries import Accepted, Entry, Impossible, Incomplete, Sighting
from ..recording.names import list_words, rename
from ..recording.recording import Recording
from ..rules import Rules
from .cursor import Bracket, Choices, Cursor, choose
from .desk import EnteredAnswer
from .dialect import Dialect
from .sheet import SEATS, UNKNOWN, SheetMistake, Token


class RecordingDesk:
    """A desk that enters each answer into a *recording*, with the cards in sight that the sheet has next.

    `recording` has all `entries` of the sheet until now.
    """

    def __init__(
        self, dialect: Dialect, rules: Rules[Any, Any], recording: Recording[Any, Any], cursor: Cursor
    ) -> None:
        self._dialect, self._rules, self._cursor = dialect, rules, cursor
        self.recording = recording
        self.entries: list[Entry] = []
        self._used: set[Token] = set()
        self._start = 0

    @property
    def position(self) -> Position[Any]:
        """The position of the deal after the last answer."""
        return self.recording.position

    def enter(self, seat: Seat, picks: Picks) -> EnteredAnswer:
        """Enters an answer; raises `Illegal` and `SheetMistake`."""
        if "" in picks:
            raise Illegal(None, Refusal("", Message("The table sees this card: name it.")), picks)
        if not self._is_silent(picks) and (entered := self._enter_at_once(seat, picks)) is not None:
            return entered
        stacked = list(self._lay_stacks(Answered(seat, picks)))
        tokens = [token for token, _ in stacked]
        sightings = [Sighting(card) for _, card in stacked]
        while True:
            entry = Entry(seat, () if seat == CHANCE else picks, tuple(sightings))
            reply = self.recording.try_entry(entry, self.position.seq)
            if isinstance(reply, Incomplete):
                token, card = self._next_sighting(reply)
                tokens.append(token)
                sightings.append(Sighting(card))
            elif isinstance(reply, Impossible):
                raise _refuse(reply, tokens[-1] if tokens else None)
            else:
                return self._accept(entry, *reply)

    def _enter_at_once(self, seat: Seat, picks: Picks) -> EnteredAnswer | None:
        """Enters an answer with all cards that come next, if they belong to it.

        A search with some of its cards alone takes a hundred times as long.
        """
        cards = self._dialect.cards_like(self.position.board, self._rules.book, "")
        words = [word for word in self._cursor.next_sighted_words(self._start) if word not in self._used]
        try:
            sightings = tuple(Sighting(_choose_card(word, cards)) for word in words)
        except SheetMistake:
            return None
        if not sightings:
            return None
        entry = Entry(seat, picks, sightings)
        reply = self.recording.try_entry(entry, self.position.seq)
        if not isinstance(reply, tuple):
            return None
        self._used.update(words)
        return self._accept(entry, *reply)

    def _is_silent(self, picks: Picks) -> bool:
        """Returns whether *picks* need no words; cards in sight that stand before them are of a later one."""
        question = decider.open_question(self._rules, self.position)
        slot = None if question is None else self._dialect.slot(self.position.board, question)
        return slot is not None and picks == (slot.silent,)

    def _accept(self, entry: Entry, recording: Recording[Any, Any], accepted: Accepted) -> EnteredAnswer:
        """Returns the facts of an accepted entry with the hidden cards of the deal."""
        if not self._is_silent(entry.picks):
            self._start = self._cursor.index
        self.recording = recording
        self.entries.append(entry)
        facts = [full for fact in accepted.facts if (full := recording.full_fact(fact.seq)) is not None]
        return EnteredAnswer(recording.position_before(len(recording.entries)).board, facts)

    def _next_sighting(self, reply: Incomplete) -> tuple[Token, str]:
        """Returns the card that *reply* lacks, with its place on the sheet."""
        event = reply.fact.event
        if isinstance(event, Answered):
            return self._next_lot()
        candidate = reply.candidates[0]
        is_lost = bool(self._dialect.lost_card(rename(event, {"": candidate})))
        signs = self._dialect.prices if is_lost else frozenset()
        token = None
        lists = (value for value in msgspec.structs.astuple(event) if isinstance(value, tuple))
        shown = next((cards for cards in lists if "" in cards), ("",))
        choices = self._dialect.cards_like(self.position.board, self._rules.book, candidate)
        for words in self._cursor.sighted_words(self._start, signs):
            unused = [word for word in words if word not in self._used]
            if unused:
                is_whole = len(words) == len(shown)
                token = self._find_unseen(words, shown, choices) if is_whole else unused[0]
                break
        if token is None or token.text == UNKNOWN:
            sentence = Message("A card came into sight here: name it, as in ?{card}.", card="…")
            raise SheetMistake(token or self._cursor.peek(), sentence)
        self._used.add(token)
        return token, _choose_card(token, choices)

    def _find_unseen(self, words: Sequence[Token], shown: Sequence[str], choices: Choices) -> Token | None:
        """Returns the next word for an unseen card among those for all *shown* cards.

        The seen ones have a name, and may stand anywhere: nobody knows the order of a hand that lies open.
        """
        seen = Counter(self._rules.print_of(name) for name in shown if name)
        for word in words:
            name = "" if word.text == UNKNOWN else self._rules.print_of(_choose_card(word, choices))
            if seen[name]:
                seen[name] -= 1
            elif word not in self._used:
                return word
        return None

    def _lay_stacks(self, answer: Answered) -> Iterator[tuple[Token, str]]:
        """Yields what comes into sight after *answer* by the stacks that all seats lay in secret.

        They are decided as the sheet has them, because the rules put them into a row.
        """
        position, lots = self.position, list(self._cursor.orders)
        is_setup = not self._dialect.has_turns(position.board)
        words = self._cursor.setup_words(self._dialect.stacks) if is_setup else {}
        drawn: list[tuple[Token, str]] = []

        def draw(question: Asked, seq: int) -> Answered:
            if question.options[0].isdecimal() and lots:
                drawn.append(_read_lot(lots.pop(0)))
                return chance_answer((drawn[-1][1],))
            return chance_answer(question.options[: question.least])

        while words:
            try:
                facts, position = decider.decide(self._rules, position, answer, draw)
            except (Illegal, Drift):
                return
            for event in (fact.event for fact in facts):
                if self._dialect.opens_stacks(event):
                    for _ in drawn:
                        self._cursor.orders.popleft()
                    yield from drawn
                    laid_tokens = {token.key: token for tokens in words.values() for token in tokens}
                    yield from ((laid_tokens[name.casefold()], name) for name in list_words(event))
                    return
            question = decider.open_question(self._rules, position)
            if question is None or question.sight != "secret":
                return
            tokens = words.get(SEATS[question.seat], [])
            choices = Choices({option.casefold(): option for option in question.options})
            picks = tuple(choose(token, choices, Message("A stack has")) for token in tokens)
            answer = Answered(question.seat, picks)

    def _next_lot(self) -> tuple[Token, str]:
        """Returns the seat that a lot drew."""
        if not self._cursor.orders:
            sentence = Message("The sheet lacks the order of a deck or a lot, [*: …], or a lost card, !….")
            raise SheetMistake(self._cursor.peek(), sentence)
        return _read_lot(self._cursor.orders.popleft())


def _choose_card(word: Token, choices: Choices) -> str:
    """Returns the card that *word* names, with or without the number of a copy."""
    name = word._replace(text=word.text.partition("/")[0])
    return choose(name, choices, Message("A card is one of"))


def _read_lot(lot: Bracket) -> tuple[Token, str]:
    """Returns the seat that a lot drew, with its place on the sheet."""
    seats = Choices({letter.casefold(): str(seat) for seat, letter in enumerate(SEATS)})
    return lot.token, choose(lot.words[0] if lot.words else lot.token, seats, Message("A lot draws one of"))


def _refuse(reply: Impossible, token: Token | None) -> Illegal | SheetMistake:
    """Returns the mistake of an impossible entry, at the *token* of its last card in sight."""
    if reply.refusal is not None:
        return Illegal(reply.question, reply.refusal)
    card = reply.expected[0] if reply.expected else ""
    sentence = (
        Message("{card} cannot be there: the entries before place it elsewhere.", card=card)
        if card
        else Message("No deal was found that agrees with this entry.")
    )
    return SheetMistake(token, sentence) if token else Illegal(None, Refusal("", sentence))
