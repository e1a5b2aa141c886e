"""Tournaments: opened, listed, looked at."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Response, request
from msgspec import Struct

from domain.messages import Message
from projections.tournaments import ListedTournament, TournamentList
from replays.proof.receipts import Receipt

from ...http.consistency import NotYet
from ...http.idempotency_header import idempotent_request
from ...http.requests import needed_bearer
from ...http.resource import Resource
from ...http.responses import plain, services, written
from ...matches.views import reached
from ..commands import NewTournament
from ..listing import TournamentFilter, find
from ..schemas import AsKnown, Tournaments
from ..views import PlayerList, TournamentView, registered_players, tournament_view
from .looking import look, names_of, shown

tournaments = Resource("tournaments", "Tournaments: opened, listed, looked at.")


class OpenedTournament(Struct, frozen=True):
    """A tournament just opened, and the commitment to the seed of its lots."""

    tournament: str
    seq: int
    position: int
    receipt: Receipt | None
    commitment: str


class FoundTournaments(Struct, frozen=True):
    """Tournaments, the newest first; `next` is the `after` of the next page, if there may be one."""

    tournaments: list[ListedTournament]
    next: str | None


@tournaments.post("/tournaments")
@tournaments.needs("organize")
@tournaments.takes_struct(
    NewTournament,
    example={"title": "Spring Open", "game": "arena", "stages": [{"format": "swiss", "rounds": 3}]},
)
@tournaments.returns(201, OpenedTournament)
@tournaments.sends(201, "ETag", "Location")
@tournaments.refuses(401, 403, 404, 413, 415)
def open_tournament(plan: NewTournament) -> Response:
    """Opens a tournament. Its organizers are who opened it, and who has a token for it as an event."""
    founder = services().tournament_access.founder(needed_bearer())
    done = services().organizing.open(plan, founder, request=idempotent_request())
    commitment = done.seen.opened.commitment
    reply = written(OpenedTournament(done.tournament, 1, done.position, done.receipt, commitment), 1)
    reply.headers["Location"] = f"/tournaments/{done.tournament}"
    return reply


@tournaments.get("/tournaments")
@tournaments.takes(Tournaments, location="query")
@tournaments.returns(200, FoundTournaments)
def index(asked: dict[str, Any]) -> Response:
    """Lists tournaments, the newest first; `text` is part of a title, `since` and `until` when it opened."""
    least = asked["min_position"]
    if least and not reached(services(), TournamentList.name, least):
        raise NotYet(
            Message("The list of tournaments has not come to position {position} yet.", position=least)
        )
    since = asked["since"].timestamp() * 1000 if asked["since"] else 0
    until = asked["until"].timestamp() * 1000 if asked["until"] else float("inf")
    sought = TournamentFilter(asked["game"], asked["state"], asked["text"] or "", since, until)
    found = find(services().views, sought, asked["after"], asked["limit"])
    page = FoundTournaments(found.tournaments, found.next)
    reply = plain(page, Cache_Control="no-cache")
    if page.next is not None:
        query = urlencode(request.args.to_dict() | {"after": page.next})
        reply.headers["Link"] = f'</tournaments?{query}>; rel="next"'
    return reply


@tournaments.get("/tournaments/<tournament>")
@tournaments.takes(AsKnown, location="query")
@tournaments.returns(200, TournamentView)
@tournaments.refuses(401, 404)
def show(asked: dict[str, Any], tournament: str) -> Response:
    """Shows a tournament as it stands, or as it was `known`; unpublished rounds to its organizers alone."""
    at = look(tournament, asked["known"])
    return shown(at, lambda: tournament_view(tournament, at.t))


@tournaments.get("/tournaments/<tournament>/players")
@tournaments.takes(AsKnown, location="query")
@tournaments.returns(200, PlayerList)
@tournaments.refuses(401, 404)
def players(asked: dict[str, Any], tournament: str) -> Response:
    """Tells everybody who was registered, in that order."""
    at = look(tournament, asked["known"])
    everybody = [
        who for one in at.t.players.values() for who in (one.registered.player, *one.registered.members)
    ]

    def make() -> PlayerList:
        names, accounts = names_of(everybody)
        return PlayerList(tournament, at.t.seq, tuple(registered_players(at.t, names, accounts)), names)

    return shown(at, make, "en", *everybody)
