"""The index of the API, and its list of problem types."""

from __future__ import annotations

from flask import Response
from msgspec import Struct
from werkzeug.exceptions import NotFound

from ..shared.catalogues import language
from ..shared.languages import accepted
from .addresses import API
from .constants import constant
from .problem_types import KINDS
from .resource import Resource
from .responses import json_response
from .tags import Tag

root = Resource("root", Tag.SERVICE)

LINKS = {
    "self": f"{API}/",
    "document": f"{API}/openapi.json",
    "docs": "/docs",
    "games": f"{API}/games",
    "matches": f"{API}/matches",
    "tournaments": f"{API}/tournaments",
    "feed": f"{API}/facts",
    "disputes": f"{API}/disputes",
    "checkpoint": f"{API}/checkpoint",
    "keys": f"{API}/keys",
    "problems": f"{API}/problems",
    "health": "/healthz",
    "readiness": "/readyz",
}


class ApiIndex(Struct, frozen=True):
    """The title of the service, and the addresses of its resources."""

    title: str
    links: dict[str, str]


class ProblemKind(Struct, frozen=True):
    """A kind of problem: its `type`, its status, its `title`, and the next step of the client as `fix`."""

    type: str
    status: int
    title: str
    fix: str


class ProblemList(Struct, frozen=True):
    """Every kind of problem; `next` is null, as one page holds them all."""

    items: list[ProblemKind]
    next: None = None


@root.get("/")
@root.returns(200, ApiIndex)
@constant()
def get_index() -> Response:
    """Get the index of the API.

    It links to every resource that a client can start from.
    """
    return json_response(ApiIndex("Recount: matches of tabletop games, fact by fact", LINKS))


@root.get("/problems")
@root.returns(200, ProblemList)
def list_problems() -> Response:
    """List problem types.

    Each type has a status, a title, and a fix for the client.
    """
    return json_response(ProblemList([_problem_kind(slug) for slug in KINDS]))


@root.get("/problems/<slug>")
@root.returns(200, ProblemKind)
@root.errors(404)
def get_problem(slug: str) -> Response:
    """Get a problem type.

    Its URI is the `type` of problems.
    """
    if slug not in KINDS:
        raise NotFound
    return json_response(_problem_kind(slug))


def _problem_kind(slug: str) -> ProblemKind:
    kind = KINDS[slug]
    say = language(accepted()).render
    return ProblemKind(f"{API}/problems/{slug}", kind.status, say(kind.title), say(kind.fix))
