"""Heads for a store without any, made once by an explicit command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.people import JournalEntry
from domain.rules import Rules
from domain.table import MatchOpened
from replays.proof.chain import GENESIS, FactCommitter, PlainCommitter

from ..database.heads import Head
from ..eventstore.store import IncompatibleStore, Store, translate_errors
from .service import BATCH_SIZE, LOG, Evidence


def require_heads(store: Store) -> None:
    """Raises `IncompatibleStore` when *store* holds facts without a single head."""
    with translate_errors(LOG):
        if store.position() and not store.tree.list_heads(0, 1):
            raise IncompatibleStore(_removed_message() if store.headed_since is not None else _BEFORE)


_BEFORE = (
    "This store holds facts and not one head of them. If a release wrote it that kept no heads, “recount "
    "adopt” makes them, once. If not, somebody has removed them: “recount verify --all”."
)


def _removed_message() -> str:
    return "All heads of this store were removed: “recount verify --all” tells what is left."


def backfill_heads(store: Store, evidence: Evidence, rules: Callable[[MatchOpened], Rules[Any, Any]]) -> int:
    """Adds a head to each match of a store without heads. Returns the number of matches.

    *rules* returns the rules of an opened match. Raises `IncompatibleStore` if the store ever had heads.
    """
    with translate_errors(LOG):
        if (
            store.headed_since is not None
            or store.tree.list_heads(0, 1)
            or store.tree.tree_end()[0]
            or evidence.is_witnessed
        ):
            raise IncompatibleStore("This store has heads, or had them: there is nothing to adopt.")
        committers: dict[str, FactCommitter] = {}
        heads: dict[str, Head] = {}
        position = 0
        while recorded_facts := store.read(position, BATCH_SIZE):
            for position, match, fact in recorded_facts:  # imports are newer than heads
                if fact is None:
                    raise IncompatibleStore(f"A fact of {match} cannot be read: no heads can be made.")
                if isinstance(fact.event, MatchOpened):
                    committers[match] = FactCommitter(match, rules(fact.event), fact.event)
                elif isinstance(fact.event, JournalEntry):
                    committers[match] = PlainCommitter(match)
                if match in committers:  # the audit reports facts without an opening
                    before = heads[match].head.hex() if match in heads else GENESIS
                    [head] = committers[match].hash_facts([fact], before)
                    heads[match] = Head(position, match, fact.seq, bytes.fromhex(head))
        store.tree.add_missing_heads([*heads.values()])
        evidence.seal_heads()
    return len(heads)
