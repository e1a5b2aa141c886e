"""Player that a request names: an account by its key, or a guest by a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..http.services import services
from .accounts import Account, Accounts


def requested_player(body: Mapping[str, Any], name: str) -> str | Account:
    """Returns the account whose `key` was *body* with, or what a guest is to be called, from field *name*.

    Raises `UnknownToken`.
    """
    return services()[Accounts].account_of(body["key"]) if "key" in body else str(body[name])
