"""Endpoints of profiles, with their queries."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, TypeVar

from flask import Response
from marshmallow import validate
from msgspec import Struct

from domain.published import Instant, OptionalText
from domain.ratings import PlayerRating, RatingStep
from projections.tournament_entries import EnteredTournament

from ..http.bodies.patterns import Cursor, StrictInteger
from ..http.bodies.schemas import FreshnessQuery
from ..http.resource import Resource
from ..http.responses import json_response, next_link
from ..http.services import services
from ..http.tags import Tag
from ..identity.accounts import Accounts
from ..matches.results import MatchResult, Results, Side, publish_result
from ..shared import record_ids
from .model import CharacterRecord, GameRecord
from .service import Profile, Profiles


class ListQuery(FreshnessQuery):
    """Page of a list, newest first."""

    limit = StrictInteger(validate=validate.Range(min=1, max=200), load_default=50)


class OwnMatchesQuery(ListQuery):
    """Page of a player's matches, newest first."""

    cursor = Cursor(record_ids.MATCH_ID_PATTERN)


class OwnTournamentsQuery(ListQuery):
    """Page of a player's tournaments, newest first."""

    cursor = Cursor(record_ids.TOURNAMENT_ID_PATTERN)


profiles = Resource("profiles", Tag.PLAYERS)


T = TypeVar("T")


class PlayerMatch(Struct, frozen=True):
    """A match of a player that has ended: the `seat` of the player, and the `result` of the match.

    `event` is the tournament or event of the match. A `rated` match is a step of the curve of ratings.
    """

    match: str
    game: str
    event: OptionalText
    opened: Instant
    seat: int
    rated: bool
    sides: tuple[Side, ...]
    result: MatchResult


class PlayerMatchList(Struct, frozen=True):
    """Matches of a player, the newest first; `next` is the cursor of the next page, if there is one."""

    player: str
    items: list[PlayerMatch]
    next: str | None


class PlayerTournamentList(Struct, frozen=True):
    """Tournaments of a player, the newest first; `next` is the cursor of the next page, if there is one."""

    player: str
    items: list[EnteredTournament]
    next: str | None


class RatedPlayer(Struct, frozen=True):
    """The rating of a player now, null without a rated match, and after each rated match."""

    player: str
    rating: PlayerRating | None
    curve: tuple[RatingStep, ...]


class PlayerCharacters(Struct, frozen=True):
    """A player's matches by game, and by character or Villain, the most played first."""

    player: str
    games: tuple[GameRecord, ...]
    characters: tuple[CharacterRecord, ...]


@profiles.get("/players/<player>/profile")
@profiles.returns(200, Profile)
@profiles.errors(404, 503)
def get_profile(player: str) -> Response:
    """Get the profile of a player.

    It has tournaments, matches by game and character, and the rating after each rated match. A match is
    rated if it was public, was played here from the start, and every player has an account. Ratings are
    up to a minute behind. `GET /matches?player=` lists the matches.
    """
    return json_response(services()[Profiles].load_profile(player), Cache_Control="no-cache")


@profiles.get("/players/<player>/matches")
@profiles.arguments(OwnMatchesQuery, location="query")
@profiles.returns(200, PlayerMatchList)
@profiles.errors(404, 422, 503)
def list_player_matches(args: dict[str, Any], player: str) -> Response:
    """List the matches of a player.

    Only matches that are over and not private appear. `GET /matches` searches all.
    """
    player_id = services()[Accounts].load_player(player).id
    page, following = _first_page(services()[Profiles].scan_matches(player_id, args["cursor"]), args["limit"])
    player_matches = [
        PlayerMatch(
            played_match.match,
            played_match.game,
            played_match.event,
            played_match.opened,
            played_match.seat,
            played_match.rated,
            services()[Results].name_sides(result),
            publish_result(result),
        )
        for played_match in page
        if (result := played_match.result) is not None
    ]
    after = page[-1].match if following else None
    return json_response(
        PlayerMatchList(player_id, player_matches, after), Cache_Control="no-cache", **next_link(after)
    )


@profiles.get("/players/<player>/tournaments")
@profiles.arguments(OwnTournamentsQuery, location="query")
@profiles.returns(200, PlayerTournamentList)
@profiles.errors(404, 422, 503)
def list_player_tournaments(args: dict[str, Any], player: str) -> Response:
    """List the tournaments of a player.

    The player was registered, alone or in a team.
    """
    player_id = services()[Accounts].load_player(player).id
    page, following = _first_page(
        services()[Profiles].scan_tournaments(player_id, args["cursor"]), args["limit"]
    )
    after = page[-1].tournament if following else None
    return json_response(
        PlayerTournamentList(player_id, page, after), Cache_Control="no-cache", **next_link(after)
    )


@profiles.get("/players/<player>/rating")
@profiles.returns(200, RatedPlayer)
@profiles.errors(404, 503)
def get_rating(player: str) -> Response:
    """Get the rating of a player.

    The reply has the present rating, and the rating after each rated match. It is up to a minute behind.
    """
    player_id = services()[Accounts].load_player(player).id
    curve = tuple(services()[Profiles].rating_curves().get(player_id, ()))
    player_rating = curve[-1].rating if curve else None
    return json_response(RatedPlayer(player_id, player_rating, curve), Cache_Control="no-cache")


@profiles.get("/players/<player>/characters")
@profiles.returns(200, PlayerCharacters)
@profiles.errors(404, 503)
def list_player_characters(player: str) -> Response:
    """List the characters of a player.

    Each character or Villain has the number of matches won, drawn and lost.
    """
    profile = services()[Profiles].load_profile(player)
    return json_response(
        PlayerCharacters(profile.player.id, profile.games, profile.characters), Cache_Control="no-cache"
    )


def _first_page(entries: Iterator[T], limit: int) -> tuple[list[T], bool]:
    """Returns the first *limit* of *entries*, and whether more follow."""
    page = [*islice(entries, limit + 1)]
    return page[:limit], len(page) > limit
