"""Which problems there are: each of our errors is of a kind that is told of, and what a new one needs."""

from __future__ import annotations

import pytest
from werkzeug.test import TestResponse

from domain.errors import RecountError
from service.bootstrap import Services
from service.http.problem_types import KINDS, STATUSES
from tests.service.client import Pair, json_of


def declared(error: type[RecountError] = RecountError) -> set[str]:
    """The kinds that our errors say they are of."""
    return {error.slug}.union(*map(declared, error.__subclasses__()))


def test_each_kind_is_that_of_an_error_of_ours_or_of_the_framework() -> None:
    own = declared() - {"", *STATUSES.values()}  # an error of ours may be of a kind of the framework, too
    assert own == KINDS.keys() - STATUSES.values()


def met(error: RecountError, pair: Pair, services: Services, monkeypatch: pytest.MonkeyPatch) -> TestResponse:
    """The reply to somebody whose request meets *error*."""

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(services.repository, "load_facts", fail)
    return pair.public.get("/facts")


def test_an_error_is_a_problem_by_its_slug_alone(
    pair: Pair, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Closed(RecountError):
        """Nobody is there."""

        slug = "busy"

    problem = json_of(met(Closed(), pair, services, monkeypatch))
    assert (problem["type"], problem["status"]) == ("/api/v1/problems/busy", KINDS["busy"].status)


def test_an_error_that_no_request_should_lead_to_is_a_failure(
    pair: Pair, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    reply = met(RecountError("The key is hunter2."), pair, services, monkeypatch)
    assert (reply.status_code, json_of(reply)["type"]) == (500, "/api/v1/problems/internal")
    assert "hunter2" not in reply.text
