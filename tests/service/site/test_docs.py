"""The page that shows the contract is made of files that are served from here."""

from __future__ import annotations

import re

from service.site.docs import VIEWER
from tests.service.client import Api


def test_the_page_is_made_of_files_of_ours(api: Api) -> None:
    page = api.get("/docs")
    assert page.status_code == 200
    parts = re.findall(r'(?:<(?:script|link|img)[^>]* (?:src|href)|data-document)="([^"]*)"', page.text)
    assert len(parts) > 5
    for part in parts:
        assert re.match(r"/\w", part), part
        with api.get(part) as reply:  # which closes the file
            assert reply.status_code == 200, part


def test_the_page_has_nothing_inline(api: Api) -> None:
    page = api.get("/docs")
    assert re.search(r"<style|\sstyle=|\son\w+=|<script>", page.text) is None
    assert "default-src 'none'; script-src 'self'" in page.headers["Content-Security-Policy"]


def test_what_others_made_comes_with_its_licence() -> None:
    assert "Apache" in (VIEWER / "LICENSE").read_text(encoding="utf-8")
