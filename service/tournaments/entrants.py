"""Who is to be registered, as it is sent: players, teams of them, and whoever registers itself."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from ..shared.player_names import LONGEST

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
Named: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
Said: TypeAlias = Annotated[str, Meta(max_length=1000)]
Nonce: TypeAlias = Annotated[str, Meta(max_length=200)]


class Person(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody: a guest by `name`, or whom an id stands for, such as that of an account."""

    name: Named | None = None
    player: Id | None = None


class Entrant(Person, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who is to be registered: a player, or a team of `members`.

    `need` is what the player needs of a table, `rating` what it is seeded by, with its `source`. Without a
    `nonce` of its own it gets one.
    """

    members: tuple[Person, ...] = ()
    need: Said = ""
    rating: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] | None = None
    source: Said = ""
    nonce: Nonce = ""


class SelfRegistration(Struct, frozen=True, forbid_unknown_fields=True):
    """Who registers itself: a guest by a `name`; who has an account sends its key, and no name.

    Without a `nonce` of its own a player gets one.
    """

    name: Named | None = None
    nonce: Nonce = ""
