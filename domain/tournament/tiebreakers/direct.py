"""Head-to-head: the games that those who are tied played against each other (FIDE C.07, 6)."""

from __future__ import annotations

from collections.abc import Mapping

from ..facts import Player
from ..history import divide_exactly
from ..results import Exact
from .field import StageField
from .tally import Line, Tally


def count_behind(field: StageField, tied: tuple[Player, ...]) -> dict[Player, int]:
    """Returns how many of those *tied* stand behind each of them, by the games among them.

    Who is level by these is told apart by the games among those who are, and so on (6.2). While some have not
    met, those stand first, one after the other, who do so whatever the missing games would bring; the others
    are told apart by the games among them alone (6.3).
    """
    among = {who: _scores_among(field, who, frozenset(tied)) for who in tied}
    missing = {who: len(tied) - 1 - len(won) for who, won in among.items()}
    least = {who: sum(won.values()) + missing[who] * field.loss for who, won in among.items()}
    most = {who: least[who] + missing[who] * (field.win - field.loss) for who in tied}
    if least == most:
        parts = [tuple(who for who in tied if least[who] == score) for score in sorted({*least.values()})]
    else:
        parts = _certain_parts(tied, least, most)
    placed, below = dict.fromkeys(tied, 0), 0
    for part in parts if len(parts) > 1 else ():
        placed |= {who: below + further for who, further in count_behind(field, part).items()}
        below += len(part)
    return placed


def _certain_parts(
    tied: tuple[Player, ...], least: Mapping[Player, Exact], most: Mapping[Player, Exact]
) -> list[tuple[Player, ...]]:
    """Returns those *tied* in parts, the last first: all whose place is open, then those who have theirs."""
    left, parts = tied, list[tuple[Player, ...]]()
    while left:
        best = max(left, key=least.__getitem__)
        others = tuple(who for who in left if who != best)
        if any(most[other] >= least[best] for other in others):
            return [left, *parts]
        left, parts = others, [(best,), *parts]
    return parts


def head_to_head(field: StageField, who: Player, tied: tuple[Player, ...]) -> Tally:
    """Returns how many of those *tied* stand behind the player, and what it scored against each of them."""
    won = _scores_among(field, who, frozenset(tied))

    def make_lines() -> list[Line]:
        return [
            Line(won.get(other, 0), opponents=(other,), note="" if other in won else "missing")
            for other in tied
            if other != who
        ]

    return Tally(count_behind(field, tied)[who], make_lines)


def _scores_among(field: StageField, who: Player, tied: frozenset[Player]) -> Mapping[Player, Exact]:
    """Returns the points that a player scored against each of those *tied* whom it met (6.1).

    Who met several times counts with the average of these games (6.1.2).
    """
    games: dict[Player, list[Exact]] = {}
    for game in field.games[who]:
        for other in game.against if game.unplayed is None else ():
            if other in tied:
                games.setdefault(other, []).append(field.points_against(game, other))
    return {other: divide_exactly(sum(won), len(won)) for other, won in games.items()}
