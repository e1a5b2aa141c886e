"""The audit of what a store keeps of a tournament: facts, heads and leaves held against each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain import chance
from domain.tournament.facts import TournamentOpened
from domain.words import Fact
from projections.source import Damaged
from replays.proof import merkle
from replays.proof.chain import GENESIS, TournamentSealer

from ..database.heads import Entered
from ..eventstore.codec import UnknownFact
from ..eventstore.store import Store
from .feed_order import misplaced
from .log_audit import Finding
from .reconstruct import several
from .service import entry


def findings(store: Store, tournament: str) -> tuple[int, int, list[Finding]]:
    """Returns how many facts and heads there are of a *tournament*, and all that was changed in them."""
    sealed = store.tree.sealed()[1]  # first: more heads go into the log meanwhile
    heads = store.tree.entered(tournament)
    last = heads[-1].head.seq if heads else 0
    try:
        facts = store.recorded(tournament)
    except (Damaged, UnknownFact) as error:
        return last, len(heads), [Finding(tournament, 1, f"Facts of it cannot be read: {error}")]
    if len(facts) > last and len(store.tree.entered(tournament)) > len(heads):
        return findings(store, tournament)  # somebody has appended something meanwhile
    told = [Finding(tournament, seq, sentence) for seq, sentence in _wrong(tournament, facts, heads, sealed)]
    if not told:
        positions = store.tree.positions(tournament)
        told = [Finding(tournament, *moved) for moved in misplaced(positions, heads, store.headed)]
    return len(facts), len(heads), told


def _wrong(
    tournament: str, facts: Sequence[Fact], heads: Sequence[Entered], sealed: int
) -> Iterator[tuple[int, str]]:
    first = facts[0].event if facts else None
    if not isinstance(first, TournamentOpened):
        yield 1, "Fact 1 was altered or dropped: nothing of this tournament can be held against its heads."
        return
    if chance.commitment(first.seed) != first.commitment:
        yield 1, "Fact 1 was altered: its seed is not the one that was committed to."
        return
    sealer, before, last = TournamentSealer(tournament, first), GENESIS, 0
    for head, place, leaf in heads:
        numbers = range(last + 1, head.seq + 1)
        if len(facts) < head.seq:
            yield len(facts) + 1, f"{several(range(len(facts) + 1, head.seq + 1))} dropped."
            return
        *_, now = sealer.heads(facts[last : head.seq], before)
        if now != head.head.hex():
            yield numbers[0], f"{several(numbers)} altered, or their head was."
        elif place is None:
            if head.position <= sealed:
                yield head.seq, f"The head at fact {head.seq} was removed from the log of heads."
        elif leaf != merkle.leaf(entry(head)):
            told = f"Entry {place} of the log and the head at fact {head.seq} differ: one was changed."
            yield head.seq, told
        before, last = head.head.hex(), head.seq
    if len(facts) > last:
        yield last + 1, f"{several(range(last + 1, len(facts) + 1))} inserted: no head was recorded there."
