"""Exports of a match for one viewer, as a record with proofs or as a transcript."""

from __future__ import annotations

from domain import table
from domain.model import CHANCE, Viewer
from replays.playback.transcript import Transcript, write_transcript
from replays.proof import record
from replays.proof.notes import read_key
from replays.proof.record import Record
from replays.text.acts import narrate_acts
from replays.text.languages import ENGLISH

from ..catalog.cardsets import CardSetRegistry
from ..eventstore.store import Store
from ..evidence.service import Evidence
from ..matches.viewing.access import Access
from ..shared.registry import ProcessState, Registry


def export_record(services: Registry, match: str, viewer: Viewer, full: bool = False) -> Record:
    """Returns the record of *match* for *viewer* with its proofs. Raises `UnknownMatch`.

    The judge's *full* copy of an unfinished match reveals its seed, for moves to another service only.

    Signatures cover the stored hashes. If the facts no longer lead to them, each check of the record fails.
    With a delay the record ends at a fact with a head.
    """
    window = services[Access].window(match, viewer)
    replay = window.load_replay()
    if window.last is not None:
        replay = replay.until(services[Evidence].last_headed_seq(match, len(replay)))
    match_opened = replay.at(1).settings
    cards = services[CardSetRegistry].find_pinned(match_opened.game, match_opened.cards).data
    facts = services[Store].raw_facts(match, 0, len(replay))
    proof = services[Evidence].prove_head(match, len(replay))
    if proof is None or proof.logged.seq > len(replay):  # all heads of an import may be too recent
        return record.write_record(match, viewer, replay.rules, facts, cards=cards, with_live_seeds=full)
    seq, head = proof.logged.seq, proof.logged.head
    return record.write_record(
        match,
        viewer,
        replay.rules,
        facts,
        cards=cards,
        logged=proof.logged,
        checkpoint=proof.checkpoint,
        keys=map(read_key, proof.keys),
        receipts=[services[Evidence].sign_receipt(match, seq, head, services[ProcessState].clock())],
        revocations=services[Evidence].revocations(),
        with_live_seeds=full,
    )


def export_transcript(
    services: Registry, match: str, viewer: Viewer, full: bool = False, language: str = ENGLISH
) -> str:
    """Returns *match* as a transcript for *viewer*, with its acts in *language*.

    The judge's copy has every fact as stored. Only its *full* form has the seed of an unfinished match.
    """
    window = services[Access].window(match, viewer)
    replay = window.load_replay()
    facts = replay.facts
    if CHANCE not in viewer.shares:
        facts = tuple(table.redact_fact(replay.rules, fact, viewer) for fact in facts)
    elif not full:
        facts = tuple(record.without_live_seeds(facts))
    unnamed = (fact for fact in facts if not isinstance(fact.event, table.SeatClaimed))
    acts = narrate_acts(window.game, replay.rules.book, unnamed, language)
    title = f"{window.game.TITLE}, as seen by {viewer.name}."
    return write_transcript(Transcript(title, facts, match), {act.seq: act.text for act in acts if act.text})
