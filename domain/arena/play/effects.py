"""Effects of cards, skills and abilities, and the abilities that damage triggers."""

from __future__ import annotations

from typing import assert_never

from ...script import (
    Script,
    acting_as,
    choose_one,
    choose_order,
    choose_up_to,
    cite_rule,
    follow_from,
    follow_last,
    under_rule,
)
from .. import facts, instructions
from ..board import Board
from ..book import Occasion
from ..defaults import ability_bonus, printed_values, reduced_hp
from ..editions import edition_rules
from ..facts import FigureId
from ..instructions import Paragraphs
from .conditions import Effect, is_applicable
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
"""The source of the damage of Cursed, the status itself (SA-511)."""


MAX_CHAINED_ABILITIES = 40
"""The number of abilities that one answer may trigger (SA-414).

It lets two characters with the maximum of 20 HP, hitting each other for 1, finish.
"""


# -- following a text --------------------------------------------------------------------------------


def follow_text(t: T, effect: Effect, does: Paragraphs) -> Script[None]:
    """Follows a text in printed order (SA-405); a figure may leave after a paragraph (SA-902).

    One that a paragraph around this text has knocked out stays until that paragraph is over.
    """
    fallen = _fallen_figures(t.board)
    for number, paragraph in enumerate(does, 1):
        yield from under_rule(t, f"{effect.text}.{number}", _follow_paragraph(t, effect, paragraph))
        yield from clear_figures(t, fallen)


def _follow_paragraph(t: T, effect: Effect, paragraph: tuple[instructions.Instruction, ...]) -> Script[None]:
    cause = t.cause
    for instruction in paragraph:
        if is_applicable(t.board, t.book, effect, instruction):
            follow_from(t, cause)
            yield from _perform_instruction(t, effect, instruction)


def _perform_instruction(t: T, effect: Effect, instruction: instructions.Instruction) -> Script[None]:
    source, team = effect.source, t.board.teams[t.seat]
    match instruction:
        case instructions.Move():
            if t.board.figures[source].at and t.board.figures[source].hp:
                yield from walk_figure(t, source, instruction.up_to, about=effect.text)
        case instructions.Push():
            for figure_id in (yield from choose_targets(t, effect, instruction.to)):
                yield from walk_figure(
                    t, figure_id, instruction.up_to, about=effect.text, through=instruction.through
                )
        case instructions.Deal():
            factor = (
                1 if instruction.per is None else t.board.figures[source].statuses.get(instruction.per, 0)
            )
            victims = yield from choose_targets(t, effect, instruction.to)
            for figure_id in (
                yield from choose_order(t.seat, "order-of-damage", victims, about=effect.text)
            ):  # SA-407
                yield from deal_damage(t, source, figure_id, instruction.damage * factor)
        case instructions.Heal():
            for figure_id in (yield from choose_targets(t, effect, instruction.to)):
                yield from heal_figure(t, figure_id, instruction.hp)
        case instructions.Give():
            for figure_id in (yield from choose_targets(t, effect, instruction.to)):
                yield from give_counters(t, figure_id, instruction.status, instruction.counters)
        case instructions.Remove():
            for figure_id in (yield from choose_targets(t, effect, instruction.to)):
                yield from remove_counters(t, figure_id, instruction.status, instruction.counters)
        case instructions.Lift():
            for figure_id in (yield from choose_targets(t, effect, instruction.to)):
                yield from lift_tiles(t, figure_id, instruction.status)
        case instructions.Banish():
            for figure_id in (yield from choose_targets(t, effect, instruction.to, with_fallen=True)):
                yield from banish_cards(
                    t, t.board.figures[figure_id].seat, instruction.cards, about=effect.text
                )
        case instructions.Discard():
            for figure_id in (yield from choose_targets(t, effect, instruction.to, with_fallen=True)):
                yield from discard_cards(
                    t, t.board.figures[figure_id].seat, instruction.cards, about=effect.text
                )
        case instructions.Draw():
            for _ in range(instruction.cards):
                yield from draw_card(t, t.seat)
        case instructions.Grant():
            yield facts.ExtraPhaseGranted(instruction.phase)
        case instructions.TurnBack():
            if t.board.figures[source].upgraded:
                yield from turn_back(t, source)
        case instructions.Reveal():
            is_own = instruction.of == "own"
            decks = [
                s
                for s, other_team in enumerate(t.board.teams)
                if (s == t.seat if is_own else other_team != team)
            ]
            effect.revealed_card, effect.revealed_seat = yield from reveal_card(t, decks, about=effect.text)
        case instructions.Look():
            yield from look_at_deck(t, t.seat, instruction.cards, about=effect.text)
        case instructions.Score():
            yield from score_points(t, team, instruction.points)
        case instructions.Rob():
            yield from lose_points(t, 1 - team, instruction.points)
        case _:
            assert_never(instruction)


def choose_targets(
    t: T, effect: Effect, target_text: str, *, with_fallen: bool = False
) -> Script[tuple[FigureId, ...]]:
    """Returns the targets of an instruction, after choices and payments.

    With *with_fallen*, knocked out figures that have not left yet count too (SA-902).
    """
    target = instructions.parse_target(target_text)
    if target.mode == "self":
        figure = t.board.figures[effect.source]
        return (effect.source,) if figure.at and figure.hp else ()
    if target.mode == "it":
        figures = t.board.figures
        return tuple(
            figure_id
            for figure_id in effect.targets
            if figures[figure_id].at and (with_fallen or figures[figure_id].hp)
        )
    figure_ids = target_candidates(t.board, t.book, effect.source, target)
    if target.mode == "each":
        effect.targets = tuple(figure_ids)
        return effect.targets
    effect.targets = ()
    for number in range(target.maximum):
        hand_size = len(t.board.summoners[t.seat].hand)
        options = [
            figure_id
            for figure_id in figure_ids
            if figure_id not in effect.targets
            and not choice_restriction(t.board, t.seat, figure_id, hand_size or figure_id in effect.paid_for)
        ]
        if number < target.minimum:
            picks = yield from choose_one(t.seat, "target", options, about=effect.text)
        else:
            picks = yield from choose_up_to(t.seat, "target", options, about=effect.text)
        if not picks:
            break
        effect.targets += picks
        if picks[0] not in effect.paid_for:
            yield from pay_for_choice(t, picks[0])
            effect.paid_for.add(picks[0])
    return effect.targets


@cite_rule("SA-606")
def turn_back(t: T, figure_id: FigureId) -> Script[None]:
    """Turns the ability card of *figure_id* back to its starting side."""
    yield facts.AbilityCardTurnedBack(figure_id, reduced_hp(t.board, t.book, figure_id, upgraded=False))


# -- damage, and what it sets off --------------------------------------------------------------------


def deal_damage(t: T, by: FigureId, figure_id: FigureId, damage: int) -> Script[None]:
    """Deals *damage* to *figure_id* and knocks it out at 0 HP, the minimum (SA-408).

    A figure knocked out in the meantime is not affected (SA-604). Strong adds 1 to damage to others (SA-508,
    SA-511), Tough subtracts 1 from all damage (SA-509), and constant abilities change both (SA-803).
    """
    figures = t.board.figures
    figure = figures[figure_id]
    if not figure.hp:
        return
    if damage and by in figures and by != figure_id:
        damage += ("strong" in figures[by].statuses) + ability_bonus(t.board, t.book, by, "dealt")
    damage += ability_bonus(t.board, t.book, figure_id, "taken") - ("tough" in figure.statuses)
    hp = max(0, figure.hp - max(0, damage))
    yield facts.DamageDealt(figure_id, by, max(0, damage), hp)
    cause = follow_last(t)
    if not hp:
        yield from knock_out(t, by, figure_id)
    elif damage > 0 and by in t.board.rivals_of(figure_id):
        yield from trigger_ability(t, "a rival damages it", figure_id, (by,))
    follow_from(t, cause)


@cite_rule("SA-601")
def knock_out(t: T, by: FigureId, figure_id: FigureId) -> Script[None]:
    """Knocks *figure_id* out at once, and gives the rival side the points on its tile (SA-602)."""
    yield facts.CharacterKnockedOut(figure_id, _keeps_tiles(t, figure_id))
    t.occasions[figure_id] = t.last
    follow_last(t)
    rules = edition_rules(t.board)
    if t.book.version > 3 and not rules.tiles_leave_after_figure:
        yield from _remove_tiles(t, figure_id)
    if rules.figure_leaves_at_once:
        yield from clear_figures(t)
    yield from under_rule(
        t,
        "SA-602",
        score_points(t, 1 - t.board.team_of(figure_id), printed_values(t.board, t.book, figure_id).vp),
    )
    for ally in t.board.allies_of(figure_id):
        yield from trigger_ability(t, "an ally is knocked out", ally, (figure_id,))
    if by in t.board.figures and t.board.team_of(by) != t.board.team_of(figure_id):
        yield from trigger_ability(t, "it knocks out a rival", by, (figure_id,))


def _keeps_tiles(t: T, figure_id: FigureId) -> bool:
    """Returns whether status tiles leave by facts of their own."""
    first_version = 1 if edition_rules(t.board).tiles_leave_after_figure else 3
    return t.book.version > first_version and bool(t.board.figures[figure_id].statuses)


@cite_rule("SA-902")
def clear_figures(t: T, stay: tuple[FigureId, ...] = ()) -> Script[None]:
    """Removes knocked out figures from the Arena (SA-603), except those that *stay*.

    Their remaining status tiles leave after them.
    """
    cause = t.cause
    for figure_id in _fallen_figures(t.board):
        if figure_id not in stay:
            follow_from(t, t.occasions.get(figure_id, cause))
            yield facts.FigureRemoved(figure_id)
            yield from _remove_tiles(t, figure_id)


def _remove_tiles(t: T, figure_id: FigureId) -> Script[None]:
    for status in t.board.figures[figure_id].statuses:
        yield facts.StatusRemoved(figure_id, status)


def _fallen_figures(board: Board) -> tuple[FigureId, ...]:
    """Returns the knocked out figures in the Arena."""
    return tuple(figure_id for figure_id, figure in board.figures.items() if figure.at and not figure.hp)


@cite_rule("SA-803")
def trigger_ability(
    t: T, on: Occasion, figure_id: FigureId, targets: tuple[FigureId, ...] = ()
) -> Script[None]:
    """Triggers the ability of an upgraded character; its own Summoner chooses.

    Without a condition that is met, and after too long a chain (SA-414), nothing happens.
    """
    figure = t.board.figures[figure_id]
    if figure.upgraded and figure.hp and figure.at:
        ability = t.book.characters[figure.code].upgraded.ability
        if ability is not None and ability.whenever == on:
            effect = Effect(f"{figure.code}.a", figure_id, targets)
            all_instructions = [instruction for paragraph in ability.does for instruction in paragraph]
            if not any(
                is_applicable(t.board, t.book, effect, instruction) for instruction in all_instructions
            ):
                return
            if t.fact_counts[facts.AbilityTriggered] >= MAX_CHAINED_ABILITIES and t.book.version > 1:
                yield from under_rule(t, "SA-414", _end_chain(t, figure_id, effect.text))
                return
            yield facts.AbilityTriggered(figure_id, effect.text)
            follow_last(t)
            yield from acting_as(t, figure.seat, follow_text(t, effect, ability.does))


def _end_chain(t: T, figure_id: FigureId, ability: str) -> Script[None]:
    if not t.fact_counts[facts.ChainEnded]:
        yield facts.ChainEnded(figure_id, ability)
