"""Clocks over HTTP: agreed on when a match is opened, told with every answer, and flags that fall."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.table import FlagFell, ServiceAway
from domain.tournament.scoring.results import Result
from projections.sqlite_view_store import SqliteViewStore
from replays.audits.verify import verify
from service.bootstrap import Services
from service.matches.flags import AWAY_MS, BEAT_MS, CHECKPOINT, Flags
from service.settings import Settings
from service.tournaments.processes.match_results import table_result as says_of_its_table
from tests.service.browser import Browser
from tests.service.client import Api, Pair, json_of

FISCHER = {"kind": "fischer", "seconds": 60, "increment": 5}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Those of a service in which nobody else watches the clocks."""
    return replace(settings, runner=False)


@pytest.fixture
def later(services: Services, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """By how many milliseconds the clock of the service is ahead: the first item."""
    ahead, clock = [0], services.repository.clock
    monkeypatch.setattr(services.repository, "clock", lambda: clock() + ahead[0])
    return ahead


def sits(api: Api, **body: Any) -> Pair:
    opened = api.opens(**body)
    return Pair(api.seats(opened, 0, "Blue"), api.seats(opened, 1, "Red"))


def test_time_is_told_with_every_answer_and_nobody_answers_without(
    api: Api, services: Services, later: list[int]
) -> None:
    pair = sits(api, clock=FISCHER)
    asked = pair.asked
    assert asked is not None
    seen = asked.looks()
    assert seen["clock"] == FISCHER
    assert seen["clocks"]["left_ms"] == [60_000, 60_000]
    assert json_of(api.get(f"/m/{asked.match}/table"))["now"] >= seen["clocks"]["since"]
    refused = api.post(f"/api/v1/matches/{asked.match}/flag", None)
    assert (refused.status_code, json_of(refused)["detail"]) == (409, "No flag has fallen.")
    later[0] = 10_000
    services.views.save(CHECKPOINT, {}, services.views.position(CHECKPOINT), services.repository.clock())
    reply = json_of(asked.answers(seen["question"]["options"][0]))
    assert 10_000 <= reply["facts"][0]["event"]["clock"]["used_ms"] < 30_000
    services.views.save(
        CHECKPOINT, {}, services.views.position(CHECKPOINT), later[0] + services.repository.clock() + 70_000
    )
    later[0] += 70_000
    asked = pair.asked
    assert asked is not None
    late = asked.answers("anything", after=asked.looks()["seq"])
    assert late.status_code in (409, 412)
    film = services.repository.load_replay(asked.match)
    fell = film.facts[-2].event
    assert isinstance(fell, FlagFell)
    assert fell.seat == asked.seat
    assert verify(film.rules, film.facts).ok
    assert asked.looks()["ended"]["winners"] == [1 - fell.seat]
    late_name = ("Blue", "Red")[fell.seat]
    assert json_of(api.get(f"/m/{asked.match}/summary"))["why"] == f"{late_name} ran out of time."
    winner = ("Blue", "Red")[1 - fell.seat]
    lines = json_of(api.get(f"/api/v1/matches/{asked.match}/narration"))["items"]
    assert lines[-1]["text"] == f"{winner} wins on time."
    ended = asked.looks()["result"]
    assert (ended["how"], ended["decided_by"]) == ("won", "clock")
    services.runner.catch_up()
    lobby = Browser(api.app).get("/lobby?game=arena").text
    assert f'<span class="result">{winner} won on time</span>' in lobby
    assert 'id="moments"' not in Browser(api.app).get("/").text, "nothing remarkable has happened"
    of_its_table = says_of_its_table(services.repository, asked.match, film.facts[-1], 2)
    assert of_its_table.result == Result((1, 2) if fell.seat else (2, 1))


def test_the_time_in_which_nobody_watched_the_clocks_is_spared(
    api: Api, services: Services, later: list[int]
) -> None:
    pair = sits(api, clock=FISCHER)
    seen = services.repository.load_match(pair.blue.match).match
    assert seen.clocks is not None
    services.views.save(CHECKPOINT, {}, services.views.position(CHECKPOINT), seen.clocks.since)
    later[0] = 3_600_000 + AWAY_MS
    assert services.flags.settle_clocks(pair.blue.match) > services.repository.clock() + 50_000
    away = services.repository.load_replay(pair.blue.match).facts[-1].event
    assert isinstance(away, ServiceAway)
    assert away.since == seen.clocks.since


def test_it_is_asked_when_clocks_were_watched_last_only_while_one_runs_and_every_other_second(
    api: Api, services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(SqliteViewStore(tmp_path / "apart.db")) as views:
        asked, position = list[str](), views.position

        def ask(name: str) -> int:
            asked.append(name)
            return position(name)

        monkeypatch.setattr(views, "position", ask)
        flags = Flags(services.repository, views, services.bus, services.store.position, None)

        def beats(at: int) -> int:
            before = len(asked)
            flags._record_watch(at)
            return len(asked) - before

        flags._watch_match(sits(api).blue.match)
        assert beats(BEAT_MS) == 0
        flags._watch_match(sits(api, clock=FISCHER).blue.match)
        assert [beats(at) for at in (BEAT_MS, BEAT_MS + 1, 2 * BEAT_MS - 1, 2 * BEAT_MS)] == [1, 0, 0, 1]
        assert position(CHECKPOINT) == 2 * BEAT_MS


def test_who_sees_a_match_later_sees_no_clock_run(api: Api) -> None:
    pair = sits(api, clock=FISCHER, delay={"facts": 3})
    assert json_of(api.get(f"/m/{pair.blue.match}/table"))["now"] is None


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"clock": {"kind": "match", "seconds": 60, "increment": 5}}, "/clock"),
        ({"clock": {"kind": "hourglass", "seconds": 60}}, "/clock/kind"),
    ],
)
def test_what_cannot_be_agreed_on_is_refused(api: Api, body: dict[str, Any], where: str) -> None:
    reply = api.post("/api/v1/matches", {"game": "arena"} | body)
    assert (reply.status_code, json_of(reply)["errors"][0]["pointer"]) == (422, where)
