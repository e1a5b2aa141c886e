"""What the end of a match reveals: with its seed, a copy that is sealed in part can be decided again as well.

All that chance did follows from the seed and the nonces; what it led to is sealed again, under the same
salts, and has to give the same commitments. A secret answer is found by trying what could be answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice, permutations
from typing import Any

from msgspec.structs import replace

from domain import table
from domain.decider import Rules
from domain.messages import Message
from domain.model import CHANCE, Answered, Asked, Fact, Picks
from domain.notation import write_fact
from domain.table import Match, MatchEnded, MatchOpened, TableFact

from ..audit import Audit
from ..differences import AGAIN, Difference, check_number
from .chain import Sealer, commitment, link
from .record import Entry, Record

UNREVEALED = {"table.Rewound", "table.Ruled"}
"""Facts that put something into a match which those who do not see all of it cannot know."""
TRIED = 50_000
"""How many answers are tried for one that was given in secret."""


def audit(record: Record, rules: Rules[Any, Any]) -> Audit[Any, Any] | None:
    """Returns the audit of a copy that is sealed in part; `None` as long as too little is revealed for it."""
    facts = [entry.fact() for entry in record.facts]
    opened = facts[0].event
    seed = next((fact.event.seed for fact in facts if isinstance(fact.event, MatchEnded)), "")
    if not isinstance(opened, MatchOpened) or opened.position or not seed:
        return None
    if any(entry.type in UNREVEALED for entry in record.facts):
        return None
    first = replace(facts[0], event=replace(opened, seed=seed))
    return _Revealed(rules, [first, *facts[1:]], record)


class _Revealed(Audit[Any, Any]):
    """An audit that compares facts as they are sealed."""

    def __init__(self, rules: Rules[Any, Any], log: Sequence[Fact], record: Record) -> None:
        super().__init__(rules, log, AGAIN)
        opened = log[0].event
        assert isinstance(opened, MatchOpened)
        self._entries = record.facts
        self._sealer = Sealer(record.match, rules, opened)

    def decided(self, match: Match[Any], fact: Fact) -> list[Fact]:
        """Returns what *fact* leads to; a secret answer is found first."""
        event, question = fact.event, table.open_question(self.rules, match)
        sealed = self._entries[fact.seq - 1].sealed.get("picks")
        if isinstance(event, Answered) and event.seat != CHANCE and sealed and question is not None:
            picks = self._found(question, fact.seq, sealed)
            fact = replace(fact, event=replace(event, picks=event.picks or picks))
        return super().decided(match, fact)

    def compare(self, seq: int, recorded: Sequence[Fact], again: Sequence[Fact]) -> None:
        """Holds what is *recorded* against what deciding *again* gave, both as everybody may know them."""
        for was, now in zip(recorded, again, strict=False):
            check_number(seq, was)
            seq = now.seq
            if not self._same(self._entries[seq - 1], now):
                message = Message(
                    "Fact {seq} does not follow from the answers, the seed and the nonces: "
                    "deciding again gives “{now}”, which seals otherwise.",
                    seq=seq,
                    now=write_fact(now),
                )
                raise Difference(seq, message)
        super().compare(seq, (), again[len(recorded) :])

    def _same(self, entry: Entry, now: Fact) -> bool:
        """Tells whether *now* seals to *entry*; seeds and tokens are not known to who checks."""
        sealed = self._sealer.seal(now)
        if isinstance(now.event, TableFact):
            sealed = replace(sealed, sealed=entry.sealed)
        return link("", "", sealed) == link("", "", entry.public)

    def _found(self, question: Asked, seq: int, sealed: str) -> Picks:
        """Returns the answer to *question* that *sealed* stands for; none, if no answer does."""
        salt = self._sealer.salt(seq, "picks")
        numbers = range(question.least, question.most + 1)
        answers = chain.from_iterable(permutations(question.options, number) for number in numbers)
        fitting = (picks for picks in islice(answers, TRIED) if commitment(salt, picks) == sealed)
        return next(fitting, ())
