"""Where the handbooks' editions disagree (section 9 of the rules): one small object a match."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from .board import Edition


class Reading(Struct, frozen=True):
    """How an edition reads the rules that the editions print differently."""

    figure_leaves_at_once: bool
    """SA-902: a knocked out figure leaves at once, or after the paragraph that knocked it out."""


READINGS: Mapping[Edition, Reading] = {
    "en": Reading(figure_leaves_at_once=True),
    "fr": Reading(figure_leaves_at_once=False),
    "it": Reading(figure_leaves_at_once=False),
}
