"""Audit of records without decisions, such as tournaments, erasures of names and the journal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain import chance
from domain.model import Fact
from domain.people import JOURNAL, JournalEntry, NameErased
from domain.tournament.facts import TournamentOpened
from projections.event_log import CorruptStream
from replays.proof import merkle
from replays.proof.chain import GENESIS, FactCommitter, PlainCommitter, TournamentCommitter

from ..database.heads import HeadEntry
from ..eventstore.codec import UnknownFact
from ..eventstore.store import Store
from ..shared import record_ids
from ..shared.record_ids import is_player_id
from .late_heads import log_entry
from .log_audit import Finding
from .position_audit import find_misplaced
from .reconstruct import describe_facts


def is_other_record(record: str) -> bool:
    """Returns whether a *record* is a tournament, the erasure of a player's name or the journal."""
    return record_ids.is_tournament_id(record) or is_player_id(record) or record == JOURNAL


def audit_other_record(store: Store, record: str) -> tuple[int, int, list[Finding]]:
    """Returns the numbers of facts and heads of a *record*, and all changes found."""
    sealed_position = store.tree.tree_end()[1]  # first, because the log may grow
    heads = store.tree.list_entries(record)
    last = heads[-1].head.seq if heads else 0
    try:
        facts = store.raw_facts(record)
    except (CorruptStream, UnknownFact) as error:
        return last, len(heads), [Finding(record, 1, f"Facts of it cannot be read: {error}")]
    if len(facts) > last and len(store.tree.list_entries(record)) > len(heads):
        return audit_other_record(store, record)  # another process has appended a fact
    findings = [
        Finding(record, seq, sentence)
        for seq, sentence in _find_changes(record, facts, heads, sealed_position)
    ]
    if not findings:
        positions = store.tree.positions_of(record)
        findings = [Finding(record, *moved) for moved in find_misplaced(positions, heads, store.headed_since)]
    return len(facts), len(heads), findings


def _find_changes(
    record: str, facts: Sequence[Fact], heads: Sequence[HeadEntry], sealed_position: int
) -> Iterator[tuple[int, str]]:
    first = facts[0].event if facts else None
    match first:
        case TournamentOpened() if chance.seed_commitment(first.seed) != first.commitment:
            yield 1, "Fact 1 was altered: its seed is not the one that was committed to."
            return
        case TournamentOpened():
            fact_committer: FactCommitter = TournamentCommitter(record, first)
        case NameErased() | JournalEntry():
            fact_committer = PlainCommitter(record)
        case _:
            yield 1, "Fact 1 was altered or dropped: nothing of this record can be held against its heads."
            return
    before, last = GENESIS, 0
    for head, index, leaf in heads:
        numbers = range(last + 1, head.seq + 1)
        if len(facts) < head.seq:
            yield len(facts) + 1, f"{describe_facts(range(len(facts) + 1, head.seq + 1))} dropped."
            return
        *_, now = fact_committer.hash_facts(facts[last : head.seq], before)
        if now != head.head.hex():
            yield numbers[0], f"{describe_facts(numbers)} altered, or their head was."
        elif index is None:
            if head.position <= sealed_position:
                yield head.seq, f"The head at fact {head.seq} was removed from the log of heads."
        elif leaf != merkle.leaf_hash(log_entry(head)):
            text = f"Entry {index} of the log and the head at fact {head.seq} differ: one was changed."
            yield head.seq, text
        before, last = head.head.hex(), head.seq
    if len(facts) > last:
        yield (
            last + 1,
            f"{describe_facts(range(last + 1, len(facts) + 1))} inserted: no head was recorded there.",
        )
