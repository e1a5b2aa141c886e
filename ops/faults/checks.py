"""Checks that a broken and repaired cluster lost, repeated and changed nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from domain.model import CHANCE, Answered
from ops.cluster.local import Local, variables
from ops.cluster.processes import Port, processes
from recount_client import Listing, Notice, Recount
from replays.proof import notes
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.evidence.log_audit import audit_growth
from service.settings import from_environment
from tests.faults.play import Said, assert_kept

from .ears import Ears

PATIENT = {"POSTGRES_CONNECT_TIMEOUT": "60", "POSTGRES_STATEMENT_TIMEOUT": "0"}
"""Longer timeouts for checks."""


def findings(cluster: Local, saids: list[Said], ears: Ears) -> list[str]:
    """Returns the differences from the acknowledged writes *saids* and from the facts on streams.

    It decides every match again, and compares every receipt with the log of heads, and the log with every
    checkpoint.
    """
    found = [f"{count} x {error}" for error, count in ears.errors.items()]
    with _opened(cluster) as services:
        try:
            assert_kept(services, saids)
        except AssertionError as wrong:
            found.append(f"kept: {wrong}")
        found += _counted(services, saids)
        found += _grown(services, ears.notes)
    found += _fed(cluster, ears.feed)
    return found


def _counted(services: Services, saids: list[Said]) -> Iterator[str]:
    """Yields each match with another number of answers than acknowledged."""
    answers = Counter(one.receipt.match for one in saids if one.answered is not None)
    for match in {one.receipt.match for one in saids}:
        events = [fact.event for fact in services.store.facts(match)]
        kept = sum(isinstance(event, Answered) and event.seat != CHANCE for event in events)
        if kept != answers[match]:
            yield f"{match} has {kept} answers, and {answers[match]} were acknowledged"


def _grown(services: Services, seen: list[str]) -> Iterator[str]:
    """Yields each checkpoint without an extension in the log."""
    keys = services.evidence.public_keys()
    for note in dict.fromkeys(seen):
        old = notes.read_checkpoint(note, keys)
        yield from (
            f"checkpoint of {old.size}: {finding.sentence}" for finding in audit_growth(services.store, old)
        )


def _fed(cluster: Local, heard: list[int]) -> Iterator[str]:
    """Yields the gaps and repetitions of the feed up to its last fact."""
    address = f"http://{cluster.inventory.addresses('proxy')[0]}:{int(Port.http)}"
    listing = Listing[Notice]("GET", "/api/v1/facts", query={"limit": 1000})
    with Recount(address) as recount:
        positions = [notice["position"] for notice in recount.each(listing)] if heard else []
    listed = {position for position in positions if position <= heard[-1]}
    if missing := listed - set(heard):
        yield f"the feed left out {len(missing)}, the first at {min(missing)}"
    if strange := set(heard) - listed:
        yield f"the feed told {len(strange)} that are not there, the first at {min(strange)}"


@contextmanager
def _opened(cluster: Local) -> Iterator[Services]:
    """Opens the store of the *cluster*, as the first of its web hosts does."""
    inventory = cluster.inventory
    [web] = processes(inventory, inventory.having("web")[0])
    with TemporaryDirectory() as data:
        settings = replace(from_environment({**variables(web), **PATIENT}), data=Path(data), runner=False)
        with Services(settings, CardSetRegistry(settings.cards)) as services:
            yield services
