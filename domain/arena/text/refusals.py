"""Reasons for refused picks, with the number of the rule."""

from __future__ import annotations

from collections.abc import Mapping

from ...messages import Message
from ...model import Asked, Refusal
from .. import instructions
from ..board import Board
from ..book import Book
from ..facts import FigureId
from ..play import restrictions
from ..play.targeting import choice_restriction, target_candidates
from .refusal_details import detail_reason

_REASONS: Mapping[str, Message] = {
    "SA-301": Message("this phase has already been taken in this turn"),
    "SA-303": Message("it is out of reach of a standard movement"),
    "SA-304": Message("a move ends on a free space"),
    "SA-305": Message("it takes a Movement card to discard, and a space in reach with one step more"),
    "SA-307": Message("a standard attack needs an adjacent rival"),
    "SA-308": Message("it takes a card of the Attack type to discard"),
    "SA-310": Message("a skill is used once, in a Skills Phase that has not been left"),
    "SA-311": Message("there is no card that pays for it"),
    "SA-313": Message("a Summoner plays cards of the active character from the hand"),
    "SA-401": Message("it is out of range"),
    "SA-402": Message("it is nobody whom the text means here, or it has been chosen already"),
    "SA-403": Message("it needs a valid target, and there is none"),
    "SA-504": Message("an Immobilized character stays where it is"),
    "SA-506": Message("a Shrunken character plays no card of the Attack type"),
    "SA-507": Message("a Stealthy rival has to be paid for with a card, and there is none to banish"),
    "SA-510": Message("a rival with Taunt has to be chosen before"),
    "SA-901": Message("a character is no ally of its own"),
    "SA-604": Message("a knocked out character is not affected"),
    "SA-802": Message("an upgrade takes its gears from the Summoner’s discard pile"),
    "SA-803": Message("an ability is activated only while the upgraded side lies up"),
    "SA-804": Message("at most one gear comes from the teammate, who has to lend it"),
    "SA-807": Message("an ability is activated once in a turn"),
    "SA-907": Message("a standard attack is for rivals"),
}

OPEN_RULES = frozenset(
    ("SA-301", "SA-303", "SA-304", "SA-307", "SA-310", "SA-403", "SA-504", "SA-506", "SA-507", "SA-510")
) | {"SA-604", "SA-803", "SA-807", "SA-907"}
"""The rules against an action in a turn that look at open cards alone, and at the number of hidden ones."""

_PROMPTS: Mapping[str, tuple[str, Message]] = {
    "draft": ("SA-106", Message("it is not among the characters that are left")),
    "stack": ("SA-110", Message("a Summoner stacks the tile of each character, once")),
    "opening-hand": ("SA-115", Message("an opening hand is kept, or redrawn once")),
    "return": (
        "SA-207",
        Message("one who was knocked out comes back on a free back-row space, or the nearest one"),
    ),
    "where": ("SA-304", Message("a move passes allies, never rivals, and ends on a free space in reach")),
    "pay": ("SA-507", Message("a card of the hand pays for aiming at a Stealthy rival")),
    "banish": ("SA-413", Message("the Summoner banishes a card of the hand")),
    "discard-for": ("SA-413", Message("the Summoner discards a card of the hand")),
    "boost": ("SA-305", Message("the Summoner discards a card of the hand that gives +1 here")),
    "cost": (
        "SA-311",
        Message("the Summoner discards a card of the hand that pays for the skill or the ability"),
    ),
    "discard": ("SA-701", Message("the Summoner discards cards of the hand, down to the limit")),
    "phase": ("SA-302", Message("the card’s banner does not show it, or it has been taken")),
    "lend": ("SA-804", Message("a gear is lent, or refused")),
    "whose-deck": ("SA-410", Message("it is the deck of a rival Summoner that has cards")),
    "order-of-damage": ("SA-407", Message("everyone who is damaged takes a place in the order, once")),
    "order-of-statuses": (
        "SA-204",
        Message("every status effect that triggered takes a place in the order, once"),
    ),
    "order-of-cards": ("SA-410", Message("the cards that were looked at go back, each once")),
}


def explain_refusal(board: Board, book: Book, question: Asked, pick: str) -> Refusal:
    """Returns the reason why *pick* is not an option of *question*."""
    if question.prompt == "turn":
        rule = turn_restriction(board, book, pick)
        reason = detail_reason(board, book, board.active, rule, pick.partition(":")[2]) or _REASONS.get(
            rule, Message("there is no such thing to do in a turn")
        )
    elif question.prompt == "target":
        rule = _target_restriction(board, book, question, pick)
        reason = (
            detail_reason(board, book, _acting_figure(board, book, question), rule, pick) or _REASONS[rule]
        )
    elif question.prompt == "draft" and board.options.copies and pick in book.characters:
        rule, reason = "SA-107", Message("a team never has the same character twice")
    elif question.prompt == "place":
        rule, reason = _start_restriction(board)
    else:
        rule, reason = _PROMPTS[question.prompt]
        if question.prompt == "boost" and question.about == "attack":
            rule = "SA-308"
    return Refusal(rule, Message("“{pick}” cannot be chosen: {reason}.", pick=pick, reason=reason))


def turn_restriction(board: Board, book: Book, pick: str) -> str:
    """Returns the rule that forbids *pick* in a turn; empty for an unknown action."""
    kind, _, subject = pick.partition(":")
    if kind in ("move", "move+") and subject in book.arena.neighbours:
        is_occupied = board.figure_on(subject) not in (None, board.active)
        restriction = "SA-304" if is_occupied else "SA-303" if kind == "move" else "SA-305"
        return restrictions.movement_restriction(board, subject) or restriction
    if kind in ("attack", "attack+") and subject in board.figures:
        return restrictions.attack_restriction(board, book, subject, boosted=kind == "attack+")
    if kind == "play":
        return (
            restrictions.card_restriction(board, book, subject)
            if subject in restrictions.active_hand(board)
            else "SA-313"
        )
    if kind == "skill":
        return (
            restrictions.skill_restriction(board, book, subject)
            if subject in restrictions.active_skills(board, book)
            else "SA-310"
        )
    if kind == "ability":
        return (
            restrictions.ability_restriction(board, book, subject)
            if subject in restrictions.activated_abilities(board, book)
            else ""
        )
    if kind == "upgrade" and subject:
        return (
            restrictions.loan_restriction(board, book, subject)
            if subject in restrictions.borrowable_gears(board, book)
            else ""
        )
    return restrictions.upgrade_restriction(board, book) if kind == "upgrade" else ""


def _start_restriction(board: Board) -> tuple[str, Message]:
    if board.options.chapter == 1:
        return "SA-104", Message("a team starts on the two spaces of its end that are closest to the centre")
    return "SA-113", Message("a character starts on a free blue space of its own end")


def _target_restriction(board: Board, book: Book, question: Asked, pick: str) -> str:
    if pick not in board.figures:
        return "SA-402"
    if not board.figures[pick].hp:
        return "SA-604"
    source = _acting_figure(board, book, question)
    targets = [
        target
        for target in instructions.direct_targets(
            book.paragraphs_of(question.about, upgraded=board.figures[source].upgraded)
        )
        if set(question.options) <= set(target_candidates(board, book, source, target))
    ]
    in_reach = [pick in target_candidates(board, book, source, target) for target in targets]
    if any(in_reach) and (
        rule := choice_restriction(board, question.seat, pick, len(board.summoners[question.seat].hand))
    ):
        return rule
    if all(in_reach):
        return "SA-402"
    if pick == source:
        return "SA-901" if any(target.side == "ally" for target in targets) else "SA-402"
    anywhere = [target._replace(within=None) for target in targets]
    is_candidate = any(pick in target_candidates(board, book, source, target) for target in anywhere)
    return "SA-401" if is_candidate else "SA-402"


def _acting_figure(board: Board, book: Book, question: Asked) -> FigureId:
    """Returns the figure with the text in progress, that of an ability or the active one."""
    code, _, part = question.about.partition(".")
    if part != "a":
        return board.active
    return next(
        figure_id for figure_id in board.figures_of(question.seat) if board.figures[figure_id].code == code
    )
