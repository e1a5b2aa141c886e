"""A match as it stands: the fold of all that happened at the table, and what each viewer sees of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, Literal

from msgspec import Struct
from msgspec.structs import replace

from .. import core
from ..clocks import Clock, Clocks, wound
from ..core import Position, Rules
from ..published import UNREAD, OptionalText
from ..script import B, K
from ..standing import Standing, stand
from ..words import CHANCE, Answered, Asked, Event, Fact, Seat, SeatHandedOver, SeatRetired, Viewer
from . import accord as accords
from . import timing
from .accord import QUIET, Accord
from .cases import Case, heard
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
from .origins import Import, imported_by


class Match(Struct, Generic[B], frozen=True):
    """A match as it stands: its pins, its players, the game's position, how many answers, and its end.

    `moved` is the last fact that concerned the game, and not only what is said around it. `seeds` are those
    of the shuffles, the one in use last. `cases` are the disputes; `left` the lines that rewinds have left,
    each from its first fact to its last. `looks` are the judges who looked, with the fact of the last time.
    `accord` is what players have offered each other, and whether they rest; `rematch` is the match that they
    play next. `draws` counts the answers of chance on this line, and `stirred` are the nonces that came with
    answers on it. `imported` is where the match was brought from, if it was; `unsigned` tells that it was
    brought as a transcript once. `clocks` are what the seats have left, if it is played with clocks.
    `stand_ins` are the bots that play seats on, and `departed` the claims of the players before them.
    """

    opened: MatchOpened
    players: tuple[SeatClaimed | None, ...]
    position: Position[B]
    ply: int = 0
    moved: int = 1
    ended: MatchEnded | None = None
    seeds: tuple[str, ...] = ()
    cases: tuple[Case, ...] = ()
    left: tuple[tuple[int, int], ...] = ()
    looks: Mapping[str, int] = {}
    accord: Accord = QUIET
    rematch: str = ""
    draws: int = 0
    stirred: tuple[str, ...] = ()
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
    def full(self) -> bool:
        """Whether every seat is claimed."""
        return None not in self.players

    @property
    def bots(self) -> dict[Seat, str]:
        """The seats that bots play, and which bot."""
        return {**{seat: bot for seat, bot in enumerate(self.opened.bots) if bot}, **self.stand_ins}

    @property
    def seated(self) -> tuple[str | None, ...]:
        """Who sits where; nobody on a free seat."""
        return tuple(None if claimed is None else claimed.player for claimed in self.players)

    @property
    def paused(self) -> bool:
        """Whether nobody is to answer just now, although somebody is to move."""
        return self.accord.paused is not None

    def looked(self, judge: str) -> bool:
        """Tells whether *judge* has seen all there is to see since the game moved last."""
        return self.looks.get(judge, 0) > self.moved

    @property
    def lines(self) -> dict[int, str]:
        """The seeds of the lines, by the first fact of each."""
        return dict(zip((1, *(last + 1 for _, last in self.left)), self.seeds, strict=True))

    @property
    def study(self) -> bool:
        """Whether it began from a position of somebody's own or from another match, or is a transcript."""
        return bool(self.opened.position) or self.unsigned


Status = Literal["open", "playing", "paused", "over"]
"""Whether seats are still free, the game is on, it rests, or the match has ended."""


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


def start(rules: Rules[B, K], first: Fact) -> Match[B]:
    """Returns the match that its first fact opens."""
    opened = first.event
    assert isinstance(opened, MatchOpened)
    if opened.position:
        position = stand(rules, Standing(opened.position, opened.told), first.seq, elsewhere=True)
    else:
        position = Position(rules.start(opened.options, opened.seats), first.seq)
    clocks = wound(opened.clock, opened.seats) if opened.clock is not None else None
    return Match(opened, (None,) * opened.seats, position, seeds=(opened.seed,), clocks=clocks)


def evolve(rules: Rules[B, K], match: Match[B], fact: Fact) -> Match[B]:
    """Returns the match after *fact*; total, like every fold."""
    event, seq = fact.event, fact.seq
    if not isinstance(event, TableFact):
        position = core.evolve(rules, match.position, fact)
        if type(event) is Answered:
            if event.seat == CHANCE:
                return replace(match, position=position, moved=seq, draws=match.draws + 1)
            match = stir(timed(match, event), event)
            return replace(match, position=position, ply=match.ply + 1, moved=seq, accord=QUIET)
        if type(event) is SeatRetired:
            match = replace(match, accord=Accord(paused=match.accord.paused))
        if type(event) is SeatHandedOver:
            match = _hand_over(match, event)
        return replace(match, position=position, moved=seq)
    if isinstance(event, Aside):
        if isinstance(event, MatchImported):
            unsigned = match.unsigned or not event.key
            match = replace(match, imported=imported_by(fact), unsigned=unsigned)
        looks = {**match.looks, event.judge: seq} if isinstance(event, JudgeLooked) else match.looks
        rematch = event.match if isinstance(event, RematchOpened) else match.rematch
        cases = heard(match.cases, event, seq)
        position, accord = replace(match.position, seq=seq), accords.after(match.accord, event)
        match = timed(match, event)
        return replace(match, position=position, cases=cases, looks=looks, accord=accord, rematch=rematch)
    if isinstance(event, Rewound):
        position = stand(rules, Standing(event.position, event.told), seq)
        left = (*match.left, (event.to + 1, seq - 1))
        seeds = (*match.seeds, event.seed)
        accord = Accord(paused=match.accord.paused)
        match = replace(match, seeds=seeds, draws=0, stirred=(), clocks=event.clocks)
        return replace(match, position=position, moved=seq, ended=None, left=left, accord=accord)
    if isinstance(event, PositionCorrected):
        return replace(match, position=stand(rules, Standing(event.position), seq), moved=seq)
    match = replace(match, position=replace(match.position, seq=seq), moved=seq)
    if isinstance(event, SeatClaimed):
        players = tuple(event if i == event.seat else p for i, p in enumerate(match.players))
        match = replace(match, players=players)
        return timed(match, event) if match.full else match
    if isinstance(event, MatchEnded):
        return replace(timed(match, event), ended=event, accord=QUIET)
    return match


def _hand_over(match: Match[B], handed: SeatHandedOver) -> Match[B]:
    """Returns *match* in which a bot has the seat: the token of its earlier player opens it no more."""
    leaving = [claim for claim in match.players if claim and claim.token and claim.seat == handed.seat]
    departed = (*match.departed, *leaving)
    players = tuple(replace(claim, token="") if claim in leaving else claim for claim in match.players)
    stand_ins = {**match.stand_ins, handed.seat: handed.bot}
    accord = Accord(paused=match.accord.paused)
    return replace(match, players=players, departed=departed, stand_ins=stand_ins, accord=accord)


def timed(match: Match[B], event: Event) -> Match[B]:
    """Returns *match* with its clocks, if it has any, as they stand after *event*."""
    clocks = timing.after(match.clocks, match.opened.clock, event)
    return match if clocks is match.clocks else replace(match, clocks=clocks)


def stir(match: Match[B], answered: Answered) -> Match[B]:
    """Returns *match* with the nonce that *answered* may bring: stirred into what is drawn from now on."""
    return replace(match, stirred=(*match.stirred, answered.nonce)) if answered.nonce else match


def fold(rules: Rules[B, K], facts: Iterable[Fact], match: Match[B] | None = None) -> Match[B]:
    """Returns the match after *facts*: all of them, or those that follow on *match*."""
    facts = iter(facts)
    if match is None:
        match = start(rules, next(facts))
    for fact in facts:
        match = evolve(rules, match, fact)
    return match


def asked(rules: Rules[B, K], match: Match[B]) -> Asked | None:
    """Returns the open question, or `None`: seats are free, things happen, or the match rests or is over."""
    if match.ended is not None or not match.full or match.paused:
        return None
    return core.asked(rules, match.position)


def shown(rules: Rules[B, K], fact: Fact, viewer: Viewer) -> Fact:
    """Returns *fact* as *viewer* may see it. Seeds and tokens are for nobody's eyes.

    Where a study or a new line begins is for those who see everything: it tells all hands and decks. What the
    parties say in a case is for those at the table and those who run it, for it may tell what players hold; a
    ruling is for everyone.
    """
    event = fact.event
    if not isinstance(event, TableFact):
        return core.shown(rules, fact, viewer)
    everything = CHANCE in viewer.shares
    if isinstance(event, MatchOpened):
        event = replace(event, seed="", claims=())
    elif isinstance(event, SeatClaimed):
        event = replace(event, token="")
    elif isinstance(event, Rewound):
        event = replace(event, seed="")
    elif isinstance(event, DisputeOpened) and not viewer.hears:
        event = replace(event, claim=UNREAD)
    elif isinstance(event, DisputeAnswered | Appealed) and not viewer.hears:
        event = replace(event, text=UNREAD)
    if isinstance(event, MatchOpened | Rewound) and event.position and not everything:
        event = replace(event, position=UNREAD, told=())
    elif isinstance(event, PositionCorrected) and not everything:
        event = replace(event, position=UNREAD)
    return fact if event is fact.event else replace(fact, event=event)


def status(match: Match[B]) -> Status:
    """Returns how *match* stands."""
    if match.ended is not None:
        return "over"
    if match.paused:
        return "paused"
    return "playing" if match.full else "open"


def scene(rules: Rules[B, K], match: Match[B], viewer: Viewer) -> Scene[B]:
    """Returns *match* as *viewer* may see it."""
    question = asked(rules, match)
    return Scene(
        match.opened.game,
        match.seq,
        match.ply,
        status(match),
        viewer.name,
        match.seated,
        None if question is None else core.shown_question(question, viewer),
        rules.see(match.position.board, viewer),
        match.ended,
        match.study,
        match.opened.origin,
        match.opened.origin_seq,
        match.imported,
        match.opened.clock,
        match.clocks,
    )
