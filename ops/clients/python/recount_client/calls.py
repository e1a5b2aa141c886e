"""Requests and replies of the API, apart from the connections that carry them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from secrets import token_urlsafe
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar
from urllib.parse import quote
from uuid import uuid4

import httpx

from .problems import Problem

T = TypeVar("T")

Value: TypeAlias = str | int | float | bool | None
Query: TypeAlias = Mapping[str, Value | Sequence[str]]

JSON = "application/json"


@dataclass(frozen=True)
class Call(Generic[T]):
    """One request to an operation, with a reply of type T.

    `path` is the one of the document below its server, such as `/api/v1/matches/{match}`; `arguments` are the
    values in its braces. A query parameter of None is left out. `body` is JSON, or text and bytes of
    `content_type`.
    """

    method: str
    path: str
    arguments: Mapping[str, str | int] = field(default_factory=dict)
    query: Query = field(default_factory=dict)
    headers: Mapping[str, str | None] = field(default_factory=dict)
    body: Any = None
    content_type: str = JSON

    def request(self, http: httpx.Client | httpx.AsyncClient, token: str, key: str | None) -> httpx.Request:
        """Returns the request as *http* sends it; a POST gets the idempotency *key*, or a new one.

        Without a *token* a secret, unless `headers` have one, lets a repeated request get the first reply.
        """
        path = self.path.format_map({name: quote(str(value), "") for name, value in self.arguments.items()})
        headers = {name: value for name, value in self.headers.items() if value is not None}
        headers.setdefault("Accept", f"{JSON}, */*;q=0.5")
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if self.method == "POST":
            headers["Idempotency-Key"] = key or str(uuid4())
            if not token:
                headers.setdefault("Idempotency-Secret", token_urlsafe())
        # An empty mapping would cut the query off a path that has one.
        query = {name: value for name, value in self.query.items() if value is not None} or None
        if self.body is None or self.content_type == JSON:
            return http.build_request(self.method, path, params=query, headers=headers, json=self.body)
        headers["Content-Type"] = self.content_type
        return http.build_request(self.method, path, params=query, headers=headers, content=self.body)


@dataclass(frozen=True)
class Listing(Call[Any], Generic[T]):
    """A request for a list of items of type T, which comes page by page."""

    def next(self, page: Mapping[str, Any]) -> Listing[T] | None:
        """Returns the request for the page after *page*, if there is one."""
        if page["next"] is None:
            return None
        # A page begins at a cursor or after a position, not at both.
        query = {name: value for name, value in self.query.items() if name != "after"}
        return replace(self, query={**query, "cursor": page["next"]})


class Reply(NamedTuple, Generic[T]):
    """A reply: its body as plain data, its status and its headers."""

    body: T
    status: int
    headers: Mapping[str, str]


def read_reply(response: httpx.Response) -> Reply[Any]:
    """Returns a *response* that was read; raises `Problem` for a refusal."""
    if response.is_error:
        raise Problem.of(response)
    return Reply(_body(response), response.status_code, response.headers)


def _body(response: httpx.Response) -> Any:
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    if not response.content:
        return None
    if kind == JSON or kind.endswith("+json"):
        return response.json()
    if kind.startswith("image/"):
        return response.content
    return response.text
