"""What a page of a tournament is asked for: which stage, which round, and when it was known."""

from __future__ import annotations

from typing import NamedTuple

from flask import request

from domain.messages import Message
from domain.timestamps import recorded_at
from domain.tournament.ranking.standings import stage_of
from domain.tournament.refusals import require_round
from domain.tournament.state import Round, Tournament

from ....eventstore.store import Store
from ....http.services import services
from ....shared.errors import InvalidOptions
from ...access import SPECTATOR
from ...queries.moments import Moment, last_known, moment
from ...queries.views import seen_by
from ...repository import TournamentRepository


class Wall(NamedTuple):
    """What everybody sees of a tournament, as it was known: a stage, and a round of it if one was published.

    `now` is the tournament as it stands; `after` is the round that standings were asked for, `None` for the
    last; `known` is the moment, `None` for now, and `position` where the log stood, for a link to the same
    wall.
    """

    tournament: str
    t: Tournament
    now: Tournament
    stage: int
    round: Round | None
    after: int | None
    known: Moment | None
    position: int

    @property
    def past(self) -> bool:
        """Whether a moment was asked for at which less was known than now."""
        return self.t.seq < self.now.seq

    @property
    def last(self) -> bool:
        """Whether the standings are those after the last round there is."""
        return self.after is None or self.after >= len(self.t.rounds_of(self.stage))

    @property
    def at(self) -> float:
        """When the last fact became known that is seen, in milliseconds since 1970."""
        [last] = services()[TournamentRepository].facts(self.tournament, self.t.seq - 1, self.t.seq)
        return recorded_at(last.event)


def wall(tournament: str) -> Wall:
    """Returns what the address asks for.

    Raises `UnknownTournament`, `NotOpened`, `NotThere`, and `InvalidOptions` for a moment that is none.
    """
    position = services()[Store].position()
    known, repository = named_moment("known"), services()[TournamentRepository]
    tournament_state = t = seen_by(SPECTATOR, repository.get(tournament))
    if known is not None:
        last = last_known(services()[Store], repository, tournament, known)
        t = seen_by(SPECTATOR, repository.at(tournament, last))
    stage = stage_of(t, number("stage") or 0)
    after = number("round")
    rounds = t.rounds_of(stage)
    round_ = require_round(t, stage, after) if after else rounds[-1] if rounds else None
    return Wall(tournament, t, tournament_state, stage, round_, after, known, position)


def named_moment(name: str) -> Moment | None:
    """Returns the moment that the address tells as *name*; `None` where it tells none."""
    text = request.args.get(name, "").replace(" ", "+")
    told = moment(text)
    if text and told is None:
        raise InvalidOptions(
            f"/{name}", Message("A moment is a position of the log, or a time with its zone.")
        )
    return told


def number(name: str) -> int | None:
    """Returns a whole number of the address, `None` where there is none."""
    text = request.args.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None
