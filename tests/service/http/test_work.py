"""Work has an owner: an account of processor time for each API token, or else for each network."""

from __future__ import annotations

import time

import pytest

from service.bootstrap import Services
from service.http.middleware.rate_limit import RateLimited
from service.http.middleware.work_accounts import BATCH_MS, FRESH_SECONDS, Owner, WorkAccounts
from service.settings import Settings
from service.shared.limits import Limits
from tests.service.client import Api

NARROW = Limits(address_work="100/minute", token_work="300/minute")


def accounts(redis_url: str = "", limits: Limits | None = NARROW) -> WorkAccounts:
    """Returns the accounts of a process that has the API token “club”."""
    return WorkAccounts(
        Settings(limits=limits, redis_url=redis_url),
        b"a secret",
        lambda token: "c1ub" if token == "club" else "",
    )


def is_exhausted(work: WorkAccounts, owner: Owner) -> bool:
    """Tells whether *owner* has no budget left."""
    try:
        work.check_budget(owner)
    except RateLimited:
        return True
    return False


def test_an_api_token_pays_for_itself_and_all_others_by_network() -> None:
    work = accounts()
    ada, ada_seated, eve = (
        work.owner_of("2001:db8::1", None),
        work.owner_of("2001:db8::2", "Bearer the-token-of-a-seat"),
        work.owner_of("2001:db8:0:1::1", "Bearer guessed"),
    )
    assert ada == ada_seated != eve
    assert work.owner_of("2001:db8::1", "Bearer club") == "token:c1ub"
    assert "2001" not in ada


def test_the_owner_of_an_account_is_the_same_in_each_process_and_unknown_without_the_secret() -> None:
    one, other = accounts(), WorkAccounts(Settings(limits=NARROW), b"another", lambda token: "")
    assert accounts().owner_of("192.0.2.1", None) == one.owner_of("192.0.2.1", None)
    assert other.owner_of("192.0.2.1", None) != one.owner_of("192.0.2.1", None)


def test_work_is_refused_once_the_time_of_the_window_is_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    work, now = accounts(), time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    ada, club = work.owner_of("192.0.2.1", None), work.owner_of("192.0.2.1", "Bearer club")
    for owner in (ada, club):
        work.charge_work(owner, 60.5)
        work.charge_work(owner, 60.5)
    assert (is_exhausted(work, ada), is_exhausted(work, club)) == (True, False)
    monkeypatch.setattr(time, "monotonic", lambda: now + 60)
    assert not is_exhausted(work, ada)
    assert work.spent_work(ada) < 1


def test_small_work_adds_up() -> None:
    work = accounts()
    ada = work.owner_of("192.0.2.1", None)
    for _ in range(500):
        work.charge_work(ada, 0.5)
    assert work.spent_work(ada) == 250
    assert is_exhausted(work, ada)


def test_processes_share_an_account_where_there_is_redis(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = accounts(redis_url), accounts(redis_url)
    ada, now = one.owner_of("192.0.2.1", None), time.monotonic()
    assert not is_exhausted(other, ada)
    one.charge_work(ada, 101 + BATCH_MS)
    monkeypatch.setattr(time, "monotonic", lambda: now + 2 * FRESH_SECONDS)
    assert is_exhausted(other, ada)


def test_without_limits_work_is_counted_and_never_refused() -> None:
    work = accounts(limits=None)
    ada = work.owner_of("192.0.2.1", None)
    work.charge_work(ada, 1e9)
    assert work.spent_work(ada) == 1e9
    assert work.check_budget(ada) is None


def test_each_request_is_charged_with_the_time_that_it_takes(api: Api, services: Services) -> None:
    ada = services.work.owner_of("127.0.0.1", None)
    match = api.opens()["id"]
    before = services.work.spent_work(ada)
    api.get(f"/m/{match}")
    assert before < services.work.spent_work(ada) < before + 60_000


def test_a_review_is_charged_with_the_time_of_its_process(api: Api, services: Services) -> None:
    pair = api.seat_pair()
    judge = services.api_tokens.issue_token("judge-7f3a", ["judge"])
    assert pair.blue.answers("e1", after=pair.blue.looks()["seq"]).status_code == 201
    before = time.perf_counter()
    review = api.get(f"/api/v1/matches/{pair.blue.match}/review", judge.token)
    took = 1000 * (time.perf_counter() - before)
    assert '"type":"review"' in review.text.replace(": ", ":")
    assert 50 < services.work.spent_work(f"token:{judge.api_token.id}") < 2 * took
