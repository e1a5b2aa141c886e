"""What stands in the way: for each thing on the table, the rule that forbids it now, or the empty string."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from ..model import Seat
from . import instructions
from .board import NOWHERE, Board
from .book import Book, Skill
from .defaults import has_ability_cards, standard_move
from .facts import Card, Gear, Who
from .hexes import Space
from .instructions import Paragraphs
from .targeting import choice_restriction, is_in_reach, target_candidates
from .verbs import Through, move_ends

ATTACK_RANGE = 1
"""The range of a standard attack (SA-307)."""


def acting_seat(board: Board) -> Seat:
    """Returns the seat whose character is active (SA-201)."""
    return board.figures[board.active].seat


def active_hand(board: Board) -> tuple[Card, ...]:
    """Returns the hand of the active Summoner."""
    return board.summoners[acting_seat(board)].hand


# -- standard movement and attack --------------------------------------------------------------------


def movement_restriction(board: Board, to: Space) -> str:
    """Tells what forbids any standard movement to *to* now; who is Immobilized may stay (SA-303, SA-504)."""
    if not board.phases["movement"]:
        return "SA-301"
    figure = board.figures[board.active]
    return "SA-504" if "immobilized" in figure.statuses and to != figure.at else ""


def movement_spaces(board: Board, book: Book) -> tuple[tuple[Space, ...], tuple[Space, ...]]:
    """Returns where a standard movement may end, and where for a discarded card (SA-303, SA-305).

    The last is where it begins: up to so many spaces may be none.
    """
    if not board.phases["movement"]:
        return (), ()
    boosted, stay = bool(boost_cards(board, book, "movement")), (board.figures[board.active].at,)
    if movement_restriction(board, NOWHERE):
        return stay, stay if boosted else ()
    most = standard_move(board, book, board.active)
    further = move_ends(board, book, board.active, most + boosted)
    if not boosted:
        return (*further, *stay), ()
    return (*(space for space, path in further.items() if len(path) - 1 <= most), *stay), (*further, *stay)


def boost_cards(board: Board, book: Book, kind: str) -> list[Card]:
    """Returns the cards that may be discarded for +1, by banner or type (SA-305, SA-308, SA-904)."""
    if board.options.chapter == 1:
        return []
    return [card for card in active_hand(board) if has_kind(book, card, kind)]


def has_kind(book: Book, card: Card, kind: str) -> bool:
    """Tells whether *card* is of a *kind*: a type, a banner, or any."""
    printed = book.cards[card].printed
    return kind == "any" or kind in printed.types or kind in printed.banner


def attack_restriction(board: Board, book: Book, who: Who, *, boosted: bool = False) -> str:
    """Tells what forbids the standard attack on *who*, with a card discarded for +1 if *boosted*."""
    attacker, figure = board.figures[board.active], board.figures[who]
    if not board.phases["action"]:
        return "SA-301"
    if board.team_of(who) == board.teams[attacker.seat]:
        return "SA-907"
    if not figure.hp or not figure.at:
        return "SA-604"
    if not book.arena.is_within(attacker.at, figure.at, ATTACK_RANGE):
        return "SA-307"
    if boosted and not boost_cards(board, book, "attack"):
        return "SA-308"
    return choice_restriction(board, attacker.seat, who, len(active_hand(board)) - boosted)


# -- cards and skills --------------------------------------------------------------------------------


def card_restriction(board: Board, book: Book, id: Card) -> str:
    """Tells what forbids to play a card of the hand now."""
    card = book.cards[id]
    figure = board.figures[board.active]
    if card.character != figure.code:
        return "SA-313"
    if not any(board.phases[phase] for phase in card.printed.banner):
        return "SA-301"
    if "shrunken" in figure.statuses and "attack" in card.printed.types:
        return "SA-506"
    return text_restriction(board, book, card.printed.does, len(active_hand(board)) - 1)


def text_restriction(board: Board, book: Book, does: Paragraphs, held: int) -> str:
    """Tells what keeps a text from being used: a Direct Effect that has nobody to choose (SA-403).

    It is judged when the printed order comes to it: wherever moves that stand before it may have led.
    """
    if not instructions.needs_target(does):
        return ""
    source, seat = board.active, acting_seat(board)
    stands = {who: {figure.at} for who, figure in board.figures.items() if figure.at}
    it: list[Who] = []
    moved = False
    for told in (told for paragraph in does for told in paragraph):
        if isinstance(told, instructions.Move):
            stands[source], moved = _spaces_after_move(board, book, source, stands[source], told.up_to), True
        if not isinstance(told, instructions.Aimed):
            continue
        target = instructions.parse_target(told.to)
        if target.how in ("choose", "each"):
            if moved:
                anywhere = target_candidates(board, book, source, target._replace(within=None))
                near = {at: _targets_near(book, at, stands, anywhere, target) for at in stands[source]}
                it = [who for who in anywhere if any(who in known for known in near.values())]
            else:
                it = target_candidates(board, book, source, target)
                near = {board.figures[source].at: it}
            if target.direct and target.least:
                bars = {who: choice_restriction(board, seat, who, held) for who in it}
                stands[source] = {at for at, known in near.items() if not all(bars[who] for who in known)}
                if not stands[source]:
                    return bars[it[0]] if it else "SA-403"
        if isinstance(told, instructions.Push):
            for who in it:
                stands[who], moved = (
                    _spaces_after_move(board, book, who, stands[who], told.up_to, told.through),
                    True,
                )
    return ""


def _spaces_after_move(
    board: Board, book: Book, who: Who, starts: set[Space], up_to: int, through: Through = "allies"
) -> set[Space]:
    """Returns where a move of *who* may lead from any of *starts*, everybody else standing still."""
    found = set(starts)
    if "immobilized" not in board.figures[who].statuses:
        for at in starts:
            figures = {**board.figures, who: replace(board.figures[who], at=at)}
            found |= move_ends(replace(board, figures=figures), book, who, up_to, through).keys()
    return found


def _targets_near(
    book: Book, at: Space, stands: Mapping[Who, set[Space]], whos: list[Who], target: instructions.Target
) -> list[Who]:
    """Returns those of *whos* that may stand as far from *at* as *target* says."""
    return [who for who in whos if any(is_in_reach(book, target, at, to) for to in stands[who])]


def active_skills(board: Board, book: Book) -> Mapping[str, Skill]:
    """Returns the skills of the active character by their ids, such as `SAM.s1` (SA-310)."""
    if not has_ability_cards(board):
        return {}
    figure = board.figures[board.active]
    return book.skills[figure.code, figure.upgraded]


def skill_restriction(board: Board, book: Book, id: str) -> str:
    """Tells what forbids a skill of the active character now."""
    if not board.phases.get("skills") and board.phase != "skills":
        return "SA-310"
    if board.phase == "skills" and id in board.used:
        return "SA-310"
    return _use_restriction(board, book, active_skills(board, book)[id])


def activated_abilities(board: Board, book: Book) -> dict[str, Skill]:
    """Returns the activated ability of the active character by its id, such as `SAM.u`, if any (SA-803).

    It is told while the starting side lies up too, but not in chapters without upgrades.
    """
    code = board.figures[board.active].code
    ability = book.characters[code].upgraded.activated if board.options.chapter == 4 else None
    return {} if ability is None else {f"{code}.u": ability}


def ability_restriction(board: Board, book: Book, id: str) -> str:
    """Tells what forbids to activate the ability of the active character now."""
    if not board.figures[board.active].upgraded:
        return "SA-803"
    return (
        "SA-807" if board.activated else _use_restriction(board, book, activated_abilities(board, book)[id])
    )


def _use_restriction(board: Board, book: Book, skill: Skill) -> str:
    """Tells what keeps *skill* from being used: its cost or its text."""
    if skill.cost is not None and not payment_cards(board, book, skill):
        return "SA-311"
    return text_restriction(board, book, skill.does, len(active_hand(board)) - (skill.cost is not None))


def payment_cards(board: Board, book: Book, skill: Skill) -> list[Card]:
    """Returns the cards of the hand that pay for *skill* (SA-311)."""
    return (
        []
        if skill.cost is None
        else [card for card in active_hand(board) if has_kind(book, card, skill.cost)]
    )


# -- upgrades ----------------------------------------------------------------------------------------


def count_gears(book: Book, cards: Iterable[Card]) -> Counter[Gear]:
    """Counts the gears that *cards* carry (SA-801)."""
    return Counter(book.cards[card].printed.gear for card in cards)


def missing_gears(board: Board, book: Book) -> Counter[Gear]:
    """Returns the gears that the own discard pile lacks for the active character's upgrade (SA-802)."""
    figure = board.figures[board.active]
    own = [book.cards[card].printed.gear for card in board.summoners[figure.seat].discards]
    cost = book.characters[figure.code].cost
    return Counter({gear: count - own.count(gear) for gear, count in cost.items() if count > own.count(gear)})


def upgrade_restriction(board: Board, book: Book) -> str:
    """Tells what forbids to upgrade the active character now; one gear that lacks may be the teammate's."""
    figure = board.figures[board.active]
    if board.options.chapter != 4 or figure.upgraded:
        return "SA-802"
    lacking = missing_gears(board, book)
    if not lacking:
        return ""
    if board.partner_of(figure.seat) is None:
        return "SA-802"
    return "SA-804" if lacking.total() > 1 or not lendable_gears(board, book) & lacking else ""


def loan_restriction(board: Board, book: Book, gear: str) -> str:
    """Tells what forbids to upgrade with a *gear* of the teammate's in the place of an own one (SA-804)."""
    if rule := upgrade_restriction(board, book):
        return rule
    needless = gear in lendable_gears(board, book) and not missing_gears(board, book)
    return "" if needless else "SA-804"


def borrowable_gears(board: Board, book: Book) -> tuple[Gear, ...]:
    """Returns the gears that a teammate, if there is one, may be asked for: those the upgrade takes."""
    figure = board.figures[board.active]
    alone = board.partner_of(figure.seat) is None
    return () if alone else tuple(book.characters[figure.code].cost)


def lendable_gears(board: Board, book: Book) -> Counter[Gear]:
    """Returns what the teammate could lend for the active character's upgrade, if asked (SA-804)."""
    figure = board.figures[board.active]
    partner = board.partner_of(figure.seat)
    if partner is None or board.refused:
        return Counter()
    return count_gears(book, board.summoners[partner].discards) & Counter(book.characters[figure.code].cost)
