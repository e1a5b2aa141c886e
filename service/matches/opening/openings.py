"""First facts of a match, with its seed and its bots."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

from msgspec.structs import replace

from domain import chance, table
from domain.games import Game
from domain.messages import Message
from domain.model import Fact, Seat
from domain.table import MatchOpened, SeatClaimed
from domain.table.beacon import Beacon
from domain.table.flags import MIN_SEATS
from domain.table.recordings.commands import change_scribe
from domain.table.recordings.facts import ScribeChanged
from projections.match_views import LoadedMatch

from ...catalog.cardsets import CardSetRegistry
from ...identity.players import PlayerDirectory
from ...shared import digests
from ...shared.errors import InvalidOptions
from . import seeds


def check_seat_count(game_def: Game, seats: int) -> None:
    """Raises `InvalidOptions` for a number of *seats* that the game does not have."""
    if seats not in game_def.SEATS:
        sentence = Message(
            "{title} is played with {allowed} seats, not {seats}.",
            title=game_def.TITLE,
            allowed=reduce(_join_or, map(str, game_def.SEATS)),
            seats=seats,
        )
        raise InvalidOptions("/seats", sentence)


def _join_or(first: str, second: str) -> Message:
    return Message("{one} or {other}", one=first, other=second)


def check_seats(pins: MatchOpened, bots: Mapping[Seat, str]) -> None:
    """Raises `InvalidOptions` for bots and open seats that the match does not have."""
    for field, seats in (("bots", [*bots]), ("open_seats", [*pins.open_seats])):
        for seat in seats:
            if not 0 <= seat < pins.seats:
                sentence = Message("There are seats 0 to {seats}.", seats=pins.seats - 1)
                raise InvalidOptions(f"/{field}/{seat}", sentence)


def may_have_bots(match_opened: MatchOpened) -> bool:
    """Returns whether bots sit at the table, or may stand in there."""
    return any(match_opened.bots) or match_opened.seats >= MIN_SEATS


def start_match(
    pins: MatchOpened,
    at: int,
    bots: Mapping[Seat, str] = {},
    seed: str = "",
    *,
    library: CardSetRegistry,
    players: PlayerDirectory,
    beacon: Beacon | None = None,
) -> tuple[tuple[str, ...], LoadedMatch, list[Fact]]:
    """Returns the claim tokens, the state and the first facts of a new match.

    It draws an empty *seed*. Deals wait for the *beacon*. Raises `decider.Unplayable` and the errors of
    loading its rules.
    """
    claims = tuple("" if seat in bots else digests.new_token() for seat in range(pins.seats))
    seed = seed or seeds.server_seed()
    match_opened = replace(
        pins,
        commitment=chance.seed_commitment(seed),
        at=at,
        seed=seed,
        claims=tuple(digests.digest_token(claim) if claim else "" for claim in claims),
        shuffle=chance.BEACON if beacon else chance.COMMITTED,
        beacon=beacon,
        reveal_ms=table.reveal_limit(pins.clock),
        bots=tuple(bots.get(seat, "") for seat in range(pins.seats)) if bots else (),
    )
    rules = library.load_rules(match_opened)
    facts = table.open_match(match_opened)
    match_state = table.fold(rules, facts)
    for seat in sorted(bots):
        claim = SeatClaimed(seat, players.bot_id(seat), "", match_opened.at)
        followed, match_state = table.claim_seat(rules, match_state, claim)
        facts = facts + followed
    return claims, LoadedMatch(rules, match_state), facts


def add_scribe(
    claims: tuple[str, ...], loaded: LoadedMatch, facts: list[Fact]
) -> tuple[tuple[str, ...], LoadedMatch, list[Fact]]:
    """Returns the tokens, the state and the first facts of a new recording with the token of its scribe.

    Raises `InvalidOptions` for several copies of a game: a recording tells cards apart by their ids, which
    equal decks share.
    """
    settings = loaded.match.settings
    if settings.options.get("copies"):
        sentence = Message(
            "A recording cannot tell equal cards of two decks apart: use one copy of the game."
        )
        pointer = "/position" if settings.position else "/options/copies"
        raise InvalidOptions(pointer, sentence)
    token = digests.new_token()
    change = ScribeChanged(digests.digest_token(token), "scribe", settings.at)
    outcome = change_scribe(loaded.rules, loaded.match, change)
    return (*claims, token), loaded._replace(match=outcome.match), facts + outcome.facts
