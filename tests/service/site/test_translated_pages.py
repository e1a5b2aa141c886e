"""Every page, in every language: it says nothing in another one, and nothing that only programs read.

What a page shows in another language than its own is marked with `lang`, and passed over here.
"""

from __future__ import annotations

import pytest
from flask import Flask

from replays.text.languages import ENGLISH
from service.bootstrap import Services
from service.http.pages import Pages
from service.shared.language_codes import LANGUAGES
from tests.service.browser import Browser
from tests.service.client import Api, Pair
from tests.wording import KINDS, faults

from .page_tour import NO_WORDS, Tour
from .page_words import page_words, untranslated

IN_SCRIPTS = tuple(kind for kind in KINDS if kind != "brace")
"""What no text is to have that a page gives its scripts, which fill the braces of some."""


@pytest.fixture
def tour(app: Flask, services: Services, api: Api, pair: Pair, ada: Browser) -> Tour:
    """The tour of a service in which everything has happened that pages tell of."""
    return Tour(app, services, api, pair, ada)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_page_speaks_plainly_in_its_own_language(tour: Tour, code: str) -> None:
    pages = {path: tour.page(path, code) for path in tour.paths} | {"the form sent back": tour.wrong(code)}
    found: dict[str, list[str]] = {}
    for path, page in pages.items():
        wrong = untranslated(page, code) if code != ENGLISH else []
        said, given = page_words(page, code)
        wrong += [fault for text in said for fault in faults(text, code)]
        wrong += [fault for text in given if " " in text for fault in faults(text, code, IN_SCRIPTS)]
        for fault in wrong:
            found.setdefault(fault, []).append(path)
    assert found == {}, "\n".join(f"{fault} ({paths[0]})" for fault, paths in sorted(found.items()))


def test_the_tour_leaves_no_page_out(tour: Tour) -> None:
    places = tour.app.url_map.bind("localhost")
    seen = {str(places.match(path.partition("?")[0])[0]) for path in tour.paths if path != "/nowhere"}
    pages = {
        rule.endpoint
        for rule in tour.app.url_map.iter_rules()
        if "GET" in (rule.methods or ())
        and isinstance(tour.app.blueprints.get(rule.endpoint.partition(".")[0]), Pages)
    }
    assert pages - seen == {endpoint for endpoint in NO_WORDS if endpoint in pages}


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("<main><p>New match</p></main>", ["New match"]),
        ("<main><p lang='en'>New match</p><p>Ouvrir</p></main>", []),
        ("<main><img alt='New match'></main>", ["New match"]),
        ('<script type="application/json">{"a": ["Turn 3 is that of Ada."]}</script>', []),
        ('<script type="application/json">{"a": ["Ada sits down."]}</script>', ["Ada sits down."]),
        ('<script type="application/json">{"catalogue": "New match"}</script>', []),
        ('<script type="application/json">{"reel": {"text": "New match"}}</script>', ["New match"]),
    ],
)  # fmt: skip
def test_what_is_left_in_english_is_found(page: str, found: list[str]) -> None:
    assert untranslated(page, "fr") == found
