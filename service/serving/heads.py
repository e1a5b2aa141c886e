"""Limits on the heads of requests, and the heads that the server and a proxy may read differently."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus

from .environ import FIRST_VERSION

MAX_TARGET_BYTES, MAX_FIELD_BYTES, MAX_FIELDS = 4094, 8190, 100
"""Bytes of the target of a request and of a header field, and the number of fields."""

VERSIONS = (FIRST_VERSION, "1.1")
CHECKED_FIELDS = frozenset((b"host", b"transfer-encoding", b"expect"))
"""The header fields that a server and a proxy before it may read differently."""


class HeadRefused(Exception):
    """The head of a request is one that the server does not read."""

    def __init__(self, status: HTTPStatus, detail: str) -> None:
        super().__init__(detail)
        self.status, self.detail = status, detail


def find_refusal(version: str, headers: Sequence[tuple[bytes, bytes]]) -> tuple[HTTPStatus, str] | None:
    """Returns the status and the detail of the refusal of an ambiguous head."""
    fields = dict[bytes, list[bytes]]()
    for name, value in headers:
        if name in CHECKED_FIELDS:
            fields.setdefault(name, []).append(value.strip().lower())
    if version not in VERSIONS:
        return HTTPStatus.BAD_REQUEST, f"The version of HTTP is {' or '.join(VERSIONS)}."
    if version == FIRST_VERSION and b"transfer-encoding" in fields:
        return HTTPStatus.BAD_REQUEST, f"HTTP/{version} has no transfer codings."
    if len(fields.get(b"host", ())) > 1:
        return HTTPStatus.BAD_REQUEST, "A request names one host."
    if fields.get(b"transfer-encoding", [b"chunked"]) != [b"chunked"]:
        return HTTPStatus.NOT_IMPLEMENTED, "The one transfer coding is “chunked”."
    if fields.get(b"expect", [b"100-continue"]) != [b"100-continue"]:
        return HTTPStatus.EXPECTATION_FAILED, "The one expectation is “100-continue”."
    return None
