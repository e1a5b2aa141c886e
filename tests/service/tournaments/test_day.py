"""A day of a tournament over HTTP, as organizers, judges, players and the public have it."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from service.bootstrap import Services
from service.identity.api_tokens import Scope
from tests.service.client import Api, Json, json_of, player_names
from tests.service.stores import on_both_stores

from .desk import DRAW, LOSS, WIN, Desk


def ranks(desk: Desk, query: str = "") -> dict[str, int]:
    """Who stands where, by name."""
    seen = desk.looks(f"/standings{query}")
    names = player_names(seen)
    return {names[row["player"]]: row["rank"] for row in seen["standings"]}


DIFFERENCE = "/standings/difference?from=2100-01-01T00:00:00Z"


@on_both_stores
def test_a_day(desk: Desk) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    desk.enters(1, 1, WIN)
    noon = desk.enters(1, 2, DRAW)["position"]
    desk.did("close", stage=1, round=1)
    assert ranks(desk) == {"Ada": 1, "Lin": 2, "Mae": 2, "Grace": 4} | _lots(desk)
    desk.starts(2, "Ada Lin", "Grace Mae")
    desk.enters(2, 1, LOSS)
    desk.did("correct", stage=1, round=1, table=1, result=LOSS, why="The scores were swapped.")
    now, then = desk.looks("/standings?round=1"), desk.looks(f"/standings?round=1&known={noon}")
    assert _points(now) == {"Ada": 0, "Grace": 3, "Lin": 1, "Mae": 1}
    assert _points(then) == {"Ada": 3, "Grace": 0, "Lin": 1, "Mae": 1}
    changed = desk.looks(f"/standings/difference?round=1&from={noon}")["items"]
    assert [one["told"] for one in changed] == [
        "Round 1, table 1: Grace won instead of Ada won (The scores were swapped.)."
    ]
    assert {one["told"] for one in changed[0]["changes"]} >= {
        "The points of Grace are 3 instead of 0. Grace is in place 1 instead of 4."
    }


def _points(standings: Json) -> dict[str, float]:
    names = player_names(standings)
    return {names[row["player"]]: row["points"] for row in standings["standings"]}


def _lots(desk: Desk) -> dict[str, int]:
    """Who of the two who are level has drawn the better lot is not known beforehand."""
    found = ranks(desk)
    return {name: found[name] for name in ("Lin", "Mae")}


def test_a_round_is_seen_by_its_organizers_alone_before_it_is_published(desk: Desk, api: Api) -> None:
    desk.pairs(1, "Ada Grace", "Lin Mae")
    table = {"number": 1, "seats": [desk.players["Grace"], desk.players["Ada"]]}
    desk.did("change_pairing", stage=1, round=1, tables=[table], byes=[], why="a fixed table")
    assert len(desk.looks("/rounds/1")["tables"]) == 2
    assert desk.looks(token="")["rounds"] == []
    hidden = api.get(f"/api/v1/tournaments/{desk.tournament}/rounds/1")
    assert json_of(hidden)["type"] == "/api/v1/problems/unknown-round"
    told_before = json_of(api.get("/api/v1/facts?type=tournament."))["items"]
    assert {one["fact"]["event"]["type"] for one in told_before} == {
        "tournament.TournamentOpened",
        "tournament.PlayerRegistered",
    }
    desk.did("publish", stage=1, round=1)
    assert desk.looks("/rounds/1", token="")["tables"][0]["seats"] == table["seats"]
    *_, published = json_of(api.get("/api/v1/facts?type=tournament."))["items"]
    assert published["fact"]["event"]["type"] == "tournament.RoundPublished"
    assert published["fact"]["event"]["tables"][0]["seats"] == table["seats"]


def test_a_result_counts_once_both_have_told_it(desk: Desk) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    place = {"stage": 1, "round": 1, "table": 1}
    desk.did("report", desk.tokens["Ada"], result=WIN, **place)
    table = desk.looks("/rounds/1", token="")["tables"][0]
    assert (table["result"], len(table["reports"])) == (None, 1)
    desk.did("report", desk.tokens["Grace"], result=WIN, **place)
    assert desk.looks("/rounds/1", token="")["tables"][0]["result"] == WIN
    stranger = desk.does("report", desk.tokens["Lin"], result=WIN, **place)
    assert stranger.status_code == 409


@pytest.mark.parametrize(
    ("who", "type", "body", "status"),
    [
        ("Ada", "drop", {"player": "Ada"}, 201),
        ("Ada", "drop", {"player": "Grace"}, 403),
        ("Ada", "publish", {"stage": 1, "round": 1}, 403),
        ("judge", "disqualify", {"player": "Ada", "why": "SA-601"}, 201),
        ("judge", "penalize", {"player": "Ada", "penalty": "warning", "why": "late"}, 201),
        ("judge", "register", {"players": [{"name": "Eve"}]}, 403),
        ("another desk", "drop", {"player": "Ada"}, 403),
        ("a desk of this event", "drop", {"player": "Ada"}, 201),
        ("a judge of no event", "disqualify", {"player": "Ada", "why": "no"}, 403),
        ("a judge of another event", "disqualify", {"player": "Ada", "why": "no"}, 403),
        ("nobody", "drop", {"player": "Ada"}, 401),
    ],
)
def test_who_may_do_what(
    desk: Desk, services: Services, who: str, type: str, body: Json, status: int
) -> None:
    def issue(name: str, scope: Scope, event: str = "") -> str:
        return services.api_tokens.issue_token(name, [scope], event=event).token

    tokens = desk.tokens | {
        "judge": issue("judge-7f3a", "judge", desk.tournament),
        "a judge of no event": issue("judge-7f3b", "judge"),
        "another desk": issue("desk-2", "organize"),
        "a desk of this event": issue("desk-3", "organize", desk.tournament),
        "a judge of another event": issue("judge-8", "judge", "T-elsewhere"),
        "nobody": "",
    }
    if "player" in body:
        body = body | {"player": desk.players[body["player"]]}
    assert desk.does(type, tokens[who], **body).status_code == status


def test_an_account_plays_with_its_own_key(desk: Desk, api: Api) -> None:
    zoe = json_of(api.post("/api/v1/players", {"name": "Zoe"}))
    done = desk.did("register", players=[{"player": zoe["id"]}])
    assert done["tokens"] == []
    assert desk.does("drop", zoe["key"], player=zoe["id"]).status_code == 201
    seen = desk.looks("/players")["items"][-1]
    assert (seen["name"], seen["account"], seen["attendance"]) == ("Zoe", True, "dropped")


def test_what_is_missing_can_be_overruled(desk: Desk) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    desk.enters(1, 2, WIN)
    problem = json_of(desk.does("close", stage=1, round=1))
    assert (problem["warning"], problem["tables"]) == ("results_missing", [1])
    done = desk.did("close", stage=1, round=1, overrule="time is up")
    assert [fact["event"]["type"] for fact in done["facts"]] == [
        "tournament.WarningOverruled",
        "tournament.RoundClosed",
    ]


def test_the_reach_of_a_correction_is_told_and_nothing_is_written(desk: Desk) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    desk.enters(1, 1, WIN)
    seq = desk.looks()["seq"]
    correction: Json = {
        "type": "correct",
        "stage": 1,
        "round": 1,
        "table": 1,
        "result": LOSS,
        "why": "swapped",
    }
    reply = desk.api.post(f"/api/v1/tournaments/{desk.tournament}/reach", correction, desk.token)
    assert "The points of Grace are 3 instead of 0." in " ".join(json_of(reply)["told"])
    assert desk.looks()["seq"] == seq
    desk.enters(1, 2, WIN)
    path, as_told = f"/api/v1/tournaments/{desk.tournament}/commands", {"If-Match": reply.headers["ETag"]}
    late = desk.api.post(path, correction, desk.token, **as_told)
    assert (late.status_code, json_of(late)["detail"]) == (
        412,
        f"The tournament has gone on: its last fact is {seq + 1}.",
    )
    assert desk.did(**correction)["seq"] == seq + 2


def test_two_rounds_are_compared_with_what_brought_the_change(desk: Desk) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    desk.enters(1, 1, WIN)
    seq = desk.enters(1, 2, WIN)["seq"]
    desk.did("close", stage=1, round=1)
    desk.starts(2, "Ada Lin", "Grace Mae")
    second = desk.looks("/standings/gains")
    assert (second["since"], second["round"], second["items"]) == (1, 2, [])
    first = desk.looks("/standings/gains?round=1")
    assert (first["since"], first["round"]) == (0, 1)
    [lin] = [gain for gain in first["items"] if gain["change"]["player"] == desk.players["Lin"]]
    assert lin["change"]["told"].startswith("The points of Lin are 3 instead of 0.")
    assert lin["lines"] == [{"told": "Round 1, against Mae: 3.", "seq": seq}]


def test_why_a_player_has_these_points(desk: Desk) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    seq = desk.enters(1, 1, WIN)["seq"]
    lines = desk.looks(f"/players/{desk.players['Ada']}/why")["lines"]
    assert lines == [
        {"told": "Round 1, against Grace: 3.", "seq": seq},
        {"told": "Together: 3.", "seq": None},
    ]
    french = desk.looks(f"/players/{desk.players['Ada']}/why?lang=fr")["lines"]
    assert re.match(r"Ronde 1, contre Grace", french[0]["told"])


@pytest.mark.parametrize("what", ["", "/players", "/rounds/1", "/standings", "/facts", DIFFERENCE])
def test_what_has_not_changed_is_not_sent_again(desk: Desk, what: str) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    path = f"/api/v1/tournaments/{desk.tournament}{what}"
    tag = desk.api.get(path).headers["ETag"]
    assert desk.api.get(path, If_None_Match=tag).status_code == 304
    assert desk.api.get(path, Accept_Encoding="gzip", If_None_Match=tag[:-1] + ':gzip"').status_code == 304
    assert what in ("/facts",) or desk.api.get(path, desk.token, If_None_Match=tag).status_code == 200
    desk.enters(1, 1, WIN)
    assert desk.api.get(path, If_None_Match=tag).status_code == 200


def test_a_command_may_name_what_it_follows(desk: Desk) -> None:
    body = {"type": "drop", "player": desk.players["Ada"]}
    path = f"/api/v1/tournaments/{desk.tournament}/commands"
    stale = desk.api.post(path, body, desk.token, If_Match='"2"')
    assert (stale.status_code, stale.headers["ETag"]) == (412, '"5"')
    assert desk.api.post(path, body, desk.token, If_Match='"5"').status_code == 201


def test_a_command_that_is_repeated_is_carried_out_once(desk: Desk) -> None:
    path = f"/api/v1/tournaments/{desk.tournament}/commands"
    body = {"type": "register", "players": [{"name": "Pia"}]}
    first = desk.api.post(path, body, desk.token, Idempotency_Key="one")
    again = desk.api.post(path, body, desk.token, Idempotency_Key="one")
    assert json_of(first) == json_of(again)
    assert desk.looks()["registered"] == 5


def test_tournaments_are_listed_and_searched(api: Api, services: Services) -> None:
    titles = ("Spring Open", "Autumn Cup", "Spring Cup")
    desks = [Desk.opens(api, services, f"desk-{place}", title=one) for place, one in enumerate(titles)]
    desks[0].registers("Ada", "Grace").starts()
    position = services.store.position()

    def found(query: str) -> list[str]:
        page = json_of(api.get(f"/api/v1/tournaments?min_position={position}&{query}"))
        return [entry["title"] for entry in page["items"]]

    assert sorted(found("text=spring")) == ["Spring Cup", "Spring Open"]
    assert found("state=playing") == ["Spring Open"]
    assert found("game=villainous") == []
    assert found("until=2001-01-01T00:00:00Z") == []
    assert len(found("since=2001-01-01T00:00:00Z")) == 3
    assert (found("player=Ada"), found("player=Mae")) == (["Spring Open"], [])
    desks[0].enters(1, 1, WIN)
    desks[0].did("close", stage=1, round=1)
    desks[0].did("end", overrule="It rains.")
    position = services.store.position()
    assert (found("winner=Ada"), found("winner=Grace")) == (["Spring Open"], [])
    assert found("ended_since=2001-01-01T00:00:00Z") == ["Spring Open"]
    assert found("ended_until=2001-01-01T00:00:00Z") == []
    [over] = json_of(api.get("/api/v1/tournaments?state=over"))["items"]
    assert [(one["id"], one["name"]) for one in over["winners"]] == [(desks[0].players["Ada"], "Ada")]
    first = api.get(f"/api/v1/tournaments?min_position={position}&limit=2")
    rest = json_of(api.get(re.search(r"<(.*)>", first.headers["Link"])[1]))  # type: ignore[index]
    assert [one["title"] for page in (json_of(first), rest) for one in page["items"]] == found("")


def test_standings_are_known_at_a_time_too(desk: Desk, services: Services, api: Api) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    [before] = [fact.event.at for fact in services.tournaments.facts(desk.tournament)][-1:]  # type: ignore[attr-defined]
    services.tournaments.clock = lambda: before + 60_000
    desk.enters(1, 1, WIN)

    def known(seconds: int) -> str:
        return datetime.fromtimestamp(before / 1000 + seconds, UTC).isoformat().replace("+00:00", "Z")

    assert set(_points(desk.looks(f"/standings?known={known(30)}")).values()) == {0}
    assert _points(desk.looks(f"/standings?known={known(90)}"))["Ada"] == 3
    early = api.get(f"/api/v1/tournaments/{desk.tournament}/standings?known=2001-01-01T00:00:00Z")
    assert json_of(early)["type"] == "/api/v1/problems/unknown-moment"
    assert api.get(f"/api/v1/tournaments/{desk.tournament}/standings?known=noon").status_code == 422
