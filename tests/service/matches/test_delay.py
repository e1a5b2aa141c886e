"""A match with a delay: who plays no seat stands at a moment that is old enough, at every door."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from domain.model import Viewer
from domain.table import Delay
from replays.playback.replay import Replay, last_public_seq
from service.bootstrap import Services
from tests.replays.conftest import golden, take
from tests.service.client import Api, Json, Pair, Player, json_of
from tests.service.judges import api_token, disputes, judge, rules, winning_seats
from tests.service.matches.test_streams import facts_of, listen

LATER = {"minutes": 60}
"""Longer than any test: what happens in the game is never old enough."""


def seated(api: Api, delay: Json, **more: Any) -> Pair:
    opened = api.opens(delay=delay, **more)
    return Pair(api.seats(opened, 0, "Blue"), api.seats(opened, 1, "Red"))


def begins(pair: Pair) -> int:
    """The fact with which the last seat was taken: what follows is the game."""
    claims = [fact["seq"] for fact in pair.blue.facts() if fact["event"]["type"] == "table.SeatClaimed"]
    return int(claims[-1])


# -- when something is old enough ------------------------------------------------------------------------


def last_known(delay: Delay, upto: int, now: int = 0) -> int:
    facts = golden("arena-chapter-2")[:upto]
    given = take("arena")
    return last_public_seq(
        Replay(given.rules, facts), delay, lambda some: given.game.measure_match(some).rounds, now
    )


def test_so_many_facts_are_held_back() -> None:
    assert last_known(Delay(facts=20), 200) == 180
    assert last_known(Delay(facts=500), 200) == 3


def test_so_many_rounds_are_held_back() -> None:
    began = [fact.seq for fact in golden("arena-chapter-2") if type(fact.event).__name__ == "RoundBegan"]
    assert len(began) > 2
    for held, first in ((1, 1), (2, 0)):
        assert last_known(Delay(rounds=held), began[2] - 1) == (began[first] - 1 if first else began[0] - 1)
        assert last_known(Delay(rounds=held), began[2]) == began[first + 1] - 1
    assert last_known(Delay(rounds=9), began[2]) == 3


def test_so_many_minutes_are_held_back() -> None:
    facts = golden("arena-a-case")
    claim, answer = (fact for fact in facts if fact.seq in (3, 32))
    given, hour = take("arena"), 3_600_000
    film = Replay(given.rules, facts[:60])
    at = film.facts[36].event.at  # type: ignore[attr-defined]
    assert claim.seq < answer.seq
    assert last_public_seq(film, Delay(minutes=60), lambda some: 0, at + hour) == film.seq_at_time(at)
    assert last_public_seq(film, Delay(minutes=60), lambda some: 0, at) == 3


def test_before_and_after_the_game_nothing_is_held_back() -> None:
    everything = len(golden("arena-chapter-2"))
    assert last_known(Delay(facts=20), 2) == 2
    assert last_known(Delay(facts=20), everything) == everything


# -- what the public is shown ------------------------------------------------------------------------------


def test_the_public_looks_at_an_earlier_moment_and_those_who_play_at_the_present(
    api: Api, services: Services
) -> None:
    pair, luck = seated(api, {"facts": 10}), Random(51)
    for _ in range(8):
        pair.answer_by(luck)
    now, then = pair.blue.looks()["seq"], pair.public.looks()
    assert then["seq"] == now - 10
    assert then["board"] == json_of(pair.public.get(f"/facts/{now - 10}/scene"))["board"]
    assert pair.public.get(f"/facts/{now - 9}/scene").status_code == 404
    assert pair.public.facts()[-1]["seq"] == now - 10
    assert pair.public.get().headers["ETag"] == f'"{now - 10}"'
    assert judge(services, pair).looks()["seq"] == now + 1
    assert (
        api_token(services, pair, "read", "desk-1").looks()["seq"] == now - 9
    )  # the judge's look was a fact too


def test_when_it_is_over_everything_is_shown(api: Api, services: Services) -> None:
    pair = seated(api, LATER)
    first = begins(pair)
    assert pair.public.looks()["seq"] == first
    over = pair.play_out(Random(52))
    assert over["status"] == "over"
    assert over["seq"] == pair.blue.looks()["seq"]
    assert json_of(pair.public.get("/verification"))["ok"] is True


def test_a_stream_holds_back_and_tells_everything_at_the_end(api: Api) -> None:
    pair = seated(api, LATER)
    stream, first = facts_of(listen(pair.public, after=0)), begins(pair)
    heard = [next(stream)["seq"] for _ in range(first)]
    assert heard == [*range(1, first + 1)]
    over = pair.play_out(Random(53))
    assert [fact["seq"] for fact in stream] == [*range(first + 1, over["seq"] + 1)]


def test_a_stream_of_few_facts_late_goes_on_with_the_match(api: Api) -> None:
    pair, luck = seated(api, {"facts": 5}), Random(54)
    stream, seq = facts_of(listen(pair.public, after=0)), 0
    for _ in range(6):
        reply = pair.answer_by(luck)
        assert reply is not None
        while seq < json_of(reply)["seq"] - 5:
            seq = next(stream)["seq"]
    stream.close()
    assert seq > begins(pair)


def test_the_lobby_lists_it_as_the_public_sees_it(api: Api, services: Services) -> None:
    pair, luck = seated(api, LATER), Random(55)
    first = begins(pair)
    pair.answer_by(luck)
    services.agreements.pause_match(pair.blue.match, judge(services, pair).token)
    [entry] = json_of(api.get(f"/api/v1/matches?min_position={services.store.position()}"))["items"]
    assert (entry["status"], entry["seq"], entry["delay"]) == ("playing", first, LATER)
    assert json_of(api.get("/api/v1/matches?status=paused"))["items"] == []
    assert "badge paused" not in api.get("/lobby").text


def test_what_follows_when_a_judge_has_it_played_on_after_its_end_is_late_again(
    api: Api, services: Services
) -> None:
    pair, luck = seated(api, LATER), Random(59)
    for _ in range(4):
        pair.answer_by(luck)
    question = pair.blue.looks()["seq"]
    services.agreements.concede_match(pair.blue.match, pair.blue.token)
    over = pair.public.looks()["seq"]
    disputes(pair.blue, "My finger slipped.")
    assert rules(judge(services, pair), outcome="rewind", to=question).status_code == 201
    pair.answer_by(luck)
    scene = pair.public.looks()
    assert (scene["status"], scene["seq"]) == ("over", over)
    assert pair.blue.looks()["status"] == "playing"
    [entry] = json_of(api.get(f"/api/v1/matches?min_position={services.store.position()}"))["items"]
    assert (entry["status"], entry["seq"], winning_seats(entry)) == ("over", over, [1])


# -- nothing newer leaks -----------------------------------------------------------------------------------


def test_no_door_tells_the_public_anything_of_the_game_before_its_time(
    api: Api, services: Services, app: Flask
) -> None:
    pair, luck = seated(api, LATER), Random(57)
    disputes(pair.red, "He is looking at my cards.")
    before = {door: seen(pair.public, door) for door in doors(app)}
    for _ in range(12):
        pair.answer_by(luck)
    disputes(pair.blue, "She is looking at mine.")
    after = {door: seen(pair.public, door) for door in before}
    assert len(before) > 50
    assert [door for door in before if after[door] != before[door]] == []
    assert any("200 OK" in what for what in after.values())
    notices = json_of(api.get("/api/v1/facts?limit=5000"))["items"]
    assert max(notice["seq"] for notice in notices) <= begins(pair)


def test_the_proof_is_of_what_the_public_may_know(api: Api) -> None:
    pair, luck = seated(api, {"facts": 10}), Random(58)
    for _ in range(8):
        pair.answer_by(luck)
    public = pair.public.looks()["seq"]
    assert json_of(pair.public.get("/proof"))["logged"]["seq"] <= public
    assert pair.public.get(f"/proof?seq={public + 1}").status_code == 404
    record = json_of(pair.public.get("/export"))
    assert record["facts"][-1]["seq"] == json_of(pair.public.get("/proof"))["logged"]["seq"]
    assert json_of(pair.public.get("/verification"))["ok"] is True


def doors(app: Flask) -> Iterator[str]:
    """Every address at which something of a match is read."""
    for rule in app.url_map.iter_rules():
        if "match" in rule.arguments and "GET" in (rule.methods or ()):
            yield from addresses(rule)


QUERIES = {
    "diff.get_diff": ["?from=1&to=3", "?from=2&to=9", "?from=1&to=60"],
    "facts.list_match_facts": ["", "?after=2", "?after=4", "?after=60"],
    "frames.list_frames": ["", "?after=3", "?after=60"],
    "matches.get_match": ["", "?ply=0", "?ply=3", "?at=2100-01-01T00:00:00Z"],
    "proof.get_match_chain": ["", "?after=2&limit=2", "?after=60"],
}
"""What is asked for besides."""


def addresses(rule: Rule) -> Iterator[str]:
    path = re.sub(r"<(?:\w+:)?match>", "{match}", rule.rule)
    path = re.sub(r"<(?:\w+:)?(?:claim|seat|number|slug)>", "1", path)
    for seq in (1, 3, 4, 12, 60) if "<int:seq>" in path else (0,):
        for query in QUERIES.get(rule.endpoint, [""]):
            yield path.replace("<int:seq>", str(seq)) + query


FORMS = ("application/json", "application/x-ndjson", "text/plain", "application/cloudevents-batch+json")
SIGNED = ("proof", "checkpoint", "logged", "receipts", "keys")
"""What tells of the log of the whole service, which grows with every match."""


def seen(player: Player, door: str) -> str:
    """All that is told at a door, in every form, but for what is new each time."""
    path = door.format(match=player.match)
    return "\n".join(words(player.api.get(path, player.token, Accept=form)) for form in FORMS)


def words(reply: TestResponse) -> str:
    headers = {name: value for name, value in reply.headers if name not in UNLIKE}
    if re.fullmatch(HASHED, headers.get("ETag", "")):
        del headers["ETag"]  # what it is the hash of is compared itself
    text = reply.get_data().decode(errors="backslashreplace")
    if reply.is_json and isinstance(body := reply.get_json(), dict):
        text = kept(body)
    text = re.sub(CSRF, "", text)
    text = re.sub(RECORD, lambda found: f"{found[1]}{kept(json.loads(found[2]))}", text)
    return f"{reply.status} {headers} {text if 'checkpoint' not in reply.request.path else ''}"


def kept(body: Json) -> str:
    return json.dumps({name: value for name, value in body.items() if name not in SIGNED})


HASHED = r'"[0-9a-f]{16}(:gzip)?"'
CSRF = r'<[^>]*"csrf[^>]*>'
RECORD = r'(<script[^>]* id="record">)(.*?)(?=</script>)'
"""The record in a page that is kept, as JSON."""

UNLIKE = {"Date", "X-Request-ID", "Set-Cookie", "Content-Length"}
"""Headers that are unlike at each time, or follow from the body."""


def test_what_a_judge_may_know_would_be_seen(api: Api, services: Services, app: Flask) -> None:
    """The test above would find it if something leaked: it does, for eyes that may see."""
    pair, luck = seated(api, LATER), Random(57)
    before = {door: seen(pair.red, door) for door in doors(app)}
    for _ in range(12):
        pair.answer_by(luck)
    assert sum(seen(pair.red, door) != before[door] for door in before) > 20


def test_a_window_is_open_for_those_who_share_the_secrets(api: Api, services: Services) -> None:
    pair = seated(api, LATER)
    window = services.access.window(pair.blue.match, Viewer("seat-0", frozenset((0,))))
    assert window.last is None


# -- how it is chosen --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "delay", [{}, {"facts": 0}, {"facts": 10, "rounds": 1}, {"hours": 1}, {"minutes": 1.5}, 10]
)
def test_a_delay_is_one_number_of_one_kind(api: Api, delay: Any) -> None:
    reply = api.post("/api/v1/matches", {"game": "arena", "delay": delay})
    assert reply.status_code == 422
    assert json_of(reply)["errors"][0]["pointer"].startswith("/delay")


def test_the_delay_is_pinned_in_the_first_fact(api: Api) -> None:
    opened = api.opens(delay={"rounds": 2})
    [first] = json_of(api.get(f"/api/v1/matches/{opened['id']}/facts"))["items"]
    assert first["event"]["delay"] == {"rounds": 2}
