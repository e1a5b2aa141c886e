"""Couriers: one delivers, and nothing is lost to a crash."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Event, Thread

from flask import Flask
from msgspec.structs import replace

from service.app import create_app, services_of
from service.settings import Settings
from service.webhooks.dispatcher import LEASE_MILLISECONDS

from ..client import Api, wait_for
from ..stores import on_both_stores
from .integrators import Integrator, Post, opens
from .receivers import Receiver, listening, says

ROOT = Path(__file__).parents[3]


# -- who delivers ------------------------------------------------------------------------------------


def test_of_two_couriers_one_holds_a_webhook_until_its_time_is_over(
    api: Api, post: Post, receiver: Receiver
) -> None:
    one = post.subscribes(receiver.url)
    [told] = opens(api)
    other = post.employs()
    seen: list[object] = []

    def meanwhile(request: BaseHTTPRequestHandler) -> None:
        seen.append((other.due_ids(), other.deliver_batch(one.id)))
        post.clock.now += LEASE_MILLISECONDS
        seen.append(other.due_ids())
        says(200)(request)

    receiver.reply = meanwhile
    post.goes_round()
    assert seen == [([], 0), [one.id]]
    assert receiver.ids == [told]
    assert post.now(one).holder == ""


def test_who_was_overtaken_moves_nothing(api: Api, post: Post, receiver: Receiver) -> None:
    one = post.subscribes(receiver.url)
    told = opens(api, 3)
    other = post.employs()

    def slow(request: BaseHTTPRequestHandler) -> None:
        receiver.reply = says(200)
        post.clock.now += LEASE_MILLISECONDS
        assert other.deliver_batch(one.id) == 3
        says(500)(request)

    receiver.reply = slow
    post.goes_round()
    assert receiver.ids == [told[0], *told]
    now = post.now(one)
    assert (now.position, now.failures) == (post.services.store.position(), 0)
    assert [delivery.status for delivery in post.log(one)] == [200] * 3


def test_what_is_asked_for_during_a_delivery_counts(api: Api, post: Post, receiver: Receiver) -> None:
    one = post.subscribes(receiver.url)
    told = opens(api, 3)

    def again(request: BaseHTTPRequestHandler) -> None:
        if len(receiver.heard) == 2:
            post.subscriptions.redeliver_facts(one.id, one.position)
        says(200)(request)

    receiver.reply = again
    post.goes_round()
    post.goes_round()
    assert receiver.ids == [*told[:2], *told]


def test_who_is_disabled_or_ended_during_a_delivery_is_told_nothing_more(
    api: Api, post: Post, receiver: Receiver
) -> None:
    one, other = post.subscribes(receiver.url), post.subscribes(receiver.url)
    first, *_ = opens(api, 3)

    def enough(request: BaseHTTPRequestHandler) -> None:
        post.subscriptions.disable_subscription(one.id, "Enough.")
        says(200)(request)

    receiver.reply = enough
    post.dispatcher.deliver_batch(one.id)
    assert receiver.ids == [first]
    assert post.now(one).position > one.position

    def end(request: BaseHTTPRequestHandler) -> None:
        post.subscriptions.delete_subscription(other.id, "league")
        says(200)(request)

    receiver.reply = end
    assert post.dispatcher.deliver_batch(other.id) == 0
    assert receiver.ids == [first, first]


# -- a service that runs -------------------------------------------------------------------------------


def test_a_service_delivers_by_itself_and_a_slow_receiver_holds_up_nobody_else(
    settings: Settings, receiver: Receiver
) -> None:
    app: Flask = create_app(replace(settings, runner=True))
    api, release = Api(app), Event()
    league = Integrator(api, services_of(app))

    def waits(request: BaseHTTPRequestHandler) -> None:
        release.wait(60)
        says(200)(request)

    with listening(waits) as slow:
        stuck = league.subscribes(slow.url)
        league.subscribes(receiver.url)
        told = opens(api)
        slow.waits_for(1)
        told += opens(api)
        receiver.waits_for(2)
        assert receiver.ids == told
        assert slow.ids == told[:1]
        assert league.looks(f"/{stuck['id']}")["position"] == stuck["position"]
        release.set()
        slow.waits_for(2)
        assert slow.ids == told
        services_of(app).close()


@contextmanager
def delivering(settings: Settings) -> Iterator[subprocess.Popen[bytes]]:
    """Runs a process that delivers, and kills it in the end."""
    chosen = {"RECOUNT_DATA": str(settings.data), "RECOUNT_WEBHOOKS_LOOPBACK": "on"}
    environment = {**os.environ, **settings.store, "REDIS_URL": settings.redis_url, **chosen}
    command = [sys.executable, "-m", "tests.service.webhooks.delivering"]
    with subprocess.Popen(command, cwd=ROOT, env=environment) as process:
        try:
            yield process
        finally:
            process.kill()


def test_what_was_told_and_not_noted_before_a_crash_is_told_again_under_the_same_id(
    api: Api, post: Post, receiver: Receiver, settings: Settings
) -> None:
    one = post.subscribes(receiver.url)
    told = opens(api, 4)

    def kills(request: BaseHTTPRequestHandler) -> None:
        if len(receiver.heard) == 3:
            process.send_signal(signal.SIGKILL)
            process.wait()
        else:
            says(200)(request)

    receiver.reply = kills
    with delivering(settings) as process:
        process.wait()
    assert receiver.ids == told[:3]
    receiver.reply = says(200)
    assert post.goes_round() == []  # who crashed may still be about it
    post.clock.now = post.now(one).held
    post.goes_round()
    assert receiver.ids == [*told[:3], *told[2:]]
    bodies = {message.id: message.body for message in receiver.heard}
    assert [message.body for message in receiver.heard] == [bodies[id] for id in receiver.ids]


@on_both_stores
def test_two_processes_deliver_everything_once_and_in_order(
    api: Api, post: Post, receiver: Receiver, settings: Settings
) -> None:
    with listening() as other, delivering(settings), delivering(settings):
        ones = [post.subscribes(receiver.url), post.subscribes(other.url)]
        told: list[str] = []
        playing = Thread(target=lambda: told.extend(opens(api, 60)))
        playing.start()
        receiver.waits_for(20)
        playing.join()
        told += opens(api)
        receiver.waits_for(61)
        other.waits_for(61)
        wait_for(lambda: all(not post.now(one).holder for one in ones), "nobody is about it")
        assert receiver.ids == told
        assert other.ids == told
