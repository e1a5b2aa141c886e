"""Commands of scribes and seats about recordings. Each appends facts to the match."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from domain import chance, decider
from domain.messages import Message
from domain.model import SPECTATOR
from domain.notation import write_fact
from domain.recording.entries import Means, Ref
from domain.snapshot import Snapshot
from domain.table import CommandOutcome, Party, Rewound
from domain.table.recordings import commands
from domain.table.recordings.facts import Amended, Corrected, Irregular, Named, ScribeChanged
from domain.table.recordings.film import RecordedEntry, list_entries
from projections.match_views import LoadedMatch

from ..cases.service import Cases
from ..http.middleware.idempotency import IdempotentRequest
from ..matches.opening import seeds
from ..matches.repository import CommandResult, MatchRepository, is_scribe
from ..shared import digests
from ..shared.errors import Forbidden, UnknownToken, VersionConflict
from .batches import (
    check_replaced,
    find_written,
    group_facts,
    list_later,
)
from .deciding import decide_batch, list_old_entries
from .line_differences import find_difference
from .model import BatchResult, DeviceEntry
from .notes import Notes
from .settling import check_last_seq, settle_case
from .signatures import Signatures


class Recordings:
    """Recordings of all matches of the service, for one process, with their `signatures` and `notes`."""

    def __init__(self, repository: MatchRepository, cases: Cases) -> None:
        self._repository, self._cases = repository, cases
        self.signatures, self.notes = Signatures(repository, cases), Notes(repository)

    # -- parties -----------------------------------------------------------------------------------------

    def party_of(self, match: str, token: str) -> Party:
        """Returns the party of *token*, the scribe or one of a case.

        Raises `UnknownMatch`, `UnknownToken`, `Forbidden` and `table.WrongMoment`.
        """
        loaded = self._repository.load_match(match)
        commands.require_record(loaded.match)
        if is_scribe(loaded.match, token):
            return "scribe"
        try:
            return self._cases.party_of(match, token)
        except UnknownToken:
            sentence = Message("This token records nothing here: the organizer gives a new link.")
            raise UnknownToken(sentence) from None

    def change_scribe(
        self, match: str, by: Party, *, request: IdempotentRequest | None = None
    ) -> tuple[str, CommandResult]:
        """Returns the token of a new scribe; the token of the scribe before is void.

        Raises `UnknownMatch` and `table.WrongMoment`.
        """
        if stored := self._repository.stored_reply(request):
            return stored.tokens[0], stored
        token = digests.new_token()
        with self._repository.match_lock(match):
            while True:
                rules, before = self._repository.load_match(match)
                change = ScribeChanged(digests.digest_token(token), by, self._repository.clock())
                outcome = commands.change_scribe(rules, before, change)
                with suppress(VersionConflict):  # another process appended first
                    result = self._repository.save_outcome(
                        match, rules, outcome, request=request, tokens=(token,)
                    )
                    return token, result

    # -- entries -----------------------------------------------------------------------------------------

    def enter(
        self,
        match: str,
        by: Party,
        after: int,
        batch: Sequence[DeviceEntry],
        *,
        request: IdempotentRequest | None = None,
        preview: bool = False,
    ) -> BatchResult:
        """Appends the entries of a device after entry *after*, each once, up to the first refused one.

        A *preview* writes nothing. Raises `UnknownMatch`, `OutOfOrder`, `Forbidden` and `table.WrongMoment`.
        """
        self._check_seat(by, batch)
        if stored := self._repository.stored_reply(request):
            return self._describe_stored(stored)
        with self._repository.match_lock(match):
            while True:
                loaded = self._repository.load_match(match)
                facts = self._repository.load_replay(match, loaded.match.seq).facts
                written, rest = find_written(list_entries(facts), after, batch)
                outcome, fresh, refused = decide_batch(loaded, by, self._repository.clock, rest)
                written += fresh
                if preview or not outcome.facts:
                    return BatchResult(written, refused)
                with suppress(VersionConflict):  # another process appended something at the same moment
                    result = self._repository.save_outcome(match, loaded.rules, outcome, request=request)
                    return BatchResult(written, refused, result)

    def amend(
        self,
        match: str,
        by: Party,
        number: int,
        entry: DeviceEntry | None,
        reason: str,
        replaced: str = "",
        case: int | None = None,
        *,
        last_seq: int | None = None,
        request: IdempotentRequest | None = None,
        preview: bool = False,
    ) -> BatchResult:
        """Puts *entry* in the place of entry *number*, and decides the later ones again; `None` takes it out.

        *replaced* is the id of that entry, as its author knows it. A refused *entry* writes nothing. The
        recording ends before the first later entry that does not hold any more. A judge settles a *case* so.
        A *preview* writes nothing. Raises `UnknownMatch`, `Forbidden` for a player, `OutOfOrder` for another
        id, `VersionConflict` if the game has gone on after fact *last_seq*, and like `settle_case`.
        """
        _require_scribe(by)
        if stored := self._repository.stored_reply(request):
            return self._describe_stored(stored)
        with self._repository.match_lock(match):
            while True:
                loaded = self._repository.load_match(match)
                check_last_seq(loaded, last_seq)
                facts = self._repository.load_replay(match, loaded.match.seq).facts
                entries = list_entries(facts)
                check_replaced(entries, number, entry, replaced)
                settled = settle_case(loaded, case, by, reason, self._repository.clock())
                before = LoadedMatch(loaded.rules, settled.match)
                outcome = self._begin_line(before, entries, by, number, reason)
                old_entries = list_old_entries(loaded.match, entries, number, entry)
                further, written, refused = decide_batch(
                    LoadedMatch(loaded.rules, outcome.match),
                    by,
                    self._repository.clock,
                    [*list_later(entry, entries[number - 1 :])],
                    old_entries,
                )
                if refused is not None and entry is not None and refused.id == entry.id:
                    return BatchResult([], refused)
                if refused is not None:
                    difference = find_difference(loaded.match, entries[number - 1 :], written, refused.id)
                    refused = refused._replace(difference=difference)
                outcome = CommandOutcome([*settled.facts, *outcome.facts, *further.facts], further.match)
                if preview:
                    return BatchResult(written, refused)
                with suppress(VersionConflict):  # another process appended something at the same moment
                    result = self._repository.save_outcome(match, loaded.rules, outcome, request=request)
                    return BatchResult(written, refused, result)

    def correct(
        self,
        match: str,
        corrected: Corrected,
        case: int | None = None,
        *,
        last_seq: int | None = None,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Appends an irregularity or a gap. A judge settles a *case* so.

        Raises `UnknownMatch`, `Forbidden`, `table.WrongMoment`, `VersionConflict` if the game has gone on
        after fact *last_seq*, and like `settle_case`.
        """
        _require_scribe(corrected.by)
        corrected = replace(corrected, at=self._repository.clock())
        cited = (corrected.rule,) if isinstance(corrected, Irregular) and corrected.rule else ()

        def decide_correction(loaded: LoadedMatch) -> CommandOutcome[Any]:
            check_last_seq(loaded, last_seq)
            settled = settle_case(loaded, case, corrected.by, corrected.why, corrected.at, cited)
            outcome = commands.correct(loaded.rules, settled.match, corrected)
            return CommandOutcome([*settled.facts, *outcome.facts], outcome.match)

        return self._repository.execute(match, decide_correction, request=request)

    def name_card(
        self,
        match: str,
        by: Party,
        ref: Ref,
        card: str,
        how: Means,
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Names a card that moved face down; raises `UnknownMatch`, `Forbidden` and `table.WrongMoment`."""
        _require_scribe(by)

        def decide_name(loaded: LoadedMatch) -> CommandOutcome[Any]:
            dealt = commands.try_name(loaded.match, card, ref)
            named = Named(ref, card, how, by, self._repository.clock(), dealt)
            return commands.name_card(loaded.rules, loaded.match, named)

        return self._repository.execute(match, decide_name, request=request)

    def write_position(self, loaded: LoadedMatch) -> Snapshot:
        """Returns the position of the table, with `?` for unknown cards; raises `table.WrongMoment`."""
        rules, match_state = loaded
        commands.require_record(match_state)
        write = self._repository.find_game(match_state.settings.game).write_position
        position, running = match_state.position, match_state.position.running
        if running is None:
            return Snapshot(write(rules.redact_board(position.board, SPECTATOR)))
        facts = (decider.redact_fact(rules, fact, SPECTATOR) for fact in running.facts)
        base = rules.redact_board(running.base, SPECTATOR)
        return Snapshot(write(base), tuple(write_fact(fact) for fact in facts))

    def _begin_line(
        self, loaded: LoadedMatch, entries: Sequence[RecordedEntry], by: Party, number: int, reason: str
    ) -> CommandOutcome[Any]:
        """Returns the outcome of the rewind to before entry *number*."""
        at, seed = self._repository.clock(), seeds.server_seed()
        to = entries[number - 1].seq - 1 if 0 < number <= len(entries) else 0
        rewound = Rewound(to, chance.seed_commitment(seed), seed, "", at=at)
        return commands.amend(loaded.rules, loaded.match, Amended(number, reason, by, at), rewound)

    def _check_seat(self, by: Party, batch: Sequence[DeviceEntry]) -> None:
        """Raises `Forbidden` for the entry of a player about another seat."""
        if by.startswith("seat:") and any(f"seat:{sent.entry.seat}" != by for sent in batch):
            raise Forbidden(Message("A player enters answers for one seat: the one they play."))

    def _describe_stored(self, stored: CommandResult) -> BatchResult:
        """Returns the outcome of a request that was answered before."""
        return BatchResult([*group_facts(stored)], None, stored)


def _require_scribe(by: Party) -> None:
    """Raises `Forbidden` for a player, who enters and signs for the own seat alone."""
    if by.startswith("seat:"):
        raise Forbidden(Message("The scribe, an organizer or a judge changes what is recorded."))
