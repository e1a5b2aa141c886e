"""Results of tables: reported, recorded, corrected; and the penalties that judges give."""

from __future__ import annotations

from ..messages import Message
from ..model import Fact
from .draws import check_draw
from .facts import (
    By,
    Effect,
    How,
    PenaltyGiven,
    PenaltyLifted,
    ResultCorrected,
    ResultRecorded,
    ResultReported,
)
from .refusals import (
    Refused,
    UnknownRound,
    Unsound,
    check_open,
    require_player,
    require_round,
    require_table,
    to_facts,
)
from .results import Result, result_error
from .score_checks import overrule_scores
from .state import Round, Table, TableRef, Tournament

PLAYER = "player:"
"""What the names of players begin with where they do something."""
SERVICE = "service"
"""Who carries results from matches."""


def report_result(
    t: Tournament, place: TableRef, result: Result, by: By, at: int, overrule: str = ""
) -> list[Fact]:
    """Says as one who sits at a table how it ended; the result is recorded once another has said the same.

    *overrule* is why it is right although its scores contradict it. Raises `Refused`, and `Overrulable`.
    """
    known, table = require_open_table(t, place)
    side = side_of(t, table, by)
    if side is None:
        raise Refused(Message("Only who sits at table {table} reports its result.", table=place.table))
    _check_result(result, table)
    check_draw(t, place, result)
    overruled = overrule_scores(place, table, result, by, at, overrule)
    reported = ResultReported(*place, result, by, at)
    for other in table.reports:
        if other.result == result and side_of(t, table, other.by) != side:
            recorded = ResultRecorded(*place, result, "reported", other.by, at, confirmed=by)
            return to_facts(t, *overruled, reported, recorded, cause=known.paired)
    return to_facts(t, *overruled, reported, cause=known.paired)


def side_of(t: Tournament, table: Table, by: By) -> str | None:
    """Returns the seat of *table* that *by* acts for: its own, or that of its team."""
    who = by.removeprefix(PLAYER)
    for seated in table.seats:
        if by.startswith(PLAYER) and who in (seated, *t.players[seated].registered.members):
            return seated
    return None


def record_result(
    t: Tournament,
    place: TableRef,
    result: Result,
    how: How,
    by: By,
    at: int,
    why: str = "",
    overrule: str = "",
) -> list[Fact]:
    """Records the result of a table as an organizer enters or assigns it.

    What needs no game can be assigned before the round starts. *overrule* is why it is right although its
    scores contradict it. Raises `Refused`, and `Overrulable`.
    """
    known, table = require_open_table(t, place, started=how != "assigned")
    _check_result(result, table)
    check_draw(t, place, result)
    overruled = overrule_scores(place, table, result, by, at, overrule)
    return to_facts(t, *overruled, ResultRecorded(*place, result, how, by, at, why=why), cause=known.paired)


def record_match_result(
    t: Tournament,
    match: str,
    result: Result | None,
    seq: int,
    head: str,
    at: int,
    why: str = "",
    case: str = "",
) -> list[Fact]:
    """Records what became of a *match*, as of its fact *seq* with that *head*; *why* is for a correction.

    Without *result* the match goes on again, as after a rewind. Nothing follows where the match has told of
    this fact or of a later one, or what it tells is known: so it can tell the same any number of times, and
    undoes nobody's correction with what it said before. Raises `Refused`.
    """
    place = table_of_match(t, match)
    known, table = require_table(t, place)
    if result is not None:
        _check_result(result, table)
    said = [record for record in table.records if record.how == "match"]
    if any(record.match_seq >= seq for record in said) or (said and said[-1].result == result):
        return []
    if table.result == result:
        return []
    if result is not None and not table.records and not known.closed:
        recorded = ResultRecorded(*place, result, "match", SERVICE, at, match, seq, head)
        return to_facts(t, recorded, cause=known.paired)
    was = table.result
    corrected = ResultCorrected(
        *place, was, result, "match", SERVICE, at, why, "stand", case, match, seq, head
    )
    return to_facts(t, corrected, cause=table.records[-1].seq if table.records else known.paired)


def table_of_match(t: Tournament, match: str) -> TableRef:
    """Returns the table that a *match* is played at; raises `Refused`."""
    for known in t.rounds:
        for table in known.tables.values():
            if table.match == match:
                return TableRef(known.stage, known.number, table.number)
    raise Refused(Message("No table is played as this match."))


def correct_result(
    t: Tournament,
    place: TableRef,
    now: Result | None,
    how: How,
    by: By,
    at: int,
    why: str,
    effect: Effect = "stand",
    case: str = "",
    overrule: str = "",
) -> list[Fact]:
    """Corrects the result of a table, of any round and at any time; without *now* it has none again.

    *overrule* is why it is right although its scores contradict it. Raises `Refused`, and `Overrulable`.
    """
    known, table = require_table(t, place)
    was = table.result
    if was is None and not known.closed:
        raise Refused(Message("Table {table} has no result yet.", table=place.table))
    if now == was:
        raise Refused(Message("That is the result of table {table} already.", table=place.table))
    if not why:
        raise Refused(Message("Say why the result is corrected."))
    if now is not None:
        _check_result(now, table)
        check_draw(t, place, now)
    if effect not in allowed_effects(t, place):
        message = Message("Round {round} has started: it is not paired anew.", round=t.rounds[-1].number)
        raise Refused(message)
    cause = table.records[-1].seq if table.records else known.paired
    overruled = overrule_scores(place, table, now, by, at, overrule) if now is not None else []
    corrected = ResultCorrected(*place, was, now, how, by, at, why, effect, case)
    return to_facts(t, *overruled, corrected, cause=cause)


def allowed_effects(t: Tournament, place: TableRef) -> tuple[Effect, ...]:
    """Returns what a correction of a table can do: a later round is paired anew only until it starts."""
    known, _ = require_table(t, place)
    last = t.rounds[-1]
    return ("stand", "points") if last.started and last is not known else ("stand", "pair", "points")


def give_penalty(t: Tournament, given: PenaltyGiven) -> list[Fact]:
    """Gives a player a penalty. Raises `Refused`."""
    entry = require_player(t, given.player)
    if given.points < 0:
        raise Refused(Message("A penalty takes points, and gives none."))
    if given.points and not given.stage:
        raise Refused(Message("Say which stage the points are taken in."))
    if given.stage > t.stage:
        raise UnknownRound(Message("Stage {stage} has not begun.", stage=given.stage))
    if given.round:
        require_round(t, given.stage, given.round)
    if given.table:
        _, table = require_table(t, TableRef(given.stage, given.round, given.table))
        if given.player not in table.seats:
            raise Refused(
                Message("{player} does not sit at table {table}.", player=given.player, table=given.table)
            )
    return to_facts(t, given, cause=entry.seq)


def lift_penalty(t: Tournament, penalty: int, by: By, at: int, why: str) -> list[Fact]:
    """Takes back the penalty that fact *penalty* gave. Raises `Refused`."""
    given = next((given.penalty for given in t.penalties if given.seq == penalty), None)
    if given is None:
        raise Refused(Message("No penalty stands that fact {seq} gave.", seq=penalty))
    if not why:
        raise Refused(Message("Say why the penalty is taken back."))
    return to_facts(t, PenaltyLifted(given.player, penalty, by, at, why), cause=penalty)


def require_open_table(t: Tournament, place: TableRef, *, started: bool = True) -> tuple[Round, Table]:
    """Returns a table without a result and its round, which is not closed; raises `Refused`."""
    check_open(t)
    known, table = require_table(t, place)
    if known.closed:
        raise Refused(Message("Round {round} is closed: correct the result instead.", round=place.round))
    if table.result is not None:
        raise Refused(Message("Table {table} has a result already: correct it.", table=place.table))
    if started and not known.started:
        raise Refused(Message("Round {round} has not started yet.", round=place.round))
    return known, table


def _check_result(result: Result, table: Table) -> None:
    wrong = result_error(result, len(table.seats))
    if wrong is not None:
        raise Unsound(wrong)
