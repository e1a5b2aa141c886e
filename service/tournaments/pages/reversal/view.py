"""Reversals, the clock of the round, and early ends on the desk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from domain.messages import Message
from domain.tournament.bye_lots import bye_sentences, cut_byes, next_bye
from domain.tournament.lots.lot_decisions import LotDecision, lot_decisions
from domain.tournament.lots.pod_lots import pod_lots
from domain.tournament.ranking.shortfalls import unplayed_until
from domain.tournament.refusals import Refused
from domain.tournament.reversal import endings, rounds
from domain.tournament.state import Round, Tournament

from ..labels import sentence_with_names

STAND_IN_REASON = "-"
"""Replaces the organizer's reason while the desk tries a step."""
ROUND_STEPS = {
    "take_back_pairing": rounds.take_back_pairing,
    "take_back_start": rounds.take_back_start,
    "reopen": rounds.reopen_round,
}
"""The reversible steps of a round by their names in forms."""


def reversal_fields(t: Tournament, at: int) -> dict[str, Any]:
    """Returns the desk's reversals, the round with a clock, and early ends at a time."""
    return {
        "steps_back": [*_steps_back(t, at)],
        "end_seconds": max(0, endings.end_stands_at(t) - at) // 1000,
        "clock_round": _clock_round(t),
        "early": [*_early_ends(t)],
        "lots": [sentence_with_names(sentence) for sentence in _lot_sentences(t)],
        "cut_lots": [sentence_with_names(lot.sentence) for lot in _stage_lots(t) if lot.subject != "places"],
        "cut_bye_lots": [*map(sentence_with_names, cut_byes(t))],
    }


def _lot_sentences(t: Tournament) -> Iterator[Message]:
    """Yields the lots of places and the cut after a stage, and those of pods and byes."""
    if t.rounds:
        last = t.rounds[-1]
        if last.is_closed and not unplayed_until(t, last.stage):
            yield from (lot.sentence for lot in _stage_lots(t))
        if not last.is_closed:
            yield from bye_sentences(t, last)
        yield from pod_lots(t, last)
    if t.end is None and t.players:
        yield from next_bye(t)


def _stage_lots(t: Tournament) -> tuple[LotDecision, ...]:
    """Returns the lots of the stage of the last round and its cut."""
    return lot_decisions(t, t.rounds[-1].stage) if t.rounds else ()


def _steps_back(t: Tournament, at: int) -> Iterator[str]:
    for step in (*ROUND_STEPS, "take_back_cut"):
        with suppress(Refused):
            _try_step(t, step, at)
            yield step


def _try_step(t: Tournament, step: str, at: int) -> None:
    """Takes a step back without storing it; raises `Refused`."""
    if step == "take_back_cut":
        endings.take_back_cut(t, "", at, STAND_IN_REASON)
        return
    number = len(t.rounds_of(t.current_stage))
    ROUND_STEPS[step](t, t.current_stage, number, "", at, STAND_IN_REASON)


def _clock_round(t: Tournament) -> Round | None:
    last = t.rounds[-1] if t.rounds else None
    runs = (
        last is not None and last.is_started and not last.is_closed and t.settings.minutes and t.end is None
    )
    return last if runs else None


def _early_ends(t: Tournament) -> Iterator[str]:
    """Yields the possible early ends before the plan is played."""
    if t.end is not None:
        return
    last = len(t.settings.stages)
    if t.current_stage < last and t.rounds_of(t.current_stage) and unplayed_until(t, t.current_stage):
        yield "cut_early"
    if unplayed_until(t, last):
        yield "end_early"
