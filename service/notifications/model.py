"""Contacts of players, and the occasions of notifications to them."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from msgspec import Struct

Channel: TypeAlias = Literal["push", "mail"]
Occasion: TypeAlias = Literal["turn", "challenge", "round", "ruling"]
"""The player's turn in a match, a challenge, a new round of a tournament, and a ruling in a match."""

Kind: TypeAlias = Occasion | Literal["confirmation"]

OCCASIONS: tuple[Occasion, ...] = get_args(Occasion)

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


class Contact(Struct, frozen=True):
    """A browser or a mail address of `player`, an account, with the occasions that it wants.

    `address` is the endpoint of a push service, or the mail address. Texts are in the language `lang`. A
    browser also has its public key, its secret, and the key of the service with which it subscribed. Only a
    confirmed mail address gets notifications.
    """

    id: str
    player: str
    channel: Channel
    address: str
    lang: str
    occasions: tuple[Occasion, ...]
    created: int
    confirmed: bool = False
    browser_key: str = ""
    auth_secret: str = ""
    service_key: str = ""

    @property
    def wanted(self) -> tuple[Occasion, ...]:
        """The occasions of its notifications, none before it is confirmed."""
        return self.occasions if self.confirmed else ()


class Notice(Struct, frozen=True):
    """Content of a notification, with ids alone. Names join it when it is sent.

    `record` is a match, a tournament or a challenge. For a turn, `seat` answers since fact `number`. For a
    ruling, `number` is the case, and `stage` its fact. For a round, `number` is the round of a `stage`, and
    `seat` the table.
    """

    kind: Kind
    record: str = ""
    seat: int = 0
    number: int = 0
    stage: int = 0

    @property
    def tag(self) -> str:
        """The tag of its subject. A later notification with the same one replaces it."""
        return f"case-{self.record}-{self.number}" if self.kind == "ruling" else f"{self.kind}-{self.record}"


class Sentence(Struct, frozen=True):
    """A notification in words, with the path that it leads to.

    A later notification with the same `tag` replaces it on the screen.
    """

    title: str
    body: str
    path: str
    tag: str
    lang: str
