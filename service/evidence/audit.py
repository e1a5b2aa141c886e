"""Audit of the facts, heads and leaves of a match in a store.

The audit hashes the facts again and compares them with the heads, and each head with its leaf of the log.
Where two of the three agree, the third was changed. The true
answer leads to the recorded hash.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain import chance, decider, table
from domain.model import Fact
from domain.notation import write_fact
from domain.rules import Rules
from domain.table import Match, MatchOpened
from projections.event_log import CorruptStream
from replays.audits.verify import verify
from replays.proof import merkle
from replays.proof.chain import GENESIS, FactCommitter

from ..catalog.cardsets import CardSetRegistry, PinnedCardSetMissing
from ..database.heads import STORED_LEVEL_STEP, HeadEntry
from ..eventstore.codec import UnknownFact
from ..eventstore.store import Store, translate_errors
from ..observability import logging
from . import record_audit
from .feed_order import misplaced
from .log_audit import Finding, included
from .position_audit import renumbered
from .reconstruct import Leads, Write, changes, runs, several, unclear
from .service import entry

log = logging.logger(__name__)

Progress = Callable[[int], None]
"""Hears how many facts of the match have been decided again."""


class Audited(NamedTuple):
    """What was held against each other, and what came of it."""

    facts: int
    heads: int
    answers: int
    findings: list[Finding]


def audit(
    store: Store, library: CardSetRegistry, match: str, progress: Progress = lambda checked: None
) -> Audited:
    """Audits *match*, or another record; sentences quote facts in full. Raises `Unavailable`."""
    with translate_errors(match):
        if record_audit.is_one(match):
            facts, heads, findings = record_audit.findings(store, match)
            audited = Audited(facts, heads, 0, findings)
        else:
            audited = Witnesses(store, library, match).heard(progress)
    told = log.error if audited.findings else log.info
    told("audited", match=match, facts=audited.facts, wrong=[finding.seq for finding in audited.findings])
    return audited


class Witnesses:
    """All that a store holds of one match."""

    def __init__(self, store: Store, library: CardSetRegistry, match: str) -> None:
        self._library, self._match = library, match
        self._node, self._headed = store.tree.find_node, store.headed_since
        self._size, self._sealed = store.tree.tree_end()  # first: more heads go into the log meanwhile
        self._heads, grown = store.tree.list_entries(match), True
        while grown:  # facts are written with their heads, and what is read has to be of one moment
            self._facts, self._unreadable = _read(store, match)
            self._positions = store.tree.positions_of(match)
            self._headless = store.tree.facts_without_heads(match)
            before, self._heads = self._heads, store.tree.list_entries(match)
            grown = len(self._heads) != len(before)
        self._findings: list[Finding] = []
        self._was: dict[int, Fact] = {}
        self._altered: list[int] = []
        self._dropped: list[int] = []
        self._closed: set[int] = set()

    def heard(self, progress: Progress) -> Audited:
        """Returns what they say."""
        facts, answers = len(self._facts), 0
        self._number_again()
        told = self._opening()
        if told is not None and self._chain(*told):
            verdict = verify(told[0], [fact for _, fact in sorted(self._facts.items())], progress)
            answers = verdict.answers
            if not verdict.ok:
                self._found(verdict.seq, verdict.difference)
        if not self._findings:
            for moved in misplaced(self._positions, self._heads, self._headed):
                self._found(*moved)
        return Audited(facts, len(self._heads), answers, sorted(self._findings))

    def _found(self, seq: int, sentence: str) -> None:
        self._findings.append(Finding(self._match, seq, sentence))

    def _number_again(self) -> None:
        """Gives facts the numbers back that they were written with, and tells what was put in among them."""
        moved = renumbered(self._positions, self._heads, self._headed)
        if moved is None:
            return
        for change in moved.changes(self._facts):
            self._found(*change)
        facts = moved.back(self._facts)
        self._facts = {number: replace(fact, seq=number) for number, fact in facts.items()}
        self._unreadable = moved.back(self._unreadable)
        self._headless = [moved.was[number] for number in self._headless if number in moved.was]
        self._closed = moved.closed()

    # -- the opening, which everything else is sealed with -------------------------------------------------

    def _opening(self) -> tuple[Rules[Any, Any], FactCommitter] | None:
        """Returns what seals the facts; `None`, having told why, when that is not to be known any more."""
        self._put_opening_first()
        first = self._facts.get(1)
        try:
            if not self._facts and not self._unreadable:
                text = f"; there were {self._heads[-1].head.seq}" if self._heads else ", and their heads"
                reason = f"All facts of this match were dropped{text}."
            elif first is None:
                reason = (
                    f"Fact 1 was altered: {self._unreadable[1]}"
                    if 1 in self._unreadable
                    else "Fact 1 was dropped."
                )
            elif not isinstance(first.event, MatchOpened):
                reason = f"Fact 1 was altered: “{write_fact(first)}” opens no match."
            elif chance.seed_commitment(first.event.seed) != first.event.commitment:
                reason = "Fact 1 was altered: its seed is not the one that was committed to."
            else:
                rules = self._library.rules(first.event)
                return rules, FactCommitter(self._match, rules, first.event)
        except (PinnedCardSetMissing, decider.Unplayable) as missing:
            reason = f"Fact 1 names what cannot be played here: {missing}"
        self._found(1, f"{reason} Nothing of this match can be held against its heads.")
        return None

    def _put_opening_first(self) -> None:
        """Tells whether the opening stands elsewhere, and puts it back to what else is sealed with it."""
        at = next((seq for seq, fact in self._facts.items() if isinstance(fact.event, MatchOpened)), 1)
        if at > 1 and 1 in self._facts:
            first, opened = self._facts[1], self._facts[at]
            self._facts |= {1: replace(opened, seq=1), at: replace(first, seq=at)}
            self._found(1, f"Facts 1 and {at} were swapped.")

    # -- write by write ------------------------------------------------------------------------------------

    def _chain(self, rules: Rules[Any, Any], fact_committer: FactCommitter) -> bool:
        """Holds facts, heads and leaves against each other; tells whether the facts are what they were."""
        sound, before, last = True, GENESIS, 0
        state: Match[Any] | None = None
        for index, one in enumerate(self._heads):
            numbers = range(last + 1, one.head.seq + 1)
            required = one.head.head.hex()
            now = self._hash(fact_committer, numbers, before)
            told: Sequence[Fact] | None
            if now == required:
                told = self._stored(numbers) if self._in_log(one, numbers) else None
            elif now is not None and self._is_head(fact_committer, index, now):
                seq, told, required = one.head.seq, self._stored(numbers), now
                self._found(seq, f"The head at fact {seq} was altered: the facts are as they were.")
            else:
                sound = False
                told = self._changed(rules, state, numbers, _leads(fact_committer, before, required))
            sound &= told is not None
            if told is None and not last:
                return self._end(rules, max(self._facts)) and sound
            state = None if told is None or (last and state is None) else table.fold(rules, told, state)
            before, last = required, one.head.seq
        return self._end(rules, last) and sound

    def _stored(self, numbers: range) -> list[Fact]:
        return [self._facts[number] for number in numbers if number in self._facts]

    def _hash(self, fact_committer: FactCommitter, numbers: range, before: str) -> str | None:
        """Returns what the facts with these *numbers* hash to, if all are there."""
        facts = self._stored(numbers)
        return None if len(facts) < len(numbers) else [*fact_committer.heads(facts, before)][-1]

    def _followed(self, fact_committer: FactCommitter, index: int, hash: str) -> bool:
        """Tells whether the write after head *index* goes on from *hash*."""
        if index + 1 == len(self._heads):
            return False
        this, following = self._heads[index].head, self._heads[index + 1].head
        return (
            self._hash(fact_committer, range(this.seq + 1, following.seq + 1), hash) == following.head.hex()
        )

    def _is_head(self, fact_committer: FactCommitter, index: int, hash: str) -> bool:
        """Tells whether *hash*, and not what is recorded, went into the log or into the next write."""
        one = self._heads[index]
        leaf = merkle.leaf_hash(entry(one.head._replace(head=bytes.fromhex(hash))))
        return leaf == one.leaf or self._followed(fact_committer, index, hash)

    def _in_log(self, one: HeadEntry, numbers: range) -> bool:
        """Holds a head, which its facts lead to, against its leaf; tells whether both may be believed."""
        head, place, leaf = one
        if place is None or leaf is None:
            if head.position <= self._sealed:
                self._found(head.seq, f"The head at fact {head.seq} was removed from the log of heads.")
        elif leaf != merkle.leaf_hash(entry(head)):
            # no stored node covers this leaf yet
            if place >> STORED_LEVEL_STEP == self._size >> STORED_LEVEL_STEP:
                text = f"Entry {place} of the log and the head at fact {head.seq} differ: one was changed."
                self._found(head.seq, text)
            elif included(self._node, place, leaf, self._size):
                text = (
                    f"{several(numbers)} rewritten, and their head: entry {place} of the log is of another."
                )
                self._found(numbers[0], text)
                return False
            else:
                text = f"Entry {place} of the log was altered: it is of the head at fact {head.seq}."
                self._found(head.seq, text)
        return True

    def _changed(
        self, rules: Rules[Any, Any], state: Match[Any] | None, numbers: range, right: Leads
    ) -> Sequence[Fact] | None:
        """Tells what was changed in a write; returns what it held before, if that can be known."""
        if state is not None:
            write = Write(rules, state, numbers, right)
            was = write.original(self._facts)
            if was is not None:
                self._was |= {fact.seq: fact for fact in was if self._facts.get(fact.seq) != fact}
                return was
            if write.follows(self._facts):
                self._found(numbers[0], f"Fact {numbers[0]} was altered; what follows from it is as it was.")
                return self._stored(numbers)
            facts = write.begun(self._facts)
            if facts is not None:
                self._begun_otherwise(numbers[0])
                return facts
        dropped = [
            number for number in numbers if number not in self._facts and number not in self._unreadable
        ]
        self._dropped += dropped
        unreadable = [number for number in numbers if number in self._unreadable]
        for number in unreadable:
            self._found(number, f"Fact {number} was altered: {self._unreadable[number]}")
        if not dropped and not unreadable:
            self._altered += numbers
        return None

    def _begun_otherwise(self, seq: int) -> None:
        """Tells what became of the fact that began a write of which all else is as it was."""
        if seq in self._facts:
            text = f"it is now “{write_fact(self._facts[seq])}”; what followed from it is as it was."
            self._found(seq, f"Fact {seq} was altered: {text}")
        elif seq in self._unreadable:
            self._found(seq, f"Fact {seq} was altered: {self._unreadable[seq]}")
        else:
            self._dropped.append(seq)

    def _end(self, rules: Rules[Any, Any], last: int) -> bool:
        """Tells what is gone, and looks at what stands after the last head; tells whether nothing does."""
        for change in changes(self._facts, self._unreadable, self._was, self._closed):
            self._found(*change)
        for run in runs(self._altered):
            self._found(*unclear(rules, self._facts, run))
        for run in runs(self._dropped):
            those = "it" if len(run) == 1 else "them"
            after = f", and those after {those} renumbered" if {*run} & self._closed else ""
            self._found(run[0], f"{several(run)} dropped{after}.")
        for seq in self._headless:
            self._found(seq, f"The head at fact {seq} was removed: the log has an entry for it.")
        if not self._heads and not self._headless:
            self._found(1, "The heads of this match were removed: no head is there for any of its facts.")
            return False
        headed = max([last, *self._headless])
        beyond = [number for number in {*self._facts, *self._unreadable} if number > headed]
        for run in runs(beyond):
            self._found(run[0], f"{several(run)} inserted: no head was recorded there.")
        return not beyond


def _leads(fact_committer: FactCommitter, before: str, required: str) -> Leads:
    """Returns what tells whether facts lead from the hash *before* to the one *required*."""
    return lambda facts: [*fact_committer.heads(facts, before)][-1] == required


def _read(store: Store, match: str) -> tuple[dict[int, Fact], dict[int, str]]:
    """Returns the facts of *match* by number, and what is wrong with those that cannot be read."""
    facts: dict[int, Fact] = {}
    unreadable: dict[int, str] = {}
    for row in store.recorder.select_events(match):
        seq = row.originator_version
        try:
            facts[seq] = store.decode_row(row)
        except (UnknownFact, CorruptStream) as error:
            unreadable[seq] = f"it cannot be read any more ({error.__cause__ or error})."
    return facts, unreadable
