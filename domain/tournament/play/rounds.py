"""Steps of a round from publication to close."""

from __future__ import annotations

from ...messages import Message
from ...model import Event, Fact
from ..facts import (
    By,
    MatchBound,
    RecordBound,
    RoundClosed,
    RoundPublished,
    RoundScheduled,
    RoundStarted,
    Seating,
    TimeGranted,
    WarningOverruled,
)
from ..refusals import Overrulable, Refused, UnknownRound, check_open, require_round, require_table, to_facts
from ..state import Round, TableRef, Tournament
from ..wording import join_names
from .characters import assign_characters
from .choices import settle_choices


def publish_round(t: Tournament, stage: int, number: int, by: By, at: int) -> list[Fact]:
    """Publishes the pairing of a round, with characters or choosing orders. Raises `Refused`."""
    round_ = _require_open_round(t, stage, number)
    if round_.is_published:
        raise Refused(Message("Round {round} is published already.", round=number))
    _check_current(t)
    seatings = tuple(Seating(table.number, table.seats) for table in round_.tables.values())
    tables = assign_characters(t, stage, number, seatings)
    return to_facts(
        t, RoundPublished(stage, number, by, at, tables, round_.bye_list), cause=round_.paired_seq
    )


def bind_match(t: Tournament, ref: TableRef, match: str, at: int) -> list[Fact]:
    """Binds a table to a *match* of this service. Raises `Refused`."""
    _require_open_round(t, ref.stage, ref.round)
    round_, table = require_table(t, ref)
    if table.match:
        raise Refused(Message("Table {table} has a match already.", table=ref.table))
    if table.result is not None:
        raise Refused(Message("Table {table} has a result already.", table=ref.table))
    if any(table.match == match for round_ in t.rounds for table in round_.tables.values()):
        raise Refused(Message("The match belongs to another table."))
    return to_facts(t, MatchBound(*ref, match, at), cause=round_.paired_seq)


def bind_record(t: Tournament, ref: TableRef, match: str, at: int) -> list[Fact]:
    """Binds a table with printed cards to the *match* of its cases. Raises `Refused`."""
    check_recordable(t, ref)
    return to_facts(t, RecordBound(*ref, match, at), cause=require_round(t, ref.stage, ref.round).paired_seq)


def check_recordable(t: Tournament, ref: TableRef) -> None:
    """Raises `Refused` unless a table with printed cards, of a published round, has no record yet."""
    check_open(t)
    round_, table = require_table(t, ref)
    if table.record:
        raise Refused(Message("Table {table} has a match already.", table=ref.table))
    if t.settings.online:
        raise Refused(Message("Table {table} is played here: its match opens first.", table=ref.table))
    if not round_.is_published:
        raise Refused(Message("Round {round} is not published yet.", round=ref.round))


def schedule_round(t: Tournament, stage: int, number: int, starts: int, by: By, at: int) -> list[Fact]:
    """Schedules a round for a time, or unschedules it with 0; no fact follows if unchanged.

    Raises `Refused` for a round that has started or does not exist, and for a past time.
    """
    check_open(t)
    if not 0 < stage <= len(t.settings.stages):
        raise UnknownRound(Message("This tournament has no stage {stage}.", stage=stage))
    if stage < t.current_stage:
        raise Refused(Message("Stage {stage} is over.", stage=stage))
    announced = t.plan_of(stage).rounds
    if announced and number > announced:
        raise Refused(Message("This stage ends with round {rounds}.", rounds=announced))
    if any(round_.is_started for round_ in t.rounds_of(stage) if round_.number == number):
        raise Refused(Message("Round {round} has started already.", round=number))
    if 0 < starts <= at:
        raise Refused(Message("A round is scheduled for a time to come."))
    if starts == t.start_times.get((stage, number), 0):
        return []
    return to_facts(t, RoundScheduled(stage, number, starts, by, at))


def start_round(t: Tournament, stage: int, number: int, by: By, at: int, overrule: str = "") -> list[Fact]:
    """Starts a round, and its clock if the tournament has one.

    *overrule* is the reason to start although players have not chosen. Then lots choose. Raises `Refused`,
    and `Overrulable` for missing choices.
    """
    round_ = _require_open_round(t, stage, number)
    if not round_.is_published:
        raise Refused(Message("Round {round} is not published yet.", round=number))
    if round_.is_started:
        raise Refused(Message("Round {round} has started already.", round=number))
    _check_current(t)
    ends = t.settings.minutes and at + t.settings.minutes * 60_000
    settled = settle_choices(t, round_, by, at, overrule)
    return to_facts(
        t, *settled, RoundStarted(stage, number, by, at, ends), cause=0 if settled else round_.paired_seq
    )


def grant_time(t: Tournament, ref: TableRef, minutes: int, by: By, at: int, reason: str) -> list[Fact]:
    """Gives a table extra *minutes*. Raises `Refused`."""
    _require_open_round(t, ref.stage, ref.round)
    round_, table = require_table(t, ref)
    if minutes < 1:
        raise Refused(Message("At least one minute is granted."))
    if not t.settings.minutes:
        raise Refused(Message("This tournament has no clock."))
    if table.result is not None:
        raise Refused(Message("Table {table} has a result already.", table=ref.table))
    return to_facts(t, TimeGranted(*ref, minutes, by, at, reason), cause=round_.paired_seq)


def close_round(t: Tournament, stage: int, number: int, by: By, at: int, overrule: str = "") -> list[Fact]:
    """Closes a round; *overrule* is the reason to close it with results missing.

    Raises `Refused`, and `Overrulable` for missing results.
    """
    round_ = _require_open_round(t, stage, number)
    if not round_.is_started:
        raise Refused(Message("Round {round} has not started yet.", round=number))
    overruled = _overrule_missing_results(round_, by, at, overrule)
    return to_facts(
        t, *overruled, RoundClosed(stage, number, by, at), cause=0 if overruled else round_.paired_seq
    )


def overrule_missing_results(t: Tournament, by: By, at: int, overrule: str) -> list[Event]:
    """Returns the overruled warnings of missing results, none where all are there.

    Closed rounds count as overruled. Raises `Overrulable`.
    """
    return [
        event
        for round_ in t.rounds
        if not round_.is_closed
        for event in _overrule_missing_results(round_, by, at, overrule)
    ]


def check_started(t: Tournament) -> None:
    """Raises `Refused` while the last round is unpublished, or neither started nor complete."""
    check_published(t)
    last = t.rounds[-1] if t.rounds else None
    if last is not None and not last.is_started and last.missing_results:
        raise Refused(Message("Round {round} has not started yet.", round=last.number))


def check_published(t: Tournament) -> None:
    """Raises `Refused` while the last round is paired and unpublished."""
    last = t.rounds[-1] if t.rounds else None
    if last is not None and not last.is_published:
        raise Refused(
            Message(
                "Round {round} is paired and not published: publish it, or take its pairing back.",
                round=last.number,
            )
        )


def _overrule_missing_results(round_: Round, by: By, at: int, overrule: str) -> list[Event]:
    if not (missing := round_.missing_results):
        return []
    if not overrule:
        numbers = ", ".join(map(str, missing))
        message = Message(
            "Round {round} lacks results. Tables: {tables}.", round=round_.number, tables=numbers
        )
        raise Overrulable(message, "results_missing", missing)
    return [WarningOverruled(round_.stage, round_.number, "results_missing", missing, by, at, overrule)]


def outdated_reason(t: Tournament) -> Message | None:
    """Returns the reason why the last round needs a decision, `None` without one."""
    if not t.is_outdated:
        return None
    last = t.rounds[-1]
    leavers_by_table = {number: t.leavers(table) for number, table in last.tables.items() if t.leavers(table)}
    if not leavers_by_table:
        return Message("A result was corrected: round {round} is to be paired anew.", round=last.number)
    return Message(
        "{players} left after round {round} was paired, at tables {tables}: "
        "pair again, give a bye or record a forfeit.",
        players=join_names([player for players in leavers_by_table.values() for player in players]),
        round=last.number,
        tables=", ".join(map(str, sorted(leavers_by_table))),
    )


def _check_current(t: Tournament) -> None:
    reason = outdated_reason(t)
    if reason is not None:
        raise Refused(reason)


def _require_open_round(t: Tournament, stage: int, number: int) -> Round:
    check_open(t)
    round_ = require_round(t, stage, number)
    if round_.is_closed:
        raise Refused(Message("Round {round} is closed.", round=number))
    return round_
