"""The table stands otherwise than the entries say: the recording goes on from the position as it is."""

from __future__ import annotations

import pytest

from replays.audits.verify import verify
from service.bootstrap import Services
from tests.service.client import Api, Json, json_of

from .scribe import Scribe, played_match


@pytest.fixture
def scribe(api: Api) -> Scribe:
    return Scribe(api, played_match())


def position_of(scribe: Scribe) -> Json:
    """Returns the position of the table, as the scribe reads it."""
    return json_of(scribe.api.get(f"{scribe.path}/position", scribe.token))


def between_effects(scribe: Scribe) -> int:
    """Enters about twenty entries, up to one after which no effect is under way."""
    for last in range(20, 40):
        scribe.enter(1 if last == 20 else last, last)
        if not position_of(scribe)["told"]:
            return last
    raise AssertionError("an effect is always under way")


def test_a_position_has_a_question_mark_for_each_card_that_nobody_saw(scribe: Scribe) -> None:
    between_effects(scribe)
    position = position_of(scribe)["position"]
    assert "deck=?" in position
    assert "hand=?" in position


def test_an_irregularity_that_stands_moves_the_board_and_play_goes_on(
    scribe: Scribe, services: Services
) -> None:
    last = between_effects(scribe)
    before = position_of(scribe)["position"]
    vp = "vp=0,0" if "vp=0,0" in before else next(word for word in before.split() if word.startswith("vp="))
    body = {
        "position": before.replace(vp, "vp=3:1"),
        "reason": "They scored it before anybody looked.",
        "rule": "SA-601",
    }
    noted = scribe.api.post(f"{scribe.path}/irregular", body, scribe.token)
    assert noted.status_code == 201, noted.text
    assert "vp=3:1" in position_of(scribe)["position"]
    assert scribe.enter(last + 1, last + 5)["last"] == last + 5
    facts = scribe.facts(services)
    assert verify(scribe.played.match.rules, facts).ok
    amended = scribe.api.post(
        f"{scribe.path}/entries/3/amend",
        {"entry": scribe.bodies[2] | {"id": "00000000-amended"}, "reason": "Typed again."},
        scribe.token,
    )
    assert json_of(amended)["last"] == last + 5, "the irregularity stands on the new line too"
    assert "vp=" in position_of(scribe)["position"]
    assert verify(scribe.played.match.rules, scribe.facts(services)).ok


def test_an_irregularity_that_was_undone_moves_nothing(scribe: Scribe) -> None:
    between_effects(scribe)
    before = position_of(scribe)
    body = {"reason": "Moved twice, and back.", "rule": "SA-303", "seat": 1}
    assert scribe.api.post(f"{scribe.path}/irregular", body, scribe.token).status_code == 201
    assert position_of(scribe) == before


def test_a_recording_begins_late_with_a_position(api: Api, services: Services) -> None:
    early = Scribe(api, played_match())
    last = between_effects(early)
    position = position_of(early)["position"]
    late = Scribe(api, played_match())
    body = {"position": position, "reason": "Recorded from here on."}
    assert late.api.post(f"{late.path}/gap", body, late.token).status_code == 201
    assert position_of(late)["position"] == position
    reply = late.send(late.bodies[last : last + 6], 0)
    assert json_of(reply)["last"] == 6, reply.text
    assert verify(late.played.match.rules, late.facts(services)).ok


def test_an_impossible_position_is_refused_and_nothing_is_written(scribe: Scribe, services: Services) -> None:
    between_effects(scribe)
    stored = scribe.facts(services)
    position = position_of(scribe)["position"]
    for wrong in ("nonsense", position.replace("deck=?", "deck=?9")):
        refused = scribe.api.post(f"{scribe.path}/gap", {"position": wrong, "reason": "?"}, scribe.token)
        assert (refused.status_code, json_of(refused)["type"].rsplit("/")[-1]) == (409, "wrong-moment")
    assert scribe.facts(services) == stored


def test_a_position_of_a_match_with_other_seats_is_refused(scribe: Scribe, services: Services) -> None:
    between_effects(scribe)
    stored = scribe.facts(services)
    told = {"position": position_of(scribe)["position"], "told": ["nonsense"], "reason": "?"}
    other = {"position": position_of(scribe)["position"].replace("chapter=1", "chapter=2"), "reason": "?"}
    for body in (told, other):
        refused = scribe.api.post(f"{scribe.path}/gap", body, scribe.token)
        assert refused.status_code == 409, refused.text
    assert scribe.facts(services) == stored


def test_those_at_the_table_see_it_without_the_delay_of_the_public(api: Api) -> None:
    scribe = Scribe(api, played_match(), delay={"rounds": 3})
    scribe.enter(last=20)
    assert json_of(api.get(f"{scribe.path}/entries", scribe.token))["last"] == 20
    assert json_of(api.get(f"{scribe.path}/entries"))["last"] < 20
    assert json_of(api.get(f"{scribe.path}/position"))["position"] != position_of(scribe)["position"]
