"""Queue of all cases that wait for a ruling, with the newest claim first."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from domain.messages import Message
from domain.model import ORGANIZER
from projections.case_queue import CASES, MATCHES, CaseQueue, QueuedCase
from projections.versions import VersionedViews

from ..identity.api_tokens import ApiToken
from ..identity.players import PlayerDirectory
from ..matches.viewing.access import Access
from ..shared.errors import Forbidden
from ..shared.registry import Registry


class WaitingCases(NamedTuple):
    """Cases that wait, with the newest claim first. `next` is the cursor of the next page."""

    cases: list[QueuedCase]
    next: str | None


def check_api_token(api_token: ApiToken) -> None:
    """Raises `Forbidden` unless *api_token* is for judges or organizers."""
    if not {"judge", "organize"} & {*api_token.scopes}:
        raise Forbidden(Message("Only judges and organizers see which cases wait."))


def list_waiting_cases(
    services: Registry, api_token: ApiToken, event: str | None, after: str, limit: int
) -> WaitingCases:
    """Returns up to *limit* cases that wait for a ruling, from below *after* or from the top.

    They are those of all matches, or of one *event*. An API token for one event sees only its cases. Raises
    `Forbidden`.
    """
    check_api_token(api_token)
    if api_token.event and event not in (None, api_token.event):
        raise Forbidden(
            Message("This API token is for matches of the event “{event}”.", event=api_token.event)
        )
    event = api_token.event or event

    def select_case(view: bytes) -> QueuedCase | None:
        case = msgspec.json.decode(view, type=QueuedCase)
        is_included = case.waits and event in (None, case.event)
        return case if is_included and services[Access].is_official(case.event, api_token) else None

    queued_cases, last = services[VersionedViews].search(
        CaseQueue.name, f"{CASES}{after}" if after else MATCHES, limit, select_case
    )
    return WaitingCases(_with_names(services, api_token, queued_cases), last and last.removeprefix(CASES))


def _with_names(services: Registry, api_token: ApiToken, cases: list[QueuedCase]) -> list[QueuedCase]:
    """Returns *cases* with player names, and for organizers with the delay of their matches."""
    seat = services[PlayerDirectory].seat_players
    queued_cases = [replace(case, players=seat(case.players).names) for case in cases]
    return (
        queued_cases
        if "judge" in api_token.scopes
        else [_with_delay(services, case) for case in queued_cases]
    )


def _with_delay(services: Registry, case: QueuedCase) -> QueuedCase:
    """Returns *case* without the numbers of facts that an organizer may not know yet."""
    last = services[Access].window(case.match, ORGANIZER).last
    if last is None:
        return case
    played_seq = None if case.played is None or case.played > last else case.played
    return replace(case, claimed=min(case.claimed, last), played=played_seq)
