"""Accounts of processor time, one for each API token and one for each network of other clients."""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from threading import Lock
from typing import Any, TypeAlias

from limits import parse as parsed

from ...settings import Settings
from ...shared.digests import digest_token
from ...shared.limits import Limits
from .networks import network_of
from .rate_limit import Budget, Rule
from .rate_windows import Window, open_windows

Owner: TypeAlias = str
"""The owner of work: `token:` and the id of an API token, `network:` and a digest, or `match:` and an id."""

TOKEN_PREFIX = "token:"
NETWORKS = b"recount: digests of networks"
"""The purpose of the secret of these digests."""

MAX_ACCOUNTS = 50_000
"""Accounts in one process. The windows keep the work of the others."""
BATCH_MS = 25.0
"""Work that a process charges to the windows at once, so that small requests cost no round trip."""
FRESH_SECONDS = 1.0
"""Age of an account at which a process reads what others have charged."""
TOKEN_SECONDS = 60.0
"""How long a process remembers the id of a token."""
MAX_TOKENS = 10_000


NO_WINDOW = Window(0, -inf)


@dataclass
class _Account:
    """The state of an account, with work that is not yet in its *window*, in milliseconds."""

    window: Window = NO_WINDOW
    pending: float = 0.0
    settled_at: float = -inf


def is_token(owner: Owner) -> bool:
    """Returns whether *owner* is an API token."""
    return owner.startswith(TOKEN_PREFIX)


class WorkAccounts:
    """The accounts of a service, in milliseconds of processor time. Threads may share it.

    The processes of a service share the windows in Redis. Networks appear as digests with *secret*.
    *find_token_id* returns the id of a valid API token, or “”. Without limits nobody exhausts an account.
    """

    def __init__(self, settings: Settings, secret: bytes, find_token_id: Callable[[str], str]) -> None:
        limits = settings.limits or Limits()
        self._token_rule = Rule("token-work", parsed(limits.token_work))
        self._network_rule = Rule("address-work", parsed(limits.address_work))
        self._is_limited, self._secret = settings.limits is not None, secret
        self._find_token_id = find_token_id
        self._windows = open_windows(settings.redis_url)
        self._accounts: dict[Owner, _Account] = {}
        self._token_ids: dict[str, tuple[str, float]] = {}
        self._lock = Lock()
        self._digest_network = lru_cache(4096)(self._network_owner)

    def owner_of(self, address: str, authorization: str | None) -> Owner:
        """Returns the owner of the work for a client, its valid API token or else its network.

        The tokens of seats and accounts are free, so their work counts for the network.
        """
        token = (authorization or "").partition(" ")[2].strip()
        if token and (id := self._token_id(token)):
            return f"{TOKEN_PREFIX}{id}"
        return self._digest_network(network_of(address))

    def charge_work(self, owner: Owner, milliseconds: float) -> None:
        """Charges *owner* with work that was done for it."""
        with self._lock:
            account = self._account_of(owner)
            account.pending += milliseconds
            is_due = account.pending >= BATCH_MS
        if is_due:
            self._settle(owner)

    def spent_work(self, owner: Owner) -> float:
        """Returns the milliseconds of *owner* in the present window, as far as this process knows them."""
        with self._lock:
            account = self._account_of(owner)
            settled = account.window.cost if account.window.ends_at > time.monotonic() else 0
            return settled + account.pending

    def check_budget(self, owner: Owner) -> Budget | None:
        """Returns what remains for *owner*, or raises `RateLimited` where nothing does."""
        if not self._is_limited:
            return None
        with self._lock:
            account = self._account_of(owner)
            window, is_fresh = account.window, account.settled_at + FRESH_SECONDS > time.monotonic()
        if not is_fresh or window.ends_at <= time.monotonic():
            window = self._settle(owner)
        return self._rule_of(owner).budget_of(window)

    def _settle(self, owner: Owner) -> Window:
        """Charges the pending work of *owner* to the shared window, and returns that."""
        rule = self._rule_of(owner)
        with self._lock:
            account = self._account_of(owner)
            whole = int(account.pending)
            account.pending -= whole
        window = self._windows.charge(rule.key + owner, whole, rule.seconds)
        with self._lock:
            account.window, account.settled_at = window, time.monotonic()
        return window

    def _account_of(self, owner: Owner) -> _Account:
        account = self._accounts.get(owner)
        if account is None:
            _make_room(self._accounts, MAX_ACCOUNTS)
            account = self._accounts[owner] = _Account()
        return account

    def _rule_of(self, owner: Owner) -> Rule:
        return self._token_rule if is_token(owner) else self._network_rule

    def _token_id(self, token: str) -> str:
        key, now = digest_token(token), time.monotonic()
        id, until = self._token_ids.get(key, ("", 0.0))
        if until < now:
            id = self._find_token_id(token)
            with self._lock:
                _make_room(self._token_ids, MAX_TOKENS)
                self._token_ids[key] = id, now + TOKEN_SECONDS
        return id

    def _network_owner(self, network: str) -> Owner:
        return f"network:{hmac.digest(self._secret, network.encode(), 'sha256').hex()[:32]}"


def _make_room(entries: dict[str, Any], most: int) -> None:
    """Drops the oldest of *entries* until there is room for one more."""
    while len(entries) >= most:
        del entries[next(iter(entries))]
