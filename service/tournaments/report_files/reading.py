"""Reads report files (TRF-16 and TRF-2026) completely, or reports all their errors."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Mapping

from domain.messages import Message
from domain.tournament.facts import Requested

from .checks import check_rounds
from .games import REQUESTS, read_round
from .header import read_header
from .model import MAX_CELLS, MAX_PLAYERS, MAX_ROUNDS, Notes, PlayerLine, Rank, Records, Report
from .players import read_number, read_player

_LINES = re.compile(r"\r\n|\r|\n")


def decode_report(file: bytes) -> str:
    """Returns the text of a *file* in UTF-8, UTF-16 with its mark, or Windows-1252."""
    if file.startswith((b"\xff\xfe", b"\xfe\xff")):
        return file.decode("utf-16", errors="replace")
    try:
        return file.decode("utf-8-sig")
    except UnicodeDecodeError:
        return file.decode("cp1252", errors="replace")


def read_report(text: str) -> Report:
    """Returns the report in *text*; raises `InvalidReport` with all its errors."""
    notes = Notes()
    records = _split_records(text)
    players = _read_players(records, notes)
    header = read_header(records, notes)
    columns = max((len(player.cells) for player in players.values()), default=0)
    if len(players) * columns > MAX_CELLS:
        message = Message("A report file has up to {most} results of its players.", most=MAX_CELLS)
        notes.add_error(message, records["001"][0][0])
        notes.raise_errors()
    rounds = [read_round(players, number, notes) for number in range(1, columns + 1)]
    byes = _read_byes(records, players, notes)
    notes.raise_errors()
    if rounds and not rounds[-1].games and "bye" not in rounds[-1].byes.values():
        byes[len(rounds)] |= _requested_byes(players, len(rounds))
        rounds.pop()
    check_rounds(records, header, players, rounds, notes)
    notes.raise_errors()
    total = header.rounds or len(rounds)
    gone = _departed_ranks(byes, len(rounds), total)
    to_come = {
        number: {rank: kind for rank, kind in args.items() if rank not in gone}
        for number, args in byes.items()
        if len(rounds) < number <= total
    }
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Report(header, (*players.values(),), (*rounds,), to_come, gone, (*notes.warnings,), digest)


def _split_records(text: str) -> Records:
    """Returns the lines by tag, with their numbers."""
    records: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for number, line in enumerate(_LINES.split(text.removeprefix("\ufeff")), 1):
        line = line.replace("\t", " ").rstrip()
        if line:
            records[line[:3]].append((number, line))
    return dict(records)


def _read_players(records: Records, notes: Notes) -> dict[Rank, PlayerLine]:
    """Returns the players by starting rank, the lowest first."""
    players: dict[Rank, PlayerLine] = {}
    lines = records.get("001", ())
    if not lines:
        notes.add_error(Message("The file has no players: no line begins with 001."), 1)
    if len(lines) > MAX_PLAYERS:
        notes.add_error(
            Message("A report file has up to {most} players.", most=MAX_PLAYERS), lines[MAX_PLAYERS][0]
        )
        notes.raise_errors()
    for number, line in lines:
        player = read_player(line, number, notes)
        if player.rank and (earlier := players.get(player.rank)) is not None:
            message = Message(
                "Line {line} has the starting rank {number} already.", line=earlier.line, number=player.rank
            )
            notes.add_error(message, number, 5)
        players.setdefault(player.rank, player)
    return dict(sorted(players.items()))


def _read_byes(
    records: Records, players: Mapping[Rank, PlayerLine], notes: Notes
) -> defaultdict[int, dict[Rank, Requested]]:
    """Returns the byes of records 240 and XXZ, by round."""
    byes: defaultdict[int, dict[Rank, Requested]] = defaultdict(dict)
    for number, line in records.get("240", ()):
        code = line[4:5].upper()
        if code not in ("F", "H", "Z"):
            notes.add_error(Message("The bye is F, H or Z, not “{value}”.", value=code), number, 5)
            continue
        round_ = read_number(line, 6, 9, 1, MAX_ROUNDS, number, notes)
        for start in range(10, len(line), 5):
            rank = read_number(line, start, start + 4, 1, 9999, number, notes)
            if rank is not None and rank not in players:
                message = Message("No other player has the starting rank {number}.", number=rank)
                notes.add_error(message, number, start + 1)
            elif rank is not None and round_ is not None:
                byes[round_][rank] = REQUESTS[code]
    last_round = max((len(player.cells) for player in players.values()), default=0)
    for _, line in records.get("XXZ", ()):
        ranks = (int(word) for word in line[3:].split() if word.isascii() and word.isdecimal())
        byes[last_round + 1] |= dict.fromkeys((rank for rank in ranks if rank in players), "zero_bye")
    return byes


def _requested_byes(players: Mapping[Rank, PlayerLine], number: int) -> dict[Rank, Requested]:
    """Returns the byes of a last column without games, for a round still unpaired."""
    codes = {
        rank: player.cells[number - 1].code for rank, player in players.items() if len(player.cells) >= number
    }
    return {rank: REQUESTS[code] for rank, code in codes.items() if code in REQUESTS}


def _departed_ranks(
    byes: Mapping[int, Mapping[Rank, Requested]], last_round: int, total: int
) -> tuple[Rank, ...]:
    """Returns the players without any coming round."""
    to_come = [byes.get(number, {}) for number in range(last_round + 1, total + 1)]
    absent = [{rank for rank, kind in requests.items() if kind == "zero_bye"} for requests in to_come]
    return tuple(sorted(set.intersection(*absent))) if absent else ()
