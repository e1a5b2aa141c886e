"""Records a match of a real table: derives facts from entries in a deal that agrees with them all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import decider
from ..decider import Position, redact_question
from ..model import SPECTATOR, Asked, Fact
from ..rules import Rules
from .contradiction import Contradiction
from .course import Course
from .deal import WORD, list_names, list_words
from .entries import Accepted, Amended, Entry, Impossible, Incomplete, Reply
from .repair import Outcome, repair, restore_state, save_state


class Recorder:
    """A recording; `exchanges` counts the deals that were tried, `decided` the facts that were decided."""

    def __init__(self, rules: Rules[Any, Any], start: Position[Any]) -> None:
        self._rules, self._start = rules, start
        self._course = Course(rules, start)
        self.exchanges = 0

    @property
    def entries(self) -> Sequence[Entry]:
        """The accepted entries."""
        return self._course.entries

    @property
    def facts(self) -> Sequence[Fact]:
        """The facts as a spectator sees them; a card that is named later changes none of them."""
        return self._course.public

    @property
    def decided(self) -> int:
        """The number of facts decided until now, in all deals."""
        return self._course.decided

    @property
    def board(self) -> Any:
        """The board of the deal; its hidden cards are a possibility, and no viewer may see them."""
        return self._course.marks[-1].position.board

    @property
    def question(self) -> Asked | None:
        """The open question as a spectator sees it, or `None` after the end."""
        question = decider.open_question(self._rules, self._course.marks[-1].position)
        return None if question is None else redact_question(question, SPECTATOR)

    def enter(self, entry: Entry) -> Reply:
        """Records *entry* if a deal agrees with it; otherwise records nothing."""
        course = self._course
        state, unseen = save_state(course), course.unseen
        before = course.marks[-1].position
        course.begin_entry(entry)
        outcome: Outcome | None = None
        try:
            course.decide()
        except Contradiction as contradiction:
            outcome = repair(course, contradiction)
            self.exchanges += outcome.exchanges
        if outcome is not None and outcome.contradiction is not None:
            course.drop_entry()
            restore_state(course, state)
            return self._describe(entry, outcome.contradiction, before)
        facts, implied = tuple(course.fresh), tuple(course.implied)
        named_cards = tuple(dict.fromkeys(w for fact in facts for w in list_words(fact.event) if w in unseen))
        course.store_facts()
        return Accepted(facts, "possible" if named_cards or outcome else "legal", implied, named_cards)

    def amend(self, number: int, entry: Entry) -> tuple[Recorder, Amended]:
        """Returns a recorder with entry *number*, from 1, replaced and the later ones decided again.

        It ends before the first entry that does not hold. This recorder stays as it is.
        """
        amended = Recorder(self._rules, self._start)
        amended._course = self._course.copy_until(number - 1)
        replies: list[Reply] = []
        for later in (entry, *self._course.entries[number:]):
            replies.append(amended.enter(later))
            if not isinstance(replies[-1], Accepted):
                break
        return amended, Amended(tuple(replies), len(amended.entries))

    def _describe(
        self, entry: Entry, contradiction: Contradiction, before: Position[Any]
    ) -> Incomplete | Impossible:
        """Returns the refusal of the nearest deal."""
        if contradiction.unsighted is not None:
            return Incomplete(*contradiction.unsighted)
        if contradiction.refused is None:
            expected, actual = tuple(contradiction.expected[:1]), tuple(contradiction.actual[:1])
            return Impossible("undetermined", entry.seat, expected=expected, actual=actual)
        position, refused = contradiction.refused
        question = refused.question
        is_proof = position.seq == before.seq and self._is_public(entry, question, position)
        return Impossible(
            "illegal" if is_proof else "undetermined",
            entry.seat,
            question and redact_question(question, SPECTATOR),
            refused.refusal,
        )

    def _is_public(self, entry: Entry, question: Asked | None, position: Position[Any]) -> bool:
        """Returns whether every deal refuses *entry*, because it depends on no unseen card.

        The question is another seat's, its options are open, or all copies of a card lie open elsewhere.
        """
        if question is None or question.seat != entry.seat or question.sight == "open":
            return True
        course = self._course
        visible = set(list_names(self._rules.redact_board(position.board, SPECTATOR)))
        for word in (word for pick in entry.picks for word in WORD.findall(pick)):
            copies = [card for card in course.hidden if course.print_of(card) == course.print_of(word)]
            if copies and visible.issuperset(copies):
                return True
        return False
