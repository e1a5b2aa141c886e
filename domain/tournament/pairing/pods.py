"""Rounds at tables of up to six: Swiss, where scores meet, and knock-out, where some of each table go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations

from ...messages import Message
from ..facts import Player
from ..plan import Unplayed
from ..refusals import Refused
from .bracket import missing
from .criteria import Criteria
from .due import Drawn, Due
from .past import Past, early
from .sizes import sizes
from .tables import Tables, improved

FAR = 10**12
"""A rematch outweighs everything else."""


def swiss(due: Due) -> Drawn:
    """Returns a Swiss round at larger tables: scores meet, opponents seldom again, seats are balanced.

    Byes are for the lowest scores, for nobody twice; then tables cost least: exactly up to 12 players, and
    beyond that as far as swaps improve them. Then of all orders of the seats it is the best at each table.
    Costs are, in the order of their weight:

    - `byes_again`, `bye_score`: as at tables of two.
    - `rematches`: how often those at a table have met, for each two of them.
    - `floats`: the differences of their scores, in units, squared, for each two of them.
    - `turn_balance`, `seats_again`: as in `seated`.
    """
    criteria, lots = Criteria(due), due.lots
    scores, past = criteria.scores, criteria.past
    order = sorted(due.playing, key=lambda who: (-scores[who], lots[who], who))
    shape = _shape(due, len(order))
    byes = sorted(order, key=lambda who: (criteria.cost(who, None)[:3], -order.index(who)))[
        : len(order) - sum(shape)
    ]
    order = [who for who in order if who not in byes]
    start = [[order.pop(0) for _ in range(size)] for size in shape]

    def weight(one: Player, other: Player) -> int:
        return past.met[frozenset((one, other))] * FAR + (scores[one] - scores[other]) ** 2

    tables = improved(start, weight)
    tables.sort(key=lambda table: -max(scores[who] for who in table))
    without = [criteria.cost(who, None) for who in byes]
    costs = {
        "byes_again": sum(cost[1] for cost in without),
        "bye_score": sum(cost[2] for cost in without),
        **_costs(tables, past),
        "floats": sum((scores[a] - scores[b]) ** 2 for table in tables for a, b in combinations(table, 2)),
    }
    return _drawn(due, past, tables, dict.fromkeys(byes, "bye"), costs)


def knock_out(due: Due) -> Drawn:
    """Returns the next round of a stage in which some of each table go on.

    Seeds are spread over the tables in a snake, byes are for the best; who have met meet again only where it
    cannot be helped. Costs are, in the order of their weight, `rematches`, `pots` (how many at a table are of
    the same pot, for each two of them), and those of `seated`. Raises `Refused` once the stage is decided.
    """
    order = _through(due)
    if due.before and len(order) < 2:
        raise Refused(Message("This stage is decided."))
    shape = _shape(due, len(order))
    byes, order = order[: len(order) - sum(shape)], order[len(order) - sum(shape) :]
    past, pots = Past(due.before), {who: i // len(shape) for i, who in enumerate(order)}
    start: Tables = [[] for _ in shape]
    forth = True
    while order:
        free = [table for table, size in zip(start, shape, strict=True) if len(table) < size]
        for table in free if forth else reversed(free):
            table.append(order.pop(0))
        forth = not forth

    def weight(one: Player, other: Player) -> int:
        return past.met[frozenset((one, other))] * FAR + (pots[one] == pots[other])

    tables = improved(start, weight)
    same = sum(pots[a] == pots[b] for table in tables for a, b in combinations(table, 2))
    costs = {**_costs(tables, past), "pots": same}
    return _drawn(due, past, tables, dict.fromkeys(byes, "bye"), costs)


def _through(due: Due) -> list[Player]:
    """Returns who plays the next round, the best seeds first."""
    if not due.before:
        return [who for who in due.seeds if who in due.playing]
    last = due.before[-1]
    if len(last.tables) == 1 and not last.byes:
        raise Refused(Message("This stage is decided."))
    through = {*last.byes}
    for _, table in sorted(last.tables.items()):
        result = table.paired_by
        if result is None:
            raise missing(last)
        ranked = sorted(
            (result.places[seat], -due.lot(who, f"drawn:{due.stage}:{last.number}"), who)
            for seat, who in enumerate(table.seats)
            if seat not in result.forfeits and 1 in result.places
        )
        through |= {who for _, _, who in ranked[: due.plan.going_on]}
    return [who for who in due.seeds if who in through and who in due.playing]


def _shape(due: Due, players: int) -> list[int]:
    found = sizes(players, due.plan.seats)
    if not found:
        raise Refused(Message("{players} players do not fill a table of this stage.", players=players))
    return found


def _costs(tables: Tables, past: Past) -> dict[str, int]:
    met = (past.met[frozenset(pair)] for table in tables for pair in combinations(table, 2))
    return {"rematches": sum(met)}


def _drawn(
    due: Due, past: Past, tables: Tables, byes: Mapping[Player, Unplayed], costs: dict[str, int]
) -> Drawn:
    found = [seated(due, past, table) for table in tables]
    balance, again = (sum(cost[i] for _, cost in found) for i in range(2))
    told = {**costs, "turn_balance": balance, "seats_again": again}
    return Drawn(tuple(seats for seats, _ in found), byes, told)


def seated(due: Due, past: Past, table: Sequence[Player]) -> tuple[tuple[Player, ...], tuple[int, int]]:
    """Returns players in the order of the seats that costs least, of all there are, and what it costs.

    First, how far early and late turns of each are from balance, in `STEPS`, squared; then how often each had
    the seat. What is level falls by lot.
    """
    order = sorted(table, key=lambda who: (-due.lots[who], who))
    turns = [early(seat, len(table)) for seat in range(len(table))]
    had = {who: Counter(past.seats[who]) for who in table}
    balance = {who: past.advantage(who) for who in table}
    price = {
        (who, seat): ((balance[who] + turn) ** 2, had[who][seat])
        for who in table
        for seat, turn in enumerate(turns)
    }

    def cost(seats: tuple[Player, ...]) -> tuple[int, int]:
        each = [price[who, seat] for seat, who in enumerate(seats)]
        return sum(one for one, _ in each), sum(other for _, other in each)

    best = min(permutations(order), key=cost)
    return best, cost(best)
