"""Client of Recount, a match service for turn-based tabletop games.

`Recount` and `AsyncRecount` send the calls that the functions of `recount_client.api` make, one for each
operation of the service. Bodies are plain data, and `recount_client.types` has their types.
"""

from .async_client import AsyncFeed, AsyncRecount
from .calls import Call, Listing, Reply
from .client import Feed, Recount
from .feed import LogReplaced, Notice
from .problems import Problem
from .retries import Retries
from .webhooks import InvalidWebhook, verify_webhook

__all__ = [
    "AsyncFeed",
    "AsyncRecount",
    "Call",
    "Feed",
    "InvalidWebhook",
    "Listing",
    "LogReplaced",
    "Notice",
    "Problem",
    "Recount",
    "Reply",
    "Retries",
    "verify_webhook",
]
