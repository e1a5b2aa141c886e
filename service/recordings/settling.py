"""Rulings that a judge makes by changing a recording: a note, and after it the change."""

from __future__ import annotations

from typing import Any

from domain import table
from domain.messages import Message
from domain.table import CommandOutcome, Party
from projections.match_views import LoadedMatch

from ..cases.rulings import Ruling, check_ruling, ruling_fact
from ..matches.repository import check_fresh
from ..shared.errors import Forbidden


def check_last_seq(loaded: LoadedMatch, last_seq: int | None) -> None:
    """Raises `VersionConflict` if the game has gone on after fact *last_seq*, which may be unknown."""
    if last_seq is not None:
        check_fresh(loaded.match, last_seq)


def settle_case(
    loaded: LoadedMatch, case: int | None, by: Party, text: str, at: int, rules: tuple[str, ...] = ()
) -> CommandOutcome[Any]:
    """Returns the outcome of a note of the judge *by* on *case*, of no fact without a case.

    The change of the recording follows, with the ruling as its cause. Raises `Forbidden`, `InvalidCase`,
    `NoSuchCase` and `WrongMoment`.
    """
    if case is None:
        return CommandOutcome([], loaded.match)
    party, _, judge = by.partition(":")
    if party != "judge":
        raise Forbidden(Message("Only a judge rules on a case."))
    ruling = Ruling("note", rules, text)
    check_ruling(ruling, loaded.match.settings.game)
    return table.rule_case(loaded.rules, loaded.match, ruling_fact(ruling, case=case, judge=judge, at=at))
