"""The queue of a judge: the cases of all matches that wait for a ruling, the newest claim first."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from domain.messages import Message
from projections.case_queue import CASES, MATCHES, CaseQueue, QueuedCase

from ..bootstrap import Services
from ..identity.api_tokens import ApiToken
from ..matches.errors import Forbidden
from ..matches.repository import ORGANIZER

PAGE = 200
"""How many cases are read at a time."""
PAGES = 25
"""How many pages of cases, most of them ruled on, are looked through for those that wait."""


class Waiting(NamedTuple):
    """Cases that wait, the newest claim first; `next` is after which one to look for more."""

    cases: list[QueuedCase]
    next: str | None


def check_badge(badge: ApiToken) -> None:
    """Raises `Forbidden` unless who has *badge* may see which cases wait."""
    if not {"judge", "organize"} & {*badge.scopes}:
        raise Forbidden(Message("Only judges and organizers see which cases wait."))


def waiting(house: Services, badge: ApiToken, event: str | None, after: str, limit: int) -> Waiting:
    """Returns up to *limit* cases that wait for a ruling, those below *after*, `""` for the top.

    They are those of all matches, or of one *event*; a badge that is bound to one sees those of that alone.
    Raises `Forbidden`.
    """
    check_badge(badge)
    if badge.event and event not in (None, badge.event):
        raise Forbidden(Message("This badge is for matches of the event “{event}”.", event=badge.event))
    event, found = badge.event or event, list[QueuedCase]()
    for _ in range(PAGES):
        page = house.views.scan(CaseQueue.name, f"{CASES}{after}" if after else MATCHES, PAGE)
        for key, view in page:
            after, case = key.removeprefix(CASES), msgspec.json.decode(view, type=QueuedCase)
            if case.waits and event in (None, case.event):
                found.append(case)
            if len(found) == limit:
                return Waiting(_told(house, badge, found), after)
        if len(page) < PAGE:
            return Waiting(_told(house, badge, found), None)
    return Waiting(_told(house, badge, found), after)


def _told(house: Services, badge: ApiToken, cases: list[QueuedCase]) -> list[QueuedCase]:
    """Returns *cases* with their players by name; to who is no judge a match with a delay is told late."""
    seated = house.matches.people.seated
    named = [replace(case, players=seated(case.players)) for case in cases]
    return named if "judge" in badge.scopes else [_late(house, case) for case in named]


def _late(house: Services, case: QueuedCase) -> QueuedCase:
    """Returns *case* without the numbers of facts that an organizer may not know of yet."""
    last = house.matches.window(case.match, ORGANIZER).last
    if last is None:
        return case
    played = None if case.played is None or case.played > last else case.played
    return replace(case, claimed=min(case.claimed, last), played=played)
