"""Round robin by Berger tables (FIDE C.05, annex 1): which number meets which, when and in which seat."""

from __future__ import annotations

from collections.abc import Iterator

from ...messages import Message
from ..facts import Player
from ..plan import Unplayed
from ..refusals import Refused
from ..withdrawals import annulled_players
from .due import PairingResult, RoundInput


def berger_pairs(size: int, number: int) -> Iterator[tuple[int, int]]:
    """Yields the pairs of round *number* among an even *size*, the first turn first; all count from 1."""
    for one in range(1, size):
        other = (number + 1 - one) % (size - 1) or size - 1
        if one == other:
            yield (one, size) if one <= size // 2 else (size, one)
        elif one < other:
            yield (one, other) if (one + other) % 2 else (other, one)


def round_count(players: int, legs: int) -> int:
    """Returns how many rounds it takes that everybody meets everybody so often."""
    return (players - 1 + players % 2) * legs


def propose_round(due: RoundInput) -> PairingResult:
    """Returns a round of a round robin, numbers drawn by lot; in every second leg the seats are swapped.

    Who comes late takes the place that is free where the number of players is odd. Where an opponent is
    missing, the other has a free round; if the opponent dropped out and its games stand, a full-point bye.
    Raises `Refused` after the last round, and for late entries that find no place.
    """
    numbers = player_numbers(due)
    size = len(numbers)
    last = round_count(size, due.plan.legs)
    if due.number > last:
        raise Refused(Message("This stage ends with round {rounds}.", rounds=last))
    leg, number = divmod(due.number - 1, size - 1)
    tables, byes = [], {}
    playing = set(due.players)
    void = annulled_players(due.t, due.stage)
    for pair in berger_pairs(size, number + 1):
        first, second = (numbers[one - 1] for one in (pair if leg % 2 == 0 else pair[::-1]))
        if first in playing and second in playing:
            tables.append((first or "", second or ""))
            continue
        for who, other in ((first, second), (second, first)):
            if who is not None and who in playing:
                byes[who] = _bye_without_opponent(due, other, void)
    return PairingResult(tuple(tables), byes)


def propose_together(due: RoundInput, one: Player, other: Player) -> PairingResult:
    """Raises `Refused`, which tells in which rounds two players meet by the table."""
    numbers = player_numbers(due)
    size = len(numbers)
    pair = {numbers.index(one) + 1, numbers.index(other) + 1}
    (first,) = (
        number for number in range(1, size) if any(pair == {*meet} for meet in berger_pairs(size, number))
    )
    met = ", ".join(str(leg * (size - 1) + first) for leg in range(due.plan.legs))
    raise Refused(
        Message(
            "By the Berger table {one} meets {other} in round {rounds}.", one=one, other=other, rounds=met
        )
    )


def player_numbers(due: RoundInput) -> list[Player | None]:
    """Returns who has which number; `None` has the last one where it is nobody's.

    Lots draw the numbers, but players of a report file keep theirs.
    """
    entrants = due.t.entrants(due.stage)
    began = [who for who in entrants if who in due.starters]
    drawn = {who: due.lot_of(who, f"number:{due.stage}") for who in began}
    numbers: list[Player | None] = [*sorted(began, key=lambda who: (drawn[who], who))]
    if due.stage == 1 and due.t.report is not None:
        numbers = [*began]
    late = [who for who in entrants if who not in due.starters]
    if len(numbers) % 2:
        numbers.append(late.pop(0) if late else None)
    for who in late:
        if who in due.players:
            raise Refused(Message("{player} came too late: this round robin has no place left.", player=who))
    return numbers


def _bye_without_opponent(due: RoundInput, other: Player | None, void: frozenset[Player]) -> Unplayed:
    """Returns what kind of bye it is to be without the opponent that there should have been."""
    gone = other is not None and due.t.players[other].attendance != "playing"
    return "full_bye" if gone and other not in void else "zero_bye"
