"""The files of the pages: browsers keep them for good, and take none for that of another release."""

from __future__ import annotations

import hashlib
import re
from html import unescape
from urllib.parse import urljoin

import pytest

from service.site.assets import PAGES
from tests.service.client import Api

FILE, STYLE, SCRIPT = (
    r"img/mark\.svg",
    r"pages/match\.css\?game=arena",
    r"pages/match\.js\?game=arena&amp;lang=en",
)


def address(api: Api, what: str = STYLE) -> str:
    """Returns where the page of a match says that its style or its script is."""
    page = api.get(f"/m/{api.opens()['id']}").text
    found = re.search(rf'"(/static/\w+/{what})"', page)
    assert found is not None
    return unescape(found[1])


@pytest.mark.parametrize("what", [FILE, STYLE, SCRIPT])
def test_a_browser_may_keep_a_file_for_a_year_and_need_not_ask_again(api: Api, what: str) -> None:
    with api.get(address(api, what)) as reply:  # which closes the file
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


def test_the_address_of_a_file_changes_with_its_content_alone(api: Api) -> None:
    page = api.get(f"/m/{api.opens()['id']}").text
    for version, path in re.findall(r'"/static/(\w+)/([^"]+)"', page):
        with api.get(unescape(f"/static/any/{path}")) as reply:
            assert hashlib.sha256(reply.data).hexdigest().startswith(version), path


def test_a_style_sheet_loads_the_font_by_the_address_that_the_page_names(api: Api) -> None:
    page = api.get("/lobby").text
    font = re.search(r'"(/static/\w+)/fonts/display\.woff2"', page)
    sheet = re.search(r'"(/static/\w+/pages/page\.css)"', page)
    assert font is not None
    assert sheet is not None
    [url] = re.findall(r"url\(([^)]+)\)", api.get(sheet[1]).text)
    assert urljoin(sheet[1], url) == f"{font[1]}/fonts/display.woff2"


@pytest.mark.parametrize("what", [FILE, STYLE, SCRIPT])
def test_a_page_of_another_release_gets_its_file_and_does_not_keep_it(api: Api, what: str) -> None:
    ours = address(api, what)
    with api.get(ours) as mine, api.get(re.sub(r"/\w{12}/", "/0123456789ab/", ours)) as theirs:
        assert theirs.data == mine.data
        assert "immutable" not in theirs.headers["Cache-Control"]
        assert "no-cache" in theirs.headers["Cache-Control"]


@pytest.mark.parametrize(("page", "game"), sorted(PAGES))
def test_each_page_has_one_script_with_all_that_it_imports(api: Api, page: str, game: str) -> None:
    reply = api.get(f"/static/any/pages/{page}.js?game={game}")
    assert reply.mimetype == "text/javascript"
    assert not re.search(r"(?:^|;)(?:import|export)[ {*]|^\s*/[/*]|@message", reply.text, re.M)


@pytest.mark.parametrize(
    ("lang", "label"), [("en", "Your hand"), ("fr", "Votre main"), ("it", "La tua mano")]
)
def test_the_script_of_a_page_speaks_the_language_of_the_page(api: Api, lang: str, label: str) -> None:
    page = api.get(f"/m/{api.opens()['id']}?lang={lang}").text
    found = re.search(r'"(/static/\w+/pages/match\.js[^"]*)"', page)
    assert found is not None
    assert f't("{label}")' in api.get(unescape(found[1])).text
    assert api.get(unescape(found[1]).replace(f"lang={lang}", "lang=de")).status_code == 404


def test_each_page_has_one_style_sheet_and_the_face_of_its_game_in_it(api: Api) -> None:
    page = api.get(f"/m/{api.opens()['id']}").text
    assert re.findall(r'rel="stylesheet" href="/static/\w+/([^"]*)"', page) == [
        "pages/page.css",
        "css/noscript.css",
        "pages/match.css?game=arena",
    ]
    style = api.get(address(api)).text
    assert ".figure" in style
    assert ".realm" not in style
    assert "/*" not in style


def test_nothing_else_is_sent_from_there(api: Api) -> None:
    scripts = ("pages/match.js", "pages/dom.js?game=arena")
    styles = ("pages/match.css", "pages/page.css?game=arena", "pages/elements.css", "pages/match.css?game=go")
    for path in ("../pages.py", "css/../../pages.py", "css", "no.css", "css/./lobby.css", *scripts, *styles):
        assert api.get("/static/any/" + path).status_code == 404, path
