"""Jobs for pairing a large round and for questions that need a pairing."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct

from domain.published import encode
from domain.tournament.state import Tournament

from ...database.jobs import JobRow
from ...jobs.queue import JobQueue, Submitter, job_request
from ...shared.registry import Registry
from ..access import SPECTATOR, Actor, Role
from ..commands import Command, Correct, Pair, SettleDeparture
from ..queries.answers import answer_reach, answer_why_not, reaches_pairing
from ..queries.views import visible_tournament
from ..queries.why_not import Question, check_question
from ..repository import TournamentRepository
from ..service import TournamentService
from .effort import is_long, is_why_not_long


class PairingRequest(Struct, frozen=True):
    """A command that pairs a round, its actor, and the last fact that the actor saw, where that matters."""

    command: Pair | SettleDeparture
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
    services: Registry,
    tournament: str,
    command: Command,
    actor: Actor,
    submitter: Submitter,
    expected: int | None = None,
) -> JobRow | None:
    """Submits a long *command* as a job, or returns `None`; raises `TooManyJobs`.

    While a job pairs a round of the tournament for this token, it returns that job.
    """
    if not actor.manages or not isinstance(command, Pair | SettleDeparture) or not _needs_engine(command):
        return None
    if not is_long(services[TournamentRepository].get(tournament)):
        return None
    request = PairingRequest(command, actor.role, actor.by, expected)
    return services[JobQueue].submit_job(
        "pair", tournament, submitter, msgspec.json.encode(request), single=True
    )


def _needs_engine(command: Pair | SettleDeparture) -> bool:
    """Returns whether an engine pairs a round for a *command*."""
    return not command.tables if isinstance(command, Pair) else command.choice == "pair"


def pair_round(services: Registry, row: JobRow, advance: Callable[[int, int], None]) -> bytes:
    """Pairs a round, and returns a `PairedRound`; raises the refusal of the command."""
    request = msgspec.json.decode(row.payload, type=PairingRequest)
    result = services[TournamentService].run_command(
        row.subject,
        request.command,
        Actor(request.role, request.by),
        expected=request.expected,
        request=job_request(services, row),
    )
    round_ = result.tournament_state.rounds[-1]
    return encode(
        PairedRound(row.subject, round_.stage, round_.number, result.tournament_state.seq, result.position)
    )


class WhyNotRequest(Struct, frozen=True):
    """A question about a tournament up to a fact, its language, and whether an organizer asks it."""

    question: Question
    seq: int
    manages: bool
    language: str


class ReachRequest(Struct, frozen=True):
    """A correction of a tournament up to a fact, its actor, and the language of the answer."""

    correction: Correct
    seq: int
    role: Role
    by: str
    language: str


def start_why_not(
    services: Registry,
    tournament: str,
    t: Tournament,
    question: Question,
    actor: Actor,
    code: str,
    submitter: Submitter,
) -> JobRow | None:
    """Returns the job of a long question, shared by equal questions, or `None`.

    Raises `TooManyJobs`, and `Refused` for a question without an answer.
    """
    if not is_why_not_long(t, question.stage):
        return None
    check_question(t, actor, question)
    request = WhyNotRequest(question, t.seq, actor.manages, code)
    return services[JobQueue].submit_question("why-not", tournament, submitter, msgspec.json.encode(request))


def start_reach(
    services: Registry,
    tournament: str,
    t: Tournament,
    correction: Correct,
    actor: Actor,
    code: str,
    submitter: Submitter,
) -> JobRow | None:
    """Submits a preview of a *correction* as a job if it takes long, or returns `None`.

    Raises `TooManyJobs`, and the refusal of the correction.
    """
    if not is_long(t) or not reaches_pairing(t, correction, actor):
        return None
    services[TournamentService].preview_correction(t, correction, actor)
    request = ReachRequest(correction, t.seq, actor.role, actor.by, code)
    return services[JobQueue].submit_question("reach", tournament, submitter, msgspec.json.encode(request))


def run_why_not(services: Registry, row: JobRow, advance: Callable[[int, int], None]) -> bytes:
    """Returns a `PairingExplanation`; raises `Refused`."""
    request = msgspec.json.decode(row.payload, type=WhyNotRequest)
    actor = Actor("organizer", "") if request.manages else SPECTATOR
    t = visible_tournament(actor, services[TournamentRepository].at(row.subject, request.seq))
    view = answer_why_not(services, row.subject, t, actor, request.question, request.language)
    return encode(view)


def run_reach(services: Registry, row: JobRow, advance: Callable[[int, int], None]) -> bytes:
    """Returns a `CorrectionImpact`; raises the refusal of the correction."""
    request = msgspec.json.decode(row.payload, type=ReachRequest)
    actor = Actor(request.role, request.by)
    t = services[TournamentRepository].at(row.subject, request.seq)
    view = answer_reach(services, row.subject, t, request.correction, actor, request.language)
    return encode(view)
