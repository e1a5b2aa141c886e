"""State of a match as the fold of its facts, and a viewer's view of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, Literal

from msgspec import Struct
from msgspec.structs import replace

from .. import decider
from ..clocks import Clock, Clocks, initial_clocks
from ..decider import Position
from ..model import CHANCE, Answered, Asked, Event, Fact, Seat, SeatHandedOver, SeatRetired, Viewer
from ..published import UNREAD, OptionalText
from ..rules import Rules
from ..script import B, K
from ..snapshot import Snapshot, restore_position
from . import offers as accords
from . import timing
from .cases import Case, apply_to_cases
from .facts import (
    Appealed,
    Aside,
    DisputeAnswered,
    DisputeOpened,
    JudgeLooked,
    MatchEnded,
    MatchImported,
    MatchOpened,
    PositionCorrected,
    RematchOpened,
    Rewound,
    SeatClaimed,
    TableFact,
)
from .offers import NO_OFFERS, Offers
from .origins import Import, imported_by


class Match(Struct, Generic[B], frozen=True):
    """The state of a match, with its settings, players, position, answers and end.

    `last_game_seq` is the last fact of the game itself. `seeds` are those of the shuffles, the current one
    last. `cases` are the disputes. `abandoned` are the lines that rewinds have left, each from its first fact
    to its last. `looks` maps judges to the fact of their last look. `offers` are the open offers and the
    pause; `rematch` is the players' next match. `draws` counts the answers of chance on this line, `nonces`
    are those of the answers on it. `imported` is the origin of a match from another service; `unsigned` marks
    an imported transcript. `clocks` are the remaining times of a match with clocks. `stand_ins` are the bots
    that play on, and `departed` the claims of the players before them.
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

    @property
    def seq(self) -> int:
        """The number of the last fact."""
        return self.position.seq

    @property
    def is_full(self) -> bool:
        """Whether every seat is claimed."""
        return None not in self.players

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


Status = Literal["open", "playing", "paused", "over"]
"""Seats are free; the game is on; the match is paused; the match has ended."""


class Scene(Struct, Generic[B], frozen=True):
    """The view of a match at one `seq`, for one viewer.

    A fork names its `origin`, the match that it continues, and the fact `origin_seq` of it; `imported` is
    the origin of an imported match. `clock` is the time control, `clocks` the time left.
    """

    game: str
    seq: int
    ply: int
    status: Status
    viewer: str
    players: tuple[str | None, ...]
    question: Asked | None
    board: B
    ended: MatchEnded | None
    study: bool = False
    origin: OptionalText = ""
    origin_seq: int = 0
    imported: Import | None = None
    clock: Clock | None = None
    clocks: Clocks | None = None


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
    return Match(settings, (None,) * settings.seats, position, seeds=(settings.seed,), clocks=clocks)


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
        return replace(match, position=position, last_game_seq=seq)
    if isinstance(event, Aside):
        if isinstance(event, MatchImported):
            unsigned = match.unsigned or not event.key
            match = replace(match, imported=imported_by(fact), unsigned=unsigned)
        looks = {**match.looks, event.judge: seq} if isinstance(event, JudgeLooked) else match.looks
        rematch = event.match if isinstance(event, RematchOpened) else match.rematch
        cases = apply_to_cases(match.cases, event, seq)
        position, offers = replace(match.position, seq=seq), accords.offers_after(match.offers, event)
        match = with_clocks(match, event)
        return replace(match, position=position, cases=cases, looks=looks, offers=offers, rematch=rematch)
    if isinstance(event, Rewound):
        position = restore_position(rules, Snapshot(event.position, event.told), seq)
        abandoned = (*match.abandoned, (event.to + 1, seq - 1))
        seeds = (*match.seeds, event.seed)
        offers = Offers(paused=match.offers.paused)
        match = replace(match, seeds=seeds, draws=0, nonces=(), clocks=event.clocks)
        return replace(
            match, position=position, last_game_seq=seq, ended=None, abandoned=abandoned, offers=offers
        )
    if isinstance(event, PositionCorrected):
        return replace(
            match, position=restore_position(rules, Snapshot(event.position), seq), last_game_seq=seq
        )
    match = replace(match, position=replace(match.position, seq=seq), last_game_seq=seq)
    if isinstance(event, SeatClaimed):
        players = tuple(event if i == event.seat else p for i, p in enumerate(match.players))
        match = replace(match, players=players)
        return with_clocks(match, event) if match.is_full else match
    if isinstance(event, MatchEnded):
        return replace(with_clocks(match, event), ended=event, offers=NO_OFFERS)
    return match


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
    if match.ended is not None or not match.is_full or match.is_paused:
        return None
    return decider.open_question(rules, match.position)


def redact_fact(rules: Rules[B, K], fact: Fact, viewer: Viewer) -> Fact:
    """Returns *fact* as *viewer* may see it; no viewer sees seeds and tokens.

    The position of a study or a new line contains all hands and decks, so only viewers of all secrets see it.
    Statements in a case may reveal hands, so only the table and the organizers see them. Rulings are public.
    """
    event = fact.event
    if not isinstance(event, TableFact):
        return decider.redact_fact(rules, fact, viewer)
    everything = CHANCE in viewer.shares
    if isinstance(event, MatchOpened):
        event = replace(event, seed="", claims=())
    elif isinstance(event, SeatClaimed):
        event = replace(event, token="")
    elif isinstance(event, Rewound):
        event = replace(event, seed="")
    elif isinstance(event, DisputeOpened) and not viewer.reads_cases:
        event = replace(event, claim=UNREAD)
    elif isinstance(event, DisputeAnswered | Appealed) and not viewer.reads_cases:
        event = replace(event, text=UNREAD)
    if isinstance(event, MatchOpened | Rewound) and event.position and not everything:
        event = replace(event, position=UNREAD, told=())
    elif isinstance(event, PositionCorrected) and not everything:
        event = replace(event, position=UNREAD)
    return fact if event is fact.event else replace(fact, event=event)


def match_status(match: Match[B]) -> Status:
    """Returns the status of *match*."""
    if match.ended is not None:
        return "over"
    if match.is_paused:
        return "paused"
    return "playing" if match.is_full else "open"


def make_scene(rules: Rules[B, K], match: Match[B], viewer: Viewer) -> Scene[B]:
    """Returns the view of *match* for *viewer*."""
    question = open_question(rules, match)
    return Scene(
        match.settings.game,
        match.seq,
        match.ply,
        match_status(match),
        viewer.name,
        match.player_ids,
        None if question is None else decider.redact_question(question, viewer),
        rules.redact_board(match.position.board, viewer),
        match.ended,
        match.is_study,
        match.settings.origin,
        match.settings.origin_seq,
        match.imported,
        match.settings.clock,
        match.clocks,
    )
