"""What views of tournaments have in common: who looks, what was known, and what to call people."""

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
from ..queries.answers import sentence
from ..queries.disputes import NOTHING, Disputes
from ..queries.moments import Moment, last_known
from ..queries.standings_views import Known
from ..queries.views import seen_by
from ..repository import TournamentRepository


class Look(NamedTuple):
    """Who looks at a tournament, and what they see of it, as it was known at a moment."""

    tournament: str
    actor: Actor
    t: Tournament


def look(tournament: str, moment: Moment | None = None) -> Look:
    """Returns what who has sent the request sees; raises as `last_known`, and `UnknownToken`."""
    actor = services()[TournamentAccess].actor_for(tournament, optional_token())
    repository = services()[TournamentRepository]
    t = repository.at(tournament, last_known(services()[Store], repository, tournament, moment))
    return Look(tournament, actor, seen_by(actor, t))


def names_of(ids: Iterable[str]) -> tuple[NamedPlayer, ...]:
    """Returns each of *ids* by name."""
    return services()[PlayerDirectory].list_players(ids)


def sentence_with_names(message: Message, code: str) -> str:
    """Returns a sentence in a language, its players by name."""
    return sentence(services(), message, code)


def known_fact(tournament: str, seq: int) -> Known:
    """Returns what was known of a tournament at its fact *seq*."""
    return Known(seq, services()[Store].tree.position_of(tournament, seq))


def known_at(at: Look, open_cases: Disputes = NOTHING) -> Known:
    """Returns what is known of the tournament, and what is disputed about it."""
    known = known_fact(at.tournament, at.t.seq)
    return Known(known.seq, max(known.position, open_cases.position))


def shown(
    at: Look, make: Callable[[], Any], code: str = "en", *people: str, disputed: Disputes = NOTHING
) -> Response:
    """Returns a view, to be asked for again: 304 while neither the tournament nor a name of *people* changes.

    What is *disputed* has to be the same too. What those in charge see is another one.
    """
    tag = tag_of(at, *people)
    if disputed.position:
        tag += f"-{disputed.position}"
    return current_response(lambda: encode(make()), at.t.seq, code, tag)


def tag_of(at: Look, *people: str) -> str:
    """Returns what else an ETag has to tell: whether those in charge look, and what *people* are called."""
    called = msgspec.json.encode(sorted(services()[PlayerDirectory].names(people or at.t.players).items()))
    return ("m" if at.actor.manages else "p") + hashlib.sha256(called).hexdigest()[:8]
