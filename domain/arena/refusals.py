"""Why something cannot be chosen, in the words of the game and with the rule's number."""

from __future__ import annotations

from collections.abc import Mapping

from ..words import Asked, Refusal
from . import bars
from . import instructions as say
from .aim import bar_choice, candidates
from .board import Board
from .book import Book
from .facts import Who

_REASONS: Mapping[str, str] = {
    "SA-301": "this phase has already been taken in this turn",
    "SA-303": "it is out of reach of a standard movement, or rivals stand in the way",
    "SA-304": "a move ends on a free space",
    "SA-305": "it takes a Movement card to discard, and a space in reach with one step more",
    "SA-307": "a standard attack needs an adjacent rival",
    "SA-308": "it takes a card of the Attack type to discard",
    "SA-310": "a skill is used once, in a Skills Phase that has not been left",
    "SA-311": "there is no card that pays for it",
    "SA-313": "only cards of the active character in the own hand are played",
    "SA-401": "it is out of range",
    "SA-402": "it is nobody whom the text means here, or it has been chosen already",
    "SA-403": "it needs a valid target, and there is none",
    "SA-504": "an Immobilized character stays where it is",
    "SA-506": "a Shrunken character plays no card of the Attack type",
    "SA-507": "a Stealthy rival has to be paid for with a card, and there is none to banish",
    "SA-510": "a rival with Taunt has to be chosen before",
    "SA-901": "a character is no ally of its own",
    "SA-604": "a knocked out character is not affected",
    "SA-802": "an upgrade takes its gears from the own discard pile, once, in chapter 4",
    "SA-804": "at most one gear comes from the teammate, who has to lend it",
    "SA-907": "a standard attack is for rivals",
}

_PROMPTS: Mapping[str, tuple[str, str]] = {
    "draft": ("SA-106", "it is not among the characters that are left"),
    "stack": ("SA-110", "every tile of the own characters is stacked, once"),
    "opening-hand": ("SA-115", "an opening hand is kept, or redrawn once"),
    "return": ("SA-207", "one who was knocked out comes back on a free back-row space, or the nearest one"),
    "where": ("SA-304", "a move passes allies, never rivals, and ends on a free space in reach"),
    "pay": ("SA-507", "a Stealthy rival is paid for with a card of the own hand"),
    "banish": ("SA-413", "a card of the own hand is banished"),
    "boost": ("SA-305", "a card of the own hand is discarded that gives +1 here"),
    "cost": ("SA-311", "a card of the own hand is discarded that pays for the skill"),
    "discard": ("SA-701", "cards of the own hand are discarded, down to the limit"),
    "phase": ("SA-302", "the card's banner does not show it, or it has been taken"),
    "lend": ("SA-804", "a gear is lent, or refused"),
    "whose-deck": ("SA-410", "it is the deck of a rival Summoner that has cards"),
    "order-of-damage": ("SA-407", "everyone who is damaged takes a place in the order, once"),
    "order-of-statuses": ("SA-204", "every status effect that triggered takes a place in the order, once"),
    "order-of-cards": ("SA-410", "the cards that were looked at go back, each once"),
}


def refuse(board: Board, book: Book, asked: Asked, pick: str) -> Refusal:
    """Returns why *pick* is none of the options of *asked*."""
    if asked.prompt == "turn":
        rule = bar(board, book, pick)
        reason = _REASONS.get(rule, "there is no such thing to do in a turn")
    elif asked.prompt == "target":
        rule = _bar_target(board, book, asked, pick)
        reason = _REASONS[rule]
    elif asked.prompt == "draft" and board.options.copies and pick in book.characters:
        rule, reason = "SA-107", "a team never has the same character twice"
    elif asked.prompt == "place":
        rule, reason = _bar_place(board)
    else:
        rule, reason = _PROMPTS[asked.prompt]
        if asked.prompt == "boost" and asked.about == "attack":
            rule = "SA-308"
    return Refusal(rule, f"“{pick}” cannot be chosen: {reason}.")


def bar(board: Board, book: Book, pick: str) -> str:
    """Returns the rule that forbids *pick* in a turn; empty if there is no such thing."""
    what, _, which = pick.partition(":")
    if what in ("move", "move+") and which in book.arena.around:
        taken = "SA-304" if board.at(which) else "SA-303" if what == "move" else "SA-305"
        return bars.bar_movement(board) or taken
    if what in ("attack", "attack+") and which in board.figures:
        return bars.bar_attack(board, book, which, boosted=what == "attack+")
    if what == "play":
        return bars.bar_card(board, book, which) if which in bars.hand(board) else "SA-313"
    if what == "skill":
        return bars.bar_skill(board, book, which) if which in bars.skills(board, book) else "SA-310"
    return bars.bar_upgrade(board, book) if pick == "upgrade" else ""


def _bar_place(board: Board) -> tuple[str, str]:
    if board.options.chapter == 1:
        return "SA-104", "a team starts on the two spaces of its end that are closest to the centre"
    return "SA-113", "a character starts on a free blue space of its own end"


def _bar_target(board: Board, book: Book, asked: Asked, pick: str) -> str:
    if pick not in board.figures:
        return "SA-402"
    if not board.figures[pick].hp:
        return "SA-604"
    source = _source(board, book, asked)
    asking = [
        target
        for target in say.choices(book.text(asked.about, upgraded=board.figures[source].upgraded))
        if set(asked.options) <= set(candidates(board, book, source, target))
    ]
    in_reach = [pick in candidates(board, book, source, target) for target in asking]
    if any(in_reach) and (rule := bar_choice(board, asked.seat, pick, len(board.summoners[asked.seat].hand))):
        return rule
    if all(in_reach):
        return "SA-402"
    if pick == source:
        return "SA-901" if any(target.side == "ally" for target in asking) else "SA-402"
    anywhere = [target._replace(within=None) for target in asking]
    named = any(pick in candidates(board, book, source, target) for target in anywhere)
    return "SA-401" if named else "SA-402"


def _source(board: Board, book: Book, asked: Asked) -> Who:
    """Returns whose text is followed: an ability's own figure, else the active one."""
    code, _, part = asked.about.partition(".")
    if part != "a":
        return board.active
    return next(who for who in board.own(asked.seat) if board.figures[who].code == code)
