"""Answers that were possible at a past question of a recording, with the hands the table may have faced."""

from __future__ import annotations

import pytest

from domain.recording.prints import Prints
from tests.service.client import Api, Json, json_of

from .scribe import Scribe, played_match
from .test_corrections import between_effects, position_of

GAMES = [("arena", 4, 30), ("villainous", 2, 24)]


@pytest.mark.parametrize(("game", "seed", "entries"), GAMES)
def test_each_answer_that_was_given_is_among_the_possible_ones(
    api: Api, game: str, seed: int, entries: int
) -> None:
    scribe = Scribe(api, played_match(game, seed))
    scribe.enter(last=entries)
    given, legalities = 0, set[str | None]()
    prints = Prints(scribe.played.match.rules)
    for seq, event in list_entries(scribe):
        listed = json_of(api.get(f"{scribe.path}/facts/{seq}/options"))
        question = listed["question"]
        if question is None or question["sight"] == "secret" or question["seat"] != event["seat"]:
            continue
        possible = {prints.generic(choice["pick"]) for choice in listed["choices"] if choice["possible"]}
        assert possible.issuperset(map(prints.generic, event["picks"])), (seq, event["picks"])
        legalities |= {choice["legality"] for choice in listed["choices"]}
        given += 1
    assert given > entries // 3
    assert legalities >= {"legal", "possible", "illegal"}


def list_entries(scribe: Scribe) -> list[tuple[int, Json]]:
    """Returns the facts of the entries with picks."""
    page = json_of(scribe.api.get(f"{scribe.path}/facts?limit=1000", scribe.token))
    events = [(int(fact["seq"]), fact["event"]) for fact in page["items"]]
    return [(seq, event) for seq, event in events if event["type"] == "record.Entered" and event["picks"]]


def test_a_list_without_answers_has_a_sentence_instead(api: Api) -> None:
    scribe = Scribe(api, played_match())
    between_effects(scribe)
    body = {"position": position_of(scribe)["position"], "reason": "The board fell down.", "rule": "SA-601"}
    assert scribe.api.post(f"{scribe.path}/irregular", body, scribe.token).status_code == 201
    for seq in range(1, scribe.seq + 1):
        listed = json_of(scribe.api.get(f"{scribe.path}/facts/{seq}/options"))
        assert bool(listed["choices"]) != bool(listed.get("sentence")), seq
