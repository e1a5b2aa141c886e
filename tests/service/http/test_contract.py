"""Whatever is sent, and whoever sends it: the answer is one that the document tells of.

Everyone who may come tries every operation: once as the document's own examples have it, then with what
`schemathesis` makes up, most of it aimed at what is really there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple, TypeAlias

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import APIOperation, GenerationMode, Response
from schemathesis.config import SchemathesisConfig
from schemathesis.core.result import Ok
from schemathesis.errors import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
)

from service.bootstrap import Services
from service.company.offers import Offer
from service.database.jobs import JobRow
from service.database.photos import PhotoRow, photo_insertion
from service.http.bodies.json_bodies import JSON
from service.identity.api_tokens import Scope
from service.settings import Settings
from service.shared.digests import digest_token
from tests.examples import TIMES
from tests.service.client import Api, Json, Pair, json_of
from tests.service.evidence.audit.witnesses import own_witness
from tests.service.judges import RULE, disputes, says, start_first_turn
from tests.service.tournaments.desk import WIN, Desk

from .unpublished import SIGNED, unpublished

Operation: TypeAlias = APIOperation[Any, Any, Any, Any]
Case: TypeAlias = schemathesis.Case[Any]

CHECKS = [
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
]

REFUSED = {"checks": {"negative_data_rejection": {"expected-statuses": ["4xx", "503"]}}}
"""Any refusal will do for what is not allowed: too long a text may make the body too large, a 413."""

WAIT = {"/api/v1/problems/not-yet"}
"""What may be told with a 5xx while nothing is broken: who asks is ahead of the views."""

SCOPES: tuple[Scope, ...] = ("judge", "organize", "integrate")
VISITORS = ("public", "play", "claim", "edit", "player", "entrant", *SCOPES)
"""Who comes: by the scope of their token."""

EVERYWHERE = ("public", "judge")
"""Who tries all four matches. To everyone else those are alike that are not theirs and have no free seats."""

MADE_UP = 3
"""How often an operation is tried with what is made up."""

LONG = 30
"""As many facts the match that is over has at least: examples speak of them. To review more takes seconds."""

ASKED = {"from": 1, "to": 5}
"""What is asked for where a query has to ask for something."""

LAST = ("concede", "deleteCommentary", "deletePlayer", "deleteWebhook", "rewindMatch")
"""After these, others cannot be done any more."""

NOT_HERE = {
    *("claimFlag", "declineOffer", "offerStandIn", "retire", "revealNonce", "leaveSeat"),
    *("importRecord", "cancelJob", "registerRoster", "addCheckpoint", "addCasePhoto", "removeCasePhoto"),
    *("addTablePhoto", "removeTablePhoto"),
    *("addEntries", "previewEntries", "amendEntry", "previewAmendment", "listEntryChoices", "changeScribe"),
    *("signRecording", "objectToEntry", "noteIrregularity", "noteGap", "getTablePosition"),
    *("nameCard", "noteDraw", "openNotes", "getRecordStanding", "recordTable", "endChallenge"),
}
"""Operations that need a flag, an offer, a free or third seat, a job, a photo, a recording, or a file."""


class Stage(NamedTuple):
    """A service with four matches: just begun, with a case; at its first turn; conceded; seats free."""

    services: Services
    document: Json
    operations: list[Operation]
    tokens: dict[str, str]
    there: dict[str, list[Any]]

    def told(self, operation: Operation) -> Json:
        """What the document tells of *operation*."""
        found: Json = self.document["paths"][operation.path][operation.method]
        return found

    def way(self, operation: Operation, choose: Callable[[list[Any]], Any]) -> Json:
        """What stands in the path: for each part *choose* takes one of those that lead somewhere."""
        names = [parameter.name for parameter in operation.path_parameters]
        there = dict(self.there)
        if operation.path.startswith("/games/"):
            there["number"] = [RULE]
        if operation.method == "post" and operation.path == "/tournaments/{tournament}/players":
            there["tournament"] = there["announced"]
        return {name: choose(there[name]) for name in names}

    def visits(self, operation: Operation) -> Iterator[tuple[str, str]]:
        """Yields who tries *operation*, and at which match; at night everyone does so at all of them."""
        begun, *alike, free = self.there["match"]
        for who in VISITORS:
            here = [begun, *(alike if who in EVERYWHERE or TIMES > 1 else ()), free]
            yield from ((who, match) for match in (here if "{match}" in operation.path else [""]))

    def example(self, operation: Operation, match: str) -> Case:
        """The request that the document has for an example, at *match*."""
        body = self.told(operation).get("requestBody", {"content": {}})["content"].get("application/json", {})
        since = {"from": self.services.store.position()} if "{tournament}" in operation.path else {}
        page = {"url": f"http://localhost/m/{match or self.there['match'][0]}"}
        two = dict(zip(("player", "opponent"), self.there["player"], strict=True))
        asked = {p.name: (ASKED | since | page | two)[p.name] for p in operation.query if p.is_required}
        headers = {p.name: "" for p in operation.headers if p.is_required}
        way = self.way(operation, lambda there: match if match in there else there[0])
        return operation.Case(
            path_parameters=way,
            query=asked,
            headers=headers,
            **({"body": body["example"], "media_type": "application/json"} if "example" in body else {}),
        )

    def post(self, case: Case, who: str) -> Response:
        """Sends *case*, as *who*, having seen the match as it stands."""
        case.headers["Accept-Encoding"] = "identity"  # what `schemathesis` reads from an application
        if token := self.tokens[who]:
            case.headers["Authorization"] = f"Bearer {token}"
        if "If-Match" in case.headers:
            match = str(case.path_parameters.get("match"))
            here = match in self.there["match"]
            case.headers["If-Match"] = (
                f'"{self.services.repository.load_match(match).match.seq if here else 1}"'
            )
        if "{seq}" in case.path and "whatif" in case.path:
            case.query["matches"] = 1
        reply = case.call(base_url=case.operation.base_url)  # not that of the whole document
        if case.path == "/players/{player}/key" and reply.status_code == 201:
            self.tokens["player"] = reply.json()["key"]  # the one before is good for nothing now
        return reply


@pytest.fixture
def stage(services: Services, api: Api, pair: Pair, settings: Settings) -> Stage:
    """The stage, set."""
    turn, over, free = start_first_turn(api.seat_pair()), start_first_turn(api.seat_pair()), api.opens()
    luck = Random(31)
    while over.public.looks()["seq"] < LONG:
        over.answer_by(luck)
    services.agreements.concede_match(over.blue.match, over.blue.token)
    disputes(pair.blue)
    photo = hashlib.sha256(b"a photo").hexdigest()
    row = photo_insertion(PhotoRow(pair.blue.match, photo, "", 7, b"a photo"))
    services.store.database.execute_write(row.statement, **row.values)
    api_tokens = {
        str(scope): services.api_tokens.issue_token(f"{scope}-7f3a", [scope]).token for scope in SCOPES
    }
    hook = json_of(
        api.post("/api/v1/webhooks", {"url": "https://league.example/recount"}, api_tokens["integrate"])
    )
    commentary = json_of(says(pair.public, "/commentaries", {"title": "A view", "author": "Grace"}))
    challenge = services.company.challenges.create_challenge(Offer("link", "arena", "day"), "Ada").row
    player = json_of(api.post("/api/v1/players", {"name": "Zoe"}))
    desk = Desk.opens(api, services, online=True).registers("Ada", "Grace").starts()
    services.result_process.catch_up()
    desk.enters(1, 1, WIN)
    desk.did("register", players=[{"player": player["id"]}])
    announced = Desk.opens(api, services, "desk-2")
    announced.did("open_registration")
    founder = services.tournament_access.actor_for(desk.tournament, desk.token)
    accepted = services.staff.create_invitation(desk.tournament, "judge", founder).tokens[0]
    services.staff.accept_invitation(desk.tournament, accepted, "Jo")
    invited = services.staff.create_invitation(desk.tournament, "scorekeeper", founder).tournament_state
    job = JobRow("j-1", "pair", desk.tournament, digest_token(desk.token), "done", 1, 1, result=b"{}")
    services.store.jobs.add_job(job)
    own = own_witness(services, settings)
    own.cosign(f"old 0\n\n{services.evidence.sign_checkpoint()}")
    services.register(own)
    schema = schemathesis.openapi.from_wsgi(
        "/api/v1/openapi.json", api.app, config=SchemathesisConfig.from_dict(REFUSED)
    )
    return Stage(
        services,
        json_of(api.get("/api/v1/openapi.json")),
        [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)],
        {
            "public": "",
            "play": pair.blue.token,
            "claim": free["claims"][0],
            "edit": commentary["token"],
            "player": player["key"],
            **api_tokens,
            "organize": desk.token,
            "entrant": desk.tokens["Ada"],
        },
        {
            "match": [pair.blue.match, turn.blue.match, over.blue.match, free["id"]],
            "seq": [9, 1, 5],
            "seat": [0, 1],
            "number": [1],
            "game": ["arena", "villainous"],
            "slug": ["stale"],
            "id": [hook["id"]],
            "commentary": [commentary["id"]],
            "challenge": [challenge.id],
            "player": [player["id"], desk.players["Ada"]],
            "job": [job.id],
            "house": [services.process.name],
            "level": [0],
            "place": ["000.p/2"],
            "sha256": [photo],
            "tournament": [desk.tournament],
            "announced": [announced.tournament],
            "table": [1],
            "invitation": [*invited.invitations],
            "joined": [*invited.staff],
        },
    )


def test_whatever_is_documented_can_be_done_by_somebody_and_needs_a_token_where_it_says_so(
    stage: Stage,
) -> None:
    done, wrong = set[str](), set[str]()
    names = {stage.told(operation)["operationId"]: operation for operation in stage.operations}
    for name in sorted(names, key=LAST.__contains__):
        operation = names[name]
        closed = "security" in stage.told(operation)
        for who, match in stage.visits(operation):
            case = stage.example(operation, match)
            reply = stage.post(case, who)
            wrong.update(f"{name}, {who}: {why}" for why in judged(operation, case, reply))
            if name not in SIGNED and reply.headers.get("content-type", [""])[0] == JSON:
                wrong.update(f"{name}: {where}" for where in unpublished(reply.json()))
            if who == "public" and closed is not (reply.status_code == 401):
                wrong.add(f"{name}, {who}: {reply.text}")
            if reply.status_code < 400:
                done.add(name)
    assert wrong == set()
    assert set(names) - done == NOT_HERE


# The service has threads of its own, which leave things to chance while the library looks.
@pytest.mark.filterwarnings("ignore:Do not use the `random`:hypothesis.errors.HypothesisDeprecationWarning")
def test_every_answer_is_one_that_the_document_tells_of(stage: Stage) -> None:
    wrong = [wrong for operation in stage.operations for wrong in tried(stage, operation)]
    assert not wrong, "\n".join(wrong)


def tried(stage: Stage, operation: Operation) -> Iterator[str]:
    """Yields what was wrong with the answers when everyone tried *operation*."""
    wrong: dict[str, str] = {}

    @settings(
        max_examples=MADE_UP * TIMES,
        derandomize=TIMES == 1,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def tries(data: st.DataObject) -> None:
        who = data.draw(st.sampled_from(VISITORS))
        mode = data.draw(st.sampled_from(GenerationMode))
        case = data.draw(operation.as_strategy(generation_mode=mode))
        if data.draw(st.integers(0, 3)):
            case.path_parameters |= stage.way(operation, lambda there: data.draw(st.sampled_from(there)))
        for why in judged(operation, case, stage.post(case, who)):
            wrong.setdefault(why, f"{operation.label}, {who}: {why}: {case.as_curl_command()}")

    tries()
    yield from wrong.values()


def judged(operation: Operation, case: Case, reply: Response) -> Iterator[str]:
    """Yields what is wrong with an answer."""
    status = reply.status_code
    if str(status) not in operation.responses.status_codes:
        yield f"the document tells of no {status}: {reply.text}"
    elif status >= 500 and reply.json().get("type") not in WAIT:
        yield f"a {status}: {reply.text}"
    try:
        case.validate_response(reply, checks=CHECKS)
    except FailureGroup as group:
        yield from (f"{failure.title}: {failure.message}" for failure in group.exceptions)
