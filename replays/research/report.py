"""Writes a game's balance report in Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import mean, median
from textwrap import fill

from .chart import Panel
from .standings import Share, Standings, combined_shares, fair_share

EVEN, FAIR = 0.2, 0.1
"""The tolerated deviation of a character's and a seat's share of wins."""

FAIR_SHARE = "a fair share"
"""The name of the last row of a table of shares."""

MAX_COLUMNS = 110
"""The length of a line of the report's lists."""

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
TURNS = {str(turn): f"acts {ordinal}" for turn, ordinal in enumerate(_ORDINALS, 1)}


def share_panels(standings: Sequence[Standings], names: Mapping[str, str]) -> tuple[Panel, ...]:
    """Returns the shares of characters and seats for each number of seats."""
    return tuple(panel for entry in standings for panel in _panels(entry, names))


def _panels(standings: Standings, names: Mapping[str, str]) -> Iterator[Panel]:
    by_character = {
        names.get(character, character): share for character, share in standings.shares["character"].items()
    }
    by_seat = {f"seat {seat}": share for seat, share in standings.shares["seat"].items()}
    by_seat |= {f"who {TURNS[turn]}": share for turn, share in standings.shares.get("turn", {}).items()}
    yield Panel(f"{standings.seats} players: won with", standings.fair, EVEN, by_character)
    yield Panel(f"{standings.seats} players: won by", standings.fair, FAIR, by_seat)


def write_report(
    standings: Sequence[Standings], names: Mapping[str, str], rules: Mapping[str, str], setting: Sequence[str]
) -> str:
    """Returns the report; *setting* describes the matches, *rules* explains rules by number."""
    return "\n".join(
        [
            f"# Balance: {sum(entry.matches for entry in standings):,} matches",
            "",
            *(_list_item(line) for line in setting),
            "",
            *_verdict_table(standings, names),
            "",
            "![Shares of wins, with intervals of 95 %](picture.svg)",
            "",
            *_character_table(standings, names),
            *(line for entry in standings for line in _seat_section(entry, rules)),
            "",
        ]
    )


def _list_item(line: str) -> str:
    return fill(
        f"- {line}", MAX_COLUMNS, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )


def _verdict_table(standings: Sequence[Standings], names: Mapping[str, str]) -> Iterator[str]:
    """Yields the table of shares outside their band, and of shares whose interval leaves it."""
    yield "| | band | outside | interval leaves the band |"
    yield "|---|---|---|---|"
    yield from map(_panel_row, share_panels(standings, names))
    unfinished = [
        f"{entry.unfinished} of {entry.matches} with {entry.seats} players"
        for entry in standings
        if entry.unfinished
    ]
    yield f"| unfinished matches | | {', '.join(unfinished)} | |"
    winless = [
        f"{names.get(character, character)} with {entry.seats} players"
        for entry in standings
        for character, share in entry.shares["character"].items()
        if not share.won
    ]
    yield f"| without a win | | {', '.join(winless)} | |"


def _panel_row(panel: Panel) -> str:
    low, high = panel.band
    outside = [name for name, share in panel.shares.items() if not low <= share.rate <= high]
    uncertain = [
        name
        for name, share in panel.shares.items()
        if name not in outside and not low <= min(share.interval) <= max(share.interval) <= high
    ]
    return f"| {panel.title} | {low:.0%} to {high:.0%} | {', '.join(outside)} | {', '.join(uncertain)} |"


def _character_table(standings: Sequence[Standings], names: Mapping[str, str]) -> Iterator[str]:
    """Yields the table of characters, the best first, with a column for each number of seats."""
    characters, leading = combined_shares(standings, "character"), combined_shares(standings, "leading")
    felled = sum((entry.counts.get("felled", Counter()) for entry in standings), Counter[str]())
    columns = {
        "won": {character: f"{share.rate:.1%}" for character, share in characters.items()},
        "interval": {character: _interval_text(share) for character, share in characters.items()},
        "matches": {character: str(share.of) for character, share in characters.items()},
    }
    columns["won"][FAIR_SHARE] = f"{fair_share(standings):.1%}"
    for entry in standings if len(standings) > 1 else ():
        shares = entry.shares["character"]
        columns[f"{entry.seats} players"] = {
            character: f"{share.rate:.1%}" for character, share in shares.items()
        }
        columns[f"{entry.seats} players"][FAIR_SHARE] = f"{entry.fair:.1%}"
    if characters.keys() & felled.keys():
        columns["felled in a match"] = {
            character: f"{felled[character] / share.of:.2f}" for character, share in characters.items()
        }
    if leading:
        leading_rates = {character: f"{share.rate:.1%} of {share.of}" for character, share in leading.items()}
        columns["won when first in the turn order"] = leading_rates
    yield f"| | {' | '.join(columns)} |"
    yield f"|---|{'---:|' * len(columns)}"
    for character in (*sorted(characters, key=lambda character: -characters[character].rate), FAIR_SHARE):
        cells = (column.get(character, "–") for column in columns.values())
        yield f"| {names.get(character, character)} | {' | '.join(cells)} |"


def _seat_section(standings: Standings, rules: Mapping[str, str]) -> Iterator[str]:
    """Yields the section for one number of seats."""
    yield from ("", f"## {standings.seats} players: {standings.matches:,} matches", "")
    yield from _seat_table(standings)
    if standings.lengths:
        yield from ("", *_length_table(standings))
    yield from ("", *_ending_table(standings, rules))


def _seat_table(standings: Standings) -> Iterator[str]:
    shares = {f"seat {seat}": share for seat, share in standings.shares["seat"].items()}
    shares |= {TURNS[turn]: share for turn, share in standings.shares.get("turn", {}).items()}
    yield "| | won | interval | matches |"
    yield "|---|---:|---:|---:|"
    for name, share in shares.items():
        yield f"| {name} | {share.rate:.1%} | {_interval_text(share)} | {share.of} |"
    if slots := standings.counts.get("slot"):
        fell = ", ".join(f"{slot}: {slots[slot] / standings.matches:.2f}" for slot in sorted(slots))
        yield ""
        yield f"Felled in a match, by slot of the turn order: {fell}."


def _length_table(standings: Standings) -> Iterator[str]:
    yield "| a finished match | least | median | mean | nine in ten within | most |"
    yield "|---|---:|---:|---:|---:|---:|"
    for kind, length in standings.lengths.items():
        n = sorted(length.elements())
        ninth_decile = n[-(-9 * len(n) // 10) - 1]
        title = kind[0].upper() + kind[1:]
        yield f"| {title} | {n[0]} | {median(n):g} | {mean(n):.1f} | {ninth_decile} | {n[-1]} |"


def _ending_table(standings: Standings, rules: Mapping[str, str]) -> Iterator[str]:
    yield "| ended by | matches | |"
    yield "|---|---:|---|"
    for rule, count in standings.counts["ending"].most_common():
        yield f"| {rule} | {count / standings.matches:.1%} | {rules.get(rule, '')} |"


def _interval_text(share: Share) -> str:
    low, high = share.interval
    return f"{low:.1%} – {high:.1%}"
