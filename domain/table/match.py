"""State of a match as the fold of its facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic

from msgspec import Struct
from msgspec.structs import replace

from .. import decider
from ..chance import COMMITTED
from ..clocks import Clocks, initial_clocks
from ..decider import Position
from ..model import CHANCE, Answered, Asked, Fact, Seat, SeatHandedOver, SeatRetired
from ..recording.recording import Recording
from ..rules import Rules
from ..script import B, K
from ..snapshot import Snapshot, restore_position
from . import offers as accords
from .cases import Case, apply_to_cases
from .facts import (
    Aside,
    BeaconDrawn,
    BeaconMissed,
    JudgeLooked,
    MatchEnded,
    MatchImported,
    MatchOpened,
    NonceMissed,
    NonceRevealed,
    PhotoAdded,
    PositionCorrected,
    RematchOpened,
    Resumed,
    Rewound,
    SeatClaimed,
    SeatLeft,
    ServiceAway,
    TableFact,
)
from .offers import NO_OFFERS, Offers
from .origins import Import, imported_by
from .recordings.facts import Corrected, Entered, Named, RecordAside
from .recordings.film import NO_FILM, Film, make_film
from .recordings.state import TableRecord
from .reveals import NO_REVEALS, Reveals
from .seating import claim, hand_over, with_clocks, with_nonce, with_reveals


class Match(Struct, Generic[B], frozen=True):
    """The state of a match, with its settings, players, position, answers and end.

    `last_game_seq` is the last fact of the game itself. `seeds` are those of the shuffles, the current one
    last. `cases` are the disputes. `abandoned` are the lines that rewinds have left, each from its first fact
    to its last. `looks` maps judges to the fact of their last look. `offers` are the open offers and the
    pause; `rematch` is the players' next match. `draws` counts the answers of chance on this line, `nonces`
    are those of the answers on it, and `reveals` those of the seats from version 4 of the shuffle on.
    `imported` is the origin of a match from another service; `unsigned` marks an imported transcript.
    `clocks` are the remaining times of a match with clocks. `stand_ins` are the bots that play on, and
    `departed` the claims of the players before them. `record` is the recording of a match on a real table.
    """

    settings: MatchOpened
    players: tuple[SeatClaimed | None, ...]
    position: Position[B]
    ply: int = 0
    last_game_seq: int = 1
    ended: MatchEnded | None = None
    seeds: tuple[str, ...] = ()
    cases: tuple[Case, ...] = ()
    abandoned: tuple[tuple[int, int], ...] = ()
    looks: Mapping[str, int] = {}
    offers: Offers = NO_OFFERS
    rematch: str = ""
    draws: int = 0
    nonces: tuple[str, ...] = ()
    imported: Import | None = None
    unsigned: bool = False
    clocks: Clocks | None = None
    stand_ins: Mapping[Seat, str] = {}
    departed: tuple[SeatClaimed, ...] = ()
    reveals: Reveals = NO_REVEALS
    record: TableRecord | None = None

    @property
    def seq(self) -> int:
        """The number of the last fact."""
        return self.position.seq

    @property
    def is_full(self) -> bool:
        """Whether every seat is claimed."""
        return None not in self.players

    @property
    def is_on_table(self) -> bool:
        """Whether people play it with printed cards, so that the service deals nothing."""
        return self.settings.source == "table"

    @property
    def is_revealing(self) -> bool:
        """Whether seats have to reveal nonces, or the beacon its round, before the game goes on."""
        return self.reveals.is_open

    @property
    def is_started(self) -> bool:
        """Whether every seat is claimed, and the first reveal of nonces is over."""
        return self.is_full and (self.settings.shuffle < COMMITTED or self.reveals.started)

    @property
    def bots(self) -> dict[Seat, str]:
        """The bots by their seats."""
        return {**{seat: bot for seat, bot in enumerate(self.settings.bots) if bot}, **self.stand_ins}

    @property
    def player_ids(self) -> tuple[str | None, ...]:
        """The ids of the players by seat, `None` for a free seat."""
        return tuple(None if claimed is None else claimed.player for claimed in self.players)

    @property
    def is_paused(self) -> bool:
        """Whether the match is paused."""
        return self.offers.paused is not None

    def has_looked(self, judge: str) -> bool:
        """Returns whether *judge* has looked since the last fact of the game."""
        return self.looks.get(judge, 0) > self.last_game_seq

    @property
    def line_seeds(self) -> dict[int, str]:
        """The seeds of the lines, by the first fact of each."""
        return dict(zip((1, *(last + 1 for _, last in self.abandoned)), self.seeds, strict=True))

    @property
    def is_study(self) -> bool:
        """Whether the match started from a given position or another match, or is a transcript."""
        return bool(self.settings.position) or self.unsigned


# -- the fold ----------------------------------------------------------------------------------------


def start_match(rules: Rules[B, K], first: Fact, film: Film = NO_FILM) -> Match[B]:
    """Returns the match that its first fact opens; *film* has the cards of a recording that goes on."""
    settings = first.event
    assert isinstance(settings, MatchOpened)
    if settings.position:
        position = restore_position(
            rules, Snapshot(settings.position, settings.told), first.seq, of_other_match=True
        )
    else:
        position = Position(rules.initial_board(settings.options, settings.seats), first.seq)
    clocks = initial_clocks(settings.clock, settings.seats) if settings.clock is not None else None
    reveals = Reveals(beacon=settings.beacon)
    seats = (None,) * settings.seats
    record = None
    if settings.source == "table":
        record = TableRecord(Recording.start(rules, position), film)
    return Match(
        settings, seats, position, seeds=(settings.seed,), clocks=clocks, reveals=reveals, record=record
    )


def evolve(rules: Rules[B, K], match: Match[B], fact: Fact) -> Match[B]:
    """Returns the match after *fact*; accepts every fact."""
    event, seq = fact.event, fact.seq
    if not isinstance(event, TableFact):
        if match.record is not None:
            fact = match.record.fill_fact(fact)
        position = decider.evolve(rules, match.position, fact)
        if type(event) is Answered:
            if event.seat == CHANCE:
                return replace(match, position=position, last_game_seq=seq, draws=match.draws + 1)
            match = with_nonce(with_clocks(match, event), event)
            return replace(match, position=position, ply=match.ply + 1, last_game_seq=seq, offers=NO_OFFERS)
        if type(event) is SeatRetired:
            match = replace(match, offers=Offers(paused=match.offers.paused))
        if type(event) is SeatHandedOver:
            match = hand_over(match, event)
        if type(event) is SeatRetired or type(event) is SeatHandedOver:
            match = with_reveals(match, match.reveals.drop(event.seat, event.at), event.at)
        return replace(match, position=position, last_game_seq=seq)
    if isinstance(event, Aside):
        if isinstance(event, RecordAside) and match.record is not None:
            settled = match.record.settle_cases(match.cases, event)
            match = replace(match, record=match.record.apply_aside(event, seq), cases=settled)
        if isinstance(event, PhotoAdded) and not event.case and match.record is not None:
            match = replace(match, record=match.record.add_photo(seq))
        if isinstance(event, MatchImported):
            unsigned = match.unsigned or not event.key
            match = replace(match, imported=imported_by(fact), unsigned=unsigned)
        looks = {**match.looks, event.judge: seq} if isinstance(event, JudgeLooked) else match.looks
        rematch = event.match if isinstance(event, RematchOpened) else match.rematch
        cases = apply_to_cases(match.cases, event, seq)
        position, offers = replace(match.position, seq=seq), accords.offers_after(match.offers, event)
        if not (match.is_revealing and isinstance(event, Resumed)):
            match = with_clocks(match, event)
        if isinstance(event, ServiceAway):
            match = replace(match, reveals=match.reveals.without_absence(event.since, event.at))
        return replace(match, position=position, cases=cases, looks=looks, offers=offers, rematch=rematch)
    if match.record is not None and isinstance(event, Entered | Named | Rewound | Corrected):
        return _evolve_record(rules, match, match.record, fact)
    if isinstance(event, Rewound):
        position = restore_position(rules, Snapshot(event.position, event.told), seq)
        abandoned = (*match.abandoned, (event.to + 1, seq - 1))
        seeds = (*match.seeds, event.seed)
        offers = Offers(paused=match.offers.paused)
        match = replace(match, seeds=seeds, draws=0, nonces=(), clocks=event.clocks)
        if match.is_full and match.settings.shuffle >= COMMITTED:
            match = replace(match, reveals=match.reveals.begin(event.at, match.settings.reveal_ms))
        return replace(
            match, position=position, last_game_seq=seq, ended=None, abandoned=abandoned, offers=offers
        )
    if isinstance(event, PositionCorrected):
        return replace(
            match, position=restore_position(rules, Snapshot(event.position), seq), last_game_seq=seq
        )
    match = replace(match, position=replace(match.position, seq=seq), last_game_seq=seq)
    return _seat_event(match, event)


def _evolve_record(rules: Rules[B, K], match: Match[B], record: TableRecord, fact: Fact) -> Match[B]:
    """Returns a recorded match after an entry, a correction, or the rewind of an amendment."""
    event, seq = fact.event, fact.seq
    if isinstance(event, Rewound):
        record = record.rewind(seq, event.to)
        match = replace(
            match,
            seeds=(*match.seeds, event.seed),
            abandoned=(*match.abandoned, (event.to + 1, seq - 1)),
            ended=None,
        )
        return replace(match, record=record, position=record.next_position(seq), last_game_seq=seq)
    if isinstance(event, Named | Corrected):
        record = record.name(seq, event) if isinstance(event, Named) else record.correct(rules, seq, event)
        return replace(match, record=record, position=record.next_position(seq), last_game_seq=seq)
    assert isinstance(event, Entered)
    position = replace(match.position, seq=seq)
    record = record.enter(seq, event)
    if not record.is_foreseen:
        position = replace(record.recording.position_before(event.entry), seq=seq)
    return replace(match, record=record, position=position, last_game_seq=seq)


def _seat_event(match: Match[B], event: TableFact) -> Match[B]:
    """Returns *match* after a claim, a reveal, a departure or the end."""
    match event:
        case SeatClaimed():
            return claim(match, event)
        case NonceRevealed():
            return with_reveals(match, match.reveals.receive(event.seat, event.nonce, event.at), event.at)
        case NonceMissed():
            return with_reveals(match, match.reveals.drop(event.seat, event.at), event.at)
        case BeaconDrawn():
            return with_reveals(match, match.reveals.draw(event.randomness), event.at)
        case BeaconMissed():
            return with_reveals(match, match.reveals.draw(""), event.at)
        case SeatLeft():
            players = tuple(None if seat == event.seat else p for seat, p in enumerate(match.players))
            return replace(match, players=players, reveals=match.reveals.stop().drop(event.seat, event.at))
        case MatchEnded():
            match = replace(match, reveals=match.reveals.stop())
            return replace(with_clocks(match, event), ended=event, offers=NO_OFFERS)
    return match


def start_film(rules: Rules[B, K], facts: Sequence[Fact]) -> Match[B]:
    """Returns the match that the first of *facts* opens; a recording has its cards until the last of them."""
    match = start_match(rules, facts[0])
    if match.record is None:
        return match
    return start_match(rules, facts[0], make_film(rules, match.position, facts[1:]))


def fold(rules: Rules[B, K], facts: Iterable[Fact], match: Match[B] | None = None) -> Match[B]:
    """Returns the match after *facts*, all of its facts or those that follow on *match*."""
    if match is None:
        return _fold_all(rules, tuple(facts))
    for fact in facts:
        match = evolve(rules, match, fact)
    return match


def _fold_all(rules: Rules[B, K], facts: Sequence[Fact]) -> Match[B]:
    """Returns the match after all of its *facts*."""
    match = fold(rules, facts[1:], start_film(rules, facts))
    return match if match.record is None else replace(match, record=match.record.end_film())


def open_question(rules: Rules[B, K], match: Match[B]) -> Asked | None:
    """Returns the open question, or `None` while no seat can answer."""
    if match.ended is not None or not match.is_full or match.is_revealing or match.is_paused:
        return None
    if match.record is not None and not match.record.scribe:
        return None
    return decider.open_question(rules, match.position)
