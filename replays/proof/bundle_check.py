"""Checks a tournament bundle with its pairings, standings and matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from domain import chance
from domain.messages import Message
from domain.model import Event, Fact
from domain.tournament.facts import (
    VOCABULARY,
    CharacterChosen,
    ChoicesDrawn,
    MatchBound,
    NonceRevealed,
    PairingChanged,
    RecordBound,
    ResultCorrected,
    ResultRecorded,
    RoundPaired,
    RoundPublished,
    Seating,
    TurnOrCharacterChosen,
)
from domain.tournament.fold import evolve, fold
from domain.tournament.pairing import next_round_input, propose_pairing
from domain.tournament.pairing.digest import pairing_digest
from domain.tournament.pairing.engines import engine_of
from domain.tournament.plan import Unplayed
from domain.tournament.play import choices
from domain.tournament.play.characters import assign_characters, character_pool, draw_characters
from domain.tournament.refusals import Refused, require_round
from domain.tournament.state import TableRef, Tournament
from domain.tournament.visibility import published_view

from . import check as match_check
from . import notes
from .breaks import walk_chain
from .bundle import ORGANIZER, Bundle, published_rounds
from .findings import Finding
from .log import ConsistencyProof
from .match_results import find_contradictions
from .notes import Key, Unsigned
from .ranking_check import check_standings
from .receipts import Receipt
from .record import Record
from .standalone import tournament
from .standalone.revocations import Trust
from .standalone.witnesses import Policy
from .trust import check_age, check_cosignatures, check_log, check_receipts, read_trust


class BundleReport(NamedTuple):
    """The findings on a bundle, the number of recomputed pairings, and skipped checks."""

    findings: list[Finding]
    pairings: int = 0
    skipped: tuple[str, ...] = ()


def check_bundle(
    bundle: Bundle,
    keys: Iterable[Key] = (),
    receipts: Iterable[Receipt] = (),
    checkpoints: Iterable[ConsistencyProof] = (),
    policy: Policy | None = None,
    revocations: Sequence[str] = (),
) -> BundleReport:
    """Returns the report on *bundle*, with the arguments of `check.check_record`.

    The keys of the tournament also check its matches. Only untouched facts lead to a check of results.
    """
    record, keys, receipts, checkpoints = bundle.record, [*keys], [*receipts], [*checkpoints]
    if not record.facts or record.facts[0].type != tournament.OPENED:
        return BundleReport(
            [Finding(1, "missing", "", Message("The record does not begin with the opening."))]
        )
    try:
        keys = keys or [notes.read_key(key) for key in record.keys]
    except Unsigned as error:
        sentence = Message("The record names a key that is none: {error}", error=error.message)
        return BundleReport([Finding(0, "key", "keys", sentence)])
    matches = {match.match for match in bundle.matches}
    own_receipts = [receipt for receipt in receipts if receipt.match not in matches]
    trust, findings = read_trust(keys, bundle.records, revocations)
    findings += _check_record(record, trust, own_receipts, checkpoints)
    findings += [*check_cosignatures(record, policy), *check_age(record, trust, policy)]
    stated = [*revocations, *(note for each in bundle.records for note in each.revocations or ())]
    for match in bundle.matches:
        match_receipts = [receipt for receipt in receipts if receipt.match == match.match]
        for finding in match_check.check_record(match, keys, match_receipts, checkpoints, policy, stated):
            sentence = Message("Match {match}: {finding}", match=match.match, finding=finding.sentence)
            findings.append(Finding(0, finding.what, f"matches.{match.match}", sentence))
    if findings:
        return BundleReport(findings)
    signers = [notes.read_key(key.text) for key in trust.keys]
    if bundle.standings_note and not bundle.signs_standings(signers):
        sentence = Message("The note on the standings is not signed by a trusted key, or is of other ones.")
        findings.append(Finding(0, "standings", "standings_note", sentence))
    try:
        report = _check_facts(bundle, [entry.decode_fact(VOCABULARY) for entry in record.facts])
        return report._replace(findings=[*report.findings, *findings])
    except Exception as error:  # what was forged may be anything, and the fold may trip over it anywhere
        sentence = Message("The tournament cannot be made again: {error}.", error=repr(error))
        return BundleReport([Finding(0, "decision", "", sentence)])


def _check_record(
    record: Record, trust: Trust, receipts: list[Receipt], checkpoints: list[ConsistencyProof]
) -> Iterator[Finding]:
    """Yields the findings on chain, openings, seed and signatures of the tournament."""
    breaks, hashes = walk_chain(record.match, record.facts, record.logged.head if record.logged else "")
    yield from breaks
    yield from match_check.check_openings(record, {(finding.seq, finding.field) for finding in breaks})
    yield from match_check.check_seeds(record.facts, (tournament.OPENED,), tournament.REVEALING)
    yield from check_log(record, hashes, trust, checkpoints)
    yield from check_receipts(record, hashes, trust, [*record.receipts, *receipts])


# -- what follows from the facts ---------------------------------------------------------------------


def _check_facts(bundle: Bundle, facts: Sequence[Fact]) -> BundleReport:
    """Returns the report on everything that follows from untouched *facts*."""
    findings = [*_check_matches(bundle, facts)]
    visible_facts = facts if bundle.record.viewer == ORGANIZER else [*_visible_facts(facts)]
    skipped: list[str] = []
    pairings = 0
    t: Tournament | None = None
    for fact in visible_facts:
        event = fact.event
        if isinstance(event, RoundPaired) and event.digest and t is not None:
            about = f"Round {event.round} of stage {event.stage}"
            if not t.settings.seed:
                skipped.append(f"{about} was not paired again: the seed is told when the tournament is over.")
            elif (installed := _engine_name(t)) != (paired_by := f"{event.engine} {event.engine_version}"):
                skipped.append(f"{about} was not paired again: by {paired_by}, here is {installed}.")
            else:
                pairings += 1
                findings += _check_pairing(t, event, fact.seq)
        if t is not None and t.settings.seed:
            findings += _check_characters(t, event, fact.seq)
        if t is not None and isinstance(event, TurnOrCharacterChosen | CharacterChosen):
            findings += _check_choice(t, event, fact.seq)
        if t is not None and isinstance(event, NonceRevealed):
            findings += _check_reveal(t, event, fact.seq)
        t = fold([fact]) if t is None else evolve(t, fact)
    assert t is not None
    findings += check_standings(bundle, t if bundle.record.viewer == ORGANIZER else published_view(t))
    return BundleReport(findings, pairings, tuple(skipped))


def _visible_facts(facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yields the facts without those of unpublished rounds."""
    open_rounds = published_rounds(facts)
    paired = {(fact.event.stage, fact.event.round) for fact in facts if isinstance(fact.event, RoundPaired)}
    for fact in facts:
        about = (getattr(fact.event, "stage", 0), getattr(fact.event, "round", 0))
        if about not in paired - open_rounds:
            yield fact


def _engine_name(t: Tournament) -> str:
    """Returns the name and version of the pairing engine installed here."""
    try:
        engine = engine_of(next_round_input(t))
    except Refused:
        return "none"
    return f"{engine.name} {engine.version}"


def _check_pairing(t: Tournament, event: RoundPaired, seq: int) -> Iterator[Finding]:
    """Yields the findings on other inputs of a pairing, or on another result of the engine.

    Older facts do not mark requested byes, but their digest reveals them.
    """
    byes = {bye.player: bye.kind for bye in event.byes}
    marked: dict[str, Unplayed] = {bye.player: bye.kind for bye in event.byes if bye.asked}
    older: Sequence[dict[str, Unplayed]]
    older = ({player: kind for player, kind in byes.items() if kind != "bye"}, {}, byes)
    candidates = (marked,) if marked else older
    for requested in candidates:
        try:
            if pairing_digest(next_round_input(t, requested)) == event.digest:
                break
        except Refused:
            continue
    else:
        sentence = Message(
            "Fact {seq}: round {round} was not computed from the facts before it.", seq=seq, round=event.round
        )
        yield Finding(seq, "pairing", "digest", sentence)
        return
    again = propose_pairing(t, requested)
    byes_again = again.byes if marked else tuple(replace(bye, asked=False) for bye in again.byes)
    walkovers = event.walkovers if event.walkovers is not None else again.walkovers
    paired = (event.tables, event.byes, dict(event.costs), walkovers)
    if (again.tables, byes_again, dict(again.costs), again.walkovers) != paired:
        sentence = Message(
            "Fact {seq}: computed again, round {round} of stage {stage} is paired otherwise.",
            seq=seq,
            round=event.round,
            stage=event.stage,
        )
        yield Finding(seq, "pairing", "tables", sentence)


def _check_characters(t: Tournament, event: Event, seq: int) -> Iterator[Finding]:
    """Yields the findings on drawn characters and the order of choices."""
    if not isinstance(event, RoundPublished | PairingChanged | ChoicesDrawn):
        return
    if character_pool(t, event.stage, event.round) and _draw_again(t, event) != event.tables:
        sentence = Message("Fact {seq}: drawn again, characters are others.", seq=seq)
        yield Finding(seq, "shuffle", "tables", sentence)


def _draw_again(t: Tournament, event: RoundPublished | PairingChanged | ChoicesDrawn) -> tuple[Seating, ...]:
    """Returns the tables of a fact with characters drawn again."""
    round_ = require_round(t, event.stage, event.round)
    if isinstance(event, ChoicesDrawn):
        return choices.draw_choices(t, round_)
    bare = tuple(replace(table, characters=(), choosing=()) for table in event.tables)
    if isinstance(event, PairingChanged) and not event.published:
        return bare
    return (draw_characters if round_.is_started else assign_characters)(t, event.stage, event.round, bare)


def _check_choice(
    t: Tournament, event: TurnOrCharacterChosen | CharacterChosen, seq: int
) -> Iterator[Finding]:
    """Yields a finding for an impossible choice."""
    table = TableRef(event.stage, event.round, event.table)
    try:
        if isinstance(event, TurnOrCharacterChosen):
            choices.choose_turn_or_character(t, table, event.player, event.chosen, event.by, event.at)
        else:
            choices.choose_character(t, table, event.player, event.character, event.by, event.at)
    except Refused as refused:
        sentence = Message("Fact {seq} could not be chosen: {reason}", seq=seq, reason=refused.message)
        yield Finding(seq, "decision", "", sentence)


def _check_reveal(t: Tournament, event: NonceRevealed, seq: int) -> Iterator[Finding]:
    """Yields the finding on another nonce than the registered one, or one at the wrong time."""
    if t.nonces.in_key is not None or not t.nonces.are_hashes_fixed:
        sentence = Message(
            "Fact {seq} reveals a nonce before registration has closed, or after the first pairing.", seq=seq
        )
        yield Finding(seq, "decision", "", sentence)
    elif chance.nonce_hash(event.nonce) != t.nonces.hashes.get(event.player):
        sentence = Message(
            "Fact {seq} reveals another nonce than {player} registered.", seq=seq, player=event.player
        )
        yield Finding(seq, "decision", "nonce", sentence)


def _check_matches(bundle: Bundle, facts: Sequence[Fact]) -> Iterator[Finding]:
    """Yields missing and foreign matches, and results that contradict their matches.

    The record of a table with printed cards may be closed to the reader, unless a result follows from it.
    """
    records = {match.match: match for match in bundle.matches}
    played = {fact.event.match: fact.seq for fact in facts if isinstance(fact.event, MatchBound)}
    counted = {
        fact.event.match: fact.seq
        for fact in facts
        if isinstance(fact.event, ResultRecorded | ResultCorrected) and fact.event.match
    }
    recorded = {fact.event.match for fact in facts if isinstance(fact.event, RecordBound)}
    yield from find_contradictions(facts, records)
    for match, seq in (counted | played).items():
        if match not in records:
            yield Finding(seq, "missing", "matches", Message("Match {match} was left out.", match=match))
    foreign = {
        match for match, record in records.items() if record.facts[0].data.get("event") != bundle.record.match
    }
    for match in foreign | (records.keys() - played.keys() - recorded):
        message = Message("Match {match} is none of this tournament.", match=match)
        yield Finding(0, "inserted", "matches", message)
