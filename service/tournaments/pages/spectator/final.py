"""The winner and the final ranking of an ended tournament for pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from domain.tournament.decision.ranking import FinalPlace, final_ranking, naming_reason, vacancy_reason
from domain.tournament.decision.winners import stage_winners
from domain.tournament.facts import Player
from domain.tournament.state import Tournament

from .. import words
from ..rows import RowPage, page_of_rows
from .looking import number_argument


class FinalView(NamedTuple):
    """The names of the winners or the reason for a vacancy, and a page of the final ranking.

    `named_why` is the organizers' reason for a winner that results left open.
    """

    winners: tuple[str, ...]
    vacancy: str
    named_why: str
    places: RowPage[FinalPlace]


def final_view(t: Tournament, names: Mapping[Player, str]) -> FinalView | None:
    """Returns the winner and the ranking after the end, `None` before it."""
    if t.end is None:
        return None
    reason = vacancy_reason(t)
    return FinalView(
        tuple(names[player] for player in stage_winners(t)),
        words.sentence_with_names(reason) if reason is not None else "",
        naming_reason(t),
        page_of_rows(final_ranking(t), number_argument("final")),
    )
