"""A bundle has the records of tables with printed cards, and each checker compares the results with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from service.app import services_of
from service.bootstrap import Services
from service.portability.tournament_imports import import_tournament
from tests.service.client import Api, Json

from .desk import WIN, Desk
from .test_bundle import checked, exported
from .test_bundle_checkers import findings
from .test_recorded_tables import RecordedTable


@pytest.fixture
def table(api: Api, services: Services) -> RecordedTable:
    """A table whose players signed, in a tournament that is over."""
    table = RecordedTable(api, services)
    table.sign_on_paper()
    table.results()
    table.desk.enters(1, 2, WIN)
    table.desk.did("close", stage=1, round=1)
    table.desk.ends(services, overrule="the hall closes")
    return table


@pytest.mark.parametrize("is_organizer", [False, True])
def test_the_record_of_a_table_is_in_the_bundle_and_agrees_with_its_result(
    table: RecordedTable, services: Services, tmp_path: Path, is_organizer: bool
) -> None:
    bundle: Json = exported(table.desk, table.desk.token if is_organizer else "")
    assert [match["match"] for match in bundle["matches"]] == [table.match]
    assert checked(bundle, table.desk, services).findings == []
    assert findings(bundle, services, tmp_path) == ([], [])


def test_a_record_that_was_left_out_of_a_bundle_is_missed(
    table: RecordedTable, services: Services, tmp_path: Path
) -> None:
    bundle = exported(table.desk) | {"matches": []}
    assert [found.what for found in checked(bundle, table.desk, services).findings] == ["missing"]
    assert findings(bundle, services, tmp_path) == (["result"], ["result"])


def test_another_service_imports_the_tournament_with_the_result_of_the_table(
    table: RecordedTable, abroad: Api
) -> None:
    file = json.dumps(exported(table.desk, table.desk.token)).encode()
    import_tournament(services_of(abroad.app), file, "club-b")
    there = Desk(abroad, table.desk.tournament, "")
    [here_result, there_result] = [
        desk.looks("/rounds/1", "")["tables"][0]["results"][0]["result"] for desk in (table.desk, there)
    ]
    assert there_result == here_result
    assert abroad.get(table.path).status_code == 404
