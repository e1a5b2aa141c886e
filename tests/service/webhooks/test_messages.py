"""Messages: what integrators want to hear of what everybody may know, signed with their secrets."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

import pytest
from standardwebhooks.webhooks import WebhookVerificationError

from service.bootstrap import Services
from service.settings import Settings

from ..client import json_of
from ..tournaments.desk import Desk
from .integrators import Integrator, Post, feed
from .receivers import Receiver


def test_a_league_is_told_of_a_match_just_as_the_feed_tells_it(
    league: Integrator, post: Post, receiver: Receiver
) -> None:
    webhook = league.subscribes(receiver.url)
    league.api.seat_pair().answer_by(Random(1))
    post.goes_round()
    assert [message.verified(webhook["secret"]) for message in receiver.heard] == feed(league.api)
    first = receiver.heard[0]
    assert first.path == "/hooks"
    assert first.headers["content-type"] == "application/json"
    assert first.id == f"{first.notice['subject']['id']}-1"
    assert first.type == "table.MatchOpened"
    opened = first.notice["fact"]["event"]
    assert "seed" not in opened or not opened["seed"]
    assert len(set(receiver.ids)) == len(receiver.ids)
    now = league.looks(f"/{webhook['id']}")
    assert (now["position"], now["failures"], now["disabled"]) == (now["last"], 0, None)


def test_a_league_is_told_of_a_tournament_and_its_matches_by_its_name(
    league: Integrator, post: Post, receiver: Receiver, services: Services
) -> None:
    desk = Desk.opens(league.api, services, online=True).registers("Ada", "Grace")
    webhook = league.subscribes(receiver.url, event=desk.tournament)
    desk.starts()
    services.result_process.catch_up()
    post.goes_round()
    assert [message.type for message in receiver.heard] == [
        "tournament.RoundPublished",
        "tournament.RoundStarted",
        "table.MatchOpened",
        "tournament.MatchBound",
    ]
    assert receiver.heard[0].id == f"{desk.tournament}-5"
    assert [one.verified(webhook["secret"]) for one in receiver.heard] == feed(league.api)[3:]


def test_a_message_that_somebody_has_changed_is_not_believed(
    league: Integrator, post: Post, receiver: Receiver
) -> None:
    webhook = league.subscribes(receiver.url)
    league.api.opens()
    post.goes_round()
    [message] = receiver.heard
    with pytest.raises(WebhookVerificationError, match="No matching signature"):
        message._replace(body=message.body.replace(b"arena", b"arenb")).verified(webhook["secret"])
    with pytest.raises(WebhookVerificationError, match="No matching signature"):
        message.verified(league.subscribes(receiver.url)["secret"])


def test_what_nobody_may_see_is_told_to_nobody(league: Integrator, post: Post, receiver: Receiver) -> None:
    league.subscribes(receiver.url)
    pair = league.api.seat_pair()
    for _ in range(12):
        pair.answer_by(Random(3))
    post.goes_round()
    seen = [message.notice["fact"] for message in receiver.heard]
    assert seen == pair.public.facts()
    assert seen != pair.blue.facts()


def test_a_league_is_told_only_what_it_wants(league: Integrator, post: Post, receiver: Receiver) -> None:
    earlier = league.api.seat_pair()
    one = league.subscribes(receiver.url, types=["table.Match", "core.Answered"])
    league.api.seat_pair()
    earlier.answer_by(Random(4))
    post.goes_round()
    assert {message.type for message in receiver.heard} == {"table.MatchOpened", "core.Answered"}
    assert {message.notice["position"] for message in receiver.heard} == {
        notice["position"]
        for notice in feed(league.api, "&type=table.Match&type=core.Answered")
        if notice["position"] > one["position"]
    }


def test_a_league_is_told_of_one_match(league: Integrator, post: Post, receiver: Receiver) -> None:
    pair = league.api.seat_pair()
    league.subscribes(receiver.url, match=pair.blue.match)
    league.api.seat_pair()
    before = len(pair.public.facts())
    pair.answer_by(Random(4))
    post.goes_round()
    assert [message.notice["fact"] for message in receiver.heard] == pair.public.facts()[before:]


def test_a_player_is_followed_by_name_or_by_id_from_the_seat_on(
    league: Integrator, post: Post, receiver: Receiver, services: Services
) -> None:
    ada = services.accounts.create_account("Ada")
    for player in ("Ada", ada.id):
        assert league.subscribes(receiver.url, player=player)["player"] == ada.id
    league.api.seat_pair()
    opened = league.api.opens()
    league.api.seats(opened, 1, "Brook")
    services.matches.claim_seat(opened["id"], 0, opened["claims"][0], ada, "")
    post.goes_round()
    types = [message.type for message in receiver.heard]
    assert types[: len(types) // 2] == types[len(types) // 2 :]
    assert types[0] == "table.SeatClaimed"
    assert {(message.notice["subject"]["id"], message.notice["seq"] > 2) for message in receiver.heard} == {
        (opened["id"], True)
    }


def test_a_rotated_secret_signs_beside_the_one_before_for_a_day(
    league: Integrator, post: Post, receiver: Receiver
) -> None:
    old = league.subscribes(receiver.url)
    reply = league.api.post(f"/api/v1/webhooks/{old['id']}/rotate", None, league.token)
    new = json_of(reply)
    assert reply.status_code == 200
    assert datetime.fromisoformat(new["older_until"]) > datetime.fromisoformat(new["created"]) + timedelta(
        days=1, minutes=-1
    )
    league.api.opens()
    post.goes_round()
    post.clock.now = round(datetime.fromisoformat(new["older_until"]).timestamp() * 1000)
    league.api.opens()
    post.goes_round()
    both, alone = receiver.heard
    assert len(both.headers["webhook-signature"].split()) == 2
    assert both.verified(new["secret"]) == both.verified(old["secret"])
    assert len(alone.headers["webhook-signature"].split()) == 1


def test_a_secret_is_kept_sealed_and_opened_by_any_key_of_the_service(
    league: Integrator, post: Post, receiver: Receiver, services: Services
) -> None:
    webhook = league.subscribes(receiver.url)
    [row] = services.store.webhooks.list_webhooks()
    assert webhook["secret"].removeprefix("whsec_") not in row.content
    assert webhook["secret"] not in str(league.looks())
    services.evidence.keyring.rotate_key()
    league.api.opens()
    post.goes_round()
    [message] = receiver.heard
    assert message.verified(webhook["secret"])["position"] > webhook["position"]


def test_without_the_key_to_its_secret_a_webhook_is_disabled_until_it_has_a_new_one(
    league: Integrator, post: Post, receiver: Receiver, settings: Settings
) -> None:
    webhook = league.subscribes(receiver.url)
    [key] = (settings.data / "keys").glob("*.pem")
    post.services.evidence.keyring.rotate_key()
    key.unlink()
    league.api.opens()
    restarted = Post(post.services, settings)
    restarted.goes_round()
    assert receiver.heard == []
    assert "The key to its secret is lost" in league.looks(f"/{webhook['id']}")["disabled"]
    new = restarted.subscriptions.rotate_secret(webhook["id"], "league")
    restarted.subscriptions.redeliver_facts(webhook["id"], webhook["position"])
    restarted.goes_round()
    [message] = receiver.heard
    assert message.verified(new.secret)["fact"]["event"]["type"] == "table.MatchOpened"


def test_a_league_is_told_of_the_matches_of_an_event(
    league: Integrator, post: Post, receiver: Receiver, services: Services
) -> None:
    organizer = services.api_tokens.issue_token("organizer-1", ["organize"]).token
    webhook = league.subscribes(receiver.url, event="spring-2031")
    assert webhook["event"] == "spring-2031"
    _, match = (
        json_of(league.api.post("/api/v1/matches", {"game": "arena", "event": event}, organizer))["id"]
        for event in ("autumn-2031", "spring-2031")
    )
    post.goes_round()
    assert receiver.ids == [f"{match}-1"]


def test_of_a_match_with_a_delay_nothing_is_told_before_its_time(
    league: Integrator, post: Post, receiver: Receiver
) -> None:
    league.subscribes(receiver.url)
    opened = league.api.opens(delay={"minutes": 60})
    league.api.seats(opened, 0, "Ada")
    league.api.seats(opened, 1, "Brook")
    post.goes_round()
    assert [message.notice for message in receiver.heard] == feed(league.api)
    assert "core.Asked" not in {message.type for message in receiver.heard}
