"""Entrants as requests send them."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from ...shared.digests import NonceHash
from ...shared.player_names import MAX_NAME_LENGTH

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
Named: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LENGTH)]
Said: TypeAlias = Annotated[str, Meta(max_length=1000)]
Nonce: TypeAlias = Annotated[str, Meta(max_length=200)]


class Person(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest by `name`, or the player of an id, such as an account."""

    name: Named | None = None
    player: Id | None = None


class Entrant(Person, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player to register, or a team of `members`.

    `need` is a need at the table, `rating` the number for seeding, with its `source`. `nonce_hash` is the
    SHA-256 of a nonce for the lots, to reveal once registration has closed.
    """

    members: tuple[Person, ...] = ()
    need: Said = ""
    rating: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] | None = None
    source: Said = ""
    nonce_hash: NonceHash = ""


class SelfRegistration(Struct, frozen=True, forbid_unknown_fields=True):
    """A player who registers: a guest by a `name`; an account sends its key, and no name.

    `nonce_hash` is the SHA-256 of a nonce for the lots, to reveal once registration has closed.
    """

    name: Named | None = None
    nonce_hash: NonceHash = ""
