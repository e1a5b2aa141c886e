"""Cases and matches belong to the tournament that names them; a stranger's are refused, and not listed."""

from __future__ import annotations

from msgspec.structs import replace

from replays.proof import record
from service.bootstrap import Services
from service.proofs.exports import export_record
from tests.service.client import Api, Json, Pair, json_of
from tests.service.forging import transcribed
from tests.service.judges import refused, says

from .desk import LOSS, Desk
from .test_judges import playing


def listed(api: Api, services: Services, event: str) -> list[str]:
    """The matches that the list tells of an event."""
    page = json_of(api.get(f"/api/v1/matches?event={event}&min_position={services.store.position()}"))
    return [entry["id"] for entry in page["items"]]


def test_a_penalty_a_correction_and_a_disqualification_cite_a_case_of_the_tournament(
    api: Api, services: Services
) -> None:
    (spring, match), (_, elsewhere) = (playing(api, services, name) for name in ("spring", "autumn"))
    bo = spring.players["Bo"]
    table: Json = {"stage": 1, "round": 1, "table": 1}
    spring.enters(1, 1, LOSS)
    deeds: tuple[tuple[str, Json], ...] = (
        ("penalize", {"player": bo, "penalty": "warning", "why": "Late."}),
        ("correct", {**table, "result": None, "why": "Read again."}),
        ("disqualify", {"player": bo, "why": "Once more."}),
    )
    wrong = {
        "protocol 7": "“protocol 7” names no case.",
        f"{elsewhere}/1": f"“{elsewhere}/1” is no case of this tournament",
        f"{match}/2": f"Match {match} has no case 2.",
    }
    before = spring.looks()["seq"]
    for type, body in deeds:
        for case, why in wrong.items():
            status, pointer, detail = refused(spring.does(type, **body, case=case))
            assert (status, pointer) == (422, "/case")
            assert detail.startswith(why)
    status, pointer, _ = refused(
        api.post(
            f"/api/v1/tournaments/{spring.tournament}/reach",
            {"type": "correct", **deeds[1][1], "case": f"{elsewhere}/1"},
            spring.token,
        )
    )
    assert (status, pointer, spring.looks()["seq"]) == (422, "/case", before)
    for type, body in deeds:
        (fact,) = spring.did(type, **body, case=f"{match}/1")["facts"]
        assert fact["event"]["case"] == f"{match}/1"


def test_the_matches_of_a_tournament_are_those_of_its_tables(api: Api, services: Services) -> None:
    spring, match = playing(api, services, "spring")
    for name, event in (("desk-2", ""), ("desk-3", spring.tournament)):
        stranger = services.api_tokens.issue_token(name, ["organize"], event=event).token
        body = {"game": "arena", "event": spring.tournament}
        status, _, detail = refused(api.post("/api/v1/matches", body, stranger))
        assert (status, detail) == (
            403,
            f"{spring.tournament} is a tournament: only its own rounds open its matches.",
        )
    assert listed(api, services, spring.tournament) == [match]
    assert json_of(api.post("/api/v1/matches", {"game": "arena", "event": "spring"}, spring.token))["id"]


def test_a_file_brings_no_match_into_a_tournament_of_this_service(api: Api, services: Services) -> None:
    desk = Desk.opens(api, services, "spring")
    opened = json_of(api.post("/api/v1/matches", {"game": "arena", "event": "league"}, desk.token))
    viewer = services.access.viewer_for(opened["id"], services.api_tokens.issue_token("j-1", ["judge"]).token)
    file = record.dump_record(export_record(services, opened["id"], viewer, full=True))
    forged = transcribed(lambda text: text.replace("event=league", f"event={desk.tournament}"))(file)
    headers = {"Authorization": f"Bearer {desk.token}", "Content-Type": "text/plain"}
    reply = api.app.test_client().post("/api/v1/imports", data=forged, headers=headers)
    assert (reply.status_code, json_of(reply)["detail"]) == (
        403,
        f"This match names tournament {desk.tournament}, which is here and has no table of that match.",
    )
    assert listed(api, services, desk.tournament) == []


def test_a_strangers_match_of_before_is_not_listed_and_tells_the_tournament_nothing(
    api: Api, services: Services
) -> None:
    spring, match = playing(api, services, "spring")
    pins = replace(services.repository.load_settings(api.opens()["id"]), event=spring.tournament)
    opened = services.matches.create_match(pins, services.library.find_pinned(pins.game, pins.cards))
    claims = {"id": opened.match, "claims": opened.claims}
    pair = Pair(api.seats(claims, 0, "Blue"), api.seats(claims, 1, "Red"))
    seq = spring.looks()["seq"]
    assert says(pair.blue, "/concession", {}).status_code == 201
    services.result_process.catch_up()
    assert (spring.looks()["seq"], listed(api, services, spring.tournament)) == (seq, [match])
