"""The report on how strong a bot is, in Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import mean

from replays.research.standings import Share

from .strength import ROUNDS, Outcome


def write(
    title: str, names: Mapping[str, str], bot: str, seats: int, played: Sequence[Outcome], command: str
) -> str:
    """Returns the report on what was *played*: *names* are those of the cast, *command* plays it again."""
    seconds = sorted(one for outcome in played for one in outcome.seconds)
    unfinished = sum(not outcome.over for outcome in played)
    cast = sorted({who for outcome in played for who in outcome.cast})
    return "\n".join(
        [
            f"# {title}: {bot} against {seats - 1} greedy",
            "",
            f"- {_told(played)}; a fair share is {1 / seats:.0%}",
            f"- {unfinished} unfinished and without a winner after {ROUNDS} rounds",
            f"- an answer took {mean(seconds):.3f} s of the processor, nine in ten within "
            f"{seconds[-len(seconds) // 10 - 1]:.3f} s, the longest {seconds[-1]:.3f} s of {len(seconds):,}",
            f"- `{command}`",
            "",
            "| played as | won | with 95 % confidence |",
            "|---|---:|---:|",
            *(_row(names.get(who, who), [one for one in played if who in one.cast]) for who in cast),
            "",
        ]
    )


def _share(played: Sequence[Outcome]) -> Share:
    return Share(sum(outcome.won for outcome in played), len(played))


def _told(played: Sequence[Outcome]) -> str:
    share = _share(played)
    low, high = share.interval
    won = f"won {share.won} of {share.of} matches"
    return f"{won}: {share.rate:.1%}, with 95 % confidence {low:.1%} to {high:.1%}"


def _row(name: str, played: Sequence[Outcome]) -> str:
    share = _share(played)
    low, high = share.interval
    return f"| {name} | {share.won} of {share.of} | {low:.0%} to {high:.0%} |"
