"""Audit of the facts, heads and leaves of a match in a store.

The audit hashes the facts again and compares them with the heads, and each head with its leaf of the log. If
two of the three agree, the third was changed. The true answer leads to the recorded hash.
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
from .late_heads import log_entry, may_wait
from .log_audit import Finding, is_included
from .position_audit import find_misplaced, find_renumbering
from .reconstruct import LeadsToHead, Write, describe_changes, describe_facts, describe_unclear, group_runs

log = logging.logger(__name__)

Progress = Callable[[int], None]
"""Receives the number of decided facts of the match."""


class AuditResult(NamedTuple):
    """Numbers of audited items, with the findings."""

    facts: int
    heads: int
    answers: int
    findings: list[Finding]


def audit_record(
    store: Store, library: CardSetRegistry, match: str, progress: Progress = lambda checked: None
) -> AuditResult:
    """Audits *match*, or another record. Findings quote facts in full. Raises `Unavailable`."""
    with translate_errors(match):
        if record_audit.is_other_record(match):
            facts, heads, findings = record_audit.audit_other_record(store, match)
            audited = AuditResult(facts, heads, 0, findings)
        else:
            audited = MatchAudit(store, library, match).run(progress)
    write_log = log.error if audited.findings else log.info
    invalid = [finding.seq for finding in audited.findings]
    write_log("audited", match=match, facts=audited.facts, wrong=invalid)
    return audited


class MatchAudit:
    """Audit of one match with all its data in a store."""

    def __init__(self, store: Store, library: CardSetRegistry, match: str) -> None:
        self._library, self._match = library, match
        self._node, self._headed_since = store.tree.find_node, store.headed_since
        self._tree_size, self._sealed_position = store.tree.tree_end()  # first, because the log may grow
        self._heads, has_grown = store.tree.list_entries(match), True
        while has_grown:  # facts and heads must be of the same moment
            self._facts, self._unreadable = _read_facts(store, match)
            self._positions = store.tree.positions_of(match)
            self._headless = store.tree.facts_without_heads(match)
            before, self._heads = self._heads, store.tree.list_entries(match)
            has_grown = len(self._heads) != len(before)
        self._findings: list[Finding] = []
        self._originals: dict[int, Fact] = {}
        self._altered: list[int] = []
        self._dropped: list[int] = []
        self._closed: set[int] = set()

    def run(self, progress: Progress) -> AuditResult:
        """Returns the result of the audit."""
        facts, answers = len(self._facts), 0
        self._restore_numbers()
        opening = self._check_opening()
        if opening is not None and self._check_chain(*opening):
            verdict = verify(opening[0], [fact for _, fact in sorted(self._facts.items())], progress)
            answers = verdict.answers
            if not verdict.ok:
                self._report(verdict.seq, verdict.difference)
        if not self._findings:
            for moved in find_misplaced(self._positions, self._heads, self._headed_since):
                self._report(*moved)
        return AuditResult(facts, len(self._heads), answers, sorted(self._findings))

    def _report(self, seq: int, sentence: str) -> None:
        self._findings.append(Finding(self._match, seq, sentence))

    def _restore_numbers(self) -> None:
        """Restores the original numbers of facts and reports insertions."""
        moved = find_renumbering(self._positions, self._heads, self._headed_since)
        if moved is None:
            return
        for change in moved.describe_changes(self._facts):
            self._report(*change)
        facts = moved.by_original_number(self._facts)
        self._facts = {number: replace(fact, seq=number) for number, fact in facts.items()}
        self._unreadable = moved.by_original_number(self._unreadable)
        self._headless = [moved.originals[number] for number in self._headless if number in moved.originals]
        self._closed = moved.closed_gaps()

    # -- the opening, part of every hash -------------------------------------------------------------------

    def _check_opening(self) -> tuple[Rules[Any, Any], FactCommitter] | None:
        """Returns the rules and the committer of the match, or reports why they are lost."""
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
                rules = self._library.load_rules(first.event)
                return rules, FactCommitter(self._match, rules, first.event)
        except (PinnedCardSetMissing, decider.Unplayable) as missing:
            reason = f"Fact 1 names what cannot be played here: {missing}"
        self._report(1, f"{reason} Nothing of this match can be held against its heads.")
        return None

    def _put_opening_first(self) -> None:
        """Reports a misplaced opening and moves it first, because all hashes depend on it."""
        at = next((seq for seq, fact in self._facts.items() if isinstance(fact.event, MatchOpened)), 1)
        if at > 1 and 1 in self._facts:
            first, opened = self._facts[1], self._facts[at]
            self._facts |= {1: replace(opened, seq=1), at: replace(first, seq=at)}
            self._report(1, f"Facts 1 and {at} were swapped.")

    # -- write by write ------------------------------------------------------------------------------------

    def _check_chain(self, rules: Rules[Any, Any], fact_committer: FactCommitter) -> bool:
        """Compares facts, heads and leaves. Returns whether the facts are the original ones."""
        sound, before, last = True, GENESIS, 0
        state: Match[Any] | None = None
        for index, entry in enumerate(self._heads):
            numbers = range(last + 1, entry.head.seq + 1)
            required = entry.head.head.hex()
            now = self._hash_facts(fact_committer, numbers, before)
            facts: Sequence[Fact] | None
            if now == required:
                facts = self._stored_facts(numbers) if self._check_leaf(entry, numbers) else None
            elif now is not None and self._is_head(fact_committer, index, now):
                seq, facts, required = entry.head.seq, self._stored_facts(numbers), now
                self._report(seq, f"The head at fact {seq} was altered: the facts are as they were.")
            else:
                sound = False
                facts = self._restore_write(
                    rules, state, numbers, _leads_to(fact_committer, before, required)
                )
            sound &= facts is not None
            if facts is None and not last:
                return self._report_rest(rules, max(self._facts)) and sound
            state = None if facts is None or (last and state is None) else table.fold(rules, facts, state)
            before, last = required, entry.head.seq
        return self._report_rest(rules, last) and sound

    def _stored_facts(self, numbers: range) -> list[Fact]:
        return [self._facts[number] for number in numbers if number in self._facts]

    def _hash_facts(self, fact_committer: FactCommitter, numbers: range, before: str) -> str | None:
        """Returns the hash after the facts with these *numbers*, if all exist."""
        facts = self._stored_facts(numbers)
        return None if len(facts) < len(numbers) else [*fact_committer.hash_facts(facts, before)][-1]

    def _is_followed(self, fact_committer: FactCommitter, index: int, hash: str) -> bool:
        """Returns whether the write after head *index* continues from *hash*."""
        if index + 1 == len(self._heads):
            return False
        this, following = self._heads[index].head, self._heads[index + 1].head
        numbers = range(this.seq + 1, following.seq + 1)
        return self._hash_facts(fact_committer, numbers, hash) == following.head.hex()

    def _is_head(self, fact_committer: FactCommitter, index: int, hash: str) -> bool:
        """Returns whether the log or the next write uses *hash* and not the stored head."""
        entry = self._heads[index]
        leaf = merkle.leaf_hash(log_entry(entry.head._replace(head=bytes.fromhex(hash))))
        return leaf == entry.leaf or self._is_followed(fact_committer, index, hash)

    def _check_leaf(self, entry: HeadEntry, numbers: range) -> bool:
        """Compares a head with its leaf. Returns whether both are credible."""
        head, index, leaf = entry
        if index is None or leaf is None:
            if head.position <= self._sealed_position and not may_wait(head, self._facts, self._heads):
                self._report(head.seq, f"The head at fact {head.seq} was removed from the log of heads.")
        elif leaf != merkle.leaf_hash(log_entry(head)):
            # no stored node covers this leaf yet
            if index >> STORED_LEVEL_STEP == self._tree_size >> STORED_LEVEL_STEP:
                text = f"Entry {index} of the log and the head at fact {head.seq} differ: one was changed."
                self._report(head.seq, text)
            elif is_included(self._node, index, leaf, self._tree_size):
                other = f"entry {index} of the log is of another."
                text = f"{describe_facts(numbers)} rewritten, and their head: {other}"
                self._report(numbers[0], text)
                return False
            else:
                text = f"Entry {index} of the log was altered: it is of the head at fact {head.seq}."
                self._report(head.seq, text)
        return True

    def _restore_write(
        self, rules: Rules[Any, Any], state: Match[Any] | None, numbers: range, right: LeadsToHead
    ) -> Sequence[Fact] | None:
        """Reports changes in a write. Returns its original facts, if known."""
        if state is not None:
            write = Write(rules, state, numbers, right)
            original = write.find_original(self._facts)
            if original is not None:
                self._originals |= {fact.seq: fact for fact in original if self._facts.get(fact.seq) != fact}
                return original
            if write.follows_from_first(self._facts):
                self._report(numbers[0], f"Fact {numbers[0]} was altered; what follows from it is as it was.")
                return self._stored_facts(numbers)
            facts = write.find_other_start(self._facts)
            if facts is not None:
                self._report_first(numbers[0])
                return facts
        dropped = [
            number for number in numbers if number not in self._facts and number not in self._unreadable
        ]
        self._dropped += dropped
        unreadable = [number for number in numbers if number in self._unreadable]
        for number in unreadable:
            self._report(number, f"Fact {number} was altered: {self._unreadable[number]}")
        if not dropped and not unreadable:
            self._altered += numbers
        return None

    def _report_first(self, seq: int) -> None:
        """Reports the changed first fact of a write with otherwise original facts."""
        if seq in self._facts:
            text = f"it is now “{write_fact(self._facts[seq])}”; what followed from it is as it was."
            self._report(seq, f"Fact {seq} was altered: {text}")
        elif seq in self._unreadable:
            self._report(seq, f"Fact {seq} was altered: {self._unreadable[seq]}")
        else:
            self._dropped.append(seq)

    def _report_rest(self, rules: Rules[Any, Any], last: int) -> bool:
        """Reports remaining changes and facts after the last head. Returns whether none follow."""
        for change in describe_changes(self._facts, self._unreadable, self._originals, self._closed):
            self._report(*change)
        for run in group_runs(self._altered):
            self._report(*describe_unclear(rules, self._facts, run))
        for run in group_runs(self._dropped):
            those = "it" if len(run) == 1 else "them"
            after = f", and those after {those} renumbered" if {*run} & self._closed else ""
            self._report(run[0], f"{describe_facts(run)} dropped{after}.")
        for seq in self._headless:
            self._report(seq, f"The head at fact {seq} was removed: the log has an entry for it.")
        if not self._heads and not self._headless:
            self._report(1, "The heads of this match were removed: no head is there for any of its facts.")
            return False
        last_headed = max([last, *self._headless])
        beyond = [number for number in {*self._facts, *self._unreadable} if number > last_headed]
        for run in group_runs(beyond):
            self._report(run[0], f"{describe_facts(run)} inserted: no head was recorded there.")
        return not beyond


def _leads_to(fact_committer: FactCommitter, before: str, required: str) -> LeadsToHead:
    """Returns a check that facts lead from the hash *before* to the hash *required*."""
    return lambda facts: [*fact_committer.hash_facts(facts, before)][-1] == required


def _read_facts(store: Store, match: str) -> tuple[dict[int, Fact], dict[int, str]]:
    """Returns the facts of *match* by number, and the errors of unreadable ones."""
    facts: dict[int, Fact] = {}
    unreadable: dict[int, str] = {}
    for row in store.recorder.select_events(match):
        seq = row.originator_version
        try:
            facts[seq] = store.decode_row(row)
        except (UnknownFact, CorruptStream) as error:
            unreadable[seq] = f"it cannot be read any more ({error.__cause__ or error})."
    return facts, unreadable
