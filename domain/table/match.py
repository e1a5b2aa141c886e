"""State of a match as the fold of its facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic

from msgspec import Struct
from msgspec.structs import replace

from .. import decider
from ..chance import COMMITTED
from ..clocks import Clocks, initial_clocks
from ..decider import Position
from ..model import CHANCE, Answered, Asked, Event, Fact, Seat, SeatHandedOver, SeatRetired
from ..rules import Rules
from ..script import B, K
from ..snapshot import Snapshot, restore_position
from . import offers as accords
from . import timing
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
from .reveals import NO_REVEALS, Reveals


class Match(Struct, Generic[B], frozen=True):
    """The state of a match, with its settings, players, position, answers and end.

    `last_game_seq` is the last fact of the game itself. `seeds` are those of the shuffles, the current one
    last. `cases` are the disputes. `abandoned` are the lines that rewinds have left, each from its first fact
    to its last. `looks` maps judges to the fact of their last look. `offers` are the open offers and the
    pause; `rematch` is the players' next match. `draws` counts the answers of chance on this line, `nonces`
    are those of the answers on it, and `reveals` those of the seats from version 4 of the shuffle on.
    `imported` is the origin of a match from another service; `unsigned` marks an imported transcript.
    `clocks` are the remaining times of a match with clocks. `stand_ins` are the bots that play on, and
    `departed` the claims of the players before them.
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


def start_match(rules: Rules[B, K], first: Fact) -> Match[B]:
    """Returns the match that its first fact opens."""
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
    return Match(settings, seats, position, seeds=(settings.seed,), clocks=clocks, reveals=reveals)


def evolve(rules: Rules[B, K], match: Match[B], fact: Fact) -> Match[B]:
    """Returns the match after *fact*; accepts every fact."""
    event, seq = fact.event, fact.seq
    if not isinstance(event, TableFact):
        position = decider.evolve(rules, match.position, fact)
        if type(event) is Answered:
            if event.seat == CHANCE:
                return replace(match, position=position, last_game_seq=seq, draws=match.draws + 1)
            match = with_nonce(with_clocks(match, event), event)
            return replace(match, position=position, ply=match.ply + 1, last_game_seq=seq, offers=NO_OFFERS)
        if type(event) is SeatRetired:
            match = replace(match, offers=Offers(paused=match.offers.paused))
        if type(event) is SeatHandedOver:
            match = _hand_over(match, event)
        if type(event) is SeatRetired or type(event) is SeatHandedOver:
            match = _with_reveals(match, match.reveals.drop(event.seat, event.at), event.at)
        return replace(match, position=position, last_game_seq=seq)
    if isinstance(event, Aside):
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


def _seat_event(match: Match[B], event: TableFact) -> Match[B]:
    """Returns *match* after a claim, a reveal, a departure or the end."""
    match event:
        case SeatClaimed():
            return _claim(match, event)
        case NonceRevealed():
            return _with_reveals(match, match.reveals.receive(event.seat, event.nonce, event.at), event.at)
        case NonceMissed():
            return _with_reveals(match, match.reveals.drop(event.seat, event.at), event.at)
        case BeaconDrawn():
            return _with_reveals(match, match.reveals.draw(event.randomness), event.at)
        case BeaconMissed():
            return _with_reveals(match, match.reveals.draw(""), event.at)
        case SeatLeft():
            players = tuple(None if seat == event.seat else p for seat, p in enumerate(match.players))
            return replace(match, players=players, reveals=match.reveals.stop().drop(event.seat, event.at))
        case MatchEnded():
            match = replace(match, reveals=match.reveals.stop())
            return replace(with_clocks(match, event), ended=event, offers=NO_OFFERS)
    return match


def _claim(match: Match[B], claim: SeatClaimed) -> Match[B]:
    """Returns *match* after a claim; the last one starts the clock, or the reveal of the nonces."""
    players = tuple(claim if seat == claim.seat else p for seat, p in enumerate(match.players))
    match = replace(match, players=players)
    if match.settings.shuffle >= COMMITTED:
        reveals = match.reveals.commit(claim.seat, claim.nonce_hash)
        if match.is_full:
            reveals = reveals.begin(claim.at, match.settings.reveal_ms)
        match = replace(match, reveals=reveals)
    return with_clocks(match, claim) if match.is_full and not match.is_revealing else match


def _with_reveals(match: Match[B], reveals: Reveals, at: int) -> Match[B]:
    """Returns *match* with *reveals*; the last of them starts its clock at the time *at*."""
    ends = match.is_revealing and not reveals.is_open
    match = replace(match, reveals=reveals)
    if match.clocks is None or not ends or match.is_paused:
        return match
    return replace(match, clocks=match.clocks.run_from(at))


def _hand_over(match: Match[B], handover: SeatHandedOver) -> Match[B]:
    """Returns *match* with a bot on the seat; the token of the earlier player expires."""
    leaving = [claim for claim in match.players if claim and claim.token and claim.seat == handover.seat]
    departed = (*match.departed, *leaving)
    players = tuple(replace(claim, token="") if claim in leaving else claim for claim in match.players)
    stand_ins = {**match.stand_ins, handover.seat: handover.bot}
    offers = Offers(paused=match.offers.paused)
    return replace(match, players=players, departed=departed, stand_ins=stand_ins, offers=offers)


def with_clocks(match: Match[B], event: Event) -> Match[B]:
    """Returns *match* with its clocks, if any, after *event*."""
    clocks = timing.clocks_after(match.clocks, match.settings.clock, event)
    return match if clocks is match.clocks else replace(match, clocks=clocks)


def with_nonce(match: Match[B], answer: Answered) -> Match[B]:
    """Returns *match* with the nonce of *answer*, if any, as input of all later draws."""
    return replace(match, nonces=(*match.nonces, answer.nonce)) if answer.nonce else match


def fold(rules: Rules[B, K], facts: Iterable[Fact], match: Match[B] | None = None) -> Match[B]:
    """Returns the match after *facts*, all of its facts or those that follow on *match*."""
    facts = iter(facts)
    if match is None:
        match = start_match(rules, next(facts))
    for fact in facts:
        match = evolve(rules, match, fact)
    return match


def open_question(rules: Rules[B, K], match: Match[B]) -> Asked | None:
    """Returns the open question, or `None` while no seat can answer."""
    if match.ended is not None or not match.is_full or match.is_revealing or match.is_paused:
        return None
    if match.is_on_table:
        return None
    return decider.open_question(rules, match.position)
