"""What of a fact everybody may see, and what is for those in charge alone."""

from __future__ import annotations

from msgspec.structs import replace

from ..model import Event, Fact
from .facts import LinkIssued, PairingChanged, PlayerRegistered, RoundPaired, StaffInvited, TournamentOpened
from .state import Tournament


def redact_fact(fact: Fact) -> Fact:
    """Returns *fact* as everybody may see it.

    The seed of the lots is nobody's before the end; tokens of players and links of staff are theirs. A
    pairing is told when it is published, by that fact.
    """
    event = _redact(fact.event)
    return fact if event is fact.event else replace(fact, event=event)


def redact_fact_at(t: Tournament, fact: Fact) -> Fact:
    """Returns *fact* as everybody may see it in *t*: a published round hides nothing of its pairings."""
    event = fact.event
    if isinstance(event, RoundPaired | PairingChanged) and any(
        round_.published and (round_.stage, round_.number) == (event.stage, event.round)
        for round_ in t.rounds
    ):
        return fact
    return redact_fact(fact)


def published_view(t: Tournament) -> Tournament:
    """Returns a tournament as everybody may see it: without the rounds that are not published."""
    return replace(t, rounds=tuple(round_ for round_ in t.rounds if round_.published))


def redact_for_staff(fact: Fact) -> Fact:
    """Returns *fact* as those in charge may see it, who pair and publish."""
    event = fact.event if isinstance(fact.event, RoundPaired | PairingChanged) else _redact(fact.event)
    return fact if event is fact.event else replace(fact, event=event)


def _redact(event: Event) -> Event:
    match event:
        case TournamentOpened(seed=seed) if seed:
            return replace(event, seed="")
        case PlayerRegistered(token=token) | LinkIssued(token=token) if token:
            return replace(event, token="")
        case StaffInvited(link=link) if link:
            return replace(event, link="")
        case RoundPaired():
            return replace(event, tables=(), byes=(), digest="", costs={}, why="")
        case PairingChanged(published=False):
            return replace(event, tables=(), byes=(), removed=(), costs={}, why="")
    return event
