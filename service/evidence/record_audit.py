"""The audit of a record that nothing is decided again of: a tournament's, or that a name was erased."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain import chance
from domain.model import Fact
from domain.people import NameErased
from domain.tournament.facts import TournamentOpened
from projections.event_log import CorruptStream
from replays.proof import merkle
from replays.proof.chain import GENESIS, FactCommitter, PlainCommitter, TournamentCommitter

from ..database.heads import HeadEntry
from ..eventstore.codec import UnknownFact
from ..eventstore.store import Store
from ..shared import tournament_ids as tournaments
from ..shared.player_ids import is_id
from .feed_order import misplaced
from .log_audit import Finding
from .reconstruct import several
from .service import entry


def is_one(record: str) -> bool:
    """Tells whether a *record* is no match: a tournament's, or one that is named by the id of a player."""
    return tournaments.is_one(record) or is_id(record)


def findings(store: Store, record: str) -> tuple[int, int, list[Finding]]:
    """Returns how many facts and heads there are of a *record*, and all that was changed in them."""
    sealed = store.tree.tree_end()[1]  # first: more heads go into the log meanwhile
    heads = store.tree.list_entries(record)
    last = heads[-1].head.seq if heads else 0
    try:
        facts = store.raw_facts(record)
    except (CorruptStream, UnknownFact) as error:
        return last, len(heads), [Finding(record, 1, f"Facts of it cannot be read: {error}")]
    if len(facts) > last and len(store.tree.list_entries(record)) > len(heads):
        return findings(store, record)  # somebody has appended something meanwhile
    told = [Finding(record, seq, sentence) for seq, sentence in _wrong(record, facts, heads, sealed)]
    if not told:
        positions = store.tree.positions_of(record)
        told = [Finding(record, *moved) for moved in misplaced(positions, heads, store.headed_since)]
    return len(facts), len(heads), told


def _wrong(
    record: str, facts: Sequence[Fact], heads: Sequence[HeadEntry], sealed: int
) -> Iterator[tuple[int, str]]:
    first = facts[0].event if facts else None
    match first:
        case TournamentOpened() if chance.seed_commitment(first.seed) != first.commitment:
            yield 1, "Fact 1 was altered: its seed is not the one that was committed to."
            return
        case TournamentOpened():
            fact_committer: FactCommitter = TournamentCommitter(record, first)
        case NameErased():
            fact_committer = PlainCommitter(record)
        case _:
            yield 1, "Fact 1 was altered or dropped: nothing of this record can be held against its heads."
            return
    before, last = GENESIS, 0
    for head, place, leaf in heads:
        numbers = range(last + 1, head.seq + 1)
        if len(facts) < head.seq:
            yield len(facts) + 1, f"{several(range(len(facts) + 1, head.seq + 1))} dropped."
            return
        *_, now = fact_committer.heads(facts[last : head.seq], before)
        if now != head.head.hex():
            yield numbers[0], f"{several(numbers)} altered, or their head was."
        elif place is None:
            if head.position <= sealed:
                yield head.seq, f"The head at fact {head.seq} was removed from the log of heads."
        elif leaf != merkle.leaf_hash(entry(head)):
            text = f"Entry {place} of the log and the head at fact {head.seq} differ: one was changed."
            yield head.seq, text
        before, last = head.head.hex(), head.seq
    if len(facts) > last:
        yield last + 1, f"{several(range(last + 1, len(facts) + 1))} inserted: no head was recorded there."
