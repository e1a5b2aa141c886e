"""Commands for webhooks: webhook list, webhook disable, webhook redeliver."""

from __future__ import annotations

import click

from service.cli.context import open_services
from service.webhooks.model import Subscription


@click.group()
def webhook() -> None:
    """Who is told of facts by calls of ours, and how that goes."""


@webhook.command("list")
def index() -> None:
    """Lists every webhook: whose it is, where it leads, how far behind it is."""
    with open_services() as services:
        last = services.store.position()
        for subscription in services.webhooks.all():
            click.echo(format_subscription(subscription, last))


@webhook.command()
@click.argument("webhook")
@click.option("--because", default="The operator has disabled it.", help="What its owner is told.")
def disable(webhook: str, because: str) -> None:
    """Tells WEBHOOK nothing more, until it is redelivered to."""
    with open_services() as services:
        click.echo(
            format_subscription(services.webhooks.disable(webhook, because), services.store.position())
        )


@webhook.command()
@click.argument("webhook")
@click.option(
    "--after", type=click.IntRange(0), required=True, help="The position after which all is told once more."
)
def redeliver(webhook: str, after: int) -> None:
    """Tells WEBHOOK once more what stands after a position; enables it, where it was disabled."""
    with open_services() as services:
        click.echo(
            format_subscription(services.webhooks.redeliver(webhook, after), services.store.position())
        )


def format_subscription(subscription: Subscription, last: int) -> str:
    """Returns a webhook as a line; the last fact of all stands at position *last*."""
    behind = max(0, last - subscription.position)
    failing = f", {subscription.failures} attempts in vain" if subscription.failures else ""
    how = f"disabled: {subscription.disabled}" if subscription.disabled else f"{behind} behind{failing}"
    return f"{subscription.id}  {subscription.owner}  {subscription.url}  at {subscription.position}, {how}"
