"""Announcements of tournaments, their checks against the game, and the first fact."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from domain import chance, table
from domain.clocks import Clock
from domain.decider import Unplayable
from domain.errors import InvalidField
from domain.games import Game
from domain.messages import Message
from domain.table import MatchOpened
from domain.tournament.facts import By, TournamentOpened
from domain.tournament.lots.nonces import ALL_NONCES
from domain.tournament.plan import RULES_VERSION, Points, Stage, Tiebreaker, usual_tiebreakers

from ..catalog.cardsets import CardSetNotFound, CardSetRegistry
from ..catalog.options import complete_options
from ..matches.opening import seeds
from ..shared.errors import InvalidOptions, UnknownGame
from ..shared.player_names import NAME_PATTERN, normalize_name
from .entry.entrants import Id
from .processes.tables import casting_options
from .queries.zones import zone_names

MAX_ROUNDS = 200
"""The largest number of rounds of a stage."""
MAX_LEGS = 10
"""The largest number of legs of a round robin."""


class InvalidPlan(InvalidField, ValueError):
    """Raised for an announcement that its game cannot follow."""

    slug = "invalid-plan"


def opening_fact(
    plan: NewTournament, library: CardSetRegistry, by: By, at: int, founder: str = ""
) -> TournamentOpened:
    """Returns the first fact of a tournament with a new seed; raises `UnknownGame`, `InvalidPlan`."""
    try:
        game = library.find_game(plan.game)
    except KeyError:
        raise UnknownGame(Message("This service has no game “{name}”.", name=plan.game)) from None
    try:
        cards = library.find_cards(game.NAME, plan.cards)
    except CardSetNotFound as error:
        raise InvalidPlan("/cards", error.message) from error
    seed = seeds.server_seed()
    return TournamentOpened(
        game=game.NAME,
        stages=tuple(_checked_stages(game, plan, library)),
        points=plan.points,
        tiebreakers=usual_tiebreakers(plan.stages, plan.tiebreakers),
        commitment=chance.seed_commitment(seed),
        by=by,
        at=at,
        version=RULES_VERSION,
        game_version=game.VERSION,
        cards=cards.digest,
        minutes=plan.minutes,
        seed=seed,
        title=checked_title(plan.title),
        online=plan.online,
        clock=plan.clock,
        zone=checked_zone(plan.zone),
        lots=ALL_NONCES,
    )


def checked_zone(name: str | None) -> str:
    """Returns the name of a time zone, empty without one; raises `InvalidPlan`."""
    if name and name not in zone_names():
        sentence = Message("“{given}” is no time zone, such as Europe/Rome or America/New_York.", given=name)
        raise InvalidPlan("/zone", sentence)
    return name or ""


def checked_title(text: str) -> str:
    """Returns a title in its stored form; raises `InvalidPlan`."""
    title = normalize_name(text)
    if not re.fullmatch(NAME_PATTERN, title):
        raise InvalidPlan("/title", Message("A title is one line, not blank, without control characters."))
    return title


def _checked_stages(game: Game, plan: NewTournament, library: CardSetRegistry) -> Iterator[Stage]:
    """Yields the stages with the game's complete options of each round."""
    for number, stage in enumerate(plan.stages):
        pointer = f"/stages/{number}"
        _check_limits(pointer, stage)
        if plan.online and (unsupported := {*stage.seats} - {*game.SEATS}):
            raise InvalidPlan(
                f"{pointer}/seats",
                Message(
                    "{title} is not played with {seats} seats.", title=game.TITLE, seats=min(unsupported)
                ),
            )
        options = tuple(
            _checked_options(game, f"{pointer}/options/{index}", fields)
            for index, fields in enumerate(stage.options)
        )
        _check_pools(game, plan, library, pointer, stage)
        if plan.clock is not None and not plan.online:
            raise InvalidPlan("/clock", Message("Only tables that are played here have clocks."))
        if plan.online and stage.seats:
            for index, fields in enumerate(options or ({},)):
                pool = stage.pools[min(index, len(stage.pools) - 1)] if stage.pools else ()
                fields = {**fields, **casting_options(game, pool[: stage.seats[0]])}
                _check_playable(game, plan, library, f"{pointer}/options", stage.seats[0], fields)
        yield replace(stage, options=options)


def _check_limits(pointer: str, stage: Stage) -> None:
    """Raises `InvalidPlan` for more rounds or legs than a stage may have."""
    for field, value, limit in (("rounds", stage.rounds, MAX_ROUNDS), ("legs", stage.legs, MAX_LEGS)):
        if value > limit:
            raise InvalidPlan(
                f"{pointer}/{field}",
                Message(
                    "{limit} is the most that a stage may have here, not {given}.", limit=limit, given=value
                ),
            )


def _check_pools(
    game: Game, plan: NewTournament, library: CardSetRegistry, pointer: str, stage: Stage
) -> None:
    """Raises `InvalidPlan` for unknown characters, or a game without characters for seats."""
    characters = game.list_characters(library.find_cards(game.NAME, plan.cards).book)
    for number, pool in enumerate(stage.pools):
        if not casting_options(game, ("",)):
            sentence = Message(
                "In {title} nobody plays just one character: there is no pool.", title=game.TITLE
            )
            raise InvalidPlan(f"{pointer}/pools/{number}", sentence)
        for index, character in enumerate(pool):
            if character not in characters:
                sentence = Message(
                    "The cards have no “{character}”, but {known}.",
                    character=character,
                    known=", ".join(characters),
                )
                raise InvalidPlan(f"{pointer}/pools/{number}/{index}", sentence)


def _check_playable(
    game: Game,
    plan: NewTournament,
    library: CardSetRegistry,
    pointer: str,
    seats: int,
    options: dict[str, Any],
) -> None:
    """Raises `InvalidPlan` if the options open no match."""
    cards, sentence = library.find_cards(game.NAME, plan.cards), Message("")
    for people in (sides for sides in game.SEATS if sides % seats == 0):  # teams share a seat of the table
        pins = MatchOpened(
            game.NAME,
            game.VERSION,
            complete_options(game, options),
            people,
            cards.digest,
            "",
            0,
            clock=plan.clock,
        )
        rules = game.make_rules(cards.book)
        try:
            table.fold(rules, table.open_match(pins))
        except Unplayable as error:
            sentence = error.message
        else:
            if reason := table.check_flag(pins):
                raise InvalidPlan("/clock", reason)
            return
    raise InvalidPlan(pointer, sentence)


def _checked_options(game: Game, pointer: str, fields: dict[str, Any]) -> dict[str, Any]:
    try:
        return complete_options(game, fields)
    except InvalidOptions as error:
        raise InvalidPlan(pointer + error.pointer.removeprefix("/options"), error.message) from error


MAX_MINUTES = 100_000
"""The longest round."""


class NewTournament(Struct, frozen=True, forbid_unknown_fields=True):
    """The announcement of a tournament: title, game, stages, worth of results, and tie-breakers.

    Without `tiebreakers` those usual for the format of the first stage count, and the record names them.
    `cards` names a card set of the game, the one that comes with it if left out. A round takes so many
    `minutes`, 0 without a clock. With `online`, tables are played as matches of this service, each seat
    with its `clock`, if there is one. `zone` is the IANA name of the time zone of the event, such as
    Europe/Rome; without one its pages show times in UTC.
    """

    title: Annotated[str, Meta(min_length=1, max_length=100)]
    game: Id
    stages: Annotated[tuple[Stage, ...], Meta(min_length=1, max_length=20)]
    points: Points = Points()
    tiebreakers: tuple[Tiebreaker, ...] | None = None
    cards: Id | None = None
    minutes: Annotated[int, Meta(ge=0, le=MAX_MINUTES)] = 0
    online: bool = False
    clock: Clock | None = None
    zone: Annotated[str, Meta(max_length=64)] | None = None
