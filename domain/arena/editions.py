"""Versions of the rules, and differences between the editions of the handbook (section 9).

The first version of a match decides it to its end and audits it; `Book.version` pins it. Since version 2 a
chain of abilities ends (SA-414), and in some editions status tiles leave after the knocked out figure
(SA-902). Since version 3 a discard for a boost or a cost (SA-305, SA-308, SA-311) is a question even with a
single fitting card among several. Since version 4 each fact states the fact that it follows from, and
status tiles leave by facts of their own (SA-601). New options do not change older answers and need no
version.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from .board import Board, Edition

VERSIONS: tuple[int, ...] = (1, 2, 3, 4)
"""The versions that still decide matches, the newest last."""

NEWEST = VERSIONS[-1]


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
    """Returns the rules of the match's edition."""
    return EDITION_RULES[board.options.edition]
