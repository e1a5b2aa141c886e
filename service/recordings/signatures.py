"""Signatures and objections of the seats under a recording."""

from __future__ import annotations

from typing import Any

from domain import table
from domain.messages import Message
from domain.table import CommandOutcome, Evidence, Party
from domain.table.recordings import commands
from domain.table.recordings.facts import Objected, SignatureMeans, Signed
from domain.table.recordings.film import list_entries
from projections.match_views import LoadedMatch

from ..cases.checks import check_waiting
from ..cases.service import Cases
from ..http.middleware.idempotency import IdempotentRequest
from ..matches.repository import CommandResult, MatchRepository
from ..shared.errors import Forbidden


class Signatures:
    """Signatures of all recordings of the service, for one process."""

    def __init__(self, repository: MatchRepository, cases: Cases) -> None:
        self._repository, self._cases = repository, cases

    def sign(
        self,
        match: str,
        by: Party,
        seat: int,
        head: str,
        how: SignatureMeans,
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Signs the record up to the hash *head*; raises `UnknownMatch`, `Forbidden` and `table.WrongMoment`.

        A player signs for the own seat, on the phone, and so gives up appeals. Judges and organizers enter a
        signature on paper, after which appeals go on.
        """
        _require_own_seat(by, seat)
        if by.startswith("seat:") == (how == "paper"):
            raise Forbidden(Message("Players sign on a phone, and an organizer enters signatures on paper."))

        def decide(loaded: LoadedMatch) -> CommandOutcome[Any]:
            self._require_head(match, loaded, head)
            record, at = commands.require_record(loaded.match), self._repository.clock()
            appeals = record.list_appeals(loaded.match.cases, seat) if how == "phone" else ()
            return commands.sign(loaded.rules, loaded.match, Signed(seat, head, how, by, at, appeals))

        return self._repository.execute(match, decide, request=request)

    def object_to(
        self,
        match: str,
        by: Party,
        seat: int,
        entry: int,
        text: str,
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Objects to an entry, and opens a case with the entry as its evidence.

        Raises `UnknownMatch`, `Forbidden`, `table.WrongMoment`, and `LimitReached` for too many open cases.
        """
        _require_own_seat(by, seat)

        def decide(loaded: LoadedMatch) -> CommandOutcome[Any]:
            objected = Objected(seat, entry, text, by, self._repository.clock())
            rules, (first, after) = loaded.rules, commands.object_to(loaded.rules, loaded.match, objected)
            evidence = self._find_entry(match, loaded, entry) if entry else ()
            check_waiting(loaded, by)
            opened = self._cases.decide_opening(LoadedMatch(rules, after), by, text, evidence)
            return CommandOutcome([*first, *opened.facts], opened.match)

        return self._repository.execute(match, decide, request=request)

    def _find_entry(self, match: str, loaded: LoadedMatch, number: int) -> tuple[Evidence, ...]:
        """Returns the fact of an entry of the present line as evidence."""
        replay = self._repository.load_replay(match, loaded.match.seq)
        seq = list_entries(replay.facts)[number - 1].seq
        return (Evidence(seq, self._repository.load_hashes(match, replay)[seq - 1]),)

    def _require_head(self, match: str, loaded: LoadedMatch, head: str) -> None:
        """Raises `table.WrongMoment` unless *head* is the hash of a fact since the last entry."""
        hashes = self._repository.load_hashes(match, self._repository.load_replay(match, loaded.match.seq))
        if head not in hashes[loaded.match.last_game_seq - 1 :]:
            raise table.WrongMoment(Message("The record has changed since: read it again, and sign then."))


def _require_own_seat(by: Party, seat: int) -> None:
    if by == "scribe" or (by.startswith("seat:") and by != f"seat:{seat}"):
        raise Forbidden(Message("Each player signs and objects for one seat: the one they play."))
