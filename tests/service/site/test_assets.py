"""The files of the pages: browsers keep them for good, and take none for that of another release."""

from __future__ import annotations

import re

import pytest

from service.site.assets import PAGES
from tests.service.people import Api

FILE, SCRIPT = r"css/elements\.css", r"pages/match\.js\?game=arena"


def address(api: Api, what: str = FILE) -> str:
    """Returns where the page of a match says that its style or its script is."""
    page = api.gets(f"/m/{api.opens()['match']}").text
    found = re.search(rf'"(/static/\w+/{what})"', page)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("what", [FILE, SCRIPT])
def test_a_browser_may_keep_a_file_for_a_year_and_need_not_ask_again(api: Api, what: str) -> None:
    with api.gets(address(api, what)) as reply:  # which closes the file
        assert reply.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_it_is_compressed_and_no_cookie_comes_with_it(api: Api) -> None:
    browser = api.app.test_client()
    page = browser.get("/lobby")
    token = re.search(r'name="csrf-token" content="([^"]+)"', page.text)
    assert token is not None
    browser.post("/new", data={"game": "arena", "player": "Ada", "csrf": token[1]})
    with browser.get(address(api), headers={"Accept-Encoding": "gzip"}) as reply:
        assert reply.headers["Content-Encoding"] == "gzip"
        assert "Set-Cookie" not in reply.headers
        assert reply.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize("what", [FILE, SCRIPT])
def test_a_page_of_another_release_gets_its_file_and_does_not_keep_it(api: Api, what: str) -> None:
    ours = address(api, what)
    with api.gets(ours) as mine, api.gets(re.sub(r"/\w{12}/", "/0123456789ab/", ours)) as theirs:
        assert theirs.data == mine.data
        assert "immutable" not in theirs.headers["Cache-Control"]
        assert "no-cache" in theirs.headers["Cache-Control"]


@pytest.mark.parametrize(("page", "game"), sorted(PAGES))
def test_each_page_has_one_script_with_all_that_it_imports(api: Api, page: str, game: str) -> None:
    version = address(api).removesuffix("css/elements.css")
    reply = api.gets(f"{version}pages/{page}.js?game={game}")
    assert reply.mimetype == "text/javascript"
    assert not re.search(r"^(import|export)\b", reply.text, re.M)


def test_nothing_else_is_sent_from_there(api: Api) -> None:
    version = address(api).removesuffix("css/elements.css")
    scripts = ("pages/match.js", "pages/dom.js?game=arena")
    for path in ("../pages.py", "css/../../pages.py", "css", "no.css", *scripts):
        assert api.gets(version + path).status_code == 404, path
