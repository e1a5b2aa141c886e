"""Tables that are played here open by themselves, and their matches tell the tournament how they end."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from msgspec.structs import replace

from domain.table import MatchEnded
from domain.tournament.facts import ResultCorrected, ResultRecorded
from domain.tournament.scoring.results import Result
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.settings import Settings
from service.tournaments.processes.match_results import result_of
from service.tournaments.processes.tables import NoIdLeft, TableOpener
from service.tournaments.results import ResultProcess
from tests.service.browser import Browser, listed, text
from tests.service.client import Api, Json, Pair, Player, json_of, player_names, seat_names, wait_for
from tests.service.judges import RULE, judge, says
from tests.service.stores import on_both_stores

from .desk import LOSS, WIN, Desk

CLOCK: Json = {"kind": "match", "seconds": 3600, "flag": "judge"}
RULING: Json = {"rules": [RULE], "text": "So it is."}


@pytest.fixture
def online(api: Api, services: Services) -> Desk:
    """A tournament of four whose tables are played here; its first round has started."""
    stage = {"format": "swiss", "rounds": 3, "options": [{"chapter": 1}]}
    desk = Desk.opens(api, services, online=True, stages=[stage], clock=CLOCK)
    return desk.registers("Ada", "Grace", "Lin", "Mae").starts(1, "Ada Grace", "Lin Mae")


def tables(desk: Desk) -> list[Json]:
    """The tables of round 1, as everybody sees them."""
    found: list[Json] = desk.looks("/rounds/1", "")["tables"]
    return found


def sits(desk: Desk, table: int, name: str) -> Any:
    """Lets somebody take the seat that is theirs."""
    path = f"/api/v1/tournaments/{desk.tournament}/rounds/1/tables/{table}/seat"
    return desk.api.post(path, {}, desk.tokens[name])


def seated(desk: Desk, table: int, *names: str) -> Pair:
    """Waits until a table has opened, and seats its players."""
    wait_for(lambda: bool(tables(desk)[table - 1]["match"]), "the tables open")
    match = tables(desk)[table - 1]["match"]
    players = []
    for name in names:
        taken = json_of(sits(desk, table, name))
        players.append(Player(desk.api, match, taken["seat"], taken["token"]))
    return Pair(*players)


def results(desk: Desk, table: int) -> list[tuple[str, Json | None]]:
    """Every result that a table had, and how."""
    return [(one["how"], one["result"]) for one in tables(desk)[table - 1]["results"]]


def test_the_lobby_names_the_players_of_a_table_that_waits(online: Desk) -> None:
    wait_for(lambda: all(table["match"] for table in tables(online)), "the tables open")
    assert "Lin – Mae open Spring Open" in listed(Browser(online.api.app), "?status=open")


def test_a_result_is_open_while_its_match_is_disputed(online: Desk, services: Services) -> None:
    ada, grace = seated(online, 1, "Ada", "Grace")
    assert says(grace, "/concession", {}).status_code == 201
    wait_for(lambda: len(results(online, 1)) == 1, "the result arrives")
    online.enters(1, 2, WIN)
    path, settled = f"/api/v1/tournaments/{online.tournament}/standings", online.looks("/standings", "")
    tag = online.api.get(path).headers["ETag"]
    assert says(grace, "/disputes", {"claim": "Time."}).status_code == 201
    wait_for(lambda: online.api.get(path, If_None_Match=tag).status_code == 200, "the case arrives")
    seen = online.looks("/standings", "")
    assert seen["open"] == [{"round": 1, "table": 1, "match": ada.match, "disputed": True}]
    names = player_names(seen)
    possible = {names[row["player"]]: (row["best"], row["worst"]) for row in seen["standings"]}
    assert possible == {"Ada": (1, 4), "Grace": (1, 4), "Lin": (1, 3), "Mae": (2, 4)}
    for shown in (settled, seen):
        assert online.looks(f"/standings?known={shown['known']['position']}", "") == shown
    ruling = {"outcome": "note"} | RULING
    assert says(judge(services, Pair(ada, grace)), "/disputes/1/rulings", ruling).status_code == 201
    wait_for(lambda: online.looks("/standings", "")["open"] == [], "the ruling arrives")


@on_both_stores
def test_a_round_is_played_here_and_a_rewind_a_ruling_and_an_appeal_correct_it(
    online: Desk, services: Services
) -> None:
    ada, grace = seated(online, 1, "Ada", "Grace")
    query = f"event={online.tournament}&player=Ada&min_position={services.store.position()}"
    listed = json_of(online.api.get(f"/api/v1/matches?{query}"))["items"]
    assert [[one[what] for what in ("id", "stage", "round", "table")] for one in listed] == [
        [ada.match, 1, 1, 1]
    ]
    assert ada.looks()["clock"] == CLOCK  # as the tournament announces it
    pinned = services.repository.load_settings(ada.match)
    assert (pinned.event, pinned.options["chapter"], pinned.seats) == (online.tournament, 1, 2)
    assert says(grace, "/concession", {}).status_code == 201
    wait_for(lambda: len(results(online, 1)) == 1, "the result arrives")
    whistle = judge(services, Pair(ada, grace))
    assert says(whistle, "/rewind", {"to": 5} | RULING).status_code == 201
    wait_for(lambda: len(results(online, 1)) == 2, "the rewind arrives")
    assert says(whistle, "/disputes", {"claim": "Time."}).status_code == 201
    ruling = {"outcome": "result", "winners": [1]} | RULING
    assert says(whistle, "/disputes/2/rulings", ruling).status_code == 201
    wait_for(lambda: len(results(online, 1)) == 3, "the ruling arrives")
    assert says(ada, "/disputes/2/appeals", {"text": "There was time left."}).status_code == 201
    play_on = {"outcome": "rewind", "to": 5} | RULING
    assert says(whistle, "/disputes/2/rulings", play_on).status_code == 201
    wait_for(lambda: len(results(online, 1)) == 4, "the ruling on the appeal arrives")
    told_in_turn = [WIN, None, LOSS, None]
    assert results(online, 1) == [("match", result) for result in told_in_turn]
    events = [fact.event for fact in services.tournaments.facts(online.tournament)]
    [first] = [event for event in events if isinstance(event, ResultRecorded)]
    gone, last, appealed = [event for event in events if isinstance(event, ResultCorrected)]
    assert (gone.case, gone.why) == (f"{ada.match}/1", RULE)
    assert (last.case, last.why) == (f"{ada.match}/2", RULE)
    assert (appealed.case, appealed.was) == (last.case, last.now)
    for event in (first, gone, last, appealed):
        proof = services.evidence.prove_head(ada.match, event.seq)
        assert proof is not None
        assert (proof.logged.seq, proof.logged.head) == (event.seq, event.head)


def test_the_villains_that_were_drawn_are_pinned_in_the_match(
    api: Api, services: Services, ada: Browser
) -> None:
    pool = ["ursula", "jafar"]
    stage = {"format": "single_elimination", "pools": [pool]}
    desk = Desk.opens(api, services, game="villainous", online=True, stages=[stage])
    desk.registers("Ada", "Grace").pairs(1, "Ada Grace")
    desk.did("publish", stage=1, round=1)
    swapped = {"number": 1, "seats": [desk.players["Grace"], desk.players["Ada"]]}
    [changed] = desk.did(
        "change_pairing", stage=1, round=1, tables=[swapped], byes=[], why="the lot for the first turn"
    )["facts"]
    desk.did("start", stage=1, round=1)
    wait_for(lambda: bool(tables(desk)[0]["match"]), "the table opens")
    [table] = tables(desk)
    assert sorted(table["characters"]) == sorted(pool)
    assert changed["event"]["tables"] == [swapped | {"characters": table["characters"]}]
    assert list(services.repository.load_settings(table["match"]).options["villains"]) == table["characters"]
    ada.post(f"/t/{desk.tournament}/me/enter", {"key": desk.tokens["Ada"]})
    mine = {"ursula": "Ursula", "jafar": "Jafar"}[table["characters"][1]]
    assert f"Your character: {mine}" in text(ada.get(f"/t/{desk.tournament}/me"))


def test_nobody_takes_the_seat_of_another(online: Desk) -> None:
    ada, _ = seated(online, 1, "Ada", "Grace")
    assert (sits(online, 2, "Ada").status_code, sits(online, 1, "Ada").status_code) == (409, 409)
    path = f"/api/v1/tournaments/{online.tournament}/rounds/1/tables/1/seat"
    assert online.api.post(path, {}, online.token).status_code == 403
    assert online.api.post(path, {}).status_code == 401
    scene = json_of(online.api.get(f"/api/v1/matches/{ada.match}"))
    assert seat_names(scene) == ["Ada", "Grace"]


def test_what_organizers_enter_is_not_undone_by_a_match_that_goes_back_before_its_end(
    online: Desk, services: Services
) -> None:
    pair = seated(online, 1, "Ada", "Grace")
    pair.blue.answers("e1")
    online.enters(1, 1, WIN)
    assert says(judge(services, pair), "/rewind", {"to": 5} | RULING).status_code == 201
    services.result_process.catch_up()
    assert results(online, 1) == [("entered", WIN)]


def test_a_table_that_is_set_up_late_opens_too(online: Desk) -> None:
    wait_for(lambda: all(table["match"] for table in tables(online)), "the tables open")
    online.registers("Pia", "Quinn")
    late = {"number": 3, "seats": [online.players["Pia"], online.players["Quinn"]]}
    online.did("change_pairing", stage=1, round=1, tables=[late], byes=[], why="They were late.")
    seated(online, 3, "Pia", "Quinn")


def test_cardboard_tables_have_no_match(api: Api, services: Services) -> None:
    desk = Desk.opens(api, services).registers("Ada", "Grace").starts(1)
    services.result_process.catch_up()
    assert [table["match"] for table in tables(desk)] == [None]
    assert sits(desk, 1, "Ada").status_code == 404


@pytest.mark.parametrize(
    ("winners", "scores", "scored", "result"),
    [
        ((0,), (3, 1), True, Result((1, 2), (3, 1))),
        ((1,), (0, 1), False, Result((2, 1))),
        ((), (2, 2), True, Result((1, 1), (2, 2))),
    ],
)
def test_what_a_match_says_of_its_table(
    services: Services,
    pair: Pair,
    winners: tuple[int, ...],
    scores: tuple[int, ...],
    scored: bool,
    result: Result,
) -> None:
    seen = services.repository.load_match(pair.blue.match)
    assert result_of(seen, MatchEnded(winners, scores, ""), 2, scored=scored) == result


def test_of_more_than_two_the_winner_comes_first_and_all_others_are_level(services: Services) -> None:
    villains = ["prince-john", "captain-hook", "maleficent"]
    opened = services.matches.open_match("villainous", {"villains": villains}, 3)
    ended = MatchEnded((1,), (0, 1, 0), "")
    assert result_of(opened.loaded, ended, 3, scored=False) == Result((2, 1, 2))


def test_a_side_of_two_is_one_seat_at_its_table(services: Services) -> None:
    opened = services.matches.open_match("arena", {"chapter": 4}, 4)
    first, second = opened.loaded.rules.list_sides(opened.loaded.match.position.board)
    ended = MatchEnded(second, (1, 4), "")
    assert result_of(opened.loaded, ended, 2, scored=True) == Result((2, 1), (1, 4))
    assert len(first) == len(second) == 2


def test_members_of_teams_take_their_seats_of_a_table_for_two(api: Api, services: Services) -> None:
    stage = {"format": "swiss", "rounds": 1, "options": [{"chapter": 4}]}
    desk = Desk.opens(api, services, online=True, stages=[stage])
    teams = {"Otters": ["Ada", "Grace"], "Newts": ["Lin", "Mae"]}
    players = [{"name": name, "members": [{"name": one} for one in who]} for name, who in teams.items()]
    done = desk.did("register", players=players)
    desk.players = dict(zip(teams, (one["player"] for one in done["tokens"]), strict=True))
    desk.tokens = dict(zip(teams, (one["token"] for one in done["tokens"]), strict=True))
    desk.starts(1, "Otters Newts")
    wait_for(lambda: bool(tables(desk)[0]["match"]), "the table opens")
    assert "Ada – Lin – Mae – Grace open" in listed(Browser(api.app), "?status=open")
    for team in ("Otters", "Newts", "Newts", "Otters"):
        assert sits(desk, 1, team).status_code == 201
    match = tables(desk)[0]["match"]
    assert seat_names(json_of(api.get(f"/api/v1/matches/{match}"))) == ["Ada", "Lin", "Mae", "Grace"]
    assert services.repository.load_match(match).match.is_full


@on_both_stores
def test_processes_that_carry_on_at_once_do_each_thing_once(
    online: Desk, services: Services, settings: Settings
) -> None:
    pairs = [seated(online, 1, "Ada", "Grace"), seated(online, 2, "Lin", "Mae")]
    idle = replace(settings, runner=False)
    with Services(idle, CardSetRegistry()) as one, Services(idle, CardSetRegistry()) as other:
        for pair in pairs:
            assert says(pair.blue, "/concession", {}).status_code == 201
        with ThreadPoolExecutor(2) as threads:
            done = [threads.submit(process.result_process.catch_up) for process in (one, other)]
            for each in done:
                each.result()
    recorded = [fact.event for fact in services.tournaments.facts(online.tournament)]
    told_once = {event.match for event in recorded if isinstance(event, ResultRecorded)}
    assert told_once == {pair.blue.match for pair in pairs}
    assert sum(isinstance(event, ResultRecorded) for event in recorded) == len(pairs)


def test_what_cannot_be_done_is_parked_told_and_tried_again(
    api: Api, services: Services, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise NoIdLeft("All ids are taken.")

    with monkeypatch.context() as patch:
        patch.setattr(TableOpener, "open_tables", refuse)
        desk = Desk.opens(api, services, online=True).registers("Ada", "Grace").starts(1)
        wait_for(lambda: bool(desk.looks("/parked")["items"]), "it is parked")
        assert json_of(api.get("/readyz"))["parked"] == {desk.tournament: "All ids are taken."}
        assert api.get(f"/api/v1/tournaments/{desk.tournament}/parked").status_code == 401
        ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
        assert "The matches of the round" in text(ada.get(f"/t/{desk.tournament}/desk"))
    services.result_process.try_parked()
    assert all(table["match"] for table in tables(desk))
    assert desk.looks("/parked")["items"] == []


def test_a_match_that_was_parked_tells_all_that_followed_in_its_order(
    online: Desk, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = seated(online, 1, "Ada", "Grace"), seated(online, 2, "Lin", "Mae")
    with monkeypatch.context() as patch:
        patch.setattr(ResultProcess, "_fact_hash", lambda self, match, seq: {second.blue.match: "ab"}[match])
        assert says(first.red, "/concession", {}).status_code == 201
        wait_for(lambda: bool(online.looks("/parked")["items"]), "it is parked")
        assert says(second.red, "/concession", {}).status_code == 201
        wait_for(lambda: results(online, 2) == [("match", WIN)], "no other match waits for it")
    assert says(judge(services, first), "/rewind", {"to": 5} | RULING).status_code == 201
    services.result_process.catch_up()
    assert results(online, 1) == []
    services.result_process.try_parked()
    assert results(online, 1) == [("match", WIN), ("match", None)]
