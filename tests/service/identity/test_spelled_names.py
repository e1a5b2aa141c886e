"""How people may be called: two names that look alike are one, and what only looks like a name is none."""

from __future__ import annotations

import pytest

from service.bootstrap import Services
from service.identity.service_names import localize_name
from service.shared.player_names import name_error, normalize_name
from tests.service.browser import Browser, text
from tests.service.client import Api, json_of
from tests.service.judges import refused

GOOD = (
    "Ada", "\u00c5sa", "O\u2019Brien", "Jean-Luc (2)", "李小龍", "山田 Taro", "Ελένη",
    "\u041d\u0430\u0442\u0430\u0448\u0430", "김 Minsu", "مريم", "R2-D2", "🦊 Ada", "❤️",
)  # fmt: skip
BAD = {
    "another script": "\u0430da",
    "a script within": "Ad\u0430 Lovelace",
    "Greek among Latin": "\u0391da",
    "nothing between": "A\u200bda",
    "a soft hyphen": "Ad\u00ada",
    "a blank letter": "\u3164",
    "Braille without dots": "\u2800",
    "a variant": "\U0001d400da",
    "a ligature": "\ufb01ona",
    "full width": "\uff21da",
    "a tag": "Ada\U000e0041",
    "a private character": "Ada\ue000",
    "blanks": "\u2003 ",
    "the mark of accounts": "Ada \u2713",
}


@pytest.mark.parametrize("name", GOOD)
def test_names_of_one_script_and_of_those_written_together(name: str) -> None:
    assert name_error(name) is None


@pytest.mark.parametrize("name", BAD.values(), ids=BAD.keys())
def test_what_only_looks_like_a_name_is_refused(name: str, api: Api) -> None:
    opened = api.opens()
    path = f"/api/v1/matches/{opened['id']}/seats/0/claim"
    status, pointer, _ = refused(api.post(path, {"player": name}, opened["claims"][0]))
    assert (status, {*pointer.split()}) == (422, {"/player"})


def test_one_name_in_two_spellings_is_one_player(api: Api, services: Services) -> None:
    composed, decomposed = "Zo\u00eb  K", "Zoe\u0308 K"
    assert normalize_name(composed) == normalize_name(decomposed) == "Zo\u00eb K"
    for name in (composed, decomposed):
        api.seats(api.opens(), 0, name)
    listed = f"/api/v1/matches?player={decomposed}&min_position={services.store.position()}"
    assert [entry["sides"][0]["players"][0]["name"] for entry in json_of(api.get(listed))["items"]] == [
        "Zo\u00eb K"
    ] * 2
    services.erasure.erase_names(decomposed)
    assert json_of(api.get(listed))["items"] == []


def test_a_form_tells_why_in_the_language_of_the_page(ada: Browser) -> None:
    reply = ada.post("/new?lang=fr", {"game": "arena", "player": "\u0430da"})
    assert reply.status_code == 422
    assert "Un nom s’écrit dans une seule écriture" in text(reply)


@pytest.mark.parametrize(
    ("name", "french", "italian"),
    [
        ("Bot 2", "Robot 2", "Bot 2"),
        ("Easy bot", "Robot Facile", "Bot facile"),
        ("Joueur 1 (2)", "Joueur 1 (2)", "Giocatore 1 (2)"),
        ("Avversario", "Adversaire", "Avversario"),
        ("Ada 2", "Ada 2", "Ada 2"),
    ],
)
def test_the_names_of_the_service_are_in_the_language_of_the_reader(
    name: str, french: str, italian: str
) -> None:
    assert (localize_name(name, "fr"), localize_name(name, "it")) == (french, italian)


def test_accounts_keep_their_names_in_every_language(api: Api, services: Services) -> None:
    services.accounts.create_account("Player 1")
    assert services.players.is_taken("Robot 2")
    opened = api.opens(bots={"1": "greedy"})
    api.seats(opened, 0, "Player 2")
    for lang, names in (("en", ("Player 2", "Bot 2")), ("fr", ("Joueur 2", "Robot 2"))):
        told = api.get(f"/api/v1/matches/{opened['id']}/narration?lang={lang}").text
        assert all(name in told for name in names)
    account = services.players.load_records(services.players.resolve_ids("Player 1"))
    assert [record.name_in("fr") for record in account.values()] == ["Player 1"]
