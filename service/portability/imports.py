"""Import of a match from a file after checking every proof, completely or not at all.

A match of another service gets an import mark as its last fact, and its players remain those of that service.
A match that this service signed itself returns unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain import table
from domain.games import GAMES
from domain.messages import Message
from domain.model import Fact
from domain.rules import Rules
from domain.table import Match, MatchImported, MatchOpened, SeatClaimed
from domain.timestamps import recorded_at
from domain.tournament.facts import TournamentImported
from replays.audits.verify import verify
from replays.proof.notes import Key

from ..catalog import cardset_files
from ..catalog.cardset_files import CardSet
from ..catalog.cardsets import CardSetRegistry, PinnedCardSetMissing
from ..catalog.options import complete_options
from ..eventstore.store import Store
from ..evidence.keys import ImportTrust
from ..evidence.service import Evidence
from ..http.middleware.idempotency import IdempotentRequest
from ..matches.listing import EventTables
from ..matches.repository import MatchRepository
from ..shared import player_names, record_ids
from ..shared.errors import Forbidden, InvalidOptions, VersionConflict
from ..shared.registry import ProcessState, Registry
from . import parsing
from .model import ImportedMatch, ImportRejected, MatchExists, ParsedImport, PreparedImport

MAX_FILE_BYTES = 64 * 1024 * 1024
"""Maximum size of a file, a tournament of some 300 matches with all proofs."""
MAX_CLOCK_LEAD_MILLISECONDS = 86_400_000
"""Maximum lead of another service's clock."""


def import_match(
    services: Registry,
    file: bytes,
    by: str,
    event: str = "",
    keys: Sequence[Key] = (),
    *,
    request: IdempotentRequest | None = None,
) -> ImportedMatch:
    """Imports the match in *file* in the name of *by*, a judge's record or a complete transcript.

    One of *keys*, by default those that the record names, must have signed a record. A transcript has no
    signature and becomes a study with a new id. *event* restricts the import to its matches. Raises
    `ImportRejected`, `MatchExists`, `Forbidden` and `Unavailable`.
    """
    if command_result := services[MatchRepository].stored_reply(request):
        match, seq = command_result.receipt.match, command_result.receipt.seq
        return ImportedMatch(
            match,
            seq,
            command_result.position,
            command_result.receipt,
            services[ImportTrust].match_origin(match),
        )
    if len(file) > MAX_FILE_BYTES:
        raise ImportRejected(
            Message("The file is too large: imports may have {largest} MiB.", largest=MAX_FILE_BYTES // 2**20)
        )
    is_record = file.lstrip().startswith(b"{")
    parsed_import = (
        parsing.parse_record(file, keys, services[Evidence].revocations())
        if is_record
        else parsing.parse_transcript(file)
    )
    match, rules, match_state, facts, cards = prepare_import(services, parsed_import, by, event)
    check_event(services, match, match_state.settings.event)
    services[MatchRepository].store_cards(cards)
    try:
        position, receipt = services[MatchRepository].commit_facts(
            match, rules, match_state, facts, request=request
        )
    except VersionConflict as error:  # another import was first
        raise _existing_match_error(match, is_stored(services, match, parsed_import.facts)) from error
    return ImportedMatch(match, match_state.seq, position, receipt, services[ImportTrust].match_origin(match))


def prepare_import(
    services: Registry, parsed_import: ParsedImport, by: str, event: str = ""
) -> PreparedImport:
    """Returns *parsed_import* ready for import. Raises the errors of `import_match`."""
    facts, match_opened = parsed_import.facts, _require_opening(parsed_import.facts)
    if event and match_opened.event != event:
        raise Forbidden(Message("This API token is for matches of the event “{event}”.", event=event))
    match = parsed_import.match or record_ids.new_match_id(match_opened.at)
    check_dates(facts, services[ProcessState].clock())
    if not record_ids.is_match_id_at(match, match_opened.at):
        raise ImportRejected(
            Message("“{match}” is no id of a match that was opened at that time.", match=match)
        )
    _check_players(facts)
    if services[Store].raw_facts(match, 0, 1):
        raise _existing_match_error(match, is_stored(services, match, facts))
    cards = _load_cards(services, match_opened, parsed_import.cards)
    rules = GAMES[match_opened.game].make_rules(cards.book, match_opened.version)
    outcome = _mark_import(services, rules, _decide_again(rules, facts), parsed_import.signers, by)
    return PreparedImport(match, rules, outcome.match, [*facts, *outcome.facts], cards)


def check_event(services: Registry, match: str, event: str) -> None:
    """Raises `Forbidden` for a match that names a local tournament without such a table."""
    tables = services[EventTables].find_matches(event)
    if tables is not None and match not in tables:
        raise Forbidden(
            Message(
                "This match names tournament {event}, which is here and has no table of that match.",
                event=event,
            )
        )


def is_stored(services: Registry, record: str, facts: Sequence[Fact]) -> bool:
    """Returns whether a *record* is stored with these *facts*, followed by import marks only."""
    present = services[Store].raw_facts(record)
    marks = (isinstance(fact.event, MatchImported | TournamentImported) for fact in present[len(facts) :])
    return bool(present) and [*present[: len(facts)]] == [*facts] and all(marks)


# -- whether the service can have it -------------------------------------------------------------------


def _require_opening(facts: Sequence[Fact]) -> MatchOpened:
    event = facts[0].event if facts else None
    if not isinstance(event, MatchOpened):
        raise ImportRejected(Message("The file holds no match: it does not begin with the opening of one."))
    if event.game not in GAMES:
        raise ImportRejected(
            Message("This match is of “{game}”, a game that this service does not have.", game=event.game)
        )
    game = GAMES[event.game]
    if event.version not in game.VERSIONS:
        raise ImportRejected(
            Message(
                "This match was played by version {version} of the rules of {title}; "
                "this service decides by version {known}.",
                version=event.version,
                title=game.TITLE,
                known=", ".join(map(str, game.VERSIONS)),
            )
        )
    try:
        complete_options(game, event.options)
    except InvalidOptions as error:
        raise ImportRejected(error.message) from error
    return event


def check_dates(facts: Sequence[Fact], now: int) -> None:
    """Rejects times that this service would not assign, because lists sort by them."""
    for fact in facts:
        if not 0 <= recorded_at(fact.event) <= now + MAX_CLOCK_LEAD_MILLISECONDS:
            raise ImportRejected(
                Message("Fact {seq} is of a time that has not come, or never was.", seq=fact.seq)
            )


def _check_players(facts: Sequence[Fact]) -> None:
    """Rejects invalid names of players. Older files have names in place of ids."""
    for fact in facts:
        if isinstance(fact.event, SeatClaimed) and not record_ids.is_player_id(fact.event.player):
            check_name(fact.event.player)


def check_name(name: str) -> None:
    """Rejects a *name* that is invalid here."""
    if sentence := player_names.name_error(name):
        raise ImportRejected(Message("The file has the name “{name}” in it. {why}", name=name, why=sentence))


def _mark_import(
    services: Registry, rules: Rules[Any, Any], match_state: Match[Any], signers: Sequence[Key], by: str
) -> table.CommandOutcome[Any]:
    """Returns the import mark of *match_state*, or nothing for a match signed by this service."""
    if is_own_record(services, signers):
        return table.CommandOutcome([], match_state)
    mark = MatchImported(by, services[ProcessState].clock())
    if signers:
        key = named_signer(services, signers)
        mark = MatchImported(by, mark.at, key.name, str(key))
    return table.mark_imported(rules, match_state, mark)


def is_own_record(services: Registry, signers: Sequence[Key]) -> bool:
    """Returns whether this service itself signed an import."""
    return not set(signers).isdisjoint(services[Evidence].public_keys())


def named_signer(services: Registry, signers: Sequence[Key]) -> Key:
    """Returns the signer to name, preferably one that the operator trusts."""
    key = min(signers, key=lambda key: not services[ImportTrust].is_trusted(str(key)))
    check_name(key.name)
    return key


def _load_cards(services: Registry, match_opened: MatchOpened, data: dict[str, Any] | None) -> CardSet:
    """Returns the card set of the match, from the file or from the service."""
    try:
        if data is None:
            return services[CardSetRegistry].find_pinned(match_opened.game, match_opened.cards)
        cards = cardset_files.make_card_set(match_opened.game, data)
    except PinnedCardSetMissing as error:
        raise ImportRejected(
            Message("{error} The file does not hold the card set.", error=error.message)
        ) from error
    except ValueError as error:
        raise ImportRejected(
            Message("The card set cannot be read here: {error}.", error=str(error))
        ) from error
    return cards


def _decide_again(rules: Rules[Any, Any], facts: Sequence[Fact]) -> Match[Any]:
    """Returns the match of *facts* after deciding all answers again."""
    try:
        verdict = verify(rules, facts)
        if verdict.ok:
            return table.fold(rules, facts)
    except Exception as error:  # forged facts may break the rules anywhere
        raise ImportRejected(
            Message("The match cannot be decided again: {error}.", error=repr(error))
        ) from error
    raise ImportRejected(
        Message("Its answers do not lead to its facts. {difference}", difference=verdict.difference)
    )


def _existing_match_error(match: str, same: bool) -> MatchExists:
    """Returns an error for the existing *match*, identical or different."""
    if same:
        return MatchExists(Message("Match {match} is here already, fact for fact.", match=match))
    return MatchExists(
        Message(
            "There is another match {match} here, or it has gone on: it is not written over.", match=match
        )
    )
