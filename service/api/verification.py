"""The audit of a match: are its facts what its answers lead to?"""

from __future__ import annotations

from flask import Response
from msgspec import Struct

from replays.verify import verify

from .contract import Resource
from .replies import house, plain

verification = Resource("verification", "The audit: answers decided again.")


class Verification(Struct, frozen=True):
    """What the audit found: how many answers and facts stood it, and the first difference with its `seq`.

    While a match is going on a difference is told by its number alone: a sentence might quote a hidden card.
    """

    match: str
    ok: bool
    answers: int
    facts: int
    seq: int
    difference: str


@verification.get("/matches/<match>/verification")
@verification.returns(200, "Verification")
@verification.refuses(404, 503)
def show(match: str) -> Response:
    """Decides every answer of a match again, and tells whether the facts come out the same."""
    rules, played = house().matches.current(match)
    found = verify(rules, house().matches.facts(match, 0, played.seq))
    difference = found.difference
    if difference and played.ended is None:
        difference = f"Fact {found.seq} differs; how, is told when the match is over."
    return plain(
        Verification(match, found.ok, found.answers, found.facts, found.seq, difference),
        Cache_Control="no-cache",
    )
