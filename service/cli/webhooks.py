"""The groups of commands about webhooks, and about notifications to players."""

from __future__ import annotations

import click

from service.cli.context import open_services
from service.database.notifications.outbox import DEAD, WAITING, NotificationRow
from service.eventstore.store import translate_errors
from service.webhooks.model import Subscription

MAX_ROWS = 1000
"""Notifications in a list."""


@click.group("webhook")
def webhook_group() -> None:
    """Manages webhooks and their deliveries."""


@webhook_group.command("list")
def list_webhooks() -> None:
    """Lists every webhook with its owner, its address and its lag."""
    with open_services() as services:
        last = services.store.position()
        for subscription in services.webhooks.list_subscriptions():
            click.echo(format_subscription(subscription, last))


@webhook_group.command("disable")
@click.argument("webhook")
@click.option("--because", default="The operator has disabled it.", help="The reason, for its owner.")
def disable_webhook(webhook: str, because: str) -> None:
    """Stops the deliveries to WEBHOOK until the next `webhook redeliver`."""
    with open_services() as services:
        click.echo(
            format_subscription(
                services.webhooks.disable_subscription(webhook, because), services.store.position()
            )
        )


@webhook_group.command("redeliver")
@click.argument("webhook")
@click.option("--after", type=click.IntRange(0), required=True, help="The position before the first fact.")
def redeliver_facts(webhook: str, after: int) -> None:
    """Delivers all facts after a position to WEBHOOK again, and enables a disabled one."""
    with open_services() as services:
        click.echo(
            format_subscription(services.webhooks.redeliver_facts(webhook, after), services.store.position())
        )


def format_subscription(subscription: Subscription, last: int) -> str:
    """Returns a webhook as a line, with *last* as the position of the last fact."""
    behind = max(0, last - subscription.position)
    failing = f", {subscription.failures} attempts in vain" if subscription.failures else ""
    state = f"disabled: {subscription.disabled}" if subscription.disabled else f"{behind} behind{failing}"
    return f"{subscription.id}  {subscription.owner}  {subscription.url}  at {subscription.position}, {state}"


@click.group("notification")
def notification_group() -> None:
    """Manages notifications to players that wait or failed."""


@notification_group.command("list")
def list_notifications() -> None:
    """Lists the failed notifications, and those that wait, with their last errors."""
    with open_services() as services, translate_errors("the notifications"):
        for state in (DEAD, WAITING):
            for row in services.store.notifications.list_in_state(state, MAX_ROWS):
                click.echo(_format_row(row))


@notification_group.command("retry")
@click.argument("notification")
def retry_notification(notification: str) -> None:
    """Sends a failed NOTIFICATION again, for another day."""
    with open_services() as services, translate_errors("the notifications"):
        if not services.store.notifications.retry(notification, services.clock()):
            raise click.ClickException(f"“{notification}” is no failed notification; “list” shows them.")


def _format_row(row: NotificationRow) -> str:
    """Returns a notification as a line, without the address."""
    error = f": {row.error}" if row.error else ""
    return f"{row.id}  {row.player}  {row.state} after {row.attempts} attempts{error}"
