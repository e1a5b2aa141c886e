"""Trying again: for a day, keeping the order, and not where the receiver is gone."""

from __future__ import annotations

from itertools import pairwise

import pytest

from service.webhooks.model import HOUR, MINUTE, RETRY_DELAYS

from ..client import Api
from .integrators import Post, opens
from .receivers import Receiver, listening, says

DAY = 24 * HOUR


def test_who_does_not_take_a_message_is_asked_again_for_a_day_and_then_no_more(
    api: Api, post: Post, receiver: Receiver
) -> None:
    receiver.reply = says(500)
    one = post.subscribes(receiver.url)
    [told] = opens(api)
    began, tried = post.clock.now, []
    while not post.now(one).disabled:
        post.goes_round()
        tried.append(post.clock.now - began)
        assert post.goes_round() == []  # nothing is due before its time
        post.clock.now = max(post.clock.now, post.now(one).next)
    waits = [later - earlier for earlier, later in pairwise(tried)]
    seconds, minutes = [2_000, 5_000, 15_000], [MINUTE, 5 * MINUTE, 30 * MINUTE]
    assert waits == [*seconds, *minutes, 2 * HOUR, 5 * HOUR, 8 * HOUR, 8 * HOUR]
    assert receiver.ids == [told] * 11
    now = post.now(one)
    assert now.disabled == "A day long 11 attempts were in vain. It said 500."
    assert now.position == one.position
    log = post.log(one)
    assert [delivery.attempt for delivery in log] == [*range(1, 12)]
    assert [delivery.next for delivery in log] == [began + at for at in tried[1:]] + [0]
    assert {(delivery.status, delivery.trouble) for delivery in log} == {(500, "")}
    post.clock.now += DAY
    opens(api)
    assert post.goes_round() == []


def test_delays_are_longer_by_chance_so_that_not_everybody_comes_back_at_once(
    api: Api, post: Post, receiver: Receiver
) -> None:
    receiver.reply = says(503)
    one = post.subscribes(receiver.url)
    opens(api)
    post.dispatcher = post.employs(draw=0.5)
    for delay in RETRY_DELAYS:
        post.goes_round()
        assert post.now(one).next - post.clock.now == delay * 105 // 100
        post.clock.now = post.now(one).next


def test_a_receiver_that_was_away_for_six_seconds_is_told_within_seven_and_a_half(
    api: Api, post: Post, receiver: Receiver
) -> None:
    receiver.reply = says(503)
    one = post.subscribes(receiver.url)
    [told] = opens(api)
    post.dispatcher = post.employs(draw=0)
    began = post.clock.now
    while post.clock.now - began < 6_000:
        post.goes_round()
        post.clock.now = post.now(one).next
    receiver.reply = says(200)
    post.goes_round()
    assert post.now(one).failures == 0
    assert receiver.ids[-1] == told
    assert post.clock.now - began <= 7_500


def test_nothing_overtakes_a_message_that_is_not_taken_yet(api: Api, post: Post, receiver: Receiver) -> None:
    receiver.reply = says(500)
    one = post.subscribes(receiver.url)
    first, *later = opens(api, 3)
    post.goes_round()
    receiver.reply = says(200)
    assert post.goes_round() == []
    post.clock.now += RETRY_DELAYS[0]
    post.goes_round()
    assert receiver.ids == [first, first, *later]
    assert post.now(one).failures == 0
    assert [delivery.attempt for delivery in post.log(one)] == [1, 2, 1, 1]


def test_who_is_gone_is_told_nothing_more_at_once(api: Api, post: Post, receiver: Receiver) -> None:
    receiver.reply = says(410)
    one = post.subscribes(receiver.url)
    first, second = opens(api, 2)
    post.goes_round()
    assert post.now(one).disabled == "The receiver is gone: it said 410."
    post.clock.now += DAY
    assert post.goes_round() == []
    assert receiver.ids == [first]
    # Who comes back says from where, and misses nothing.
    receiver.reply = says(204)
    post.subscriptions.redeliver_facts(one.id, one.position)
    post.goes_round()
    assert receiver.ids == [first, first, second]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(api: Api, post: Post, receiver: Receiver, status: int) -> None:
    receiver.reply = says(status, Location=f"http://127.0.0.1:{receiver.port}/elsewhere")
    one = post.subscribes(receiver.url)
    opens(api)
    post.goes_round()
    assert [message.path for message in receiver.heard] == ["/hooks"]
    [attempt] = post.log(one)
    assert (attempt.status, post.now(one).failures) == (status, 1)


def test_nobody_at_home_is_told_in_words(api: Api, post: Post) -> None:
    with listening() as gone:
        pass
    one = post.subscribes(gone.url)
    opens(api)
    post.goes_round()
    [attempt] = post.log(one)
    assert (attempt.status, attempt.next) == (0, post.clock.now + RETRY_DELAYS[0])
    assert "Connection refused" in attempt.trouble


def test_the_log_keeps_the_last_attempts(
    api: Api, post: Post, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.database.webhooks.MAX_DELIVERIES", 4)
    one = post.subscribes(receiver.url)
    told = opens(api, 7)
    post.goes_round()
    assert [delivery.message for delivery in post.log(one)] == told[-4:]
