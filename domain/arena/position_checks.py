"""Checks of positions for matches and for studies, with the violated rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import get_args

from ..messages import Message
from ..model import Refusal
from .board import Board
from .book import Book
from .defaults import has_ability_cards, printed_values, turn_phases
from .editions import edition_rules
from .facts import Status
from .instructions import Give
from .play import restrictions
from .play.setup import CHARACTERS_PER_SEAT, FIRST_CHAPTER_ORDER, FIRST_CHAPTER_TEAMS


def board_errors(board: Board, book: Book) -> Iterator[Refusal]:
    """Yields the reasons why no match can reach *board*, between two effects or in one."""
    yield from _team_errors(board)
    yield from _retirement_errors(board)
    possible = _possible_statuses(board, book)
    for figure_id, figure in board.figures.items():
        full = printed_values(board, book, figure_id).hp
        if figure.hp > full:
            yield Refusal(
                "SA-408",
                Message(
                    "{who} has {hp} HP: it starts with {full}, and never has more.",
                    who=figure_id,
                    hp=figure.hp,
                    full=full,
                ),
            )
        tiles_stay = edition_rules(board).tiles_leave_after_figure
        if not figure.hp and not figure.at and figure.statuses and not tiles_stay:
            yield Refusal(
                "SA-601", Message("{who} is knocked out: its status tiles are gone.", who=figure_id)
            )
        if 0 in figure.statuses.values():
            yield Refusal(
                "SA-203",
                Message(
                    "{who} has a status tile with no counter: it goes back to the supply.", who=figure_id
                ),
            )
        for status in figure.statuses.keys() - possible:
            yield Refusal(
                "SA-103",
                Message(
                    "{who} has {status}: no card of chapter {chapter} gives it.",
                    who=figure_id,
                    status=status,
                    chapter=board.options.chapter,
                ),
            )
        if figure.upgraded and board.options.chapter != 4:
            yield Refusal(
                "SA-802", Message("{who} is upgraded: there are upgrades in chapter 4 alone.", who=figure_id)
            )
        if figure.hp and not figure.at and board.stage != "setup":
            yield Refusal(
                "SA-603",
                Message("{who} has {hp} HP and stands nowhere in the Arena.", who=figure_id, hp=figure.hp),
            )
    spaces = Counter(figure.at for figure in board.figures.values() if figure.at)
    for space, count in spaces.items():
        if count > 1:
            yield Refusal("SA-304", Message("{many} figures stand on {space}.", many=count, space=space))
    yield from _card_errors(board, book)
    yield from _turn_errors(board, book)


def _possible_statuses(board: Board, book: Book) -> frozenset[Status]:
    """Returns the statuses of its battle cards, or all from chapter 3 on (SA-103)."""
    if has_ability_cards(board):
        return frozenset(get_args(Status))
    codes = FIRST_CHAPTER_ORDER if board.options.chapter == 1 else tuple(book.characters)
    cards = (card for code in codes for card in book.characters[code].deck)
    texts = (paragraph for card in cards for paragraph in card.does)
    return frozenset(
        instruction.status for text in texts for instruction in text if isinstance(instruction, Give)
    )


def _retirement_errors(board: Board) -> Iterator[Refusal]:
    """Yields errors in the retired seats."""
    if not {*board.retired} <= {*range(len(board.teams))} or len({*board.retired}) < len(board.retired):
        yield Refusal("SA-707", Message("A seat leaves once, and there are {seats}.", seats=len(board.teams)))
    elif board.retired and {team for s, team in enumerate(board.teams) if s not in board.retired} != {0, 1}:
        yield Refusal("SA-707", Message("Of each team at least one Summoner plays on."))


def _team_errors(board: Board) -> Iterator[Refusal]:
    """Yields errors in the teams and the turn order."""
    figures, seats = board.figures, len(board.teams)
    for team in (0, 1):
        codes = [figure.code for figure in figures.values() if board.teams[figure.seat] == team]
        if len(set(codes)) < len(codes):
            yield Refusal("SA-107", Message("A team never has the same character twice."))
    everyone = [figure.code for figure in figures.values()]
    if len(set(everyone)) < len(everyone) and not board.options.copies:
        yield Refusal(
            "SA-107", Message("Both teams have the same character only with several copies of the game.")
        )
    if board.options.chapter == 1:
        fixed = {figure_id: seat for seat, team in enumerate(FIRST_CHAPTER_TEAMS) for figure_id in team}
        if {
            figure_id: figure.seat for figure_id, figure in figures.items()
        } != fixed or board.order != FIRST_CHAPTER_ORDER:
            order = ",".join(FIRST_CHAPTER_ORDER)
            yield Refusal(
                "SA-102",
                Message(
                    "Chapter 1 is played by A.SAM, A.ALA, B.GAS and B.ARI, in the order {order}.", order=order
                ),
            )
    else:
        counts = [len(board.figures_of(seat)) for seat in range(seats)]
        if max(counts) > CHARACTERS_PER_SEAT[seats] or (
            min(counts) < CHARACTERS_PER_SEAT[seats] and board.stage != "setup"
        ):
            text = ", ".join(map(str, counts))
            yield Refusal(
                "SA-105",
                Message(
                    "Every Summoner has {own} characters here, not {counted}.",
                    own=CHARACTERS_PER_SEAT[seats],
                    counted=text,
                ),
            )
        if sorted(board.order) != sorted(figures) and (board.order or board.stage != "setup"):
            yield Refusal("SA-110", Message("The turn order has the tile of every character, once."))
    for seat, summoner in enumerate(board.summoners):
        if summoner.tiles and sorted(summoner.tiles) != sorted(board.figures_of(seat)):
            yield Refusal("SA-110", Message("A Summoner stacks the tiles of their characters, each once."))


def _card_errors(board: Board, book: Book) -> Iterator[Refusal]:
    """Yields cards in impossible places."""
    resolving = board.resolving
    if resolving and (board.active not in board.figures or resolving not in book.cards):
        yield Refusal(
            "SA-313",
            Message("{resolving} is no card that an active character is playing.", resolving=resolving),
        )
        return
    for seat, summoner in enumerate(board.summoners):
        codes = [board.figures[figure_id].code for figure_id in board.figures_of(seat)]
        counts = Counter((*summoner.deck, *summoner.hand, *summoner.discards, *summoner.banished))
        if resolving and seat == restrictions.acting_seat(board):
            counts[resolving] += 1
        for card, count in counts.items():
            if card not in book.cards:
                yield Refusal("SA-114", Message("There is no card {card} in the card set.", card=card))
            elif book.cards[card].character not in codes:
                yield Refusal("SA-114", Message("{card} belongs to no character of its Summoner.", card=card))
            elif count > 1:
                yield Refusal(
                    "SA-114",
                    Message("{card} is in {many} places: every card is there once.", card=card, many=count),
                )


def _turn_errors(board: Board, book: Book) -> Iterator[Refusal]:
    """Yields errors in the current turn."""
    if not board.active:
        if board.phases or board.phase or board.used or board.activated:
            yield Refusal("SA-201", Message("There are phases and no character whose turn it is."))
        return
    if board.active not in board.figures or board.stage != "play" or not board.round:
        yield Refusal(
            "SA-201",
            Message("It cannot be the turn of {active}: a round of play has to be on.", active=board.active),
        )
        return
    if tuple(board.phases) != turn_phases(board):
        yield Refusal(
            "SA-301",
            Message(
                "The main phases of a turn are {phases}, in that order.", phases=", ".join(turn_phases(board))
            ),
        )
    elif board.phase and board.phase not in board.phases:
        yield Refusal("SA-301", Message("There is no {phase} phase in this chapter.", phase=board.phase))
    for skill in board.used:
        if skill not in _possible_skills(board, book):
            yield Refusal(
                "SA-310", Message("{skill} is no skill of {active}.", skill=skill, active=board.active)
            )
    if board.activated and not restrictions.activated_abilities(board, book):
        yield Refusal("SA-803", Message("{active} has no ability to activate.", active=board.active))


def _possible_skills(board: Board, book: Book) -> set[str]:
    """Returns the skills of both sides, because the card may turn after a use (SA-606)."""
    if not has_ability_cards(board):
        return set()
    code = board.figures[board.active].code
    sides = (book.characters[code].start, book.characters[code].upgraded)
    return {f"{code}.s{n}" for side in sides for n in range(1, len(side.skills) + 1)}


def study_obstacles(board: Board, blank: Board) -> Iterator[Refusal]:
    """Yields the reasons why a match cannot go on from a valid *board*.

    *blank* is the board of the same options before the first fact.
    """
    if board.stage == "setup":
        if board != blank:
            sentence = Message("The match is being prepared here; a study begins before that, or after it.")
            yield Refusal("SA-201", sentence)
        return
    if board.resolving:
        sentence = Message(
            "{card} is being played here; a study begins between two effects.", card=board.resolving
        )
        yield Refusal("SA-313", sentence)
    for figure_id, figure in board.figures.items():
        if figure.at and not figure.hp:
            yield Refusal("SA-603", Message("{who} is knocked out and still in the Arena.", who=figure_id))
        elif figure.statuses and not figure.hp:
            yield Refusal(
                "SA-601", Message("{who} is knocked out: its status tiles are gone.", who=figure_id)
            )
    if board.stage == "play" and (not board.active or not board.figures[board.active].at):
        sentence = Message("Somebody in the Arena has to have the turn: a study begins between two effects.")
        yield Refusal("SA-201", sentence)
