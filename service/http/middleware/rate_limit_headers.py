"""Limiting: every request is counted before it is answered, and one too many is refused."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, Request, Response, current_app, g, request

from ...settings import Settings
from ..pages import is_page
from ..sse import is_event_stream
from .networks import network
from .rate_limit import RATE_LIMIT, Budget, Of, Open, RateLimited, RateLimiter

LIMITER = "rate_limiter"

View = TypeVar("View", bound=Callable[..., Any])


def unlimited(view: View) -> View:
    """Marks *view* as one that is never refused, however often it is asked."""
    view.unlimited = True  # type: ignore[attr-defined]
    return view


def init_app(app: Flask, settings: Settings) -> None:
    """Lets *app* count requests if *settings* limit them."""
    limits = settings.limits
    app.extensions[LIMITER] = None if limits is None else RateLimiter(limits, settings.redis_url)


def count_request(request: Request) -> None:
    """Counts *request*, unless its view is unlimited; raises `RateLimited`."""
    limiter: RateLimiter | None = current_app.extensions[LIMITER]
    if limiter is None:
        return
    view = current_app.view_functions.get(request.endpoint or "")
    if not getattr(view, "unlimited", False):
        g.budgets = count(limiter, request.remote_addr or "", request.headers.get("Authorization"))


def show_budgets(request: Request, reply: Response) -> Response:
    """Tells the client of the API its budgets; a refusal tells of the limit that refused."""
    budgets: list[Budget] | None = g.get("budgets")
    if budgets and RATE_LIMIT not in reply.headers and not is_page(request):
        limiter: RateLimiter = current_app.extensions[LIMITER]
        reply.headers.extend(limiter.headers(budgets))
    return reply


def count_guess(_: Request, reply: Response) -> Response:
    """Counts an unknown token: none is ever found by chance, but looking one up takes time.

    A token that is known is good all the same: others at that address may be guessing.
    """
    if reply.status_code != 401:
        return reply
    limiter: RateLimiter | None = current_app.extensions[LIMITER]
    if limiter is None:
        return reply
    try:
        limiter.let("login", _address())
    except RateLimited as refusal:
        return current_app.make_response(current_app.handle_user_exception(refusal))
    return reply


def count_stream(_: Request, reply: Response) -> Response:
    """Counts a stream when it is opened, and while it is open."""
    if not is_event_stream(reply):
        return reply
    limiter: RateLimiter | None = current_app.extensions[LIMITER]
    if limiter is None:
        return reply
    token, held = _token(), list[tuple[Open, str]]()

    def leave() -> None:
        for one in held:
            limiter.close(*one)

    try:
        for of, who in (("address-streams", _address()), *((("token-streams", token),) if token else ())):
            limiter.open(of, who)
            held.append((of, who))
    except RateLimited as refusal:
        leave()
        reply.close()
        return current_app.make_response(current_app.handle_user_exception(refusal))
    reply.call_on_close(leave)
    return reply


def count(limiter: RateLimiter, address: str, authorization: str | None) -> list[Budget]:
    """Counts a request from *address* with *authorization*; returns its budgets, or raises `RateLimited`."""
    budgets = [limiter.let("address", network(address))]
    if token := _hashed(authorization):
        budgets.append(limiter.let("token", token))
    return budgets


def open_commentary() -> None:
    """Counts that somebody opens a commentary, for which nobody has to say who they are.

    Raises `RateLimited`.
    """
    _charge("commentaries", _address())


def make_player() -> None:
    """Counts that somebody makes an account, as `open_commentary` does; raises `RateLimited`."""
    _charge("players", _address())


def count_registration() -> None:
    """Counts that somebody registers for a tournament, as `open_commentary` does; raises `RateLimited`."""
    _charge("registrations", _address())


def asker() -> str:
    """Returns whose request this is, as far as that is known."""
    return _token() or _address()


def spend(facts: int) -> None:
    """Counts that so many *facts* are about to be gone through for a reply; raises `RateLimited`."""
    if not facts:
        return
    _charge("address-cost", _address(), facts)
    if token := _token():
        _charge("token-cost", token, facts)


def _charge(of: Of, client: str, cost: int = 1) -> None:
    limiter: RateLimiter | None = current_app.extensions[LIMITER]
    if limiter is not None:
        g.budgets.append(limiter.let(of, client, cost))


def _address() -> str:
    return network(request.remote_addr or "")


def _token() -> str | None:
    return _hashed(request.headers.get("Authorization"))


def _hashed(header: str | None) -> str | None:
    return hashlib.sha256(header.encode()).hexdigest() if header else None
