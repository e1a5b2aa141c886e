"""Imports: a match read from a file, and taken in only when every proof holds, as a whole or not at all.

What another service wrote is marked as imported by the last of its facts here, and its players stay that
service's. What this service wrote and signed itself is taken back as it was.
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
from .errors import ImportRejected, MatchExists
from .model import Imported, ParsedImport, PreparedImport

LARGEST = 64 * 1024 * 1024
"""How large a file may be, in bytes: a tournament of some 300 matches with all their proofs."""
AHEAD = 86_400_000
"""How far the clock of another service may be ahead, in milliseconds."""


def take_in(
    services: Registry,
    file: bytes,
    by: str,
    event: str = "",
    keys: Sequence[Key] = (),
    *,
    request: IdempotentRequest | None = None,
) -> Imported:
    """Takes in the match that *file* holds, brought *by* somebody: the judge's record, or a whole transcript.

    A record has to be signed by one of *keys* or, if there are none, by those that it names. A transcript is
    signed by nobody: it becomes a study with an id of its own. With an *event*, the match has to be one of
    it. Raises `ImportRejected`, `MatchExists`, `Forbidden` and `Unavailable`.
    """
    if command_result := services[MatchRepository].stored_reply(request):
        match, seq = command_result.receipt.match, command_result.receipt.seq
        return Imported(
            match,
            seq,
            command_result.position,
            command_result.receipt,
            services[ImportTrust].match_origin(match),
        )
    if len(file) > LARGEST:
        raise ImportRejected(
            Message("The file is too large: imports may have {largest} MiB.", largest=LARGEST // 2**20)
        )
    is_record = file.lstrip().startswith(b"{")
    parsed_import = parsing.from_record(file, keys) if is_record else parsing.from_transcript(file)
    match, rules, match_state, facts, cards = prepared(services, parsed_import, by, event)
    check_event(services, match, match_state.settings.event)
    services[MatchRepository].store_cards(cards)
    try:
        position, receipt = services[MatchRepository].commit_facts(
            match, rules, match_state, facts, request=request
        )
    except VersionConflict as error:  # somebody brought it at the same moment
        raise _taken(match, is_here(services, match, parsed_import.facts)) from error
    return Imported(match, match_state.seq, position, receipt, services[ImportTrust].match_origin(match))


def prepared(services: Registry, parsed_import: ParsedImport, by: str, event: str = "") -> PreparedImport:
    """Returns the match that is *parsed_import* as it is to be taken in; raises as `take_in`."""
    facts, match_opened = parsed_import.facts, _opening(parsed_import.facts)
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
        raise _taken(match, is_here(services, match, facts))
    cards = _cards(services, match_opened, parsed_import.cards)
    rules = GAMES[match_opened.game].make_rules(cards.book, match_opened.version)
    marked = _marked(services, rules, _decided_again(rules, facts), parsed_import.signers, by)
    return PreparedImport(match, rules, marked.match, [*facts, *marked.facts], cards)


def check_event(services: Registry, match: str, event: str) -> None:
    """Raises `Forbidden` for a match that names a tournament of this service without such a table."""
    tables = services[EventTables].find_matches(event)
    if tables is not None and match not in tables:
        raise Forbidden(
            Message(
                "This match names tournament {event}, which is here and has no table of that match.",
                event=event,
            )
        )


def is_here(services: Registry, record: str, facts: Sequence[Fact]) -> bool:
    """Tells whether a *record* is in the store with these *facts*, and marks of imports alone after them."""
    present = services[Store].raw_facts(record)
    marks = (isinstance(fact.event, MatchImported | TournamentImported) for fact in present[len(facts) :])
    return bool(present) and [*present[: len(facts)]] == [*facts] and all(marks)


# -- whether the service can have it -------------------------------------------------------------------


def _opening(facts: Sequence[Fact]) -> MatchOpened:
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
    """Refuses times that this service would not give: lists are sorted by them."""
    for fact in facts:
        if not 0 <= recorded_at(fact.event) <= now + AHEAD:
            raise ImportRejected(
                Message("Fact {seq} is of a time that has not come, or never was.", seq=fact.seq)
            )


def _check_players(facts: Sequence[Fact]) -> None:
    """Refuses players with names that nobody may have: files of old hold names in the place of ids."""
    for fact in facts:
        if isinstance(fact.event, SeatClaimed) and not record_ids.is_player_id(fact.event.player):
            check_name(fact.event.player)


def check_name(name: str) -> None:
    """Refuses a *name* that nobody may have here."""
    if sentence := player_names.name_error(name):
        raise ImportRejected(Message("The file has the name “{name}” in it. {why}", name=name, why=sentence))


def _marked(
    services: Registry, rules: Rules[Any, Any], match_state: Match[Any], signers: Sequence[Key], by: str
) -> table.CommandOutcome[Any]:
    """Returns what says that *match_state* was imported: nothing for what this service has signed itself."""
    if written_here(services, signers):
        return table.CommandOutcome([], match_state)
    mark = MatchImported(by, services[ProcessState].clock())
    if signers:
        key = named_signer(services, signers)
        mark = MatchImported(by, mark.at, key.name, str(key))
    return table.mark_imported(rules, match_state, mark)


def written_here(services: Registry, signers: Sequence[Key]) -> bool:
    """Tells whether this service has signed itself what is brought."""
    return not set(signers).isdisjoint(services[Evidence].public_keys())


def named_signer(services: Registry, signers: Sequence[Key]) -> Key:
    """Returns which of *signers* is named: one that is trusted here, if there is one."""
    key = min(signers, key=lambda key: not services[ImportTrust].is_trusted(str(key)))
    check_name(key.name)
    return key


def _cards(services: Registry, match_opened: MatchOpened, data: dict[str, Any] | None) -> CardSet:
    """Returns the card set that the match is pinned to: from the file, or the service's own."""
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


def _decided_again(rules: Rules[Any, Any], facts: Sequence[Fact]) -> Match[Any]:
    """Returns the match that *facts* fold to, every answer of it decided again."""
    try:
        verdict = verify(rules, facts)
        if verdict.ok:
            return table.fold(rules, facts)
    except Exception as error:  # what is forged may be anything, and the rules may trip over it anywhere
        raise ImportRejected(
            Message("The match cannot be decided again: {error}.", error=repr(error))
        ) from error
    raise ImportRejected(
        Message("Its answers do not lead to its facts. {difference}", difference=verdict.difference)
    )


def _taken(match: str, same: bool) -> MatchExists:
    """Returns that *match* is here, as it is brought now or otherwise."""
    if same:
        return MatchExists(Message("Match {match} is here already, fact for fact.", match=match))
    return MatchExists(
        Message(
            "There is another match {match} here, or it has gone on: it is not written over.", match=match
        )
    )
