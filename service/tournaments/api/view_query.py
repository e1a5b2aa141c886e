"""Shared parts of the views, namely the viewer, the moment and the names of players."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec
from flask import Response

from domain.messages import Message
from domain.published import encode
from domain.tournament.state import Tournament

from ...eventstore.store import Store
from ...http.requests import optional_token
from ...http.services import services
from ...identity.players import NamedPlayer, PlayerDirectory
from ...matches.viewing.replies import current_response
from ..access import Actor, TournamentAccess
from ..queries.answers import render_sentence
from ..queries.disputes import NO_DISPUTES, Disputes
from ..queries.moments import Moment, last_known_seq
from ..queries.standings_views import Known
from ..queries.views import visible_tournament
from ..repository import TournamentRepository


class ViewedTournament(NamedTuple):
    """A tournament as its *actor* sees it at a moment."""

    tournament: str
    actor: Actor
    t: Tournament


def load_view(tournament: str, moment: Moment | None = None) -> ViewedTournament:
    """Returns the view of the sender; raises `UnknownToken` and the errors of `last_known_seq`."""
    actor = services()[TournamentAccess].actor_for(tournament, optional_token())
    repository = services()[TournamentRepository]
    t = repository.at(tournament, last_known_seq(services()[Store], repository, tournament, moment))
    return ViewedTournament(tournament, actor, visible_tournament(actor, t))


def player_names(ids: Iterable[str]) -> tuple[NamedPlayer, ...]:
    """Returns *ids* with their names."""
    return services()[PlayerDirectory].list_players(ids)


def sentence_with_names(message: Message, code: str) -> str:
    """Returns a sentence in a language, with names in place of ids."""
    return render_sentence(services(), message, code)


def position_of_fact(tournament: str, seq: int) -> Known:
    """Returns fact *seq* of a tournament with its position in the log."""
    return Known(seq, services()[Store].tree.position_of(tournament, seq))


def position_of_view(at: ViewedTournament, open_cases: Disputes = NO_DISPUTES) -> Known:
    """Returns the position of a view, including the disputes of its matches."""
    position = position_of_fact(at.tournament, at.t.seq)
    return Known(position.seq, max(position.position, open_cases.position))


def view_response(
    at: ViewedTournament,
    make_view: Callable[[], Any],
    code: str = "en",
    *people: str,
    disputed: Disputes = NO_DISPUTES,
) -> Response:
    """Returns a view, or 304 while its tournament, its *people* and its disputes are unchanged.

    Organizers have an ETag of their own.
    """
    tag = view_tag(at, *people)
    if disputed.position:
        tag += f"-{disputed.position}"
    return current_response(lambda: encode(make_view()), at.t.seq, code, tag)


def view_tag(at: ViewedTournament, *people: str) -> str:
    """Returns the part of an ETag for the viewer's role and the names of *people*."""
    names_json = msgspec.json.encode(
        sorted(services()[PlayerDirectory].names_of(people or at.t.players).items())
    )
    return ("m" if at.actor.manages else "p") + hashlib.sha256(names_json).hexdigest()[:8]
