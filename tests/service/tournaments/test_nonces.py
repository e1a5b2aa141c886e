"""Players contribute nonces to the lots over HTTP, and the bundle proves it."""

from __future__ import annotations

from domain import chance
from service.bootstrap import Services
from tests.service.client import Json, json_of

from .desk import WIN, Desk
from .test_bundle import checked, exported


def enters_itself(desk: Desk, name: str, **body: str) -> str:
    """A guest registers, and returns its id."""
    path = f"/api/v1/tournaments/{desk.tournament}/players"
    reply = desk.api.post(path, {"name": name} | body)
    assert reply.status_code == 201, reply.text
    guest = json_of(reply)
    desk.players[name], desk.tokens[name] = guest["player"], guest["token"]
    return str(guest["player"])


def facts_of(desk: Desk, kind: str) -> list[Json]:
    """The facts of a kind, as the public sees them."""
    facts: list[Json] = desk.looks("/facts", token="")["items"]
    return [fact["event"] for fact in facts if fact["event"]["type"] == f"tournament.{kind}"]


def test_players_reveal_their_nonces_between_close_and_pairing(desk: Desk, services: Services) -> None:
    desk.did("open_registration")
    pia = enters_itself(desk, "Pia", nonce_hash=chance.nonce_hash("nonce of Pia"))
    zoe = enters_itself(desk, "Zoe", nonce_hash=chance.nonce_hash("nonce of Zoe"))
    early = desk.does("reveal_nonce", desk.tokens["Pia"], player=pia, nonce="nonce of Pia")
    assert json_of(early)["detail"] == "Nonces are revealed once registration has closed."
    desk.did("close_registration")
    assert desk.does("reveal_nonce", desk.tokens["Zoe"], player=pia, nonce="nonce of Pia").status_code == 403
    desk.did("reveal_nonce", desk.tokens["Pia"], player=pia, nonce="nonce of Pia")
    assert desk.did("reveal_nonce", desk.tokens["Pia"], player=pia, nonce="nonce of Pia")["facts"] == []
    desk.did("pair", round=1)
    late = desk.does("reveal_nonce", desk.tokens["Zoe"], player=zoe, nonce="nonce of Zoe")
    assert json_of(late)["detail"] == "The first round is paired: no further nonce goes into the lots."
    registered = facts_of(desk, "PlayerRegistered")
    assert [event["nonce"] for event in registered] == [None] * 6
    assert [event["nonce_hash"] for event in registered[-2:]] == [
        chance.nonce_hash("nonce of Pia"),
        chance.nonce_hash("nonce of Zoe"),
    ]
    assert [(event["player"], event["nonce"]) for event in facts_of(desk, "NonceRevealed")] == [
        (pia, "nonce of Pia")
    ]
    desk.did("publish", stage=1, round=1)
    desk.did("start", stage=1, round=1)
    for table in (1, 2, 3):
        desk.enters(1, table, WIN)
    desk.did("close", stage=1, round=1)
    desk.ends(services, overrule="the hall closes")
    found = checked(exported(desk, desk.token), desk, services)
    assert (found.findings, found.pairings) == ([], 1)


def test_a_hash_is_64_digits_in_lower_case(desk: Desk) -> None:
    desk.did("open_registration")
    path = f"/api/v1/tournaments/{desk.tournament}/players"
    for sent in ("7f3a", chance.nonce_hash("Pia").upper()):
        reply = desk.api.post(path, {"name": "Pia", "nonce_hash": sent})
        assert (reply.status_code, json_of(reply)["errors"][0]["pointer"]) == (422, "/nonce_hash")
