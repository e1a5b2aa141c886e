"""Losses in a bracket, by the results that later rounds are paired by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..facts import Player
from ..state import Round, Table


def table_losses(table: Table, lives: int) -> dict[Player, int]:
    """Returns the losses from a *table*; a double loss takes all *lives* of both players."""
    result = table.pairing_result
    if result is None:
        return {}
    losses = (int(rank > 1) if 1 in result.places else lives for rank in result.places)
    return dict(zip(table.seats, losses, strict=True))


def count_losses(rounds: Iterable[Round], lives: int) -> Counter[Player]:
    """Returns the losses of players in *rounds* of a bracket."""
    losses = Counter[Player]()
    for round_ in rounds:
        for table in round_.tables.values():
            losses.update(table_losses(table, lives))
    return losses
