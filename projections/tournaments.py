"""The public list of tournaments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.model import Fact
from domain.published import Instant, published_as
from domain.table import Import
from domain.tournament.facts import (
    CutTakenBack,
    EndTakenBack,
    PlayerRegistered,
    PlayersMerged,
    PlayersSeparated,
    RegistrationRestored,
    RegistrationWithdrawn,
    RoundPublished,
    StageCut,
    TournamentEnded,
    TournamentImported,
    TournamentOpened,
)
from domain.tournament.imports import imported_by

from .projection import Kind, ReadView, Topics

State: TypeAlias = Literal["announced", "playing", "over"]


class ListedTournament(Struct, frozen=True):
    """A tournament in the list, with its players and its published stage and round.

    `ended` is the time of its end. `imported` names the origin of an imported one.
    """

    tournament: Annotated[str, published_as("id")]
    title: str
    game: str
    state: State
    opened: Instant
    seq: int
    by: str
    online: bool
    formats: tuple[str, ...]
    players: int = 0
    stage: int = 1
    round: int = 0
    ended: Instant = 0
    imported: Import | None = None


def _running_state(view: ListedTournament) -> State:
    """Returns the state of a tournament after its end was revoked."""
    return "playing" if view.round or view.stage > 1 else "announced"


class TournamentList:
    """Stores a `ListedTournament` as JSON under the id of each tournament."""

    name = "tournaments"
    version = 1
    of: Kind = "tournaments"
    topics: Topics | None = None

    def start_view(self, match: str, opened: Fact) -> ListedTournament:
        """Returns the entry of a new tournament."""
        event = opened.event
        assert isinstance(event, TournamentOpened)
        formats = tuple(stage.format for stage in event.stages)
        return ListedTournament(
            match, event.title, event.game, "announced", event.at, 1, event.by, event.online, formats
        )

    def apply_fact(self, view: ListedTournament, fact: Fact) -> ListedTournament:
        """Returns the entry after *fact*."""
        match fact.event:
            case PlayerRegistered() | RegistrationRestored() | PlayersSeparated():
                return replace(view, seq=fact.seq, players=view.players + 1)
            case RegistrationWithdrawn() | PlayersMerged():
                return replace(view, seq=fact.seq, players=view.players - 1)
            case RoundPublished(stage=stage, round=number):
                return replace(view, seq=fact.seq, state="playing", stage=stage, round=number)
            case StageCut(stage=stage):
                return replace(view, seq=fact.seq, stage=stage + 1, round=0)
            case CutTakenBack(stage=stage):
                return replace(view, seq=fact.seq, stage=stage, round=0)
            case TournamentEnded(at=at):
                return replace(view, seq=fact.seq, state="over", ended=at)
            case EndTakenBack():
                return replace(view, seq=fact.seq, state=_running_state(view), ended=0)
            case TournamentImported():
                return replace(view, seq=fact.seq, imported=imported_by(fact))
        return replace(view, seq=fact.seq)

    def render_entries(self, match: str, view: ListedTournament) -> Mapping[str, bytes]:
        """Returns the entry as JSON."""
        return {match: msgspec.json.encode(view)}

    def restore_view(self, match: str, read_view: ReadView) -> ListedTournament | None:
        """Returns the stored entry, which is complete."""
        entry = read_view(match)
        return msgspec.json.decode(entry, type=ListedTournament) if entry is not None else None
