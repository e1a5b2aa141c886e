"""Who comes to which page, and what they do there before a picture is taken."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from playwright.sync_api import Page

from tests.browser import judging
from tests.browser.table import Table, ready

from .stage import Stage

Visit = Callable[[Page], None]

SETTLING = 500
"""Milliseconds for a page to load the rest after its board."""
REVIEWED = 120_000
"""Milliseconds that a review of a match may take."""


def visits(stage: Stage) -> dict[str, Visit]:
    """Returns how to come to every main page."""
    url, tables = stage.service.url, stage.tables
    event, cup = f"{url}/t/{stage.event.id}", f"{url}/t/{stage.cup.id}"
    return {
        "front": partial(arrive, address=f"{url}/lobby"),
        "new": partial(arrive, address=f"{url}/new?game=villainous"),
        "arena": partial(watch, table=tables["arena"]),
        "villainous": partial(watch, table=tables["villainous"]),
        "review": partial(review, table=stage.over),
        "study": partial(arrive, address=f"{url}/study"),
        "lessons": partial(arrive, address=f"{url}/learn/arena"),
        "lesson": partial(learn, url=url),
        "rules": partial(arrive, address=f"{url}/rules/arena"),
        "statistics": partial(arrive, address=f"{url}/api/v1/statistics/arena"),
        "account": partial(arrive, address=f"{url}/me"),
        "tournaments": partial(arrive, address=f"{url}/t"),
        "tournament": partial(arrive, address=event),
        "bracket": partial(arrive, address=cup),
        "table": partial(sit, event=event, key=stage.guest),
        "organizer": partial(organize, url=url, event=event, token=stage.event.token),
        "judge": partial(judge, stage=stage),
        "desk": partial(desk, stage=stage),
        "docs": partial(read_docs, url=url),
    }


def arrive(page: Page, address: str) -> None:
    """Opens a page, and waits until nothing moves there."""
    page.goto(address)
    page.wait_for_timeout(SETTLING)


def watch(page: Page, table: Table) -> None:
    """Opens a match as it stands."""
    arrive(page, f"{table.url}/m/{table.match}")
    ready(page)


def review(page: Page, table: Table) -> None:
    """Lets a bot review a match that is over, and goes to what it says."""
    watch(page, table)
    page.locator("#review > summary").click()
    page.locator("#review-begin").click()
    page.locator("#review-moments li").first.wait_for(timeout=REVIEWED)
    page.locator("#review > summary").evaluate("title => title.scrollIntoView()")


def learn(page: Page, url: str) -> None:
    """Begins the first lesson."""
    arrive(page, f"{url}/learn/arena")
    page.locator(".lessons button").first.click()
    ready(page)
    page.wait_for_timeout(SETTLING)


def sit(page: Page, event: str, key: str) -> None:
    """Comes to the own table of a tournament by a personal link."""
    page.goto(f"{event}/me#key={key}")
    page.locator("#enter").click()
    page.wait_for_timeout(SETTLING)


def organize(page: Page, url: str, event: str, token: str) -> None:
    """Comes to the desk of an organizer."""
    page.goto(f"{url}/t/new")
    page.fill("#token", token)
    page.click("#enter")
    page.wait_for_load_state()
    arrive(page, f"{event}/desk")


def judge(page: Page, stage: Stage) -> None:
    """Comes to the queue of cases."""
    page.goto(f"{stage.service.url}/judge")
    page.fill("#token", judging.api_token(stage.service, "judge-1"))
    page.click("#enter")
    page.wait_for_selector("body[data-ready]")
    page.wait_for_timeout(SETTLING)


def desk(page: Page, stage: Stage) -> None:
    """Comes to the desk with a case, and looks at all that is hidden, which its match records."""
    judging.comes_to_the_desk(page, stage.disputed, judging.api_token(stage.service, "judge-1"))
    judging.looks_as_judge(page)


def read_docs(page: Page, url: str) -> None:
    """Opens the documentation of the API, which a script draws."""
    page.goto(f"{url}/docs")
    page.locator(".opblock-tag").first.wait_for()
    page.wait_for_timeout(SETTLING)
