"""A tournament as one portable JSON file, `recount-tournament/1`, with record, standings and matches.

The record is like that of a match, with the fields open to the reader of this copy. Checkers
recompute `standings`. `matches` are the records of the matches of this service.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

import msgspec
from msgspec import UNSET, Struct

from domain.messages import Message
from domain.model import Fact
from domain.tournament.facts import (
    VOCABULARY,
    CutTakenBack,
    PairingChanged,
    Player,
    RoundPaired,
    RoundPublished,
    StageCut,
    TournamentOpened,
)
from domain.tournament.fold import fold
from domain.tournament.ranking.standings import standings_by_round
from domain.tournament.state import Tournament
from domain.tournament.visibility import published_view

from .chain import GENESIS, TournamentCommitter, canonical_json, link_hash
from .log import Logged
from .notes import Key, Unsigned, content_text, verified_text
from .receipts import Receipt
from .record import SEED, Cards, Entry, Record, UnreadableRecord
from .standalone.strict_json import NotStrict, parse_json

NAME, VERSION = "recount-tournament", "1"
FORMAT = f"{NAME}/{VERSION}"

ORGANIZER, SPECTATOR = "organizer", "spectator"
TOKEN, LINK = "token", "link"
"""Fields that only the organizers' copy opens, after the end of the tournament."""


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """The place of a player, with exact numbers such as `5/2`."""

    rank: int
    player: Player
    points: str
    values: tuple[str, ...]


class Ranking(Struct, frozen=True, forbid_unknown_fields=True):
    """The standings of a stage after a round, as known at the end of the record."""

    stage: int
    round: int
    rows: tuple[Row, ...]


class Bundle(Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament with all its proofs.

    `standings_note` is the signed note on the standings. Older bundles have none.
    """

    format: str
    record: Record
    standings: tuple[Ranking, ...]
    standings_note: str = ""
    matches: tuple[Record, ...] = ()

    @property
    def records(self) -> tuple[Record, ...]:
        """The record of the tournament and those of the matches."""
        return self.record, *self.matches

    @property
    def standings_digest(self) -> bytes:
        """The SHA-256 of the canonical JSON of the standings."""
        return sha256(canonical_json(msgspec.to_builtins(self.standings))).digest()

    def signs_standings(self, keys: Iterable[Key]) -> bool:
        """Returns whether one of *keys* signed these standings for this record."""
        try:
            text = verified_text(self.standings_note, keys)
        except Unsigned:
            return False
        return text.endswith(
            content_text("", "standings", self.record.match, self.record.head, self.standings_digest)
        )


def write_bundle(
    tournament: str,
    viewer: str,
    facts: Sequence[Fact],
    *,
    logged: Logged | None = None,
    checkpoint: str = "",
    keys: Iterable[Key] = (),
    receipts: Iterable[Receipt] = (),
    revocations: Iterable[str] = (),
) -> Bundle:
    """Returns the bundle of a *tournament* without matches, for organizers or a spectator.

    Published rounds are open to everybody with all earlier pairings and the reasons for changes. The seed is
    open once it is revealed. The organizers' copy then opens everything, including the digests of tokens, so
    that it can be imported elsewhere.
    """
    opening = facts[0].event
    assert isinstance(opening, TournamentOpened)
    committer, head = TournamentCommitter(tournament, opening), GENESIS
    open_rounds = published_rounds(facts)
    t = fold(facts)
    is_over = bool(t.revealed_seed)
    entries: list[Entry] = []
    for fact in facts:
        committed, event = committer.commit_fact(fact), fact.event
        head = link_hash(tournament, head, committed)
        openings = committer.open_fields(fact, None)
        if not (is_over and viewer == ORGANIZER):
            openings.pop(TOKEN, None)
            openings.pop(LINK, None)
        if not is_over:
            openings.pop(SEED, None)
        pairs = isinstance(event, RoundPaired | PairingChanged) and (event.stage, event.round)
        if pairs and viewer != ORGANIZER and pairs not in open_rounds:
            openings.clear()
        public_fields = (committed.seq, committed.cause, committed.rule, committed.type, committed.data)
        entries.append(Entry(*public_fields, head, committed.sealed, openings))
    record = Record(
        FORMAT,
        tournament,
        viewer,
        opening.game,
        Cards(opening.cards),
        tuple(entries),
        logged,
        checkpoint,
        tuple(map(str, keys)),
        tuple(receipts),
        tuple(revocations) or UNSET,
    )
    return Bundle(FORMAT, record, tuple(list_rankings(t if viewer == ORGANIZER else published_view(t))))


def published_rounds(facts: Iterable[Fact]) -> set[tuple[int, int]]:
    """Returns the stage and number of every round whose latest pairing is published."""
    rounds: set[tuple[int, int]] = set()
    for fact in facts:
        match fact.event:
            case RoundPublished(stage=stage, round=number):
                rounds.add((stage, number))
            case RoundPaired(stage=stage, round=number):
                rounds.discard((stage, number))
            case StageCut(stage=stage) | CutTakenBack(stage=stage):
                rounds = {round_ for round_ in rounds if round_[0] <= stage}
    return rounds


def list_rankings(t: Tournament) -> Iterator[Ranking]:
    """Yields the standings of every stage after each of its rounds."""
    for stage in range(1, t.current_stage + 1):
        for number, standings in standings_by_round(t, stage):
            rows = (
                Row(row.rank, row.player, str(row.points), tuple(map(str, row.values))) for row in standings
            )
            yield Ranking(stage, number, tuple(rows))


def dump_bundle(bundle: Bundle, matches: Iterable[Record]) -> Iterator[bytes]:
    """Yields *bundle* as a file with *matches*, one in memory at a time."""
    yield msgspec.json.encode(bundle).removesuffix(b"]}")
    for number, match in enumerate(matches):
        yield (b",\n" if number else b"\n") + msgspec.json.encode(match)
    yield b"]}\n"


class _Header(Struct, frozen=True):
    format: str = ""


def is_bundle(file: bytes) -> bool:
    """Returns whether *file* claims to be a bundle, valid or not."""
    try:
        return msgspec.json.decode(file, type=_Header).format.partition("/")[0] == NAME
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


def read_bundle(file: bytes) -> Bundle:
    """Returns the unverified bundle in *file*; raises `UnreadableRecord`."""
    try:
        bundle = msgspec.json.decode(file, type=Bundle)
        parse_json(file)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, NotStrict) as error:
        raise UnreadableRecord(
            Message("This is no whole bundle of a tournament: {error}.", error=str(error))
        ) from error
    if bundle.format != FORMAT:
        raise UnreadableRecord(
            Message(
                "This bundle is of format “{format}”; this Recount reads “{ours}”.",
                format=bundle.format,
                ours=FORMAT,
            )
        )
    for entry in bundle.record.facts:
        if entry.type not in VOCABULARY:
            raise UnreadableRecord(
                Message(
                    "Fact {seq} is “{kind}”, which this version of Recount does not know: "
                    "the record was written by a newer one, or the name was changed.",
                    seq=entry.seq,
                    kind=entry.type,
                )
            )
    return bundle
