"""A match is told in the language that is asked for, over HTTP and on the command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.cli import main
from service.shared.language_codes import LANGUAGES
from tests.service.client import SOON_OVER, Api, Pair, json_of
from tests.service.http.test_document import fits

OPENED = {
    "en": "New match of Sorcerer’s Arena: Epic Alliances for 2 players.",
    "fr": "Nouvelle partie de Sorcerer’s Arena\u00a0: Alliances Épiques pour 2 joueurs.",
    "it": "Nuova partita di Sorcerer’s Arena: Epiche Alleanze per 2 giocatori.",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_match_is_told_in_the_language_asked_for(pair: Pair, lang: str) -> None:
    pair.blue.answers("e1")
    answer = pair.public.get(f"/narration?lang={lang}")
    reply = json_of(answer)
    assert (reply["lang"], answer.headers["Content-Language"]) == (lang, lang)
    assert reply["items"][0]["text"] == OPENED[lang]
    text = pair.public.get(f"/narration?lang={lang}", Accept="text/plain")
    assert text.headers["Content-Language"] == lang
    assert text.text.splitlines() == [line["text"] for line in reply["items"]]


def test_it_is_told_in_the_language_of_who_asks_and_in_english_to_who_has_none(pair: Pair) -> None:
    answer = pair.public.get("/narration", Accept_Language="fr")
    assert answer.headers["Content-Language"] == json_of(answer)["lang"] == "fr"
    assert "Accept-Language" in answer.headers["Vary"]
    assert json_of(pair.public.get("/narration"))["lang"] == "en"


def test_a_game_is_told_in_each_of_its_languages(api: Api) -> None:
    pair = api.seat_pair("villainous")
    answer = pair.public.get("/narration?lang=fr")
    reply = json_of(answer)
    assert (reply["lang"], answer.headers["Content-Language"]) == ("fr", "fr")
    assert reply["items"][0]["text"] == "Nouvelle partie de Villainous pour 2 joueurs."
    italian = json_of(pair.public.get("/narration?lang=it"))["items"]
    assert italian[0]["text"] == "Nuova partita di Villainous per 2 giocatori."
    assert [line["seq"] for line in italian] == [line["seq"] for line in reply["items"]]


def test_a_narration_is_what_the_document_says(api: Api, pair: Pair) -> None:
    fits(
        json_of(api.get("/api/v1/openapi.json")), "Narration", json_of(pair.public.get("/narration?lang=it"))
    )


def test_the_acts_of_a_match_are_its_lines_in_fewer_texts(api: Api, pair: Pair) -> None:
    pair.blue.answers("e1")
    answer = pair.blue.get("/acts?lang=it")
    reply = json_of(answer)
    fits(json_of(api.get("/api/v1/openapi.json")), "ActList", reply)
    assert [line for act in reply["items"] for line in act["lines"]] == json_of(
        pair.blue.get("/narration?lang=it")
    )["items"]
    text = pair.blue.get("/acts?lang=it", Accept="text/plain")
    assert text.text.splitlines() == [act["text"] for act in reply["items"] if act["text"]]
    page = json_of(pair.blue.get("/acts?lang=it&limit=2"))
    assert page["items"] == reply["items"][:2]
    assert json_of(pair.blue.get(f"/acts?lang=it&cursor={page['next']}"))["items"] == reply["items"][2:]
    for after in range(pair.blue.looks()["seq"] + 1):
        later = [act for act in reply["items"] if act["seq"] > after]
        assert json_of(pair.blue.get(f"/acts?lang=it&after={after}"))["items"] == later


def test_a_language_that_nobody_speaks_is_refused(pair: Pair) -> None:
    refusal = pair.public.get("/narration?lang=tlh")
    assert refusal.status_code == 422
    assert json_of(refusal)["errors"] == [{"parameter": "lang", "detail": "Must be one of: en, fr, it."}]


def test_recount_narrates_in_a_language(tmp_path: Path) -> None:
    recount = CliRunner(env={"RECOUNT_DATA": str(tmp_path)})
    played = recount.invoke(main, ["play", *SOON_OVER])
    found = re.search(r"^  (\w{12})$", played.stdout, re.MULTILINE)
    assert found is not None, played.output
    match = found[1]
    italian = recount.invoke(main, ["narrate", match, "--lang", "it"])
    assert italian.stdout.splitlines()[0].strip() == "1  Nuova partita di Villainous per 2 giocatori."
    assert italian.stderr == ""
    french = recount.invoke(main, ["narrate", match, "--lang", "fr"])
    assert french.stdout.splitlines()[0].strip() == "1  Nouvelle partie de Villainous pour 2 joueurs."
    assert french.stderr == ""
