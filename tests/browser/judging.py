"""Judges in browsers: who has an API token, and how they come to a desk."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from click.testing import CliRunner
from playwright.sync_api import Page

from service.cli import main

from .serving import Served

if TYPE_CHECKING:
    from .table import Table


def recount(served: Served, *words: str) -> str:
    """Runs a command of the service beside the running one, in the same data; returns what it says."""
    done = CliRunner(env={"RECOUNT_DATA": str(served.data)}).invoke(main, words, prog_name="recount")
    assert done.exit_code == 0, done.output
    return done.output


@cache
def api_token(served: Served, name: str = "judge-of-all") -> str:
    """Returns a judge's API token, made for *name* when it is first asked for."""
    return recount(served, "token", "issue", "--for", name, "--scope", "judge").split()[-1]


def comes_to_the_desk(page: Page, table: Table, token: str) -> None:
    """Enters an API token at the door, and waits until the desk is laid."""
    page.goto(f"{table.url}/m/{table.match}/desk")
    page.fill("#token", token)
    page.click("#enter")
    page.wait_for_selector("body[data-ready]")


def looks_as_judge(page: Page) -> None:
    """Asks for all that is hidden."""
    page.click("#look")
    page.wait_for_selector("#eyes.judge")
    at_rest(page)


def at_rest(page: Page) -> None:
    """Waits until the desk has nothing left to do."""
    page.wait_for_selector("body:not([data-busy])")
