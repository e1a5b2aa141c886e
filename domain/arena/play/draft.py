"""The draft, the stacks of turn-order tiles, and initiative."""

from __future__ import annotations

from collections.abc import Sequence

from ...model import Seat
from ...script import Script, choose_one, choose_order, cite_rule, draw_by_chance, follow_from, under_rule
from .. import facts
from ..facts import FigureId
from .targeting import T

SECOND = "2"
"""Added to a character's code for its figure in the other team, when both have it (SA-107)."""


def pick_order(seats: int, first: Seat) -> tuple[Seat, ...]:
    """Returns the seats in the order of their picks (SA-106).

    Head-to-head it is A, B, B, A, A, B, in team play A, B, C, D, D, C, B, A.
    """
    if seats == 2:
        return (first, 1 - first, 1 - first, first, first, 1 - first)
    clockwise = (0, 1, 2, 3) if first == 0 else (1, 0, 3, 2)
    return (*clockwise, *reversed(clockwise))


@cite_rule("SA-106")
def draft_characters(t: T) -> Script[None]:
    """Lets the Summoners pick in turn; without copies each character is picked once."""
    preset = t.board.options.first
    (first,) = (yield from draw_by_chance(("0", "1"))) if preset is None else (str(preset),)  # SA-109
    cause = t.cause
    for seat in pick_order(len(t.board.teams), int(first)):
        follow_from(t, cause)
        available = [code for code in t.book.characters if _is_available(t, seat, code)]
        for code in (yield from choose_one(seat, "draft", available)):
            yield drafted_fact(t, seat, code)


@cite_rule("SA-108")
def take_agreed_teams(t: T) -> Script[None]:
    """Takes the teams that were agreed beforehand."""
    for seat, codes in enumerate(t.board.options.teams):
        for code in codes:
            yield drafted_fact(t, seat, code)


def drafted_fact(t: T, seat: Seat, code: str) -> facts.CharacterDrafted:
    """Returns the fact that *seat* takes a character; a second copy of it gets a name of its own (SA-107)."""
    figure_id = code + SECOND if code in t.board.figures else code
    return facts.CharacterDrafted(seat, figure_id, code, t.book.characters[code].hp)


def _is_available(t: T, seat: Seat, code: str) -> bool:
    holders = [t.board.teams[f.seat] for f in t.board.figures.values() if f.code == code]
    return t.board.teams[seat] not in holders if t.board.options.copies else not holders


@cite_rule("SA-110")
def stack_tiles(t: T) -> Script[None]:
    """Lets every Summoner stack the own tiles in secret, reveals them, and lays out the turn order."""
    for seat in range(len(t.board.teams)):
        tiles = yield from choose_order(seat, "stack", t.board.figures_of(seat), sight="secret")
        yield facts.TilesStacked(seat, tiles)
    yield from under_rule(t, "SA-111" if len(t.board.teams) == 2 else "SA-112", set_order(t))


def set_order(t: T) -> Script[None]:
    """Lays out the tiles from the lowest initiative, the sides in turn (SA-111, SA-112)."""
    stacks = [summoner.tiles for summoner in t.board.summoners]
    seats = range(len(stacks))
    lead = yield from _lowest_initiative(t, seats)
    row: tuple[Seat, ...] = (lead, 1 - lead)
    if len(stacks) > 2:
        rivals = [seat for seat in seats if t.board.teams[seat] != t.board.teams[lead]]
        second = yield from _lowest_initiative(t, rivals)
        partners = (t.board.partner_of(lead), t.board.partner_of(second))
        row = (lead, second, *(seat for seat in partners if seat is not None))
    depth = max(map(len, stacks))
    yield facts.TurnOrderSet(tuple(stacks[seat][level] for level in range(depth) for seat in row))


def _lowest_initiative(t: T, seats: Sequence[Seat]) -> Script[Seat]:
    """Returns the seat with the lowest initiative; later tiles break ties, then chance."""
    ranks = {seat: _seat_initiatives(t, seat) for seat in seats}
    best = [str(seat) for seat, rank in ranks.items() if rank == min(ranks.values())]
    return int(best[0] if len(best) == 1 else (yield from draw_by_chance(best))[0])


def _seat_initiatives(t: T, seat: Seat) -> tuple[int, ...]:
    """Returns the initiatives of the own tiles or, in team play, of both first tiles."""
    partner = t.board.partner_of(seat)
    own_tiles = t.board.summoners[seat].tiles
    tiles = own_tiles if partner is None else (own_tiles[0], t.board.summoners[partner].tiles[0])
    return tuple(_figure_initiative(t, figure_id) for figure_id in tiles)


def _figure_initiative(t: T, figure_id: FigureId) -> int:
    return t.book.characters[t.board.figures[figure_id].code].initiative
