"""Every kind of problem that the service lists, met over HTTP."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, NamedTuple, TypeAlias

import msgspec
import pytest
from eventsourcing.persistence import StoredEvent
from werkzeug.exceptions import RequestTimeout
from werkzeug.test import TestResponse

from domain import table
from domain.errors import Drift
from domain.table import MatchOpened
from service.app import create_app, services_of
from service.bootstrap import Services
from service.catalog.examples import load_examples
from service.commentaries import service as commentaries
from service.eventstore.store import Unavailable
from service.history.whatif_process import MAX_SIMULATIONS
from service.http.problem_types import KINDS
from service.identity.api_tokens import Scope
from service.settings import Settings
from service.shared.limits import Limits
from tests.service.client import Api, Pair, json_of
from tests.service.evidence.audit.people import Vandal
from tests.service.evidence.audit.witnesses import submits, submits_altered, submits_unproved
from tests.service.judges import says
from tests.service.recordings.scribe import send_late_entry
from tests.service.tournaments.provocations import TOURNAMENTS

from .example_refusals import read_list_behind

A_POSITION = next(iter(load_examples("arena").values())).position
NOWHERE, KEY = "1NG2V9SR8ZY8", "6c1f4a4e-5d0b-4a42-9c39-6a8e7c1d2f30"


class Room(NamedTuple):
    """Blue and red at the table, and what is around them."""

    pair: Pair
    api: Api
    services: Services
    settings: Settings
    patch: pytest.MonkeyPatch
    closing: ExitStack

    def token(self, scope: Scope) -> str:
        """The token of somebody with an API token."""
        return self.services.api_tokens.issue_token(f"some-{scope}", [scope]).token

    def with_other(self, **settings: Any) -> Api:
        """The same service with other *settings*, opened once more."""
        app = create_app(msgspec.structs.replace(self.settings, **settings))
        self.closing.callback(services_of(app).close)
        return Api(app)

    def takes_away(self) -> bytes:
        """The judge's copy of the match."""
        path = f"/api/v1/matches/{self.pair.blue.match}/export"
        return bytes(self.api.get(path, self.token("judge")).data)

    def brings(self, file: bytes) -> TestResponse:
        """The match, as an organizer brings it in."""
        headers = {"Authorization": f"Bearer {self.token('organize')}", "Content-Type": "application/json"}
        return self.api.app.test_client().post("/api/v1/imports", data=file, headers=headers)

    def sends_bytes(self, body: bytes, kind: str = "application/json") -> TestResponse:
        """An answer that is just *body*."""
        client = self.api.app.test_client()
        return client.post(f"/api/v1/matches/{self.pair.blue.match}/answers", data=body, content_type=kind)


Provocation: TypeAlias = Callable[[Room], TestResponse]


PROVOCATIONS: dict[str, Provocation] = {
    "malformed": lambda room: room.sends_bytes(b'{"picks": ['),
    "not-json": lambda room: room.sends_bytes(b"e1", "text/plain"),
    "too-large": lambda room: room.sends_bytes(b" " * 70_000),
    "unknown-token": lambda room: room.pair.public.answers("e1"),
    "not-yours": lambda room: room.pair.red.answers("b7"),
    "not-found": lambda room: room.api.get("/nowhere"),
    "method": lambda room: room.api.post("/api/v1/games", {}),
    "not-acceptable": lambda room: room.pair.public.get("/facts", Accept="image/png"),
    "unknown-game": lambda room: room.api.get("/api/v1/games/tennis"),
    "unknown-cards": lambda room: room.api.get("/api/v1/games/arena?cards=nobodys"),
    "unknown-rule": lambda room: room.api.get(f"/api/v1/games/arena/rules/SA-{0:03}"),
    "unknown-match": lambda room: room.api.get(f"/api/v1/matches/{NOWHERE}"),
    "no-sheet": lambda room: room.api.get(
        f"/api/v1/matches/{room.api.opens(**{'from': A_POSITION})['id']}/sheet"
    ),
    "unknown-seat": lambda room: room.api.post(
        f"/api/v1/matches/{room.pair.blue.match}/seats/9/claim", {"player": "Ada"}, "a token"
    ),
    "unknown-thing": lambda room: room.pair.public.get("/facts/5/why?of=luck"),
    "unknown-case": lambda room: room.pair.public.get("/disputes/9"),
    "unknown-moment": lambda room: room.pair.public.get("/facts/999/scene"),
    "unknown-challenge": lambda room: room.api.get("/api/v1/challenges/ch-0123456789abcdef"),
    "unknown-commentary": lambda room: room.api.get("/api/v1/commentaries/c-0123456789abcdef"),
    "unknown-player": lambda room: room.api.get("/api/v1/players/p-0123456789abcdef"),
    "name-taken": lambda room: room.api.post("/api/v1/players", {"name": "Bot 1"}),
    "unknown-house": lambda room: room.api.get("/api/v1/witness/nobodys"),
    "wrong-checkpoint": lambda room: submits(room.api, b"a note"),
    "untrusted": lambda room: submits_altered(room.api, room.services, room.settings),
    "contradicted": lambda room: submits_unproved(room.pair, room.api, room.services, room.settings),
    "unknown-tile": lambda room: room.api.get("/api/v1/tile/0/999"),
    "unknown-webhook": lambda room: room.api.get("/api/v1/webhooks/nobodys", room.token("integrate")),
    "position-ahead": lambda room: room.api.get("/api/v1/facts?after=999999"),
    "unknown-size": lambda room: room.api.get("/api/v1/checkpoint?from=999"),
    "wrong-moment": lambda room: says(room.pair.blue, "/resume", {}),
    "stale": lambda room: room.pair.blue.answers("e1", after=1),
    "if-match-required": lambda room: room.pair.blue.answers("e1", If_Match=""),
    "invalid": lambda room: room.api.post("/api/v1/matches", {"game": "tennis"}),
    "wrong-nonce": lambda room: says(room.pair.blue, "/answers", {"picks": ["e1"], "nonce": "mine"}),
    "out-of-order": lambda room: send_late_entry(room.api),
    "not-an-option": lambda room: room.pair.blue.answers("d4"),
    "unplayable": lambda room: room.api.post("/api/v1/matches", {"game": "arena", "seats": 3}),
    "misfiled": lambda room: says(room.pair.blue, "/disputes", {"claim": "No.", "evidence": [{"seq": 999}]}),
    "wrong-webhook": lambda room: room.api.post(
        "/api/v1/webhooks", {"url": "ftp://a.b"}, room.token("integrate")
    ),
    "wrong-key": lambda room: room.api.post("/api/v1/matches", {"game": "arena"}, Idempotency_Key="a key"),
    "set-aside": lambda room: _a_match_with_a_fact(room, "table.SeatClaimed", b'[1,"",0'),
    "newer-log": lambda room: _a_match_with_a_fact(room, "table.Foretold", b'[1,""]'),
    "not-yet": lambda room: read_list_behind(room.settings),
    **{kind: lambda room, how=how: how(room.api, room.services) for kind, how in TOURNAMENTS.items()},  # type: ignore[misc]
}
"""How each kind comes about: those that take a request alone."""


def provokes(kind: str) -> Callable[[Provocation], Provocation]:
    """Tells of a kind that takes more."""

    def add(provocation: Provocation) -> Provocation:
        PROVOCATIONS[kind] = provocation
        return provocation

    return add


@provokes("too-slow")
def _a_body_that_does_not_end(room: Room) -> TestResponse:
    class Unending(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            raise RequestTimeout()  # as `service.http.connections` does

    body = {"wsgi.input": Unending(), "CONTENT_LENGTH": "9", "CONTENT_TYPE": "application/json"}
    return room.api.app.test_client().post("/api/v1/matches", environ_overrides=body)


@provokes("forged")
def _a_browser_that_was_led_here(room: Room) -> TestResponse:
    browser = room.api.app.test_client()
    browser.get("/lobby")
    return browser.post("/api/v1/matches", json={"game": "arena"})


@provokes("key-reused")
def _one_key_for_two_requests(room: Room) -> TestResponse:
    room.api.post("/api/v1/matches", {"game": "arena"}, Idempotency_Key=KEY)
    return room.api.post("/api/v1/matches", {"game": "villainous"}, Idempotency_Key=KEY)


@provokes("told-once")
def _the_same_once_more_from_the_same_address(room: Room) -> TestResponse:
    room.api.post("/api/v1/matches", {"game": "arena"}, Idempotency_Key=KEY)
    return room.api.post("/api/v1/matches", {"game": "arena"}, Idempotency_Key=KEY)


@provokes("under-way")
def _the_same_once_more_in_the_midst_of_it(room: Room) -> TestResponse:
    append, meanwhile, seen = room.services.store.append, list[TestResponse](), room.pair.blue.looks()["seq"]

    def answer() -> TestResponse:
        return room.pair.blue.answers("e1", after=seen, Idempotency_Key=KEY)

    def slowly(*facts: Any) -> int:
        meanwhile.append(answer())
        return append(*facts)

    room.patch.setattr(room.services.store, "append", slowly)
    assert answer().status_code == 201
    return meanwhile[0]


@provokes("match-taken")
def _a_match_that_is_here(room: Room) -> TestResponse:
    path = f"/api/v1/matches/{room.pair.blue.match}/concession"  # only an ended match has nothing sealed
    assert room.api.post(path, {}, room.pair.blue.token).status_code == 201
    return room.brings(room.takes_away())


@provokes("not-imported")
def _a_match_that_was_renamed(room: Room) -> TestResponse:
    return room.brings(room.takes_away().replace(room.pair.blue.match.encode(), NOWHERE.encode()))


@provokes("too-many")
def _more_than_a_few(room: Room) -> TestResponse:
    api = room.with_other(limits=Limits(address="1/hour"))
    api.get("/api/v1/games")
    return api.get("/api/v1/games")


@provokes("cards-missing")
def _a_match_whose_cards_are_gone(room: Room) -> TestResponse:
    first = room.services.store.facts(room.pair.blue.match)[0]
    assert isinstance(first.event, MatchOpened)
    lost = msgspec.structs.replace(first.event, cards="f" * 64)
    room.services.store.append(NOWHERE, [msgspec.structs.replace(first, event=lost)])
    return room.api.get(f"/api/v1/matches/{NOWHERE}/facts/1/scene")


def _a_match_with_a_fact(room: Room, name: str, content: bytes) -> TestResponse:
    opened = room.api.opens()["id"]
    room.services.store.recorder.insert_events([StoredEvent(opened, 2, name, content)])
    return room.api.get(f"/api/v1/matches/{opened}/facts")


@provokes("torn-log")
def _a_leaf_that_was_changed(room: Room) -> TestResponse:
    room.services.evidence.seal_heads()
    Vandal(room.settings).does("DELETE FROM merkle WHERE level = 0 AND place = 0")
    Vandal(room.settings).does("INSERT INTO merkle VALUES (999999, 0, 0, ?)", bytes(32))
    return room.pair.public.get("/proof?seq=1")


@provokes("busy")
def _a_what_if_while_another_is_played(room: Room) -> TestResponse:
    judge = room.token("judge")
    seq = room.pair.blue.looks()["seq"]
    room.pair.blue.answers("e1", after=seq)
    with ExitStack() as playing:
        for owner in map(str, range(MAX_SIMULATIONS)):
            room.services.simulations.acquire_slot(owner)
            playing.callback(room.services.simulations.release_slot, owner)
        room.patch.setattr("service.history.whatif_process.QUEUE_TIMEOUT_SECONDS", 0)
        return room.api.get(f"/api/v1/matches/{room.pair.blue.match}/facts/{seq}/whatif", judge)


@provokes("drift")
def _rules_that_changed(room: Room) -> TestResponse:
    seen = room.pair.blue.looks()["seq"]
    room.patch.setattr(table, "answer_question", _raising(Drift(9, "this", "that")))
    return room.pair.blue.answers("e1", after=seen)


@provokes("unavailable")
def _a_store_out_of_reach(room: Room) -> TestResponse:
    room.patch.setattr(room.services.store, "facts", _raising(Unavailable("It does not answer.")))
    return room.pair.public.get("/facts")


@provokes("internal")
def _a_failure_nobody_thought_of(room: Room) -> TestResponse:
    room.patch.setattr(room.services.repository, "load_replay", _raising(RuntimeError("Oh.")))
    return room.pair.public.get("/facts/1/scene")


def _raising(error: Exception) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise error

    return fail


@provokes("full")
def _one_more_than_there_is_room_for(room: Room) -> TestResponse:
    room.patch.setattr(commentaries, "MAX_COMMENTARIES", 0)
    return says(room.pair.public, "/commentaries", {"title": "A view", "author": "Grace"})


def test_every_kind_of_problem_is_met_here() -> None:
    assert PROVOCATIONS.keys() == KINDS.keys(), (
        "A kind of service/http/problem_types.py is met by no request here, or is none any more: "
        "add what provokes it to PROVOCATIONS, under its slug."
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_problem(
    kind: str, pair: Pair, api: Api, services: Services, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as closing:
        reply = PROVOCATIONS[kind](Room(pair, api, services, settings, monkeypatch, closing))
    problem, expected = json_of(reply), (f"/api/v1/problems/{kind}", KINDS[kind].status)
    assert (problem["type"], reply.status_code) == expected, reply.text
    assert reply.content_type == "application/problem+json"
    assert (problem["status"], problem["title"]) == (KINDS[kind].status, KINDS[kind].title)
    assert problem["fix"] == KINDS[kind].fix
    assert problem["detail"]
    assert reply.headers["Cache-Control"] == "no-store"
