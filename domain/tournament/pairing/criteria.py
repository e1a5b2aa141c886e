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
from .due import Due

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
NOTHING: Cost = (0,) * len(CRITERIA)
Node: TypeAlias = Player | None
"""A player, or nobody: whoever is to meet nobody has the bye."""
Kind: TypeAlias = tuple[int, ...]
"""A player's score, points without a game, balance of turns, last seat, how often in a row, last two floats.

Nobody's is empty.
"""
WITHOUT_A_GAME = ("bye", "full_bye", "forfeit_won")


class Criteria:
    """The costs of a round that is *due*, for tables of two seats."""

    def __init__(self, due: Due) -> None:
        self.due, self.past = due, due.past
        self._games = stage_history(due.t, due.stage, due.number - 1, pairing=True)

    @cached_property
    def scores(self) -> Mapping[Player, int]:
        """The score of each player in units, or in parts of one, so that all are whole numbers."""
        return self.before(self.due.number)

    @cached_property
    def parts(self) -> int:
        """Into how many parts units are divided, so that all scores are whole numbers: mostly one."""
        unit = self.due.t.opened.points.unit
        worth = (game.points * unit for games in self._games.values() for game in games)
        return lcm(*(each.denominator for each in worth))

    def before(self, number: int) -> dict[Player, int]:
        """Returns the scores before a round, in `parts` of a unit."""
        whole = self.parts * self.due.t.opened.points.unit
        scores = {
            who: sum(int(game.points * whole) for game in games if game.round < number)
            for who, games in self._games.items()
        }
        for given in penalties_in(self.due.t, self.due.stage, number - 1):
            scores[given.penalty.player] -= given.penalty.points * self.parts
        return scores

    @cached_property
    def floats(self) -> Mapping[Player, Sequence[int]]:
        """Of the last two rounds, the last one first: 1 where a player met a higher score, -1 a lower one.

        The bye of the pairing counts as a lower score.
        """
        found: dict[Player, list[int]] = {who: [] for who in self._games}
        for known in self.due.before[:-3:-1]:
            scores = self.before(known.number)
            met = dict.fromkeys((who for who, kind in known.byes.items() if kind == "bye"), -1)
            for table in known.tables.values():
                for who in table.seats:
                    others = max(scores[other] for other in table.seats if other != who)
                    met[who] = (others > scores[who]) - (others < scores[who])
            for who, rows in found.items():
                rows.append(met.get(who, 0))
        return found

    @cached_property
    def runs(self) -> Mapping[Player, tuple[int, int]]:
        """The seat each player had last, and in how many games in a row; nobody had seat -1."""
        found = {}
        for who in self._games:
            seats = self.past.seats[who]
            last = seats[-1] if seats else -1
            found[who] = last, next((len([*run]) for _, run in groupby(reversed(seats))), 0)
        return found

    @cached_property
    def lowest(self) -> int:
        """The lowest score of those who play."""
        return min((self.scores[who] for who in self.due.playing), default=0)

    @cached_property
    def _kinds(self) -> Mapping[Node, Kind]:
        kinds: dict[Node, Kind] = {None: ()}
        for who, games in self._games.items():
            given = sum(game.unplayed in WITHOUT_A_GAME for game in games)
            balance = self.past.balance(who)
            kinds[who] = self.scores[who], given, balance, *self.runs[who], *self.floats[who]
        return kinds

    def kind(self, node: Node) -> Kind:
        """Returns all that costs depend on but for whom a player met."""
        return self._kinds[node]

    def cost(self, one: Node, other: Node) -> Cost:
        """Returns what it costs that two players meet, in the better order of turns, or one has the bye."""
        rematches = 0 if one is None or other is None else self.past.met[frozenset((one, other))]
        return rematches, *self.between(self.kind(one), self.kind(other))[1:]

    def between(self, one: Kind, other: Kind) -> Cost:
        """Returns what it costs that players of two kinds meet who have not met yet."""
        if not one and not other:
            return NOTHING
        if not one or not other:
            score, given, _, _, _, *floats = one or other
            return 0, given, score - self.lowest, 0, 0, 0, _again(floats, -1)
        apart = one[0] - other[0]
        direction = (apart > 0) - (apart < 0)
        again = _again(one[5:], -direction) + _again(other[5:], direction) if apart else 0
        return 0, 0, 0, apart * apart, *min(_turns(one, other), _turns(other, one)), again

    def seats(self, one: Player, other: Player) -> tuple[Player, Player]:
        """Returns two players in the order of their turns; what is level falls by lot."""
        lots = self.due.lots
        first, second = sorted((one, other), key=lambda who: (-lots[who], who))
        kinds = self.kind(first), self.kind(second)
        return (second, first) if _turns(kinds[1], kinds[0]) < _turns(*kinds) else (first, second)


def _turns(first: Kind, second: Kind) -> tuple[int, int]:
    (_, _, balance, seat, run, *_), (_, _, other_balance, other_seat, other_run, *_) = first, second
    balances = max(abs(balance + 1), 1), max(abs(other_balance - 1), 1)
    alternation = (run * run if seat == 0 else 0) + (other_run * other_run if other_seat == 1 else 0)
    return sum((each - 1) ** 2 for each in balances), alternation


def _again(floats: Sequence[int], direction: int) -> int:
    return sum(2 - i for i, float in enumerate(floats) if float == direction)
