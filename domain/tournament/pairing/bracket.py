"""What brackets have in common: where seeds stand, what tables of a round were which match, and who won."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeAlias

from ...messages import Message
from ..facts import Player
from ..refusals import Refused
from ..state import Round, Table
from .due import RoundInput

Slot: TypeAlias = Player | None
"""A place in a bracket; nobody's where a bye was, or where both players of a match are out."""


class MatchOutcome(NamedTuple):
    """Who won a match and who lost it; after a bye nobody has lost, after a double loss nobody has won."""

    winner: Slot = None
    losers: tuple[Player, ...] = ()

    @property
    def loser(self) -> Slot:
        """Who lost, if the other won."""
        return self.losers[0] if len(self.losers) == 1 else None


def seed_slots(seeds: Sequence[Player]) -> list[Slot]:
    """Returns the first slots of a bracket: the best meet last, and have the byes there are."""
    order = [0]
    while len(order) < len(seeds):
        order = [one for seed in order for one in (seed, 2 * len(order) - 1 - seed)]
    return [seeds[seed] if seed < len(seeds) else None for seed in order]


def fill_slots(slots: Sequence[Slot], players: Sequence[Player] | None = None) -> list[Slot]:
    """Returns *slots* with these *players* alone, lengthened to a power of two.

    Players stay in their places, and new ones take free places first. Without *players* all stay.
    """
    remaining = [slot if players is None or slot in players else None for slot in slots]
    added = [player for player in players or () if player not in slots]
    for place, slot in enumerate(remaining):
        if slot is None and added:
            remaining[place] = added.pop(0)
    remaining += added
    size = 1
    while size < len(remaining):
        size *= 2
    return remaining + [None] * (size - len(remaining))


def match_outcomes(slots: Sequence[Slot], known: Round) -> list[MatchOutcome]:
    """Returns what became of each two *slots* in a round that was played, whoever was at their table.

    A table changed by hand is the match of the first of its players. Raises `Refused` for missing results.
    """
    found: dict[int, MatchOutcome] = {}
    late = []
    matches = {slot: i // 2 for i, slot in enumerate(slots) if slot is not None}
    for outcome in _table_outcomes(known):
        players = (outcome.winner, *outcome.losers)
        places = sorted(matches[who] for who in players if who in matches)
        place = next((one for one in places if one not in found), None)
        if place is None:
            late.append(outcome)
        else:
            found[place] = outcome
    empty = [i for i in range(len(slots) // 2) if i not in found]
    found |= dict(zip(empty, late, strict=False))
    return [found.get(i, MatchOutcome()) for i in range(len(slots) // 2)]


def check_results_complete(known: Round) -> None:
    """Raises `Refused` for missing results, and for draws."""
    for table in known.tables.values():
        table_outcome(known, table)


def can_meet_in(slots: Sequence[Slot], known: Round) -> bool:
    """Returns whether a round is that of these *slots*; it is not, if nobody could meet in theirs."""
    return any(set(table.seats) <= {*slots} for table in known.tables.values())


def walkover_outcomes(slots: Sequence[Slot], there: Collection[Player]) -> list[MatchOutcome]:
    """Returns what becomes of *slots* where nobody could meet: who is *there* goes on."""
    pairs = zip(slots[::2], slots[1::2], strict=True)
    return [MatchOutcome(next((who for who in pair if who in there), None)) for pair in pairs]


def _table_outcomes(known: Round) -> list[MatchOutcome]:
    tables = [table_outcome(known, table) for _, table in sorted(known.tables.items())]
    return [*tables, *(MatchOutcome(who) for who in sorted(known.byes))]


def table_outcome(known: Round, table: Table) -> MatchOutcome:
    """Returns how a table ended; raises `Refused` while that is open, and for a draw."""
    result = table.pairing_result
    if result is None:
        raise missing_results_error(known)
    best = [who for who, place in zip(table.seats, result.places, strict=True) if place == 1]
    if len(best) > 1:
        raise Refused(
            Message(
                "Table {table} of round {round} was a draw. Correct its result, so that one player goes on.",
                table=table.number,
                round=known.number,
            )
        )
    winner = best[0] if best else None
    return MatchOutcome(winner, tuple(who for who in table.seats if who != winner))


def missing_results_error(known: Round) -> Refused:
    """Returns the refusal of whatever depends on results that a round lacks."""
    tables = (str(number) for number, table in sorted(known.tables.items()) if table.pairing_result is None)
    told = ", ".join(tables)
    return Refused(Message("Round {round} lacks results. Tables: {tables}.", round=known.number, tables=told))


def pair_slots(due: RoundInput, slots: Sequence[Slot]) -> tuple[list[tuple[Player, ...]], list[Player]]:
    """Returns the tables of each two *slots*, and who has a bye because the other is missing or gone."""
    tables, byes = [], []
    playing = frozenset(due.players)
    for pair in zip(slots[::2], slots[1::2], strict=True):
        there = [who for who in pair if who in playing]
        if len(there) == 2:
            tables.append(order_by_turn(due, there))
        else:
            byes += there
    return tables, byes


def order_by_turn(due: RoundInput, players: Sequence[Player]) -> tuple[Player, ...]:
    """Returns two players in their seats: the first turn is for whom it is due to, or drawn by lot."""
    return tuple(sorted(players, key=lambda who: (due.past_games.turns(who), -due.lots[who], who)))
