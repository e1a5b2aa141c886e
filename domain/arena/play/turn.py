"""Turns, with the question between effects and the actions that follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from ...model import Asked, Picks, Seat
from ...script import Script, choose_one, cite_rule, follow_from, follow_last
from .. import facts
from ..board import Board
from ..book import Book, Skill
from ..defaults import reduced_hp, standard_attack, standard_move
from ..facts import FigureId, Gear, Phase
from ..hexes import Space
from . import restrictions
from .conditions import Effect
from .effects import clear_figures, deal_damage, follow_text
from .rounds import end_turn
from .targeting import T, pay_for_choice
from .verbs import move_ends

_PHASES: dict[str, Phase] = {"movement": "movement", "action": "action"}


# -- the question of a turn --------------------------------------------------------------------------


def turn_question(board: Board, book: Book) -> Asked:
    """Returns the question to the active Summoner between effects."""
    seat = restrictions.acting_seat(board)
    return Asked(seat, "turn", tuple(turn_options(board, book)), about=board.active, sight="hand")


def turn_options(board: Board, book: Book) -> list[str]:
    """Returns everything that the active Summoner may do now; ending the turn always is (SA-301)."""
    rivals = board.rivals_of(board.active) if board.phases["action"] else []
    plain = [figure_id for figure_id in rivals if not restrictions.attack_restriction(board, book, figure_id)]
    harder = plain if restrictions.boost_cards(board, book, "attack") else []
    boosted = [
        figure_id
        for figure_id in harder
        if not restrictions.attack_restriction(board, book, figure_id, boosted=True)
    ]
    spaces, boosted_spaces = restrictions.movement_spaces(board, book)
    options = [f"move:{space}" for space in spaces]
    options += [f"move+:{space}" for space in boosted_spaces]
    options += [f"attack:{figure_id}" for figure_id in plain]
    options += [f"attack+:{figure_id}" for figure_id in boosted]
    options += [
        f"play:{card}"
        for card in restrictions.active_hand(board)
        if not restrictions.card_restriction(board, book, card)
    ]
    options += [
        f"skill:{id}"
        for id in restrictions.active_skills(board, book)
        if not restrictions.skill_restriction(board, book, id)
    ]
    abilities = restrictions.activated_abilities(board, book)
    options += [f"ability:{id}" for id in abilities if not restrictions.ability_restriction(board, book, id)]
    if not restrictions.upgrade_restriction(board, book):
        options.append("upgrade")
        loans = restrictions.lendable_gears(board, book)
        options += [
            f"upgrade:{gear}" for gear in loans if not restrictions.loan_restriction(board, book, gear)
        ]
    return [*options, "end"]


def resolve_turn(t: T, picks: Picks) -> Script[None]:
    """Returns the script after an answer to the question of a turn.

    The turn ends by itself once no public option is left, or the active character is knocked out (SA-315). An
    earlier end would reveal which cards the hand lacks.
    """
    kind, _, subject = picks[0].partition(":")
    if kind != "end":
        yield from _ACTIONS[kind](t, subject)
    if kind == "end" or not t.board.figures[t.board.active].hp or not _has_options_left(t.board, t.book):
        yield from end_turn(t)


def _has_options_left(board: Board, book: Book) -> bool:
    """Returns whether a phase, skill, ability or upgrade may be left, by public information."""
    if (
        restrictions.activated_abilities(board, book)
        and board.figures[board.active].upgraded
        and not board.activated
    ):
        return True
    skills = board.phase == "skills" and restrictions.active_skills(board, book).keys() - set(board.used)
    return any(board.phases.values()) or bool(skills) or not restrictions.upgrade_restriction(board, book)


# -- what follows ------------------------------------------------------------------------------------


@cite_rule("SA-303")
def move_figure(t: T, space: Space) -> Script[None]:
    """Takes the Movement Phase with a standard movement; one of no space at all leaves it where it is."""
    yield facts.PhaseBegan("movement")
    yield from _walk_standard(t, space, standard_move(t.board, t.book, t.board.active))


@cite_rule("SA-305")
def move_further(t: T, space: Space) -> Script[None]:
    """Takes the Movement Phase with a standard movement of one space more, for a Movement card."""
    yield facts.PhaseBegan("movement")
    yield from discard_one(t, restrictions.boost_cards(t.board, t.book, "movement"), "boost", "movement")
    yield from _walk_standard(t, space, standard_move(t.board, t.book, t.board.active) + 1)


def _walk_standard(t: T, space: Space, steps: int) -> Script[None]:
    figure_id = t.board.active
    if space != t.board.figures[figure_id].at:
        yield facts.CharacterMoved(figure_id, move_ends(t.board, t.book, figure_id, steps)[space])


@cite_rule("SA-307")
def attack_rival(t: T, figure_id: FigureId) -> Script[None]:
    """Takes the Action Phase with a standard attack, a Direct Effect."""
    yield facts.PhaseBegan("action")
    yield from _deal_standard_damage(t, figure_id, 0)


@cite_rule("SA-308")
def attack_harder(t: T, figure_id: FigureId) -> Script[None]:
    """Takes the Action Phase with a standard attack of one damage more, for a card of the Attack type."""
    yield facts.PhaseBegan("action")
    yield from discard_one(t, restrictions.boost_cards(t.board, t.book, "attack"), "boost", "attack")
    yield from _deal_standard_damage(t, figure_id, 1)


def _deal_standard_damage(t: T, figure_id: FigureId, bonus: int) -> Script[None]:
    yield from pay_for_choice(t, figure_id)
    yield from deal_damage(
        t, t.board.active, figure_id, standard_attack(t.board, t.book, t.board.active) + bonus
    )
    yield from clear_figures(t)


def discard_one(t: T, cards: list[str], prompt: str, about: str) -> Script[None]:
    """Discards one of *cards*, chosen by the active Summoner.

    With further cards in hand, even a single fitting card is a question, or its absence would reveal the
    hand.
    """
    if t.book.version > 2 and len(restrictions.active_hand(t.board)) > 1:
        picks = yield Asked(t.seat, prompt, tuple(cards), about=about, sight="hand")
    else:
        picks = yield from choose_one(t.seat, prompt, cards, about=about, sight="hand")
    for card in picks:
        yield facts.CardDiscarded(t.seat, card)


@cite_rule("SA-313")
def play_card(t: T, card: str) -> Script[None]:
    """Takes a phase that the card's banner shows, and follows the card (SA-302, SA-306, SA-309)."""
    printed_card = t.book.cards[card].printed
    open_phases = [phase for phase in printed_card.banner if t.board.phases[phase]]
    for phase in (yield from choose_one(t.seat, "phase", open_phases, about=card)):
        yield facts.PhaseBegan(_PHASES[phase])
    yield facts.CardPlayed(t.seat, card)
    follow_last(t)
    yield from follow_text(t, Effect(card, t.board.active), printed_card.does)
    yield facts.CardResolved(t.seat, card)


@cite_rule("SA-310")
def use_skill(t: T, id: str) -> Script[None]:
    """Uses a skill, in the Skills Phase that is entered with the first one."""
    ability = restrictions.active_skills(t.board, t.book)[id]
    if t.board.phase != "skills":
        yield facts.PhaseBegan("skills")
    yield facts.SkillUsed(t.board.active, id)
    yield from _use_text(t, id, ability)


@cite_rule("SA-807")
def activate_ability(t: T, id: str) -> Script[None]:
    """Uses the activated ability of the upgraded side; it takes and ends no phase."""
    ability = restrictions.activated_abilities(t.board, t.book)[id]
    yield facts.AbilityActivated(t.board.active, id)
    yield from _use_text(t, id, ability)


def _use_text(t: T, id: str, ability: Skill) -> Script[None]:
    """Pays the cost of a skill or an ability, and follows it; the text follows from its use."""
    use = t.last
    follow_from(t, use)
    if ability.cost is not None:
        yield from discard_one(t, restrictions.payment_cards(t.board, t.book, ability), "cost", id)
    follow_from(t, use)
    yield from follow_text(t, Effect(id, t.board.active), ability.does)


@cite_rule("SA-802")
def upgrade_character(t: T, borrowed: str) -> Script[None]:
    """Banishes the printed gears from the own discard pile and flips the ability card.

    The oldest cards go first. One gear may come from the teammate, a missing one or the one *borrowed*
    (SA-804).
    """
    figure_id = t.board.active
    cost = Counter(t.book.characters[t.board.figures[figure_id].code].cost)
    loan = (
        Counter(gear for gear in cost if gear == borrowed)
        if borrowed
        else restrictions.missing_gears(t.board, t.book)
    )
    partner = t.board.partner_of(t.seat)
    if loan and partner is not None and not (yield from borrow_gear(t, partner, loan)):
        return
    yield from _banish_gears(t, t.seat, cost - loan)
    yield facts.CharacterUpgraded(figure_id, reduced_hp(t.board, t.book, figure_id, upgraded=True))


@cite_rule("SA-804")
def borrow_gear(t: T, partner: Seat, loan: Counter[Gear]) -> Script[bool]:
    """Asks the teammate for a gear and returns whether it was lent."""
    (answer,) = yield from choose_one(partner, "lend", ("lend", "refuse"), about=t.board.active)
    if answer == "lend":
        yield from _banish_gears(t, partner, loan)
    else:
        yield facts.GearRefused(partner)
    return answer == "lend"


def _banish_gears(t: T, seat: Seat, gears: Counter[Gear]) -> Script[None]:
    for gear, count in gears.items():
        pile = t.board.summoners[seat].discards
        for card in [card for card in pile if t.book.cards[card].printed.gear == gear][:count]:
            yield facts.CardBanished(seat, card, "discards")


_ACTIONS: dict[str, Callable[[T, str], Script[None]]] = {
    "move": move_figure,
    "move+": move_further,
    "attack": attack_rival,
    "attack+": attack_harder,
    "play": play_card,
    "skill": use_skill,
    "ability": activate_ability,
    "upgrade": upgrade_character,
}
