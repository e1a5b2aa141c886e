"""Subscriptions as integrators and operators see them: made, listed, told once more, ended."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from domain.published import to_text
from service.app import services_of
from service.bootstrap import Services
from service.cli import main
from service.settings import Settings

from ..applications import serving
from ..client import Api, Json, json_of
from ..http.test_document import fits
from .integrators import Integrator, Post, feed
from .receivers import Receiver


def test_webhooks_are_for_integrators_and_each_sees_the_own_ones(
    api: Api, services: Services, league: Integrator
) -> None:
    mine = league.subscribes("https://league.example/hooks")
    rival = Integrator(api, services, "rival")
    theirs = rival.subscribes("https://rival.example/hooks")
    assert [one["id"] for one in league.looks()["items"]] == [mine["id"]]
    assert [one["id"] for one in rival.looks()["items"]] == [theirs["id"]]
    for ask in (
        api.get(f"/api/v1/webhooks/{mine['id']}", rival.token),
        api.get(f"/api/v1/webhooks/{mine['id']}/deliveries", rival.token),
        api.post(f"/api/v1/webhooks/{mine['id']}/rotate", None, rival.token),
        api.post(f"/api/v1/webhooks/{mine['id']}/redeliver", {"after": 0}, rival.token),
    ):
        assert (ask.status_code, json_of(ask)["type"]) == (404, "/api/v1/problems/unknown-webhook")
    judge = services.api_tokens.issue_token("judge-7f3a", ["judge", "organize", "read"]).token
    assert api.get("/api/v1/webhooks", judge).status_code == 403
    assert api.get("/api/v1/webhooks").status_code == 401


@pytest.mark.parametrize(
    ("asked", "pointer", "why"),
    [
        ({"url": "http://league.example/"}, "/url", "begins with “https://”"),
        ({"url": "ftp://league.example/"}, "/url", "begins with “https://”"),
        ({"url": "https://me:secret@league.example/"}, "/url", "without a name or a password"),
        ({"url": "https:///hooks"}, "/url", "leads to a host"),
        ({"url": "https://[::1"}, "/url", "This is no URL"),
        ({"url": "https://10.0.0.7/"}, "/url", "10.0.0.7 is no public address."),
        ({"url": "https://[::ffff:127.0.0.1]/"}, "/url", "is no public address"),
        ({"url": "https://[3fff::7]/"}, "/url", "3fff::7 is no public address."),
        ({"url": "https://192.88.99.1/"}, "/url", "192.88.99.1 is no public address."),
        ({"url": "https://league.example:99999/"}, "/url", "99999 is no port"),
        ({"url": "https://league.example:0/"}, "/url", "0 is no port"),
        ({"url": "https://league.example/", "types": ["arena.", "chess."]}, "/types/1", "No fact is"),
        ({"url": "https://league.example/", "player": "Zoe"}, "/player", "Nobody is called “Zoe” here."),
        ({"url": "https://league.example/", "match": "x"}, "/match", "names no match"),
        ({"url": "https://league.example/", "colour": "x"}, "/colour", "Unknown field."),
        ({}, "/url", "required"),
    ],
)  # fmt: skip
def test_what_cannot_be_told_is_refused_in_words(tmp_path: Path, asked: Json, pointer: str, why: str) -> None:
    with serving(Settings(data=tmp_path, runner=False)) as app:
        api = Api(app)
        reply = api.post("/api/v1/webhooks", asked, Integrator(api, services_of(app)).token)
    assert reply.status_code == 422
    [error] = json_of(reply)["errors"]
    assert error["pointer"] == pointer
    assert why in error["detail"]


def test_a_webhook_that_was_ended_is_told_nothing_more(
    league: Integrator, post: Post, receiver: Receiver
) -> None:
    webhook = league.subscribes(receiver.url)
    league.api.opens()
    delete = league.api.app.test_client().delete
    bearer = {"Authorization": f"Bearer {league.token}"}
    assert delete(f"/api/v1/webhooks/{webhook['id']}", headers=bearer).status_code == 204
    post.goes_round()
    assert receiver.heard == []
    assert post.dispatcher.deliver_batch(webhook["id"]) == 0
    assert delete(f"/api/v1/webhooks/{webhook['id']}", headers=bearer).status_code == 404
    assert league.looks()["items"] == []


def test_what_was_tried_is_told_page_by_page(league: Integrator, post: Post, receiver: Receiver) -> None:
    webhook = league.subscribes(receiver.url)
    for _ in range(3):
        league.api.opens()
    post.goes_round()
    log = f"/{webhook['id']}/deliveries"
    page = league.looks(f"{log}?limit=2")
    rest = league.looks(f"{log}?limit=2&cursor={page['next']}")
    assert rest["next"] is None
    tried = [*page["items"], *rest["items"]]
    assert [one["message"] for one in tried] == receiver.ids[::-1]
    assert {(one["status"], one["attempt"], one["trouble"], one["next"]) for one in tried} == {
        (204, 1, None, None)
    }
    assert all(0 <= one["duration_ms"] < 15_000 and one["at"] == to_text(post.clock.now) for one in tried)


def test_everything_can_be_told_once_more_from_any_position(
    league: Integrator, post: Post, receiver: Receiver
) -> None:
    league.api.opens()
    webhook = league.subscribes(receiver.url)
    league.api.opens()
    league.api.opens()
    post.goes_round()
    heard = receiver.ids
    path = f"/api/v1/webhooks/{webhook['id']}/redeliver"
    between = receiver.heard[0].notice["position"]
    assert json_of(league.api.post(path, {"after": between}, league.token))["position"] == between
    post.goes_round()
    assert receiver.ids == [*heard, heard[1]]
    league.api.post(path, {"after": 0}, league.token)
    post.goes_round()
    assert receiver.ids[3:] == [f"{notice['subject']['id']}-{notice['seq']}" for notice in feed(league.api)]
    # What has not happened yet is not skipped.
    last = league.looks(f"/{webhook['id']}")["last"]
    refused = league.api.post(path, {"after": last + 1}, league.token)
    assert (refused.status_code, json_of(refused)["type"]) == (409, "/api/v1/problems/position-ahead")
    assert json_of(refused)["end"] == league.looks(f"/{webhook['id']}")["position"] == last


def test_a_webhook_tells_of_which_log_its_positions_are(
    league: Integrator, post: Post, receiver: Receiver
) -> None:
    league.subscribes(receiver.url)
    league.api.opens()
    post.goes_round()
    assert [one.notice["log"] for one in receiver.heard] == [json_of(league.api.get("/api/v1/facts"))["log"]]


def test_the_document_tells_what_webhooks_are_answered_with(
    league: Integrator, post: Post, receiver: Receiver
) -> None:
    document = json_of(league.api.get("/api/v1/openapi.json"))
    webhook = league.subscribes(receiver.url, types=["table."])
    league.api.opens()
    post.goes_round()
    fits(document, "NewWebhook", webhook)
    fits(document, "Webhook", league.looks(f"/{webhook['id']}"))
    fits(document, "WebhookList", league.looks())
    fits(document, "DeliveryList", league.looks(f"/{webhook['id']}/deliveries"))
    fits(document, "Notice", receiver.heard[0].notice)


def test_the_backlog_is_what_enabled_webhooks_are_behind(
    league: Integrator, post: Post, receiver: Receiver, services: Services
) -> None:
    one, _ = league.subscribes(receiver.url), league.subscribes(receiver.url)
    before = services.feed.find_end()
    league.api.seat_pair()
    behind = services.feed.find_end() - before
    assert services.webhooks.count_backlog() == 2 * behind
    services.webhooks.disable_subscription(one["id"], "Enough.")
    assert services.webhooks.count_backlog() == behind
    post.goes_round()
    assert services.webhooks.count_backlog() == 0


def test_an_operator_lists_disables_and_redelivers(
    league: Integrator, post: Post, receiver: Receiver, settings: Settings
) -> None:
    environment = {**settings.store, "RECOUNT_DATA": str(settings.data), "REDIS_URL": settings.redis_url}

    def runs(*words: str, code: int = 0) -> str:
        result = CliRunner(env=environment).invoke(main, ["webhook", *words])
        assert result.exit_code == code, result.output
        return result.output

    league.api.opens()
    webhook = league.subscribes(receiver.url)
    line = f"{webhook['id']}  league  {receiver.url}  at {webhook['position']}, "
    league.api.opens()
    assert runs("list") == f"{line}1 behind\n"
    assert runs("disable", webhook["id"], "--because", "It answers nobody.") == (
        f"{line}disabled: It answers nobody.\n"
    )
    post.goes_round()
    assert receiver.heard == []
    assert runs("redeliver", webhook["id"], "--after", str(webhook["position"])) == f"{line}1 behind\n"
    post.goes_round()
    assert len(receiver.heard) == 1
    assert "There is no webhook wh-0." in runs("disable", "wh-0", code=1)
