"""Compares the standings of a bundle with those that follow from its facts."""

from __future__ import annotations

from collections.abc import Iterator

from domain.messages import Message
from domain.tournament.state import Tournament

from .bundle import Bundle, Ranking, list_rankings
from .findings import Finding


def check_standings(bundle: Bundle, t: Tournament) -> Iterator[Finding]:
    """Yields the standings that differ from recomputed ones. Ranks need the seed."""
    recorded = {
        (recorded_rows.stage, recorded_rows.round): recorded_rows for recorded_rows in bundle.standings
    }
    computed = {
        (recorded_rows.stage, recorded_rows.round): recorded_rows for recorded_rows in list_rankings(t)
    }
    for stage, number in sorted(recorded.keys() | computed.keys()):
        recorded_rows, computed_rows = (
            _ranking_texts(by.get((stage, number)), with_ranks=bool(t.settings.seed))
            for by in (recorded, computed)
        )
        for player in [
            player
            for player in recorded_rows | computed_rows
            if recorded_rows.get(player) != computed_rows.get(player)
        ][:1]:
            message = Message(
                "Stage {stage}, round {round}: the standings tell {player} as {told}, the facts as {made}.",
                stage=stage,
                round=number,
                player=player,
                told=recorded_rows.get(player, "–"),
                made=computed_rows.get(player, "–"),
            )
            yield Finding(0, "standings", "standings", message)


def _ranking_texts(ranking: Ranking | None, *, with_ranks: bool) -> dict[str, str]:
    rows = ranking.rows if ranking is not None else ()
    if not with_ranks:
        return {row.player: f"({row.points})" for row in rows}
    return {row.player: f"{row.rank}. ({', '.join((row.points, *row.values))})" for row in rows}
