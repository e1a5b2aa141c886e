"""Common parts of brackets, with slots of seeds, outcomes of matches and byes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeAlias

from ...messages import Message
from ..facts import Player
from ..refusals import Refused
from ..state import Round, Table
from .round_input import RoundInput

Slot: TypeAlias = Player | None
"""Place in a bracket, empty after a bye or a double loss."""


class MatchOutcome(NamedTuple):
    """Winner and losers of a match, without losers after a bye, without a winner if both lose."""

    winner: Slot = None
    losers: tuple[Player, ...] = ()

    @property
    def loser(self) -> Slot:
        """The only loser, if there is one."""
        return self.losers[0] if len(self.losers) == 1 else None


def seed_slots(seeds: Sequence[Player]) -> list[Slot]:
    """Returns the first slots of a bracket, in which the best seeds meet last and have the byes."""
    order = [0]
    while len(order) < len(seeds):
        order = [slot for seed in order for slot in (seed, 2 * len(order) - 1 - seed)]
    return [seeds[seed] if seed < len(seeds) else None for seed in order]


def fill_slots(slots: Sequence[Slot], players: Sequence[Player] | None = None) -> list[Slot]:
    """Returns *slots* with only *players*, lengthened to a power of two.

    Players stay in their places, and new ones take free places first. Without *players* all stay.
    """
    remaining = [slot if players is None or slot in players else None for slot in slots]
    added = [player for player in players or () if player not in slots]
    for index, slot in enumerate(remaining):
        if slot is None and added:
            remaining[index] = added.pop(0)
    remaining += added
    size = 1
    while size < len(remaining):
        size *= 2
    return remaining + [None] * (size - len(remaining))


def match_outcomes(slots: Sequence[Slot], round_: Round) -> list[MatchOutcome]:
    """Returns the outcome of each two *slots* in a played round, even after changes by hand.

    A changed table is the match of the first of its players. Raises `Refused` for missing results.
    """
    outcome_by_match: dict[int, MatchOutcome] = {}
    late = []
    matches = {slot: i // 2 for i, slot in enumerate(slots) if slot is not None}
    for outcome in _table_outcomes(round_):
        players = (outcome.winner, *outcome.losers)
        places = sorted(matches[player] for player in players if player in matches)
        match_index = next((index for index in places if index not in outcome_by_match), None)
        if match_index is None:
            late.append(outcome)
        else:
            outcome_by_match[match_index] = outcome
    empty = [i for i in range(len(slots) // 2) if i not in outcome_by_match]
    outcome_by_match |= dict(zip(empty, late, strict=False))
    return [outcome_by_match.get(i, MatchOutcome()) for i in range(len(slots) // 2)]


def check_results_complete(round_: Round) -> None:
    """Raises `Refused` for missing results and for draws."""
    for table in round_.tables.values():
        table_outcome(round_, table)


def can_meet_in(slots: Sequence[Slot], round_: Round) -> bool:
    """Returns whether some table of a round consists of players of *slots*."""
    return any(set(table.seats) <= {*slots} for table in round_.tables.values())


def walkover_outcomes(slots: Sequence[Slot], present: Collection[Player]) -> list[MatchOutcome]:
    """Returns the outcomes of *slots* without any game; *present* players advance."""
    pairs = zip(slots[::2], slots[1::2], strict=True)
    return [MatchOutcome(next((player for player in pair if player in present), None)) for pair in pairs]


def _table_outcomes(round_: Round) -> list[MatchOutcome]:
    tables = [table_outcome(round_, table) for _, table in sorted(round_.tables.items())]
    return [*tables, *(MatchOutcome(player) for player in sorted(round_.byes))]


def table_outcome(round_: Round, table: Table) -> MatchOutcome:
    """Returns the outcome of a table; raises `Refused` while it is open, and for a draw."""
    result = table.pairing_result
    if result is None:
        raise missing_results_error(round_)
    best = [player for player, rank in zip(table.seats, result.places, strict=True) if rank == 1]
    if len(best) > 1:
        raise Refused(
            Message(
                "Table {table} of round {round} was a draw. Correct its result, so that one player goes on.",
                table=table.number,
                round=round_.number,
            )
        )
    winner = best[0] if best else None
    return MatchOutcome(winner, tuple(player for player in table.seats if player != winner))


def missing_results_error(round_: Round) -> Refused:
    """Returns the refusal for missing results of a round."""
    tables = (str(number) for number, table in sorted(round_.tables.items()) if table.pairing_result is None)
    numbers = ", ".join(tables)
    return Refused(
        Message("Round {round} lacks results. Tables: {tables}.", round=round_.number, tables=numbers)
    )


def pair_slots(
    round_input: RoundInput, slots: Sequence[Slot]
) -> tuple[list[tuple[Player, ...]], list[Player]]:
    """Returns the tables of each two *slots*, and byes of players without an opponent."""
    tables, byes = [], []
    playing = frozenset(round_input.players)
    for pair in zip(slots[::2], slots[1::2], strict=True):
        present = [player for player in pair if player in playing]
        if len(present) == 2:
            tables.append(order_by_turn(round_input, present))
        else:
            byes += present
    return tables, byes


def order_by_turn(round_input: RoundInput, players: Sequence[Player]) -> tuple[Player, ...]:
    """Returns two players in their seats, by earlier turns or by lot."""
    return tuple(
        sorted(
            players,
            key=lambda player: (
                round_input.past_games.turn_priority(player),
                -round_input.lots[player],
                player,
            ),
        )
    )
