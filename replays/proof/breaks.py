"""Where the chain of a record breaks, and what must have been done to it there.

A hash that does not fit says only that something is wrong. What it was is found by trying: put the facts
back in order, give them their numbers back, leave one out, undo an alteration, and see what fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from domain.messages import Message

from .chain import GENESIS, link
from .findings import Finding, ended, inserted, made_to_fit
from .record import Entry
from .suspects import Suspects

MISSED = 1000
"""How many missing facts are looked for where facts were left out and the others numbered anew."""

MOST = 20
"""After so many breaks no more are explained: each takes thousands of hashes."""


class Walked(NamedTuple):
    """What was found along a chain, and the hashes of its facts by the numbers that are theirs."""

    findings: list[Finding]
    hashes: dict[int, str]


def walked(match: str, entries: Sequence[Entry], head: str = "") -> Walked:
    """Returns what is wrong with the chain of *match*; *head* is what its end is known to hash to."""
    walk = _Walk(match, entries, head)
    findings: list[Finding] = []
    while walk.rest:
        if walk.fits():
            walk.step()
        elif len(findings) < MOST:
            findings.append(next(walk.explain()))
        else:
            findings.append(
                Finding(walk.rest[0].seq, "altered", "", Message("There is more that does not fit."))
            )
            walk.give_up()
    return Walked(findings + list(walk.end()), walk.hashes)


class _Walk:
    """A walk along the facts, the links up to here being mended, and the facts to come as they should be."""

    def __init__(self, match: str, entries: Sequence[Entry], head: str) -> None:
        self.rest = list(entries)
        self._match, self._head = match, head
        self._seq, self._before = 1, GENESIS
        self._last: tuple[str, Entry] | None = None  # the fact before, if it fits, and what it follows on
        self._suspects = Suspects(entries)
        self.hashes: dict[int, str] = {}

    def fits(self) -> bool:
        """Tells whether the next fact follows on the one before."""
        return self.rest[0].seq == self._seq and self._follows(self.rest[0], self._before)

    def step(self) -> None:
        """Goes on to the next fact, which fits."""
        self._last = (self._before, self.rest[0])
        self._accept(self.rest.pop(0).hash)

    def explain(self) -> Iterator[Finding]:
        """Yields why the next fact does not fit, having mended it: take the first."""
        yield from self._numbered()
        yield from self._elsewhere()
        yield from self._put_in_before()
        yield from self._left_out()
        yield from self._repeated()
        yield from self._hashed()
        yield from self._exchanged()
        yield from self._altered()
        yield from self._altered_before()
        yield self._unknown()

    def give_up(self) -> None:
        """Takes what is left as it is."""
        self._last = None
        self.hashes |= {entry.seq: entry.hash for entry in self.rest}
        self.rest = []

    def end(self) -> Iterator[Finding]:
        """Yields what was done to the last fact, if its hash was made to fit it."""
        if self._last is not None and self._head not in ("", self._before):
            before, last = self._last
            for suspect in self._suspects(last):
                if self._hash(suspect.entry, before) == self._head:
                    yield made_to_fit(last.seq, suspect.field, suspect.told)
                    return

    # -- what may have been done -------------------------------------------------------------------------

    def _numbered(self) -> Iterator[Finding]:
        """The next fact has another number, and perhaps all that follow."""
        entry = self.rest[0]
        if entry.seq == self._seq or not self._follows(replace(entry, seq=self._seq), self._before):
            return
        off = entry.seq - self._seq
        following = self.rest[1:2]
        more = all(self._follows(replace(then, seq=then.seq - off), entry.hash) for then in following)
        self._renumber(-off, len(self.rest) if more else 1)
        if more and following:
            told = Message(
                "Fact {seq} and those after it were renumbered: it says {says}.",
                seq=self._seq,
                says=entry.seq,
            )
        else:
            told = Message("Fact {seq} was renumbered: it says {says}.", seq=self._seq, says=entry.seq)
        yield Finding(self._seq, "number", "seq", told)

    def _elsewhere(self) -> Iterator[Finding]:
        """The fact that belongs here stands further on: facts were swapped, moved, or put in before it."""
        for at, other in enumerate(self.rest[1:], start=1):
            if not self._follows(replace(other, seq=self._seq), self._before):
                continue
            first, between = self.rest[0], self.rest[at - 1] if at > 1 else other
            if self._follows(replace(first, seq=self._seq + at), between.hash):
                self.rest[0], self.rest[at] = (
                    replace(other, seq=self._seq),
                    replace(first, seq=self._seq + at),
                )
                told = Message("Facts {one} and {other} were swapped.", one=self._seq, other=self._seq + at)
                yield Finding(self._seq, "order", "", told)
            elif self._follows(replace(first, seq=self._seq + 1), other.hash):
                self.rest.insert(0, replace(self.rest.pop(at), seq=self._seq))
                for n in range(1, at + 1):
                    self.rest[n] = replace(self.rest[n], seq=self._seq + n)
                told = Message("Fact {seq} stands {places} places too late.", seq=self._seq, places=at)
                yield Finding(self._seq, "order", "", told)
            else:
                del self.rest[:at]
                renumbered = self._renumber(self._seq - other.seq, len(self.rest))
                yield Finding(self._seq, "inserted", "", ended(inserted(at, self._seq), renumbered))
            return

    def _put_in_before(self) -> Iterator[Finding]:
        """The fact before was put in, and its hash made to fit: the next follows on the one before that."""
        if self._last is None:
            return
        before, last = self._last
        if self._follows(replace(self.rest[0], seq=last.seq), before):
            self._seq, self._before = last.seq, before
            renumbered = self._renumber(last.seq - self.rest[0].seq, len(self.rest))
            yield Finding(last.seq, "inserted", "", ended(inserted(1, last.seq), renumbered))

    def _left_out(self) -> Iterator[Finding]:
        """Facts are missing before the next one, numbers showing it or not."""
        entry = self.rest[0]
        missing = max(entry.seq - self._seq, 0)
        renumbered = False
        if not missing and len(self.rest) > 1 and not self._follows(self.rest[1], entry.hash):
            then = self.rest[1]
            tried = (
                n for n in range(1, MISSED) if self._follows(replace(then, seq=then.seq + n), entry.hash)
            )
            missing = next(tried, 0)
            renumbered = self._renumber(missing, len(self.rest))
        if missing:
            first, last = self._seq, self._seq + missing - 1
            told = (
                Message("Fact {seq} is missing", seq=first)
                if missing == 1
                else Message("Facts {first} to {last} are missing", first=first, last=last)
            )
            self._seq += missing
            self._doubt(entry.hash)
            yield Finding(first, "missing", "", ended(told, renumbered))

    def _repeated(self) -> Iterator[Finding]:
        """A fact with a number that was there before, or one after the end."""
        entry = self.rest[0]
        if entry.seq < self._seq or self._before == self._head:
            del self.rest[0]
            told = Message(
                "A fact that calls itself fact {says} was put in after fact {seq}.",
                says=entry.seq,
                seq=self._seq - 1,
            )
            yield Finding(self._seq, "inserted", "", told)

    def _hashed(self) -> Iterator[Finding]:
        """The fact is whole, and the hash that is told with it is another: the next fact follows on it."""
        entry, made = self.rest[0], self._hash(self.rest[0], self._before)
        if self._leads_on(made):
            self._last = (self._before, entry)
            del self.rest[0]
            self._accept(made)
            told = Message(
                "The hash told with fact {seq} was altered: the fact hashes to {hash}.",
                seq=entry.seq,
                hash=made,
            )
            yield Finding(entry.seq, "hash", "hash", told)

    def _exchanged(self) -> Iterator[Finding]:
        """Another fact says what this one said, and the other way round; numbers and hashes stand."""
        entry = self.rest[0]
        for at, other in enumerate(self.rest[1:], start=1):
            if self._follows(replace(other, seq=entry.seq, hash=entry.hash), self._before):
                self.rest[at] = replace(entry, seq=other.seq, hash=other.hash)
                self.rest[0] = replace(other, seq=entry.seq, hash=entry.hash)
                told = Message("Facts {one} and {other} were swapped.", one=entry.seq, other=other.seq)
                yield Finding(entry.seq, "order", "", told)
                return

    def _altered(self) -> Iterator[Finding]:
        """One field of the next fact was altered, and one can tell which."""
        entry = self.rest[0]
        for suspect in self._suspects(entry):
            if self._follows(suspect.entry, self._before):
                self._last = (self._before, suspect.entry)
                self._accept(self.rest.pop(0).hash)
                told = Message("Fact {seq} was altered: {how}.", seq=entry.seq, how=suspect.told)
                yield Finding(entry.seq, "altered", suspect.field, told)
                return

    def _altered_before(self) -> Iterator[Finding]:
        """The fact before was altered, and its hash made to fit."""
        if self._last is None:
            return
        before, last = self._last
        for suspect in self._suspects(last):
            if self._follows(self.rest[0], self._hash(suspect.entry, before)):
                self.step()
                yield made_to_fit(last.seq, suspect.field, suspect.told)
                return

    def _unknown(self) -> Finding:
        """Something is wrong with the next fact that no trying undoes."""
        entry, last = self.rest[0], self._last
        before = last[1].seq if last is not None and self._leads_on(entry.hash) else 0
        if before:
            told = Message(
                "Fact {seq} was altered, or fact {before} was, and its hash made to fit: it is not what was "
                "sealed, and what it said before cannot be told from the record.",
                seq=entry.seq,
                before=before,
            )
        else:
            told = Message(
                "Fact {seq} was altered: it is not what was sealed, and what it said before cannot be told "
                "from the record.",
                seq=entry.seq,
            )
        self._doubt(entry.hash)
        return Finding(entry.seq, "altered", "", told, before)

    # -- links -------------------------------------------------------------------------------------------

    def _hash(self, entry: Entry, before: str) -> str:
        return link(self._match, before, entry.public)

    def _follows(self, entry: Entry, before: str) -> bool:
        return self._hash(entry, before) == entry.hash

    def _leads_on(self, hash: str) -> bool:
        """Tells whether the fact after the next one follows on *hash*, or that is how the match ends."""
        return self._follows(self.rest[1], hash) if len(self.rest) > 1 else hash == self._head

    def _accept(self, hash: str) -> None:
        self.hashes[self._seq] = hash
        self._seq, self._before = self._seq + 1, hash

    def _doubt(self, hash: str) -> None:
        """Goes on from the next fact, not knowing whether it is as it was."""
        self._last = None
        del self.rest[0]
        self._accept(hash)

    def _renumber(self, by: int, count: int) -> bool:
        """Gives so many facts to come their own numbers again; tells whether they had others."""
        if by:
            self.rest[:count] = [replace(entry, seq=entry.seq + by) for entry in self.rest[:count]]
        return by != 0
