"""Self-registration of players, with a limit and a deadline."""

from __future__ import annotations

from ...messages import Message
from ...model import Fact
from ..facts import By, RegistrationClosed, RegistrationOpened
from ..refusals import Refused, check_open, to_facts
from ..state import Tournament


def open_registration(t: Tournament, limit: int, until: int, by: By, at: int) -> list[Fact]:
    """Opens self-registration, or changes its limit and deadline. Raises `Refused`."""
    check_open(t)
    if t.rounds:
        raise Refused(Message("The first round is paired: from now on organizers register players."))
    if until and until <= at:
        raise Refused(Message("The time until which players register is over already."))
    return to_facts(t, RegistrationOpened(by, at, limit, until))


def close_registration(t: Tournament, by: By, at: int) -> list[Fact]:
    """Closes self-registration. Raises `Refused`."""
    check_open(t)
    if t.registration is None:
        raise Refused(Message("Players do not register themselves in this tournament."))
    return to_facts(t, RegistrationClosed(by, at))


def check_registration_open(t: Tournament, at: int) -> None:
    """Raises `Refused` while players may not register themselves."""
    check_open(t)
    if t.registration is None:
        raise Refused(Message("Players do not register themselves in this tournament."))
    if t.rounds:
        raise Refused(Message("The first round is paired: from now on organizers register players."))
    if t.registration.until and at >= t.registration.until:
        raise Refused(Message("The time until which players register is over already."))
    if free_places(t) == 0:
        raise Refused(Message("All {limit} places are taken.", limit=t.registration.limit))


def free_places(t: Tournament) -> int | None:
    """Returns the number of free places, `None` without a limit; a departure frees a place."""
    if t.registration is None or not t.registration.limit:
        return None
    return max(0, t.registration.limit - len(t.active_players(1)))
