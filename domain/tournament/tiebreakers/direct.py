"""Head-to-head: the games that those who are tied played against each other (FIDE C.07, 6)."""

from __future__ import annotations

from collections.abc import Mapping

from ..facts import Player
from ..history import exact
from ..results import Exact
from .field import Field
from .tally import Line, Tally


def behind(field: Field, tied: tuple[Player, ...]) -> dict[Player, int]:
    """Returns how many of those *tied* stand behind each of them, by the games among them.

    While some of them have not met, only those stand behind who do so whatever these games would bring.
    """
    among = {who: _among(field, who, frozenset(tied)) for who in tied}
    least = {who: sum(won.values()) for who, won in among.items()}
    most = {who: least[who] + len(tied) - 1 - len(among[who]) for who in tied}
    if least == most:
        return {who: sum(other < score for other in least.values()) for who, score in least.items()}
    ordered, left = {}, list(tied)
    while left:
        best = max(left, key=least.__getitem__)
        if any(most[other] >= least[best] for other in left if other != best):
            break
        left.remove(best)
        ordered[best] = len(left)
    return ordered | dict.fromkeys(left, 0)


def head_to_head(field: Field, who: Player, tied: tuple[Player, ...]) -> Tally:
    """Returns how many of those *tied* stand behind the player, and what it won from each of them."""
    won = _among(field, who, frozenset(tied))
    lines = [
        Line(won.get(other, 0), opponents=(other,), note="" if other in won else "missing")
        for other in tied
        if other != who
    ]
    return Tally(behind(field, tied)[who], lines)


def _among(field: Field, who: Player, tied: frozenset[Player]) -> Mapping[Player, Exact]:
    """Returns what a player won from each of those *tied* whom it met: 1 for a win, 1/2 for a draw."""
    won: dict[Player, Exact] = {}
    for game in field.games[who]:
        for other, ahead in game.against.items() if game.unplayed is None else ():
            if other in tied:
                won[other] = exact(won.get(other, 0) + ahead)
    return won
