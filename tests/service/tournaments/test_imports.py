"""Tournaments that change house: brought with all their matches, read like those of here, or refused."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from werkzeug.test import TestResponse

from domain.people import JOURNAL
from replays.proof import bundle, bundle_check
from service.app import services_of
from service.bootstrap import Services
from service.cli import main
from service.portability.jobs import LARGEST_INLINE_BYTES
from service.portability.tournament_imports import TournamentExists, import_tournament
from service.settings import Settings
from service.shared import record_ids
from service.tournaments.background.bundles import bundle_chunks
from tests.service.client import Api, Json, json_of, player_names, wait_for
from tests.service.judges import says
from tests.service.stores import on_both_stores

from .desk import Desk
from .test_online import online as online
from .test_online import results, seated, tables

ROOT = Path(__file__).parents[3]


@pytest.fixture
def over(online: Desk, services: Services) -> Desk:
    """A tournament of four that is over after a round: one table was played here, the other on cardboard."""
    _, grace = seated(online, 1, "Ada", "Grace")
    _, mae = seated(online, 2, "Lin", "Mae")
    for loser in (grace, mae):
        assert says(loser, "/concession", {}).status_code == 201
    wait_for(lambda: results(online, 1) != [] and results(online, 2) != [], "the results arrive")
    online.did("correct", stage=1, round=1, table=2, result={"places": [1, 1]}, why="They agreed.")
    online.did("close", stage=1, round=1)
    online.ends(services, overrule="enough")
    return online


def exported(desk: Desk, token: str | None = None) -> bytes:
    """The bundle of a tournament, for its organizers or for who has another token."""
    reply = desk.api.get(
        f"/api/v1/tournaments/{desk.tournament}/export", desk.token if token is None else token
    )
    assert reply.status_code == 200, reply.text
    return bytes(reply.data)


def brings(api: Api, file: bytes, scope: str = "organize", event: str = "") -> TestResponse:
    """Brings *file* to the service of *api*."""
    token = services_of(api.app).api_tokens.issue_token("bo", [scope], event=event).token  # type: ignore[list-item]
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    return api.app.test_client().post("/api/v1/imports", data=file, headers=headers)


def shown(desk: Desk, what: str) -> str:
    """What is told there before the players, but for positions, which are those of one service."""
    return re.sub(r'"position": \d+', "", json.dumps(desk.looks(what)).partition('"players"')[0])


def test_it_is_read_like_one_of_here_and_takes_no_commands(over: Desk, abroad: Api) -> None:
    file = exported(over)
    reply = brings(abroad, file)
    assert reply.status_code == 201, reply.text
    assert reply.headers["Location"] == f"/api/v1/tournaments/{over.tournament}"
    taken, there = json_of(reply), Desk(abroad, over.tournament, "")
    origin = taken["imported"]
    assert (origin["by"], origin["house"], origin["trusted"]) == ("bo", "recount", False)
    assert [one["match"] for one in over.looks("/rounds/1")["tables"]] == taken["matches"]
    assert there.looks()["imported"] == origin
    key = origin["key"].split("+")[0]
    page = abroad.app.test_client().get(f"/t/{over.tournament}").text
    assert f"Imported from {key} by bo" in page
    assert f"player {over.players['Ada'][2:6]}@recount won" in page
    for what in ("/standings", "/rounds/1"):
        renamed = shown(there, what).replace("@recount", "")
        brought = shown(over, what).replace('"seq": 17,', '"seq": 18,')
        assert renamed == brought, "a fact more: that it was brought"
    assert set(player_names(there.looks("/players"))) == {f"{who}@recount" for who in over.players.values()}
    for match in taken["matches"]:
        assert json_of(abroad.get(f"/api/v1/matches/{match}"))["imported"]["house"] == "recount"
    services = services_of(abroad.app)
    mine = services.api_tokens.issue_token("mine", ["organize"], event=over.tournament).token
    refused = there.does("drop", mine, player=f"{over.players['Ada']}@recount")
    assert refused.status_code == 409
    assert "This tournament was brought from recount: here it is a record" in json_of(refused)["detail"]
    listed = json_of(abroad.get(f"/api/v1/tournaments?min_position={taken['position']}"))["items"]
    assert [(one["id"], one["state"], one["imported"]) for one in listed] == [
        (over.tournament, "over", origin)
    ]
    feed = abroad.get("/api/v1/facts?type=tournament.TournamentOpened")
    assert feed.status_code == 200, feed.text
    [opening] = json_of(feed)["items"]
    assert opening["imported"] == origin
    services.result_process.catch_up()
    assert services.tournaments.get(over.tournament).seq == taken["seq"]
    again = brings(abroad, file)
    assert (again.status_code, json_of(again)["detail"]) == (
        409,
        f"Tournament {over.tournament} is here already, fact for fact.",
    )
    onward = bundle.read_bundle(b"".join(bundle_chunks(services, over.tournament, managed=True)))
    assert bundle_check.check_bundle(onward, services.evidence.public_keys()).findings == []
    assert onward.record.facts[:-1] == bundle.read_bundle(file).record.facts


def result(told: Json) -> None:
    """Has the other player win."""
    [fact] = [one for one in told["record"]["facts"] if one["seq"] == 11]
    fact["data"]["result"] = {"places": [2, 1]}


def match(told: Json) -> None:
    """Has the other player win the match itself."""
    told["matches"][0]["facts"][-1]["data"]["winners"] = [1]


def left_out(told: Json) -> None:
    """Leaves a match out."""
    told["matches"].pop()


ALTERED: dict[Callable[[Json], None], str] = {
    result: "Fact 11 was altered",
    match: "Match {match}: Fact",
    left_out: "was left out",
}


def test_what_was_altered_is_named_and_nothing_is_kept(over: Desk, abroad: Api) -> None:
    file, there = exported(over), services_of(abroad.app)
    for alter, said in ALTERED.items():
        told_otherwise: Json = json.loads(file)
        alter(told_otherwise)
        refused = brings(abroad, json.dumps(told_otherwise).encode())
        assert refused.status_code == 422
        assert "This bundle is not as it was written." in json_of(refused)["detail"]
        first = told_otherwise["matches"][0]["match"]
        assert said.format(match=first) in " ".join(one["detail"] for one in json_of(refused)["errors"])
    sealed = brings(abroad, exported(over, ""))
    assert (sealed.status_code, "only the organizers’ copy" in json_of(sealed)["detail"]) == (422, True)
    assert "cannot be read" in json_of(brings(abroad, file[:-9]))["detail"]
    assert brings(abroad, file, "judge").status_code == 403
    assert brings(abroad, file, event="T-1NGCCWT5B62C").status_code == 403
    assert {row.originator_id for row in there.store.log_rows(0, 99)} == {JOURNAL}, (
        "entries of the tokens alone"
    )


def test_what_this_service_wrote_and_signed_is_taken_back_as_it_was(
    over: Desk, services: Services, settings: Settings, tmp_path: Path
) -> None:
    file = exported(over)
    with Services(Settings(data=tmp_path / "anew", keys=settings.keyring), services.library) as anew:
        taken = import_tournament(anew, file, "operator")
        assert (taken.imported, taken.seq) == (None, 17)
        assert anew.store.facts(over.tournament) == services.store.facts(over.tournament)
        with pytest.raises(TournamentExists):
            import_tournament(anew, file, "operator")


def test_the_command_tells_whose_signatures_it_took_in(over: Desk, tmp_path: Path) -> None:
    file = tmp_path / "tournament.json"
    file.write_bytes(exported(over))
    there = CliRunner(env={"RECOUNT_DATA": str(tmp_path / "there"), "RECOUNT_NAME": "there"})
    said = there.invoke(main, ["import", str(file)])
    assert said.exit_code == 0, said.output
    assert f"2 matches, tournament {over.tournament}: 18 facts, head " in said.output
    assert "Imported from recount by operator, key" in said.output
    again = there.invoke(main, ["import", str(file)])
    assert (again.exit_code, "is here already, fact for fact" in again.output) == (1, True)


def test_however_late_a_table_opens_its_match_has_the_id_of_its_time(api: Api, services: Services) -> None:
    """Who brings the match to another service is asked for that."""
    now = services.repository.clock
    services.repository.clock = lambda: now() + 5_000
    desk = Desk.opens(api, services, online=True).registers("Ada", "Grace").starts(1)
    wait_for(lambda: all(table["match"] for table in tables(desk)), "the table opens")
    match = tables(desk)[0]["match"]
    assert record_ids.is_match_id_at(match, services.repository.load_settings(match).at)


@on_both_stores
def test_an_import_that_is_killed_leaves_nothing(
    over: Desk, services: Services, elsewhere: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "tournament.json"
    file.write_bytes(exported(over))
    environment = {**os.environ, **elsewhere.store, "RECOUNT_DATA": str(elsewhere.data)}
    command = [sys.executable, "-m", "tests.service.killed", str(file)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == -signal.SIGKILL, done.stderr
    with Services(elsewhere, services.library) as there:
        assert there.store.position() == 0
        assert there.store.tree.list_heads(0, 10) == []
        assert import_tournament(there, file.read_bytes(), "operator").seq == 18


def test_a_request_imports_a_file_up_to_a_limit_and_a_job_a_larger_one(api: Api, services: Services) -> None:
    token = services.api_tokens.issue_token("bo", ["organize"]).token
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "text/plain"}
    statuses = [
        api.app.test_client().post("/api/v1/imports", data=b"#" * size, headers=headers).status_code
        for size in (LARGEST_INLINE_BYTES, LARGEST_INLINE_BYTES + 1)
    ]
    assert statuses == [422, 202]
