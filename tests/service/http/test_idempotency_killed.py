"""A process that is killed when the facts are stored and nobody was told: the same request finds them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping

from service.bootstrap import Services
from service.settings import Settings
from tests.service.client import Api, Json, Pair, json_of, seat_names
from tests.service.judges import api_token, sound
from tests.service.stores import on_both_stores

KEY = "8e03978e-40d5-43e8-bc93-6894a57f9324"


def dies(settings: Settings, path: str, body: Json, token: str, headers: Mapping[str, str]) -> None:
    """A process carries the request out, and is killed before it has kept what it would say."""
    environment = os.environ | dict(settings.store)
    environment |= {"RECOUNT_DATA": str(settings.data), "RECOUNT_RUNNER": "off"}
    sent = {"Idempotency-Key": KEY, **headers} | ({"Authorization": f"Bearer {token}"} if token else {})
    command = [sys.executable, "-m", "tests.service.repeated", path, json.dumps(body), json.dumps(sent)]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert ended.returncode == -9, ended.stdout + ended.stderr


@on_both_stores
def test_an_answer_whose_reply_was_lost_is_not_given_again(pair: Pair, settings: Settings) -> None:
    seen = pair.blue.looks()["seq"]
    path, follows = f"/api/v1/matches/{pair.blue.match}/answers", f'"{seen}"'
    dies(settings, path, {"picks": ["e1"]}, pair.blue.token, {"If-Match": follows})
    again = pair.blue.answers("e1", after=seen, Idempotency_Key=KEY)
    assert again.status_code == 201, again.text
    scene = pair.blue.looks()
    assert scene["ply"] == 1
    assert json_of(again)["facts"] == pair.blue.facts()[seen:]
    assert json_of(again)["scene"] == scene
    assert json_of(again)["receipt"]["seq"] == scene["seq"]
    assert sound(pair)
    assert pair.blue.answers("e1", after=seen, Idempotency_Key=KEY).data == again.data
    assert pair.blue.answers("f1", after=seen, Idempotency_Key=KEY).status_code == 422


def test_who_took_a_seat_and_was_not_told_gets_the_token(api: Api, settings: Settings) -> None:
    opened = api.opens()
    path, body = f"/api/v1/matches/{opened['id']}/seats/0/claim", {"player": "Ada"}
    dies(settings, path, body, opened["claims"][0], {})
    taken = json_of(api.post(path, body, opened["claims"][0], Idempotency_Key=KEY))
    assert seat_names(taken["scene"]) == ["Ada", None]
    assert api.get(f"/api/v1/matches/{opened['id']}", taken["token"]).status_code == 200


def test_who_opened_a_match_and_was_not_told_gets_its_claims(
    api: Api, services: Services, settings: Settings
) -> None:
    desk = services.api_tokens.issue_token("desk", ["organize"]).token
    dies(settings, "/api/v1/matches", {"game": "arena"}, desk, {})
    opened = json_of(api.post("/api/v1/matches", {"game": "arena"}, desk, Idempotency_Key=KEY))
    matches = json_of(api.get(f"/api/v1/matches?min_position={services.store.position()}"))["items"]
    assert [match["id"] for match in matches] == [opened["id"]]
    api.seats(opened, 1, "Grace")


def test_a_case_whose_reply_was_lost_is_opened_once(
    pair: Pair, services: Services, settings: Settings
) -> None:
    desk = api_token(services, pair, "organize", "desk-1")
    path, body = f"/api/v1/matches/{pair.blue.match}/disputes", {"claim": "They are late."}
    dies(settings, path, body, desk.token, {})
    filed = json_of(desk.api.post(path, body, desk.token, Idempotency_Key=KEY))
    assert (filed["case"], filed["status"]) == (1, "open")
    assert len(json_of(pair.public.get("/disputes"))["items"]) == 1
