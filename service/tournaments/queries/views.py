"""Views of tournaments, rounds and players."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from domain.clocks import Clock
from domain.messages import Message
from domain.published import Instant, OptionalText
from domain.table import Import
from domain.tournament.facts import Bye, Player, Requested
from domain.tournament.plan import Points, Stage, Tiebreaker
from domain.tournament.play.rounds import outdated_reason
from domain.tournament.registrations.entries import Attendance, Entry
from domain.tournament.registrations.registration import free_places
from domain.tournament.scoring.history import annulled_players
from domain.tournament.state import Round, Tournament
from domain.tournament.visibility import published_view
from projections.tournaments import State

from ...identity.players import NamedPlayer
from ..access import Actor
from ..decisions.check_in_decisions import CheckInStatus, check_in_view
from .table_views import RoundTable, table_view

RoundState: TypeAlias = Literal["paired", "published", "started", "closed"]


class RoundSummary(Struct, frozen=True):
    """A round: its state, its numbers of tables and byes, and the tables that lack a result.

    Its clock runs until `ends`, null without a clock; `paused` is the time of a pause, null while it runs.
    """

    stage: int
    round: int
    state: RoundState
    tables: int
    byes: int
    missing: tuple[int, ...]
    ends: Instant
    paused: Instant


class RoundDetails(Struct, frozen=True):
    """A round at fact `seq`: its tables, its byes, its engine, and the costs of its pairing by criterion.

    The clock of the round runs until `ends`, null without a clock; `paused` is the time of a pause, null
    while it runs. Tables hold ids of players; `players` names them.
    """

    tournament: str
    seq: int
    stage: int
    round: int
    state: RoundState
    ends: Instant
    paused: Instant
    tables: tuple[RoundTable, ...]
    byes: tuple[Bye, ...]
    engine: str
    costs: dict[str, int]
    replaced: int
    players: tuple[NamedPlayer, ...]


class SelfRegistrationStatus(Struct, frozen=True):
    """Open self-registration, up to `limit` players, 0 for any number, and `until` a time.

    `until` is null without a time, and `places`, the free places, without a limit.
    """

    limit: int
    until: Instant
    places: int | None


class RequestedBye(Struct, frozen=True):
    """A requested bye in a round of the present stage that has not started."""

    round: int
    player: Player
    kind: Requested


class ScheduledRound(Struct, frozen=True):
    """The time at which a round is to start."""

    stage: int
    round: int
    starts: Instant


class TournamentView(Struct, frozen=True):
    """A tournament at fact `seq`: its announcement, its state, and its rounds.

    `scheduled` are later rounds with a time. `seed` is null before it is revealed. `outdated` says that the
    last round waits for a decision, and `outdated_reason` is the reason, null otherwise. `registration` is
    open self-registration, null while it is closed; `zone` is the IANA name of its time zone, null for UTC;
    `imported` is its origin, null for one of here. `check_in` is null while the event uses none.
    """

    id: str
    seq: int
    title: str
    game: str
    state: State
    by: str
    opened: Instant
    stages: tuple[Stage, ...]
    points: Points
    tiebreakers: tuple[Tiebreaker, ...]
    cards: OptionalText
    minutes: int
    online: bool
    clock: Clock | None
    zone: str | None
    commitment: str
    seed: OptionalText
    stage: int
    playing: int
    registered: int
    outdated: bool
    outdated_reason: str | None
    registration: SelfRegistrationStatus | None
    requested: tuple[RequestedBye, ...]
    rounds: tuple[RoundSummary, ...]
    imported: Import | None
    scheduled: tuple[ScheduledRound, ...]
    check_in: CheckInStatus | None


class RegisteredPlayer(Struct, frozen=True):
    """A registered player: the fact that registered it, and whether it still plays."""

    player: Player
    name: str
    account: bool
    seq: int
    attendance: Attendance
    members: tuple[Player, ...]
    need: OptionalText
    rating: int | None
    source: OptionalText


class PlayerList(Struct, frozen=True):
    """All registered players, in that order; `players` names the members of teams too.

    `next` is null, as one page holds them all.
    """

    tournament: str
    seq: int
    items: tuple[RegisteredPlayer, ...]
    players: tuple[NamedPlayer, ...]
    next: None = None


def visible_tournament(actor: Actor, t: Tournament) -> Tournament:
    """Returns a tournament as *actor* may see it."""
    return t if actor.manages else published_view(t)


def state_of(t: Tournament) -> State:
    """Returns the state of a tournament."""
    if t.end is not None:
        return "over"
    return "playing" if any(round_.is_published for round_ in t.rounds) else "announced"


def tournament_view(
    tournament: str, t: Tournament, imported: Import | None, say: Callable[[Message], str]
) -> TournamentView:
    """Returns the view of a tournament; *say* renders its messages."""
    tournament_opened, reason = t.settings, outdated_reason(t)
    return TournamentView(
        id=tournament,
        seq=t.seq,
        title=tournament_opened.title,
        game=tournament_opened.game,
        state=state_of(t),
        by=tournament_opened.by,
        opened=tournament_opened.at,
        stages=tournament_opened.stages,
        points=tournament_opened.points,
        tiebreakers=tournament_opened.tiebreakers,
        cards=tournament_opened.cards,
        minutes=tournament_opened.minutes,
        online=tournament_opened.online,
        clock=tournament_opened.clock,
        zone=tournament_opened.zone or None,
        commitment=tournament_opened.commitment,
        seed=t.revealed_seed,
        stage=t.current_stage,
        playing=len(t.active_players(t.current_stage)),
        registered=len(t.players),
        outdated=t.is_outdated,
        outdated_reason=None if reason is None else say(reason),
        registration=_registration_status(t),
        requested=tuple(requested_byes(t)),
        rounds=tuple(map(_round_summary, t.rounds)),
        imported=imported,
        scheduled=tuple(scheduled_rounds(t)),
        check_in=check_in_view(t),
    )


def requested_byes(t: Tournament) -> Iterator[RequestedBye]:
    """Yields the requested byes of coming rounds, without those of departed players."""
    started = sum(round_.is_started for round_ in t.rounds_of(t.current_stage))
    for stage, number in sorted(t.bye_requests):
        if stage == t.current_stage and number > started:
            for player, kind in t.requested_byes(stage, number).items():
                yield RequestedBye(number, player, kind)


def _registration_status(t: Tournament) -> SelfRegistrationStatus | None:
    registration_opened = t.registration
    if registration_opened is None or t.rounds or t.end is not None:
        return None
    return SelfRegistrationStatus(registration_opened.limit, registration_opened.until, free_places(t))


def scheduled_rounds(t: Tournament) -> Iterator[ScheduledRound]:
    """Yields the coming rounds with a start time, in order."""
    started = {(round_.stage, round_.number) for round_ in t.rounds if round_.is_started}
    for (stage, number), starts in sorted(t.start_times.items()):
        if starts and stage >= t.current_stage and (stage, number) not in started and t.end is None:
            yield ScheduledRound(stage, number, starts)


def round_view(
    tournament: str, t: Tournament, round_: Round, players: tuple[NamedPlayer, ...]
) -> RoundDetails:
    """Returns the view of a round."""
    withdrawn = annulled_players(t, round_.stage)
    return RoundDetails(
        tournament=tournament,
        seq=t.seq,
        stage=round_.stage,
        round=round_.number,
        state=round_state(round_),
        ends=round_.ends,
        paused=round_.paused,
        tables=tuple(table_view(t, round_, table, withdrawn) for _, table in sorted(round_.tables.items())),
        byes=round_.bye_list,
        engine=round_.engine,
        costs=dict(round_.costs),
        replaced=len(round_.replaced_pairings),
        players=players,
    )


def registered_players(t: Tournament, players: tuple[NamedPlayer, ...]) -> Iterator[RegisteredPlayer]:
    """Yields the views of registered players; *players* has their names."""
    names = {player.id: player for player in players}
    for player, entry in t.players.items():
        yield _registered_player(entry, names[player].name, names[player].account)


def _registered_player(entry: Entry, name: str, account: bool) -> RegisteredPlayer:
    player_registered = entry.registration
    return RegisteredPlayer(
        player_registered.player,
        name,
        account,
        entry.seq,
        entry.attendance,
        player_registered.members,
        player_registered.need,
        player_registered.rating,
        player_registered.source,
    )


def _round_summary(round_: Round) -> RoundSummary:
    return RoundSummary(
        round_.stage,
        round_.number,
        round_state(round_),
        len(round_.tables),
        len(round_.byes),
        round_.missing_results,
        round_.ends,
        round_.paused,
    )


def round_state(round_: Round) -> RoundState:
    """Returns the state of a round."""
    if round_.is_closed:
        return "closed"
    if round_.is_started:
        return "started"
    return "published" if round_.is_published else "paired"
