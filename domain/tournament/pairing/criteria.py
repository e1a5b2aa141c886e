"""What it costs that two players meet in a Swiss round: the criteria, in the order of their weight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import groupby
from math import lcm
from typing import TypeAlias

from ..facts import Player
from ..history import stage_history
from ..penalties import penalties_in
from .due import RoundInput

CRITERIA = (
    "rematches",
    "byes_again",
    "bye_score",
    "floats",
    "turn_balance",
    "turn_alternation",
    "floats_again",
)
"""What a pairing is told by, in the order of weight; each is 0 where nothing is to be wished.

- `rematches`: how often those who meet have met before.
- `byes_again`: how many rounds that gave points without a game the one with the bye had before.
- `bye_score`: how far its score is above the lowest, in units of points.
- `floats`: the differences of scores at the tables, in units, squared.
- `turn_balance`: by how much more than one the first turns of players differ from their other games, squared.
- `turn_alternation`: how often players then had the same turn in a row, beyond once, squared.
- `floats_again`: who meets a higher, or a lower, score again: 2 if it last did a round ago, 1 if two ago.
"""
Cost: TypeAlias = tuple[int, ...]
NO_COST: Cost = (0,) * len(CRITERIA)
Node: TypeAlias = Player | None
"""A player, or nobody: whoever is to meet nobody has the bye."""
Kind: TypeAlias = tuple[int, ...]
"""A player's score, points without a game, balance of turns, last seat, how often in a row, last two floats.

Nobody's is empty.
"""
POINTS_WITHOUT_GAME = ("bye", "full_bye", "forfeit_won")


class Criteria:
    """The costs of a round that is *due*, for tables of two seats."""

    def __init__(self, due: RoundInput) -> None:
        self.due, self.past_games = due, due.past_games
        self._games = stage_history(due.t, due.stage, due.number - 1, pairing=True)

    @cached_property
    def scores(self) -> Mapping[Player, int]:
        """The score of each player in units, or in parts of one, so that all are whole numbers."""
        return self.scores_before(self.due.number)

    @cached_property
    def parts_per_unit(self) -> int:
        """Into how many parts units are divided, so that all scores are whole numbers: mostly one."""
        unit = self.due.t.opened.points.unit
        worth = (game.points * unit for games in self._games.values() for game in games)
        return lcm(*(each.denominator for each in worth))

    def scores_before(self, number: int) -> dict[Player, int]:
        """Returns the scores before a round, in `parts_per_unit` of a unit."""
        whole = self.parts_per_unit * self.due.t.opened.points.unit
        scores = {
            who: sum(int(game.points * whole) for game in games if game.round < number)
            for who, games in self._games.items()
        }
        for given in penalties_in(self.due.t, self.due.stage, number - 1):
            scores[given.penalty.player] -= given.penalty.points * self.parts_per_unit
        return scores

    @cached_property
    def floats(self) -> Mapping[Player, Sequence[int]]:
        """Of the last two rounds, the last one first: 1 where a player met a higher score, -1 a lower one.

        The bye of the pairing counts as a lower score.
        """
        found: dict[Player, list[int]] = {who: [] for who in self._games}
        for known in self.due.earlier_rounds[:-3:-1]:
            scores = self.scores_before(known.number)
            met = dict.fromkeys((who for who, kind in known.byes.items() if kind == "bye"), -1)
            for table in known.tables.values():
                for who in table.seats:
                    others = max(scores[other] for other in table.seats if other != who)
                    met[who] = (others > scores[who]) - (others < scores[who])
            for who, rows in found.items():
                rows.append(met.get(who, 0))
        return found

    @cached_property
    def seat_runs(self) -> Mapping[Player, tuple[int, int]]:
        """The seat each player had last, and in how many games in a row; nobody had seat -1."""
        found = {}
        for who in self._games:
            seats = self.past_games.seats[who]
            last = seats[-1] if seats else -1
            found[who] = last, next((len([*run]) for _, run in groupby(reversed(seats))), 0)
        return found

    @cached_property
    def lowest_score(self) -> int:
        """The lowest score of those who play."""
        return min((self.scores[who] for who in self.due.players), default=0)

    @cached_property
    def _kind_by_player(self) -> Mapping[Node, Kind]:
        kinds: dict[Node, Kind] = {None: ()}
        for who, games in self._games.items():
            given = sum(game.unplayed in POINTS_WITHOUT_GAME for game in games)
            balance = self.past_games.balance(who)
            kinds[who] = self.scores[who], given, balance, *self.seat_runs[who], *self.floats[who]
        return kinds

    def kind_of(self, node: Node) -> Kind:
        """Returns all that costs depend on but for whom a player met."""
        return self._kind_by_player[node]

    def cost_of_pair(self, one: Node, other: Node) -> Cost:
        """Returns what it costs that two players meet, in the better order of turns, or one has the bye."""
        rematches = 0 if one is None or other is None else self.past_games.meetings[frozenset((one, other))]
        return rematches, *self.cost_between_kinds(self.kind_of(one), self.kind_of(other))[1:]

    def cost_between_kinds(self, one: Kind, other: Kind) -> Cost:
        """Returns what it costs that players of two kinds meet who have not met yet."""
        if not one and not other:
            return NO_COST
        if not one or not other:
            score, given, _, _, _, *floats = one or other
            return 0, given, score - self.lowest_score, 0, 0, 0, _repeated_floats(floats, -1)
        apart = one[0] - other[0]
        direction = (apart > 0) - (apart < 0)
        again = _repeated_floats(one[5:], -direction) + _repeated_floats(other[5:], direction) if apart else 0
        return 0, 0, 0, apart * apart, *min(_turn_costs(one, other), _turn_costs(other, one)), again

    def seats(self, one: Player, other: Player) -> tuple[Player, Player]:
        """Returns two players in the order of their turns; what is level falls by lot."""
        lots = self.due.lots
        first, second = sorted((one, other), key=lambda who: (-lots[who], who))
        kinds = self.kind_of(first), self.kind_of(second)
        return (second, first) if _turn_costs(kinds[1], kinds[0]) < _turn_costs(*kinds) else (first, second)


def _turn_costs(first: Kind, second: Kind) -> tuple[int, int]:
    (_, _, balance, seat, run, *_), (_, _, other_balance, other_seat, other_run, *_) = first, second
    balances = max(abs(balance + 1), 1), max(abs(other_balance - 1), 1)
    alternation = (run * run if seat == 0 else 0) + (other_run * other_run if other_seat == 1 else 0)
    return sum((each - 1) ** 2 for each in balances), alternation


def _repeated_floats(floats: Sequence[int], direction: int) -> int:
    return sum(2 - i for i, float in enumerate(floats) if float == direction)
