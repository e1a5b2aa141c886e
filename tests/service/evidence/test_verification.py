"""Verification over HTTP: a match decided again as it was played, under another edition, with other cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from msgspec.structs import replace

from domain import table
from replays.bots.players import BOTS, play_match
from service.bootstrap import Services
from service.settings import Settings
from service.shared import record_ids
from tests.service.applications import serving
from tests.service.card_files import CardFiles
from tests.service.cases.test_judges import looks
from tests.service.client import Api, Json, Pair, Player, json_of
from tests.service.judges import judge

TEAMS = (("SAM", "ALA", "GAS"), ("ARI", "MAL", "DEM"))
LAST = (
    "arena chapter=1 edition=en / play round=9 vp=12:11 turn=GAS left=m1a1 final order=SAM,ARI,ALA,GAS / "
    "A.SAM at=d3 hp=1 / A.ALA at=e3 hp=4 / B.ARI at=d5 hp=2 / B.GAS at=d4 hp=1 / "
    "A deck=SAM01,ALA02 hand=SAM03 / B deck=GAS01,GAS02 hand=ARI05"
)


@pytest.fixture
def app(settings: Settings, tmp_path: Path) -> Iterator[Flask]:
    """The service, with a card set besides its own in which Mickey has 9 HP instead of 8."""
    files = CardFiles(tmp_path / "cards")
    files.writes("mine.yaml", ("hp: 8", "hp: 9"))
    with serving(replace(settings, cards=files.directory)) as app:
        yield app


@pytest.fixture
def pair(api: Api) -> Pair:
    """Blue and red at a match of chapter 4, in the English edition."""
    opened = api.opens(options={"chapter": 4, "edition": "en"})
    return Pair(api.seats(opened, 0, "Blue"), api.seats(opened, 1, "Red"))


@pytest.fixture
def over(api: Api, services: Services) -> Pair:
    """The public of a match that two bots have played, always the same, in the English edition."""
    match = recorded(services, {"chapter": 4, "edition": "en", "teams": TEAMS})
    return Pair(Player(api, match), Player(api, match))


def recorded(services: Services, options: Json, game: str = "arena") -> str:
    """Puts a match between bots into the records, from its opening to its end; returns its id."""
    played, cards = services.library.find_game(game), services.library.find_cards(game)
    rules = played.make_rules(cards.book)
    facts = play_match(played, rules, "evening", [BOTS["random"]] * 2, options, cards=cards.digest)
    match = record_ids.new_match_id(0)
    services.repository.commit_facts(match, rules, table.fold(rules, facts), facts)
    return match


def audit_record(player: Player, how: str = "") -> Json:
    reply = player.get(f"/verification{how}")
    assert reply.status_code == 200, reply.text
    return json_of(reply)


def test_it_comes_out_as_it_was_played(over: Pair) -> None:
    found = audit_record(over.public)
    assert (found["ok"], found["facts"], found["difference"]) == (True, over.public.looks()["seq"], None)
    assert audit_record(over.public, "?edition=en") == found


def test_under_another_edition_the_first_fact_that_differs_is_told(over: Pair) -> None:
    """SA-902: in the Italian edition a figure leaves only when the paragraph that knocked it out is done."""
    found = audit_record(over.public, "?edition=it")
    assert found["ok"] is False
    would_be, was = found["difference"].split("; it is recorded as ")
    assert re.match(
        rf"Under these rules fact {found['seq']} would be “[A-Z][^<]+\.” \({found['seq']} <", would_be
    )
    assert re.match(rf"“[A-Z][a-z' A-Z]+ leaves the Arena\.” \({found['seq']} <", was)
    fact = over.public.facts()[found["seq"] - 1]
    assert fact["event"]["type"] == "arena.FigureRemoved"
    assert f"{fact['seq']} <{fact['cause']} SA-902 arena.FigureRemoved" in found["difference"]
    assert found["facts"] < found["seq"]


def test_with_other_cards_the_first_fact_that_differs_is_told(over: Pair) -> None:
    found = audit_record(over.public, "?cards=mine")
    assert (found["ok"], found["seq"]) == (False, 5)
    assert found["difference"] == (
        "Under these rules fact 5 would be “Random-0 takes Sorcerer’s Apprentice Mickey.” "
        "(5 <4 SA-108 arena.CharacterDrafted seat=0 who=SAM code=SAM hp=9); "
        "it is recorded as “Random-0 takes Sorcerer’s Apprentice Mickey.” "
        "(5 <4 SA-108 arena.CharacterDrafted seat=0 who=SAM code=SAM hp=8)."
    )


@pytest.mark.parametrize(
    ("how", "status", "kind", "words"),
    [
        ("?cards=nobodys", 404, "unknown-cards", "has no card set “nobodys”; there are: core, mine."),
        ("?speed=9", 422, "unplayable", "has no option “speed”; it has: "),
        ("?edition=de", 422, "unplayable", "option “edition”: "),
        ("?chapter=four", 422, "unplayable", "option “chapter”: "),
    ],
)
def test_rules_that_there_are_not(over: Pair, how: str, status: int, kind: str, words: str) -> None:
    reply = over.public.get(f"/verification{how}")
    assert (reply.status_code, json_of(reply)["type"]) == (status, f"/api/v1/problems/{kind}")
    assert words in json_of(reply)["detail"]


def test_a_study_has_the_options_of_its_position(api: Api) -> None:
    opened = api.opens(**{"from": LAST})
    study = Pair(api.seats(opened, 0, "Blue"), api.seats(opened, 1, "Red"))
    study.play_out(Random(82))
    reply = study.public.get("/verification?edition=fr")
    assert (reply.status_code, json_of(reply)["errors"][0]["pointer"]) == (422, "/options/edition")
    assert audit_record(study.public, "?cards=core")["ok"] is True


def test_while_it_is_going_on_other_rules_are_for_a_judge(pair: Pair, services: Services) -> None:
    for player in (*pair, pair.public):
        for how in ("?edition=it", "?cards=mine"):
            reply = player.get(f"/verification{how}")
            assert (reply.status_code, json_of(reply)["type"]) == (403, "/api/v1/problems/not-yours")
        assert audit_record(player)["ok"] is True
    assert audit_record(judge(services, pair), "?edition=it")["ok"] is True
    assert looks(pair) == ["judge-7f3a"]


@pytest.mark.parametrize(
    ("language", "would_be", "was"),
    [
        (
            "fr",
            "Selon ces règles, le fait 5 serait «\u00a0Random-0 prend ",
            "\u00a0; il est noté «\u00a0Random-0 prend ",
        ),
        (
            "it",
            "Con queste regole il fatto 5 sarebbe «Random-0 prende ",
            "; è registrato come «Random-0 prende ",
        ),
    ],
)
def test_a_difference_is_told_in_the_language_of_the_request(
    over: Pair, language: str, would_be: str, was: str
) -> None:
    reply = over.public.get("/verification?cards=mine", Accept_Language=language)
    assert reply.headers["Content-Language"] == language
    difference = json_of(reply)["difference"]
    assert difference.startswith(would_be)
    assert was in difference
    assert "SA-108 arena.CharacterDrafted seat=0 who=SAM code=SAM hp=8)" in difference
