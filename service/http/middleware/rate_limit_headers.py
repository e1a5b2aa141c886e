"""Charges every request before its view runs, and rejects those above a limit."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, Request, Response, current_app, g, request

from ...settings import Settings
from ..heavy import marked_paths
from ..pages import is_page
from ..sse import is_event_stream
from .networks import network_of
from .rate_limit import RATE_LIMIT, Budget, LimitName, RateLimited, RateLimiter, StreamLimitName

LIMITER = "rate_limiter"
_UNLIMITED = "unlimited"
"""The attribute of a view without limits."""

View = TypeVar("View", bound=Callable[..., Any])


def unlimited(view: View) -> View:
    """Exempts *view* from the limits."""
    setattr(view, _UNLIMITED, True)
    return view


def is_unlimited(view: Callable[..., Any] | None) -> bool:
    """Returns whether *view* is exempt from the limits."""
    return hasattr(view, _UNLIMITED)


def unlimited_paths(app: Flask) -> re.Pattern[str]:
    """Returns the pattern of the paths of views of *app* that are exempt from the limits."""
    return marked_paths(app, _UNLIMITED)


def init_app(app: Flask, settings: Settings) -> None:
    """Lets *app* count requests if *settings* limit them."""
    limits = settings.limits
    app.extensions[LIMITER] = None if limits is None else RateLimiter(limits, settings.redis_url)


def charge_request(request: Request) -> None:
    """Charges *request*, unless its view is exempt. Raises `RateLimited`."""
    limiter: RateLimiter | None = current_app.extensions[LIMITER]
    if limiter is None:
        return
    if not is_unlimited(current_app.view_functions.get(request.endpoint or "")):
        g.budgets = charge_client(limiter, request.remote_addr or "", request.headers.get("Authorization"))


def show_budgets(request: Request, reply: Response) -> Response:
    """Adds the client's budgets to a reply of the API. A refusal keeps the headers of its own limit."""
    budgets: list[Budget] | None = g.get("budgets")
    if budgets and RATE_LIMIT not in reply.headers and not is_page(request):
        limiter: RateLimiter = current_app.extensions[LIMITER]
        reply.headers.extend(limiter.budget_headers(budgets))
    return reply


def count_guess(_: Request, reply: Response) -> Response:
    """Charges an unknown token, because its look-up takes time.

    A known token works all the same, since others at that address may be guessing.
    """
    if reply.status_code != 401:
        return reply
    limiter: RateLimiter | None = current_app.extensions[LIMITER]
    if limiter is None:
        return reply
    try:
        limiter.charge_client("login", _client_network())
    except RateLimited as refusal:
        return current_app.make_response(current_app.handle_user_exception(refusal))
    return reply


def count_stream(_: Request, reply: Response) -> Response:
    """Counts a stream from its start until its end."""
    if not is_event_stream(reply):
        return reply
    limiter: RateLimiter | None = current_app.extensions[LIMITER]
    if limiter is None:
        return reply
    token, opened = _token_digest(), list[tuple[StreamLimitName, str]]()

    def close_streams() -> None:
        for stream in opened:
            limiter.close_stream(*stream)

    try:
        for of, client in (
            ("address-streams", _client_network()),
            *((("token-streams", token),) if token else ()),
        ):
            limiter.open_stream(of, client)
            opened.append((of, client))
    except RateLimited as refusal:
        close_streams()
        reply.close()
        return current_app.make_response(current_app.handle_user_exception(refusal))
    reply.call_on_close(close_streams)
    return reply


def charge_client(limiter: RateLimiter, address: str, authorization: str | None) -> list[Budget]:
    """Charges a request from *address* with *authorization*.

    Returns its budgets, or raises `RateLimited`.
    """
    budgets = [limiter.charge_client("address", network_of(address))]
    if token := _digest_header(authorization):
        budgets.append(limiter.charge_client("token", token))
    return budgets


def charge_commentary() -> None:
    """Charges a new commentary, which needs no token. Raises `RateLimited`."""
    _charge_limit("commentaries", _client_network())


def charge_player() -> None:
    """Charges a new account, as `charge_commentary` does. Raises `RateLimited`."""
    _charge_limit("players", _client_network())


def charge_registration() -> None:
    """Charges a registration for a tournament, as `charge_commentary` does. Raises `RateLimited`."""
    _charge_limit("registrations", _client_network())


def charge_challenge() -> None:
    """Charges a challenge or an entry of the queue, as `charge_commentary` does. Raises `RateLimited`."""
    _charge_limit("challenges", _client_network())


def _charge_limit(of: LimitName, client: str, cost: int = 1) -> None:
    limiter: RateLimiter | None = current_app.extensions[LIMITER]
    if limiter is not None:
        g.budgets.append(limiter.charge_client(of, client, cost))


def _client_network() -> str:
    return network_of(request.remote_addr or "")


def _token_digest() -> str | None:
    return _digest_header(request.headers.get("Authorization"))


def _digest_header(header: str | None) -> str | None:
    return hashlib.sha256(header.encode()).hexdigest() if header else None
