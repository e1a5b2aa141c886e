"""Limits of requests, as operators set them."""

from __future__ import annotations

from limits import parse as parsed
from msgspec import Struct


class Limits(Struct, frozen=True):
    """The limits for clients, such as `20/second` or `1200/minute`. Other texts raise `ValueError`.

    `login` limits unknown tokens by address, `commentaries` and `challenges` new ones, `players` new
    accounts, and `registrations` those for tournaments (a hall of players has one address). The unit of work
    is a millisecond of processor time. `connections` and streams count those that one address has open at
    once.
    """

    token: str = "1200/minute"
    address: str = "6000/minute"
    login: str = "120/minute"
    commentaries: str = "30/hour"
    players: str = "30/hour"
    registrations: str = "300/hour"
    challenges: str = "300/hour"
    token_work: str = "40000/minute"
    address_work: str = "20000/minute"
    token_streams: int = 50
    address_streams: int = 500
    connections: int = 1000

    def __post_init__(self) -> None:
        for limit in (self.token, self.address, self.login):
            parsed(limit)
        for limit in (self.commentaries, self.players, self.registrations, self.challenges):
            parsed(limit)
        for limit in (self.token_work, self.address_work):
            parsed(limit)
        if min(self.token_streams, self.address_streams, self.connections) < 1:
            raise ValueError("at least one may be open")
