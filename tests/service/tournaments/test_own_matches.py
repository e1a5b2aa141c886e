"""The feed and the statistics of a tournament count the matches of its tables, and no stranger's."""

from __future__ import annotations

from contextlib import suppress

from msgspec.structs import replace

from domain.tournament.facts import RoundStarted
from service.bootstrap import Services
from service.shared import record_ids
from service.shared.errors import VersionConflict
from service.tournaments.processes.tables import match_purposes, pins_of
from tests.service.client import Api, Pair, json_of
from tests.service.judges import says

from .desk import Desk
from .test_judges import playing


def records_in_feed(api: Api, event: str) -> set[str]:
    """The tournament and the matches that the feed tells of an event."""
    page = json_of(api.get(f"/api/v1/facts?event={event}&limit=5000"))
    assert page["next"] is None
    return {notice["subject"]["id"] for notice in page["items"]}


def counted(api: Api, services: Services, query: str) -> int:
    """The matches that statistics count."""
    services.runner.catch_up()
    number: int = json_of(api.get(f"/api/v1/games/arena/statistics{query}"))["matches"]
    return number


def concedes_as_stranger(api: Api, services: Services, tournament: str) -> str:
    """Ends a match that names a tournament and has no table there; returns it."""
    pins = replace(services.repository.load_settings(api.opens()["id"]), event=tournament)
    opened = services.matches.create_match(pins, services.library.find_pinned(pins.game, pins.cards))
    claims = {"id": opened.match, "claims": opened.claims}
    pair = Pair(api.seats(claims, 0, "Blue"), api.seats(claims, 1, "Red"))
    assert says(pair.blue, "/concession", {}).status_code == 201
    return opened.match


def test_a_strangers_match_is_in_no_feed_and_no_statistics_of_a_tournament(
    api: Api, services: Services
) -> None:
    spring, match = playing(api, services, "spring")
    stranger = concedes_as_stranger(api, services, spring.tournament)
    own = services.matches.seat_player(match, 0, "Ada", "").token
    services.matches.seat_player(match, 1, "Bo", "")
    services.agreements.concede_match(match, own)
    assert records_in_feed(api, spring.tournament) == {spring.tournament, match}
    whole_feed = json_of(api.get("/api/v1/facts?limit=5000"))["items"]
    assert stranger in {notice["subject"]["id"] for notice in whole_feed}
    assert counted(api, services, f"?event={spring.tournament}") == 1
    assert counted(api, services, "") == 2


def test_the_feed_tells_the_opening_of_a_match_before_its_table_names_it(
    api: Api, services: Services
) -> None:
    desk = Desk.opens(api, services, "spring", online=True).registers("Ada", "Bo").starts()
    t = services.tournaments.get(desk.tournament)
    [known] = t.rounds
    [at_table] = known.tables.values()
    [started] = services.tournaments.facts(desk.tournament, known.start_seq - 1, known.start_seq)
    assert isinstance(started.event, RoundStarted)
    at = started.event.at
    match = record_ids.derive_match_id(at, next(match_purposes(desk.tournament, known, at_table)))
    pins = pins_of(desk.tournament, t, known, at_table, services.repository.find_game(t.settings.game))
    with suppress(VersionConflict):  # the service opens it too
        services.matches.create_match_as(match, at, pins, services.library.find_pinned(pins.game, pins.cards))
    stranger = concedes_as_stranger(api, services, desk.tournament)
    assert records_in_feed(api, desk.tournament) == {desk.tournament, match}
    assert stranger != match


def test_an_event_that_is_no_tournament_counts_each_match_that_names_it(api: Api, services: Services) -> None:
    desk = Desk.opens(api, services, "spring")
    opened = json_of(api.post("/api/v1/matches", {"game": "arena", "event": "league"}, desk.token))
    assert records_in_feed(api, "league") == {opened["id"]}
