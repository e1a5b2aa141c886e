"""Results of tables, reported, recorded and corrected, and penalties of judges."""

from __future__ import annotations

from collections.abc import Iterable

from ...messages import Message
from ...model import Fact
from ..facts import (
    PLAYER_PREFIX,
    SERVICE,
    By,
    Effect,
    PenaltyGiven,
    PenaltyLifted,
    ResultCorrected,
    ResultRecorded,
    ResultReported,
    ResultSource,
)
from ..fold import fold
from ..refusals import (
    Refused,
    UnknownRound,
    Unsound,
    check_open,
    require_player,
    require_round,
    require_table,
    to_facts,
)
from ..state import Round, Table, TableRef, Tournament
from .result_checks import check_draw, overrule_scores
from .results import Result, result_error


def report_result(
    t: Tournament, ref: TableRef, result: Result, by: By, at: int, overrule: str = ""
) -> list[Fact]:
    """Reports a result as a player; it counts once another side reports the same.

    *overrule* is the reason why contradicting scores are right. No fact follows for the last report of the
    side, so a phone may send it again. Raises `Refused`, and `Overrulable`.
    """
    _, table = require_table(t, ref)
    side = side_of(t, table, by)
    own_reports = [
        report for report in table.reports if side is not None and side_of(t, table, report.by) == side
    ]
    if own_reports and own_reports[-1].result == result:
        return []
    round_, table = require_open_table(t, ref)
    if side is None:
        raise Refused(Message("Only who sits at table {table} reports its result.", table=ref.table))
    _check_result(result, table)
    check_draw(t, ref, result)
    overruled = overrule_scores(ref, table, result, by, at, overrule)
    report_fact = ResultReported(*ref, result, by, at)
    for report in table.reports:
        if report.result == result and side_of(t, table, report.by) != side:
            result_fact = ResultRecorded(*ref, result, "reported", report.by, at, confirmed=by)
            return to_facts(t, *overruled, report_fact, result_fact, cause=round_.paired_seq)
    return to_facts(t, *overruled, report_fact, cause=round_.paired_seq)


def side_of(t: Tournament, table: Table, by: By) -> str | None:
    """Returns the seat of *table* that *by* acts for, as a player or a team member."""
    player = by.removeprefix(PLAYER_PREFIX)
    for seat in table.seats:
        if by.startswith(PLAYER_PREFIX) and player in (seat, *t.players[seat].registration.members):
            return seat
    return None


def record_result(
    t: Tournament,
    ref: TableRef,
    result: Result,
    source: ResultSource,
    by: By,
    at: int,
    reason: str = "",
    overrule: str = "",
) -> list[Fact]:
    """Records the result of a table as an organizer enters or assigns it.

    An assigned result needs no started round. *overrule* is the reason why contradicting scores are right.
    Raises `Refused`, and `Overrulable`.
    """
    round_, table = require_open_table(t, ref, needs_start=source != "assigned")
    _check_result(result, table)
    check_draw(t, ref, result)
    overruled = overrule_scores(ref, table, result, by, at, overrule)
    return to_facts(
        t, *overruled, ResultRecorded(*ref, result, source, by, at, why=reason), cause=round_.paired_seq
    )


def record_results(
    t: Tournament, stage: int, number: int, results: Iterable[tuple[int, Result, str]], by: By, at: int
) -> list[Fact]:
    """Records results of several tables of a round, all or none; forfeits are assigned.

    Each result comes with a reason why contradicting scores are right, if any. Raises `Refused`, and
    `Overrulable`.
    """
    facts: list[Fact] = []
    for table, result, overrule in results:
        source: ResultSource = "assigned" if result.forfeits else "entered"
        result_facts = record_result(
            t, TableRef(stage, number, table), result, source, by, at, overrule=overrule
        )
        t = fold(result_facts, t)
        facts += result_facts
    return facts


def record_match_result(
    t: Tournament,
    match: str,
    result: Result | None,
    seq: int,
    head: str,
    at: int,
    reason: str = "",
    case: str = "",
) -> list[Fact]:
    """Records the result of a *match* at its fact *seq*; *reason* explains a correction.

    Without *result* the match goes on, as after a rewind. No fact follows for an older or a known result, so
    deliveries may repeat. They never undo a later correction. The signed recording of a table with printed
    cards gives way to any other result. Raises `Refused`.
    """
    ref = table_of_case(t, match)
    round_, table = require_table(t, ref)
    if not table.match and table.records and table.records[-1].source != "match":
        return []
    if result is not None:
        _check_result(result, table)
    match_records = [record for record in table.records if record.source == "match"]
    if any(record.match_seq >= seq for record in match_records) or (
        match_records and match_records[-1].result == result
    ):
        return []
    if table.result == result:
        return []
    if result is not None and not table.records and not round_.is_closed:
        result_fact = ResultRecorded(*ref, result, "match", SERVICE, at, match, seq, head)
        return to_facts(t, result_fact, cause=round_.paired_seq)
    old_result = table.result
    correction = ResultCorrected(
        *ref, old_result, result, "match", SERVICE, at, reason, "stand", case, match, seq, head
    )
    return to_facts(t, correction, cause=table.records[-1].seq if table.records else round_.paired_seq)


def table_of_case(t: Tournament, match: str) -> TableRef:
    """Returns the table with its cases in a *match*; raises `Refused`."""
    for round_ in t.rounds:
        for table in round_.tables.values():
            if match and table.record == match:
                return TableRef(round_.stage, round_.number, table.number)
    raise Refused(Message("No table is played as this match."))


def correct_result(
    t: Tournament,
    ref: TableRef,
    new_result: Result | None,
    source: ResultSource,
    by: By,
    at: int,
    reason: str,
    effect: Effect = "stand",
    case: str = "",
    overrule: str = "",
) -> list[Fact]:
    """Corrects the result of a table at any time; without *new_result* it has none again.

    *overrule* is the reason why contradicting scores are right. Raises `Refused`, and `Overrulable`.
    """
    round_, table = require_table(t, ref)
    old_result = table.result
    if old_result is None and not round_.is_closed:
        raise Refused(Message("Table {table} has no result yet.", table=ref.table))
    if new_result == old_result:
        raise Refused(Message("That is the result of table {table} already.", table=ref.table))
    if not reason:
        raise Refused(Message("Say why the result is corrected."))
    if new_result is not None:
        _check_result(new_result, table)
        check_draw(t, ref, new_result)
    if effect not in allowed_effects(t, ref):
        message = Message("Round {round} has started: it is not paired anew.", round=t.rounds[-1].number)
        raise Refused(message)
    cause = table.records[-1].seq if table.records else round_.paired_seq
    overruled = overrule_scores(ref, table, new_result, by, at, overrule) if new_result is not None else []
    corrected = ResultCorrected(*ref, old_result, new_result, source, by, at, reason, effect, case)
    return to_facts(t, *overruled, corrected, cause=cause)


def allowed_effects(t: Tournament, ref: TableRef) -> tuple[Effect, ...]:
    """Returns the effects that a correction may have; a started round is not paired again."""
    round_, _ = require_table(t, ref)
    last = t.rounds[-1]
    return ("stand", "points") if last.is_started and last is not round_ else ("stand", "pair", "points")


def give_penalty(t: Tournament, penalty: PenaltyGiven) -> list[Fact]:
    """Gives a player a penalty. Raises `Refused`."""
    entry = require_player(t, penalty.player)
    if penalty.points < 0:
        raise Refused(Message("A penalty takes points, and gives none."))
    if penalty.points and not penalty.stage:
        raise Refused(Message("Say which stage the points are taken in."))
    if penalty.stage > t.current_stage:
        raise UnknownRound(Message("Stage {stage} has not begun.", stage=penalty.stage))
    if penalty.round:
        require_round(t, penalty.stage, penalty.round)
    if penalty.table:
        _, table = require_table(t, TableRef(penalty.stage, penalty.round, penalty.table))
        if penalty.player not in table.seats:
            raise Refused(
                Message("{player} does not sit at table {table}.", player=penalty.player, table=penalty.table)
            )
    return to_facts(t, penalty, cause=entry.seq)


def lift_penalty(t: Tournament, penalty: int, by: By, at: int, reason: str) -> list[Fact]:
    """Lifts the penalty of fact *penalty*. Raises `Refused`."""
    penalty_given = next(
        (penalty_given.event for penalty_given in t.penalties if penalty_given.seq == penalty), None
    )
    if penalty_given is None:
        raise Refused(Message("No penalty stands that fact {seq} gave.", seq=penalty))
    if not reason:
        raise Refused(Message("Say why the penalty is taken back."))
    return to_facts(t, PenaltyLifted(penalty_given.player, penalty, by, at, reason), cause=penalty)


def require_open_table(t: Tournament, ref: TableRef, *, needs_start: bool = True) -> tuple[Round, Table]:
    """Returns a table without a result and its open round; raises `Refused`."""
    check_open(t)
    round_, table = require_table(t, ref)
    if round_.is_closed:
        raise Refused(Message("Round {round} is closed: correct the result instead.", round=ref.round))
    if table.result is not None:
        raise Refused(Message("Table {table} has a result already: correct it.", table=ref.table))
    if needs_start and not round_.is_started:
        raise Refused(Message("Round {round} has not started yet.", round=ref.round))
    return round_, table


def _check_result(result: Result, table: Table) -> None:
    error = result_error(result, len(table.seats))
    if error is not None:
        raise Unsound(error)
