"""The queue of all cases of all matches, by the time of their claim.

Statements in a case are private and not stored here.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.model import Fact, Seat
from domain.published import Instant, OptionalText
from domain.table import Appealed, CaseAssigned, DisputeOpened, MatchOpened, Party, Ruled, SeatClaimed
from domain.table.recordings.facts import Objected, Signed

from .projection import Kind, ReadView, Topics

CASES, MATCHES, DISPUTED = "case/", "match/", "of/"
"""Prefixes of the keys of cases, of matches, and of an event's disputed matches."""


class QueuedCase(Struct, frozen=True):
    """A case in the queue, and its match.

    `claimed` is the fact that opened it, `at` the time of that; it waits `since` the claim or the appeal.
    `played` is the first fact that the evidence names, null without one. `judge` is the judge in charge,
    null without one. An objection to a recording has its `seat` and `entry`, 0 for the whole recording.
    """

    match: str
    case: int
    game: str
    players: tuple[str | None, ...]
    event: OptionalText
    by: Party
    claimed: int
    at: Instant
    since: Instant
    played: int | None
    waits: bool
    appealed: bool
    judge: OptionalText
    seat: Seat | None = None
    entry: int | None = None


class Turn(Struct, frozen=True):
    """A case waits for a ruling, or does not, from fact `seq` on."""

    seq: int
    at: int
    case: int
    waits: bool


class DisputedMatch(Struct, frozen=True):
    """A match with its cases, and the times at which they waited.

    `objection` is the fact of the last objection, with its seat and entry; its case follows.
    """

    match: str
    game: str
    players: tuple[str | None, ...]
    event: OptionalText
    cases: tuple[QueuedCase, ...] = ()
    turns: tuple[Turn, ...] = ()
    objection: tuple[int, Seat, int] | None = None


class CaseQueue:
    """Stores each case as JSON by the time of its claim, and each disputed match.

    For matches of an event it also stores by event when their cases waited.
    """

    name = "cases"
    version = 4
    of: Kind = "matches"
    topics: Topics | None = frozenset(
        (MatchOpened, SeatClaimed, Objected, Signed, DisputeOpened, Appealed, Ruled, CaseAssigned)
    )

    def start_view(self, match: str, opened: Fact) -> DisputedMatch:
        """Returns a new match without cases."""
        event = opened.event
        assert isinstance(event, MatchOpened)
        return DisputedMatch(match, event.game, (None,) * event.seats, event.event)

    def apply_fact(self, view: DisputedMatch, fact: Fact) -> DisputedMatch:
        """Returns the match after *fact*."""
        event = fact.event
        if isinstance(event, SeatClaimed):
            players = tuple(event.player if i == event.seat else p for i, p in enumerate(view.players))
            cases = tuple(replace(case, players=players) for case in view.cases)
            return replace(view, players=players, cases=cases)
        match event:
            case Objected(seat, entry):
                return replace(view, objection=(fact.seq, seat, entry))
            case DisputeOpened():
                view = replace(view, cases=(*view.cases, _new_case(view, event, fact)))
                return _add_turn(view, Turn(fact.seq, event.at, event.case, True))
            case Appealed(case=number):
                view = _change_case(view, number, waits=True, appealed=True, since=event.at)
                return _add_turn(view, Turn(fact.seq, event.at, number, True))
            case Ruled(case=number):
                return _add_turn(
                    _change_case(view, number, waits=False), Turn(fact.seq, event.at, number, False)
                )
            case Signed(seat, appeals=appeals):
                for case in view.cases:
                    is_open = case.seat == seat and case.waits and not case.appealed
                    if is_open or case.case in appeals:
                        view = _change_case(view, case.case, waits=False)
                        view = _add_turn(view, Turn(fact.seq, event.at, case.case, False))
                return view
            case CaseAssigned(case=number, judge=judge):
                return _change_case(view, number, judge=judge)
        return view

    def render_entries(self, match: str, view: DisputedMatch) -> Mapping[str, bytes]:
        """Returns the cases, the match and the event's view of it as JSON."""
        views = {f"{CASES}{case_key(entry)}": msgspec.json.encode(entry) for entry in view.cases}
        if view.event and view.turns:
            views[event_key(view.event, match)] = msgspec.json.encode(view.turns)
        return {f"{MATCHES}{match}": msgspec.json.encode(view), **views}

    def restore_view(self, match: str, read_view: ReadView) -> DisputedMatch | None:
        """Returns the stored match, which is complete."""
        view = read_view(f"{MATCHES}{match}")
        return msgspec.json.decode(view, type=DisputedMatch) if view is not None else None


def case_key(entry: QueuedCase) -> str:
    """Returns the position of a case among all; later claims are higher."""
    return f"{entry.at:013d}-{entry.match}-{entry.case:06d}"


def event_key(event: str, match: str = "") -> str:
    """Returns the key of a disputed *match* of an *event*, or the prefix of such keys."""
    return f"{DISPUTED}{event}/{match}"


def _add_turn(view: DisputedMatch, turn: Turn) -> DisputedMatch:
    return replace(view, turns=(*view.turns, turn))


def _change_case(view: DisputedMatch, number: int, **fields: object) -> DisputedMatch:
    cases = (replace(case, **fields) if case.case == number else case for case in view.cases)
    return replace(view, cases=tuple(cases))


def _new_case(view: DisputedMatch, opened: DisputeOpened, fact: Fact) -> QueuedCase:
    played = opened.evidence[0].seq if opened.evidence else None
    objection = view.objection if view.objection and view.objection[0] == fact.cause else None
    return QueuedCase(
        view.match,
        opened.case,
        view.game,
        view.players,
        view.event,
        opened.by,
        fact.seq,
        opened.at,
        opened.at,
        played,
        True,
        False,
        "",
        objection and objection[1],
        objection and objection[2],
    )
