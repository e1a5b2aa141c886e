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
_WORK = "recount.work"
"""The key of the environment with the accounts, the owner and the start of work that this process charges.
"""


def start_work(request: Request) -> None:
    """Finds the owner of *request*. Raises `RateLimited` for costly work of one without a budget."""
    environ = request.environ
    budget: Budget | None = environ.get(BUDGET)
    if OWNER in environ:
        g.owner = environ[OWNER]
    elif (registry := current_app.extensions.get("services")) is not None:  # a plain application has none
        start, accounts = time.thread_time(), registry[WorkAccounts]
        owner = _find_owner(accounts, request.remote_addr or "", environ.get("HTTP_AUTHORIZATION"))
        g.owner, environ[_WORK] = owner, (accounts, owner, start)
        if is_costly(current_app.view_functions.get(request.endpoint or "")):
            budget = accounts.check_budget(owner)
    if budget is not None:
        g.budgets.append(budget)


def _find_owner(accounts: WorkAccounts, address: str, authorization: str | None) -> Owner:
    try:
        return accounts.owner_of(address, authorization)
    except Unavailable:  # reads go on without a store for writes, and networks pay for them
        return accounts.owner_of(address, None)


def charge_work(request: Request, reply: Response) -> Response:
    """Charges the owner of a request with the time of its thread."""
    work: tuple[WorkAccounts, Owner, float] | None = request.environ.get(_WORK)
    if work is not None:
        accounts, owner, start = work
        accounts.charge_work(owner, 1000 * (time.thread_time() - start))
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
