"""Games of a report file: each stands on the lines of both players, which have to agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from domain.messages import Message
from domain.tournament.facts import Requested
from domain.tournament.plan import Unplayed
from domain.tournament.scoring.results import Result

from .model import Cell, Notes, Pairing, PlayerLine, Rank, ReadRound

Outcome: TypeAlias = Literal["win", "loss", "draw", "forfeit_won", "forfeit_lost"]

OUTCOMES: Mapping[str, Outcome] = {
    "1": "win",
    "W": "win",
    "0": "loss",
    "L": "loss",
    "=": "draw",
    "D": "draw",
    "+": "forfeit_won",
    "-": "forfeit_lost",
}
REPLIES: Mapping[Outcome, Outcome] = {
    "win": "loss",
    "loss": "win",
    "draw": "draw",
    "forfeit_won": "forfeit_lost",
    "forfeit_lost": "forfeit_won",
}
"""The outcome on the opponent's line, where only one line has the result."""
RESULTS: Mapping[tuple[Outcome, Outcome], Result] = {
    ("win", "loss"): Result((1, 2)),
    ("loss", "win"): Result((2, 1)),
    ("draw", "draw"): Result((1, 1)),
    ("loss", "loss"): Result((2, 2)),
    ("forfeit_won", "forfeit_lost"): Result((1, 2), forfeits=(1,)),
    ("forfeit_lost", "forfeit_won"): Result((2, 1), forfeits=(0,)),
    ("forfeit_lost", "forfeit_lost"): Result((2, 2), forfeits=(0, 1)),
}
REQUESTS: Mapping[str, Requested] = {
    **dict.fromkeys("F1W", "full_bye"),
    **dict.fromkeys("H=D", "half_bye"),
    **dict.fromkeys("Z-0L", "zero_bye"),
}
BYES: Mapping[str, Unplayed] = {"U": "bye", "+": "bye", "": "zero_bye", **REQUESTS}


def read_round(players: Mapping[Rank, PlayerLine], number: int, notes: Notes) -> ReadRound:
    """Returns round *number*, and adds to *notes* the games on which two lines do not agree."""
    cells = {rank: _cell(player, number) for rank, player in players.items()}
    games = tuple(_games(players, cells, number, notes))
    seated = {rank for game in games for rank in game.seats}
    byes = {rank: BYES[cell.code] for rank, cell in cells.items() if rank not in seated and not cell.opponent}
    return ReadRound(games, byes)


def _cell(player: PlayerLine, number: int) -> Cell:
    return (
        player.cells[number - 1] if number <= len(player.cells) else Cell(0, "-", "", 92 + 10 * (number - 1))
    )


def _games(
    players: Mapping[Rank, PlayerLine], cells: Mapping[Rank, Cell], number: int, notes: Notes
) -> Iterator[Pairing]:
    paired: set[Rank] = set()
    for rank, cell in cells.items():
        if not cell.opponent or rank in paired:
            continue
        line, opponent = players[rank].line, cell.opponent
        if opponent not in cells or opponent == rank:
            message = Message("No other player has the starting rank {number}.", number=opponent)
            notes.refuse(message, line, cell.column)
            continue
        other = cells[opponent]
        if other.opponent not in (0, rank) or (not other.opponent and not other.is_blank):
            message = Message(
                "Round {round}: player {rank} meets {opponent} here, but line {line} has “{value}”.",
                round=number,
                rank=rank,
                opponent=opponent,
                line=players[opponent].line,
                value=f"{other.opponent:04d} {other.colour} {other.code}",
            )
            notes.refuse(message, line, cell.column)
            continue
        paired |= {rank, opponent}
        if cell.colour == other.colour != "-":
            message = Message(
                "Round {round}: players {rank} and {opponent} both have the colour {colour}.",
                round=number,
                rank=rank,
                opponent=opponent,
                colour=cell.colour,
            )
            notes.refuse(message, line, cell.column + 5)
        is_second = cell.colour == "b" or (cell.colour == "-" and other.colour == "w")
        result = _result(players, (rank, cell), (opponent, other), number, notes)
        if is_second:
            yield Pairing((opponent, rank), _turned(result))
        else:
            yield Pairing((rank, opponent), result)


def _result(
    players: Mapping[Rank, PlayerLine],
    one: tuple[Rank, Cell],
    two: tuple[Rank, Cell],
    number: int,
    notes: Notes,
) -> Result | None:
    """Returns the result of a game, from the first player's view."""
    (rank, cell), (opponent, other) = one, two
    outcome, reply = OUTCOMES.get(cell.code), OUTCOMES.get(other.code)
    if outcome is None and reply is None:
        message = Message(
            "Round {round}: the game of players {rank} and {opponent} has no result yet.",
            round=number,
            rank=rank,
            opponent=opponent,
        )
        notes.warn(message, players[rank].line, cell.column)
        return None
    if outcome is None or reply is None:
        (sole, told), missing = ((rank, cell), opponent) if outcome else ((opponent, other), rank)
        message = Message(
            "Round {round}: only the line of player {rank} has the result “{value}” against {opponent}."
            " It counts for both.",
            round=number,
            rank=sole,
            opponent=missing,
            value=told.code,
        )
        notes.warn(message, players[sole].line, told.column + 7)
    outcome = outcome or REPLIES[reply or "draw"]
    reply = reply or REPLIES[outcome]
    if (outcome, reply) not in RESULTS:
        message = Message(
            "Round {round}: player {rank} has “{value}” here,"
            " but player {opponent} has “{other}” on line {line}.",
            round=number,
            rank=rank,
            opponent=opponent,
            value=cell.code,
            other=other.code,
            line=players[opponent].line,
        )
        notes.refuse(message, players[rank].line, cell.column + 7)
        return None
    return RESULTS[outcome, reply]


def _turned(result: Result | None) -> Result | None:
    """Returns a result from the other player's view."""
    if result is None:
        return None
    return Result(result.places[::-1], forfeits=tuple(sorted(1 - seat for seat in result.forfeits)))
