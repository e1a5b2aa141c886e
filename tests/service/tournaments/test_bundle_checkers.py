"""Bundles of tournaments hold for the checkers that need nothing of the service, and altered ones do not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from replays.proof.standalone import check as in_python
from service.bootstrap import Services
from tests.replays.proof.checker import checked as in_javascript
from tests.service.client import Api, Json, json_of

from .desk import WIN, Desk
from .test_bundle import checked, exported
from .test_bundle import day as day
from .test_bundle import result as alter_result
from .test_report_opening import FILE


@pytest.fixture
def continued(api: Api, services: Services) -> Desk:
    """A tournament that goes on from a report file, played to its end."""
    token = services.api_tokens.issue_token("files", ["organize"]).token
    reply = api.post("/api/v1/tournaments/report", {"report": FILE, "game": "arena"}, token)
    desk = Desk(api, json_of(reply)["id"], token)
    for number in (2, 3):
        desk.did("pair", round=number)
        desk.did("publish", stage=1, round=number)
        desk.did("start", stage=1, round=number)
        desk.enters(number, 1, WIN)
        desk.did("close", stage=1, round=number)
    desk.ends(services)
    return desk


def findings(bundle: Json, services: Services, folder: Path) -> tuple[list[str], list[str]]:
    """Returns the kinds of findings of the checker in Python, and of the one in JavaScript."""
    file = json.dumps(bundle).encode()
    keys = [str(key) for key in services.evidence.public_keys()]
    [report] = in_javascript(folder, [file])
    assert report.refused == ""
    assert [line[:32] for line in report.left] == ["Rounds were not paired again, an"]
    return [finding[1] for finding in in_python(file, keys).found], [one.what for one in report.found]


@pytest.mark.parametrize("name", ["day", "continued"])
def test_a_bundle_is_whole_for_every_checker_and_an_altered_result_is_found(
    request: pytest.FixtureRequest, services: Services, tmp_path: Path, name: str
) -> None:
    desk: Any = request.getfixturevalue(name)
    bundle = exported(desk)
    assert checked(bundle, desk, services).findings == []
    assert findings(bundle, services, tmp_path) == ([], [])
    alter_result(bundle)
    python, javascript = findings(bundle, services, tmp_path)
    assert "chain" in python
    assert python == javascript
