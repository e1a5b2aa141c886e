"""The commands under pressure: several clients, several processes, and matches that fell out of memory."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from threading import Barrier, Thread

import pytest
from flask import Flask
from msgspec.structs import replace

from domain import table
from projections.bus import Notification
from service.app import services_of
from service.bootstrap import Services
from service.eventstore.store import Unavailable
from service.settings import Settings
from service.shared.errors import UnknownMatch, VersionConflict
from tests.service.applications import serving
from tests.service.client import Api, Pair, Player, json_of, seat_names
from tests.service.stores import on_both_stores


@pytest.fixture
def second(settings: Settings, app: Flask) -> Iterator[Api]:
    """Another process of the same service."""
    with serving(settings) as other:
        yield Api(other)


def answered_at_once(players: list[Player], picks: list[list[str]], after: int) -> list[int]:
    """Lets *players* answer at the same moment; returns the statuses they get."""
    together = Barrier(len(players))
    statuses: list[int] = []

    def answer(player: Player, chosen: list[str]) -> None:
        together.wait()
        statuses.append(player.answers(*chosen, after=after).status_code)

    threads = [Thread(target=answer, args=pair) for pair in zip(players, picks, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(statuses)


def test_of_several_clients_that_answer_at_once_exactly_one_wins(pair: Pair) -> None:
    seen = pair.blue.looks()
    statuses = answered_at_once([pair.blue] * 6, [["e1"], ["f1"]] * 3, seen["seq"])
    assert statuses == [201, 412, 412, 412, 412, 412]
    assert pair.blue.looks()["ply"] == 1
    assert json_of(pair.public.get("/verification"))["ok"] is True


@on_both_stores
def test_of_several_processes_that_answer_at_once_exactly_one_wins(pair: Pair, second: Api) -> None:
    luck = Random(31)
    elsewhere = Pair(*(Player(second, p.match, p.seat, p.token) for p in pair))
    while (scene := pair.blue.looks())["ply"] < 12:
        seat = scene["question"]["seat"]
        question = pair[seat].looks()["question"]
        chosen = [luck.sample(question["options"], max(1, question["least"])) for _ in range(2)]
        assert answered_at_once([pair[seat], elsewhere[seat]], chosen, scene["seq"]) == [201, 412]
    assert json_of(pair.public.get("/verification"))["ok"] is True


@on_both_stores
def test_two_seats_are_claimed_at_once_in_two_processes(api: Api, second: Api) -> None:
    opened = api.opens()
    together = Barrier(2)
    seated: list[Player] = []

    def sit(where: Api, seat: int) -> None:
        together.wait()
        seated.append(where.seats(opened, seat, f"Player {seat}"))

    threads = [Thread(target=sit, args=pair) for pair in ((api, 0), (second, 1))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seat_names(seated[0].looks()) == ["Player 0", "Player 1"]


@on_both_stores
def test_what_one_process_writes_the_other_reads(pair: Pair, second: Api) -> None:
    elsewhere = Player(second, pair.red.match, 1, pair.red.token)
    assert elsewhere.looks()["ply"] == 0
    reply = pair.blue.answers("e1")
    assert json_of(elsewhere.answers("b7", after=json_of(reply)["seq"]))["ply"] == 2
    assert pair.blue.looks()["ply"] == 2


@pytest.mark.parametrize("settings", ["postgres and redis"], indirect=True)
def test_players_read_their_own_answers_in_another_process_while_the_views_stand_still(
    settings: Settings,
) -> None:
    without_views = replace(settings, runner=False)
    with serving(without_views) as here, serving(without_views) as there:
        pair = Api(here).seat_pair()
        services_of(here).runner.catch_up()
        blue = Player(Api(there), pair.blue.match, 0, pair.blue.token)
        spectator = Player(Api(there), pair.blue.match)
        assert [json_of(reader.get())["ply"] for reader in (spectator, blue)] == [0, 0]
        assert pair.blue.answers("e1").status_code == 201
        assert [json_of(reader.get())["ply"] for reader in (spectator, blue)] == [0, 1]


def test_a_reply_is_about_its_own_answer_however_fast_the_next_one_is(
    pair: Pair, second: Api, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = Player(second, pair.red.match, 1, pair.red.token)
    publish = services.bus.publish

    def and_then_red_answers(position: int, match: str, seq: int) -> None:
        monkeypatch.setattr(services.bus, "publish", publish)
        assert elsewhere.answers("b7", after=seq).status_code == 201
        assert services.repository.load_match(match).match.ply == 2

    monkeypatch.setattr(services.bus, "publish", and_then_red_answers)
    reply = json_of(pair.blue.answers("e1"))
    assert reply["ply"] == reply["scene"]["ply"] == 1
    assert reply["seq"] == reply["facts"][-1]["seq"]
    assert pair.blue.looks()["ply"] == 2


def test_a_match_that_fell_out_of_memory_is_folded_again(pair: Pair, services: Services) -> None:
    pair.blue.answers("e1")
    before = services.repository.load_match(pair.blue.match).match
    services.repository.forget_match(pair.blue.match)
    assert services.repository.cached_seq(pair.blue.match) == 0
    assert services.repository.load_match(pair.blue.match).match == before
    assert services.repository.cached_seq(pair.blue.match) == before.seq


def test_news_of_an_answer_is_published(pair: Pair, services: Services) -> None:
    with services.bus.subscribe(pair.blue.match) as news:
        answer = json_of(pair.blue.answers("e1"))
        assert news.wait(60) == [Notification(answer["position"], pair.blue.match, answer["seq"])]


def test_a_store_that_fails_leaves_nothing_in_memory(
    pair: Pair, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = pair.blue.looks()

    def fail(*told: object) -> int:
        raise Unavailable("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(services.store, "append", fail)
        reply = pair.blue.answers("e1", after=seen["seq"])
        assert (reply.status_code, json_of(reply)["type"]) == (503, "/api/v1/problems/unavailable")
        assert reply.headers["Retry-After"] == "1"
    assert services.repository.cached_seq(pair.blue.match) == 0
    assert pair.blue.answers("e1", after=seen["seq"]).status_code == 201


def test_the_commands_are_there_without_http(services: Services) -> None:
    opened = services.matches.open_match("arena", {}, 2)
    first = services.matches.claim_seat(opened.match, 0, opened.claims[0], "Ada", "")
    services.matches.claim_seat(opened.match, 1, opened.claims[1], "Bo", "")
    rules, match = services.repository.load_match(opened.match)
    asked = table.open_question(rules, match)
    assert asked is not None
    answered = services.matches.answer_question(opened.match, first.token, (asked.options[0],), match.seq)
    assert services.repository.load_at(opened.match, match.seq).match == match
    assert answered.loaded == services.repository.load_match(opened.match)
    with pytest.raises(VersionConflict):
        services.matches.answer_question(opened.match, first.token, (asked.options[0],), match.seq)
    with pytest.raises(UnknownMatch):
        services.repository.load_match("000000000000")
