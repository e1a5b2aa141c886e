"""Self-registration of players by name or with an account."""

from __future__ import annotations

from flask import Response
from msgspec import Struct

from domain.tournament.facts import PlayerRegistered
from replays.proof.receipts import Receipt

from ...http.middleware.idempotency_header import idempotent_request
from ...http.middleware.rate_limit_headers import charge_registration
from ...http.requests import optional_token
from ...http.resource import Resource
from ...http.responses import created_response
from ...http.services import services
from ...http.tags import Tag
from ...identity.accounts import Accounts
from ...shared.digests import NONCE_HASH_EXAMPLE
from ..entry.entrants import SelfRegistration
from ..service import TournamentService

registration_resource = Resource("registering", Tag.TOURNAMENTS)


class OwnRegistration(Struct, frozen=True):
    """The registered player, and its token, which is shown only this once; accounts act with their key."""

    tournament: str
    seq: int
    position: int
    receipt: Receipt | None
    player: str
    token: str | None


@registration_resource.post("/tournaments/<tournament>/players", "IDEMPOTENCY_SECRET")
@registration_resource.json_body(
    SelfRegistration,
    example={"name": "Lin", "nonce_hash": NONCE_HASH_EXAMPLE},
)
@registration_resource.returns(201, OwnRegistration)
@registration_resource.errors(401, 404, 413, 415)
def register_player(self_registration: SelfRegistration, tournament: str) -> Response:
    """Register for a tournament.

    A guest sends a name, and gets a token to report results, ask for byes and drop out. A player with an
    account sends its key as the bearer token.
    """
    charge_registration()
    key = optional_token()
    account = services()[Accounts].account_of(key).id if key is not None else ""
    command_result = services()[TournamentService].register_oneself(
        tournament, self_registration, account, request=idempotent_request()
    )
    [registered] = (
        fact.event.player for fact in command_result.facts if isinstance(fact.event, PlayerRegistered)
    )
    reply = OwnRegistration(
        tournament,
        command_result.tournament_state.seq,
        command_result.position,
        command_result.receipt,
        registered,
        command_result.tokens[0] or None,
    )
    return created_response(reply, command_result.tournament_state.seq)
