"""The OpenAPI document, and the application's resources in it."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Flask
from flask_smorest import Api

from domain.table import Scene
from domain.words import Fact
from replays.diff import Diff
from replays.frames import Reel
from replays.options import Choices
from replays.proof.record import Record
from replays.whatif import WhatIf

from ..accounts import Player
from ..casefile import CaseFile
from ..cloudevents import CloudEvent
from ..commentaries import Commentary, Note
from ..evidence import Proof
from ..simulation import Failed, Progress
from . import (
    agreements,
    answers,
    commentaries,
    diff,
    disputes,
    exports,
    facts,
    feed,
    foreseeing,
    forks,
    frames,
    games,
    health,
    imports,
    matches,
    narration,
    options,
    past,
    players,
    proof,
    queries,
    queue,
    repeating,
    replies,
    root,
    rules,
    seats,
    verification,
    webhooks,
    whatif,
    why,
    witnessing,
)
from .contract import JSON, Resource
from .problems import PROBLEM
from .schemas import Problem
from .viewers import VIEWER

RESOURCES: tuple[Resource, ...] = (
    root.root,
    games.games,
    rules.rules,
    matches.matches,
    seats.seats,
    players.players,
    answers.answers,
    agreements.agreements,
    facts.facts,
    feed.feed,
    webhooks.webhooks,
    frames.frames,
    past.past,
    diff.diff,
    why.why,
    options.options,
    narration.narration,
    disputes.disputes,
    queue.queue,
    commentaries.commentaries,
    foreseeing.foreseeing,
    forks.forks,
    whatif.whatif,
    verification.verification,
    proof.proof,
    witnessing.witnessing,
    exports.exports,
    imports.imports,
    health.health,
)

BODIES: tuple[Any, ...] = (
    root.Door,
    root.ProblemKind,
    root.ProblemList,
    games.GameCard,
    games.GameList,
    rules.RuleList,
    rules.RuleText,
    matches.OpenedMatch,
    matches.MatchList,
    players.NewPlayer,
    Player,
    Scene[Any],
    Diff,
    why.Reasons,
    Choices,
    replies.NamedScene,
    replies.Reply,
    replies.Taken,
    Fact,
    facts.FactPage,
    feed.FeedPage,
    webhooks.Webhook,
    webhooks.NewWebhook,
    webhooks.WebhookList,
    webhooks.DeliveryList,
    Reel,
    CloudEvent,
    Record,
    narration.Narration,
    disputes.Filed,
    disputes.DocketList,
    CaseFile,
    Note,
    Commentary,
    commentaries.NewCommentary,
    commentaries.CommentaryList,
    queue.CasePage,
    foreseeing.Foreseen,
    foreseeing.Rewinds,
    forks.ForkedMatch,
    Progress,
    WhatIf,
    Failed,
    verification.Verification,
    proof.Chain,
    proof.Keys,
    Proof,
    imports.ImportedMatch,
    health.Health,
    health.Readiness,
)
"""Everything that msgspec writes into replies."""

ABOUT = """Matches of tabletop games, every fact of them kept: to play, to watch, to look back on, to prove.

A game asks, a seat answers, facts follow. `seq` numbers the facts of a match, `ply` its answers, `position`
the facts of the whole house. What a viewer may not see is in no reply; who sends no token is the spectator.
"""

TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "description": (
        "What a token is good for: `claim` takes one seat, and comes from opening its match; `play` plays it "
        "then, and comes from taking it; `edit` writes one commentary, and comes from opening it; `player` "
        "is the key of an account, and comes from making it; `judge`, `organize`, `read` and `integrate` are "
        "scopes of badges, which the operator issues."
    ),
}

LAST_EVENT_ID = {
    "name": "Last-Event-ID",
    "description": "The `id` of the last event that was heard: the stream goes on after it.",
    "schema": {"type": "string"},
}

IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "description": (
        "A name for this request, a UUID say. Sent again within a day, with the same key, it is not carried "
        "out again: it gets the reply that it got, marked “Idempotent-Replayed”. A refusal changed nothing, "
        "and is decided again. With another request the key is refused (422), and so it is while the first "
        "is under way (409)."
    ),
    "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
}

REF = "#/components/schemas/{name}"


def publish(app: Flask) -> None:
    """Registers every resource in *app*, and the document that describes them at `/openapi.json`."""
    app.config |= {
        "API_TITLE": "Recount",
        "API_VERSION": "1",
        "API_SPEC_OPTIONS": {"info": {"description": ABOUT}, "servers": [{"url": "/"}]},
        "OPENAPI_VERSION": "3.1.0",
        "OPENAPI_URL_PREFIX": "/",
    }
    api = Api()
    api.ERROR_SCHEMA = Problem
    # The error responses are made while the application is, everything else afterwards.
    api.DEFAULT_RESPONSE_CONTENT_TYPE = PROBLEM
    api.init_app(app)
    api.DEFAULT_RESPONSE_CONTENT_TYPE = JSON
    for name, schema in _schemas().items():
        api.spec.components.schema(name, schema)
    api.spec.components.security_scheme("token", TOKEN)
    api.spec.options["security"] = [{"token": []}, {}]
    api.spec.components.parameter("LAST_EVENT_ID", "header", LAST_EVENT_ID)
    api.spec.components.parameter("VIEWER", "header", VIEWER)
    api.spec.components.parameter("IDEMPOTENCY_KEY", "header", IDEMPOTENCY_KEY)
    for resource in RESOURCES:
        api.register_blueprint(resource.blueprint)
    api.spec.components.schemas["Lateness"] |= {"minProperties": 1, "maxProperties": 1}
    repeating.publish(app, RESOURCES)
    queries.publish(app, RESOURCES)


def _schemas() -> dict[str, Any]:
    """Returns the JSON Schemas of all bodies, with what msgspec cannot know of them."""
    _, schemas = msgspec.json.schema_components(BODIES, ref_template=REF)
    named: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(schemas).replace(b"Scene_Any_", b"Scene"))
    # A game's events are its own: /games/{game}/facts.schema.json tells them all.
    named["Event"] = {"type": "object", "properties": {"type": {"type": "string"}}, "required": ["type"]}
    named["CloudEventBatch"] = {"type": "array", "items": {"$ref": REF.format(name="CloudEvent")}}
    named["JsonSchema"] = {"type": "object"}
    named["Scene"]["title"] = "Scene"
    return named
