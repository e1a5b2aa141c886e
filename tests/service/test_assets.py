"""The files of the pages: browsers keep them for good, and take none for that of another release."""

from __future__ import annotations

import re

from .people import Club


def address(club: Club) -> str:
    """Returns where the lobby says that its style is."""
    found = re.search(r'href="(/static/\w+/css/house\.css)"', club.gets("/lobby").text)
    assert found is not None
    return found[1]


def test_a_browser_may_keep_a_file_for_a_year_and_need_not_ask_again(club: Club) -> None:
    with club.gets(address(club)) as reply:  # which closes the file
        assert reply.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_it_is_compressed_and_no_cookie_comes_with_it(club: Club) -> None:
    browser = club.app.test_client()
    page = browser.get("/lobby")
    token = re.search(r'name="csrf-token" content="([^"]+)"', page.text)
    assert token is not None
    browser.post("/new", data={"game": "arena", "player": "Ada", "csrf": token[1]})
    with browser.get(address(club), headers={"Accept-Encoding": "gzip"}) as reply:
        assert reply.headers["Content-Encoding"] == "gzip"
        assert "Set-Cookie" not in reply.headers
        assert reply.headers["Vary"] == "Accept-Encoding"


def test_a_page_of_another_release_gets_its_file_and_does_not_keep_it(club: Club) -> None:
    with club.gets(address(club)) as mine, club.gets("/static/0123456789ab/css/house.css") as theirs:
        assert theirs.data == mine.data
        assert "immutable" not in theirs.headers["Cache-Control"]
        assert "no-cache" in theirs.headers["Cache-Control"]


def test_nothing_else_is_sent_from_there(club: Club) -> None:
    version = address(club).removesuffix("css/house.css")
    for path in ("../pages.py", "css/../../pages.py", "css", "no.css"):
        assert club.gets(version + path).status_code == 404, path
