"""Who plays, and in which order: the draft, the stacks of turn-order tiles, and initiative."""

from __future__ import annotations

from collections.abc import Sequence

from ..model import Seat
from ..script import Script, choose, cite_rule, draw_by_chance, order, under_rule
from . import facts
from .facts import Who
from .targeting import T

SECOND = "2"
"""Added to a character's code for its figure in the other team, when both have it (SA-107)."""


def pick_order(seats: int, first: Seat) -> tuple[Seat, ...]:
    """Returns who picks when: A, B, B, A, A, B head-to-head, A, B, C, D, D, C, B, A in team play (SA-106)."""
    if seats == 2:
        return (first, 1 - first, 1 - first, first, first, 1 - first)
    around = (0, 1, 2, 3) if first == 0 else (1, 0, 3, 2)
    return (*around, *reversed(around))


@cite_rule("SA-106")
def draft_characters(t: T) -> Script[None]:
    """Lets the Summoners pick their characters in turn; what is picked is gone, unless there are copies."""
    named = t.board.options.first
    (first,) = (yield from draw_by_chance(("0", "1"))) if named is None else (str(named),)  # SA-109
    for seat in pick_order(len(t.board.teams), int(first)):
        free = [code for code in t.book.characters if _is_available(t, seat, code)]
        for code in (yield from choose(seat, "draft", free)):
            yield drafted_fact(t, seat, code)


@cite_rule("SA-108")
def take_agreed_teams(t: T) -> Script[None]:
    """Takes the teams that were agreed beforehand."""
    for seat, codes in enumerate(t.board.options.teams):
        for code in codes:
            yield drafted_fact(t, seat, code)


def drafted_fact(t: T, seat: Seat, code: str) -> facts.CharacterDrafted:
    """Returns the fact that *seat* takes a character; a second copy of it gets a name of its own (SA-107)."""
    who = code + SECOND if code in t.board.figures else code
    return facts.CharacterDrafted(seat, who, code, t.book.characters[code].hp)


def _is_available(t: T, seat: Seat, code: str) -> bool:
    holders = [t.board.teams[f.seat] for f in t.board.figures.values() if f.code == code]
    return t.board.teams[seat] not in holders if t.board.options.copies else not holders


@cite_rule("SA-110")
def stack_tiles(t: T) -> Script[None]:
    """Lets every Summoner stack the own tiles in secret, reveals them, and lays out the turn order."""
    for seat in range(len(t.board.teams)):
        tiles = yield from order(seat, "stack", t.board.figures_of(seat), sight="secret")
        yield facts.TilesStacked(seat, tiles)
    yield from under_rule(t, "SA-111" if len(t.board.teams) == 2 else "SA-112", set_order(t))


def set_order(t: T) -> Script[None]:
    """Lays out the tiles: the lowest initiative first, and the sides in turn (SA-111, SA-112)."""
    stacks = [mine.tiles for mine in t.board.summoners]
    seats = range(len(stacks))
    lead = yield from _lowest_initiative(t, seats)
    row: tuple[Seat, ...] = (lead, 1 - lead)
    if len(stacks) > 2:
        rivals = [seat for seat in seats if t.board.teams[seat] != t.board.teams[lead]]
        second = yield from _lowest_initiative(t, rivals)
        others = (t.board.partner_of(lead), t.board.partner_of(second))
        row = (lead, second, *(seat for seat in others if seat is not None))
    depth = max(map(len, stacks))
    yield facts.TurnOrderSet(tuple(stacks[seat][level] for level in range(depth) for seat in row))


def _lowest_initiative(t: T, seats: Sequence[Seat]) -> Script[Seat]:
    """Returns the seat with the lowest initiative; ties compare what comes next, then chance decides."""
    ranks = {seat: _initiatives(t, seat) for seat in seats}
    best = [str(seat) for seat, rank in ranks.items() if rank == min(ranks.values())]
    return int(best[0] if len(best) == 1 else (yield from draw_by_chance(best))[0])


def _initiatives(t: T, seat: Seat) -> tuple[int, ...]:
    """Returns what counts: the own tiles head-to-head, the first tile and the teammate's in team play."""
    partner = t.board.partner_of(seat)
    mine = t.board.summoners[seat].tiles
    tiles = mine if partner is None else (mine[0], t.board.summoners[partner].tiles[0])
    return tuple(_initiative(t, who) for who in tiles)


def _initiative(t: T, who: Who) -> int:
    return t.book.characters[t.board.figures[who].code].initiative
