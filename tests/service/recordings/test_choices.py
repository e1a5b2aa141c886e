"""A scribe chooses among all that some hand allows, without a look into a hand."""

from __future__ import annotations

import pytest

from tests.service.client import Api, Json, json_of

from .scribe import Scribe, played_match


@pytest.fixture
def scribe(api: Api) -> Scribe:
    return Scribe(api, played_match())


def list_questions(scribe: Scribe, lang: str = "en") -> list[Json]:
    """Returns the questions that the next entry may answer."""
    reply = json_of(scribe.api.get(f"{scribe.path}/entries/choices?lang={lang}", scribe.token))
    questions: list[Json] = reply["questions"]
    return questions


def picks_of(question: Json, *legalities: str) -> set[str]:
    """Returns the picks of a question with these legalities."""
    return {choice["pick"] for choice in question["choices"] if choice["legality"] in legalities}


@pytest.mark.parametrize(("game", "seed"), [("arena", 4), ("villainous", 3)])
def test_every_answer_of_a_match_is_among_the_choices(api: Api, game: str, seed: int) -> None:
    scribe = Scribe(api, played_match(game, seed))
    print_of = scribe.played.match.rules.print_of
    for number, body in enumerate(scribe.bodies[:60], 1):
        questions = [each for each in list_questions(scribe) if each["question"]["seat"] == body["seat"]]
        offered = [picks_of(each, "legal", "possible") for each in questions]
        named = {":".join(print_of(word) for word in pick.split(":")) for pick in body["picks"]}
        assert any({*body["picks"]} <= picks or named <= picks for picks in offered), (number, body)
        scribe.enter(number, number)


def test_the_next_players_turn_is_open_before_the_end_of_this_one(api: Api) -> None:
    """Whoever ends a turn says nothing: the entry of the next player implies it."""
    scribe = Scribe(api, played_match("villainous", 3))
    scribe.enter(last=3)
    this, following = list_questions(scribe)
    assert "end" in picks_of(this, "legal")
    assert [each["question"]["seat"] for each in (this, following)] == [0, 1]
    assert {*scribe.bodies[3]["picks"]} <= picks_of(following, "legal")
    scribe.enter(4, 4)


def test_a_card_is_possible_until_all_its_copies_lie_in_the_open(scribe: Scribe) -> None:
    number = number_of(scribe, "play:")
    [played] = scribe.played.entries[number - 1].picks
    scribe.enter(last=number - 1)
    assert played in picks_of(list_questions(scribe)[0], "possible")
    scribe.enter(number, number + 2)
    seat = scribe.bodies[number - 1]["seat"]
    later = number + 2
    while True:
        turns = [each for each in list_questions(scribe) if each["question"]["seat"] == seat]
        found = [choice for each in turns for choice in each["choices"] if choice["pick"] == played]
        if found:
            break
        later += 1
        scribe.enter(later, later)
    assert (found[0]["legality"], found[0]["sentence"]) == ("illegal", "Every copy of it lies in the open.")
    french = [choice for each in list_questions(scribe, "fr") for choice in each["choices"]]
    [sentence] = [choice["sentence"] for choice in french if choice["pick"] == played]
    assert sentence == "Tous ses exemplaires sont face visible."


def test_a_revealed_card_that_is_not_named_is_asked_for_with_its_candidates(scribe: Scribe) -> None:
    number = next(i for i, body in enumerate(scribe.bodies, 1) if body["sightings"])
    scribe.enter(last=number - 1)
    bare = scribe.bodies[number - 1] | {"sightings": []}
    refused = json_of(scribe.send([bare], number - 1))["refused"]
    assert refused["trouble"] == "incomplete"
    candidates = {candidate["card"]: candidate["label"] for candidate in refused["candidates"]}
    sighted = scribe.bodies[number - 1]["sightings"][0]["card"]
    assert candidates[sighted] != sighted
    assert len(candidates) < 20
    assert json_of(scribe.send([scribe.bodies[number - 1]], number - 1))["refused"] is None


def test_the_seats_of_a_lot_are_its_candidates(api: Api) -> None:
    opened = api.opens(game="arena", options={"chapter": 2}, seats=2, source="table")
    for seat, name in enumerate(("Ana", "Ben")):
        api.seats(opened, seat, name)
    body = {"after": 0, "entries": [{"id": "begin-of-the-match"}]}
    reply = json_of(api.post(f"/api/v1/matches/{opened['id']}/entries", body, opened["scribe"]))
    assert [candidate["card"] for candidate in reply["refused"]["candidates"]] == ["0", "1"]


def number_of(scribe: Scribe, act: str) -> int:
    """Returns the number of the first entry whose answer begins with *act*."""
    return next(i for i, body in enumerate(scribe.bodies, 1) if any(p.startswith(act) for p in body["picks"]))
