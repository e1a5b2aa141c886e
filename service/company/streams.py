"""Stream of a challenge until its end."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import AsyncGenerator
from time import monotonic
from typing import TYPE_CHECKING

from flask import request

from domain.published import encode

from ..database.challenges import EndedChallenge
from ..database.cooperation import spawn_greenlet
from ..eventstore.store import Store
from ..http.broadcast import KEEP_ALIVE, remaining_silence, stream_preamble
from ..http.requests import optional_token
from ..identity import browser
from ..shared import digests
from ..shared.registry import ProcessState
from .challenges import Challenges
from .offers import topic_of
from .published import PublishedChallenge, publish_challenge

if TYPE_CHECKING:
    from ..shared.registry import Registry

RENEW_SECONDS = 5.0
"""Time between two signs of life of an open page."""


def challenge_token(challenge: str) -> str | None:
    """Returns the token of the request, or that of the session of its browser for this challenge."""
    if "HTTP_AUTHORIZATION" in request.environ:
        return optional_token()
    return browser.known_challenges().get(challenge)


async def stream_challenge(
    services: Registry, challenge: str, token: str | None
) -> AsyncGenerator[bytes, None]:
    """Yields a challenge as server-sent events, at once and at its end.

    With its *token*, an entry of the queue waits on meanwhile, and a little longer.
    """

    def is_own(current: EndedChallenge) -> bool:
        return (
            bool(token)
            and current.end is None
            and digests.is_digest_of(token or "", current.challenge.digest)
        )

    def look() -> PublishedChallenge:
        current = services[Challenges].load_challenge(challenge)
        if is_own(current):
            services[Challenges].renew_entry(current.challenge)
        return publish_challenge(services, current)

    def pause() -> None:
        current = services[Challenges].load_challenge(challenge)
        if is_own(current):
            services[Challenges].pause_entry(current.challenge)

    yield stream_preamble(services[Store].log_id)
    state, last_word = "", monotonic()
    try:
        with services[ProcessState].bus.subscribe_async(topic_of(challenge)) as subscription:
            while not services[ProcessState].is_shutting_down:
                published = await spawn_greenlet(look)
                if published.state != state:
                    state, last_word = published.state, monotonic()
                    yield b"data: %b\n\n" % encode(published)
                if state != "open":
                    return
                if not remaining_silence(last_word, KEEP_ALIVE):
                    last_word = monotonic()
                    yield b": still here\n\n"
                await subscription.wait_async(min(RENEW_SECONDS, remaining_silence(last_word, KEEP_ALIVE)))
    except (GeneratorExit, CancelledError):  # the client is gone
        await spawn_greenlet(pause)
        raise
