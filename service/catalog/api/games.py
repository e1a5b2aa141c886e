"""Endpoints of games, with cards, options and schemas of facts."""

from __future__ import annotations

import functools
import operator
from typing import Any

import marshmallow as ma
import msgspec
from flask import Response
from marshmallow import fields
from msgspec import Struct

from domain.games import CORE_FACTS, GAMES
from domain.model import Fact
from domain.published_schemas import schema_of

from ...http.bodies.schemas import no_value
from ...http.constants import constant
from ...http.resource import Resource
from ...http.responses import json_response
from ...http.services import services
from ...http.tags import Tag
from ..cardsets import CardSetRegistry

games = Resource("games", Tag.SERVICE)

SCHEMA = "application/schema+json"


class Cards(ma.Schema):
    """Name of a card set, by default the one of the game."""

    cards = fields.String(load_default=no_value)


class GameEntry(Struct, frozen=True):
    """A game in the list: its name, its title, its numbers of seats, and the version of its rules."""

    name: str
    title: str
    version: int
    seats: tuple[int, ...]


class GameList(Struct, frozen=True):
    """The games of the service; `next` is null, as one page holds them all."""

    items: list[GameEntry]
    next: None = None


class CardSetEntry(Struct, frozen=True):
    """An installed card set: the name to open a match with, and the digest that the match pins."""

    name: str
    digest: str


class GameDetails(GameEntry, frozen=True):
    """A game in full: JSON Schemas of its options and of its board, and its cards with their provenance.

    `sets` are the installed card sets, first the one that comes with the game. `cards` is the digest of the
    set in `catalogue`.
    """

    options: dict[str, Any]
    board: dict[str, Any]
    sets: list[CardSetEntry]
    cards: str
    catalogue: dict[str, Any]


@games.get("/games")
@games.returns(200, GameList)
@constant()
def list_games() -> Response:
    """List games.

    Each game has its name, its title, the version of its rules, and its numbers of seats.
    """
    entries = [GameEntry(game.NAME, game.TITLE, game.VERSION, game.SEATS) for game in GAMES.values()]
    return json_response(GameList(entries))


@games.get("/games/<game>")
@games.arguments(Cards, location="query")
@games.returns(200, GameDetails)
@games.errors(404, 422, 503)
def get_game(args: dict[str, Any], game: str) -> Response:
    """Get a game.

    The reply has its options as JSON Schema, and its cards and characters with their provenance.
    """
    game_def = services()[CardSetRegistry].find_game(game)
    library = services()[CardSetRegistry]
    cards = library.find_cards(game, args["cards"])
    return json_response(
        GameDetails(
            name=game_def.NAME,
            title=game_def.TITLE,
            version=game_def.VERSION,
            seats=game_def.SEATS,
            options=schema_of(game_def.Options),
            board=schema_of(game_def.Board),
            sets=[CardSetEntry(card_set.name, card_set.digest) for card_set in library.list_sets(game)],
            cards=cards.digest,
            catalogue=game_def.describe_cards(cards.book),
        )
    )


@games.get("/games/<game>/facts.schema.json")
@games.returns(200, "JsonSchema", SCHEMA)
@games.errors(404)
@constant()
def get_fact_schema(game: str) -> Response:
    """Get the fact schema of a game.

    The JSON Schema covers every fact that a match of this game may record.
    """
    services()[CardSetRegistry].find_game(game)
    return json_response(_fact_schema(game), SCHEMA)


@functools.cache
def _fact_schema(game: str) -> dict[str, Any]:
    events: Any = functools.reduce(operator.or_, (*CORE_FACTS, *GAMES[game].FACTS))
    members = [(f.name, events if f.name == "event" else f.type) for f in msgspec.structs.fields(Fact)]
    return schema_of(msgspec.defstruct("Fact", members, frozen=True))
