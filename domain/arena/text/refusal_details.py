"""Names and numbers in the reasons of refused picks."""

from __future__ import annotations

from ...messages import Message, Name
from ..board import Board
from ..book import Book
from ..defaults import standard_move
from ..facts import FigureId
from ..play import restrictions
from .glossary import TERMS


def detail_reason(board: Board, book: Book, source: FigureId, rule: str, subject: str) -> Message | None:
    """Returns the reason of *rule* against a pick of the figure *source*, with names and numbers."""
    match rule:
        case "SA-303" if subject in book.arena.neighbours:
            return _refuse_space(board, book, subject)
        case "SA-304" if (occupant := board.figure_on(subject)) is not None:
            figure = _figure_name(board, book, occupant)
            return Message("{figure} is there, and a move ends on a free space", figure=figure)
        case "SA-307":
            return Message(
                "a standard attack needs an adjacent rival, and {figure} is {distance} spaces away",
                figure=_figure_name(board, book, subject),
                distance=_distance(board, book, source, subject),
            )
        case "SA-313":
            return _refuse_card(board, book, source, subject)
        case "SA-401" if board.figures[source].at:
            return Message(
                "the distance to {figure} is {distance}, and that is out of range",
                figure=_figure_name(board, book, subject),
                distance=_distance(board, book, source, subject),
            )
        case "SA-510":
            return _refuse_taunted(board, book, source)
        case "SA-802":
            return _refuse_upgrade(board, book)
        case _:
            return None


def _figure_name(board: Board, book: Book, figure_id: FigureId) -> Name:
    return Name(book.characters[board.figures[figure_id].code].name, figure_id)


def _distance(board: Board, book: Book, source: FigureId, figure_id: FigureId) -> int:
    return book.arena.distances[board.figures[source].at][board.figures[figure_id].at]


def _refuse_space(board: Board, book: Book, to: str) -> Message:
    steps = standard_move(board, book, board.active)
    distance = book.arena.distances[board.figures[board.active].at][to]
    if distance > steps:
        return Message(
            "it is {distance} spaces away, out of reach of a standard movement of {steps}",
            distance=distance,
            steps=steps,
        )
    return Message("rivals on the way put it out of reach of a standard movement of {steps}", steps=steps)


def _refuse_card(board: Board, book: Book, source: FigureId, card: str) -> Message | None:
    """Returns the own character that has *card* in hand, because another has its turn (SA-313)."""
    seat = board.figures[source].seat
    if card not in board.summoners[seat].hand:
        return None
    for figure_id, figure in board.figures.items():
        if figure.seat == seat and figure_id != source and card in book.deck_of(figure.code):
            return Message(
                "this card is {owner}’s, and it is {figure}’s turn",
                owner=_figure_name(board, book, figure_id),
                figure=_figure_name(board, book, source),
            )
    return None


def _refuse_taunted(board: Board, book: Book, source: FigureId) -> Message | None:
    """Returns the rival with Taunt that has to be chosen before others (SA-510)."""
    team = board.team_of(source)
    for figure_id, figure in board.figures.items():
        if "taunt" in figure.statuses and figure.at and board.team_of(figure_id) != team:
            name = _figure_name(board, book, figure_id)
            return Message("{figure} has Taunt and has to be chosen before", figure=name)
    return None


def _refuse_upgrade(board: Board, book: Book) -> Message | None:
    """Returns the obstacle to an upgrade: the chapter, a second time, or a missing gear (SA-802)."""
    if board.options.chapter != 4:
        return Message("upgrades come with chapter 4")
    figure = board.figures[board.active]
    if figure.upgraded:
        return Message("{figure} is upgraded already", figure=_figure_name(board, book, board.active))
    for gear, count in restrictions.missing_gears(board, book).items():
        needed = book.characters[figure.code].cost[gear]
        return Message(
            "it takes {needed} of this gear, and the Summoner’s discard pile has {count}: {gear}",
            needed=needed,
            count=needed - count,
            gear=Name(TERMS[f"gear:{gear}"]["en"], f"gear:{gear}"),
        )
    return None
