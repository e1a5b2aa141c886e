"""The queue of cases: what waits for a ruling in any match, whose it is, and for which event."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from service.bootstrap import Services
from service.identity.api_tokens import Scope
from tests.service.client import Api, Json, Pair, Player, json_of
from tests.service.judges import disputes, judge, refused, rules, says, start_first_turn


@pytest.fixture
def whistle(pair: Pair, services: Services) -> Player:
    """A judge who may come to any match."""
    return judge(services, pair)


def queue(somebody: Player, query: str = "") -> Json:
    """The queue as somebody with an API token sees it, everything that was said taken in."""
    position = somebody.api.app.extensions["services"].store.position()
    reply = somebody.api.get(f"/api/v1/disputes?min_position={position}{query}", somebody.token)
    assert reply.status_code == 200, reply.text
    return json_of(reply)


def waiting(somebody: Player, query: str = "") -> list[tuple[str, int]]:
    return [(case["match"], case["case"]) for case in queue(somebody, query)["items"]]


def pair_of(api: Api, services: Services, event: str) -> Pair:
    """Two players at a match of an event."""
    token = services.api_tokens.issue_token("league", ["organize"]).token
    opened = json_of(api.post("/api/v1/matches", {"game": "arena", "event": event}, token))
    return Pair(api.seats(opened, 0, "Ada"), api.seats(opened, 1, "Grace"))


def bound(
    services: Services, pair: Pair, event: str, scope: Scope = "judge", name: str = "judge-4"
) -> Player:
    """Somebody whose API token is for one event alone."""
    token = services.api_tokens.issue_token(name, [scope], event=event).token
    return Player(pair.blue.api, pair.blue.match, None, token)


# -- what waits ----------------------------------------------------------------------------------------


def test_what_waits_in_all_matches_is_told_the_newest_claim_first(
    pair: Pair, api: Api, whistle: Player
) -> None:
    other = api.seat_pair("villainous")
    disputes(pair.blue)
    disputes(other.red, "My card!", {"seq": 3})
    disputes(pair.red)
    one, two = pair.blue.match, other.blue.match
    assert waiting(whistle) == [(one, 2), (two, 1), (one, 1)]
    newest, pointing, _ = queue(whistle)["items"]
    assert (newest["by"], newest["players"], newest["game"]) == ("seat:1", ["Blue", "Red"], "arena")
    claimed = pair.public.facts()[newest["claimed"] - 1]["event"]
    assert newest["at"] == newest["since"] == claimed["at"]
    assert (pointing["played"], newest["played"]) == (3, None)
    assert (claimed["type"], claimed["case"]) == ("table.DisputeOpened", 2)


def test_a_case_leaves_with_its_ruling_and_comes_back_with_an_appeal(pair: Pair, whistle: Player) -> None:
    disputes(pair.blue)
    before = queue(whistle)["items"][0]
    assert rules(whistle).status_code == 201
    assert waiting(whistle) == []
    assert says(pair.red, "/disputes/1/appeals", {"text": "No."}).status_code == 201
    [again] = queue(whistle)["items"]
    assert (again["appealed"], again["at"]) == (True, before["at"])
    assert again["since"] >= before["since"]
    assert rules(whistle).status_code == 201
    assert waiting(whistle) == []


def test_the_queue_is_paged(pair: Pair, whistle: Player) -> None:
    for _ in range(5):
        disputes(pair.blue)
    rules(whistle, 4)
    first = queue(whistle, "&limit=2")
    position = pair.blue.api.app.extensions["services"].store.position()
    path = f"/api/v1/disputes?min_position={position}&limit=2"
    link = pair.blue.api.get(path, whistle.token).headers["Link"]
    assert link == f'<{path}&cursor={first["next"]}>; rel="next"'
    rest = queue(whistle, f"&limit=9&cursor={first['next']}")
    assert [case["case"] for case in first["items"] + rest["items"]] == [5, 3, 2, 1]
    assert rest["next"] is None


def test_nothing_that_is_said_in_a_case_is_in_the_queue(
    pair: Pair, services: Services, whistle: Player
) -> None:
    """And so nobody is put on record for looking at it."""
    disputes(pair.blue, "He holds the lamp.")
    begun_with = len(pair.public.facts())
    assert "lamp" not in json.dumps(queue(whistle))
    views = services.views.scan("cases", "", 50)
    assert len(views) == 2
    assert not any(b"lamp" in view for _, view in views)
    assert len(pair.public.facts()) == begun_with


# -- whose it is ---------------------------------------------------------------------------------------


def test_a_case_is_taken_given_and_given_back(pair: Pair, services: Services, whistle: Player) -> None:
    disputes(pair.blue)
    reply = says(whistle, "/disputes/1/assignment", {"judge": "judge-7f3a"})
    assert reply.status_code == 201, reply.text
    [assigned] = json_of(reply)["facts"]
    assert assigned["event"] | {"at": 0} == {
        "type": "table.CaseAssigned",
        "case": 1,
        "judge": "judge-7f3a",
        "by": "judge:judge-7f3a",
        "at": 0,
    }
    assert queue(whistle)["items"][0]["judge"] == "judge-7f3a"
    assert json_of(pair.public.get("/disputes"))["items"][0]["judge"] == "judge-7f3a"
    assert json_of(pair.public.get("/disputes/1"))["judge"] == "judge-7f3a"
    league = bound(services, pair, "", "organize", "league")
    judge(services, pair, "judge-9")
    assert says(league, "/disputes/1/assignment", {"judge": "judge-9"}).status_code == 201
    assert says(league, "/disputes/1/assignment", {"judge": ""}).status_code == 201
    assert queue(whistle)["items"][0]["judge"] is None


def test_an_assignment_stands_the_audit(pair: Pair, services: Services, whistle: Player) -> None:
    disputes(start_first_turn(pair).blue)
    says(whistle, "/disputes/1/assignment", {"judge": "judge-7f3a"})
    assert json_of(whistle.get("/verification"))["ok"]


def test_whom_a_case_cannot_be_given_to(pair: Pair, services: Services, whistle: Player) -> None:
    disputes(pair.blue)
    path = "/disputes/1/assignment"
    bound(services, pair, "", "organize", "league")
    for nobody in ("judge-0", "league"):
        status, where, why = refused(says(whistle, path, {"judge": nobody}))
        assert (status, where, why) == (422, "/judge", f"No judge of this service is called “{nobody}”.")
    assert refused(says(whistle, path, {"judge": ""}))[0] == 409
    assert says(pair.blue, path, {"judge": "judge-7f3a"}).status_code == 403
    rules(whistle)
    assert refused(says(whistle, path, {"judge": "judge-7f3a"}))[0] == 409


# -- who sees it ---------------------------------------------------------------------------------------


def test_the_queue_is_for_judges_and_organizers(pair: Pair, services: Services) -> None:
    assert pair.blue.api.get("/api/v1/disputes").status_code == 401
    assert pair.blue.api.get("/api/v1/disputes", pair.blue.token).status_code == 401
    reader = bound(services, pair, "", "read", "site")
    assert reader.api.get("/api/v1/disputes", reader.token).status_code == 403
    assert queue(bound(services, pair, "", "organize", "league"))["items"] == []


def test_an_api_token_of_an_event_is_for_its_matches(pair: Pair, api: Api, services: Services) -> None:
    there = pair_of(api, services, "open-2026")
    disputes(pair.blue)
    disputes(there.blue)
    whistle = bound(services, there, "open-2026")
    assert waiting(whistle) == [(there.blue.match, 1)]
    assert waiting(whistle, "&event=open-2026") == [(there.blue.match, 1)]
    assert api.get("/api/v1/disputes?event=other", whistle.token).status_code == 403
    everywhere = judge(services, pair)
    assert waiting(everywhere, "&event=open-2026") == [(there.blue.match, 1)]
    assert rules(whistle).status_code == 201
    elsewhere = Player(api, pair.blue.match, None, whistle.token)
    assert elsewhere.get().status_code == 403
    assert api.get(f"/api/v1/matches/{pair.blue.match}/disputes/1", whistle.token).status_code == 403
    reply = api.post(f"/api/v1/matches/{pair.blue.match}/disputes", {"claim": "No."}, whistle.token)
    assert refused(reply)[::2] == (403, "This API token is for matches of the event “open-2026”.")


# -- live ----------------------------------------------------------------------------------------------


def listens(somebody: Player) -> Iterator[list[int]]:
    """Yields the numbers of the cases that wait, as a stream tells them, until it is dropped."""
    reply = somebody.api.get("/api/v1/disputes", somebody.token, Accept="text/event-stream")
    assert reply.content_type == "text/event-stream"
    for chunk in reply.response:
        for line in (chunk.decode() if isinstance(chunk, bytes) else chunk).splitlines():
            if line.startswith("data: "):
                yield [case["case"] for case in json.loads(line.removeprefix("data: "))["items"]]
    reply.close()


def test_a_stream_tells_the_queue_whenever_it_has_changed(pair: Pair, whistle: Player) -> None:
    disputes(pair.blue)
    queue(whistle)
    heard = listens(whistle)
    assert next(heard) == [1]
    disputes(pair.red)
    assert next(heard) == [2, 1]
    rules(whistle, 1)
    assert next(heard) == [2]


def test_a_stream_ends_with_the_api_token(pair: Pair, services: Services, whistle: Player) -> None:
    heard = listens(whistle)
    assert next(heard) == []
    [api_token] = services.api_tokens.list_tokens()
    services.api_tokens.revoke_token(api_token.id)
    disputes(pair.red)
    assert list(heard) == []
