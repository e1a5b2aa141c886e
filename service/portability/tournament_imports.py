"""Import of a tournament with all its matches from a bundle, completely or not at all.

The import is a readable record that accepts no commands. Players of the tournament and its matches remain
those of the service that wrote it. A tournament that this service signed itself returns unchanged.
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
from .model import ImportedTournament, ImportRejected, PreparedImport

MAX_ROUND_MILLISECONDS = 365 * 86_400_000
"""Maximum time from the start to the end of a round."""


class TournamentExists(LocalizableError):
    """A tournament with that id exists already."""

    slug = "tournament-taken"


def import_tournament(
    services: Registry,
    file: bytes,
    by: str,
    event: str = "",
    keys: Sequence[Key] = (),
    *,
    request: IdempotentRequest | None = None,
    advance: Callable[[int, int], object] = lambda prepared, total: None,
) -> ImportedTournament:
    """Imports the finished tournament in *file* in the name of *by*, from an organizers' bundle.

    One of *keys*, by default those that it names, must have signed it with all its matches. *event* restricts
    the import to that tournament. Existing matches stay unchanged. *advance* receives the numbers of prepared
    matches and of all. Raises `ImportRejected`, `TournamentExists`, `MatchExists`, `Forbidden` and
    `Unavailable`.
    """
    if command_result := services[TournamentRepository].stored_reply(request):
        assert command_result.receipt is not None
        return _import_result(services, command_result.tournament, command_result.position)
    try:
        content = bundle.read_bundle(file)
    except UnreadableRecord as error:
        raise ImportRejected(Message("The bundle cannot be read. {error}", error=error.message)) from error
    tournament = content.record.match
    if event not in ("", tournament):
        raise Forbidden(Message("This API token is for matches of the event “{event}”.", event=event))
    revocations = services[Evidence].revocations()
    if findings := bundle_check.check_bundle(content, keys, revocations=revocations).findings:
        first_finding = parsing.join_findings(findings)
        message = Message("This bundle is not as it was written. {findings}", findings=first_finding)
        raise ImportRejected(message, findings)
    facts = _open_facts(content)
    _check_facts(tournament, facts, services[ProcessState].clock())
    if services[Store].raw_facts(tournament, 0, 1):
        raise _existing_tournament_error(tournament, imports.is_stored(services, tournament, facts))
    keys = keys or [read_key(key) for key in content.record.keys]
    matches = [*_prepare_matches(services, content, by, keys, advance)]
    signers = parsing.signers_of(content.record, keys)
    if not imports.is_own_record(services, signers):
        key = imports.named_signer(services, signers)
        mark = TournamentImported(by, services[ProcessState].clock(), key.name, str(key))
        facts += mark_imported(fold(facts), mark)
    for match in matches:
        services[MatchRepository].store_cards(match.cards)
    return _import_result(services, tournament, _append_all(services, tournament, facts, matches, request))


def _import_result(services: Registry, tournament: str, position: int) -> ImportedTournament:
    """Returns the result for an imported tournament with its last fact at a *position*."""
    t = services[TournamentRepository].get(tournament)
    head = services[Evidence].fact_hash(TournamentCommitter(tournament, t.settings), t.seq)
    receipt = services[Evidence].sign_receipt(tournament, t.seq, head, services[ProcessState].clock())
    matches = tuple(table.match for round_ in t.rounds for table in round_.tables.values() if table.match)
    return ImportedTournament(
        tournament, t.seq, position, receipt, services[ImportTrust].tournament_origin(t), matches
    )


# -- contents of a file ------------------------------------------------------------------------------


def _open_facts(content: Bundle) -> list[Fact]:
    """Returns all facts of a tournament. Raises `ImportRejected` if some are sealed."""
    if not all(entry.is_open for entry in content.record.facts):
        raise ImportRejected(
            Message(
                "This bundle holds sealed fields: it can be checked, but only the organizers’ copy of a "
                "tournament that is over can be imported."
            )
        )
    return [entry.decode_fact(VOCABULARY) for entry in content.record.facts]


def _prepare_matches(
    services: Registry,
    content: Bundle,
    by: str,
    keys: Sequence[Key],
    advance: Callable[[int, int], object],
) -> Iterable[PreparedImport]:
    """Yields the prepared matches of a bundle, without those stored already.

    The records of real tables stay with the service that has their deals.
    """
    matches = [record for record in content.matches if record.facts[0].data.get("source") != "table"]
    for number, record in enumerate(matches):
        advance(number, len(matches))
        parsed_import = parsing.parse_checked_record(record, keys)
        if not imports.is_stored(services, record.match, parsed_import.facts):
            yield imports.prepare_import(services, parsed_import, by)


# -- whether the service can have it -------------------------------------------------------------------


def _check_facts(tournament: str, facts: Sequence[Fact], now: int) -> None:
    """Rejects games, plans, ids, times and names that this service would not have written."""
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
            case RoundStarted(ends=ends, at=at) if not (
                ends == 0 or at <= ends <= at + MAX_ROUND_MILLISECONDS
            ):
                raise ImportRejected(
                    Message("Fact {seq} is of a time that has not come, or never was.", seq=fact.seq)
                )
            case ClockResumed(ends=ends, at=at) | ClockSet(ends=ends, at=at) if (
                not 0 < ends <= at + MAX_ROUND_MILLISECONDS
            ):
                raise ImportRejected(
                    Message("Fact {seq} is of a time that has not come, or never was.", seq=fact.seq)
                )
            case PlayerRegistered(player=player, members=members):
                for id in (player, *members):
                    if not record_ids.is_player_id(id):
                        imports.check_name(id)


def _existing_tournament_error(tournament: str, same: bool) -> TournamentExists:
    """Returns an error for the existing *tournament*, identical or different."""
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


def _append_all(
    services: Registry,
    tournament: str,
    facts: Sequence[Fact],
    matches: Sequence[PreparedImport],
    request: IdempotentRequest | None,
) -> int:
    """Appends everything in one transaction. Returns the position of the last fact."""
    event = facts[0].event
    assert isinstance(event, TournamentOpened)
    committers = [
        FactCommitter(match.match, match.rules, match.state.settings, match.state.line_seeds)
        for match in matches
    ]
    records = [*zip(committers, (match.facts for match in matches), strict=True)]
    records.append((TournamentCommitter(tournament, event), [*facts]))
    streams = [
        ImportedStream(
            fact_committer.match, record_facts, services[Evidence].link_facts(fact_committer, record_facts)[1]
        )
        for fact_committer, record_facts in records
    ]
    row = request.commit_row(tournament, 1, len(facts), ()) if request is not None else None
    try:
        positions = services[Store].append_together(streams, row)
    except Conflict as error:  # another import of it, or of one of its matches, was first
        if row is not None:
            services[IdempotencyKeys].check_unanswered(row)
        raise _existing_tournament_error(
            tournament, imports.is_stored(services, tournament, facts)
        ) from error
    for stream, position in zip(streams, positions, strict=True):
        services[Evidence].cache_head(stream.record, len(stream.facts), stream.head)
        services[ProcessState].bus.publish(position, stream.record, len(stream.facts))
    return positions[-1]
