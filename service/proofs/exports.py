"""Exports: a match written as one file that proves itself, for one viewer's eyes."""

from __future__ import annotations

from domain import table
from domain.model import CHANCE, Viewer
from replays.playback.transcript import Transcript
from replays.proof import record
from replays.proof.notes import read_key
from replays.proof.record import Record

from ..catalog.cardsets import CardSetRegistry
from ..eventstore.store import Store
from ..evidence.service import Evidence
from ..matches.viewing.access import Access
from ..shared.process_state import ProcessState
from ..shared.registry import Registry


def export(services: Registry, match: str, viewer: Viewer, whole: bool = False) -> Record:
    """Returns the record of *match* for *viewer*, with all that proves it; raises `UnknownMatch`.

    The *whole* judge's copy of a match that goes on tells its seed: to move it elsewhere alone.

    What is signed is what was recorded when the facts were written: should they not lead there any more,
    whoever checks the record will see. With a delay it ends with something that was written at once.
    """
    window = services[Access].window(match, viewer)
    replay = window.film()
    if window.last is not None:
        replay = replay.until(services[Evidence].headed(match, len(replay)))
    match_opened = replay.at(1).settings
    cards = services[CardSetRegistry].pinned(match_opened.game, match_opened.cards).data
    facts = services[Store].raw_facts(match, 0, len(replay))
    proof = services[Evidence].proof(match, len(replay))
    if proof is None or proof.logged.seq > len(replay):  # what was imported may all be too new to be told
        return record.write_record(match, viewer, replay.rules, facts, cards=cards, whole=whole)
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
        receipts=[services[Evidence].receipt(match, seq, head, services[ProcessState].clock())],
        whole=whole,
    )


def transcribed(services: Registry, match: str, viewer: Viewer, whole: bool = False) -> Transcript:
    """Returns *match* as a transcript for *viewer*: the judge's holds every fact as it was recorded.

    The seed of a match that goes on is only in the *whole* of it.
    """
    window = services[Access].window(match, viewer)
    replay = window.film()
    facts = replay.facts
    if CHANCE not in viewer.shares:
        facts = tuple(table.redact_fact(replay.rules, fact, viewer) for fact in facts)
    elif not whole:
        facts = tuple(record.without_live_seeds(facts))
    title = f"{window.game.TITLE}, as seen by {viewer.name}."
    return Transcript(title, facts, match)
