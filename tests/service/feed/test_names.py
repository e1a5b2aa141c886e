"""Names beside facts: who the ids stand for, how a match ended, and that a name was erased."""

from __future__ import annotations

from service.bootstrap import Services
from tests.service.client import Api, Pair
from tests.service.matches.test_agreements import does

from .test_feed import BATCH, page, read


def test_names_travel_with_ids_and_an_end_with_its_result(api: Api, pair: Pair) -> None:
    does(pair.blue, "concession")
    seated = [notice["fact"] for notice in read(api, "&type=table.SeatClaimed")]
    for fact, name in zip(seated, ("Blue", "Red"), strict=True):
        who = {"id": fact["event"]["player"], "name": name, "account": False, "erased": False}
        assert fact["players"] == [who]
    [ended] = read(api, "&type=table.MatchEnded")
    assert ended["fact"]["result"] == pair.public.looks()["result"]
    assert pair.public.facts() == [notice["fact"] for notice in read(api)]


def test_an_erased_name_travels_as_erased_and_is_announced_to_all_who_keep_copies(
    api: Api, pair: Pair, services: Services
) -> None:
    blue = read(api, "&type=table.SeatClaimed")[0]["fact"]["event"]["player"]
    before = page(api)["position"]
    services.erasure.erase_names(blue)
    for query in ("", f"&match={pair.blue.match}", "&game=villainous", "&event=liga", "&type=players."):
        [erased] = read(api, query, after=before)
        assert (erased["fact"]["event"]["type"], erased["subject"]["id"]) == ("players.NameErased", blue)
        assert erased["fact"]["players"][0]["erased"]
    assert read(api, f"&player={blue}", after=before) == [erased]
    for query in ("&type=table.", "&player=Red"):
        assert read(api, query, after=before) == []
    [event] = api.get(f"/api/v1/facts?after={before}", Accept=BATCH).get_json()
    assert (event["subject"], event["data"]) == (blue, erased["fact"])
    [first, _] = read(api, "&type=table.SeatClaimed")
    [gone] = first["fact"]["players"]
    assert (gone["id"], gone["name"], gone["erased"]) == (blue, f"player {blue[2:6]}", True)
