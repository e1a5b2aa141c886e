"""The header of a report file with title, rounds, points and tie-breakers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Literal

from domain.messages import Message
from domain.tournament.plan import Points, Tiebreaker

from ..exports.trf import TIEBREAKER_CODES
from .model import MAX_ROUNDS, Header, Notes, Records

TEAM_TAGS = ("013", "310", "320", "330", "300", "801", "802")
SILENT_TAGS = (
    *("001", "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132"),
    *("142", "152", "162", "172", "182", "192", "202", "212", "222", "240", "XXR", "XXC", "XXZ", "###"),
)
"""The tags without a warning, as readable or as irrelevant for the rounds."""
ROUND_ROBIN = re.compile(r"round.?robin|berger|toutes.rondes|girone", re.IGNORECASE)
DEFAULT_POINTS: Mapping[str, Fraction] = {
    "W": Fraction(1),
    "D": Fraction(1, 2),
    "L": Fraction(0),
    "A": Fraction(0),
}

_ENTRY = re.compile(r"\s*([WDLAPX])\s*(\d{1,3}(?:\.\d)?)(?=\s|$)", re.ASCII)
_CODES: Mapping[str, Tiebreaker] = {code: tiebreaker for tiebreaker, code in TIEBREAKER_CODES.items()}


def read_header(records: Records, notes: Notes) -> Header:
    """Returns the announcements in *records*, and adds their errors to *notes*."""
    _check_tags(records, notes)
    points = _point_system(records, notes)
    kind = _record_text(records, "092")
    type_code = _record_text(records, "192").upper()
    is_dutch = type_code.startswith("FIDE_DUTCH") and points.win == 2 * points.draw and not points.loss
    if type_code and (not is_dutch or type_code.endswith("BAKU")):
        message = Message("The pairing system “{code}” is not paired as such here.", code=type_code)
        notes.add_warning(message, records["192"][0][0], 5)
    is_round_robin = bool(ROUND_ROBIN.search(f"{kind} {type_code.replace('_', ' ')}"))
    return Header(
        _record_text(records, "012"),
        _round_number(records, notes),
        "round_robin" if is_round_robin else "swiss",
        "dutch" if is_dutch and not is_round_robin else "",
        points,
        _read_tiebreakers(records, notes),
        _first_turn(records),
        _record_text(records, "182"),
    )


def _check_tags(records: Records, notes: Notes) -> None:
    for tag, lines in records.items():
        if tag in TEAM_TAGS:
            message = Message("Record {tag} is of a team tournament, which cannot be read.", tag=tag)
            notes.add_error(message, lines[0][0])
        elif tag not in SILENT_TAGS:
            notes.add_warning(Message("Record “{tag}” is not read.", tag=tag), lines[0][0])


def _record_text(records: Records, tag: str) -> str:
    return " ".join(records[tag][0][1][4:].split()) if tag in records else ""


def _round_number(records: Records, notes: Notes) -> int | None:
    for tag in ("142", "XXR"):
        if text := _record_text(records, tag):
            if text.isascii() and text.isdecimal() and 1 <= int(text) <= MAX_ROUNDS:
                return int(text)
            message = Message(
                "A number of rounds from 1 to {most} is expected, not “{value}”.", most=MAX_ROUNDS, value=text
            )
            notes.add_error(message, records[tag][0][0], 5)
    return None


def _point_system(records: Records, notes: Notes) -> Points:
    values = dict(DEFAULT_POINTS)
    for number, line in records.get("162", ()):
        index = 4
        while line[index:].strip():
            if not (entry := _ENTRY.match(line, index)):
                message = Message(
                    "Record 162 has entries such as “W 1.0”, with W, D, L, A, P or X, not “{value}”.",
                    value=line[index:].strip(),
                )
                notes.add_error(message, number, index + 1)
                break
            values[entry[1]] = Fraction(entry[2])
            index = entry.end()
        if values["A"]:
            message = Message(
                "An absence is worth {points} in the file, and nothing here.",
                points=f"{float(values['A']):.1f}",
            )
            notes.add_warning(message, number, 5)
    win, draw, loss = values["W"], values["D"], values["L"]
    bye = values.get("P", win)
    unit = lcm(*(value.denominator for value in (win, draw, loss, bye)))
    full, half, none, allocated = (int(value * unit) for value in (win, draw, loss, bye))
    return Points(full, half, none, allocated, half, full, full, unit)


def _read_tiebreakers(records: Records, notes: Notes) -> tuple[Tiebreaker, ...]:
    tag = next((tag for tag in ("212", "202") if _record_text(records, tag)), "")
    codes = [code.strip() for code in _record_text(records, tag).split(",")] if tag else []
    if unknown := [code for code in codes if code not in _CODES and code != "PTS"]:
        message = Message("Tie-breakers without a counterpart here: {codes}.", codes=", ".join(unknown))
        notes.add_warning(message, records[tag][0][0], 5)
    return tuple(dict.fromkeys(_CODES[code] for code in codes if code in _CODES))


def _first_turn(records: Records) -> Literal[0, 1] | None:
    initial = _record_text(records, "152").upper() or _record_text(records, "XXC").lower()
    if initial == "W" or "white1" in initial:
        return 0
    return 1 if initial == "B" or "black1" in initial else None
