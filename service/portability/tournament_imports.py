"""Imports: a tournament read from a bundle with all its matches, taken in as a whole or not at all.

Here it is a record: it is read like those of here, and takes no commands. Its players stay those of the
service that wrote it, and so do the players of its matches. What this service wrote and signed itself is
taken back as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from domain.errors import LocalizableError
from domain.games import GAMES
from domain.messages import Message
from domain.model import Fact
from domain.tournament.facts import (
    VOCABULARY,
    ClockResumed,
    ClockSet,
    PlayerRegistered,
    RoundStarted,
    TournamentImported,
    TournamentOpened,
)
from domain.tournament.fold import fold
from domain.tournament.imports import mark_imported
from domain.tournament.lifecycle import open_tournament
from domain.tournament.refusals import Refused
from replays.proof import bundle, bundle_check
from replays.proof.bundle import Bundle
from replays.proof.chain import FactCommitter, TournamentCommitter
from replays.proof.notes import Key, read_key
from replays.proof.record import UnreadableRecord

from ..eventstore.mapper import ImportedStream
from ..eventstore.store import Conflict, Store
from ..evidence.keys import ImportTrust
from ..evidence.service import Evidence
from ..http.middleware.idempotency import IdempotencyKeys, IdempotentRequest
from ..matches.repository import MatchRepository
from ..shared import record_ids
from ..shared.errors import Forbidden
from ..shared.registry import ProcessState, Registry
from ..tournaments.repository import TournamentRepository
from . import imports, parsing
from .errors import ImportRejected
from .model import ImportedTournament, PreparedImport

LONGEST = 365 * 86_400_000
"""How long after it starts a round may end, in milliseconds."""


class TournamentExists(LocalizableError):
    """There is a tournament of that id already."""

    slug = "tournament-taken"


def take_in(
    services: Registry,
    file: bytes,
    by: str,
    event: str = "",
    keys: Sequence[Key] = (),
    *,
    request: IdempotentRequest | None = None,
    advance: Callable[[int, int], object] = lambda done, total: None,
) -> ImportedTournament:
    """Takes in the tournament that *file* holds, brought *by* somebody: the organizers' bundle of one over.

    It has to be signed, with all of its matches, by one of *keys* or, if there are none, by those that it
    names. With an *event*, it has to be that tournament. Matches that are here already are left as they are.
    *advance* takes how many of the matches are prepared, and of how many. Raises `ImportRejected`,
    `TournamentExists`, `MatchExists`, `Forbidden` and `Unavailable`.
    """
    if command_result := services[TournamentRepository].stored_reply(request):
        assert command_result.receipt is not None
        return _imported(services, command_result.tournament, command_result.position)
    try:
        brought = bundle.read_bundle(file)
    except UnreadableRecord as error:
        raise ImportRejected(Message("The bundle cannot be read. {error}", error=error.message)) from error
    tournament = brought.record.match
    if event not in ("", tournament):
        raise Forbidden(Message("This API token is for matches of the event “{event}”.", event=event))
    if findings := bundle_check.check_bundle(brought, keys).findings:
        told_so = parsing.join_findings(findings)
        message = Message("This bundle is not as it was written. {findings}", findings=told_so)
        raise ImportRejected(message, findings)
    facts = _facts(brought)
    _check(tournament, facts, services[ProcessState].clock())
    if services[Store].raw_facts(tournament, 0, 1):
        raise _taken(tournament, imports.is_here(services, tournament, facts))
    keys = keys or [read_key(key) for key in brought.record.keys]
    matches = [*_matches(services, brought, by, keys, advance)]
    signers = parsing.signers_of(brought.record, keys)
    if not imports.written_here(services, signers):
        key = imports.named_signer(services, signers)
        mark = TournamentImported(by, services[ProcessState].clock(), key.name, str(key))
        facts += mark_imported(fold(facts), mark)
    for match in matches:
        services[MatchRepository].store_cards(match.cards)
    return _imported(services, tournament, _commit(services, tournament, facts, matches, request))


def _imported(services: Registry, tournament: str, position: int) -> ImportedTournament:
    """Returns what is told of a tournament that was taken in, whose last fact stands at a *position*."""
    t = services[TournamentRepository].get(tournament)
    head = services[Evidence].fact_hash(TournamentCommitter(tournament, t.settings), t.seq)
    receipt = services[Evidence].sign_receipt(tournament, t.seq, head, services[ProcessState].clock())
    matches = tuple(table.match for round_ in t.rounds for table in round_.tables.values() if table.match)
    return ImportedTournament(
        tournament, t.seq, position, receipt, services[ImportTrust].tournament_origin(t), matches
    )


# -- what a file holds -------------------------------------------------------------------------------


def _facts(brought: Bundle) -> list[Fact]:
    """Returns all facts of a tournament; raises `ImportRejected` where some are sealed."""
    if not all(entry.is_open for entry in brought.record.facts):
        raise ImportRejected(
            Message(
                "This bundle holds sealed fields: it can be checked, but only the organizers' copy of a "
                "tournament that is over can be imported."
            )
        )
    return [entry.decode_fact(VOCABULARY) for entry in brought.record.facts]


def _matches(
    services: Registry,
    brought: Bundle,
    by: str,
    keys: Sequence[Key],
    advance: Callable[[int, int], object],
) -> Iterable[PreparedImport]:
    """Yields the matches of a bundle as they are to be taken in, without those that are here already."""
    for number, record in enumerate(brought.matches):
        advance(number, len(brought.matches))
        parsed_import = parsing.parsed(record, keys)
        if not imports.is_here(services, record.match, parsed_import.facts):
            yield imports.prepared(services, parsed_import, by)


# -- whether the service can have it -------------------------------------------------------------------


def _check(tournament: str, facts: Sequence[Fact], now: int) -> None:
    """Refuses what this service would not have written: games, plans, ids, times and names of players."""
    event = facts[0].event
    assert isinstance(event, TournamentOpened)
    if event.game not in GAMES:
        raise ImportRejected(
            Message(
                "This tournament is of “{game}”, a game that this service does not have.", game=event.game
            )
        )
    try:
        open_tournament(event)
    except Refused as error:
        raise ImportRejected(error.message) from error
    imports.check_dates(facts, now)
    if not record_ids.is_tournament_id_at(tournament, event.at):
        raise ImportRejected(
            Message("“{id}” is no id of a tournament that was opened at that time.", id=tournament)
        )
    for fact in facts:
        match fact.event:
            case RoundStarted(ends=ends, at=at) if not (ends == 0 or at <= ends <= at + LONGEST):
                raise ImportRejected(
                    Message("Fact {seq} is of a time that has not come, or never was.", seq=fact.seq)
                )
            case ClockResumed(ends=ends, at=at) | ClockSet(ends=ends, at=at) if not 0 < ends <= at + LONGEST:
                raise ImportRejected(
                    Message("Fact {seq} is of a time that has not come, or never was.", seq=fact.seq)
                )
            case PlayerRegistered(player=player, members=members):
                for who in (player, *members):
                    if not record_ids.is_player_id(who):
                        imports.check_name(who)


def _taken(tournament: str, same: bool) -> TournamentExists:
    """Returns that *tournament* is here, as it is brought now or otherwise."""
    if same:
        return TournamentExists(
            Message("Tournament {tournament} is here already, fact for fact.", tournament=tournament)
        )
    return TournamentExists(
        Message(
            "There is another tournament {tournament} here, or it has gone on: it is not written over.",
            tournament=tournament,
        )
    )


def _commit(
    services: Registry,
    tournament: str,
    facts: Sequence[Fact],
    matches: Sequence[PreparedImport],
    request: IdempotentRequest | None,
) -> int:
    """Appends all there is in one transaction; returns where the last fact stands."""
    event = facts[0].event
    assert isinstance(event, TournamentOpened)
    sealers = [
        FactCommitter(match.match, match.rules, match.played.settings, match.played.line_seeds)
        for match in matches
    ]
    records = [*zip(sealers, (match.facts for match in matches), strict=True)]
    records.append((TournamentCommitter(tournament, event), [*facts]))
    begun = [
        ImportedStream(fact_committer.match, told, services[Evidence].link_facts(fact_committer, told)[1])
        for fact_committer, told in records
    ]
    row = request.commit_row(tournament, 1, len(facts), ()) if request is not None else None
    try:
        positions = services[Store].append_together(begun, row)
    except Conflict as error:  # somebody brought it, or one of its matches, at the same moment
        if row is not None:
            services[IdempotencyKeys].check_unanswered(row)
        raise _taken(tournament, imports.is_here(services, tournament, facts)) from error
    for one, position in zip(begun, positions, strict=True):
        services[Evidence].cache_head(one.record, len(one.facts), one.head)
        services[ProcessState].bus.publish(position, one.record, len(one.facts))
    return positions[-1]
