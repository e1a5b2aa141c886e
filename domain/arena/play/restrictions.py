"""Restrictions on actions, each the number of a rule, or empty if the action is allowed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from ...model import Seat
from .. import instructions
from ..board import NOWHERE, Board
from ..book import Book, Skill
from ..defaults import has_ability_cards, standard_move
from ..facts import CardCode, FigureId, Gear
from ..hexes import Space
from ..instructions import Paragraphs
from .targeting import choice_restriction, is_in_reach, target_candidates
from .verbs import Through, move_ends

ATTACK_RANGE = 1
"""The range of a standard attack (SA-307)."""


def acting_seat(board: Board) -> Seat:
    """Returns the seat of the active character (SA-201)."""
    return board.figures[board.active].seat


def active_hand(board: Board) -> tuple[CardCode, ...]:
    """Returns the hand of the active Summoner."""
    return board.summoners[acting_seat(board)].hand


# -- standard movement and attack --------------------------------------------------------------------


def movement_restriction(board: Board, to: Space) -> str:
    """Returns the rule against a standard movement (SA-303); the Immobilized may stay (SA-504)."""
    if not board.phases["movement"]:
        return "SA-301"
    figure = board.figures[board.active]
    return "SA-504" if "immobilized" in figure.statuses and to != figure.at else ""


def movement_spaces(board: Board, book: Book) -> tuple[tuple[Space, ...], tuple[Space, ...]]:
    """Returns the ends of a standard movement, without and with a discard (SA-303, SA-305).

    The last is its start, because up to so many spaces may be none.
    """
    if not board.phases["movement"]:
        return (), ()
    boosted, stay = bool(boost_cards(board, book, "movement")), (board.figures[board.active].at,)
    if movement_restriction(board, NOWHERE):
        return stay, stay if boosted else ()
    max_steps = standard_move(board, book, board.active)
    further = move_ends(board, book, board.active, max_steps + boosted)
    if not boosted:
        return (*further, *stay), ()
    return (*(space for space, path in further.items() if len(path) - 1 <= max_steps), *stay), (
        *further,
        *stay,
    )


def boost_cards(board: Board, book: Book, kind: str) -> list[CardCode]:
    """Returns the cards that may be discarded for +1, by banner or type (SA-305, SA-308, SA-904)."""
    if board.options.chapter == 1:
        return []
    return [card for card in active_hand(board) if has_kind(book, card, kind)]


def has_kind(book: Book, card: CardCode, kind: str) -> bool:
    """Returns whether *card* has a type or banner of this *kind*, or any kind will do."""
    printed_card = book.cards[card].printed
    return kind == "any" or kind in printed_card.types or kind in printed_card.banner


def attack_restriction(board: Board, book: Book, figure_id: FigureId, *, boosted: bool = False) -> str:
    """Returns the rule against a standard attack on *figure_id*, with a discard if *boosted*."""
    attacker, figure = board.figures[board.active], board.figures[figure_id]
    if board.team_of(figure_id) == board.teams[attacker.seat]:
        return "SA-907"
    if not board.phases["action"]:
        return "SA-301"
    if not figure.hp or not figure.at:
        return "SA-604"
    if not book.arena.is_within(attacker.at, figure.at, ATTACK_RANGE):
        return "SA-307"
    if boosted and not boost_cards(board, book, "attack"):
        return "SA-308"
    return choice_restriction(board, attacker.seat, figure_id, len(active_hand(board)) - boosted)


# -- cards and skills --------------------------------------------------------------------------------


def card_restriction(board: Board, book: Book, id: CardCode) -> str:
    """Returns the rule against playing a card of the hand."""
    card = book.cards[id]
    figure = board.figures[board.active]
    if card.character != figure.code:
        return "SA-313"
    if not any(board.phases[phase] for phase in card.printed.banner):
        return "SA-301"
    if "shrunken" in figure.statuses and "attack" in card.printed.types:
        return "SA-506"
    return text_restriction(board, book, card.printed.does, len(active_hand(board)) - 1)


def text_restriction(board: Board, book: Book, does: Paragraphs, hand_size: int) -> str:
    """Returns the rule against a text with a Direct Effect without a valid target (SA-403).

    The check follows the printed order, so earlier moves of the text count.
    """
    if not instructions.needs_target(does):
        return ""
    source, seat = board.active, acting_seat(board)
    spaces = {figure_id: {figure.at} for figure_id, figure in board.figures.items() if figure.at}
    targets: list[FigureId] = []
    has_moved = False
    for instruction in (instruction for paragraph in does for instruction in paragraph):
        if isinstance(instruction, instructions.Move):
            spaces[source], has_moved = (
                _spaces_after_move(board, book, source, spaces[source], instruction.up_to),
                True,
            )
        if not isinstance(instruction, instructions.Aimed):
            continue
        target = instructions.parse_target(instruction.to)
        if target.mode in ("choose", "each"):
            if has_moved:
                possible = target_candidates(board, book, source, target._replace(within=None))
                targets_by_space = {
                    at: _targets_near(book, at, spaces, possible, target) for at in spaces[source]
                }
                targets = [
                    figure_id
                    for figure_id in possible
                    if any(figure_id in in_reach for in_reach in targets_by_space.values())
                ]
            else:
                targets = target_candidates(board, book, source, target)
                targets_by_space = {board.figures[source].at: targets}
            if target.is_direct and target.minimum:
                rules = {
                    figure_id: choice_restriction(board, seat, figure_id, hand_size) for figure_id in targets
                }
                spaces[source] = {
                    at
                    for at, in_reach in targets_by_space.items()
                    if not all(rules[figure_id] for figure_id in in_reach)
                }
                if not spaces[source]:
                    return rules[targets[0]] if targets else "SA-403"
        if isinstance(instruction, instructions.Push):
            for figure_id in targets:
                spaces[figure_id], has_moved = (
                    _spaces_after_move(
                        board, book, figure_id, spaces[figure_id], instruction.up_to, instruction.through
                    ),
                    True,
                )
    return ""


def _spaces_after_move(
    board: Board, book: Book, figure_id: FigureId, starts: set[Space], up_to: int, through: Through = "allies"
) -> set[Space]:
    """Returns the ends of a move of *figure_id* from any of *starts*; all others stay."""
    spaces = set(starts)
    if "immobilized" not in board.figures[figure_id].statuses:
        for at in starts:
            figures = {**board.figures, figure_id: replace(board.figures[figure_id], at=at)}
            spaces |= move_ends(replace(board, figures=figures), book, figure_id, up_to, through).keys()
    return spaces


def _targets_near(
    book: Book,
    at: Space,
    spaces: Mapping[FigureId, set[Space]],
    figure_ids: list[FigureId],
    target: instructions.Target,
) -> list[FigureId]:
    """Returns those of *figure_ids* that may be as far from *at* as *target* requires."""
    return [
        figure_id
        for figure_id in figure_ids
        if any(is_in_reach(book, target, at, to) for to in spaces[figure_id])
    ]


def active_skills(board: Board, book: Book) -> Mapping[str, Skill]:
    """Returns the skills of the active character by their ids, such as `SAM.s1` (SA-310)."""
    if not has_ability_cards(board):
        return {}
    figure = board.figures[board.active]
    return book.skills[figure.code, figure.upgraded]


def skill_restriction(board: Board, book: Book, id: str) -> str:
    """Returns the rule against a skill of the active character."""
    if not board.phases.get("skills") and board.phase != "skills":
        return "SA-310"
    if board.phase == "skills" and id in board.used:
        return "SA-310"
    return _use_restriction(board, book, active_skills(board, book)[id])


def activated_abilities(board: Board, book: Book) -> dict[str, Skill]:
    """Returns the activated ability of the active character by its id, such as `SAM.u` (SA-803).

    It is included before the upgrade too, but not in chapters without upgrades.
    """
    code = board.figures[board.active].code
    ability = book.characters[code].upgraded.activated if board.options.chapter == 4 else None
    return {} if ability is None else {f"{code}.u": ability}


def ability_restriction(board: Board, book: Book, id: str) -> str:
    """Returns the rule against activating the ability of the active character."""
    if not board.figures[board.active].upgraded:
        return "SA-803"
    return (
        "SA-807" if board.activated else _use_restriction(board, book, activated_abilities(board, book)[id])
    )


def _use_restriction(board: Board, book: Book, skill: Skill) -> str:
    """Returns the rule against *skill*, by its cost or its text."""
    if skill.cost is not None and not payment_cards(board, book, skill):
        return "SA-311"
    return text_restriction(board, book, skill.does, len(active_hand(board)) - (skill.cost is not None))


def payment_cards(board: Board, book: Book, skill: Skill) -> list[CardCode]:
    """Returns the cards of the hand that pay for *skill* (SA-311)."""
    return (
        []
        if skill.cost is None
        else [card for card in active_hand(board) if has_kind(book, card, skill.cost)]
    )


# -- upgrades ----------------------------------------------------------------------------------------


def count_gears(book: Book, cards: Iterable[CardCode]) -> Counter[Gear]:
    """Counts the gears that *cards* carry (SA-801)."""
    return Counter(book.cards[card].printed.gear for card in cards)


def missing_gears(board: Board, book: Book) -> Counter[Gear]:
    """Returns the gears that the own discard pile lacks for the active character's upgrade (SA-802)."""
    figure = board.figures[board.active]
    discarded = [book.cards[card].printed.gear for card in board.summoners[figure.seat].discards]
    cost = book.characters[figure.code].cost
    return Counter(
        {gear: count - discarded.count(gear) for gear, count in cost.items() if count > discarded.count(gear)}
    )


def upgrade_restriction(board: Board, book: Book) -> str:
    """Returns the rule against an upgrade; the teammate may supply one missing gear."""
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
    """Returns the rule against a *gear* of the teammate in place of an own one (SA-804)."""
    if rule := upgrade_restriction(board, book):
        return rule
    needless = gear in lendable_gears(board, book) and not missing_gears(board, book)
    return "" if needless else "SA-804"


def borrowable_gears(board: Board, book: Book) -> tuple[Gear, ...]:
    """Returns the gears of the upgrade, the ones that a teammate may lend."""
    figure = board.figures[board.active]
    alone = board.partner_of(figure.seat) is None
    return () if alone else tuple(book.characters[figure.code].cost)


def lendable_gears(board: Board, book: Book) -> Counter[Gear]:
    """Returns the gears for the upgrade that the teammate has (SA-804)."""
    figure = board.figures[board.active]
    partner = board.partner_of(figure.seat)
    if partner is None or board.refused:
        return Counter()
    return count_gears(book, board.summoners[partner].discards) & Counter(book.characters[figure.code].cost)
