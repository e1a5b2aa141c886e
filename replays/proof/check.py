"""Checks a record against its proofs and names every alteration."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from domain.games import GAMES
from domain.messages import Message
from domain.model import CHANCE
from domain.table import BeaconDrawn
from domain.table.beacon import Beacon

from ..audits.audit import Audit
from ..audits.beacons import is_signed_round, unsigned_round
from ..audits.differences import AGAIN, Difference
from . import notes, revealed
from .breaks import ChainWalk, walk_chain
from .chain import GENESIS, Opening, commit_value, link_hash
from .findings import Finding
from .log import ConsistencyProof
from .notes import Key, Unsigned
from .receipts import Receipt
from .record import SEED, Entry, Record, UnreadableRecord
from .settling import settle_findings
from .standalone.facts import Lines
from .standalone.witnesses import Policy
from .trust import check_age, check_cosignatures, check_log, check_receipts, read_trust

OPENED, REWOUND, ENDED, DRAWN = (
    f"table.{name}" for name in ("MatchOpened", "Rewound", "MatchEnded", "BeaconDrawn")
)
UNPLAYABLE = {"missing", "inserted", "order", "number", "cut", "header", "cards", "seed"}
"""Findings that make it useless to decide a record again."""
JUDGE, SPECTATOR = "judge", "spectator"


def check_record(
    record: Record,
    keys: Iterable[Key] = (),
    receipts: Iterable[Receipt] = (),
    checkpoints: Iterable[ConsistencyProof] = (),
    policy: Policy | None = None,
    revocations: Sequence[str] = (),
) -> list[Finding]:
    """Returns the findings on *record*, none for an untouched one.

    *keys* are trusted keys. Without any, the record's own keys show only its consistency. *receipts* and
    *checkpoints* come from other sources, *revocations* too and from the record. *policy* may require
    cosignatures.
    """
    if not record.facts:
        return [Finding(0, "missing", "", Message("The record holds no fact."))]
    breaks, hashes = _check_chain(record)
    findings = [*breaks, *_check_header(record), *_check_cards(record)]
    findings += check_openings(record, {(finding.seq, finding.field) for finding in breaks})
    if record.facts[0].type == OPENED:
        findings += check_seeds(record.facts, (OPENED, REWOUND), (ENDED,))
    findings += _check_rounds(record)
    located = [finding for finding in findings if finding.field]
    believed = list(keys)
    try:
        believed = believed or [notes.read_key(key) for key in record.keys]
    except Unsigned as error:
        sentence = Message("The record names a key that is none: {error}", error=error.message)
        findings.append(Finding(0, "key", "keys", sentence))
    trust, wrong = read_trust(believed, [record], revocations)
    findings += wrong
    findings += check_log(record, hashes, trust, list(checkpoints))
    findings += check_cosignatures(record, policy)
    findings += check_age(record, trust, policy)
    findings += check_receipts(record, hashes, trust, [*record.receipts, *receipts])
    if not located and not any(finding.what in UNPLAYABLE for finding in findings):
        findings = settle_findings(record, findings, [*_decide_again(record)])
    return findings


# -- the facts ---------------------------------------------------------------------------------------


def _check_header(record: Record) -> Iterator[Finding]:
    first = record.facts[0]
    if first.type != OPENED:
        sentence = Message("The record begins with “{kind}”, not with the opening.", kind=first.type)
        yield Finding(1, "missing", "", sentence)
        return
    if first.data.get("game") != record.game:
        sentence = Message(
            "The record calls itself one of “{game}”; the match was opened as another game.", game=record.game
        )
        yield Finding(0, "header", "game", sentence)
    seat = record.viewer.removeprefix("seat-")
    is_seat = seat.isdecimal() and f"seat-{seat}" == record.viewer and int(seat) in _seat_range(first)
    if not is_seat and record.viewer not in (JUDGE, SPECTATOR):
        sentence = Message(
            "The record says that it was written for “{viewer}”, who is nobody at this table.",
            viewer=record.viewer,
        )
        yield Finding(0, "header", "viewer", sentence)
    elif record.viewer == SPECTATOR and any(entry.opened for entry in record.facts):
        sentence = Message("The record was not written for the spectator: fields are open.")
        yield Finding(0, "header", "viewer", sentence)
    elif record.viewer != JUDGE and first.opened:
        sentence = Message(
            "The record was not written for {viewer}: it tells what only the judge may know.",
            viewer=record.viewer,
        )
        yield Finding(0, "header", "viewer", sentence)


def _seat_range(opened: Entry) -> range:
    seats = opened.data.get("seats")
    return range(seats) if isinstance(seats, int) else range(0)


def _check_chain(record: Record) -> ChainWalk:
    """Returns the walk along the chain, or a finding that all facts belong to another match."""
    befores = [GENESIS, *(entry.hash for entry in record.facts)]
    links = list(zip(befores, record.facts, strict=False))

    def fits_match(match: str) -> bool:
        return any(link_hash(match, before, entry.committed_fact) == entry.hash for before, entry in links)

    if len(links) == 1 or fits_match(record.match):
        return walk_chain(record.match, record.facts, record.logged.head if record.logged else "")
    sentence = Message("None of the facts is one of match {match}.", match=record.match)
    for match in sorted({receipt.match for receipt in record.receipts}):
        if fits_match(match):
            sentence = Message(
                "The facts are those of match {match}; the record calls it {called}.",
                match=match,
                called=record.match,
            )
    hashes = {entry.seq: entry.hash for entry in record.facts}
    return ChainWalk([Finding(0, "header", "match", sentence)], hashes)


def _check_cards(record: Record) -> Iterator[Finding]:
    first = record.facts[0]
    pinned = first.data.get("cards", "")
    if first.type == OPENED and record.cards.digest != pinned:
        sentence = Message(
            "The match is pinned to the card set {pinned}; the record tells {digest}.",
            pinned=str(pinned),
            digest=record.cards.digest,
        )
        yield Finding(0, "cards", "cards.digest", sentence)
    if not record.cards.matches_digest:
        sentence = Message("The data of the card set are not those of its digest.")
        yield Finding(0, "cards", "cards.data", sentence)


def check_openings(record: Record, located: set[tuple[int, str]]) -> Iterator[Finding]:
    """Yields wrong openings, except of commitments with a known alteration."""
    for entry in record.facts:
        for field, opening in entry.opened.items():
            if field not in entry.sealed:
                sentence = Message(
                    "Fact {seq} tells {field} as if it had been sealed; it was not.",
                    seq=entry.seq,
                    field=field,
                )
                yield Finding(entry.seq, "opening", field, sentence)
            elif (
                not _is_opening_of(opening, entry.sealed[field])
                and (entry.seq, f"sealed.{field}") not in located
            ):
                sentence = Message(
                    "What fact {seq} tells of {field} is not what was sealed: value or salt were altered.",
                    seq=entry.seq,
                    field=field,
                )
                yield Finding(entry.seq, "opening", field, sentence)
        if record.viewer == JUDGE and (untold := entry.sealed.keys() - entry.opened.keys()):
            for field in untold - _closed_fields(record, entry):
                sentence = Message(
                    "The judge’s copy of fact {seq} ought to tell {field}: it was taken out.",
                    seq=entry.seq,
                    field=field,
                )
                yield Finding(entry.seq, "opening", field, sentence)


def _closed_fields(record: Record, entry: Entry) -> set[str]:
    """Returns the fields closed even in the judge's copy: the seed of an unfinished line, and a deal.

    The whole copy of a real table is closed to judges, who see what the table sees.
    """
    if record.facts[0].data.get("source") == "table":
        return set(entry.sealed)
    ends = (after.seq for after in record.facts if after.type == ENDED)
    return set() if any(end > entry.seq for end in ends) else {SEED}


def _is_opening_of(opening: Opening, expected: str) -> bool:
    try:
        return commit_value(bytes.fromhex(opening.salt), opening.value) == expected
    except ValueError:
        return False


def check_seeds(entries: Sequence[Entry], begins: Sequence[str], reveals: Sequence[str]) -> Iterator[Finding]:
    """Yields revealed seeds that differ from their commitments.

    *begins* are the types of facts with commitments, and *reveals* those of the revealing facts.
    """
    numbers = (number for number, entry in enumerate(entries) if entry.type in (*begins, *reveals))
    facts = [msgspec.to_builtins(entries[number]) | {"seq": number} for number in numbers]
    for number, _, _ in Lines(facts, begins, reveals).check_seeds():
        seq = entries[number].seq
        sentence = Message("The seed that fact {seq} reveals is not the one that was committed to.", seq=seq)
        yield Finding(seq, "seed", "seed", sentence)


def _check_rounds(record: Record) -> Iterator[Finding]:
    """Yields the rounds that the key of the beacon has not signed."""
    opened = record.facts[0].data.get("beacon")
    for entry in record.facts if opened else ():
        if entry.type != DRAWN:
            continue
        try:
            drawn = msgspec.convert(entry.data, BeaconDrawn)
            is_signed = is_signed_round(msgspec.convert(opened, Beacon), drawn.round, drawn.signature)
        except (msgspec.ValidationError, OverflowError):
            is_signed = False
        if not is_signed:
            sentence = unsigned_round(entry.data.get("round", 0))
            yield Finding(entry.seq, "shuffle", "signature", sentence)


# -- the rules ---------------------------------------------------------------------------------------


def make_audit(record: Record) -> Audit[Any, Any] | None:
    """Returns an audit of *record*, or `None` if it lacks cards or secrets.

    May raise any error for a forged record.
    """
    if record.cards.data is None:
        return None
    game = GAMES[record.game]
    rules = game.make_rules(
        game.read_book(record.cards.data, is_stored=True), int(record.facts[0].data["version"])
    )
    if all(entry.is_open for entry in record.facts):
        return Audit(rules, record.decode_facts(), AGAIN)
    return revealed.partial_audit(record, rules)


def _decide_again(record: Record) -> Iterator[Finding]:
    """Yields the first fact that does not follow from the answers."""
    try:
        audit = make_audit(record)
        if audit is not None:
            audit.run(lambda checked: None)
    except Difference as first:
        entry = record.facts[first.seq - 1] if first.seq <= len(record.facts) else None
        is_shuffle = entry is not None and entry.type == "core.Answered" and entry.data.get("seat") == CHANCE
        yield Finding(first.seq, "shuffle" if is_shuffle else "decision", "", first.message)
    except UnreadableRecord as error:
        yield Finding(0, "decision", "", error.message)
    except Exception as error:  # what was forged may be anything, and the rules may trip over it anywhere
        message = Message("The record cannot be decided again: {error}.", error=repr(error))
        yield Finding(0, "decision", "", message)
