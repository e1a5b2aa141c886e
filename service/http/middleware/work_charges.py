"""Charges each request with the processor time that it takes, and refuses costly ones without a budget."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from flask import Request, Response, current_app, g

from ...eventstore.store import Unavailable
from ..heavy import is_costly
from ..services import services
from .rate_limit import Budget
from .work_accounts import Owner, WorkAccounts

OWNER, BUDGET = "recount.owner", "recount.budget"
"""The keys of the environment with the owner of a request and its budget of work.

The process that put them there charges the owner.
"""


def start_work(request: Request) -> None:
    """Finds the owner of *request*. Raises `RateLimited` for costly work of one without a budget."""
    budget: Budget | None = request.environ.get(BUDGET)
    if OWNER in request.environ:
        g.owner = request.environ[OWNER]
    elif "services" in current_app.extensions:  # a plain application has none
        accounts = services()[WorkAccounts]
        g.work_start, address = time.thread_time(), request.remote_addr or ""
        try:
            g.owner = accounts.owner_of(address, request.headers.get("Authorization"))
        except Unavailable:  # reads go on without a store for writes, and networks pay for them
            g.owner = accounts.owner_of(address, None)
        if is_costly(current_app.view_functions.get(request.endpoint or "")):
            budget = accounts.check_budget(g.owner)
    if budget is not None:
        g.budgets.append(budget)


def charge_work(_: Request, reply: Response) -> Response:
    """Charges the owner of a request with the time of its thread."""
    start: float | None = g.get("work_start")
    if start is not None:
        services()[WorkAccounts].charge_work(g.owner, 1000 * (time.thread_time() - start))
    return reply


def charge_chunks(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yields *chunks*, which a reply creates after its view, and charges their owner with the time."""
    owner, start = request_owner(), time.thread_time()
    try:
        yield from chunks
    finally:
        services()[WorkAccounts].charge_work(owner, 1000 * (time.thread_time() - start))


def request_owner() -> Owner:
    """Returns the owner of the work for this request."""
    owner: Owner = g.owner
    return owner
