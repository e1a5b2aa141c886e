"""Players in requests, accounts by key and guests by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..http.services import services
from .accounts import Account, Accounts


def requested_player(body: Mapping[str, Any], name: str) -> str | Account:
    """Returns the account of the `key` in *body*, or the guest's name in its field *name*.

    Raises `UnknownToken`.
    """
    return services()[Accounts].account_of(body["key"]) if "key" in body else str(body[name])
