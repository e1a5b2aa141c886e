"""Round robin by Berger tables (FIDE C.05, annex 1)."""

from __future__ import annotations

from collections.abc import Iterator

from ...messages import Message
from ..facts import Player
from ..plan import Unplayed
from ..refusals import Refused
from ..scoring.history import annulled_players
from .round_input import PairingResult, RoundInput


def berger_pairs(size: int, number: int) -> Iterator[tuple[int, int]]:
    """Yields the pairs of round *number* among an even *size*, the first turn first, from 1."""
    for first in range(1, size):
        second = (number + 1 - first) % (size - 1) or size - 1
        if first == second:
            yield (first, size) if first <= size // 2 else (size, first)
        elif first < second:
            yield (first, second) if (first + second) % 2 else (second, first)


def round_count(players: int, legs: int) -> int:
    """Returns the number of rounds in which everyone meets everyone *legs* times."""
    return (players - 1 + players % 2) * legs


def propose_round(round_input: RoundInput) -> PairingResult:
    """Returns a round of a round robin with numbers by lot; every second leg swaps the seats.

    A late entry takes the free place of an odd field. A player without an opponent has a free round, or a
    full-point bye if the opponent dropped out and its games stand. Raises `Refused` after the last round, and
    for late entries without a place.
    """
    numbers = player_numbers(round_input)
    size = len(numbers)
    last = round_count(size, round_input.plan.legs)
    if round_input.number > last:
        raise Refused(Message("This stage ends with round {rounds}.", rounds=last))
    leg, number = divmod(round_input.number - 1, size - 1)
    tables, byes = [], {}
    playing = set(round_input.players)
    void = annulled_players(round_input.t, round_input.stage)
    for pair in berger_pairs(size, number + 1):
        first, second = (
            numbers[player_number - 1] for player_number in (pair if leg % 2 == 0 else pair[::-1])
        )
        if first in playing and second in playing:
            tables.append((first or "", second or ""))
            continue
        for player, opponent in ((first, second), (second, first)):
            if player is not None and player in playing:
                byes[player] = _bye_without_opponent(round_input, opponent, void)
    return PairingResult(tuple(tables), byes)


def propose_together(round_input: RoundInput, player: Player, opponent: Player) -> PairingResult:
    """Raises `Refused` with the rounds in which two players meet by the table."""
    numbers = player_numbers(round_input)
    size = len(numbers)
    pair = {numbers.index(player) + 1, numbers.index(opponent) + 1}
    (first,) = (
        number for number in range(1, size) if any(pair == {*meet} for meet in berger_pairs(size, number))
    )
    rounds_met = ", ".join(str(leg * (size - 1) + first) for leg in range(round_input.plan.legs))
    raise Refused(
        Message(
            "By the Berger table {one} meets {other} in round {rounds}.",
            one=player,
            other=opponent,
            rounds=rounds_met,
        )
    )


def player_numbers(round_input: RoundInput) -> list[Player | None]:
    """Returns the players by number, `None` as the last one in an odd field.

    Lots draw the numbers, but players of a report file keep theirs.
    """
    entrants = round_input.t.entrants(round_input.stage)
    began = [player for player in entrants if player in round_input.starters]
    lots = {player: round_input.lot_of(player, f"number:{round_input.stage}") for player in began}
    numbers: list[Player | None] = [*sorted(began, key=lambda player: (lots[player], player))]
    if round_input.stage == 1 and round_input.t.report is not None:
        numbers = [*began]
    late = [player for player in entrants if player not in round_input.starters]
    if len(numbers) % 2:
        numbers.append(late.pop(0) if late else None)
    for player in late:
        if player in round_input.players:
            raise Refused(
                Message("{player} came too late: this round robin has no place left.", player=player)
            )
    return numbers


def _bye_without_opponent(
    round_input: RoundInput, opponent: Player | None, void: frozenset[Player]
) -> Unplayed:
    """Returns the kind of bye for a missing *opponent*."""
    gone = opponent is not None and round_input.t.players[opponent].attendance != "playing"
    return "full_bye" if gone and opponent not in void else "zero_bye"
