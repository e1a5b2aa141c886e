"""Creates, lists and returns tournaments."""

from __future__ import annotations

from math import inf
from typing import Any

from flask import Response
from msgspec import Struct
from msgspec.structs import asdict

from domain.messages import Message
from projections.tournaments import ListedTournament, TournamentList
from replays.proof.receipts import Receipt

from ...evidence.keys import ImportTrust
from ...http.addresses import API
from ...http.bodies.query_parameters import to_milliseconds
from ...http.middleware.consistency import NotYet
from ...http.middleware.idempotency_header import idempotent_request
from ...http.requests import require_token
from ...http.resource import Resource
from ...http.responses import created_response, json_response, next_link
from ...http.services import services
from ...http.tags import Tag
from ...identity.players import NamedPlayer, PlayerDirectory
from ...matches.viewing.views import wait_for_position
from ..access import TournamentAccess
from ..plans import NewTournament
from ..queries.listing import TournamentFilter, Winners, search_tournaments
from ..queries.views import PlayerList, TournamentView, registered_players, tournament_view
from ..schemas import MomentLanguageQuery, MomentQuery, TournamentListQuery
from ..service import TournamentService
from .view_query import load_view, player_names, sentence_with_names, view_response

tournaments = Resource("tournaments", Tag.TOURNAMENTS)


class OpenedTournament(Struct, frozen=True):
    """A tournament just opened, and the commitment to the seed of its lots."""

    id: str
    seq: int
    position: int
    receipt: Receipt | None
    commitment: str


class TournamentEntry(ListedTournament, frozen=True, kw_only=True):
    """A tournament in a list: its number of registered players, and its last published stage and round.

    After its end, `winners` have the first place, a team by its name.
    """

    winners: tuple[NamedPlayer, ...]


class TournamentEntryList(Struct, frozen=True):
    """Tournaments, the newest first; `next` is the cursor of the next page, if there may be one."""

    items: list[TournamentEntry]
    next: str | None


@tournaments.post("/tournaments")
@tournaments.security("organize")
@tournaments.json_body(
    NewTournament,
    example={"title": "Spring Open", "game": "arena", "stages": [{"format": "swiss", "rounds": 3}]},
)
@tournaments.returns(201, OpenedTournament)
@tournaments.response_headers(201, "ETag", "Location")
@tournaments.errors(401, 403, 404, 413, 415)
def create_tournament(plan: NewTournament) -> Response:
    """Create a tournament.

    Its organizers are its creator, and every holder of an organizer's token for it as an event.
    """
    founder = services()[TournamentAccess].require_founder(require_token())
    command_result = services()[TournamentService].create_tournament(
        plan, founder, request=idempotent_request()
    )
    commitment = command_result.tournament_state.settings.commitment
    reply = created_response(
        OpenedTournament(
            command_result.tournament, 1, command_result.position, command_result.receipt, commitment
        ),
        1,
    )
    reply.headers["Location"] = f"{API}/tournaments/{command_result.tournament}"
    return reply


@tournaments.get("/tournaments")
@tournaments.arguments(TournamentListQuery, location="query")
@tournaments.returns(200, TournamentEntryList)
def list_tournaments(args: dict[str, Any]) -> Response:
    """List tournaments.

    The newest tournament comes first. `text` is part of the title. `player` was registered, alone or in a
    team, and `winner` has won. Both are an id, the name of an account, or a guest's name.
    """
    min_position = args["min_position"]
    if min_position and not wait_for_position(services(), TournamentList.name, min_position):
        raise NotYet(
            Message("The list of tournaments has not come to position {position} yet.", position=min_position)
        )
    people = services()[PlayerDirectory]
    tournament_filter = TournamentFilter(
        args["game"],
        args["state"],
        args["text"] or "",
        to_milliseconds(args["since"], 0),
        to_milliseconds(args["until"], inf),
        people.resolve_ids(args["player"]) if args["player"] else None,
        people.resolve_ids(args["winner"]) if args["winner"] else None,
        to_milliseconds(args["ended_since"], 0),
        to_milliseconds(args["ended_until"], inf),
    )
    tournament_page = search_tournaments(services(), tournament_filter, args["cursor"], args["limit"])
    page = TournamentEntryList([*map(_entry_with_names, tournament_page.tournaments)], tournament_page.next)
    return json_response(page, Cache_Control="no-cache", **next_link(page.next))


def _entry_with_names(entry: ListedTournament) -> TournamentEntry:
    winners = services()[Winners].winners_of(entry.tournament) if entry.state == "over" else ()
    trusted_import = entry.imported and services()[ImportTrust].with_trust(entry.imported)
    fields = asdict(entry) | {"imported": trusted_import}
    return TournamentEntry(**fields, winners=services()[PlayerDirectory].list_players(winners))


@tournaments.get("/tournaments/<tournament>")
@tournaments.arguments(MomentLanguageQuery, location="query")
@tournaments.returns(200, TournamentView)
@tournaments.errors(401, 404)
def get_tournament(args: dict[str, Any], tournament: str) -> Response:
    """Get a tournament.

    `known` returns the state at an earlier moment. Only organizers see unpublished rounds.
    """
    at, code = load_view(tournament, args["known"]), args["lang"]

    def make_view() -> TournamentView:
        return tournament_view(
            tournament,
            at.t,
            services()[ImportTrust].tournament_origin(at.t),
            lambda message: sentence_with_names(message, code),
        )

    return view_response(at, make_view, code)


@tournaments.get("/tournaments/<tournament>/players")
@tournaments.arguments(MomentQuery, location="query")
@tournaments.returns(200, PlayerList)
@tournaments.errors(401, 404)
def list_players(args: dict[str, Any], tournament: str) -> Response:
    """List the players of a tournament.

    Players are in the order of their registration.
    """
    at = load_view(tournament, args["known"])
    player_ids = [
        player
        for entry in at.t.players.values()
        for player in (entry.registration.player, *entry.registration.members)
    ]

    def make_view() -> PlayerList:
        players = player_names(player_ids)
        return PlayerList(tournament, at.t.seq, tuple(registered_players(at.t, players)), players)

    return view_response(at, make_view, "en", *player_ids)
