"""Schemas of players in requests. A guest has a name, and an account shows its key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from marshmallow import fields

from domain.messages import Message

from ..http.bodies.patterns import PatternString, check_name, require_name_or_key
from ..http.bodies.schemas import SHORT_TEXT
from ..http.services import services
from ..shared import digests
from ..shared.errors import InvalidOptions
from ..shared.player_names import NAME_PATTERN, name_error, normalize_name
from .accounts import Account, Accounts

_HASH = PatternString(digests.NONCE_HASH_PATTERN, error=digests.NONCE_HASH_ERROR)
_CALLED = PatternString(
    NAME_PATTERN, error=Message("A name is one line, not blank, without control characters.")
)


class Named(ma.Schema):
    """Name of an account."""

    name = fields.String(required=True, validate=[SHORT_TEXT, _CALLED, check_name])


class NamedOrSignedIn(ma.Schema):
    """A guest by name, or an account by its key."""

    player = fields.String(validate=[SHORT_TEXT, _CALLED, check_name])
    key = fields.String(validate=SHORT_TEXT)

    @ma.validates_schema
    def take_one_or_the_other(self, args: dict[str, Any], **_: object) -> None:
        """Rejects a body with neither or both of them."""
        require_name_or_key(args, "player", "key")


class Claim(NamedOrSignedIn):
    """Player who claims a seat: a guest by name, or an account by its key."""

    nonce_hash = fields.String(load_default="", validate=_HASH)


def requested_player(body: Mapping[str, Any], name: str) -> str | Account:
    """Returns the account of the `key` in *body*, or the guest's name in its field *name*.

    Raises `UnknownToken`.
    """
    return services()[Accounts].account_of(body["key"]) if "key" in body else str(body[name])


def parse_name(text: str) -> str:
    """Returns the normalized name. Raises `InvalidOptions` for an invalid one."""
    if sentence := name_error(text):
        raise InvalidOptions("/player", sentence)
    return normalize_name(text)
