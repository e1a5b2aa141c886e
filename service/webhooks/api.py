"""Endpoints of webhooks, their deliveries and redelivery."""

from __future__ import annotations

from typing import Any

from flask import Response
from msgspec import Struct

from domain.messages import Message
from domain.published import Instant

from ..feed.service import Feed
from ..http.addresses import API
from ..http.bodies.schemas import MAX_SAFE_INTEGER
from ..http.requests import require_token
from ..http.resource import Resource
from ..http.responses import json_response, next_link
from ..http.services import services
from ..http.tags import Tag
from ..matches.viewing.access import Access
from ..shared.errors import Forbidden
from .dispatcher import WebhookMessage
from .model import Delivery, Subscription
from .schemas import DeliveryListQuery, Redelivering, Subscribing, WebhookListQuery
from .service import CreatedWebhook, SubscriptionService

webhooks = Resource("webhooks", Tag.WEBHOOKS, WebhookMessage)


class Webhook(Struct, frozen=True):
    """A webhook: its URL, its filters, and its progress.

    Facts up to `position` are delivered; `last` is the position of the last public fact. `failures` counts
    the failed attempts at the next message, `next` is the time of the next attempt. `disabled` is the reason
    for which deliveries have ended. Until `older_until` the old secret also signs.
    """

    id: str
    url: str
    types: tuple[str, ...]
    match: str | None
    player: str | None
    event: str | None
    created: Instant
    position: int
    last: int
    failures: int
    next: Instant | None
    disabled: str | None
    older_until: Instant | None


class NewWebhook(Webhook, frozen=True, kw_only=True):
    """A webhook, and its new secret, which is shown only this once."""

    secret: str


class WebhookList(Struct, frozen=True):
    """Your webhooks, the oldest first; `next` is the cursor of the next page, if there is one."""

    items: list[Webhook]
    next: str | None


class DeliveryList(Struct, frozen=True):
    """Attempts to deliver, the newest first; `next` is the cursor of the next page, if there is one."""

    items: list[Delivery]
    next: str | None


@webhooks.post("/webhooks")
@webhooks.security("integrate")
@webhooks.arguments(
    Subscribing, example={"url": "https://league.example/recount", "types": ["table.MatchEnded"]}
)
@webhooks.returns(201, NewWebhook)
@webhooks.response_headers(201, "Location")
@webhooks.errors(400, 401, 403, 413, 415, 422, 503)
def create_webhook(args: dict[str, Any]) -> Response:
    """Create a webhook.

    The service sends public facts to its URL from now on: all of them, or those of some types, one match,
    one player or one event.
    """
    owner = _require_integrator()
    created = services()[SubscriptionService].create_subscription(owner, **args)
    return _secret_response(created, 201)


@webhooks.get("/webhooks")
@webhooks.security("integrate")
@webhooks.arguments(WebhookListQuery, location="query")
@webhooks.returns(200, WebhookList)
@webhooks.errors(401, 403, 404, 422, 503)
def list_webhooks(args: dict[str, Any]) -> Response:
    """List webhooks.

    The oldest webhook of the token comes first.
    """
    subscriptions, limit = (
        services()[SubscriptionService].list_subscriptions(_require_integrator()),
        args["limit"],
    )
    if args["cursor"]:
        after = services()[SubscriptionService].load_subscription(args["cursor"], _require_integrator()).id
        subscriptions = subscriptions[[subscription.id for subscription in subscriptions].index(after) + 1 :]
    following = subscriptions[limit - 1].id if len(subscriptions) > limit else None
    webhook_list = WebhookList(
        [_webhook_reply(subscription) for subscription in subscriptions[:limit]], following
    )
    return json_response(webhook_list, Cache_Control="no-store", **next_link(following))


@webhooks.get("/webhooks/<id>")
@webhooks.security("integrate")
@webhooks.returns(200, Webhook)
@webhooks.errors(401, 403, 404, 503)
def get_webhook(id: str) -> Response:
    """Get a webhook.

    The reply has the position up to which facts were delivered.
    """
    return json_response(
        _webhook_reply(services()[SubscriptionService].load_subscription(id, _require_integrator())),
        Cache_Control="no-store",
    )


@webhooks.delete("/webhooks/<id>")
@webhooks.security("integrate")
@webhooks.returns_nothing(204, "The webhook is deleted.")
@webhooks.errors(401, 403, 404, 503)
def delete_webhook(id: str) -> Response:
    """Delete a webhook.

    Its deliveries are deleted too.
    """
    services()[SubscriptionService].delete_subscription(id, _require_integrator())
    return Response(status=204)


@webhooks.post("/webhooks/<id>/rotate")
@webhooks.security("integrate")
@webhooks.returns(200, NewWebhook)
@webhooks.errors(401, 403, 404, 503)
def rotate_webhook_secret(id: str) -> Response:
    """Rotate the secret of a webhook.

    The old secret also signs for one more day.
    """
    return _secret_response(services()[SubscriptionService].rotate_secret(id, _require_integrator()), 200)


@webhooks.get("/webhooks/<id>/deliveries")
@webhooks.security("integrate")
@webhooks.arguments(DeliveryListQuery, location="query")
@webhooks.returns(200, DeliveryList)
@webhooks.errors(401, 403, 404, 422, 503)
def list_deliveries(args: dict[str, Any], id: str) -> Response:
    """List deliveries of a webhook.

    The newest attempt comes first, with its time, outcome and duration.
    """
    subscription = services()[SubscriptionService].load_subscription(id, _require_integrator())
    deliveries = services()[SubscriptionService].list_deliveries(
        subscription.id, int(args["cursor"] or MAX_SAFE_INTEGER), args["limit"]
    )
    following = str(deliveries[-1][0]) if len(deliveries) == args["limit"] else None
    page = DeliveryList([delivery for _, delivery in deliveries], following)
    return json_response(page, Cache_Control="no-store", **next_link(following))


@webhooks.post("/webhooks/<id>/redeliver")
@webhooks.security("integrate")
@webhooks.arguments(Redelivering, example={"after": 0})
@webhooks.returns(200, Webhook)
@webhooks.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def redeliver(args: dict[str, Any], id: str) -> Response:
    """Redeliver facts.

    The service sends all facts after a position again. It also enables a disabled webhook.
    """
    changed = services()[SubscriptionService].redeliver_facts(id, args["after"], _require_integrator())
    return json_response(_webhook_reply(changed), Cache_Control="no-store")


def _require_integrator() -> str:
    """Returns the name of the client.

    Raises `UnknownToken`, and `Forbidden` without the scope `integrate`.
    """
    api_token = services()[Access].api_token(require_token())
    if "integrate" not in api_token.scopes:
        raise Forbidden(Message("Webhooks are for integrators: this API token has no scope “integrate”."))
    return api_token.name


def _webhook_reply(subscription: Subscription) -> Webhook:
    return Webhook(**_subscription_fields(subscription))


def _secret_response(created: CreatedWebhook, status: int) -> Response:
    reply = json_response(
        NewWebhook(**_subscription_fields(created.subscription), secret=created.secret),
        Cache_Control="no-store",
    )
    reply.status_code = status
    if status == 201:
        reply.headers["Location"] = f"{API}/webhooks/{created.subscription.id}"
    return reply


def _subscription_fields(subscription: Subscription) -> dict[str, Any]:
    return {
        "id": subscription.id,
        "url": subscription.url,
        "types": subscription.types,
        "match": subscription.match or None,
        "player": subscription.player or None,
        "event": subscription.event or None,
        "created": subscription.created,
        "position": subscription.position,
        "last": services()[Feed].find_end(),
        "failures": subscription.failures,
        "next": subscription.next or None,
        "disabled": subscription.disabled or None,
        "older_until": subscription.older_until or None,
    }
