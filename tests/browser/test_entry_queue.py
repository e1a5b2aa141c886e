"""Entries of a scribe over a bad line: each is written once, in order, whatever is lost on the way."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from playwright.sync_api import Page, Request, Route, expect

from tests.service.recordings.scribe import entry_body, played_match

from .judging import api_token
from .serving import HTTP, Served

Person = Callable[..., Page]
Json = dict[str, Any]

ENTRIES = "**/api/v1/matches/*/entries*"
OPEN = """async ({ match, viewer }) => {
  const { EntryQueue } = await import("/static/any/js/offline/entries.js");
  window.states = [];
  window.refusals = [];
  window.queue = await new EntryQueue({
    match,
    viewer,
    showState: (state) => states.push(state),
    showReply: ({ refused }) => refused && refusals.push(refused),
  }).open();
}"""
ADD = "async (entries) => { for (const entry of entries) await queue.add(entry); }"
RESTS = "(status) => queue.state.status === status"
ASKS_AGAIN = """(status) => {
  if (queue.state.status === "away") dispatchEvent(new Event("online"));
  return queue.state.status === status;
}"""

READS_AFTER_REPLIES = """() => {
  const request = queue.request.bind(queue);
  queue.request = async (...options) => {
    const reply = await request(...options);
    await queue.read(); // as after a change in another tab
    return reply;
  };
}"""


class Device:
    """The tablet of a judge who records a match, with its page."""

    def __init__(self, served: Served, page: Page, seed: int = 4) -> None:
        self.served, self.page = served, page
        played = played_match(seed=seed)
        self.contents = [self._content(entry_body(each, n)) for n, each in enumerate(played.entries, 1)]
        body = {"game": "arena", "options": {"chapter": 1}, "seats": 2, "source": "table"}
        self.match = HTTP.post(f"{served.url}/api/v1/matches", json=body).json()["id"]
        self.address = f"{served.url}/api/v1/matches/{self.match}/entries"
        page.goto(f"{served.url}/judge")
        page.fill("#token", api_token(served))
        page.click("#enter")
        expect(page.locator("#token")).to_have_count(0)
        self.open()

    def _content(self, body: Json) -> Json:
        return {name: body[name] for name in ("seat", "picks", "sightings")}

    def add(self, first: int, last: int) -> None:
        """Adds the entries from number *first* to *last*."""
        self.page.evaluate(ADD, self.contents[first - 1 : last])

    def reload(self) -> None:
        """Loads the page anew, which then reads what waits."""
        self.page.reload()
        self.open()

    def open(self, page: Page | None = None, viewer: str = "judge") -> None:
        """Opens the queue of the match in the page, or in another tab."""
        (page or self.page).evaluate(OPEN, {"match": self.match, "viewer": viewer})

    def rests(self, status: str = "sent") -> None:
        """Waits until the queue has nothing to do and says *status*."""
        self.page.wait_for_function(RESTS, arg=status)

    def write_elsewhere(self, number: int) -> None:
        """Writes entry *number* from another device, as the next one."""
        entry = {"id": f"elsewhere-{number}"} | self.contents[number - 1]
        token = {"Authorization": f"Bearer {api_token(self.served)}"}
        reply = HTTP.post(self.address, json={"after": number - 1, "entries": [entry]}, headers=token)
        assert reply.json()["refused"] is None

    def check_written(self, last: int) -> None:
        """Checks that the service has the entries up to number *last*, each once and in order."""
        written = HTTP.get(self.address).json()["items"]
        assert [each["number"] for each in written] == list(range(1, last + 1))
        assert len({each["id"] for each in written}) == last
        assert [(each["seat"], each["picks"]) for each in written] == [
            (each["seat"], each["picks"]) for each in self.contents[:last]
        ]


class BadLine:
    """A line that loses requests and replies, each with the same chance."""

    def __init__(self, page: Page, loss: float, luck: Random) -> None:
        self.requests = self.replies = 0
        self._loss, self._luck = loss, luck
        page.route(ENTRIES, self._pass)

    def _pass(self, route: Route, _: Request) -> None:
        if self._luck.random() < self._loss:
            self.requests += 1
            return route.abort("connectionreset")
        if self._luck.random() < self._loss:
            self.replies += 1
            route.fetch()
            return route.abort("connectionreset")
        return route.continue_()


def test_each_entry_is_written_once_over_a_line_that_loses_a_third(person: Person, served: Served) -> None:
    device = Device(served, person(kept=False))
    line = BadLine(device.page, 0.3, Random(5))
    last = len(device.contents)
    for first in range(1, last + 1, 7):
        device.add(first, min(first + 6, last))
        if first % 3 == 0:
            device.reload()
    device.page.wait_for_function(ASKS_AGAIN, arg="sent")
    device.check_written(last)
    assert line.requests
    assert line.replies


def test_entries_wait_for_a_killed_service(person: Person, served: Served) -> None:
    device = Device(served, person(kept=False))
    device.add(1, 4)
    device.rests()
    served.kill()
    device.add(5, 9)
    device.rests("away")
    assert device.page.evaluate("queue.waiting.length") == 5
    served.start()
    device.page.evaluate("dispatchEvent(new Event('online'))")
    device.rests()
    device.check_written(9)


def test_two_tabs_send_from_one_queue(person: Person, served: Served) -> None:
    device = Device(served, person(kept=False))
    other = device.page.context.new_page()
    other.goto(f"{served.url}/judge")
    device.open(other)
    for number in range(1, 13):
        page = other if number % 2 else device.page
        page.evaluate(ADD, device.contents[number - 1 : number])
    device.rests()
    other.wait_for_function(RESTS, arg="sent")
    device.check_written(12)


def test_a_refused_entry_stops_the_queue_until_somebody_changes_it(person: Person, served: Served) -> None:
    device = Device(served, person(kept=False))
    right = device.contents[2]
    device.contents[2] = right | {"picks": ["nowhere"]}
    device.add(1, 6)
    device.rests("refused")
    assert device.page.evaluate("queue.waiting.length") == 4
    first = device.page.evaluate("queue.waiting[0].id")
    assert device.page.evaluate("queue.state.refused.id") == first
    assert device.page.evaluate("refusals.at(-1).trouble") == "impossible"
    device.contents[2] = right
    assert device.page.evaluate("(entry) => queue.replace(queue.waiting[0].id, entry)", right)
    device.rests()
    device.check_written(6)


def test_an_entry_is_taken_back_while_it_waits_and_not_afterwards(person: Person, served: Served) -> None:
    device = Device(served, person(kept=False))
    device.add(1, 2)
    device.rests()
    line = device.page.context
    line.set_offline(True)
    device.add(3, 4)
    device.rests("away")
    waiting = [each["id"] for each in device.page.evaluate("queue.waiting")]
    line.set_offline(False)
    device.rests()
    assert device.page.evaluate("(id) => queue.drop(id)", waiting[1]) is False
    device.check_written(4)
    line.set_offline(True)
    device.page.evaluate("queue.add({ seat: 0, picks: ['mistyped'] })")
    line.set_offline(False)
    device.rests("refused")
    assert device.page.evaluate("queue.drop(queue.waiting[0].id)") is True
    device.rests()
    device.check_written(4)


def test_entries_of_another_device_stop_the_queue(person: Person, served: Served) -> None:
    device = Device(served, person(kept=False))
    device.add(1, 2)
    device.rests()
    device.write_elsewhere(3)
    device.add(4, 6)
    device.rests("diverged")
    assert device.page.evaluate("queue.state.since.map(({ id }) => id)") == ["elsewhere-3"]
    device.page.evaluate("queue.follow(queue.state.last)")
    device.rests()
    device.check_written(6)


def test_a_replaced_device_keeps_its_entries_as_text(person: Person, served: Served) -> None:
    device = Device(served, person(kept=False))
    tab = device.page.context.new_page()
    tab.goto(f"{served.url}/judge")
    device.open(tab, "scribe")
    tab.evaluate(ADD, device.contents[:2])
    tab.wait_for_function(RESTS, arg="replaced")
    exported = [json.loads(line) for line in tab.evaluate("queue.exportText()").splitlines()]
    assert [each["picks"] for each in exported] == [each["picks"] for each in device.contents[:2]]
    assert tab.evaluate("queue.waiting.length") == 2


def test_the_time_of_an_entry_is_that_of_the_service(person: Person, served: Served) -> None:
    page = person(kept=False)
    page.clock.set_fixed_time(datetime.now(UTC) - timedelta(hours=3))
    device = Device(served, page)
    page.evaluate(READS_AFTER_REPLIES)
    device.add(1, 2)
    device.rests()
    for entry in HTTP.get(device.address).json()["items"]:
        times = [datetime.fromisoformat(entry[name]) for name in ("device_at", "at")]
        assert abs(times[0] - times[1]) < timedelta(seconds=10)
