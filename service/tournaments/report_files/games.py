"""Games of a report file, from the lines of both players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from domain.messages import Message
from domain.tournament.facts import Requested
from domain.tournament.plan import Unplayed
from domain.tournament.scoring.results import Result

from .model import Cell, Notes, PlayerLine, Rank, ReadGame, ReadRound

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
"""The outcome for the opponent, if only one line has the result."""
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
    """Returns round *number*, and notes its games with contradicting lines."""
    cells = {rank: _cell_of_round(player, number) for rank, player in players.items()}
    games = tuple(_read_games(players, cells, number, notes))
    seated_ranks = {rank for game in games for rank in game.seats}
    byes = {
        rank: BYES[cell.code]
        for rank, cell in cells.items()
        if rank not in seated_ranks and not cell.opponent
    }
    return ReadRound(games, byes)


def _cell_of_round(player: PlayerLine, number: int) -> Cell:
    return (
        player.cells[number - 1] if number <= len(player.cells) else Cell(0, "-", "", 92 + 10 * (number - 1))
    )


def _read_games(
    players: Mapping[Rank, PlayerLine], cells: Mapping[Rank, Cell], number: int, notes: Notes
) -> Iterator[ReadGame]:
    paired: set[Rank] = set()
    for rank, cell in cells.items():
        if not cell.opponent or rank in paired:
            continue
        line, opponent = players[rank].line, cell.opponent
        if opponent not in cells or opponent == rank:
            message = Message("No other player has the starting rank {number}.", number=opponent)
            notes.add_error(message, line, cell.column)
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
            notes.add_error(message, line, cell.column)
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
            notes.add_error(message, line, cell.column + 5)
        is_second = cell.colour == "b" or (cell.colour == "-" and other.colour == "w")
        result = _read_result(players, (rank, cell), (opponent, other), number, notes)
        if is_second:
            yield ReadGame((opponent, rank), _swap_seats(result))
        else:
            yield ReadGame((rank, opponent), result)


def _read_result(
    players: Mapping[Rank, PlayerLine],
    first: tuple[Rank, Cell],
    two: tuple[Rank, Cell],
    number: int,
    notes: Notes,
) -> Result | None:
    """Returns the result of a game for the first player."""
    (rank, cell), (opponent, other) = first, two
    outcome, reply = OUTCOMES.get(cell.code), OUTCOMES.get(other.code)
    if outcome is None and reply is None:
        message = Message(
            "Round {round}: the game of players {rank} and {opponent} has no result yet.",
            round=number,
            rank=rank,
            opponent=opponent,
        )
        notes.add_warning(message, players[rank].line, cell.column)
        return None
    if outcome is None or reply is None:
        (sole, cell_with_result), missing = ((rank, cell), opponent) if outcome else ((opponent, other), rank)
        message = Message(
            "Round {round}: only the line of player {rank} has the result “{value}” against {opponent}."
            " It counts for both.",
            round=number,
            rank=sole,
            opponent=missing,
            value=cell_with_result.code,
        )
        notes.add_warning(message, players[sole].line, cell_with_result.column + 7)
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
        notes.add_error(message, players[rank].line, cell.column + 7)
        return None
    return RESULTS[outcome, reply]


def _swap_seats(result: Result | None) -> Result | None:
    """Returns a result for the other player."""
    if result is None:
        return None
    return Result(result.places[::-1], forfeits=tuple(sorted(1 - seat for seat in result.forfeits)))
