"""Differences between the editions of the handbook (section 9 of the rules)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from .board import Board, Edition


class EditionRules(Struct, frozen=True):
    """The rules that the editions print differently.

    All editions share the rulings on open or wrong passages: the active character is not its own ally
    (SA-901), +1 attack takes an Attack card (SA-904), a Skills Phase ends for good (SA-905), a standard
    attack is for rivals (SA-907), Victory Points count for the team (SA-908).
    """

    figure_leaves_at_once: bool
    """SA-902, a knocked out figure leaves at once or after the paragraph that knocked it out."""
    tiles_leave_after_figure: bool
    """SA-902, status tiles leave after the figure or together with the knock-out."""
    taunt_covers_everyone: bool
    """SA-903, Taunt protects the whole team or only the allies of its bearer."""


EDITION_RULES: Mapping[Edition, EditionRules] = {
    "en": EditionRules(
        figure_leaves_at_once=True, tiles_leave_after_figure=False, taunt_covers_everyone=True
    ),
    "fr": EditionRules(
        figure_leaves_at_once=False, tiles_leave_after_figure=True, taunt_covers_everyone=False
    ),
    "it": EditionRules(
        figure_leaves_at_once=False, tiles_leave_after_figure=True, taunt_covers_everyone=False
    ),
}


def edition_rules(board: Board) -> EditionRules:
    """Returns how the edition of this match reads."""
    return EDITION_RULES[board.options.edition]
