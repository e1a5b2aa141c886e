"""Bundles of a tournament's record, its proofs and the records of its matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from domain import table
from domain.model import SPECTATOR, Viewer
from domain.table.recordings.public_access import is_closed
from domain.tournament.facts import MatchBound, RecordBound, ResultCorrected, ResultRecorded
from domain.tournament.state import Tournament
from replays.proof import bundle
from replays.proof.notes import read_key

from ...eventstore.store import Store
from ...evidence.service import Evidence
from ...matches.repository import MatchRepository
from ...proofs.exports import export_record
from ...shared.registry import ProcessState
from ..repository import TournamentRepository

if TYPE_CHECKING:
    from ...shared.registry import Registry


def bundle_chunks(services: Registry, tournament: str, *, managed: bool = False) -> Iterator[bytes]:
    """Yields the bundle of a *tournament*; raises `UnknownTournament`.

    Matches appear as spectators see them. For organizers (*managed*) of a finished tournament, finished
    matches appear as judges see them. Another service can import that form.
    """
    is_over = bool(services[TournamentRepository].get(tournament).revealed_seed)
    facts = services[Store].raw_facts(tournament)
    proof = services[Evidence].prove_head(tournament, len(facts))
    assert proof is not None  # facts are written with their heads
    seq, head = proof.logged.seq, proof.logged.head
    bundle_fields = bundle.write_bundle(
        tournament,
        bundle.ORGANIZER if managed else bundle.SPECTATOR,
        facts,
        logged=proof.logged,
        checkpoint=proof.checkpoint,
        keys=map(read_key, proof.keys),
        receipts=[services[Evidence].sign_receipt(tournament, seq, head, services[ProcessState].clock())],
        revocations=services[Evidence].revocations(),
    )
    standings_note = services[Evidence].sign_content(
        "standings", tournament, head, bundle_fields.standings_digest
    )
    counted = {fact.event.match for fact in facts if isinstance(fact.event, ResultRecorded | ResultCorrected)}
    matches = [
        fact.event.match
        for fact in facts
        if isinstance(fact.event, MatchBound)
        or (
            isinstance(fact.event, RecordBound)
            and (managed or fact.event.match in counted or _is_open(services, fact.event.match))
        )
    ]
    return bundle.dump_bundle(
        replace(bundle_fields, standings_note=standings_note),
        (
            export_record(services, match, _match_viewer(services, match, in_full=managed and is_over))
            for match in matches
        ),
    )


def _is_open(services: Registry, match: str) -> bool:
    return not is_closed(services[MatchRepository].load_match(match).match)


def _match_viewer(services: Registry, match: str, *, in_full: bool) -> Viewer:
    """Returns the viewer of *match* in a bundle, a judge for a finished match *in_full*.

    All see the same of the record of a real table.
    """
    loaded = services[MatchRepository].load_match(match)
    *_, judge = table.all_viewers(*loaded)
    is_full = in_full and loaded.match.ended is not None and loaded.match.record is None
    return judge if is_full else SPECTATOR


def matches_of(t: Tournament) -> list[str]:
    """Returns the matches of a tournament."""
    return [table.match for round_ in t.rounds for table in round_.tables.values() if table.match]


def bundle_size(services: Registry, t: Tournament) -> int:
    """Returns the number of facts in the bundle of a tournament."""
    heads = map(services[Store].tree.last_head, matches_of(t))
    return t.seq + sum(head.seq for head in heads if head is not None)
