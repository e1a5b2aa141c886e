"""No door shows a table at printed cards to the public before a scribe records it."""

from __future__ import annotations

import pytest

from domain.table.recordings import commands
from domain.table.recordings.facts import ScribeChanged
from service.bootstrap import Services
from tests.service.client import Api, Json, json_of

from .test_table_cases import Hall


@pytest.fixture
def hall(api: Api, services: Services) -> Hall:
    """Ada calls a judge to her table, which nobody records."""
    hall = Hall(api, services)
    hall.call("Ada", "Gaston moved three spaces.")
    return hall


def match_of(hall: Hall) -> str:
    """Returns the match that holds the cases of the table."""
    waiting = f"/api/v1/disputes?min_position={hall.services.store.position()}"
    row, *_ = json_of(hall.api.get(waiting, hall.judge))["items"]
    return str(row["match"])


def public_facts(hall: Hall) -> list[Json]:
    """Returns the facts of the match of the table in the public feed."""
    return [*json_of(hall.api.get(f"/api/v1/facts?match={match_of(hall)}"))["items"]]


def add_scribe(hall: Hall) -> None:
    """An organizer gives the table to a scribe."""
    path = f"/api/v1/tournaments/{hall.desk.tournament}/rounds/1/tables/1/scribe"
    assert hall.api.post(path, {}, hall.desk.token).status_code == 201


def test_the_feed_has_a_table_from_its_first_scribe_on(hall: Hall) -> None:
    assert public_facts(hall) == []
    add_scribe(hall)
    hall.call("Grace", "It was two.")
    assert [notice["fact"]["event"]["type"] for notice in public_facts(hall)] == [
        "record.ScribeChanged",
        "table.DisputeOpened",
    ]


def remove_scribe(hall: Hall) -> None:
    """The table has no scribe, by a fact."""
    repository = hall.services.repository
    change = ScribeChanged("", "judge:gone", repository.clock())
    repository.execute(
        match_of(hall), lambda loaded: commands.change_scribe(loaded.rules, loaded.match, change)
    )


def test_a_table_that_loses_its_scribe_before_it_had_one_stays_closed(hall: Hall) -> None:
    remove_scribe(hall)
    match, position = match_of(hall), hall.services.store.position()
    assert public_facts(hall) == []
    assert hall.api.get(f"/api/v1/matches/{match}").status_code == 403
    assert json_of(hall.api.get(f"/api/v1/matches?min_position={position}"))["items"] == []
    size = hall.services.evidence.seal_heads()
    assert hall.api.get(f"/api/v1/tile/entries/000.p/{size}").status_code == 404
    add_scribe(hall)
    [notice] = public_facts(hall)
    assert notice["fact"]["event"]["by"] != "judge:gone"


def test_the_public_position_does_not_move_for_a_closed_table(hall: Hall) -> None:
    store = hall.services.store
    before = store.public_position
    hall.call("Grace", "It was two.")
    assert store.public_position == before < store.position()
    add_scribe(hall)
    assert store.public_position == store.position()


def test_the_log_shows_no_head_of_a_closed_table(hall: Hall) -> None:
    def entries() -> int:
        size = hall.services.evidence.seal_heads()
        return hall.api.get(f"/api/v1/tile/entries/000.p/{size}").status_code

    assert entries() == 404
    add_scribe(hall)
    assert entries() == 200


def test_the_feed_has_a_recording_that_opens_with_its_scribe_from_the_start(api: Api) -> None:
    match = api.opens(source="table")["id"]
    items = json_of(api.get(f"/api/v1/facts?match={match}"))["items"]
    assert [notice["fact"]["seq"] for notice in items] == [1, 2]
