"""A dispute at printed cards, from the call on a phone to the ruling on a tablet."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from .accessibility import in_light_and_dark
from .events import Event
from .judging import recount
from .serving import HTTP, Served

Person = Callable[..., Page]
STAGES = [{"format": "swiss", "rounds": 3, "options": [{"chapter": 1}]}]


def picture() -> bytes:
    """Returns a photo."""
    file = io.BytesIO()
    Image.new("RGB", (640, 480), "green").save(file, "JPEG")
    return file.getvalue()


@pytest.fixture(scope="module")
def event(served: Served) -> Event:
    """A tournament at printed cards whose first round is being played."""
    event = Event(served, stages=STAGES)
    done = event.does("register", players=[{"name": name} for name in ("Ada", "Grace")])
    event.tokens = [one["token"] for one in done["tokens"]]
    event.starts(1)
    return event


def test_a_call_a_photo_a_position_and_a_ruling(person: Person, event: Event, served: Served) -> None:
    phone = person(f"/t/{event.id}/me", viewport={"width": 390, "height": 844})
    phone.fill("#key", event.tokens[0])
    phone.click("#enter")
    phone.get_by_text("Call a judge", exact=True).click()
    phone.fill("textarea[name=claim]", "Gaston moved three spaces.")
    phone.set_input_files(
        "input[name=photo]", {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": picture()}
    )
    phone.locator("button[value=judge]").click()
    expect(phone.locator("blockquote")).to_have_text("Gaston moved three spaces.")
    phone.locator("img.photo").scroll_into_view_if_needed()
    expect(phone.locator("img.photo")).to_have_js_property("naturalWidth", 640)
    assert in_light_and_dark(phone) == []

    token = recount(served, "token", "issue", "--for", "judge-1", "--scope", "judge", "--event", event.id)
    tablet = person("/judge", viewport={"width": 1180, "height": 820})
    tablet.fill("input[name=token]", token.split()[-1])
    tablet.locator("main form button").first.click()
    tablet.locator("a.case").first.click()
    expect(tablet.locator("h1")).to_contain_text("Table 1 · Case 1")
    tablet.get_by_role("link", name="Note the position").click()
    tablet.wait_for_selector("body[data-ready]")
    tablet.click("#conceal")
    expect(tablet.locator("#readiness")).to_contain_text("Cards are unknown here")
    tablet.locator("[data-pick=GAS]").first.click()
    tablet.locator("[data-pick=d4]").first.click()
    expect(tablet.locator("#position")).to_have_value(re.compile(r"B\.GAS at=d4 .* hand=\?7"))
    tablet.click("#note")
    expect(tablet.locator(".choices").first).to_contain_text("Move to")
    tablet.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
    assert in_light_and_dark(tablet) == []
    tablet.fill("input[name=rules]", "SA-303")
    tablet.fill("textarea[name=text]", "Gaston moves two spaces.")
    tablet.locator("input[name=minutes][value='5'] + span").click()
    tablet.locator("#ruling button").last.click()
    expect(tablet.locator("h1 .state")).to_have_text("ruled, can be appealed")
    phone.reload()
    expect(phone.locator(".decision blockquote")).to_have_text("Gaston moves two spaces.")
    facts = HTTP.get(f"{event.url}/api/v1/tournaments/{event.id}/facts?limit=200").json()["items"]
    granted = [fact["event"] for fact in facts if fact["event"]["type"] == "tournament.TimeGranted"]
    assert [(grant["table"], grant["minutes"]) for grant in granted] == [(1, 5)]
