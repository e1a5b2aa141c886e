"""Player that a request names: an account by its key, or a guest by a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..http.services import services
from .accounts import Account, Accounts


def requested_player(asked: Mapping[str, Any], name: str) -> str | Account:
    """Returns the account whose `key` was *asked* with, or what a guest is to be called, from field *name*.

    Raises `UnknownToken`.
    """
    return services()[Accounts].of(asked["key"]) if "key" in asked else str(asked[name])
