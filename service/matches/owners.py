"""Owners of matches, who pay for the work of their bots."""

from __future__ import annotations

from typing import NamedTuple

from domain.messages import Message

from ..caches import LruCache
from ..database.match_owners import MatchOwnerRow
from ..eventstore.store import Store, translate_errors
from ..http.middleware.work_accounts import Owner, is_token
from ..shared.errors import UnknownToken

TABLE = "the owners of matches"
OWNER_CACHE_SIZE = 10_000


class Payer(NamedTuple):
    """The owner of the work for a new match. Its bots play without watchers if it `runs_on`."""

    owner: Owner = ""
    runs_on: bool = False

    def check_company(self, bots: int, seats: int) -> None:
        """Raises `UnknownToken` for *bots* alone, or bots that run on, without an API token."""
        if (bots == seats or self.runs_on) and not is_token(self.owner):
            raise UnknownToken(
                Message(
                    "Bots play alone only for an API token: leave a seat to a person, or send "
                    "“Authorization: Bearer <token>”."
                )
            )


NOBODY = Payer()
"""The payer of a match that pays for itself."""


class MatchOwners:
    """The owners of the matches of a service, without personal data. Threads may share it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._cache: LruCache[Payer] = LruCache(OWNER_CACHE_SIZE)

    def store_payer(self, match: str, payer: Payer) -> None:
        """Stores the *payer* of a new match."""
        with translate_errors(TABLE):
            self._store.match_owners.add_owner(MatchOwnerRow(match, payer.owner, int(payer.runs_on)))

    def load_payer(self, match: str) -> Payer:
        """Returns the payer of *match*. One without a stored payer pays for itself."""
        payer = self._cache.get(match)
        if payer is None:
            with translate_errors(TABLE):
                row = self._store.match_owners.find_owner(match)
            payer = _itself(match) if row is None else Payer(row.owner, bool(row.runs_on))
            self._cache.put(match, payer)
        return payer

    def forget_payer(self, match: str) -> None:
        """Deletes the payer of a match that is over."""
        itself = _itself(match)
        if self.load_payer(match) != itself:
            with translate_errors(TABLE):
                self._store.match_owners.delete_owner(match)
            self._cache.put(match, itself)


def _itself(match: str) -> Payer:
    return Payer(f"match:{match}")
