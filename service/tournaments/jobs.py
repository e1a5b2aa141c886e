"""Jobs of tournaments: pairing a large round."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct

from ..bootstrap import Services
from ..database.jobs import JobRow
from ..jobs.requests import job_request
from .access import Actor, Role
from .commands import Command, Pair
from .effort import is_long


class PairingRequest(Struct, frozen=True):
    """A command that pairs a round, its actor, and the last fact that the actor saw, where that matters."""

    command: Pair
    role: Role
    by: str
    expected: int | None


class PairedRound(Struct, frozen=True):
    """A round that a job has paired: `position` is that of its last fact in the log."""

    tournament: str
    stage: int
    round: int
    seq: int
    position: int


def start_job(
    services: Services,
    tournament: str,
    command: Command,
    actor: Actor,
    token: str,
    expected: int | None = None,
) -> JobRow | None:
    """Submits a *command* that takes long as a job; returns `None` for any other. Raises `TooManyJobs`.

    While a round of the tournament is being paired for this token, it returns that job.
    """
    if not actor.manages or not isinstance(command, Pair) or command.tables:
        return None
    if not is_long(services.tournaments.get(tournament)):
        return None
    request = PairingRequest(command, actor.role, actor.by, expected)
    return services.jobs.submit("pair", tournament, token, msgspec.json.encode(request), single=True)


def pair_round(services: Services, row: JobRow, advance: Callable[[int, int], None]) -> bytes:
    """Pairs a round, and returns a `PairedRound`; raises what the command is refused with."""
    request = msgspec.json.decode(row.payload, type=PairingRequest)
    result = services.organizing.run(
        row.subject,
        request.command,
        Actor(request.role, request.by),
        expected=request.expected,
        request=job_request(services, row),
    )
    paired = result.seen.rounds[-1]
    return msgspec.json.encode(
        PairedRound(row.subject, paired.stage, paired.number, result.seen.seq, result.position)
    )
