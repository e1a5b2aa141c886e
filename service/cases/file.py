"""Case file, with all content of a case that one viewer may read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from msgspec import Struct, structs

from domain import table
from domain.messages import Message
from domain.model import Fact, Seat, Viewer
from domain.notation import write_fact
from domain.published import Confidential, Instant, OptionalText
from domain.table import (
    UNREAD,
    Appealed,
    DisputeAnswered,
    DisputeOpened,
    NoSuchCase,
    Party,
    PhotoAdded,
    PhotoRemoved,
    PositionNoted,
    Ruled,
)
from domain.table.cases import CaseStatus
from domain.table.facts import Outcome
from domain.table.recordings.facts import Amended, Corrected

from ..catalog import rulebook
from ..identity.players import PlayerDirectory
from ..matches.repository import MatchRepository
from ..matches.viewing.access import Access
from ..matches.viewing.narrators import fact_narrator
from ..shared.registry import Registry

HIDDEN_REASON = (
    "What is said in a case may tell what players hold: it is for those at the table, judges and organizers."
)
"""Reason for a hidden statement."""


class Exhibit(Struct, frozen=True):
    """A fact of the match as evidence: its hash and its sentence. A rewind may have `left` its line."""

    seq: int
    hash: str
    text: str
    left: bool


class Statement(Struct, frozen=True):
    """The statement of a party: fact `seq` of the match, with that fact's hash.

    `hidden` is the reason for which this viewer may not read the text; null if the viewer may.
    """

    seq: int
    hash: str
    by: Party
    at: Instant
    text: Confidential
    evidence: list[Exhibit]
    hidden: OptionalText = ""


class RuleCited(Struct, frozen=True):
    """A rule that a ruling cites, and its text."""

    number: str
    text: str


class Decision(Struct, frozen=True):
    """A ruling, its rules, and the facts that it caused."""

    seq: int
    hash: str
    judge: str
    at: Instant
    outcome: Outcome
    rules: list[RuleCited]
    text: str
    seat: Seat | None
    penalty: OptionalText
    followed: list[Exhibit]


class PositionOnFile(Struct, frozen=True):
    """A position in notation that a party noted, with `?` for unknown cards.

    `hidden` is the reason for which this viewer may not read it; null if the viewer may.
    """

    seq: int
    hash: str
    by: Party
    at: Instant
    position: Confidential
    hidden: OptionalText = ""


class PhotoOnFile(Struct, frozen=True):
    """A photo that a party added, by the SHA-256 of its bytes; a `removed` one has no bytes any more."""

    seq: int
    hash: str
    by: Party
    at: Instant
    sha256: str
    size: int
    removed: bool


Entry: TypeAlias = Statement | PositionOnFile | PhotoOnFile | Decision


class CaseFile(Struct, frozen=True):
    """A case: the dispute, the statements, the positions, the rulings and the appeals, each with its hash.

    `judge` is the judge in charge, by the name on the API token; null without one.

    `head` is the hash of fact `seq`, the last one of the match: that of its latest receipt.
    """

    match: str
    number: int
    status: CaseStatus
    dispute: Statement
    answers: list[Statement]
    rulings: list[Decision]
    appeals: list[Statement]
    seq: int
    head: str
    judge: OptionalText = ""
    positions: list[PositionOnFile] = []
    photos: list[PhotoOnFile] = []

    @property
    def entries(self) -> list[Entry]:
        """All entries, in the order of their facts."""
        noted: list[Entry] = [self.dispute, *self.answers, *self.positions, *self.photos]
        return sorted([*noted, *self.rulings, *self.appeals], key=lambda entry: entry.seq)


def read_case_file(services: Registry, match: str, number: int, viewer: Viewer, lang: str = "en") -> CaseFile:
    """Returns the file of case *number*, with facts and rules in *lang* where they have it.

    Raises `UnknownMatch` and `NoSuchCase`.
    """
    return _CaseReader(services, match, viewer, lang).case_file(number)


class _CaseReader:
    """Reader of the cases of one match for one viewer."""

    def __init__(self, services: Registry, match: str, viewer: Viewer, lang: str) -> None:
        window = services[Access].window(match, viewer)
        replay = window.load_replay()
        self._match, self._lang, self._match_state = match, lang, replay.at(len(replay))
        self._game = window.game
        self._hashes = services[MatchRepository].load_hashes(match, replay)
        self._facts = [table.redact_fact(replay.rules, fact, viewer) for fact in replay.facts]
        self._narrator = fact_narrator(self._game, replay, viewer, services[PlayerDirectory], lang)

    def case_file(self, number: int) -> CaseFile:
        """Returns the file of case *number*; raises `NoSuchCase`."""
        cases = self._match_state.cases
        if not 0 < number <= len(cases):
            raise NoSuchCase(
                Message("This match has no case {number}; it has {cases}.", number=number, cases=len(cases))
            )
        case = cases[number - 1]
        entries: dict[type[Any], list[Any]] = {kind: [] for kind in _STATEMENT_EVENTS}
        facts = [self._facts[seq - 1] for seq in case.said]
        removed = {fact.event.photo for fact in facts if isinstance(fact.event, PhotoRemoved)}
        for fact in facts:
            if type(fact.event) in entries:
                entries[type(fact.event)].append(self._make_entry(fact, removed))
        [dispute] = entries[DisputeOpened]
        return CaseFile(
            self._match,
            case.number,
            case.status,
            dispute,
            entries[DisputeAnswered],
            entries[Ruled],
            entries[Appealed],
            self._match_state.seq,
            self._hashes[-1],
            case.judge,
            entries[PositionNoted],
            entries[PhotoAdded],
        )

    def _make_entry(self, fact: Fact, removed: set[int]) -> Entry:
        seq, hash = fact.seq, self._hashes[fact.seq - 1]
        match fact.event:
            case DisputeOpened(_, by, text, evidence, at) | DisputeAnswered(_, by, text, evidence, at):
                exhibits = [self._make_exhibit(piece.seq) for piece in evidence]
                return Statement(seq, hash, by, at, text, exhibits, HIDDEN_REASON if text == UNREAD else "")
            case Appealed(_, by, text, at):
                return Statement(seq, hash, by, at, text, [], HIDDEN_REASON if text == UNREAD else "")
            case PositionNoted(_, by, position, at):
                hidden = HIDDEN_REASON if position == UNREAD else ""
                return PositionOnFile(seq, hash, by, at, position, hidden)
            case PhotoAdded(_, by, sha256, size, _, at):
                return PhotoOnFile(seq, hash, by, at, sha256, size, seq in removed)
            case Ruled() as ruled:
                fields = structs.asdict(ruled) | {"seq": seq, "hash": hash}
                fields["rules"] = [self._cite_rule(number) for number in ruled.rules]
                fields["followed"] = [self._make_exhibit(effect) for effect in self._effects_of(fact)]
                return Decision(**{name: fields[name] for name in Decision.__struct_fields__})
        raise TypeError(f"{type(fact.event)} is no statement and no ruling")

    def _make_exhibit(self, seq: int) -> Exhibit:
        """Returns fact *seq* as a sentence, or in notation if it has no sentence."""
        is_abandoned = any(first <= seq <= last for first, last in self._match_state.abandoned)
        text = self._narrator.narrate(seq) or write_fact(self._facts[seq - 1])
        return Exhibit(seq, self._hashes[seq - 1], text, is_abandoned)

    def _effects_of(self, ruling: Fact) -> Iterator[int]:
        """Yields the numbers of the facts that *ruling* itself caused.

        Their rule is its case. At a real table they are changes of the recording by the same judge.
        """
        assert isinstance(ruling.event, Ruled)
        for fact in self._facts[ruling.seq :]:
            event = fact.event
            by = event.by if isinstance(event, Amended | Corrected) else ""
            is_own = by == f"judge:{ruling.event.judge}" or fact.rule == f"case-{ruling.event.case}"
            if fact.cause == ruling.seq and is_own:
                yield fact.seq

    def _cite_rule(self, number: str) -> RuleCited:
        book = rulebook.packaged_rulebook(self._game.NAME)
        return RuleCited(number, book.find_rule(number).text[book.language_for(self._lang)])


_STATEMENT_EVENTS = (DisputeOpened, DisputeAnswered, PositionNoted, PhotoAdded, Ruled, Appealed)
