"""Webhooks as the Python client verifies them, signed by the library of Standard Webhooks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from standardwebhooks import Webhook

from recount_client import InvalidWebhook, verify_webhook

OLD, NEW = "whsec_c2VjcmV0IG9mIHllc3RlcmRheSE=", "whsec_dGhlIHNlY3JldCBvZiB0b2RheSE="
BODY = '{"position": 7, "name": "Zoé"}'


def headers(*secrets: str, age: timedelta = timedelta(0)) -> dict[str, str]:
    """Returns the headers of a message that each of *secrets* signed."""
    sent = datetime.now(UTC) - age
    signatures = [Webhook(secret).sign("m-1", sent, BODY) for secret in secrets]
    return {
        "Webhook-Id": "m-1",
        "Webhook-Timestamp": str(int(sent.timestamp())),
        "Webhook-Signature": " ".join(signatures),
    }


@pytest.mark.parametrize(
    ("signed", "known"), [((OLD,), (OLD,)), ((OLD,), (NEW, OLD)), ((OLD, NEW), (NEW,)), ((OLD, NEW), (OLD,))]
)
def test_a_message_that_one_of_the_secrets_signed_is_read(
    signed: tuple[str, ...], known: tuple[str, ...]
) -> None:
    assert verify_webhook(BODY.encode(), headers(*signed), known) == {"position": 7, "name": "Zoé"}


def test_another_secret_or_another_body_is_refused() -> None:
    with pytest.raises(InvalidWebhook, match="No signature"):
        verify_webhook(BODY.encode(), headers(OLD), NEW)
    with pytest.raises(InvalidWebhook, match="No signature"):
        verify_webhook(BODY.encode() + b" ", headers(OLD), OLD)


@pytest.mark.parametrize("age", [timedelta(minutes=6), timedelta(minutes=-6)])
def test_an_old_message_and_one_of_the_future_are_refused(age: timedelta) -> None:
    with pytest.raises(InvalidWebhook, match="s off this clock"):
        verify_webhook(BODY.encode(), headers(OLD, age=age), OLD)
    assert verify_webhook(BODY.encode(), headers(OLD, age=age), OLD, tolerance=400)["position"] == 7


def test_a_message_without_its_headers_is_refused() -> None:
    with pytest.raises(InvalidWebhook, match="are not all there"):
        verify_webhook(BODY.encode(), headers(OLD) | {"Webhook-Timestamp": "now"}, OLD)
