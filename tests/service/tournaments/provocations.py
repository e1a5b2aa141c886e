"""How each kind of problem of tournaments, and of sites that follow them, comes about."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from werkzeug.test import TestResponse

from service.bootstrap import Services
from service.database.jobs import JobRow
from service.shared.digests import digest_token
from tests.service.client import Api, Json
from tests.service.feed.provocations import FOLLOWERS

from .desk import PLAN, WIN, Desk


def desk(api: Api, services: Services) -> Desk:
    """A tournament with two players."""
    return Desk.opens(api, services).registers("Ada", "Grace")


def opening(api: Api, services: Services, plan: Json) -> TestResponse:
    """The reply to an organizer who opens a tournament."""
    return api.post(
        "/api/v1/tournaments", PLAN | plan, services.api_tokens.issue_token("desk", ["organize"]).token
    )


def brought_twice(api: Api, services: Services) -> TestResponse:
    """The reply to an organizer who brings a tournament to where it was played."""
    over = desk(api, services).starts()
    over.enters(1, 1, WIN)
    over.did("close", stage=1, round=1)
    over.ends(services, overrule="One round is enough.")
    file = api.get(f"/api/v1/tournaments/{over.tournament}/export", over.token).get_json()
    return api.post("/api/v1/imports", file, over.token)


def job_over(api: Api, services: Services) -> TestResponse:
    """The reply to an organizer who cancels a job that is over."""
    token = services.api_tokens.issue_token("desk", ["organize"]).token
    services.store.jobs.add_job(JobRow("j-1", "pair", "", digest_token(token), "done", 1, 1, result=b"{}"))
    return api.app.test_client().delete("/api/v1/jobs/j-1", headers={"Authorization": f"Bearer {token}"})


TOURNAMENTS: Mapping[str, Callable[[Api, Services], TestResponse]] = {
    **FOLLOWERS,
    "job-over": job_over,
    "unknown-job": lambda api, services: api.get("/api/v1/jobs/nobodys", desk(api, services).token),
    "tournament-taken": brought_twice,
    "unknown-tournament": lambda api, _: api.get("/api/v1/tournaments/T-1NG2V9SR8ZY8"),
    "unknown-round": lambda api, services: api.get(
        f"/api/v1/tournaments/{desk(api, services).tournament}/rounds/9"
    ),
    "not-registered": lambda api, services: desk(api, services).does("drop", player="p-0000000000000000"),
    "invalid-roster": lambda api, services: desk(api, services).does("register", players=[{"name": " "}]),
    "invalid-report": lambda api, services: api.post(
        "/api/v1/tournaments/report",
        {"report": "no records", "game": "arena"},
        services.api_tokens.issue_token("desk", ["organize"]).token,
    ),
    "invalid-plan": lambda api, services: opening(api, services, {"cards": "nobodys"}),
    "unsound": lambda api, services: opening(api, services, {"stages": [{"format": "swiss"}]}),
    "not-now": lambda api, services: desk(api, services).does("cut"),
    "warned": lambda api, services: desk(api, services).starts().does("close", stage=1, round=1),
}
