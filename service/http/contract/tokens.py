"""Kinds of tokens in the document, and the kinds that each operation accepts."""

from __future__ import annotations

from typing import Any

KINDS_OF_TOKENS = "x-tokens"
"""The key under which an operation lists accepted kinds of tokens, until `describe_tokens`."""

TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "description": (
        "`claim` claims one seat; the creator of the match has it. `play` plays that seat; its claim returns "
        "it. `edit` writes one commentary; its creator gets it. `player` is the key of an account, or the "
        "token of a guest in a tournament. `judge`, `organize`, `read` and `integrate` are scopes of API "
        "tokens, which the operator issues."
    ),
}


def describe_tokens(document: dict[str, Any]) -> None:
    """Adds the accepted kinds of tokens to the description of each operation of *document*.

    OpenAPI 3.1 allows them as roles of a requirement, but linters know scopes of OAuth 2.0 alone.
    """
    for item in document["paths"].values():
        for operation in (operation for operation in item.values() if isinstance(operation, dict)):
            if kinds := operation.pop(KINDS_OF_TOKENS, ()):
                names = " or ".join(f"`{kind}`" for kind in kinds)
                operation["description"] += f"\n\nNeeds a token: {names}."
