"""Positions of Sorcerer's Arena as text, and back: for studies, puzzles and disputes.

    arena chapter=4 edition=en / play round=3 vp=5:7 turn=GAS left=m1a0s1 order=SAM,GAS,… /
    A.SAM at=e1 hp=8 magic_broom=2 / B.GAS at=d4 hp=3 upgraded / … / A deck=SAM01,… hand=… / B deck=…

Summoners are A to D. `left` counts the main phases that are left in this turn, by their first letters.
Figures stand in the order in which they were drafted, cards as they lie: the first is the top of the deck.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast, get_args

from msgspec.structs import replace

from .. import position as notation
from ..decider import Unplayable
from ..messages import Message
from ..model import Refusal
from ..notation import Unreadable
from ..position import Part, format_words
from . import position_checks
from .board import Board, Figure, Stage, Summoner
from .book import Book
from .facts import FigureId, Phase, Status
from .play import setup
from .play.draft import SECOND

GAME = "arena"
SEATS = "ABCD"

_STATUSES: tuple[Status, ...] = get_args(Status)
_STAGES: tuple[Stage, ...] = get_args(Stage)
_PHASES: dict[str, Phase] = {phase[0]: phase for phase in get_args(Phase)}
_LEFT = re.compile(r"([mas])([0-9]{1,3})")


# -- writing -----------------------------------------------------------------------------------------


def write_board(board: Board) -> str:
    """Returns *board* as text."""
    options = board.options
    teams = "+".join(",".join(codes) for codes in options.teams)
    blue, red = board.points
    table = format_words(
        round=board.round,
        vp=f"{blue}:{red}",
        turn=board.active,
        left="".join(f"{phase[0]}{count}" for phase, count in board.phases.items()),
        phase=board.phase,
        used=board.used,
        refused=board.refused,
        resolving=board.resolving,
        final=board.final,
        activated=board.activated,
        order=board.order,
        retired=board.retired,
    )
    return notation.join_parts(
        (
            (
                GAME,
                format_words(
                    chapter=options.chapter,
                    edition=options.edition,
                    copies=options.copies,
                    teams=teams,
                    first=options.first,
                ),
            ),
            (board.stage, table),
            *(
                (f"{SEATS[figure.seat]}.{figure_id}", _write_figure(figure))
                for figure_id, figure in board.figures.items()
            ),
            *((SEATS[seat], _write_summoner(summoner)) for seat, summoner in enumerate(board.summoners)),
        )
    )


def _write_figure(figure: Figure) -> dict[str, str]:
    return format_words(at=figure.at, hp=figure.hp, upgraded=figure.upgraded, **figure.statuses)


def _write_summoner(summoner: Summoner) -> dict[str, str]:
    return format_words(
        deck=summoner.deck,
        hand=summoner.hand,
        discards=summoner.discards,
        banished=summoner.banished,
        tiles=summoner.tiles,
    )


# -- reading -----------------------------------------------------------------------------------------


def read_board(text: str, book: Book) -> Board:
    """Returns the board of a position.

    Raises `Unreadable` for a wrong notation, and `Unplayable` for a board that no match can reach.
    """
    head, *parts = notation.parse_parts(text, GAME)
    if not parts or parts[0].name not in _STAGES:
        raise Unreadable(
            Message("Part 2 of the position begins with one of {stages}.", stages=", ".join(_STAGES))
        )
    stage, *remaining = parts
    figures = [part for part in remaining if "." in part.name]
    summoners = [part for part in remaining if "." not in part.name]
    for part, letter in zip(summoners, SEATS, strict=False):
        if part.name != letter:
            raise part.error(Message("the cards of Summoner {letter} are expected here", letter=letter))
    if len(summoners) > len(SEATS):
        raise summoners[-1].error(
            Message("there are Summoners {first} to {last}", first=SEATS[0], last=SEATS[-1])
        )
    board = setup.lay_out(_read_options(head), len(summoners), book)
    board = replace(
        board,
        figures=_read_figures(figures, len(summoners), book),
        summoners=tuple(map(_read_summoner, summoners)),
        stage=cast(Stage, stage.name),
        **_read_table(stage),
    )
    for refusal in position_checks.board_errors(board, book):
        raise Unplayable(refusal)
    return board


def _read_options(head: Part) -> dict[str, object]:
    teams, first = head.take_text("teams"), head.take_number("first")
    options = {
        "chapter": head.require_number("chapter"),
        "edition": head.take_text("edition") or "en",
        "copies": head.take_flag("copies"),
        "teams": [codes.split(",") for codes in teams.split("+")] if teams else [],
    }
    head.require_end()
    return options if first is None else options | {"first": first}


def _read_table(stage: Part) -> dict[str, object]:
    points, phase_counts, phase = (
        stage.take_text("vp") or "0:0",
        stage.take_text("left"),
        stage.take_text("phase"),
    )
    if not re.fullmatch(r"[0-9]{1,4}:[0-9]{1,4}", points):
        raise stage.error(
            Message("“vp={points}” should be the points of blue and red, as in 5:7", points=points)
        )
    if not re.fullmatch(f"(?:{_LEFT.pattern})*", phase_counts):
        raise stage.error(
            Message("“left={left}” should count phases by their letters, as in m1a0s1", left=phase_counts)
        )
    fields: dict[str, object] = {
        "round": stage.take_number("round") or 0,
        "points": tuple(map(int, points.split(":"))),
        "active": stage.take_text("turn"),
        "phases": {_PHASES[letter]: int(count) for letter, count in _LEFT.findall(phase_counts)},
        "phase": stage.require_one_of("phase", phase, get_args(Phase)) if phase else "",
        "used": stage.take_list("used"),
        "refused": stage.take_flag("refused"),
        "resolving": stage.take_text("resolving"),
        "final": stage.take_flag("final"),
        "activated": stage.take_flag("activated"),
        "order": stage.take_list("order"),
        "retired": tuple(stage.parse_number("retired", seat) for seat in stage.take_list("retired")),
    }
    stage.require_end()
    return fields


def _read_figures(parts: list[Part], seats: int, book: Book) -> dict[FigureId, Figure]:
    figures: dict[FigureId, Figure] = {}
    for part in parts:
        letter, _, figure_id = part.name.partition(".")
        if letter not in SEATS[:seats] or not letter:
            raise part.error(
                Message("a figure comes with its Summoner, one of {seats}, as in A.SAM", seats=SEATS[:seats])
            )
        code = figure_id if figure_id in book.characters else figure_id.removesuffix(SECOND)
        if code not in book.characters:
            raise part.error(
                Message(
                    "there is no character {who} in the card set, but {characters}",
                    who=figure_id,
                    characters=", ".join(book.characters),
                )
            )
        if figure_id in figures:
            raise Unplayable(Refusal("SA-107", Message("{who} stands twice in the position.", who=figure_id)))
        at = part.take_text("at")
        if at:
            part.require_one_of("at", at, book.arena.neighbours)
        hp, upgraded = part.require_number("hp"), part.take_flag("upgraded")
        statuses = cast("dict[Status, int]", part.take_numbers(_STATUSES))
        part.require_end()
        figures[figure_id] = Figure(code, SEATS.index(letter), at, hp, statuses, upgraded)
    return figures


def pile_cards(parts: Sequence[str], part: str, word: str, book: Book) -> tuple[str, ...]:
    """Returns the cards of the characters of Summoner *part*, for its deck, its hand and its other piles."""
    if part not in SEATS or word not in ("deck", "hand", "discards", "banished"):
        return ()
    own = (name.partition(".")[2].removesuffix(SECOND) for name in parts if name.startswith(f"{part}."))
    codes = dict.fromkeys(code for code in own if code in book.characters)
    return tuple(id for code in codes for card in book.characters[code].deck for id in card.ids)


def _read_summoner(part: Part) -> Summoner:
    piles = (
        part.take_list("deck"),
        part.take_list("hand"),
        part.take_list("discards"),
        part.take_list("banished"),
    )
    summoner = Summoner(*piles, part.take_list("tiles"))
    part.require_end()
    return summoner
