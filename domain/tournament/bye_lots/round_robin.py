"""Lots that number the players of a round robin and so decide free rounds."""

from __future__ import annotations

from collections.abc import Iterator

from ...messages import Argument, Message
from ..lots.lot_decisions import join_at_most
from ..pairing import berger
from ..pairing.round_input import RoundInput
from .border import by_registration


def decided_lots(round_input: RoundInput) -> Iterator[Message]:
    """Yields the lot behind a free round; raises `Refused` for a late entry without a place."""
    numbers = berger.player_numbers(round_input)
    size = len(numbers)
    if None not in numbers or _is_filed(round_input):
        return
    for pair in berger.berger_pairs(size, (round_input.number - 1) % (size - 1) + 1):
        seats = [numbers[number - 1] for number in pair]
        for player in seats:
            if None in seats and player in round_input.requested_byes:
                yield Message(
                    "Numbers of the round robin: drawn by lot among {players}."
                    " By them {player} has no game in round {round}.",
                    players=_numbered_players(round_input),
                    player=player or "",
                    round=round_input.number,
                )


def expected_lots(upcoming: RoundInput) -> Iterator[Message]:
    """Yields the lot that will decide the free round of each player, before the first round."""
    if not upcoming.earlier_rounds and len(upcoming.starters) % 2 and not _is_filed(upcoming):
        yield Message(
            "Numbers of the round robin: a lot decides them among {players},"
            " and with them the round in which each has no game.",
            players=_numbered_players(upcoming),
        )


def _is_filed(round_input: RoundInput) -> bool:
    """Returns whether a report file numbers the players."""
    return round_input.stage == 1 and round_input.t.report is not None


def _numbered_players(round_input: RoundInput) -> Argument:
    return join_at_most(by_registration(round_input.t, round_input.starters))
