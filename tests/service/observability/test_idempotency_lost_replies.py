"""Every command on a match, sent twice because its reply was lost: it is carried out once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError
from flask import Flask
from msgspec.structs import replace
from werkzeug.test import TestResponse

from domain.chance import nonce_hash
from replays.playback import transcript
from service.bootstrap import Services
from service.http.addresses import API
from service.matches.flags import CHECKPOINT
from service.settings import Settings
from tests.service.client import Pair, Player, json_of
from tests.service.judges import RULE, disputes, judge, rules, says, start_first_turn
from tests.service.tournaments.desk import PLAN, WIN, Desk

from . import case_commands, recording_commands

OF_NO_MATCH = {
    *("/api/v1/matches/{match}/phrases", "/api/v1/challenges", "/api/v1/queue"),
    *("/api/v1/matches/{match}/commentaries", "/api/v1/matches/{match}/rulings/preview", "/api/v1/players"),
    *("/api/v1/matches/{match}/entries/preview", "/api/v1/matches/{match}/entries/{number}/amend/preview"),
    *("/api/v1/games/{game}/positions/options", "/api/v1/players/{player}/key", "/api/v1/sheets/check"),
    *("/api/v1/tournaments/report/preview", "/api/v1/tournaments/{tournament}/roster/preview"),
    *("/api/v1/tournaments/{tournament}/reach", "/api/v1/webhooks", "/api/v1/webhooks/{id}/redeliver"),
    *("/api/v1/webhooks/{id}/rotate", "/api/v1/witness/add-checkpoint"),
}
"""Where something is posted that appends no fact."""

RULING = {"rules": [RULE], "text": "Play on."}
POINT = "arena.VictoryPointsGained team=0 points=1 total=1"

Send = Callable[[], TestResponse]


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Those of a service that does nothing by itself: no clock is watched, and no flag falls unsaid."""
    return replace(settings, runner=False)


def sent(player: Player, what: str, body: Any = None) -> Send:
    """Returns what sends *body* as *player*, who has seen the match as it stands now."""
    seen, path = player.looks()["seq"], f"/api/v1/matches/{player.match}{what}"
    headers = {"If-Match": f'"{seen}"', "Idempotency-Key": "once"}
    return lambda: player.api.post(path, body or {}, player.token, **headers)


def _opened(pair: Pair, services: Services) -> Send:
    desk = services.api_tokens.issue_token("desk", ["organize"]).token
    return lambda: pair.blue.api.post("/api/v1/matches", {"game": "arena"}, desk, Idempotency_Key="once")


def _claimed(pair: Pair, services: Services) -> Send:
    match = pair.blue.api.opens()
    path, body = f"/api/v1/matches/{match['id']}/seats/0/claim", {"player": "Ada"}
    return lambda: pair.blue.api.post(path, body, match["claims"][0], Idempotency_Key="once")


def _left(pair: Pair, services: Services) -> Send:
    match = pair.blue.api.opens()
    path, ada = f"/api/v1/matches/{match['id']}/seats/0/leave", pair.blue.api.seats(match, 0, "Ada")
    return lambda: pair.blue.api.post(path, {}, ada.token, Idempotency_Key="once")


def _revealed(pair: Pair, services: Services) -> Send:
    api, match = pair.blue.api, pair.blue.api.opens()
    path, body = (
        f"/api/v1/matches/{match['id']}/seats/0",
        {"player": "Ada", "nonce_hash": nonce_hash("a nonce")},
    )
    token = json_of(api.post(f"{path}/claim", body, match["claims"][0]))["token"]
    api.seats(match, 1, "Grace")
    return lambda: api.post(f"{path}/nonce", {"nonce": "a nonce"}, token, Idempotency_Key="once")


def _imported(pair: Pair, services: Services) -> Send:
    headers = {"Authorization": f"Bearer {judge(services, pair).token}", "Idempotency-Key": "once"}
    text, client = transcript.library_files()[0].read_bytes(), pair.blue.api.app.test_client()
    return lambda: client.post("/api/v1/imports", data=text, headers=headers, content_type="text/plain")


def _answered(pair: Pair, services: Services) -> Send:
    return sent(pair.blue, "/answers", {"picks": ["e1"]})


def _taken_back(pair: Pair, services: Services) -> Send:
    assert pair.blue.answers("e1").status_code == 201
    return sent(pair.blue, "/takeback")


def _resumed(pair: Pair, services: Services) -> Send:
    whistle = judge(services, pair)
    assert says(whistle, "/pause", {}).status_code == 201
    return sent(whistle, "/resume")


def _forked(pair: Pair, services: Services) -> Send:
    services.agreements.concede_match(pair.blue.match, pair.blue.token)
    return sent(pair.blue, "/forks", {"seq": 5})


def _assigned(pair: Pair, services: Services) -> Send:
    disputes(pair.blue)
    return sent(judge(services, pair), "/disputes/1/assignment", {"judge": "judge-7f3a"})


def _replied(pair: Pair, services: Services) -> Send:
    disputes(pair.blue)
    return sent(pair.red, "/disputes/1/answers", {"text": "It was not."})


def _ruled(pair: Pair, services: Services) -> Send:
    disputes(pair.blue)
    return sent(judge(services, pair), "/disputes/1/rulings", {"outcome": "note"} | RULING)


def _appealed(pair: Pair, services: Services) -> Send:
    disputes(pair.blue)
    assert rules(judge(services, pair)).status_code == 201
    return sent(pair.blue, "/disputes/1/appeals", {"text": "Look again."})


def _rewound(pair: Pair, services: Services) -> Send:
    before = pair.public.looks()["seq"]
    pair.answer_by(Random(3))
    return sent(judge(services, pair), "/rewind", {"to": before} | RULING)


def _corrected(pair: Pair, services: Services) -> Send:
    start_first_turn(pair)
    return sent(judge(services, pair), "/corrections", {"facts": [POINT]} | RULING)


def _registered(pair: Pair, services: Services) -> Send:
    desk = Desk.opens(pair.blue.api, services)
    path = f"/api/v1/tournaments/{desk.tournament}/commands"
    body = {"type": "register", "players": [{"name": "Ada"}]}
    return lambda: desk.api.post(path, body, desk.token, Idempotency_Key="once")


def _signed_up(pair: Pair, services: Services) -> Send:
    desk = Desk.opens(pair.blue.api, services)
    desk.did("open_registration")
    key = json_of(desk.api.post("/api/v1/players", {"name": "Ada"}))["key"]
    path = f"/api/v1/tournaments/{desk.tournament}/players"
    return lambda: desk.api.post(path, {}, key, Idempotency_Key="once")


def _tournament_opened(pair: Pair, services: Services) -> Send:
    token = services.api_tokens.issue_token("desk", ["organize"]).token
    return lambda: pair.blue.api.post("/api/v1/tournaments", PLAN, token, Idempotency_Key="once")


def _seat_taken(pair: Pair, services: Services) -> Send:
    desk = Desk.opens(pair.blue.api, services, online=True).registers("Ada", "Grace").starts()
    services.result_process.catch_up()
    path = f"/api/v1/tournaments/{desk.tournament}/rounds/1/tables/1/seat"
    return lambda: desk.api.post(path, {}, desk.tokens["Ada"], Idempotency_Key="once")


def _flagged(pair: Pair, services: Services) -> Send:
    api, later = pair.blue.api, services.repository.clock() + 3_600_000
    opened = api.opens(clock={"kind": "match", "seconds": 60, "flag": "loss"})
    blue, _ = (api.seats(opened, seat, name) for seat, name in enumerate(("Blue", "Red")))
    services.repository.clock = lambda: later
    services.views.save(CHECKPOINT, {}, services.views.position(CHECKPOINT), later)
    return sent(blue, "/flag")


def _declined(pair: Pair, services: Services) -> Send:
    services.agreements.offer_draw(pair.red.match, pair.red.token)
    return sent(pair.blue, "/decline", {"what": "draw"})


def _retired(pair: Pair, services: Services) -> Send:
    opened = pair.blue.api.opens(game="villainous", seats=3)
    seats = [pair.blue.api.seats(opened, seat, name) for seat, name in enumerate(("Ada", "Bea", "Cid"))]
    return sent(seats[0], "/retirement")


def _stand_in_offered(pair: Pair, services: Services) -> Send:
    opened = pair.blue.api.opens(game="villainous", seats=3)
    seats = [pair.blue.api.seats(opened, seat, name) for seat, name in enumerate(("Ada", "Bea", "Cid"))]
    return sent(seats[0], "/stand-in", {"bot": "random"})


def _listed(pair: Pair, services: Services) -> Send:
    desk, path = Desk.opens(pair.blue.api, services), "/api/v1/tournaments/{}/roster"
    headers = {"Authorization": f"Bearer {desk.token}", "Idempotency-Key": "once"}
    client = desk.api.app.test_client()
    return lambda: client.post(
        path.format(desk.tournament), data=b"name\nAda\n", headers=headers, content_type="text/plain"
    )


def _of_staff(pair: Pair, services: Services, action: str) -> Send:
    """Returns what invites a judge, withdraws an open invitation, or removes a judge who has joined."""
    desk = Desk.opens(pair.blue.api, services)
    founder = services.tournament_access.actor_for(desk.tournament, desk.token)
    path, body = f"/api/v1/tournaments/{desk.tournament}/staff", dict[str, str]()
    if action == "invite":
        path, body = f"{path}/invitations", {"role": "judge"}
    else:
        invited = services.staff.create_invitation(desk.tournament, "judge", founder)
        path += f"/invitations/{invited.tournament_state.seq}/withdrawal"
        if action == "remove":
            services.staff.accept_invitation(desk.tournament, invited.tokens[0], "Jo")
            [joined] = services.tournaments.get(desk.tournament).staff
            path = f"/api/v1/tournaments/{desk.tournament}/staff/{joined}/removal"
    return lambda: desk.api.post(path, body, desk.token, Idempotency_Key="once")


def _continued(pair: Pair, services: Services) -> Send:
    desk = (
        Desk.opens(pair.blue.api, services, points={"win": 2, "draw": 1, "loss": 0, "unit": 2})
        .registers("Ada", "Grace")
        .starts()
    )
    desk.enters(1, 1, WIN)
    desk.did("close", stage=1, round=1)
    report = desk.api.get(f"/api/v1/tournaments/{desk.tournament}/trf", desk.token).text
    body = {"report": report, "game": "arena"}
    return lambda: desk.api.post("/api/v1/tournaments/report", body, desk.token, Idempotency_Key="once")


COMMANDS: dict[str, Callable[[Pair, Services], Send]] = {
    **case_commands.COMMANDS,
    **recording_commands.COMMANDS,
    "/api/v1/imports": _imported,
    "/api/v1/matches": _opened,
    "/api/v1/matches/{match}/answers": _answered,
    "/api/v1/matches/{match}/concession": lambda pair, _: sent(pair.blue, "/concession"),
    "/api/v1/matches/{match}/corrections": _corrected,
    "/api/v1/matches/{match}/flag": _flagged,
    "/api/v1/matches/{match}/disputes": lambda pair, _: sent(pair.blue, "/disputes", {"claim": "No!"}),
    "/api/v1/matches/{match}/disputes/{number}/answers": _replied,
    "/api/v1/matches/{match}/disputes/{number}/appeals": _appealed,
    "/api/v1/matches/{match}/disputes/{number}/assignment": _assigned,
    "/api/v1/matches/{match}/disputes/{number}/rulings": _ruled,
    "/api/v1/matches/{match}/decline": _declined,
    "/api/v1/matches/{match}/draw": lambda pair, _: sent(pair.blue, "/draw"),
    "/api/v1/matches/{match}/forks": _forked,
    "/api/v1/matches/{match}/pause": lambda pair, _: sent(pair.blue, "/pause"),
    "/api/v1/matches/{match}/resume": _resumed,
    "/api/v1/matches/{match}/retirement": _retired,
    "/api/v1/matches/{match}/rewind": _rewound,
    "/api/v1/matches/{match}/seats/{seat}/claim": _claimed,
    "/api/v1/matches/{match}/seats/{seat}/leave": _left,
    "/api/v1/matches/{match}/seats/{seat}/nonce": _revealed,
    "/api/v1/matches/{match}/stand-in": _stand_in_offered,
    "/api/v1/matches/{match}/takeback": _taken_back,
    "/api/v1/tournaments": _tournament_opened,
    "/api/v1/tournaments/report": _continued,
    "/api/v1/tournaments/{tournament}/commands": _registered,
    "/api/v1/tournaments/{tournament}/players": _signed_up,
    "/api/v1/tournaments/{tournament}/roster": _listed,
    "/api/v1/tournaments/{tournament}/rounds/{number}/tables/{table}/seat": _seat_taken,
    "/api/v1/tournaments/{tournament}/staff/invitations": partial(_of_staff, action="invite"),
    "/api/v1/tournaments/{tournament}/staff/invitations/{invitation}/withdrawal": partial(
        _of_staff, action="withdraw"
    ),
    "/api/v1/tournaments/{tournament}/staff/{joined}/removal": partial(_of_staff, action="remove"),
}


@pytest.mark.parametrize("path", COMMANDS)
def test_a_command_whose_reply_is_lost_is_carried_out_once(
    path: str, pair: Pair, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(row: object) -> None:
        raise OperationalError("The service ends before it can keep the reply.")

    send = COMMANDS[path](pair, services)
    monkeypatch.setattr(services.store.replies, "store_reply", lost)
    first = send()
    stood = services.store.position()
    again = send()
    assert (first.status_code, again.status_code) == (201, 201), again.text
    assert services.store.position() == stood, "nothing is appended a second time"
    assert {**json_of(again), "receipt": None} == {**json_of(first), "receipt": None}


def test_every_command_is_tried_here(app: Flask) -> None:
    document = app.test_client().get("/api/v1/openapi.json").get_json()
    posts = {API + path for path, item in document["paths"].items() if "post" in item}
    assert posts == {*COMMANDS, *OF_NO_MATCH}
