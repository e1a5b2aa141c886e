"""Lists that somebody may make long: paged, and not without an end."""

from __future__ import annotations

import pytest

from service import cases
from service.house import House

from .people import Json, Pair, Player, told
from .tribunal import disputes, judge, rules, says


def pages(player: Player, what: str, limit: int) -> list[Json]:
    """Follows a list from page to page, by its links."""
    found, path = [], f"/matches/{player.match}{what}?limit={limit}"
    while path:
        reply = player.club.gets(path, player.token)
        found.append(told(reply))
        path = reply.headers.get("Link", "").partition(">")[0].removeprefix("<")
    return found


def test_the_cases_of_a_match_come_in_pages(pair: Pair) -> None:
    for number in range(5):
        disputes(pair.blue, f"The {number}th is wrong.")
    told_of = pages(pair.blue, "/disputes", 2)
    assert [[case["number"] for case in page["cases"]] for page in told_of] == [[1, 2], [3, 4], [5]]
    assert [page["next"] for page in told_of] == [2, 4, None]


def test_so_do_its_commentaries(pair: Pair) -> None:
    for number in range(5):
        assert (
            says(pair.public, "/commentaries", {"title": f"View {number}", "author": "Eve"}).status_code
            == 201
        )
    told_of = pages(pair.public, "/commentaries", 2)
    titles = [[one["title"] for one in page["commentaries"]] for page in told_of]
    assert titles == [["View 0", "View 1"], ["View 2", "View 3"], ["View 4"]]
    gone = pair.public.gets("/commentaries?after=c-0123456789abcdef")
    assert (gone.status_code, told(gone)["type"]) == (404, "/problems/unknown-commentary")


def test_a_party_has_so_many_cases_waiting_and_another_is_not_kept_from_having_some(
    pair: Pair, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cases, "WAITING", 2)
    disputes(pair.blue)
    disputes(pair.blue)
    refused = says(pair.blue, "/disputes", {"claim": "One more."})
    assert (refused.status_code, told(refused)["type"]) == (409, "/problems/full")
    disputes(pair.red)
    assert rules(judge(house, pair)).status_code == 201
    disputes(pair.blue)


def test_a_case_holds_so_many_statements(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases, "SAID", 2)
    disputes(pair.blue)
    assert says(pair.red, "/disputes/1/answers", {"text": "No."}).status_code == 201
    refused = says(pair.red, "/disputes/1/answers", {"text": "No!"})
    assert (refused.status_code, told(refused)["type"]) == (409, "/problems/full")
