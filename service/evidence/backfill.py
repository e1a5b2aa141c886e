"""Adoption: heads for a store from before there were any, made once and by an explicit command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.rules import Rules
from domain.table import MatchOpened
from replays.proof.chain import GENESIS, FactCommitter

from ..database.heads import Head
from ..eventstore.store import IncompatibleStore, Store, translate_errors
from .service import BATCH, LOG, Evidence


def check_headed(store: Store) -> None:
    """Raises `IncompatibleStore` when *store* holds facts, and not one head of them."""
    with translate_errors(LOG):
        if store.position() and not store.tree.list_heads(0, 1):
            raise IncompatibleStore(_removed() if store.headed_since is not None else _BEFORE)


_BEFORE = (
    "This store holds facts and not one head of them. If a release wrote it that kept no heads, “recount "
    "adopt” makes them, once. If not, somebody has removed them: “recount verify --all”."
)


def _removed() -> str:
    return "All heads of this store were removed: “recount verify --all” tells what is left."


def adopt(store: Store, evidence: Evidence, rules: Callable[[MatchOpened], Rules[Any, Any]]) -> int:
    """Makes heads for a store from before there were any, one a match; returns for how many matches.

    *rules* are those a match was opened with. Raises `IncompatibleStore` where there have been heads.
    """
    with translate_errors(LOG):
        if (
            store.headed_since is not None
            or store.tree.list_heads(0, 1)
            or store.tree.tree_end()[0]
            or evidence.witnessed
        ):
            raise IncompatibleStore("This store has heads, or had them: there is nothing to adopt.")
        sealers: dict[str, FactCommitter] = {}
        heads: dict[str, Head] = {}
        position = 0
        while recorded_facts := store.read(position, BATCH):
            for position, match, fact in recorded_facts:  # none was imported: that came after heads
                if fact is None:
                    raise IncompatibleStore(f"A fact of {match} cannot be read: no heads can be made.")
                if isinstance(fact.event, MatchOpened):
                    sealers[match] = FactCommitter(match, rules(fact.event), fact.event)
                if match in sealers:  # what was never opened has no chain: that is for the audit to tell
                    before = heads[match].head.hex() if match in heads else GENESIS
                    [head] = sealers[match].heads([fact], before)
                    heads[match] = Head(position, match, fact.seq, bytes.fromhex(head))
        store.tree.add_missing_heads([*heads.values()])
        evidence.seal()
    return len(heads)
