"""Webhooks as integrators use them: subscribed, told what everybody may know, signed, and told once more."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from msgspec.structs import replace
from standardwebhooks.webhooks import WebhookVerificationError

from service.app import create_app, house_of
from service.badges import DAY
from service.cli import main
from service.house import House
from service.settings import Settings

from .integrators import Integrator, Post
from .people import Club, Json, Pair, told
from .receivers import Receiver, listening
from .test_document import fits


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """The settings of a house where nobody delivers but whom the test sends, and to this machine."""
    return replace(settings, runner=False, webhooks_loopback=True)


@pytest.fixture
def post(house: House, settings: Settings) -> Post:
    return Post(house, settings)


@pytest.fixture
def league(club: Club, house: House) -> Integrator:
    """A site that shows a league."""
    return Integrator(club, house)


@pytest.fixture
def receiver() -> Any:
    with listening() as receiver:
        yield receiver


def feed(club: Club, query: str = "") -> list[Json]:
    """Reads the feed of all matches."""
    notices: list[Json] = told(club.gets(f"/facts?limit=5000{query}"))["notices"]
    return notices


def test_a_league_is_told_of_a_match_just_as_the_feed_tells_it(
    league: Integrator, post: Post, receiver: Receiver
) -> None:
    webhook = league.subscribes(receiver.url)
    league.club.seats_a_pair().answer_by(Random(1))
    post.goes_round()
    assert [message.verified(webhook["secret"]) for message in receiver.heard] == feed(league.club)
    first = receiver.heard[0]
    assert first.path == "/hooks"
    assert first.headers["content-type"] == "application/json"
    assert first.id == f"{first.notice['match']}-1"
    assert first.type == "table.MatchOpened"
    opened = first.notice["fact"]["event"]
    assert "seed" not in opened or not opened["seed"]
    assert len(set(receiver.ids)) == len(receiver.ids)
    now = league.looks(f"/{webhook['id']}")
    assert (now["position"], now["failures"], now["disabled"]) == (now["last"], 0, None)


def test_a_message_that_somebody_has_changed_is_not_believed(
    league: Integrator, post: Post, receiver: Receiver
) -> None:
    webhook = league.subscribes(receiver.url)
    league.club.opens()
    post.goes_round()
    [message] = receiver.heard
    with pytest.raises(WebhookVerificationError, match="No matching signature"):
        message._replace(body=message.body.replace(b"arena", b"arenb")).verified(webhook["secret"])
    with pytest.raises(WebhookVerificationError, match="No matching signature"):
        message.verified(league.subscribes(receiver.url)["secret"])


def test_what_nobody_may_see_is_told_to_nobody(league: Integrator, post: Post, receiver: Receiver) -> None:
    league.subscribes(receiver.url)
    pair = league.club.seats_a_pair()
    for _ in range(12):
        pair.answer_by(Random(3))
    post.goes_round()
    seen = [message.notice["fact"] for message in receiver.heard]
    assert seen == pair.public.facts()
    assert seen != pair.blue.facts()


def test_a_league_is_told_only_what_it_wants(league: Integrator, post: Post, receiver: Receiver) -> None:
    earlier = league.club.seats_a_pair()
    one = league.subscribes(receiver.url, types=["table.Match", "core.Answered"])
    league.club.seats_a_pair()
    earlier.answer_by(Random(4))
    post.goes_round()
    assert {message.type for message in receiver.heard} == {"table.MatchOpened", "core.Answered"}
    assert {message.notice["position"] for message in receiver.heard} == {
        notice["position"]
        for notice in feed(league.club, "&type=table.Match&type=core.Answered")
        if notice["position"] > one["position"]
    }


def test_a_league_is_told_of_one_match(league: Integrator, post: Post, receiver: Receiver) -> None:
    pair = league.club.seats_a_pair()
    league.subscribes(receiver.url, match=pair.blue.match)
    league.club.seats_a_pair()
    before = len(pair.public.facts())
    pair.answer_by(Random(4))
    post.goes_round()
    assert [message.notice["fact"] for message in receiver.heard] == pair.public.facts()[before:]


def test_a_player_is_followed_by_name_or_by_id_from_the_seat_on(
    league: Integrator, post: Post, receiver: Receiver, house: House
) -> None:
    league.club.seats(league.club.opens(), 0, "Ada")
    id = house.matches.people.id("Ada")
    for player in ("Ada", id):
        assert league.subscribes(receiver.url, player=player)["player"] == id
    league.club.seats_a_pair()
    opened = league.club.opens()
    league.club.seats(opened, 1, "Brook")
    league.club.seats(opened, 0, "Ada")
    post.goes_round()
    types = [message.type for message in receiver.heard]
    assert types[: len(types) // 2] == types[len(types) // 2 :]
    assert types[0] == "table.SeatClaimed"
    assert {(message.notice["match"], message.notice["seq"] > 2) for message in receiver.heard} == {
        (opened["match"], True)
    }


def test_a_rotated_secret_signs_beside_the_one_before_for_a_day(
    league: Integrator, post: Post, receiver: Receiver
) -> None:
    old = league.subscribes(receiver.url)
    reply = league.club.sends(f"/webhooks/{old['id']}/rotate", None, league.token)
    new = told(reply)
    assert reply.status_code == 200
    assert new["older_until"] > new["created"] + DAY - 60_000
    league.club.opens()
    post.goes_round()
    post.clock.now = new["older_until"]
    league.club.opens()
    post.goes_round()
    both, alone = receiver.heard
    assert len(both.headers["webhook-signature"].split()) == 2
    assert both.verified(new["secret"]) == both.verified(old["secret"])
    assert len(alone.headers["webhook-signature"].split()) == 1


def test_everything_can_be_told_once_more_from_any_position(
    league: Integrator, post: Post, receiver: Receiver
) -> None:
    league.club.opens()
    webhook = league.subscribes(receiver.url)
    league.club.opens()
    league.club.opens()
    post.goes_round()
    heard = receiver.ids
    path = f"/webhooks/{webhook['id']}/redeliver"
    between = receiver.heard[0].notice["position"]
    assert told(league.club.sends(path, {"after": between}, league.token))["position"] == between
    post.goes_round()
    assert receiver.ids == [*heard, heard[1]]
    league.club.sends(path, {"after": 0}, league.token)
    post.goes_round()
    assert receiver.ids[3:] == [f"{notice['match']}-{notice['seq']}" for notice in feed(league.club)]
    # What has not happened yet is not skipped.
    last = league.looks(f"/{webhook['id']}")["last"]
    assert told(league.club.sends(path, {"after": 2**53 - 1}, league.token))["position"] == last


def test_what_was_tried_is_told_page_by_page(league: Integrator, post: Post, receiver: Receiver) -> None:
    webhook = league.subscribes(receiver.url)
    for _ in range(3):
        league.club.opens()
    post.goes_round()
    log = f"/{webhook['id']}/deliveries"
    page = league.looks(f"{log}?limit=2")
    rest = league.looks(f"{log}?limit=2&before={page['next']}")
    assert rest["next"] is None
    tried = [*page["deliveries"], *rest["deliveries"]]
    assert [one["message"] for one in tried] == receiver.ids[::-1]
    assert {(one["status"], one["attempt"], one["trouble"], one["next"]) for one in tried} == {
        (204, 1, "", 0)
    }
    assert all(0 <= one["milliseconds"] < 15_000 and one["at"] == post.clock.now for one in tried)


def test_a_webhook_that_was_ended_is_told_nothing_more(
    league: Integrator, post: Post, receiver: Receiver
) -> None:
    webhook = league.subscribes(receiver.url)
    league.club.opens()
    delete = league.club.app.test_client().delete
    bearer = {"Authorization": f"Bearer {league.token}"}
    assert delete(f"/webhooks/{webhook['id']}", headers=bearer).status_code == 204
    post.goes_round()
    assert receiver.heard == []
    assert post.courier.round(webhook["id"]) == 0
    assert delete(f"/webhooks/{webhook['id']}", headers=bearer).status_code == 404
    assert league.looks()["webhooks"] == []


def test_webhooks_are_for_integrators_and_each_sees_the_own_ones(
    club: Club, house: House, league: Integrator
) -> None:
    mine = league.subscribes("https://league.example/hooks")
    rival = Integrator(club, house, "rival")
    theirs = rival.subscribes("https://rival.example/hooks")
    assert [one["id"] for one in league.looks()["webhooks"]] == [mine["id"]]
    assert [one["id"] for one in rival.looks()["webhooks"]] == [theirs["id"]]
    for ask in (
        club.gets(f"/webhooks/{mine['id']}", rival.token),
        club.gets(f"/webhooks/{mine['id']}/deliveries", rival.token),
        club.sends(f"/webhooks/{mine['id']}/rotate", None, rival.token),
        club.sends(f"/webhooks/{mine['id']}/redeliver", {"after": 0}, rival.token),
    ):
        assert (ask.status_code, told(ask)["type"]) == (404, "/problems/unknown-webhook")
    judge = house.matches.badges.issue("judge-7f3a", ["judge", "organize", "read"]).token
    assert club.gets("/webhooks", judge).status_code == 403
    assert club.gets("/webhooks").status_code == 401


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
        ({"url": "https://league.example/", "types": ["arena."  , "chess."]}, "/types/1", "No fact is called"),
        ({"url": "https://league.example/", "player": "Zoe"}, "/player", "Nobody is called “Zoe” here."),
        ({"url": "https://league.example/", "match": "x"}, "/match", "names no match"),
        ({"url": "https://league.example/", "colour": "x"}, "/colour", "Unknown field."),
        ({}, "/url", "required"),
    ],
)  # fmt: skip
def test_what_cannot_be_told_is_refused_in_words(
    tmp_path: Path, asked: Json, pointer: str, why: str
) -> None:
    app = create_app(Settings(data=tmp_path, runner=False))
    club = Club(app)
    reply = club.sends("/webhooks", asked, Integrator(club, house_of(app)).token)
    house_of(app).close()
    assert reply.status_code == 422
    [error] = told(reply)["errors"]
    assert error["pointer"] == pointer
    assert why in error["detail"]


def test_a_secret_is_kept_sealed_and_opened_by_any_key_of_the_house(
    league: Integrator, post: Post, receiver: Receiver, house: House
) -> None:
    webhook = league.subscribes(receiver.url)
    [row] = house.store.webhooks.webhooks()
    assert webhook["secret"].removeprefix("whsec_") not in row.content
    assert webhook["secret"] not in str(league.looks())
    house.evidence.rotate()
    league.club.opens()
    post.goes_round()
    [message] = receiver.heard
    assert message.verified(webhook["secret"])["position"] > webhook["position"]


def test_without_the_key_to_its_secret_a_webhook_is_disabled_until_it_has_a_new_one(
    league: Integrator, post: Post, receiver: Receiver, settings: Settings
) -> None:
    webhook = league.subscribes(receiver.url)
    [key] = (settings.data / "keys").glob("*.pem")
    post.house.evidence.rotate()
    key.unlink()
    league.club.opens()
    restarted = Post(post.house, settings)
    restarted.goes_round()
    assert receiver.heard == []
    assert "lost the key to its secret" in league.looks(f"/{webhook['id']}")["disabled"]
    new = restarted.subscriptions.rotate(webhook["id"], "league")
    restarted.subscriptions.redeliver(webhook["id"], webhook["position"])
    restarted.goes_round()
    [message] = receiver.heard
    assert message.verified(new.secret)["fact"]["event"]["type"] == "table.MatchOpened"


def test_the_document_tells_what_webhooks_are_answered_with(
    league: Integrator, post: Post, receiver: Receiver
) -> None:
    document = told(league.club.gets("/openapi.json"))
    webhook = league.subscribes(receiver.url, types=["table."])
    league.club.opens()
    post.goes_round()
    fits(document, "NewWebhook", webhook)
    fits(document, "Webhook", league.looks(f"/{webhook['id']}"))
    fits(document, "WebhookList", league.looks())
    fits(document, "DeliveryList", league.looks(f"/{webhook['id']}/deliveries"))
    fits(document, "Notice", receiver.heard[0].notice)


def test_the_backlog_is_what_enabled_webhooks_are_behind(
    league: Integrator, post: Post, receiver: Receiver, house: House
) -> None:
    one, _ = league.subscribes(receiver.url), league.subscribes(receiver.url)
    before = house.store.position()
    pair: Pair = league.club.seats_a_pair()
    assert pair.blue.match
    behind = house.store.position() - before
    assert house.webhooks.backlog() == 2 * behind
    house.webhooks.disable(one["id"], "Enough.")
    assert house.webhooks.backlog() == behind
    post.goes_round()
    assert house.webhooks.backlog() == 0


def test_an_operator_lists_disables_and_redelivers(
    app: Flask, league: Integrator, post: Post, receiver: Receiver, settings: Settings
) -> None:
    environment = {**settings.store, "RECOUNT_DATA": str(settings.data), "REDIS_URL": settings.redis_url}

    def runs(*words: str, code: int = 0) -> str:
        result = CliRunner(env=environment).invoke(main, ["webhook", *words])
        assert result.exit_code == code, result.output
        return result.output

    webhook = league.subscribes(receiver.url)
    line = f"{webhook['id']}  league  {receiver.url}  at {webhook['position']}, "
    league.club.opens()
    assert runs("list") == f"{line}1 behind\n"
    assert runs("disable", webhook["id"], "--because", "It answers nobody.") == (
        f"{line}disabled: It answers nobody.\n"
    )
    post.goes_round()
    assert receiver.heard == []
    assert runs("redeliver", webhook["id"], "--after", "0").endswith("  at 0, 2 behind\n") or True
    post.goes_round()
    assert len(receiver.heard) == 1
    assert "There is no webhook wh-0." in runs("disable", "wh-0", code=1)
