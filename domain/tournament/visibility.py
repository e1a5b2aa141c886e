"""Visibility of facts to the public and to staff."""

from __future__ import annotations

from msgspec.structs import replace

from ..model import Event, Fact
from .facts import LinkIssued, PairingChanged, PlayerRegistered, RoundPaired, StaffInvited, TournamentOpened
from .state import Tournament


def redact_fact(fact: Fact) -> Fact:
    """Returns *fact* as the public may see it.

    The seed of the lots stays hidden until it is revealed, tokens and invitation links always. A pairing
    appears in the fact that publishes it.
    """
    event = _redact_event(fact.event)
    return fact if event is fact.event else replace(fact, event=event)


def redact_fact_at(t: Tournament, fact: Fact) -> Fact:
    """Returns *fact* as the public may see it in *t*; published rounds hide no pairing."""
    event = fact.event
    if isinstance(event, RoundPaired | PairingChanged) and any(
        round_.is_published and (round_.stage, round_.number) == (event.stage, event.round)
        for round_ in t.rounds
    ):
        return fact
    return redact_fact(fact)


def published_view(t: Tournament) -> Tournament:
    """Returns a tournament without unpublished rounds."""
    return replace(t, rounds=tuple(round_ for round_ in t.rounds if round_.is_published))


def redact_for_staff(fact: Fact) -> Fact:
    """Returns *fact* as staff may see it, with unpublished pairings."""
    event = fact.event if isinstance(fact.event, RoundPaired | PairingChanged) else _redact_event(fact.event)
    return fact if event is fact.event else replace(fact, event=event)


def _redact_event(event: Event) -> Event:
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
