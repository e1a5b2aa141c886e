"""Locates breaks in the chain of a record and names the alteration.

A wrong hash shows only some alteration. The check tries to restore order, numbers, missing facts
or a changed field until the hash fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from domain.messages import Message

from .chain import GENESIS, link_hash
from .findings import Finding, finish_sentence, insertion_sentence, rehashed_finding
from .record import Entry
from .suspects import Suspects

MAX_MISSING = 1000
"""The maximum number of missing facts that are searched for after renumbering."""

MAX_EXPLAINED = 20
"""The maximum number of explained breaks; each takes thousands of hashes."""


class ChainWalk(NamedTuple):
    """The findings along a chain, and the hashes of its facts by their true numbers."""

    findings: list[Finding]
    hashes: dict[int, str]


def walk_chain(match: str, entries: Sequence[Entry], head: str = "") -> ChainWalk:
    """Returns the findings on the chain of *match* with its known last hash *head*."""
    walk = _Walk(match, entries, head)
    findings: list[Finding] = []
    while walk.remaining:
        if walk.is_next():
            walk.accept_next()
        elif len(findings) < MAX_EXPLAINED:
            findings.append(next(walk.explain_break()))
        else:
            findings.append(
                Finding(walk.remaining[0].seq, "altered", "", Message("There is more that does not fit."))
            )
            walk.give_up()
    return ChainWalk(findings + list(walk.check_end()), walk.hashes)


class _Walk:
    """A walk along the facts that repairs each broken link."""

    def __init__(self, match: str, entries: Sequence[Entry], head: str) -> None:
        self.remaining = list(entries)
        self._match, self._head = match, head
        self._seq, self._before = 1, GENESIS
        self._last: tuple[str, Entry] | None = None  # the fact before, if it fits, and what it follows on
        self._suspects = Suspects(entries)
        self.hashes: dict[int, str] = {}

    def is_next(self) -> bool:
        """Returns whether the next fact follows the previous one."""
        return self.remaining[0].seq == self._seq and self._is_link(self.remaining[0], self._before)

    def accept_next(self) -> None:
        """Accepts the next fact."""
        self._last = (self._before, self.remaining[0])
        self._accept_hash(self.remaining.pop(0).hash)

    def explain_break(self) -> Iterator[Finding]:
        """Yields explanations of the next break, each after a repair. Take only the first."""
        yield from self._try_renumbering()
        yield from self._try_other_order()
        yield from self._try_inserted_before()
        yield from self._try_missing()
        yield from self._try_duplicate()
        yield from self._try_wrong_hash()
        yield from self._try_swapped()
        yield from self._try_altered()
        yield from self._try_altered_before()
        yield self._report_unexplained()

    def give_up(self) -> None:
        """Accepts the remaining facts unchecked."""
        self._last = None
        self.hashes |= {entry.seq: entry.hash for entry in self.remaining}
        self.remaining = []

    def check_end(self) -> Iterator[Finding]:
        """Yields the alteration of a last fact with a recomputed hash."""
        if self._last is not None and self._head not in ("", self._before):
            before, last = self._last
            for suspect in self._suspects(last):
                if self._link_hash(suspect.entry, before) == self._head:
                    yield rehashed_finding(last.seq, suspect.field, suspect.sentence)
                    return

    # -- what may have been done -------------------------------------------------------------------------

    def _try_renumbering(self) -> Iterator[Finding]:
        """Tries another number of the next fact, and perhaps of all later ones."""
        entry = self.remaining[0]
        if entry.seq == self._seq or not self._is_link(replace(entry, seq=self._seq), self._before):
            return
        off = entry.seq - self._seq
        following = self.remaining[1:2]
        others_too = all(
            self._is_link(replace(next_entry, seq=next_entry.seq - off), entry.hash)
            for next_entry in following
        )
        self._shift_numbers(-off, len(self.remaining) if others_too else 1)
        if others_too and following:
            sentence = Message(
                "Fact {seq} and those after it were renumbered: it says {says}.",
                seq=self._seq,
                says=entry.seq,
            )
        else:
            sentence = Message("Fact {seq} was renumbered: it says {says}.", seq=self._seq, says=entry.seq)
        yield Finding(self._seq, "number", "seq", sentence)

    def _try_other_order(self) -> Iterator[Finding]:
        """Tries a later fact here, for a swap, a move, or an insertion."""
        for at, other in enumerate(self.remaining[1:], start=1):
            if not self._is_link(replace(other, seq=self._seq), self._before):
                continue
            first, between = self.remaining[0], self.remaining[at - 1] if at > 1 else other
            if self._is_link(replace(first, seq=self._seq + at), between.hash):
                self.remaining[0], self.remaining[at] = (
                    replace(other, seq=self._seq),
                    replace(first, seq=self._seq + at),
                )
                sentence = Message(
                    "Facts {one} and {other} were swapped.", one=self._seq, other=self._seq + at
                )
                yield Finding(self._seq, "order", "", sentence)
            elif self._is_link(replace(first, seq=self._seq + 1), other.hash):
                self.remaining.insert(0, replace(self.remaining.pop(at), seq=self._seq))
                for n in range(1, at + 1):
                    self.remaining[n] = replace(self.remaining[n], seq=self._seq + n)
                sentence = Message("Fact {seq} stands {places} places too late.", seq=self._seq, places=at)
                yield Finding(self._seq, "order", "", sentence)
            else:
                del self.remaining[:at]
                renumbered = self._shift_numbers(self._seq - other.seq, len(self.remaining))
                yield Finding(
                    self._seq, "inserted", "", finish_sentence(insertion_sentence(at, self._seq), renumbered)
                )
            return

    def _try_inserted_before(self) -> Iterator[Finding]:
        """Tries to drop the previous fact, inserted with a fitting hash."""
        if self._last is None:
            return
        before, last = self._last
        if self._is_link(replace(self.remaining[0], seq=last.seq), before):
            self._seq, self._before = last.seq, before
            renumbered = self._shift_numbers(last.seq - self.remaining[0].seq, len(self.remaining))
            yield Finding(
                last.seq, "inserted", "", finish_sentence(insertion_sentence(1, last.seq), renumbered)
            )

    def _try_missing(self) -> Iterator[Finding]:
        """Tries missing facts, with or without renumbering."""
        entry = self.remaining[0]
        missing = max(entry.seq - self._seq, 0)
        renumbered = False
        if not missing and len(self.remaining) > 1 and not self._is_link(self.remaining[1], entry.hash):
            next_entry = self.remaining[1]
            tried = (
                n
                for n in range(1, MAX_MISSING)
                if self._is_link(replace(next_entry, seq=next_entry.seq + n), entry.hash)
            )
            missing = next(tried, 0)
            renumbered = self._shift_numbers(missing, len(self.remaining))
        if missing:
            first, last = self._seq, self._seq + missing - 1
            sentence = (
                Message("Fact {seq} is missing", seq=first)
                if missing == 1
                else Message("Facts {first} to {last} are missing", first=first, last=last)
            )
            self._seq += missing
            self._accept_unsure(entry.hash)
            yield Finding(first, "missing", "", finish_sentence(sentence, renumbered))

    def _try_duplicate(self) -> Iterator[Finding]:
        """Tries a duplicate number, or a fact after the end."""
        entry = self.remaining[0]
        if entry.seq < self._seq or self._before == self._head:
            del self.remaining[0]
            sentence = Message(
                "A fact that calls itself fact {says} was put in after fact {seq}.",
                says=entry.seq,
                seq=self._seq - 1,
            )
            yield Finding(self._seq, "inserted", "", sentence)

    def _try_wrong_hash(self) -> Iterator[Finding]:
        """Tries a wrong hash of an intact fact."""
        entry, computed = self.remaining[0], self._link_hash(self.remaining[0], self._before)
        if self._leads_on(computed):
            self._last = (self._before, entry)
            del self.remaining[0]
            self._accept_hash(computed)
            sentence = Message(
                "The hash told with fact {seq} was altered: the fact hashes to {hash}.",
                seq=entry.seq,
                hash=computed,
            )
            yield Finding(entry.seq, "hash", "hash", sentence)

    def _try_swapped(self) -> Iterator[Finding]:
        """Tries swapped contents of two facts with unchanged numbers and hashes."""
        entry = self.remaining[0]
        for at, other in enumerate(self.remaining[1:], start=1):
            if self._is_link(replace(other, seq=entry.seq, hash=entry.hash), self._before):
                self.remaining[at] = replace(entry, seq=other.seq, hash=other.hash)
                self.remaining[0] = replace(other, seq=entry.seq, hash=entry.hash)
                sentence = Message("Facts {one} and {other} were swapped.", one=entry.seq, other=other.seq)
                yield Finding(entry.seq, "order", "", sentence)
                return

    def _try_altered(self) -> Iterator[Finding]:
        """Tries other values of a field of the next fact."""
        entry = self.remaining[0]
        for suspect in self._suspects(entry):
            if self._is_link(suspect.entry, self._before):
                self._last = (self._before, suspect.entry)
                self._accept_hash(self.remaining.pop(0).hash)
                sentence = Message("Fact {seq} was altered: {how}.", seq=entry.seq, how=suspect.sentence)
                yield Finding(entry.seq, "altered", suspect.field, sentence)
                return

    def _try_altered_before(self) -> Iterator[Finding]:
        """Tries other values of the previous fact, with a recomputed hash."""
        if self._last is None:
            return
        before, last = self._last
        for suspect in self._suspects(last):
            if self._is_link(self.remaining[0], self._link_hash(suspect.entry, before)):
                self.accept_next()
                yield rehashed_finding(last.seq, suspect.field, suspect.sentence)
                return

    def _report_unexplained(self) -> Finding:
        """Returns a finding without an explanation."""
        entry, last = self.remaining[0], self._last
        before = last[1].seq if last is not None and self._leads_on(entry.hash) else 0
        if before:
            sentence = Message(
                "Fact {seq} was altered, or fact {before} was, and its hash made to fit: it is not what was "
                "sealed, and the record does not show what it said before.",
                seq=entry.seq,
                before=before,
            )
        else:
            sentence = Message(
                "Fact {seq} was altered: it is not what was sealed, and the record does not show what it "
                "said before.",
                seq=entry.seq,
            )
        self._accept_unsure(entry.hash)
        return Finding(entry.seq, "altered", "", sentence, before)

    # -- links -------------------------------------------------------------------------------------------

    def _link_hash(self, entry: Entry, before: str) -> str:
        return link_hash(self._match, before, entry.committed_fact)

    def _is_link(self, entry: Entry, before: str) -> bool:
        return self._link_hash(entry, before) == entry.hash

    def _leads_on(self, hash: str) -> bool:
        """Returns whether the second next fact follows *hash*, or *hash* is the head."""
        return self._is_link(self.remaining[1], hash) if len(self.remaining) > 1 else hash == self._head

    def _accept_hash(self, hash: str) -> None:
        self.hashes[self._seq] = hash
        self._seq, self._before = self._seq + 1, hash

    def _accept_unsure(self, hash: str) -> None:
        """Accepts the next fact as uncertain."""
        self._last = None
        del self.remaining[0]
        self._accept_hash(hash)

    def _shift_numbers(self, by: int, count: int) -> bool:
        """Shifts the numbers of the next *count* facts, and returns whether they change."""
        if by:
            self.remaining[:count] = [replace(entry, seq=entry.seq + by) for entry in self.remaining[:count]]
        return by != 0
