"""Fixes: each problem tells its client the next step, in the reply, in the document and on a page."""

from __future__ import annotations

import html
import re

import pytest

from service.http.problem_types import KINDS, RETRY_AFTER
from tests.service.client import Api, json_of


@pytest.mark.parametrize(
    ("kind", "header"),
    [
        ("if-match-required", "If-Match"),
        ("stale", "If-Match"),
        ("wrong-key", "Idempotency-Key"),
        ("key-reused", "Idempotency-Key"),
        ("told-once", "Idempotency-Key"),
        ("under-way", "Idempotency-Key"),
        ("unavailable", "Idempotency-Key"),
        ("too-many", "Retry-After"),
        ("unknown-token", "Authorization: Bearer"),
        ("not-json", "Content-Type"),
        ("not-acceptable", "Accept"),
    ],
)
def test_a_fix_names_the_header_that_it_needs(kind: str, header: str) -> None:
    assert header in KINDS[kind].fix


@pytest.mark.parametrize("kind", RETRY_AFTER)
def test_a_problem_that_passes_says_how_long_to_wait(kind: str) -> None:
    assert "Retry-After" in KINDS[kind].fix


def test_a_fix_is_in_the_language_of_its_reader(api: Api) -> None:
    french = json_of(api.get("/api/v1/matches/1NOBODYKNOWS", Accept_Language="fr"))
    assert french["fix"] == "Prenez l’identifiant d’une partie de GET /api/v1/matches."


def test_the_document_lists_every_type_with_its_fix(api: Api) -> None:
    types = json_of(api.get("/api/v1/openapi.json"))["components"]["schemas"]["Problem"]["properties"]["type"]
    assert types["examples"] == [f"/api/v1/problems/{slug}" for slug in KINDS]
    for slug, kind in KINDS.items():
        fix = kind.fix.replace("<", r"\<")
        row = f"| `/api/v1/problems/{slug}` | {kind.status} | {kind.title} | {fix} |"
        assert row in types["description"].splitlines()


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_a_page_lists_every_type_with_its_fix(api: Api, language: str) -> None:
    page = api.get(f"/problems?lang={language}")
    shown = " ".join(html.unescape(re.sub("<[^>]+>", "", page.text)).split())
    assert page.mimetype == "text/html"
    for slug in KINDS:
        kind = json_of(api.get(f"/api/v1/problems/{slug}", Accept_Language=language))
        assert f'id="{slug}"' in page.text
        assert " ".join(f"{kind['title']} {kind['fix']}".split()) in shown
    assert 'href="/problems"' in api.get("/docs").text
