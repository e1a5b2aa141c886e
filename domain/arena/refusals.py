"""Why something cannot be chosen, in the words of the game and with the rule's number."""

from __future__ import annotations

from collections.abc import Mapping

from ..messages import Message
from ..model import Asked, Refusal
from . import instructions, restrictions
from .board import Board
from .book import Book
from .facts import Who
from .targeting import choice_restriction, target_candidates

_REASONS: Mapping[str, Message] = {
    "SA-301": Message("this phase has already been taken in this turn"),
    "SA-303": Message("it is out of reach of a standard movement, or rivals stand in the way"),
    "SA-304": Message("a move ends on a free space"),
    "SA-305": Message("it takes a Movement card to discard, and a space in reach with one step more"),
    "SA-307": Message("a standard attack needs an adjacent rival"),
    "SA-308": Message("it takes a card of the Attack type to discard"),
    "SA-310": Message("a skill is used once, in a Skills Phase that has not been left"),
    "SA-311": Message("there is no card that pays for it"),
    "SA-313": Message("only cards of the active character in the own hand are played"),
    "SA-401": Message("it is out of range"),
    "SA-402": Message("it is nobody whom the text means here, or it has been chosen already"),
    "SA-403": Message("it needs a valid target, and there is none"),
    "SA-504": Message("an Immobilized character stays where it is"),
    "SA-506": Message("a Shrunken character plays no card of the Attack type"),
    "SA-507": Message("a Stealthy rival has to be paid for with a card, and there is none to banish"),
    "SA-510": Message("a rival with Taunt has to be chosen before"),
    "SA-901": Message("a character is no ally of its own"),
    "SA-604": Message("a knocked out character is not affected"),
    "SA-802": Message("an upgrade takes its gears from the own discard pile, once, in chapter 4"),
    "SA-803": Message("an ability is activated only while the upgraded side lies up"),
    "SA-804": Message("at most one gear comes from the teammate, who has to lend it"),
    "SA-807": Message("an ability is activated once in a turn"),
    "SA-907": Message("a standard attack is for rivals"),
}

_PROMPTS: Mapping[str, tuple[str, Message]] = {
    "draft": ("SA-106", Message("it is not among the characters that are left")),
    "stack": ("SA-110", Message("every tile of the own characters is stacked, once")),
    "opening-hand": ("SA-115", Message("an opening hand is kept, or redrawn once")),
    "return": (
        "SA-207",
        Message("one who was knocked out comes back on a free back-row space, or the nearest one"),
    ),
    "where": ("SA-304", Message("a move passes allies, never rivals, and ends on a free space in reach")),
    "pay": ("SA-507", Message("a Stealthy rival is paid for with a card of the own hand")),
    "banish": ("SA-413", Message("a card of the own hand is banished")),
    "discard-for": ("SA-413", Message("a card of the own hand is discarded")),
    "boost": ("SA-305", Message("a card of the own hand is discarded that gives +1 here")),
    "cost": ("SA-311", Message("a card of the own hand is discarded that pays for the skill or the ability")),
    "discard": ("SA-701", Message("cards of the own hand are discarded, down to the limit")),
    "phase": ("SA-302", Message("the card's banner does not show it, or it has been taken")),
    "lend": ("SA-804", Message("a gear is lent, or refused")),
    "whose-deck": ("SA-410", Message("it is the deck of a rival Summoner that has cards")),
    "order-of-damage": ("SA-407", Message("everyone who is damaged takes a place in the order, once")),
    "order-of-statuses": (
        "SA-204",
        Message("every status effect that triggered takes a place in the order, once"),
    ),
    "order-of-cards": ("SA-410", Message("the cards that were looked at go back, each once")),
}


def explain_refusal(board: Board, book: Book, asked: Asked, pick: str) -> Refusal:
    """Returns why *pick* is none of the options of *asked*."""
    if asked.prompt == "turn":
        rule = turn_restriction(board, book, pick)
        reason = _REASONS.get(rule, Message("there is no such thing to do in a turn"))
    elif asked.prompt == "target":
        rule = _target_restriction(board, book, asked, pick)
        reason = _REASONS[rule]
    elif asked.prompt == "draft" and board.options.copies and pick in book.characters:
        rule, reason = "SA-107", Message("a team never has the same character twice")
    elif asked.prompt == "place":
        rule, reason = _start_restriction(board)
    else:
        rule, reason = _PROMPTS[asked.prompt]
        if asked.prompt == "boost" and asked.about == "attack":
            rule = "SA-308"
    return Refusal(rule, Message("“{pick}” cannot be chosen: {reason}.", pick=pick, reason=reason))


def turn_restriction(board: Board, book: Book, pick: str) -> str:
    """Returns the rule that forbids *pick* in a turn; empty if there is no such thing."""
    what, _, which = pick.partition(":")
    if what in ("move", "move+") and which in book.arena.neighbours:
        standing = board.figure_on(which) not in (None, board.active)
        taken = "SA-304" if standing else "SA-303" if what == "move" else "SA-305"
        return restrictions.movement_restriction(board, which) or taken
    if what in ("attack", "attack+") and which in board.figures:
        return restrictions.attack_restriction(board, book, which, boosted=what == "attack+")
    if what == "play":
        return (
            restrictions.card_restriction(board, book, which)
            if which in restrictions.active_hand(board)
            else "SA-313"
        )
    if what == "skill":
        return (
            restrictions.skill_restriction(board, book, which)
            if which in restrictions.active_skills(board, book)
            else "SA-310"
        )
    if what == "ability":
        return (
            restrictions.ability_restriction(board, book, which)
            if which in restrictions.activated_abilities(board, book)
            else ""
        )
    if what == "upgrade" and which:
        return (
            restrictions.loan_restriction(board, book, which)
            if which in restrictions.borrowable_gears(board, book)
            else ""
        )
    return restrictions.upgrade_restriction(board, book) if what == "upgrade" else ""


def _start_restriction(board: Board) -> tuple[str, Message]:
    if board.options.chapter == 1:
        return "SA-104", Message("a team starts on the two spaces of its end that are closest to the centre")
    return "SA-113", Message("a character starts on a free blue space of its own end")


def _target_restriction(board: Board, book: Book, asked: Asked, pick: str) -> str:
    if pick not in board.figures:
        return "SA-402"
    if not board.figures[pick].hp:
        return "SA-604"
    source = _acting_figure(board, book, asked)
    asking = [
        target
        for target in instructions.direct_targets(
            book.text(asked.about, upgraded=board.figures[source].upgraded)
        )
        if set(asked.options) <= set(target_candidates(board, book, source, target))
    ]
    in_reach = [pick in target_candidates(board, book, source, target) for target in asking]
    if any(in_reach) and (
        rule := choice_restriction(board, asked.seat, pick, len(board.summoners[asked.seat].hand))
    ):
        return rule
    if all(in_reach):
        return "SA-402"
    if pick == source:
        return "SA-901" if any(target.side == "ally" for target in asking) else "SA-402"
    anywhere = [target._replace(within=None) for target in asking]
    named = any(pick in target_candidates(board, book, source, target) for target in anywhere)
    return "SA-401" if named else "SA-402"


def _acting_figure(board: Board, book: Book, asked: Asked) -> Who:
    """Returns whose text is followed: an ability's own figure, else the active one."""
    code, _, part = asked.about.partition(".")
    if part != "a":
        return board.active
    return next(who for who in board.figures_of(asked.seat) if board.figures[who].code == code)
