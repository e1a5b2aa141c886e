"""The report on a game's balance, in Markdown: tables of what many matches add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import mean, median

from .chart import Panel
from .narration import listed
from .standings import Share, Standings, fair_share, together

EVEN, FAIR = 0.2, 0.1
"""By which part of a fair share a character's and a seat's share of wins may lie above or below it."""

FAIR_SHARE = "a fair share"
"""What stands last in a table of shares."""

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
TURNS = {str(turn): f"acts {ordinal}" for turn, ordinal in enumerate(_ORDINALS, 1)}


def panels(told: Sequence[Standings], names: Mapping[str, str]) -> tuple[Panel, ...]:
    """Returns the shares of the cast, called by *names*, and of the seats, for each number of seats."""
    return tuple(panel for one in told for panel in _panels(one, names))


def _panels(told: Standings, names: Mapping[str, str]) -> Iterator[Panel]:
    with_whom = {names.get(who, who): share for who, share in told.shares["character"].items()}
    by_whom = {f"seat {seat}": share for seat, share in told.shares["seat"].items()}
    by_whom |= {f"who {TURNS[turn]}": share for turn, share in told.shares.get("turn", {}).items()}
    yield Panel(f"{told.seats} players: won with", told.fair, EVEN, with_whom)
    yield Panel(f"{told.seats} players: won by", told.fair, FAIR, by_whom)


def write(
    told: Sequence[Standings], names: Mapping[str, str], rules: Mapping[str, str], setting: Sequence[str]
) -> str:
    """Returns the report: *setting* is how it was played, a line each, *rules* tells rules by number."""
    return "\n".join(
        [
            f"# Balance: {sum(one.matches for one in told):,} matches",
            "",
            *(f"- {line}" for line in setting),
            "",
            *map(_verdict, panels(told, names)),
            _unfinished(told),
            _winless(told, names),
            "",
            "![Shares of wins, with intervals of 95 %](picture.svg)",
            "",
            *_cast(told, names),
            *(line for one in told for line in _seated(one, rules)),
            "",
        ]
    )


def _verdict(panel: Panel) -> str:
    low, high = panel.band
    outside = [name for name, share in panel.shares.items() if not low <= share.rate <= high]
    unsure = [
        name
        for name, share in panel.shares.items()
        if name not in outside and not low <= min(share.interval) <= max(share.interval) <= high
    ]
    are = "is" if len(outside) == 1 else "are"
    verdict = f"outside {are} {listed(outside)}" if outside else "nobody is outside"
    doubt = f"; the interval reaches out of it for {listed(unsure)}" if unsure else ""
    return f"**{panel.title}**, {low:.0%} to {high:.0%}: {verdict}{doubt}.  "


def _unfinished(told: Sequence[Standings]) -> str:
    some = [f"{one.unfinished} of {one.matches} with {one.seats} players" for one in told if one.unfinished]
    return f"**Unfinished matches**: {listed(some) if some else 'none'}.  "


def _winless(told: Sequence[Standings], names: Mapping[str, str]) -> str:
    some = [
        f"{names.get(who, who)} with {one.seats} players"
        for one in told
        for who, share in one.shares["character"].items()
        if not share.won
    ]
    return f"**Without a win**: {listed(some) if some else 'nobody'}."


def _cast(told: Sequence[Standings], names: Mapping[str, str]) -> Iterator[str]:
    """Yields the table of the cast, the best first; several numbers of seats have a column each."""
    cast, leading = together(told, "character"), together(told, "leading")
    felled = sum((one.counts.get("felled", Counter()) for one in told), Counter[str]())
    columns = {
        "won": {who: f"{share.rate:.1%}" for who, share in cast.items()},
        "interval": {who: _interval(share) for who, share in cast.items()},
        "matches": {who: str(share.of) for who, share in cast.items()},
    }
    columns["won"][FAIR_SHARE] = f"{fair_share(told):.1%}"
    for one in told if len(told) > 1 else ():
        shares = one.shares["character"]
        columns[f"{one.seats} players"] = {who: f"{share.rate:.1%}" for who, share in shares.items()}
        columns[f"{one.seats} players"][FAIR_SHARE] = f"{one.fair:.1%}"
    if cast.keys() & felled.keys():
        columns["felled in a match"] = {who: f"{felled[who] / share.of:.2f}" for who, share in cast.items()}
    if leading:
        led = {who: f"{share.rate:.1%} of {share.of}" for who, share in leading.items()}
        columns["won when first in the turn order"] = led
    yield f"| | {' | '.join(columns)} |"
    yield f"|---|{'---:|' * len(columns)}"
    for who in (*sorted(cast, key=lambda who: -cast[who].rate), FAIR_SHARE):
        cells = (column.get(who, "–") for column in columns.values())
        yield f"| {names.get(who, who)} | {' | '.join(cells)} |"


def _seated(told: Standings, rules: Mapping[str, str]) -> Iterator[str]:
    """Yields what is told of the matches with one number of seats."""
    yield from ("", f"## {told.seats} players: {told.matches:,} matches", "")
    yield from _seats(told)
    if told.lengths:
        yield from ("", *_lengths(told))
    yield from ("", *_endings(told, rules))


def _seats(told: Standings) -> Iterator[str]:
    shares = {f"seat {seat}": share for seat, share in told.shares["seat"].items()}
    shares |= {TURNS[turn]: share for turn, share in told.shares.get("turn", {}).items()}
    yield "| | won | interval | matches |"
    yield "|---|---:|---:|---:|"
    for name, share in shares.items():
        yield f"| {name} | {share.rate:.1%} | {_interval(share)} | {share.of} |"
    if slots := told.counts.get("slot"):
        fell = ", ".join(f"{slot}: {slots[slot] / told.matches:.2f}" for slot in sorted(slots))
        yield ""
        yield f"Felled in a match, by slot of the turn order: {fell}."


def _lengths(told: Standings) -> Iterator[str]:
    yield "| a finished match | least | median | mean | nine in ten within | most |"
    yield "|---|---:|---:|---:|---:|---:|"
    for what, length in told.lengths.items():
        n = sorted(length.elements())
        nine = n[-(-9 * len(n) // 10) - 1]
        title = what[0].upper() + what[1:]
        yield f"| {title} | {n[0]} | {median(n):g} | {mean(n):.1f} | {nine} | {n[-1]} |"


def _endings(told: Standings, rules: Mapping[str, str]) -> Iterator[str]:
    yield "| ended by | matches | |"
    yield "|---|---:|---|"
    for rule, count in told.counts["ending"].most_common():
        yield f"| {rule} | {count / told.matches:.1%} | {rules.get(rule, '')} |"


def _interval(share: Share) -> str:
    low, high = share.interval
    return f"{low:.1%} – {high:.1%}"
