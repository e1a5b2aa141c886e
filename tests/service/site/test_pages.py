"""The pages around the matches: the shell, the lobby, and what went wrong."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from werkzeug.test import TestResponse

from domain.messages import Message
from service.app import create_app, services_of
from service.bootstrap import Services
from service.eventstore.store import Unavailable
from service.settings import Settings
from service.shared.errors import LimitReached
from service.shared.limits import Limits
from tests.service.browser import HTML, Browser, text
from tests.service.client import Api, json_of

NOBODY = "1NG2V9SR8ZY8"
"""The id of no match."""


# -- the shell -----------------------------------------------------------------------------------------


def test_the_front_page_is_the_lobby_and_the_root_of_the_api_has_links(ada: Browser) -> None:
    for accept in (HTML, "application/json", "*/*"):
        page = ada.get("/", Accept=accept)
        assert "New match" in text(page)
        assert page.mimetype == "text/html"
        links = ada.get("/api/v1/", Accept=accept)
        assert links.mimetype == "application/json"
        assert json_of(links)["links"]["matches"] == "/api/v1/matches"


def test_light_or_dark_is_kept_and_told_before_anything_is_drawn(ada: Browser) -> None:
    assert '<html lang="en" data-theme="auto">' in ada.get("/").text
    ada.post("/settings", {"theme": "dark"})
    page = ada.get("/").text
    assert '<html lang="en" data-theme="dark">' in page
    assert '<meta name="color-scheme" content="dark">' in page
    ada.post("/settings", {"theme": '"><script>'})
    assert '<html lang="en" data-theme="dark">' in ada.get("/").text
    ada.client.set_cookie("theme", '"><script>')
    assert '<html lang="en" data-theme="auto">' in ada.get("/").text


def test_a_language_that_was_asked_for_is_kept(ada: Browser) -> None:
    assert "Jouez, regardez" in text(ada.get("/lobby?lang=fr"))
    assert "Jouez, regardez" in text(ada.get("/lobby"))
    assert "Gioca, guarda" in text(ada.get("/lobby?lang=it"))
    assert "Gioca, guarda" in text(ada.get("/lobby?lang=tlh"))
    ada.post("/settings", {"lang": "en"})
    assert "Play, watch" in text(ada.get("/lobby"))


@pytest.mark.parametrize(
    ("came_from", "back"),
    [
        ("http://localhost/m/X?seq=4&as=seat-0&lang=it", "/m/X?seq=4&as=seat-0"),
        ("http://localhost/lobby", "/lobby"),
        ("http://elsewhere.example/m/X", "/lobby"),
        ("http://localhost//elsewhere.example/", "/elsewhere.example/"),
        ("http://localhost/\\elsewhere.example/", "/elsewhere.example/"),
        ("", "/lobby"),
    ],
)
def test_a_choice_in_the_menu_leads_back_to_the_page_as_it_was(
    ada: Browser, came_from: str, back: str
) -> None:
    reply = ada.post("/settings", {"lang": "fr"}, Referer=came_from)
    assert (reply.status_code, reply.location) == (303, back)


def test_no_page_holds_anything_inline(ada: Browser) -> None:
    for path in ("/", "/new", "/new?game=arena", "/new?game=villainous", "/nowhere"):
        page = ada.get(path)
        assert "default-src 'none'" in page.headers["Content-Security-Policy"]
        assert not re.search(r"<script(?![^>]*(?:src=|application/json))|\bstyle=|\bon\w+=", page.text), path


# -- what went wrong -----------------------------------------------------------------------------------


def test_what_went_wrong_is_a_page_to_browsers_and_a_problem_to_programs(ada: Browser) -> None:
    page = ada.get("/nowhere")
    assert (page.status_code, page.mimetype) == (404, "text/html")
    assert "There is nothing here" in text(page)
    problem = ada.get("/nowhere", Accept="application/json")
    assert problem.content_type == "application/problem+json"
    assert ada.get("/nowhere", Accept="*/*").content_type == "application/problem+json"
    assert "Accept" in page.headers["Vary"]
    assert "Accept" in problem.headers["Vary"]


Provocation = Callable[[Browser], TestResponse]

TROUBLES: dict[int, tuple[Provocation, dict[str, str]]] = {
    403: (
        lambda browser: browser.post("/new", {}, csrf="made up"),
        {"en": "This page is too old", "fr": "Cette page est trop ancienne", "it": "Questa pagina è troppo"},
    ),
    404: (
        lambda browser: browser.get(f"/m/{NOBODY}"),
        {"en": "There is no such match", "fr": "Cette partie n’existe pas", "it": "Questa partita non c’è"},
    ),
    405: (
        lambda browser: browser.post("/lobby", {}),
        {"en": "This is not possible here", "fr": "Ce n’est pas possible ici", "it": "Qui non è possibile"},
    ),
}


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
@pytest.mark.parametrize("status", TROUBLES)
def test_a_page_tells_trouble_in_the_language_of_the_browser(ada: Browser, status: int, lang: str) -> None:
    ada.get(f"/lobby?lang={lang}")
    provoke, words = TROUBLES[status]
    page = provoke(ada)
    assert page.status_code == status
    assert words[lang] in text(page)
    assert f'<html lang="{lang}"' in page.text


def test_who_asks_too_often_is_told_so_on_a_page(settings: Settings) -> None:
    with_limits = Settings(data=settings.data / "other", limits=Limits(address="2/hour"))
    app = create_app(with_limits)
    browser = Browser(app)
    pages = [browser.get("/lobby") for _ in range(3)]
    assert pages[-1].status_code == 429
    assert "Too many requests" in text(pages[-1])
    assert int(pages[-1].headers["Retry-After"]) > 0
    services_of(app).close()


def test_a_store_out_of_reach_and_a_failure_of_ours_are_told_on_a_page(
    ada: Browser, api: Api, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = api.opens()["id"]
    for error, status, words in (
        (Unavailable("db.internal does not answer"), 503, "The service is out of reach"),
        (RuntimeError("oh"), 500, "Something went wrong here"),
        (LimitReached(Message("It has 100 already.")), 409, "There is no room for one more"),
    ):

        def fail(*_: object, error: Exception = error) -> None:
            raise error

        monkeypatch.setattr(services.access, "window", fail)
        page = ada.get(f"/m/{match}")
        assert page.status_code == status
        assert words in text(page)
        assert "db.internal" not in page.text


def test_a_page_of_trouble_escapes_what_was_asked_for(ada: Browser) -> None:
    page = ada.get("/%3Cscript%3Ealert(1)%3C/script%3E", Accept=HTML)
    assert page.status_code == 404
    assert "<script>alert" not in page.text
