"""Query arguments of a tournament's pages with stage, round and moment."""

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
from ...queries.moments import Moment, last_known_seq, parse_moment
from ...queries.views import visible_tournament
from ...repository import TournamentRepository


class PublicView(NamedTuple):
    """A tournament as the public saw it at a moment, with a stage and a published round.

    `current` is the present tournament. `after` is the requested round of standings, `None` for the last one.
    `moment` is `None` for now.
    """

    tournament: str
    t: Tournament
    current: Tournament
    stage: int
    round: Round | None
    after: int | None
    moment: Moment | None

    @property
    def is_past(self) -> bool:
        """Whether the view lacks later facts."""
        return self.t.seq < self.current.seq

    @property
    def is_last(self) -> bool:
        """Whether the standings are those after the last round."""
        return self.after is None or self.after >= len(self.t.rounds_of(self.stage))

    @property
    def known_at(self) -> float:
        """The time of its last fact, in milliseconds since 1970."""
        [last] = services()[TournamentRepository].facts(self.tournament, self.t.seq - 1, self.t.seq)
        return recorded_at(last.event)


def public_view(tournament: str) -> PublicView:
    """Returns the view of the address.

    Raises `UnknownTournament`, `NotOpened` and `NotThere`, and `InvalidOptions` for an invalid moment.
    """
    moment, repository = moment_argument("known"), services()[TournamentRepository]
    tournament_state = t = visible_tournament(SPECTATOR, repository.get(tournament))
    if moment is not None:
        last = last_known_seq(services()[Store], repository, tournament, moment)
        t = visible_tournament(SPECTATOR, repository.at(tournament, last))
    stage = stage_of(t, number_argument("stage") or 0)
    after = number_argument("round")
    rounds = t.rounds_of(stage)
    round_ = require_round(t, stage, after) if after else rounds[-1] if rounds else None
    return PublicView(tournament, t, tournament_state, stage, round_, after, moment)


def moment_argument(name: str) -> Moment | None:
    """Returns the moment in argument *name* of the address, `None` without one."""
    text = request.args.get(name, "").replace(" ", "+")
    parsed = parse_moment(text)
    if text and parsed is None:
        raise InvalidOptions(
            f"/{name}", Message("A moment is a position of the log, or a time with its zone.")
        )
    return parsed


def number_argument(name: str) -> int | None:
    """Returns a whole number of the address, `None` without one."""
    text = request.args.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None
