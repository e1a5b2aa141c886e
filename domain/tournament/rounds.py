"""A round on its way: published, bound to matches, started, given more time, closed."""

from __future__ import annotations

from ..messages import Message
from ..model import Event, Fact
from .characters import assign_characters
from .choices import settle_choices
from .facts import (
    By,
    MatchBound,
    RoundClosed,
    RoundPublished,
    RoundScheduled,
    RoundStarted,
    Seating,
    TimeGranted,
    WarningOverruled,
)
from .refusals import Overrulable, Refused, UnknownRound, check_open, require_round, require_table, to_facts
from .state import Round, TableRef, Tournament
from .wording import join_names


def publish_round(t: Tournament, stage: int, number: int, by: By, at: int) -> list[Fact]:
    """Shows the pairing of a round to everybody, with characters drawn or to be chosen. Raises `Refused`."""
    known = _require_open_round(t, stage, number)
    if known.published:
        raise Refused(Message("Round {round} is published already.", round=number))
    _check_current(t)
    paired = tuple(Seating(table.number, table.seats) for table in known.tables.values())
    tables = assign_characters(t, stage, number, paired)
    return to_facts(t, RoundPublished(stage, number, by, at, tables, known.bye_list), cause=known.paired)


def bind_match(t: Tournament, place: TableRef, match: str, at: int) -> list[Fact]:
    """Has a table played as a *match* of this service. Raises `Refused`."""
    _require_open_round(t, place.stage, place.round)
    known, table = require_table(t, place)
    if table.match:
        raise Refused(Message("Table {table} has a match already.", table=place.table))
    if table.result is not None:
        raise Refused(Message("Table {table} has a result already.", table=place.table))
    if any(table.match == match for known in t.rounds for table in known.tables.values()):
        raise Refused(Message("The match belongs to another table."))
    return to_facts(t, MatchBound(*place, match, at), cause=known.paired)


def schedule_round(t: Tournament, stage: int, number: int, starts: int, by: By, at: int) -> list[Fact]:
    """Says when a round is to start, or with 0 that nobody knows; nothing follows from what was said before.

    Raises `Refused` for a round that has started, that will not be, or that would have had to start by now.
    """
    check_open(t)
    if not 0 < stage <= len(t.opened.stages):
        raise UnknownRound(Message("This tournament has no stage {stage}.", stage=stage))
    if stage < t.stage:
        raise Refused(Message("Stage {stage} is over.", stage=stage))
    announced = t.plan(stage).rounds
    if announced and number > announced:
        raise Refused(Message("This stage ends with round {rounds}.", rounds=announced))
    if any(known.started for known in t.rounds_of(stage) if known.number == number):
        raise Refused(Message("Round {round} has started already.", round=number))
    if 0 < starts <= at:
        raise Refused(Message("A round is scheduled for a time to come."))
    if starts == t.scheduled.get((stage, number), 0):
        return []
    return to_facts(t, RoundScheduled(stage, number, starts, by, at))


def start_round(t: Tournament, stage: int, number: int, by: By, at: int, overrule: str = "") -> list[Fact]:
    """Starts a round, and its clock if the tournament has one.

    *overrule* is why it starts although players have not chosen: then lots choose. Raises `Refused`, and
    `Overrulable` for missing choices.
    """
    known = _require_open_round(t, stage, number)
    if not known.published:
        raise Refused(Message("Round {round} is not published yet.", round=number))
    if known.started:
        raise Refused(Message("Round {round} has started already.", round=number))
    _check_current(t)
    ends = t.opened.minutes and at + t.opened.minutes * 60_000
    settled = settle_choices(t, known, by, at, overrule)
    return to_facts(
        t, *settled, RoundStarted(stage, number, by, at, ends), cause=0 if settled else known.paired
    )


def grant_time(t: Tournament, place: TableRef, minutes: int, by: By, at: int, why: str) -> list[Fact]:
    """Gives a table so many more *minutes* than the others. Raises `Refused`."""
    _require_open_round(t, place.stage, place.round)
    known, table = require_table(t, place)
    if minutes < 1:
        raise Refused(Message("At least one minute is granted."))
    if not t.opened.minutes:
        raise Refused(Message("This tournament has no clock."))
    if table.result is not None:
        raise Refused(Message("Table {table} has a result already.", table=place.table))
    return to_facts(t, TimeGranted(*place, minutes, by, at, why), cause=known.paired)


def close_round(t: Tournament, stage: int, number: int, by: By, at: int, overrule: str = "") -> list[Fact]:
    """Closes a round. *overrule* is why it is closed although results are missing.

    Raises `Refused`, and `Overrulable` for missing results.
    """
    known = _require_open_round(t, stage, number)
    if not known.started:
        raise Refused(Message("Round {round} has not started yet.", round=number))
    overruled = _overrule_missing_results(known, by, at, overrule)
    return to_facts(t, *overruled, RoundClosed(stage, number, by, at), cause=0 if overruled else known.paired)


def overrule_missing_results(t: Tournament, by: By, at: int, overrule: str) -> list[Event]:
    """Returns what is overruled to go on from the rounds so far: nothing where no result is missing.

    What was missing when a round was closed has been overruled then. Raises `Overrulable`.
    """
    return [
        event
        for known in t.rounds
        if not known.closed
        for event in _overrule_missing_results(known, by, at, overrule)
    ]


def check_started(t: Tournament) -> None:
    """Raises `Refused` while the last round is not published, or has neither started nor all its results."""
    check_published(t)
    last = t.rounds[-1] if t.rounds else None
    if last is not None and not last.started and last.missing_results:
        raise Refused(Message("Round {round} has not started yet.", round=last.number))


def check_published(t: Tournament) -> None:
    """Raises `Refused` while the last round is paired and not published."""
    last = t.rounds[-1] if t.rounds else None
    if last is not None and not last.published:
        raise Refused(
            Message(
                "Round {round} is paired and not published: publish it, or take its pairing back.",
                round=last.number,
            )
        )


def _overrule_missing_results(known: Round, by: By, at: int, overrule: str) -> list[Event]:
    if not (missing := known.missing_results):
        return []
    if not overrule:
        told = ", ".join(map(str, missing))
        message = Message("Round {round} lacks results. Tables: {tables}.", round=known.number, tables=told)
        raise Overrulable(message, "results_missing", missing)
    return [WarningOverruled(known.stage, known.number, "results_missing", missing, by, at, overrule)]


def outdated_reason(t: Tournament) -> Message | None:
    """Returns the reason for which the last round waits for a decision; None where it does not."""
    if not t.is_outdated:
        return None
    last = t.rounds[-1]
    left = {number: t.leavers(table) for number, table in last.tables.items() if t.leavers(table)}
    if not left:
        return Message("A result was corrected: round {round} is to be paired anew.", round=last.number)
    return Message(
        "{players} left after round {round} was paired, at tables {tables}: "
        "pair again, give a bye or record a forfeit.",
        players=join_names([player for players in left.values() for player in players]),
        round=last.number,
        tables=", ".join(map(str, sorted(left))),
    )


def _check_current(t: Tournament) -> None:
    reason = outdated_reason(t)
    if reason is not None:
        raise Refused(reason)


def _require_open_round(t: Tournament, stage: int, number: int) -> Round:
    check_open(t)
    known = require_round(t, stage, number)
    if known.closed:
        raise Refused(Message("Round {round} is closed.", round=number))
    return known
