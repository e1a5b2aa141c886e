"""The scribe photographs the table, and a player on the phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.service.cases.test_photos import picture
from tests.service.recordings.scribe import played_match

from .accessibility import in_light_and_dark
from .recording import TappingScribe
from .serving import Served

Person = Callable[..., Page]


def test_the_scribe_adds_a_photo_that_the_score_sheet_shows(
    person: Person, served: Served, tmp_path: Path
) -> None:
    file = tmp_path / "table.jpg"
    file.write_bytes(picture(size=(640, 480)))
    page = person(viewport={"width": 1024, "height": 768})
    scribe = TappingScribe(page, served, played_match())
    scribe.open()
    for number in range(1, 4):
        scribe.enter(number)
    page.get_by_text("Add a photo").click()
    page.get_by_label("Entry of the photo").fill("2")
    page.get_by_label("Photo of the table").set_input_files(file)
    assert in_light_and_dark(page) == []
    page.get_by_role("button", name="Add the photo").click()
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("#entries [data-entry='3']")).to_be_visible()
    page.goto(f"{served.url}/m/{scribe.match}/sheet?as=scribe")
    expect(page.get_by_role("heading", name="Photos")).to_be_visible()
    expect(page.locator("figcaption")).to_have_text("Entry 2")
    shown = "document.querySelector('img.photo').naturalWidth"
    page.locator("img.photo").scroll_into_view_if_needed()
    page.wait_for_function(f"{shown} > 0")
    assert page.evaluate(shown) == 640
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert in_light_and_dark(page) == []
