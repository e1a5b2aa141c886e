"""Refusals of the service, which are problems of RFC 9457."""

from __future__ import annotations

from typing import Any

import httpx


class Problem(Exception):
    """A refusal of the service.

    `type` is the address that explains the kind of problem, and `slug` its last part (`unknown-match`).
    `detail` says what failed, and `fix` what to do next. `errors` name what is wrong, each with a `pointer`
    into the body or a `parameter`. `body` is the whole problem with what its kind adds, and `retry_after` the
    seconds to wait before the next attempt, if known.
    """

    def __init__(self, status: int, body: dict[str, Any], retry_after: float | None = None) -> None:
        self.status, self.body, self.retry_after = status, body, retry_after
        self.type: str = body.get("type", "about:blank")
        self.title: str = body.get("title", "")
        self.detail: str = body.get("detail", "")
        self.fix: str = body.get("fix", "")
        self.errors: list[dict[str, Any]] = body.get("errors", [])
        super().__init__(" ".join(filter(None, (f"{status} {self.title}: {self.detail}", self.fix))))

    @property
    def slug(self) -> str:
        """The last part of the type."""
        return self.type.rpartition("/")[2]

    @classmethod
    def of(cls, response: httpx.Response) -> Problem:
        """Returns the problem in a *response* that was read; a proxy's own page becomes a bare one."""
        body: Any = None
        if response.headers.get("Content-Type", "").startswith("application/problem+json"):
            body = response.json()
        if not isinstance(body, dict):
            body = {"title": response.reason_phrase, "detail": response.text[:200]}
        return cls(response.status_code, body, seconds_to_wait(response))


def seconds_to_wait(response: httpx.Response) -> float | None:
    """Returns the seconds of `Retry-After`; None without the header, or with a date in it."""
    value = response.headers.get("Retry-After", "")
    return float(value) if value.isdecimal() else None
