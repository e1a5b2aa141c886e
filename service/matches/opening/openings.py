"""First facts of a match, with its seed and its bots."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from domain import chance, table
from domain.model import Fact, Seat
from domain.table import MatchOpened, SeatClaimed
from domain.table.beacon import Beacon
from projections.match_views import LoadedMatch

from ...catalog.cardsets import CardSetRegistry
from ...identity.players import PlayerDirectory
from ...shared import digests
from . import seeds


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
