"""Head-to-head tie-breaker over games between tied players (FIDE C.07, 6)."""

from __future__ import annotations

from collections.abc import Mapping

from ..facts import Player
from ..scoring.history import divide_exactly
from ..scoring.results import Exact
from .field import StageField
from .tally import Line, Tally


def count_behind(field: StageField, tied: tuple[Player, ...]) -> dict[Player, int]:
    """Returns the number of *tied* players behind each of them, by the games among them.

    Level players are compared again by the games among themselves, and so on (6.2). While some have not met,
    players lead whose place no missing game can change. The others are compared among themselves (6.3).
    """
    among = {player: _scores_among(field, player, frozenset(tied)) for player in tied}
    missing = {player: len(tied) - 1 - len(points) for player, points in among.items()}
    lowest = {player: sum(points.values()) + missing[player] * field.loss for player, points in among.items()}
    highest = {player: lowest[player] + missing[player] * (field.win - field.loss) for player in tied}
    if lowest == highest:
        parts = [
            tuple(player for player in tied if lowest[player] == score)
            for score in sorted({*lowest.values()})
        ]
    else:
        parts = _certain_parts(tied, lowest, highest)
    behind_count, below = dict.fromkeys(tied, 0), 0
    for part in parts if len(parts) > 1 else ():
        behind_count |= {player: below + further for player, further in count_behind(field, part).items()}
        below += len(part)
    return behind_count


def _certain_parts(
    tied: tuple[Player, ...], lowest: Mapping[Player, Exact], highest: Mapping[Player, Exact]
) -> list[tuple[Player, ...]]:
    """Returns *tied* players in parts, the last first, with all uncertain places in one part."""
    remaining, parts = tied, list[tuple[Player, ...]]()
    while remaining:
        best = max(remaining, key=lowest.__getitem__)
        candidates = tuple(player for player in remaining if player != best)
        if any(highest[opponent] >= lowest[best] for opponent in candidates):
            return [remaining, *parts]
        remaining, parts = candidates, [(best,), *parts]
    return parts


def head_to_head(field: StageField, player: Player, tied: tuple[Player, ...]) -> Tally:
    """Returns the number of *tied* players behind *player*, with its points against each."""
    points = _scores_among(field, player, frozenset(tied))

    def make_lines() -> list[Line]:
        return [
            Line(points.get(opponent, 0), opponents=(opponent,), note="" if opponent in points else "missing")
            for opponent in tied
            if opponent != player
        ]

    return Tally(count_behind(field, tied)[player], make_lines)


def _scores_among(field: StageField, player: Player, tied: frozenset[Player]) -> Mapping[Player, Exact]:
    """Returns the points of a player against each *tied* opponent (6.1).

    Several games against one opponent count as their average (6.1.2).
    """
    games: dict[Player, list[Exact]] = {}
    for game in field.games[player]:
        for opponent in game.against if game.unplayed is None else ():
            if opponent in tied:
                games.setdefault(opponent, []).append(field.points_against(game, opponent))
    return {opponent: divide_exactly(sum(points), len(points)) for opponent, points in games.items()}
