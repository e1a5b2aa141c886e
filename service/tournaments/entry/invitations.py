"""Links of invitations to the staff."""

from __future__ import annotations

from flask import request


def join_link(tournament: str, secret: str) -> str:
    """Returns the address of the page for accepting an invitation, with its secret in the fragment."""
    return f"{request.host_url}t/{tournament}/staff/join#key={secret}"
