"""What is not published yet is told at no address to anybody but the organizers."""

from __future__ import annotations

import re

import pytest

from service.bootstrap import Services
from service.http.addresses import API
from tests.service.client import Api, json_of

from .desk import WIN, Desk

CANARY = "Ada and Grace share a car"
"""Why a pairing was changed, which is known as long as the pairing is."""

FOR_ORGANIZERS = "/tournaments/{tournament}/links"
"""The one address that tells organizers the tokens of players, and refuses everybody else."""

FORMS = ("application/json", "application/x-ndjson", "application/cloudevents-batch+json")


def everything_said(desk: Desk, token: str, since: int) -> str:
    """All that somebody is told at every address that tells of tournaments, and what differs *since*."""
    document = json_of(desk.api.get("/api/v1/openapi.json"))
    paths = [path for path, item in document["paths"].items() if "get" in item and "tournament" in path]
    paths.remove(FOR_ORGANIZERS)
    assert len(paths) > 10
    known = {"tournament": desk.tournament, "number": "1", "player": desk.players["Ada"]}
    said = []
    for path in [*paths, "/facts", f"/facts?event={desk.tournament}", "/tournaments/{tournament}/rounds/2"]:
        address = re.sub(r"\{(\w+)\}", lambda part: known[part[1]], path)
        query = f"?from={since}" if "difference" in path else ""
        for form in FORMS:
            accept = f"{form}, application/problem+json"
            reply = desk.api.get(API + address + query, token, Accept=accept)
            said.append(reply.get_data().decode(errors="backslashreplace"))  # one of them is a picture
    return "\n".join(said)


@pytest.mark.parametrize("who", ["the public", "a player", "a judge", "another desk", "the desk"])
def test_only_the_desk_hears_of_a_pairing_before_it_is_published(
    desk: Desk, services: Services, who: str
) -> None:
    since = services.store.position()
    desk.starts(1, "Ada Grace", "Lin Mae")
    for table in (1, 2):
        desk.enters(1, table, WIN)
    desk.pairs(2, "Ada Grace", "Lin Mae")
    tables = [
        {"number": 1, "seats": [desk.players["Ada"], desk.players["Lin"]]},
        {"number": 2, "seats": [desk.players["Grace"], desk.players["Mae"]]},
    ]
    desk.did("change_pairing", stage=1, round=2, tables=tables, byes=[], why=CANARY)
    tokens = {
        "the public": "",
        "a player": desk.tokens["Ada"],
        "a judge": services.api_tokens.issue_token("judge-7f3a", ["judge"]).token,
        "another desk": services.api_tokens.issue_token("desk-2", ["organize"]).token,
        "the desk": desk.token,
    }
    assert (CANARY in everything_said(desk, tokens[who], since)) is (who == "the desk")


def test_no_token_of_a_player_and_no_seed_is_told_to_anybody(
    desk: Desk, services: Services, api: Api
) -> None:
    t = services.tournaments.get(desk.tournament)
    digests = {entry.registration.token for entry in t.players.values()}
    secrets = {t.settings.seed, *digests, *desk.tokens.values()}
    assert "" not in secrets
    said = everything_said(desk, desk.token, services.store.position())
    assert [secret for secret in secrets if secret in said] == []
