"""Commentaries: written about the moments of a match by whoever looks at it, and read by all who may."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.bootstrap import Services
from service.commentaries import service as commentaries
from tests.service.client import Api, Json, Pair, Player, json_of
from tests.service.judges import judge
from tests.service.stores import on_both_stores


class Author:
    """Somebody who writes about a match."""

    def __init__(self, api: Api, match: str, token: str = "", title: str = "Where it was lost") -> None:
        reply = api.post(f"/api/v1/matches/{match}/commentaries", {"title": title, "author": "Grace"}, token)
        assert reply.status_code == 201, reply.text
        self.api, self.opened = api, json_of(reply)
        self.id, self.token = self.opened["id"], self.opened["token"]
        assert reply.headers["Location"] == self.path

    @property
    def path(self) -> str:
        return f"/api/v1/commentaries/{self.id}"

    def says(self, seq: Any, text: Any, *marks: Any, token: str | None = None) -> TestResponse:
        """Says something of a fact."""
        body = {"text": text, "marks": list(marks)}
        return self._sends("PUT", f"{self.path}/notes/{seq}", token, json=body)

    def unsays(self, seq: int, token: str | None = None) -> TestResponse:
        return self._sends("DELETE", f"{self.path}/notes/{seq}", token)

    def ends(self, token: str | None = None) -> TestResponse:
        return self._sends("DELETE", self.path, token)

    def reads(self, token: str = "") -> Json:
        """The commentary, as somebody reads it."""
        reply = self.api.get(self.path, token)
        assert reply.status_code == 200, reply.text
        return json_of(reply)

    def _sends(self, method: str, path: str, token: str | None, **body: Any) -> TestResponse:
        sent = self.token if token is None else token
        headers = {"Authorization": f"Bearer {sent}"} if sent else {}
        return self.api.app.test_client().open(path, method=method, headers=headers, **body)


@pytest.fixture
def grace(api: Api, pair: Pair) -> Author:
    """Somebody in the public, who has begun to write about a match."""
    return Author(api, pair.blue.match)


def problem(reply: TestResponse) -> tuple[int, str, str]:
    return (
        reply.status_code,
        json_of(reply)["type"].removeprefix("/api/v1/problems/"),
        json_of(reply)["detail"],
    )


# -- written and read ----------------------------------------------------------------------------------


@on_both_stores
def test_notes_are_read_by_everybody_in_the_order_of_the_match(api: Api, pair: Pair, grace: Author) -> None:
    assert grace.says(5, "Here the match turns.", "d4", "SAM").status_code == 200
    assert grace.says(2, "A quiet beginning.").status_code == 200
    for reader in ("", pair.red.token, grace.token):
        read = grace.reads(reader)
        assert (read["title"], read["author"]) == ("Where it was lost", "Grace")
        assert read["notes"] == [
            {"seq": 2, "text": "A quiet beginning.", "marks": []},
            {"seq": 5, "text": "Here the match turns.", "marks": ["d4", "SAM"]},
        ]
    listed = json_of(api.get(f"/api/v1/matches/{pair.blue.match}/commentaries"))["items"]
    assert [(each["id"], each["title"], each["notes"]) for each in listed] == [
        (grace.id, "Where it was lost", 2)
    ]


def test_a_note_is_written_anew_and_taken_back(grace: Author) -> None:
    grace.says(2, "A quiet beginning.", "a7")
    grace.says(2, "Not so quiet.")
    assert grace.reads()["notes"] == [{"seq": 2, "text": "Not so quiet.", "marks": []}]
    assert grace.unsays(2).status_code == 204
    assert grace.reads()["notes"] == []
    assert problem(grace.unsays(2)) == (
        404, "unknown-commentary", f"Commentary {grace.id} says nothing of fact 2.",
    )  # fmt: skip


def test_nothing_of_it_is_a_fact(pair: Pair, services: Services, grace: Author) -> None:
    before = pair.blue.facts(), services.store.position()
    grace.says(2, "A quiet beginning.")
    assert (pair.blue.facts(), services.store.position()) == before
    assert "quiet" not in pair.blue.get("/export").text


def test_the_token_is_kept_as_a_digest_alone(services: Services, grace: Author) -> None:
    row = services.store.commentaries.find_commentary(grace.id)
    assert row is not None
    assert grace.token not in str(row)
    assert "token" not in grace.reads(grace.token)


def test_the_author_can_be_forgotten(services: Services, grace: Author) -> None:
    services.erasure.erase_names("Grace")
    assert grace.reads()["author"].startswith("player ")


# -- who may write -------------------------------------------------------------------------------------


def test_nobody_writes_without_its_token(pair: Pair, grace: Author) -> None:
    grace.says(2, "A quiet beginning.")
    other = Author(grace.api, pair.blue.match, title="Another view")
    for token, status in (("", 401), (other.token, 403), (pair.blue.token, 403)):
        assert grace.says(3, "Something else.", token=token).status_code == status
        assert grace.unsays(2, token=token).status_code == status
    for token, status in (("", 401), (other.token, 401), (pair.blue.token, 401)):
        assert grace.ends(token).status_code == status
    assert [note["text"] for note in grace.reads()["notes"]] == ["A quiet beginning."]


def test_its_author_takes_it_away(api: Api, pair: Pair, grace: Author) -> None:
    grace.says(2, "A quiet beginning.")
    assert grace.ends().status_code == 204
    assert problem(api.get(grace.path)) == (
        404, "unknown-commentary", f"There is no commentary {grace.id}.",
    )  # fmt: skip
    assert json_of(api.get(f"/api/v1/matches/{pair.blue.match}/commentaries"))["items"] == []
    assert grace.says(2, "And yet.").status_code == 404


def test_a_judge_takes_one_away_and_an_organizer_does_not(
    services: Services, pair: Pair, grace: Author
) -> None:
    organizer = services.api_tokens.issue_token("our-league", ["organize"]).token
    refused = problem(grace.ends(organizer))
    assert refused == (403, "not-yours", "A commentary is taken away by its author, or by a judge.")
    assert grace.ends(judge(services, pair).token).status_code == 204


# -- nothing is told too early -------------------------------------------------------------------------


def test_late_spectators_read_no_note_on_what_they_have_not_seen(api: Api) -> None:
    opened = api.opens(delay={"facts": 10})
    pair = Pair(api.seats(opened, 0, "Blue"), api.seats(opened, 1, "Red"))
    for luck in range(8):
        pair.answer_by(Random(luck))
    now, known = pair.blue.looks()["seq"], pair.public.looks()["seq"]
    assert known < now
    player = Author(api, opened["id"], pair.blue.token, "From the table")
    for seq in (known, known + 1, now):
        assert player.says(seq, f"What I thought at {seq}.").status_code == 200
    for reader in (pair.red.token, player.token):
        assert [note["seq"] for note in player.reads(reader)["notes"]] == [known, known + 1, now]
    assert [note["seq"] for note in player.reads()["notes"]] == [known]
    listed = api.get(f"/api/v1/matches/{opened['id']}/commentaries")
    assert f"What I thought at {known + 1}" not in api.get(player.path).text + listed.text
    assert json_of(listed)["items"][0]["notes"] == 1


def test_a_late_spectator_cannot_find_out_how_far_a_match_is(api: Api) -> None:
    opened = api.opens(delay={"facts": 10})
    pair = Pair(api.seats(opened, 0, "Blue"), api.seats(opened, 1, "Red"))
    for luck in range(8):
        pair.answer_by(Random(luck))
    now, known = pair.blue.looks()["seq"], pair.public.looks()["seq"]
    late = Author(api, opened["id"])
    words = {
        late.says(seq, "?").get_json()["detail"].replace(str(seq), "n", 1)
        for seq in (known + 1, now, now + 9)
    }
    assert words == {f"There is no fact n: the record holds facts 1 to {known}."}


def test_the_public_waits_for_the_origin_of_a_fork(services: Services, pair: Pair) -> None:
    api = pair.blue.api
    forked = api.post(f"/api/v1/matches/{pair.blue.match}/forks", {"seq": 5}, judge(services, pair).token)
    match = json_of(forked)["id"]
    assert api.get(f"/api/v1/matches/{match}/commentaries").status_code == 403
    body = {"title": "Peeking", "author": "Grace"}
    assert api.post(f"/api/v1/matches/{match}/commentaries", body).status_code == 403


# -- refused in words ----------------------------------------------------------------------------------


def test_there_is_nothing_to_say_of_a_fact_that_is_not_there(pair: Pair, grace: Author) -> None:
    last = pair.blue.looks()["seq"]
    status, kind, words = problem(grace.says(9999, "The future."))
    assert (status, kind) == (404, "unknown-moment")
    assert words == f"There is no fact 9999: the record holds facts 1 to {last}."
    assert grace.says(2**60, "The far future.").status_code == 404
    assert grace.unsays(2**60).status_code == 404


@pytest.mark.parametrize(
    ("text", "marks", "pointer"),
    [
        ("", [], "/text"),
        ("x" * 2001, [], "/text"),
        (7, [], "/text"),
        ("Here.", ["x" * 101], "/marks/0"),
        ("Here.", ["d4"] * 61, "/marks"),
        ("Here.", [7], "/marks/0"),
    ],
)
def test_a_note_that_is_none(grace: Author, text: Any, marks: list[Any], pointer: str) -> None:
    refused = grace.says(2, text, *marks)
    assert refused.status_code == 422
    assert json_of(refused)["errors"][0]["pointer"] == pointer


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"author": "Grace"}, "/title"),
        ({"title": "x" * 201, "author": "Grace"}, "/title"),
        ({"title": "Two\nlines", "author": "Grace"}, "/title"),
        ({"title": "sdrawkcab\u202e", "author": "Grace"}, "/title"),
        ({"title": " ", "author": "Grace"}, "/title"),
        ({"title": "A view", "author": ""}, "/author"),
        ({"title": "A view", "author": "\0"}, "/author"),
        ({"title": "A view", "author": "Grace", "notes": []}, "/notes"),
    ],
)
def test_a_commentary_that_is_none(pair: Pair, body: Json, pointer: str) -> None:
    refused = pair.public.api.post(f"/api/v1/matches/{pair.blue.match}/commentaries", body)
    assert refused.status_code == 422
    assert json_of(refused)["errors"][0]["pointer"] == pointer


def test_there_is_none_on_a_match_that_is_not_there(api: Api) -> None:
    nobody = Player(api, "1NG2V9SR8ZY8")
    assert nobody.get("/api/v1/commentaries").status_code == 404
    body = {"title": "A view", "author": "Grace"}
    assert api.post("/api/v1/matches/1NG2V9SR8ZY8/commentaries", body).status_code == 404
    assert api.get("/api/v1/commentaries/c-0123456789abcdef").status_code == 404


def test_there_is_not_room_for_all(
    api: Api, pair: Pair, grace: Author, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commentaries, "MAX_NOTES", 2)
    monkeypatch.setattr(commentaries, "MAX_COMMENTARIES", 1)
    assert [grace.says(seq, "A note.").status_code for seq in (1, 2, 2)] == [200, 200, 200]
    assert problem(grace.says(3, "One more.")) == (409, "full", "A commentary has 2 notes at most.")
    body = {"title": "Another view", "author": "Ada"}
    refused = problem(api.post(f"/api/v1/matches/{pair.blue.match}/commentaries", body))
    words = f"Match {pair.blue.match} has 1 commentaries, and may have no more."
    assert refused == (409, "full", words)
