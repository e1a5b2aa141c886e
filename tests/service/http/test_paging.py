"""Lists that somebody may make long: paged, and not without an end."""

from __future__ import annotations

import pytest

from service.bootstrap import Services
from service.cases import checks
from tests.service.client import Api, Json, Pair, Player, json_of
from tests.service.judges import disputes, judge, rules, says


def pages(player: Player, what: str, limit: int) -> list[Json]:
    """Follows a list from page to page, by its links."""
    asked = "&" if "?" in what else "?"
    found, path = [], f"/api/v1/matches/{player.match}{what}{asked}limit={limit}"
    while path:
        reply = player.api.get(path, player.token)
        found.append(json_of(reply))
        path = reply.headers.get("Link", "").partition(">")[0].removeprefix("<")
    return found


def test_the_cases_of_a_match_come_in_pages(pair: Pair) -> None:
    for number in range(5):
        disputes(pair.blue, f"The {number}th is wrong.")
    told_of = pages(pair.blue, "/disputes", 2)
    assert [[case["number"] for case in page["items"]] for page in told_of] == [[1, 2], [3, 4], [5]]
    assert [page["next"] for page in told_of] == ["2", "4", None]


def test_a_page_has_one_beginning(pair: Pair) -> None:
    assert [fact["seq"] for fact in json_of(pair.public.get("/facts?cursor=2&limit=1"))["items"]] == [3]
    refused = pair.public.get("/facts?cursor=2&after=1")
    [error] = json_of(refused)["errors"]
    assert (refused.status_code, error["parameter"]) == (422, "cursor")
    assert error["detail"] == "A page begins at a cursor or after a number."


def test_so_do_its_commentaries(pair: Pair) -> None:
    for number in range(5):
        assert (
            says(pair.public, "/commentaries", {"title": f"View {number}", "author": "Eve"}).status_code
            == 201
        )
    whole = json_of(pair.public.get("/commentaries"))["items"]
    assert {one["title"] for one in whole} == {f"View {number}" for number in range(5)}
    told_of = pages(pair.public, "/commentaries", 2)
    assert [page["items"] for page in told_of] == [whole[:2], whole[2:4], whole[4:]]
    gone = pair.public.get("/commentaries?cursor=c-0123456789abcdef")
    assert (gone.status_code, json_of(gone)["type"]) == (404, "/api/v1/problems/unknown-commentary")


def test_so_do_the_sentences_of_a_match(pair: Pair) -> None:
    assert pair.blue.answers("e1").status_code == 201
    whole = json_of(pair.public.get("/narration?lang=it"))
    told_of = pages(pair.public, "/narration?lang=it", 3)
    assert [line for page in told_of for line in page["items"]] == whole["items"]
    assert [len(page["items"]) for page in told_of[:-1]] == [3] * (len(told_of) - 1)
    last = [str(page["items"][-1]["seq"]) for page in told_of[:-1]]
    assert [page["next"] for page in told_of] == [*last, None]
    assert whole["next"] is None
    text = pair.public.get("/narration?lang=it&limit=2", Accept="text/plain")
    assert text.text.splitlines() == [line["text"] for line in whole["items"][:2]]
    assert "cursor=" in text.headers["Link"]


def test_so_do_the_moments_that_a_rewind_can_go_back_to(pair: Pair, services: Services) -> None:
    for pick in ("e1", "b7"):
        player = pair.asked
        assert player is not None
        assert player.answers(pick).status_code == 201
    disputes(pair.blue)
    whistle = judge(services, pair)
    whole = json_of(whistle.get("/rewinds"))
    told_of = pages(whistle, "/rewinds?lang=en", 1)
    assert len(told_of) > 1
    assert [moment for page in told_of for moment in page["items"]] == whole["items"]
    assert [page["next"] is None for page in told_of] == [*[False] * (len(told_of) - 1), True]


def test_so_do_webhooks(api: Api, services: Services) -> None:
    token = services.api_tokens.issue_token("league", ["integrate"]).token
    made = [
        json_of(api.post("/api/v1/webhooks", {"url": f"https://league.example/{n}"}, token))["id"]
        for n in range(5)
    ]
    first = api.get("/api/v1/webhooks?limit=3", token)
    assert [one["id"] for one in json_of(first)["items"]] == [
        one["id"] for one in json_of(api.get("/api/v1/webhooks", token))["items"][:3]
    ]
    path = first.headers["Link"].partition(">")[0].removeprefix("<")
    assert path == f"/api/v1/webhooks?limit=3&cursor={json_of(first)['next']}"
    rest = api.get(path, token)
    assert json_of(rest)["next"] is None
    assert "Link" not in rest.headers
    both = [one["id"] for reply in (first, rest) for one in json_of(reply)["items"]]
    assert sorted(both) == sorted(made)
    other = services.api_tokens.issue_token("another", ["integrate"]).token
    assert api.get(f"/api/v1/webhooks?cursor={made[0]}", other).status_code == 404


def test_a_party_has_so_many_cases_waiting_and_another_is_not_kept_from_having_some(
    pair: Pair, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "MAX_WAITING_CASES", 2)
    disputes(pair.blue)
    disputes(pair.blue)
    refused = says(pair.blue, "/disputes", {"claim": "One more."})
    assert (refused.status_code, json_of(refused)["type"]) == (409, "/api/v1/problems/full")
    disputes(pair.red)
    assert rules(judge(services, pair)).status_code == 201
    disputes(pair.blue)


def test_a_case_holds_so_many_statements(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "MAX_STATEMENTS", 2)
    disputes(pair.blue)
    assert says(pair.red, "/disputes/1/answers", {"text": "No."}).status_code == 201
    refused = says(pair.red, "/disputes/1/answers", {"text": "No!"})
    assert (refused.status_code, json_of(refused)["type"]) == (409, "/api/v1/problems/full")
