"""Diagrams of knock-out stages with pairings, results and advancing players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..facts import Player
from ..pairing.bracket import seed_slots
from ..pairing.elimination_pods import is_final
from ..pairing.round_input import RoundInput
from ..plan import KNOCK_OUT_FORMATS, LIVES
from ..state import Round, Table, Tournament


class Seat(NamedTuple):
    """Player in a box, `None` while it is open, with the score and whether the player advanced."""

    player: Player | None
    score: int | None = None
    on: bool = False


class Box(NamedTuple):
    """Meeting in a bracket at a `table`, 0 for a bye or a future meeting.

    `third` marks the game for third place. No player advances from a `void` box.
    """

    table: int
    seats: tuple[Seat, ...]
    match: str = ""
    bye: bool = False
    third: bool = False
    void: bool = False


class Column(NamedTuple):
    """Round of a diagram; `None` is a box without a meeting."""

    round: int
    boxes: tuple[Box | None, ...]


class Bracket(NamedTuple):
    """Columns of a stage.

    `losers` are the columns of players who lost once, or the game for third place. In a `tree`, two
    neighbouring boxes lead to the box between them in the next column.
    """

    columns: tuple[Column, ...] = ()
    losers: tuple[Column, ...] = ()
    tree: bool = False


def stage_bracket(t: Tournament, stage: int, after: int | None = None) -> Bracket | None:
    """Returns the diagram of a *stage* up to round *after*, `None` without a knock-out.

    It follows the results, including changes by hand. A bye is a box with a single seat.
    """
    rounds = [round_ for round_ in t.rounds_of(stage) if after is None or round_.number <= after]
    if t.plan_of(stage).format not in KNOCK_OUT_FORMATS or not rounds:
        return None
    if t.plan_of(stage).format == "pods":
        return Bracket(tuple(Column(r.number, _round_boxes(t, r, is_final(r))) for r in rounds))
    return _knock_out(t, stage, rounds)


def _knock_out(t: Tournament, stage: int, rounds: Sequence[Round]) -> Bracket:
    single = LIVES[t.plan_of(stage).format] == 1
    slots = seed_slots(RoundInput(t, stage, len(t.rounds_of(stage)) + 1, {}).seeds)
    slot = {player: i for i, player in enumerate(slots) if player is not None}
    losses: defaultdict[Player, int] = defaultdict(int)
    final: frozenset[Player] = frozenset()
    upper, lower, straight = [], [], True
    for round_ in rounds:
        above, below = [], []
        for box in _round_boxes(t, round_, True):
            players = frozenset(seat.player for seat in box.seats if seat.player is not None)
            first = any(not losses[player] for player in players)
            if first or players == final:
                above.append(box)
            else:
                below.append(box._replace(third=single))
        if not single and len(above) == 1:
            final = frozenset(seat.player for seat in above[0].seats if seat.player is not None)
        for table in round_.tables.values():
            for player in _losers_of(table):
                losses[player] += 1
        if above:
            placed_boxes = _place_boxes(above, slot, len(slots) >> round_.number, round_.number)
            straight = straight and placed_boxes is not None
            upper.append(Column(round_.number, placed_boxes or tuple(above)))
        if below:
            lower.append(Column(round_.number, tuple(below)))
    if single and straight and upper:
        upper += _to_come(upper[-1])
    return Bracket(tuple(upper), tuple(lower), straight)


def _place_boxes(
    boxes: Sequence[Box], slot: Mapping[Player, int], places: int, level: int
) -> tuple[Box | None, ...] | None:
    """Returns *boxes* at their places in a bracket, `None` if a change by hand moved one."""
    box_at: dict[int, Box] = {}
    for box in boxes:
        indices = {slot.get(seat.player or "", -1) >> level for seat in box.seats}
        if len(indices) != 1 or min(indices) < 0 or indices <= {*box_at}:
            return None
        box_at[indices.pop()] = box
    return tuple(box_at.get(index) for index in range(max(1, places)))


def _to_come(last: Column) -> Iterator[Column]:
    """Yields the rounds after the *last* one, with the players who have reached them."""
    boxes, number = last.boxes, last.round
    while sum(map(_leads_on, boxes)) > 1:
        number += 1
        pairs = zip(boxes[::2], boxes[1::2], strict=True)
        boxes = tuple(
            Box(
                0, (_winner_seat(upper), _winner_seat(lower)), void=not (_leads_on(upper) or _leads_on(lower))
            )
            for upper, lower in pairs
        )
        yield Column(number, boxes)


def _leads_on(box: Box | None) -> bool:
    return box is not None and not box.void


def _winner_seat(box: Box | None) -> Seat:
    return next((Seat(seat.player) for seat in box.seats if seat.on), Seat(None)) if box else Seat(None)


def _round_boxes(t: Tournament, round_: Round, alone: bool) -> tuple[Box, ...]:
    """Returns the boxes of a round; *alone* lets only the first of each table advance."""
    going = 1 if alone else t.plan_of(round_.stage).going_on
    later = (r for r in t.rounds_of(round_.stage) if r.number == round_.number + 1)
    present = {player for r in later for player in r.players} if not alone else set[Player]()
    tables = [_table_box(table, going, present) for _, table in sorted(round_.tables.items())]
    return (*tables, *(Box(0, (Seat(player, on=True),), bye=True) for player in round_.byes))


def _table_box(table: Table, going: int, present: Collection[Player]) -> Box:
    result = table.result
    if result is None:
        return Box(table.number, tuple(map(Seat, table.seats)), table.match)
    border = sorted(result.places)[going - 1] if 1 in result.places else 0
    certain = sum(rank <= border for rank in result.places) == going
    seats = (
        Seat(
            player,
            result.scores[i] if result.scores else None,
            player in present or (not present and certain and result.places[i] <= border),
        )
        for i, player in enumerate(table.seats)
    )
    return Box(table.number, tuple(seats), table.match, void=1 not in result.places)


def _losers_of(table: Table) -> Iterator[Player]:
    if table.result is not None:
        yield from (player for player, rank in zip(table.seats, table.result.places, strict=True) if rank > 1)
