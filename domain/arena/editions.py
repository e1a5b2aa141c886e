"""Where the handbooks' editions disagree (section 9 of the rules): one small object an edition."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from .board import Board, Edition


class EditionRules(Struct, frozen=True):
    """How an edition reads the rules that the editions print differently.

    All editions read the same where a text is open or slipped: the active character is not its own ally
    (SA-901), +1 attack takes an Attack card (SA-904), a Skills Phase that was left is not entered again
    (SA-905), a standard attack is for rivals (SA-907), Victory Points count for the team (SA-908).
    """

    figure_leaves_at_once: bool
    """SA-902: a knocked out figure leaves at once, or after the paragraph that knocked it out."""
    tiles_leave_after_figure: bool
    """SA-902: status tiles leave after the figure, or as soon as it is knocked out."""
    taunt_covers_everyone: bool
    """SA-903: in front of a rival with Taunt nobody else is chosen, or none of its allies is."""


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
