"""The report on a game's balance, in Markdown: tables of what many matches add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import mean, median

from .chart import Panel
from .narration import listed
from .standings import Share, Standings

EVEN, FAIR = (0.4, 0.6), (0.45, 0.55)
"""The bands that a character's and a seat's share of wins ought to lie in."""

TURNS = {"1": "acts first", "2": "acts second"}

LENGTHS = {
    "rounds": "Rounds",
    "answers": "Answers",
    "facts": "Facts",
    "winner": "VP of the winner",
    "loser": "VP of the loser",
}


def panels(told: Standings, names: Mapping[str, str]) -> tuple[Panel, ...]:
    """Returns the shares to look at, called by *names*, and the bands they ought to lie in."""
    cast, seats = told.shares["character"], told.shares["seat"]
    turns = told.shares.get("turn", {})
    return (
        Panel("Won with", EVEN, {names.get(who, who): share for who, share in cast.items()}),
        Panel(
            "Won by",
            FAIR,
            {f"seat {seat}": share for seat, share in seats.items()}
            | {f"who {TURNS.get(turn, turn)}": share for turn, share in turns.items()},
        ),
    )


def write(told: Standings, names: Mapping[str, str], rules: Mapping[str, str], setting: Sequence[str]) -> str:
    """Returns the report: *setting* is how it was played, a line each, *rules* tells rules by number."""
    return "\n".join(
        [
            f"# Balance: {told.matches:,} matches",
            "",
            *(f"- {line}" for line in setting),
            "",
            *_verdict(told, names),
            "",
            "![Shares of wins, with intervals of 95 %](picture.svg)",
            "",
            *_cast(told, names),
            "",
            *_seats(told),
            "",
            *_lengths(told),
            "",
            *_endings(told, rules),
            "",
        ]
    )


def _verdict(told: Standings, names: Mapping[str, str]) -> Iterator[str]:
    for panel in panels(told, names):
        low, high = panel.band
        outside = [name for name, share in panel.shares.items() if not low <= share.rate <= high]
        unsure = [
            name
            for name, share in panel.shares.items()
            if name not in outside and not low <= min(share.interval) <= max(share.interval) <= high
        ]
        verdict = f"outside are {listed(outside)}" if outside else "nobody is outside"
        doubt = f"; the interval reaches out of it for {listed(unsure)}" if unsure else ""
        yield f"**{panel.title}**, {low:.0%} to {high:.0%}: {verdict}{doubt}.  "


def _cast(told: Standings, names: Mapping[str, str]) -> Iterator[str]:
    leading = told.shares.get("leading", {})
    felled = told.numbers.get("felled", Counter())
    yield "| | won | interval | matches | felled in a match | won when its tile is first |"
    yield "|---|---:|---:|---:|---:|---:|"
    for who, share in sorted(told.shares["character"].items(), key=lambda item: -item[1].rate):
        led = f"{leading[who].rate:.1%} of {leading[who].of}" if who in leading else "–"
        fell = f"{felled[who] / share.of:.2f}"
        yield f"| {names.get(who, who)} | {_shared(share)} | {share.of} | {fell} | {led} |"


def _seats(told: Standings) -> Iterator[str]:
    yield "| | won | interval | matches |"
    yield "|---|---:|---:|---:|"
    for seat, share in told.shares["seat"].items():
        yield f"| seat {seat} | {_shared(share)} | {share.of} |"
    for turn, share in told.shares.get("turn", {}).items():
        yield f"| {TURNS.get(turn, turn)} | {_shared(share)} | {share.of} |"
    if slots := told.numbers.get("slot"):
        fell = ", ".join(f"{slot}: {slots[slot] / told.matches:.2f}" for slot in sorted(slots))
        yield ""
        yield f"Felled in a match, by slot of the turn order: {fell}."


def _lengths(told: Standings) -> Iterator[str]:
    yield "| a match | least | median | mean | most |"
    yield "|---|---:|---:|---:|---:|"
    for what, title in LENGTHS.items():
        values = [int(value) for value in told.numbers[what].elements()]
        yield f"| {title} | {min(values)} | {median(values):g} | {mean(values):.1f} | {max(values)} |"
    rounds = told.numbers["rounds"]
    spread = ", ".join(f"{n}: {rounds[n] / told.matches:.0%}" for n in sorted(rounds, key=int))
    yield ""
    yield f"Rounds: {spread}."


def _endings(told: Standings, rules: Mapping[str, str]) -> Iterator[str]:
    yield "| ended by | matches | |"
    yield "|---|---:|---|"
    for rule, count in told.numbers["ending"].most_common():
        yield f"| {rule} | {count / told.matches:.1%} | {rules.get(rule, '')} |"


def _shared(share: Share) -> str:
    low, high = share.interval
    return f"{share.rate:.1%} | {low:.1%} – {high:.1%}"
