"""Lots at the border between byes and tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec import Struct

from ...messages import Message
from ..facts import Player
from ..lots.lot_decisions import join_at_most, level_reason
from ..state import Tournament


class ByeLot(Struct, frozen=True):
    """Lot that gives some of the level `players` of a round a bye.

    `byes` is their number, and `reason` explains why they are level. The players are in the order of
    registration, because the order of their lots is hidden.
    """

    round: int
    players: tuple[Player, ...]
    byes: int
    reason: Message

    @property
    def announcement(self) -> Message:
        """Sentence before the lot is drawn."""
        return Message(
            "Byes of round {round}: a lot decides {count} among {players}, because {reason}.",
            round=self.round,
            count=self.byes,
            players=join_at_most(self.players),
            reason=self.reason,
        )

    @property
    def announcement_before_cut(self) -> Message:
        """Sentence before the cut that orders the players."""
        return Message(
            "Byes after the cut: a lot decides {count} among {players}, because {reason}.",
            count=self.byes,
            players=join_at_most(self.players),
            reason=self.reason,
        )

    def outcome_sentence(self, with_bye: Collection[Player]) -> Message:
        """Returns the sentence after the lot gave *with_bye* a bye."""
        return Message(
            "Byes of round {round}: drawn by lot among {players}, because {reason}. Drawn: {drawn}.",
            round=self.round,
            players=join_at_most(self.players),
            reason=self.reason,
            drawn=join_at_most(tuple(player for player in self.players if player in with_bye)),
        )


def cause_of_lots(t: Tournament, stage: int) -> Message:
    """Returns the reason why a lot orders the seeds of a stage."""
    if stage == 1:
        return Message("no rating tells these apart")
    if "lot" in t.settings.tiebreakers:
        return level_reason(t)
    return Message("no tie-breaker tells these apart")


def by_registration(t: Tournament, players: Collection[Player]) -> tuple[Player, ...]:
    """Returns *players* in the order of registration, which reveals no lots."""
    return tuple(player for player in t.players if player in players)


def lot_at_border(
    t: Tournament, round_: int, groups: Iterable[tuple[Player, ...]], byes: int, reason: Message
) -> ByeLot | None:
    """Returns the lot that decides some of the *byes*, `None` where the *groups* decide them.

    Byes are for the first players. Within a group only a lot orders them.
    """
    for group in groups:
        if 0 < byes < len(group):
            return ByeLot(round_, by_registration(t, group), byes, reason)
        byes -= len(group)
    return None
