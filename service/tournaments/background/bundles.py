"""The bundle of a whole tournament: its record with all that proves it, and the records of its matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from domain import table
from domain.model import Viewer
from domain.tournament.facts import MatchBound
from domain.tournament.state import Tournament
from replays.proof import bundle
from replays.proof.notes import read_key

from ...eventstore.store import Store
from ...evidence.service import Evidence
from ...matches.repository import SPECTATOR, MatchRepository
from ...proofs.exports import export_record
from ...shared.process_state import ProcessState
from ..repository import TournamentRepository

if TYPE_CHECKING:
    from ...shared.registry import Registry


def bundled(services: Registry, tournament: str, *, managed: bool = False) -> Iterator[bytes]:
    """Yields a *tournament* as one file, for its organizers if *managed*; raises `UnknownTournament`.

    Matches are in it as spectators see them now. Organizers have those that are over as judges do, once the
    tournament is: so they can be taken in elsewhere.
    """
    over = bool(services[TournamentRepository].get(tournament).revealed_seed)
    facts = services[Store].raw_facts(tournament)
    proof = services[Evidence].prove_head(tournament, len(facts))
    assert proof is not None  # facts are written with their heads
    seq, head = proof.logged.seq, proof.logged.head
    told = bundle.write_bundle(
        tournament,
        bundle.ORGANIZER if managed else bundle.SPECTATOR,
        facts,
        logged=proof.logged,
        checkpoint=proof.checkpoint,
        keys=map(read_key, proof.keys),
        receipts=[services[Evidence].sign_receipt(tournament, seq, head, services[ProcessState].clock())],
    )
    bound = [fact.event.match for fact in facts if isinstance(fact.event, MatchBound)]
    return bundle.dump_bundle(
        told,
        (export_record(services, match, _viewer(services, match, whole=managed and over)) for match in bound),
    )


def _viewer(services: Registry, match: str, *, whole: bool) -> Viewer:
    """Returns for whose eyes *match* is told: the judge's, if it is over and may be told as a *whole*."""
    loaded = services[MatchRepository].get(match)
    *_, judge = table.all_viewers(*loaded)
    return judge if whole and loaded.match.ended is not None else SPECTATOR


def matches_of(t: Tournament) -> list[str]:
    """Returns the matches of a tournament."""
    return [table.match for round_ in t.rounds for table in round_.tables.values() if table.match]


def size(services: Registry, t: Tournament) -> int:
    """Returns how many facts go into the bundle of a tournament."""
    heads = map(services[Store].tree.last_head, matches_of(t))
    return t.seq + sum(head.seq for head in heads if head is not None)
