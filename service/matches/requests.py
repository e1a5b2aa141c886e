"""Fact that a command on a match follows, as `If-Match` states it."""

from __future__ import annotations

from flask import request

from domain.errors import LocalizableError
from domain.messages import Message

from ..http.requests import parse_tags
from ..http.services import services
from ..shared.registry import Registry
from .repository import MatchRepository


class NoIfMatch(LocalizableError):
    """An answer lacks `If-Match`."""

    slug = "if-match-required"


def expected_seq(match: str) -> int:
    """Returns the `seq` of `If-Match`, as `parse_expected_seq`."""
    return parse_expected_seq(services(), request.headers.get("If-Match", ""), match)


def parse_expected_seq(within: Registry, if_match: str, match: str) -> int:
    """Returns the `seq` of the header *if_match*, or 0 if none of its tags is one of *match*.

    Of several tags it takes the latest past one; `*` is the present one. Weak tags match no other tag (RFC
    9110, 13.1.1). Raises `NoIfMatch` and `UnknownMatch`.
    """
    sent = if_match.strip()
    if not sent:
        raise NoIfMatch(Message('An answer names the fact it follows: “If-Match: "<seq>"”.'))
    if sent == "*":
        return within[MatchRepository].load_match(match).match.seq
    tagged = parse_tags(sent)
    if len(tagged) > 1:
        present = within[MatchRepository].load_match(match).match.seq
        tagged = [seq for seq in tagged if seq <= present]
    return max(tagged, default=0)
