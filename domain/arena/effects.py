"""Effects: texts of cards, skills and abilities followed, and the damage that sets further ones off."""

from __future__ import annotations

from typing import assert_never

from ..script import Script, acting_as, choose, choose_up_to, cite_rule, order, under_rule
from . import facts, instructions
from .board import Board
from .book import Occasion
from .conditions import Effect, is_applicable
from .defaults import ability_bonus, printed_values, reduced_hp
from .editions import edition_rules
from .facts import Who
from .instructions import Paragraphs
from .targeting import T, choice_restriction, pay_for_choice, target_candidates
from .verbs import (
    banish_cards,
    discard_cards,
    draw_card,
    give_counters,
    heal_figure,
    lift_tiles,
    look_at_deck,
    lose_points,
    remove_counters,
    reveal_card,
    score_points,
    walk_figure,
)

CURSE = "cursed"
"""Who deals the damage of Cursed: the status itself (SA-511)."""


MAX_CHAINED_ABILITIES = 40
"""How many abilities happen in consequence of one answer at most (SA-414).

Two characters of 20 HP, the most there are, that strike each other for 1 have then settled it.
"""


# -- following a text --------------------------------------------------------------------------------


def follow_text(t: T, effect: Effect, does: Paragraphs) -> Script[None]:
    """Follows a text in printed order (SA-405); a figure may leave after a paragraph (SA-902).

    One that a paragraph around this text has knocked out stays until that paragraph is over.
    """
    fallen = _fallen(t.board)
    for number, paragraph in enumerate(does, 1):
        yield from under_rule(t, f"{effect.text}.{number}", _follow_paragraph(t, effect, paragraph))
        yield from clear_figures(t, fallen)


def _follow_paragraph(t: T, effect: Effect, paragraph: tuple[instructions.Instruction, ...]) -> Script[None]:
    for instruction in paragraph:
        if is_applicable(t.board, t.book, effect, instruction):
            yield from _perform_instruction(t, effect, instruction)


def _perform_instruction(t: T, effect: Effect, told: instructions.Instruction) -> Script[None]:
    source, team = effect.source, t.board.teams[t.seat]
    match told:
        case instructions.Move():
            if t.board.figures[source].at and t.board.figures[source].hp:
                yield from walk_figure(t, source, told.up_to, about=effect.text)
        case instructions.Push():
            for who in (yield from choose_targets(t, effect, told.to)):
                yield from walk_figure(t, who, told.up_to, about=effect.text, through=told.through)
        case instructions.Deal():
            each = 1 if told.per is None else t.board.figures[source].statuses.get(told.per, 0)
            victims = yield from choose_targets(t, effect, told.to)
            for who in (yield from order(t.seat, "order-of-damage", victims, about=effect.text)):  # SA-407
                yield from deal_damage(t, source, who, told.damage * each)
        case instructions.Heal():
            for who in (yield from choose_targets(t, effect, told.to)):
                yield from heal_figure(t, who, told.hp)
        case instructions.Give():
            for who in (yield from choose_targets(t, effect, told.to)):
                yield from give_counters(t, who, told.status, told.counters)
        case instructions.Remove():
            for who in (yield from choose_targets(t, effect, told.to)):
                yield from remove_counters(t, who, told.status, told.counters)
        case instructions.Lift():
            for who in (yield from choose_targets(t, effect, told.to)):
                yield from lift_tiles(t, who, told.status)
        case instructions.Banish():
            for who in (yield from choose_targets(t, effect, told.to, standing=True)):
                yield from banish_cards(t, t.board.figures[who].seat, told.cards, about=effect.text)
        case instructions.Discard():
            for who in (yield from choose_targets(t, effect, told.to, standing=True)):
                yield from discard_cards(t, t.board.figures[who].seat, told.cards, about=effect.text)
        case instructions.Draw():
            for _ in range(told.cards):
                yield from draw_card(t, t.seat)
        case instructions.Grant():
            yield facts.ExtraPhaseGranted(told.phase)
        case instructions.TurnBack():
            if t.board.figures[source].upgraded:
                yield from turn_back(t, source)
        case instructions.Reveal():
            own = told.of == "own"
            decks = [s for s, other in enumerate(t.board.teams) if (s == t.seat if own else other != team)]
            effect.revealed_card, effect.revealed_seat = yield from reveal_card(t, decks, about=effect.text)
        case instructions.Look():
            yield from look_at_deck(t, t.seat, told.cards, about=effect.text)
        case instructions.Score():
            yield from score_points(t, team, told.points)
        case instructions.Rob():
            yield from lose_points(t, 1 - team, told.points)
        case _:
            assert_never(told)


def choose_targets(t: T, effect: Effect, whom: str, *, standing: bool = False) -> Script[tuple[Who, ...]]:
    """Settles whom an instruction is meant for, asking and paying where that is due.

    With *standing*, figures that were knocked out but have not left yet still count (SA-902).
    """
    target = instructions.parse_target(whom)
    if target.how == "self":
        figure = t.board.figures[effect.source]
        return (effect.source,) if figure.at and figure.hp else ()
    if target.how == "it":
        figures = t.board.figures
        return tuple(who for who in effect.targets if figures[who].at and (standing or figures[who].hp))
    known = target_candidates(t.board, t.book, effect.source, target)
    if target.how == "each":
        effect.targets = tuple(known)
        return effect.targets
    effect.targets = ()
    for number in range(target.most):
        held = len(t.board.summoners[t.seat].hand)
        options = [
            who
            for who in known
            if who not in effect.targets
            and not choice_restriction(t.board, t.seat, who, held or who in effect.paid_for)
        ]
        if number < target.least:
            chosen = yield from choose(t.seat, "target", options, about=effect.text)
        else:
            chosen = yield from choose_up_to(t.seat, "target", options, about=effect.text)
        if not chosen:
            break
        effect.targets += chosen
        if chosen[0] not in effect.paid_for:
            yield from pay_for_choice(t, chosen[0])
            effect.paid_for.add(chosen[0])
    return effect.targets


@cite_rule("SA-606")
def turn_back(t: T, who: Who) -> Script[None]:
    """Turns the ability card of *who* back to its starting side."""
    yield facts.AbilityCardTurnedBack(who, reduced_hp(t.board, t.book, who, upgraded=False))


# -- damage, and what it sets off --------------------------------------------------------------------


def deal_damage(t: T, by: Who, who: Who, damage: int) -> Script[None]:
    """Deals *damage* to *who*; HP do not fall below 0 (SA-408), and at 0 it is knocked out.

    Whoever has been knocked out since it was aimed at is not affected any more (SA-604).
    Strong adds 1 to what its bearer deals to others (SA-508, SA-511), Tough takes 1 from all (SA-509), and
    constant abilities change both (SA-803).
    """
    figures = t.board.figures
    figure = figures[who]
    if not figure.hp:
        return
    if damage and by in figures and by != who:
        damage += ("strong" in figures[by].statuses) + ability_bonus(t.board, t.book, by, "dealt")
    damage += ability_bonus(t.board, t.book, who, "taken") - ("tough" in figure.statuses)
    hp = max(0, figure.hp - max(0, damage))
    yield facts.DamageDealt(who, by, max(0, damage), hp)
    if not hp:
        yield from knock_out(t, by, who)
    elif damage > 0 and by in t.board.rivals_of(who):
        yield from trigger_ability(t, "a rival damages it", who, (by,))


@cite_rule("SA-601")
def knock_out(t: T, by: Who, who: Who) -> Script[None]:
    """Knocks *who* out at once, and gives the rival side the points on its tile (SA-602)."""
    read = edition_rules(t.board)
    tiles_stay = read.tiles_leave_after_figure and t.book.version > 1
    yield facts.CharacterKnockedOut(who, tiles_stay and bool(t.board.figures[who].statuses))
    if read.figure_leaves_at_once:
        yield from clear_figures(t)
    yield from under_rule(
        t, "SA-602", score_points(t, 1 - t.board.team_of(who), printed_values(t.board, t.book, who).vp)
    )
    for ally in t.board.allies_of(who):
        yield from trigger_ability(t, "an ally is knocked out", ally, (who,))
    if by in t.board.figures and t.board.team_of(by) != t.board.team_of(who):
        yield from trigger_ability(t, "it knocks out a rival", by, (who,))


@cite_rule("SA-902")
def clear_figures(t: T, stay: tuple[Who, ...] = ()) -> Script[None]:
    """Takes knocked out figures that still stand out of the Arena (SA-603), but those that *stay*.

    The status tiles that they kept leave after them.
    """
    for who in _fallen(t.board):
        if who not in stay:
            yield facts.FigureRemoved(who)
            for status in t.board.figures[who].statuses:
                yield facts.StatusRemoved(who, status)


def _fallen(board: Board) -> tuple[Who, ...]:
    """Returns the knocked out figures that still stand in the Arena."""
    return tuple(who for who, figure in board.figures.items() if figure.at and not figure.hp)


@cite_rule("SA-803")
def trigger_ability(t: T, on: Occasion, who: Who, it: tuple[Who, ...] = ()) -> Script[None]:
    """Lets the ability of an upgraded character happen, in whoever's turn; its own Summoner chooses.

    It does not where none of its conditions holds, nor at the end of too long a chain (SA-414).
    """
    figure = t.board.figures[who]
    if figure.upgraded and figure.hp and figure.at:
        ability = t.book.characters[figure.code].upgraded.ability
        if ability is not None and ability.whenever == on:
            effect = Effect(f"{figure.code}.a", who, it)
            told = [instruction for paragraph in ability.does for instruction in paragraph]
            if not any(is_applicable(t.board, t.book, effect, instruction) for instruction in told):
                return
            if t.fact_counts[facts.AbilityTriggered] >= MAX_CHAINED_ABILITIES and t.book.version > 1:
                yield from under_rule(t, "SA-414", _end_chain(t, who, effect.text))
                return
            yield facts.AbilityTriggered(who, effect.text)
            yield from acting_as(t, figure.seat, follow_text(t, effect, ability.does))


def _end_chain(t: T, who: Who, ability: str) -> Script[None]:
    if not t.fact_counts[facts.ChainEnded]:
        yield facts.ChainEnded(who, ability)
