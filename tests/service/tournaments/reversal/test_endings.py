"""The end over HTTP: what is missing, a minute to take it back, and the seed thereafter, exactly once."""

from __future__ import annotations

from threading import Thread

import pytest

from ops.tournament_day.organizer import reveal_seeds
from service.bootstrap import Services
from service.tournaments.processes.seed_process import SeedProcess
from tests.service.browser import Browser
from tests.service.client import Api, json_of
from tests.service.stores import on_both_stores
from tests.service.tournaments.desk import WIN, Desk


@pytest.fixture
def desk(desk: Desk) -> Desk:
    """Four players after the first of three announced rounds."""
    desk.starts(1, "Ada Grace", "Lin Mae")
    for table in (1, 2):
        desk.enters(1, table, WIN)
    desk.did("close", stage=1, round=1)
    return desk


def reveals(desk: Desk) -> list[str]:
    """The types of the facts from the end on."""
    types = [fact["event"]["type"].partition(".")[2] for fact in desk.looks("/facts")["items"]]
    return types[types.index("TournamentEnded") :]


def test_an_end_before_the_plan_is_played_is_refused_with_the_list(desk: Desk) -> None:
    reply = desk.does("end")
    assert reply.status_code == 409
    problem = json_of(reply)
    assert (problem["warning"], problem["unplayed"]) == (
        "rounds_unplayed",
        [{"stage": 1, "rounds": [2, 3]}],
    )
    assert problem["detail"] == "This was announced and is not played: rounds 2 to 3."


def test_the_end_is_taken_back_and_the_seed_stays_hidden(desk: Desk, services: Services) -> None:
    desk.did("end", overrule="It rains.")
    assert (desk.looks()["state"], desk.looks()["seed"]) == ("over", None)
    desk.did("take_back_end")
    reveal_seeds(services)
    assert (desk.looks()["state"], desk.looks()["seed"]) == ("playing", None)
    assert reveals(desk) == ["TournamentEnded", "EndTakenBack"]
    assert services.seeds.load_waiting() == {}
    services.runner.catch_up()
    listed = json_of(desk.api.get("/api/v1/tournaments"))["items"][0]
    assert (listed["state"], listed["ended"]) == ("playing", None)


@on_both_stores
def test_the_seed_is_revealed_exactly_once_whoever_is_killed(desk: Desk, services: Services) -> None:
    desk.did("end", overrule="It rains.")
    services.seeds.catch_up()
    assert services.seeds.load_waiting() == {desk.tournament: ""}
    other = SeedProcess(services.store, services.views, services.tournaments)  # after a crash
    clock = services.tournaments.clock
    services.tournaments.clock = lambda: clock() + 60_000
    both = [Thread(target=one.catch_up) for one in (other, services.seeds)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    services.views.clear(SeedProcess.name)  # the position is lost
    services.seeds.catch_up()
    assert reveals(desk) == ["TournamentEnded", "SeedRevealed"]
    assert services.seeds.load_waiting() == {}
    late = desk.does("take_back_end", why="too late")
    assert (late.status_code, "60 seconds" in json_of(late)["detail"]) == (409, True)


def test_the_desk_names_the_losses_on_a_second_button_far_from_the_next_step(
    desk: Desk, ada: Browser
) -> None:
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    path = f"/t/{desk.tournament}/desk"
    page = ada.get(path).text
    following = page.split('id="next-title"')[1].partition("</section>")[0]
    assert 'value="pair"' in following
    assert 'value="end' not in following
    assert ada.post(path, {"do": "end"}).status_code == 409
    first = ada.post(path, {"do": "end_early", "why": "It rains."}).text
    assert "End the tournament without: rounds 2 to 3<" in first
    assert desk.looks()["state"] == "playing"


def test_a_tournament_to_which_no_player_came_can_be_ended(api: Api, services: Services) -> None:
    desk = Desk.opens(api, services)
    refused = json_of(desk.does("end"))
    assert refused["type"] == "/api/v1/problems/warned"
    assert refused["detail"] == "This was announced and is not played: rounds 1 to 3."
    desk.did("end", overrule="No player came.")
    assert desk.looks()["state"] == "over"
