"""Studies, over HTTP and from the command line: opened from a position, marked, played, audited."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from flask import Flask

from domain.games import GAMES
from domain.rules import Rules
from domain.table import MatchOpened
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.cli import main
from tests.service.client import Api, Json, Pair, Player, json_of

SECRETS = ("SAM01", "ALA02", "GAS01", "GAS02", "SAM03", "ARI05")
"""The cards of both decks and both hands of the study below."""
STUDY = (
    "arena chapter=1 edition=fr / play round=9 vp=11:11 turn=SAM left=m1a1 final order=SAM,ARI,ALA,GAS / "
    "A.SAM at=d3 hp=5 / A.ALA at=e3 hp=4 / B.ARI at=d5 hp=2 / B.GAS at=d4 hp=1 / "
    "A deck=SAM01,ALA02 hand=SAM03 / B deck=GAS01,GAS02 hand=ARI05"
)
VILLAINS = (
    "villainous / move seat=0 turn=7 cauldron=56 / 0.prince-john at=jail power=19 hand=greed-1 deck=greed-2 "
    "/ 1.captain-hook at=jolly-roger power=5 locked=hangmans-tree hand=scare-1 deck=scare-2,scare-3"
)


@pytest.fixture
def study(api: Api) -> Pair:
    """A study of a last round, both seats taken."""
    opened = api.opens(**{"from": STUDY})
    return Pair(api.seats(opened, 0, "Blue"), api.seats(opened, 1, "Red"))


def problem(api: Api, **body: object) -> Json:
    """The problem that opening a match ends in."""
    reply = api.post("/api/v1/matches", {"game": "arena"} | body)
    assert reply.status_code == 422, reply.text
    return json_of(reply)


# -- opened, marked, played --------------------------------------------------------------------------


def test_it_goes_on_from_the_position(study: Pair) -> None:
    seen = study.blue.looks()
    assert (seen["study"], seen["status"]) == (True, "playing")
    assert seen["board"]["round"] == 9
    assert seen["board"]["summoners"][0]["hand"] == ["SAM03"]
    assert seen["question"]["prompt"] == "turn"
    assert "play:SAM03" in seen["question"]["options"]


def test_it_is_marked_as_a_study_everywhere(api: Api, services: Services, study: Pair) -> None:
    match = study.blue.match
    first = study.public.facts()[0]["event"]
    assert first["position"] is None
    told_first = json_of(study.public.get("/narration"))["items"][0]["text"]
    assert told_first.startswith("Study of Sorcerer’s Arena: Epic Alliances for 2 players")
    assert json_of(study.public.get("/facts/1/scene"))["study"] is True
    real = api.opens()
    entries = json_of(api.get(f"/api/v1/matches?min_position={services.store.position()}"))["items"]
    assert {entry["id"]: entry["study"] for entry in entries} == {match: True, real["id"]: False}
    assert json_of(api.get(f"/api/v1/matches/{real['id']}"))["study"] is False


def test_it_is_played_to_its_end_and_audited(study: Pair) -> None:
    over = study.play_out(Random(7))
    assert over["status"] == "over"
    assert over["study"] is True
    assert over["board"]["round"] == 9
    audit = json_of(study.public.get("/verification"))
    assert (audit["ok"], audit["difference"]) == (True, None)


def test_a_study_of_the_other_game_is_won_in_a_move(api: Api) -> None:
    opened = api.opens(game="villainous", **{"from": VILLAINS})
    john, hook = api.seats(opened, 0, "John"), api.seats(opened, 1, "Hook")
    assert john.looks()["study"] is True
    over = Pair(john, hook).play_out(Random(1))
    assert over["ended"]["winners"]
    assert json_of(john.get("/verification"))["ok"] is True


def test_a_study_of_another_store_is_found_again(study: Pair, app: Flask, services: Services) -> None:
    """What is pinned is enough: another process folds the same match."""
    match = study.blue.match
    film = services.repository.load_replay(match)
    opened = film.facts[0].event
    assert isinstance(opened, MatchOpened)
    rules: Rules[object, object] = CardSetRegistry().load_rules(opened)
    assert GAMES["arena"].write_position(rules.load_study(opened.position).board) == opened.position == STUDY
    assert services.repository.load_match(match).match == film.at(len(film))


# -- refused in words --------------------------------------------------------------------------------


def test_a_position_that_cannot_be_read(api: Api) -> None:
    refused = problem(api, **{"from": STUDY.replace("hp=1", "hp=one")})
    assert refused["type"] == "/api/v1/problems/unplayable"
    assert refused["detail"] == "Part 6 of the position, “B.GAS”: “hp=one” should be a number."
    assert refused["errors"] == [{"pointer": "/from", "detail": refused["detail"]}]
    assert "rule" not in refused


def test_a_position_that_no_match_comes_to(api: Api) -> None:
    refused = problem(api, **{"from": STUDY.replace("at=d5", "at=d4")})
    assert (refused["rule"], refused["detail"]) == ("SA-304", "2 figures stand on d4.")
    assert refused["rule_text"]
    assert refused["errors"][0]["pointer"] == "/from"


def test_a_position_of_another_game(api: Api) -> None:
    refused = problem(api, **{"from": VILLAINS})
    assert refused["detail"] == "A position of this game begins with “arena”, not with “villainous”."


@pytest.mark.parametrize(("field", "value"), [("options", {"chapter": 2}), ("seats", 2)])
def test_what_the_position_tells_is_not_asked_for(api: Api, field: str, value: object) -> None:
    refused = problem(api, **{"from": STUDY, field: value})
    assert refused["errors"] == [
        {"pointer": f"/{field}", "detail": f"A study takes its {field} from its position."}
    ]


@pytest.mark.parametrize("position", ["", "x" * 20_001, 7])
def test_a_position_is_text_of_some_length(api: Api, position: object) -> None:
    assert problem(api, **{"from": position})["errors"][0]["pointer"] == "/from"


def test_nothing_is_opened_when_it_is_refused(api: Api, services: Services) -> None:
    before = services.store.position()
    problem(api, **{"from": "arena"})
    assert services.store.position() == before


# -- hidden information ------------------------------------------------------------------------------


def test_nobody_learns_the_decks_or_the_hand_of_another(study: Pair) -> None:
    """Whatever may be asked for: the position tells everything, so it is shown to no player."""
    pages = [
        "",
        "/facts",
        "/narration",
        "/facts/1/scene",
        "/facts/3/scene",
        "/options",
        "/facts/3/options",
        "/verification",
    ]
    for player, own in ((study.blue, {"SAM03"}), (study.red, {"ARI05"}), (study.public, set())):
        for page in pages:
            reply = player.get(page)
            assert reply.status_code == 200, page
            assert {card for card in SECRETS if card in reply.text} <= own, page
            assert "deck=" not in reply.text, page
    lines = study.public.get("/facts", Accept="application/x-ndjson")
    assert lines.status_code == 200
    assert not [card for card in SECRETS if card in lines.text]


def test_not_even_claiming_a_seat_tells(api: Api) -> None:
    opened = api.opens(**{"from": STUDY})
    assert not [card for card in SECRETS if card in str(opened)]
    body = {"player": "Blue"}
    reply = api.post(f"/api/v1/matches/{opened['id']}/seats/0/claim", body, opened["claims"][0])
    assert [card for card in SECRETS if card in reply.text] == ["SAM03"]


# -- why not? ----------------------------------------------------------------------------------------


def test_the_options_of_a_match_as_it_stands(study: Pair) -> None:
    reply = study.blue.get("/options")
    choices = {choice["pick"]: choice for choice in json_of(reply)["choices"]}
    assert (choices["play:SAM03"]["possible"], choices["play:SAM03"]["label"]) == (True, "Play Shooting Star")
    assert choices["attack:ARI"]["rule"] == "SA-307"
    assert choices["attack:ARI"]["sentence"].startswith("“Attack Ariel” cannot be chosen: ")
    assert reply.headers["ETag"] == f'"{study.blue.looks()["seq"]}"'
    assert reply.headers["Cache-Control"] == "private, no-cache"
    assert study.blue.get("/options", If_None_Match=reply.headers["ETag"]).status_code == 304


def test_the_options_of_others_are_not_told(study: Pair) -> None:
    for player in (study.red, study.public):
        reply = json_of(player.get("/options"))
        assert reply["question"]["options"] is None
        assert reply["choices"] == []
        assert reply["sentence"] == "What can be chosen is for the eyes of seat 0 alone."


def test_the_options_of_a_moment_in_the_past(study: Pair) -> None:
    then = study.blue.looks()["seq"]
    assert study.blue.answers("end").status_code == 201
    reply = study.blue.get(f"/facts/{then}/options")
    assert json_of(reply)["question"]["about"] == "SAM"
    assert reply.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    assert study.public.get(f"/facts/{then}/options").headers["Cache-Control"].startswith("public")
    assert json_of(study.blue.get("/facts/1/options"))["sentence"] == "Not every seat is claimed yet."


@pytest.mark.parametrize("page", ["/facts/0/options", "/facts/9999/options"])
def test_there_are_no_options_where_there_is_no_fact(study: Pair, page: str) -> None:
    reply = study.blue.get(page)
    assert (reply.status_code, json_of(reply)["type"]) == (404, "/api/v1/problems/unknown-moment")


def test_there_are_no_options_of_an_unknown_match(api: Api) -> None:
    assert Player(api, "1NG2V9SR8ZY8").get("/options").status_code == 404


# -- from the command line ---------------------------------------------------------------------------


class Operator:
    """Somebody with a shell on the machine."""

    def __init__(self, data: Path) -> None:
        self._runner = CliRunner(env={"RECOUNT_DATA": str(data)})

    def says(self, *words: str) -> tuple[int, str]:
        """Runs a command; its exit code and what it printed."""
        result = self._runner.invoke(main, words, prog_name="recount")
        return result.exit_code, result.output


@pytest.fixture
def operator(tmp_path: Path) -> Operator:
    return Operator(tmp_path / "house")


def test_a_study_is_opened_shown_and_written_again(operator: Operator) -> None:
    code, said = operator.says("study", STUDY)
    assert code == 0, said
    match = said.split()[1]
    assert len(re.findall("seat [01] is claimed with", said)) == 2
    assert operator.says("show", match)[1].startswith(
        f"study {match}, fact 1, answer 0, open, seen by spectator"
    )
    assert operator.says("show", match, "--notation", "--as", "judge") == (0, f"{STUDY}\n")
    code, said = operator.says("show", match, "--notation")
    assert code == 2
    assert "a position tells all hands and decks: --as judge" in said
    assert operator.says("options", match, "--as", "seat-0") == (0, "Not every seat is claimed yet.\n")
    assert "…" in operator.says("export", match)[1]
    assert operator.says("verify", match)[0] == 0


def test_a_position_that_is_none_is_refused_in_words(operator: Operator) -> None:
    code, said = operator.says("study", "chess e4")
    assert code == 2
    assert "it begins with the name of its game: arena, villainous" in said
    code, said = operator.says("study", STUDY.replace("at=d5", "at=d4"))
    assert (code, said) == (1, "Error: 2 figures stand on d4.\n")


def test_the_options_of_a_match_that_bots_played(operator: Operator) -> None:
    code, said = operator.says("play", "--bots", "random,random")
    assert code == 0, said
    (match,) = re.findall(r"\b[0-9A-Z]{12}\b", said)
    assert operator.says("options", match) == (0, "The match is over: no question is open.\n")
    placing = operator.says("options", match, "--at", "5", "--as", "seat-0")[1]
    assert "chooses “place”" in placing
    assert "\n+ " in placing
    assert "\n- [SA-104] “" in placing
