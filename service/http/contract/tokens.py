"""Tokens, as the document tells of them: what each kind is for, and which kind an operation needs."""

from __future__ import annotations

from typing import Any

KINDS_OF_TOKENS = "x-tokens"
"""Where an operation lists the kinds of tokens that it accepts, until `describe_tokens`."""

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
    """Says in the description of each operation of *document* which tokens it needs.

    OpenAPI 3.1 lets a requirement list them as roles, but linters know scopes of OAuth 2.0 alone.
    """
    for item in document["paths"].values():
        for operation in (operation for operation in item.values() if isinstance(operation, dict)):
            if kinds := operation.pop(KINDS_OF_TOKENS, ()):
                names = " or ".join(f"`{kind}`" for kind in kinds)
                operation["description"] += f"\n\nNeeds a token: {names}."
