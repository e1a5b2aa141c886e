"""The page of a rulebook: searched, cited within, and told where each rule comes from."""

from __future__ import annotations

import re

import pytest

from domain.model import Picks
from service.catalog.pages import contains_words
from service.catalog.puzzles import load_puzzles
from tests.service.browser import Browser, text
from tests.service.client import json_of


@pytest.mark.parametrize(
    ("query", "found"),
    [("", True), ("revele", True), ("COEUR reine", True), ("l'action", True), ("révèle roi", False)],
)
def test_a_text_is_found_by_words_of_it_whatever_their_case_accents_and_order(
    query: str, found: bool
) -> None:
    assert contains_words(query, "La Reine de Cœur révèle l’action") is found


def test_a_query_leaves_the_rules_that_it_finds(ada: Browser) -> None:
    """Without scripts, too: what is not found is hidden, and so are titles above nothing (VI-111, VI-137)."""
    page = ada.get("/rules/villainous?lang=fr&q=JETON+fatalite").text
    shown = re.findall(r'<div id="(VI-\w+)" class="entry numbered" >', page)
    assert shown == ["VI-002", "VI-110", "VI-111"]
    assert re.findall(r'<section id="section-(\d+)" class="part" >', page) == ["1", "8"]
    assert '<output id="found" class="headline" for="search" aria-label="Règles trouvées">3</output>' in page
    assert re.search(r'\(<a class="rule" href="/rules/villainous#VI-137">VI-137</a>\)', page)


def test_an_example_is_a_match_at_which_one_sits_alone_and_reads_what_to_do(ada: Browser) -> None:
    """SA-304 is shown by what cannot be chosen there."""
    assert 'action="/study/examples/SA-304"' in ada.get("/rules/arena").text
    opened = ada.post("/study/examples/SA-304?lang=it", {})
    assert opened.status_code == 303
    page = text(ada.get(f"{opened.location}?lang=it"))
    assert "Esempio della regola Fasi principali SA-304" in page
    assert (
        "Gaston sbarra la strada: Topolino l’Apprendista Stregone non può fermarsi sulla sua casella" in page
    )
    assert "«Che altro era possibile?» dice per quale regola." in page
    assert ada.post("/study/examples/SA-101", {}).status_code == 404


def test_a_rule_tells_where_it_is_printed(ada: Browser) -> None:
    """SA-113 stands on other pages in other handbooks; SA-901 is printed in two ways."""
    page = ada.get("/rules/arena?lang=it&q=SA-113").text
    assert "Regolamento (IT e FR): 14 · Regolamento (EN): 20" in page
    assert "Stampato diversamente: FR e IT" in page


def test_a_lesson_is_a_match_at_which_one_sits_alone_and_is_told_whether_its_goal_is_reached(
    ada: Browser,
) -> None:
    assert 'action="/learn/villainous/the-objective"' in ada.get("/learn/villainous").text
    opened = ada.post("/learn/arena/a-harder-blow", {})
    assert opened.status_code == 303
    page = ada.get(f"{opened.location}?lang=fr").text
    assert ">Un coup plus fort</a>" in page
    assert "Gaston a 3 PV" in page
    assert json_of(ada.get(f"{opened.location}/lesson"))["state"] == "open"
    assert ada.post("/learn/arena/the-objective", {}).status_code == 404
    example = ada.post("/study/examples/SA-304", {}).location
    assert ada.get(f"{example}/lesson").status_code == 404


def test_a_puzzle_is_listed_with_the_lessons_and_tells_who_wins_and_how(ada: Browser) -> None:
    name, posed = next(iter(load_puzzles("arena").items()))
    assert f'action="/learn/arena/{name}"' in ada.get("/learn/arena").text
    opened = ada.post(f"/learn/arena/{name}", {}).location
    page = text(shown := ada.get(f"{opened}?lang=fr"))
    assert ">Énigme 1</a>" in shown.text
    assert " : gagnez avant la fin de ce tour. Il manque 5 points." in page
    assert "La solution" in page
    assert json_of(ada.get(f"{opened}/lesson"))["state"] == "open"
    alike = ada.post("/learn/villainous/wicket-old-41", {}).location
    assert "Activate Card Guard: Diamond (Courtyard)" in ada.get(f"{alike}?lang=en").text
    match = opened.replace("/m/", "/api/v1/matches/")

    def answer(picks: Picks) -> None:
        now = ada.get(match, Accept="application/json")
        headers = {"X-CSRF-Token": ada.token(), "If-Match": now.headers["ETag"]}
        headers["X-Viewer"] = f"seat-{json_of(now)['question']['seat']}"
        sent = ada.client.post(f"{match}/answers", json={"picks": picks}, headers=headers)
        assert sent.status_code == 201, sent.text

    answer(posed.greedy)
    strayed = json_of(ada.get(f"{opened}/lesson"))
    assert strayed["state"] == "strayed"
    back = {"json": {"seq": strayed["wrong"]}, "headers": {"X-CSRF-Token": ada.token()}}
    assert json_of(ada.client.post(f"{opened}/lesson", **back)) == {}
    assert json_of(ada.get(f"{opened}/lesson"))["state"] == "open"
    for picks, state in zip(posed.solution, ("found", "reached"), strict=True):
        answer(picks)
        assert json_of(ada.get(f"{opened}/lesson"))["state"] == state
