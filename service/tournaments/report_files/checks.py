"""Checks the rounds, points and Berger tables of a report file."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from domain.messages import Message
from domain.tournament.pairing import berger
from domain.tournament.scoring.results import result_units

from .model import Header, Notes, PlayerLine, Rank, ReadRound, Records


def check_rounds(
    records: Records,
    header: Header,
    players: Mapping[Rank, PlayerLine],
    rounds: list[ReadRound],
    notes: Notes,
) -> None:
    """Adds notes on the number of rounds, on points and on players without a game."""
    tag = next((tag for tag in ("142", "XXR") if tag in records), "")
    if header.rounds is not None and header.rounds < len(rounds):
        message = Message(
            "The file holds {rounds} rounds, but announces {announced}.",
            rounds=len(rounds),
            announced=header.rounds,
        )
        notes.add_error(message, records[tag][0][0], 5)
    if header.rounds is None and header.format == "swiss":
        message = Message(
            "The file announces no number of rounds (record 142): it has {rounds}.", rounds=len(rounds)
        )
        notes.add_warning(message, 1)
    for number, round_ in enumerate(rounds, 1):
        blank = [
            rank
            for rank in round_.byes
            if number > len(players[rank].cells) or players[rank].cells[number - 1].is_blank
        ]
        if blank:
            ranks = ", ".join(map(str, blank))
            message = Message(
                "Round {round}: these players have neither a game nor a bye, and get no points: {ranks}.",
                round=number,
                ranks=ranks,
            )
            notes.add_warning(message, players[blank[0]].line, 92 + 10 * (number - 1))
    _check_points(header, players, rounds, notes)
    if header.format == "round_robin" and not _follows_berger(players, rounds):
        message = Message(
            "The rounds do not follow the Berger table of the starting ranks:"
            " pair the rounds to come by hand."
        )
        notes.add_warning(message, 1)


def _check_points(
    header: Header, players: Mapping[Rank, PlayerLine], rounds: list[ReadRound], notes: Notes
) -> None:
    points = header.points
    fractions = dict.fromkeys(players, Fraction(0))
    for round_ in rounds:
        for rank, kind in round_.byes.items():
            fractions[rank] += Fraction(points.units_unplayed(kind), points.unit)
        for game in round_.games:
            for seat, rank in enumerate(game.seats):
                if game.result is not None:
                    fractions[rank] += Fraction(result_units(points, game.result, seat), points.unit)
    for rank, player in players.items():
        if player.points and Fraction(player.points) != fractions[rank]:
            message = Message(
                "Player {rank} has {points} points in the file, but {counted} by the rounds.",
                rank=rank,
                points=player.points,
                counted=f"{float(fractions[rank]):.1f}",
            )
            notes.add_warning(message, player.line, 81)


def _follows_berger(players: Mapping[Rank, PlayerLine], rounds: list[ReadRound]) -> bool:
    ranks = [*players]
    size = len(ranks) + len(ranks) % 2
    for number, round_ in enumerate(rounds):
        pairs = berger.berger_pairs(size, number % max(1, size - 1) + 1)
        expected = {frozenset(ranks[i - 1] for i in pair if i <= len(ranks)) for pair in pairs}
        if any(frozenset(game.seats) not in expected for game in round_.games):
            return False
    return True
