"""Whatever is sent, and whoever sends it: the answer is one that the document tells of.

Every operation is tried by everyone who may come: first as the document's own example has it, then with what
`schemathesis` makes up, which is mostly aimed at what is really there.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import APIOperation, Case, GenerationMode, Response
from schemathesis.errors import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
)

from service.badges import Scope
from service.house import House

from .people import Club, Json, Pair, told
from .tribunal import RULE, disputes

CHECKS = [
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
]

WAIT = {"/problems/not-yet"}
"""What may be told with a 5xx while nothing is broken: who asks is ahead of the views."""

SCOPES: tuple[Scope, ...] = ("judge", "organize", "integrate")

VISITORS = ("public", "play", "claim", *SCOPES)
"""Who comes: by the scope of their token."""

EXAMPLES = 6
"""How often an operation is tried by each of them."""


class Stage(NamedTuple):
    """A house with a match under way that has a case, one that is over, and one with a free seat."""

    house: House
    document: Json
    operations: list[APIOperation[Any, Any, Any, Any]]
    tokens: dict[str, str]
    there: dict[str, list[Any]]

    def seq(self, match: str) -> int:
        """Where *match* stands."""
        return self.house.matches.current(match).match.seq if match in self.there["match"] else 1

    def aims(self, operation: APIOperation[Any, Any, Any, Any], choose: Any) -> Json:
        """What stands in the path for *operation*: each of it is there, and *choose* takes one."""
        names = (parameter.name for parameter in operation.path_parameters)
        rules = operation.path.startswith("/games/")
        return {name: choose([RULE] if name == "number" and rules else self.there[name]) for name in names}

    def sends(self, case: Case, who: str) -> Response:
        """Sends *case*, as *who*, having seen the match as it stands."""
        if token := self.tokens[who]:
            case.headers["Authorization"] = f"Bearer {token}"
        if "If-Match" in case.headers:
            case.headers["If-Match"] = f'"{self.seq(case.path_parameters["match"])}"'
        if "matches" in case.query:
            case.query["matches"] = 1  # how many are played to find out what if
        return case.call()


@pytest.fixture
def stage(house: House, club: Club, pair: Pair) -> Stage:
    """The stage, set."""
    over, free = club.seats_a_pair(), club.opens()
    over.play_out(Random(31))
    disputes(pair.blue)
    schema = schemathesis.openapi.from_wsgi("/openapi.json", club.app)
    tokens = {scope: house.matches.badges.issue(f"somebody-{scope}", [scope]).token for scope in SCOPES}
    hook = {"url": "https://league.example/recount"}
    webhook = told(club.sends("/webhooks", hook, tokens["integrate"]))["id"]
    return Stage(
        house,
        told(club.gets("/openapi.json")),
        [result.ok() for result in schema.get_all_operations()],
        {"public": "", "play": pair.blue.token, "claim": free["claims"][0], **tokens},
        {
            "match": [pair.blue.match, over.blue.match, free["match"]],
            "seq": [1, 5, 9],
            "seat": [0, 1],
            "number": [1],
            "game": ["arena", "villainous"],
            "slug": ["stale"],
            "id": [webhook],
        },
    )


# The house has threads of its own, which leave things to chance while `hypothesis` looks.
@pytest.mark.filterwarnings("ignore:Do not use the `random` module:hypothesis.errors.HypothesisDeprecationWarning")
@pytest.mark.parametrize("who", VISITORS)
def test_every_answer_is_one_that_the_document_tells_of(stage: Stage, who: str) -> None:
    assert [wrong for operation in stage.operations for wrong in tried(stage, operation, who)] == []


def tried(stage: Stage, operation: APIOperation[Any, Any, Any, Any], who: str) -> Iterator[str]:
    """Yields what was wrong with the answers to *who* tries *operation*."""
    wrong: dict[str, str] = {}

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def tries(data: st.DataObject) -> None:
        mode = data.draw(st.sampled_from(GenerationMode))
        case = data.draw(operation.as_strategy(generation_mode=mode))
        if data.draw(st.integers(0, 3)):
            case.path_parameters |= stage.aims(operation, lambda there: data.draw(st.sampled_from(there)))
        for kind in judged(operation, case, stage.sends(case, who)):
            wrong.setdefault(kind, case.as_curl_command())

    tries()
    for kind, command in wrong.items():
        yield f"{who}: {operation.label}: {kind}: {command}"


def judged(operation: APIOperation[Any, Any, Any, Any], case: Case, response: Response) -> Iterator[str]:
    """Yields what is wrong with an answer."""
    status = response.status_code
    if str(status) not in operation.responses.status_codes:
        yield f"the document tells of no {status}: {response.text[:300]}"
    if status >= 500 and response.json().get("type") not in WAIT:
        yield f"a {status}: {response.text[:300]}"
    try:
        case.validate_response(response, checks=CHECKS)
    except FailureGroup as group:
        yield from (f"{failure.title}: {failure.message}" for failure in group.exceptions)
