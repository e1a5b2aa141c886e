"""Repairs of brackets on the desk, for misplaced seats and a vacant first place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from domain.messages import Message
from domain.tournament.decision.misplacements import Misplacement, find_misplacements, is_disputed
from domain.tournament.decision.winners import may_name_winner, winner_candidates
from domain.tournament.refusals import UnknownRound, require_round
from domain.tournament.state import Tournament

from ...commands import ChangePairing
from .. import labels
from .manual_pairing import seat_successor


class MisplacedRow(NamedTuple):
    """A misplaced seat in a sentence, with the repairs that its round allows."""

    number: int
    sentence: str
    is_replaceable: bool
    is_pairable: bool
    is_decidable: bool


def misplaced_rows(t: Tournament) -> list[MisplacedRow]:
    """Returns the alarms of the current stage until organizers resolve them."""
    if not is_disputed(t, t.current_stage):
        return []
    return [
        _misplaced_row(t, number, misplacement)
        for number, misplacement in enumerate(find_misplacements(t, t.current_stage))
    ]


def _misplaced_row(t: Tournament, number: int, misplacement: Misplacement) -> MisplacedRow:
    round_ = require_round(t, t.current_stage, misplacement.round)
    is_last = round_ is t.rounds[-1] and t.end is None
    tables = [
        table
        for table in round_.tables.values()
        if {misplacement.player, misplacement.successor} & {*table.seats}
    ]
    is_free = not any(table.records or table.match for table in tables)
    has_records = any(table.records for table in round_.tables.values())
    return MisplacedRow(
        number,
        labels.sentence_with_names(misplacement.sentence),
        is_last
        and not round_.is_closed
        and is_free
        and None not in (misplacement.player, misplacement.successor),
        is_last and not round_.is_started and not has_records,
        may_name_winner(t, t.current_stage),
    )


def replacement_of(form: Mapping[str, str], t: Tournament) -> ChangePairing:
    """Returns the change that seats the successor of a form; raises `UnknownRound`."""
    misplacements = find_misplacements(t, t.current_stage)
    number = form.get("misplaced", "")
    if not number.isdecimal() or int(number) >= len(misplacements) or None in misplacements[int(number)][3:]:
        raise UnknownRound(Message("No such seat waits for another player."))
    misplacement = misplacements[int(number)]
    return seat_successor(
        require_round(t, t.current_stage, misplacement.round), misplacement, form.get("why", "").strip()
    )


def winner_fields(t: Tournament) -> dict[str, Any]:
    """Returns the candidates for the first place and the named player; none elsewhere."""
    if not may_name_winner(t, t.current_stage):
        return {"winner_candidates": (), "winner_named": ""}
    naming = t.winner_decisions.get(t.current_stage)
    return {
        "winner_candidates": winner_candidates(t, t.current_stage),
        "winner_named": naming.player if naming is not None else "",
    }
