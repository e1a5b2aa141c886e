"""Imports: a match read from a file, and taken in only when every proof holds, as a whole or not at all.

What another service wrote is marked as imported by the last of its facts here, and its players stay that
service's. What this service wrote and signed itself is taken back as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from domain import table
from domain.core import Rules
from domain.errors import LocalizableError
from domain.games import GAMES, VOCABULARY
from domain.messages import Message
from domain.notation import Unreadable
from domain.table import Match, MatchImported, MatchOpened, SeatClaimed
from domain.times import told_at
from domain.words import Fact
from replays import transcript
from replays.proof import notes, record
from replays.proof.check import check
from replays.proof.findings import Finding
from replays.proof.notes import Key, Unsigned
from replays.proof.record import Damaged, Record
from replays.verify import verify

from ..bootstrap import Services
from ..catalog import cardset_files
from ..catalog.cardset_files import CardSet
from ..catalog.cardsets import PinnedCardSetMissing
from ..http.idempotency import IdempotentRequest
from ..identity import names, players
from ..matches import ids
from ..matches.errors import Forbidden
from ..matches.options import InvalidOptions, chosen
from ..matches.repository import VersionConflict
from .model import Imported, ParsedImport

LARGEST = 16 * 1024 * 1024
"""How large a file may be, in bytes: some 50,000 facts with all their proofs."""
AHEAD = 86_400_000
"""How far the clock of another service may be ahead, in milliseconds."""


class ImportRejected(LocalizableError):
    """A file was not taken in, and nothing of it was kept. `findings` are what is wrong with its proofs."""

    slug = "not-imported"

    def __init__(self, sentence: Message, findings: Sequence[Finding] = ()) -> None:
        super().__init__(sentence)
        self.findings = tuple(findings)


class MatchExists(LocalizableError):
    """There is a match of that id already."""

    slug = "match-taken"


def take_in(
    services: Services,
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
    if told := services.repository.replayed(request):
        match, seq = told.receipt.match, told.receipt.seq
        return Imported(match, seq, told.position, told.receipt, services.imported(match))
    if len(file) > LARGEST:
        raise ImportRejected(
            Message("The file is too large: imports may have {largest} MiB.", largest=LARGEST // 2**20)
        )
    is_record = file.lstrip().startswith(b"{")
    brought = _from_record(file, keys) if is_record else _from_transcript(file)
    facts, opened = brought.facts, _opening(brought.facts)
    if event and opened.event != event:
        raise Forbidden(Message("This API token is for matches of the event “{event}”.", event=event))
    match = brought.match or ids.new(opened.at)
    _check_dates(match, facts, services.clock())
    _check_players(facts)
    if present := services.store.recorded(match):
        raise _taken(match, present, facts)
    cards = _cards(services, opened, brought.cards)
    rules = GAMES[opened.game].rules(cards.book, opened.version)
    played = _decided_again(rules, facts)
    marked = _marked(services, rules, played, brought.signers, by)
    services.repository.keep_cards(cards)
    try:
        position, receipt = services.repository.commit(
            match, rules, marked.match, [*facts, *marked.facts], request=request
        )
    except VersionConflict as error:  # somebody brought it at the same moment
        raise _taken(match, services.store.recorded(match), facts) from error
    return Imported(match, marked.match.seq, position, receipt, services.imported(match))


# -- what a file holds -------------------------------------------------------------------------------


def _from_record(file: bytes, keys: Sequence[Key]) -> ParsedImport:
    try:
        told = record.read(file)
    except Damaged as error:
        raise ImportRejected(Message("The record cannot be read. {error}", error=error.message)) from error
    if findings := check(told, keys):
        raise ImportRejected(
            Message("This record is not as it was written. {findings}", findings=_listed(findings)), findings
        )
    _check_whole(told)
    try:
        facts = [entry.fact() for entry in told.facts]
    except msgspec.ValidationError as error:
        raise ImportRejected(
            Message("A fact of this record does not have the shape of its kind: {error}.", error=str(error))
        ) from error
    signers = _signers(told.checkpoint, keys or [notes.read_key(key) for key in told.keys])
    return ParsedImport(told.match, facts, told.cards.data, [*signers])


def _signers(note: str, keys: Iterable[Key]) -> Iterator[Key]:
    """Yields those of *keys* that have signed *note*."""
    for key in keys:
        with suppress(Unsigned):
            notes.opened(note, [key])
            yield key


def _listed(findings: Sequence[Finding]) -> Message:
    """Returns the first of *findings*, and how many there are besides."""
    first, *others = findings
    if not others:
        return first.sentence
    return Message("{first} And {more} more.", first=first.sentence, more=len(others))


def _check_whole(told: Record) -> None:
    if not all(entry.whole for entry in told.facts):
        raise ImportRejected(
            Message(
                "This record was written for the eyes of {viewer} and holds sealed fields: it can be "
                "checked, but neither replayed nor played on. Only the judge's copy can be imported, and "
                "while a match goes on only the operator's whole one.",
                viewer=told.viewer,
            )
        )


def _from_transcript(file: bytes) -> ParsedImport:
    try:
        told = transcript.read(file.decode(), VOCABULARY)
    except (UnicodeDecodeError, Unreadable) as error:
        raise ImportRejected(
            Message("This is neither a record nor a transcript that can be read: {error}.", error=str(error))
        ) from error
    return ParsedImport("", list(told.facts))


# -- whether the service can have it -------------------------------------------------------------------


def _opening(facts: Sequence[Fact]) -> MatchOpened:
    opened = facts[0].event if facts else None
    if not isinstance(opened, MatchOpened):
        raise ImportRejected(Message("The file holds no match: it does not begin with the opening of one."))
    if opened.game not in GAMES:
        raise ImportRejected(
            Message("This match is of “{game}”, a game that this service does not have.", game=opened.game)
        )
    game = GAMES[opened.game]
    if opened.version not in game.VERSIONS:
        raise ImportRejected(
            Message(
                "This match was played by version {version} of the rules of {title}; "
                "this service decides by version {known}.",
                version=opened.version,
                title=game.TITLE,
                known=", ".join(map(str, game.VERSIONS)),
            )
        )
    try:
        chosen(game, opened.options)
    except InvalidOptions as error:
        raise ImportRejected(error.message) from error
    return opened


def _check_dates(match: str, facts: Sequence[Fact], now: int) -> None:
    """Refuses ids and times that this service would not give: lists are sorted by them."""
    for fact in facts:
        if not 0 <= told_at(fact.event) <= now + AHEAD:
            raise ImportRejected(
                Message("Fact {seq} is of a time that has not come, or never was.", seq=fact.seq)
            )
    if not ids.is_of(match, told_at(facts[0].event)):
        raise ImportRejected(
            Message("“{match}” is no id of a match that was opened at that time.", match=match)
        )


def _check_players(facts: Sequence[Fact]) -> None:
    """Refuses players with names that nobody may have: files of old hold names in the place of ids."""
    for fact in facts:
        if isinstance(fact.event, SeatClaimed) and not players.is_id(fact.event.player):
            _check_name(fact.event.player)


def _check_name(name: str) -> None:
    if why := names.refusal(name):
        raise ImportRejected(Message("The file has the name “{name}” in it. {why}", name=name, why=why))


def _marked(
    services: Services, rules: Rules[Any, Any], played: Match[Any], signers: Sequence[Key], by: str
) -> table.Followed[Any]:
    """Returns what says that *played* was imported: nothing, for a match that this service has signed itself.

    Of several *signers* it names one that is trusted here, if there is one.
    """
    if not set(signers).isdisjoint(services.evidence.public_keys()):
        return table.Followed([], played)
    mark = MatchImported(by, services.clock())
    if signers:
        key = min(signers, key=lambda key: str(key) not in services.trusted)
        _check_name(key.name)
        mark = MatchImported(by, mark.at, key.name, str(key))
    return table.mark_imported(rules, played, mark)


def _cards(services: Services, opened: MatchOpened, data: dict[str, Any] | None) -> CardSet:
    """Returns the card set that the match is pinned to: from the file, or the service's own."""
    try:
        if data is None:
            return services.library.pinned(opened.game, opened.cards)
        cards = cardset_files.made(opened.game, data)
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


def _taken(match: str, present: Sequence[Fact], facts: Sequence[Fact]) -> MatchExists:
    """Returns that *match* is here, as the *facts* that are brought now and its mark, or otherwise."""
    more = present[len(facts) :]
    if [*present[: len(facts)]] == [*facts] and all(isinstance(fact.event, MatchImported) for fact in more):
        return MatchExists(Message("Match {match} is here already, fact for fact.", match=match))
    return MatchExists(
        Message(
            "There is another match {match} here, or it has gone on: it is not written over.", match=match
        )
    )
