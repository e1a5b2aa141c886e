"""The verbs: what happens when an instruction is followed. Each is written once, for every card."""

from __future__ import annotations

from typing import Literal, TypeAlias, assert_never

from ..script import Script, Table, choose, may, order, pick, under, verb
from ..words import Seat
from . import facts
from . import instructions as say
from .board import Board
from .book import Book
from .editions import READINGS
from .facts import Status, Team, Who
from .hexes import Space, paths

T: TypeAlias = Table[Board, Book]

FINAL_ROUND_AT = {1: 12}
"""By chapter: the Victory Points that make a round the last one (SA-702)."""


class Effect:
    """A card being followed: its id, its character, whom it chose so far, and whom it has paid for."""

    def __init__(self, card: str, source: Who) -> None:
        self.card, self.source = card, source
        self.it: tuple[Who, ...] = ()
        self.paid: set[Who] = set()


# -- following a card --------------------------------------------------------------------------------


def follow(t: T, card: str) -> Script[None]:
    """Follows the instructions of *card* in printed order (SA-405)."""
    printed = t.book.cards[card]
    effect = Effect(card, printed.character)
    for number, paragraph in enumerate(printed.printed.does, 1):
        yield from under(t, f"{card}.{number}", _paragraph(t, effect, paragraph))
        yield from clear_figures(t)


def _paragraph(t: T, effect: Effect, paragraph: tuple[say.Instruction, ...]) -> Script[None]:
    for instruction in paragraph:
        if instruction.when is None or holds(t.board, t.book, effect, instruction.when):
            yield from _perform(t, effect, instruction)


def _perform(t: T, effect: Effect, told: say.Instruction) -> Script[None]:
    source = effect.source
    match told:
        case say.Move():
            if t.board.figures[source].at:
                yield from walk(t, source, told.up_to, about=effect.card)
        case say.Push():
            for who in (yield from aim(t, effect, told.to)):
                yield from walk(t, who, told.up_to, about=effect.card, through=told.through)
        case say.Deal():
            each = 1 if told.per is None else t.board.figures[source].statuses.get(told.per, 0)
            victims = yield from aim(t, effect, told.to)
            for who in (yield from order(t.seat, "order-of-damage", victims, about=effect.card)):  # SA-407
                yield from hurt(t, source, who, told.damage * each)
        case say.Heal():
            for who in (yield from aim(t, effect, told.to)):
                yield from heal(t, who, told.hp)
        case say.Give():
            for who in (yield from aim(t, effect, told.to)):
                yield from give(t, who, told.status, told.counters)
        case say.Banish():
            for who in (yield from aim(t, effect, told.to, standing=True)):
                yield from banish(t, t.board.figures[who].seat, told.cards, about=effect.card)
        case say.Draw():
            for _ in range(told.cards):
                yield from draw(t, t.seat)
        case say.Grant():
            yield facts.ExtraPhaseGranted(told.phase)
        case _:
            assert_never(told)


def holds(board: Board, book: Book, effect: Effect, condition: str) -> bool:
    """Tells whether *condition* holds now; one that can no longer be asked does not (SA-406)."""
    figures, source = board.figures, effect.source
    if condition == "it is alone":
        standing = [who for who in effect.it if figures[who].at]
        others = [who for who in board.rivals(source) if who not in standing]
        apart = book.arena.apart
        return bool(standing) and not any(
            apart[figures[who].at][figures[other].at] == 1 for who in standing for other in others
        )
    return sum(figures[source].statuses.values()) >= int(condition.rpartition(" ")[2])


# -- whom --------------------------------------------------------------------------------------------


def candidates(board: Board, book: Book, source: Who, target: say.Target) -> list[Who]:
    """Returns the figures that *target* names, whatever it would cost to choose them."""
    if target.side == "rival":
        known = board.rivals(source)
    else:
        known = board.allies(source)
        if target.side == "friend":
            known.append(source)
    at = board.figures[source].at
    if not at:
        return []
    reach = target.within
    return known if reach is None else [w for w in known if book.arena.within(at, board.figures[w].at, reach)]


def payable(board: Board, seat: Seat, who: Who, held: int) -> bool:
    """Tells whether *seat*, holding *held* cards, can choose *who* for a Direct Effect (SA-507)."""
    figure = board.figures[who]
    return held > 0 or figure.seat == seat or "stealthy" not in figure.statuses


def aim(t: T, effect: Effect, whom: str, *, standing: bool = False) -> Script[tuple[Who, ...]]:
    """Settles whom an instruction is meant for, asking and paying where that is due.

    With *standing*, figures that were knocked out but have not left yet still count (SA-902).
    """
    target = say.target(whom)
    if target.how == "self":
        return (effect.source,) if t.board.figures[effect.source].at else ()
    if target.how == "it":
        figures = t.board.figures
        return tuple(who for who in effect.it if figures[who].at and (standing or figures[who].hp))
    known = candidates(t.board, t.book, effect.source, target)
    if target.how == "each":
        effect.it = tuple(known)
        return effect.it
    effect.it = ()
    for number in range(target.most):
        held = len(t.board.summoners[t.seat].hand)
        options = [
            who
            for who in known
            if who not in effect.it and (who in effect.paid or payable(t.board, t.seat, who, held))
        ]
        if number < target.least:
            chosen = yield from choose(t.seat, "target", options, about=effect.card)
        else:
            chosen = yield from may(t.seat, "target", options, about=effect.card)
        if not chosen:
            break
        effect.it += chosen
        if chosen[0] not in effect.paid:
            yield from pay(t, chosen[0])
            effect.paid.add(chosen[0])
    return effect.it


@verb("SA-507")
def pay(t: T, who: Who) -> Script[None]:
    """Banishes a card of the own choice before a rival's Stealthy figure is affected directly."""
    figure = t.board.figures[who]
    if figure.seat != t.seat and "stealthy" in figure.statuses:
        hand = t.board.summoners[t.seat].hand
        for card in (yield from choose(t.seat, "pay", hand, about=who, sight="hand")):
            yield facts.CardBanished(t.seat, card)


# -- what is done ------------------------------------------------------------------------------------


def ends(
    board: Board, book: Book, who: Who, steps: int, through: Literal["allies", "free"] = "allies"
) -> dict[Space, tuple[Space, ...]]:
    """Returns where *who* may walk with up to *steps*, and how it gets there (SA-304)."""
    seat = board.figures[who].seat
    others = [f for f in board.figures.values() if f.at]
    return paths(
        book.arena.around,
        board.figures[who].at,
        steps,
        blocked=frozenset(f.at for f in others if through == "free" or f.seat != seat),
        taken=frozenset(f.at for f in others),
    )


@verb("SA-304")
def walk(
    t: T, who: Who, steps: int, *, about: str = "", through: Literal["allies", "free"] = "allies"
) -> Script[None]:
    """Moves *who* up to *steps* spaces, to where the acting Summoner says (SA-409)."""
    if "immobilized" in t.board.figures[who].statuses:
        yield from under(t, "SA-504", _stay(who))
        return
    reach = ends(t.board, t.book, who, steps, through)
    for space in (yield from may(t.seat, "where", tuple(reach), about=about or who)):
        yield facts.CharacterMoved(who, reach[space])


def _stay(who: Who) -> Script[None]:
    yield facts.MovementPrevented(who)


def hurt(t: T, by: Who, who: Who, damage: int) -> Script[None]:
    """Deals *damage* to *who*; HP do not fall below 0 (SA-408), and at 0 it is knocked out."""
    hp = max(0, t.board.figures[who].hp - damage)
    yield facts.DamageDealt(who, by, damage, hp)
    if not hp:
        yield from knock_out(t, who)


@verb("SA-408")
def heal(t: T, who: Who, amount: int) -> Script[None]:
    """Gives *who* HP back, never above its starting HP."""
    hp = min(t.book.characters[who].hp, t.board.figures[who].hp + amount)
    if recovered := hp - t.board.figures[who].hp:
        yield facts.HealthRecovered(who, recovered, hp)


@verb("SA-501")
def give(t: T, who: Who, status: Status, counters: int) -> Script[None]:
    """Puts *counters* on a status tile of *who*."""
    total = t.board.figures[who].statuses.get(status, 0) + counters
    yield facts.StatusCountersAdded(who, status, counters, total)


@verb("SA-413")
def banish(t: T, seat: Seat, cards: int, *, about: str) -> Script[None]:
    """Lets *seat* banish cards of its own choice from hand; with an empty hand nothing happens."""
    hand = t.board.summoners[seat].hand
    for card in (yield from pick(seat, "banish", hand, cards, about=about, sight="hand")):
        yield facts.CardBanished(seat, card)


@verb("SA-210")
def draw(t: T, seat: Seat) -> Script[None]:
    """Draws a card; with an empty deck the draw is skipped and this round is the final one (SA-703)."""
    deck = t.board.summoners[seat].deck
    if deck:
        yield facts.CardDrawn(seat, deck[0])
        return
    yield facts.DrawSkipped(seat)
    if not t.board.final:
        yield from under(t, "SA-703", _call_final_round())


@verb("SA-601")
def knock_out(t: T, who: Who) -> Script[None]:
    """Knocks *who* out at once, and gives the rival side the points on its tile (SA-602)."""
    yield facts.CharacterKnockedOut(who)
    if READINGS[t.board.options.edition].figure_leaves_at_once:
        yield from clear_figures(t)
    yield from under(t, "SA-602", score(t, 1 - t.board.team(who), t.book.characters[who].vp))


@verb("SA-902")
def clear_figures(t: T) -> Script[None]:
    """Takes knocked out figures that still stand out of the Arena (SA-603)."""
    for who, figure in t.board.figures.items():
        if figure.at and not figure.hp:
            yield facts.FigureRemoved(who)


def score(t: T, team: Team, points: int) -> Script[None]:
    """Gives *team* Victory Points; the one that reaches the mark makes this round the last (SA-702)."""
    total = t.board.points[team] + points
    yield facts.VictoryPointsGained(team, points, total)
    if total >= FINAL_ROUND_AT[t.board.options.chapter] and not t.board.final:
        yield from under(t, "SA-702", _call_final_round())


def _call_final_round() -> Script[None]:
    yield facts.FinalRoundCalled()
