"""What no position of a match can be, and from which positions a study can begin: told with the rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..words import Refusal
from . import bars
from .board import Board
from .book import Book
from .setup import ORDER, OWN, TEAMS
from .standards import phases


def mistakes(board: Board, book: Book) -> Iterator[Refusal]:
    """Yields why *board* can be no position of a match, if it cannot: between two effects or in one."""
    yield from _teams(board)
    for who, figure in board.figures.items():
        full = book.characters[figure.code].hp
        if figure.hp > full:
            yield Refusal("SA-408", f"{who} has {figure.hp} HP: it starts with {full}, and never has more.")
        if not figure.hp and not figure.at and figure.statuses:
            yield Refusal("SA-601", f"{who} is knocked out: its status tiles are gone.")
        if 0 in figure.statuses.values():
            yield Refusal("SA-203", f"{who} has a status tile with no counter: it goes back to the supply.")
        if figure.upgraded and board.options.chapter != 4:
            yield Refusal("SA-802", f"{who} is upgraded: there are upgrades in chapter 4 alone.")
        if figure.hp and not figure.at and board.stage != "setup":
            yield Refusal("SA-603", f"{who} has {figure.hp} HP and stands nowhere in the Arena.")
    spaces = Counter(figure.at for figure in board.figures.values() if figure.at)
    for space, many in spaces.items():
        if many > 1:
            yield Refusal("SA-304", f"{many} figures stand on {space}.")
    yield from _cards(board, book)
    yield from _turn(board, book)


def _teams(board: Board) -> Iterator[Refusal]:
    """Yields what is wrong with who plays for whom, and in which order."""
    figures, seats = board.figures, len(board.teams)
    for team in (0, 1):
        codes = [figure.code for figure in figures.values() if board.teams[figure.seat] == team]
        if len(set(codes)) < len(codes):
            yield Refusal("SA-107", "A team never has the same character twice.")
    everyone = [figure.code for figure in figures.values()]
    if len(set(everyone)) < len(everyone) and not board.options.copies:
        yield Refusal("SA-107", "Both teams have the same character only with several copies of the game.")
    if board.options.chapter == 1:
        fixed = {who: seat for seat, team in enumerate(TEAMS) for who in team}
        if {who: figure.seat for who, figure in figures.items()} != fixed or board.order != ORDER:
            who = "A.SAM, A.ALA, B.GAS and B.ARI"
            yield Refusal("SA-102", f"Chapter 1 is played by {who}, in the order {','.join(ORDER)}.")
    else:
        own = [len(board.own(seat)) for seat in range(seats)]
        if max(own) > OWN[seats] or (min(own) < OWN[seats] and board.stage != "setup"):
            counted = ", ".join(map(str, own))
            yield Refusal("SA-105", f"Every Summoner has {OWN[seats]} characters here, not {counted}.")
        if sorted(board.order) != sorted(figures) and (board.order or board.stage != "setup"):
            yield Refusal("SA-110", "The turn order has the tile of every character, once.")
    for seat, mine in enumerate(board.summoners):
        if mine.tiles and sorted(mine.tiles) != sorted(board.own(seat)):
            yield Refusal("SA-110", "A Summoner stacks the tiles of the own characters, each once.")


def _cards(board: Board, book: Book) -> Iterator[Refusal]:
    """Yields cards that cannot be where they are said to be."""
    resolving = board.resolving
    if resolving and (board.active not in board.figures or resolving not in book.cards):
        yield Refusal("SA-313", f"{resolving} is no card that an active character is playing.")
        return
    for seat, mine in enumerate(board.summoners):
        codes = [board.figures[who].code for who in board.own(seat)]
        held = Counter((*mine.deck, *mine.hand, *mine.discards, *mine.banished))
        if resolving and seat == bars.acting_seat(board):
            held[resolving] += 1
        for card, many in held.items():
            if card not in book.cards:
                yield Refusal("SA-114", f"There is no card {card} in the card set.")
            elif book.cards[card].character not in codes:
                yield Refusal("SA-114", f"{card} belongs to no character of its Summoner.")
            elif many > 1:
                yield Refusal("SA-114", f"{card} is in {many} places: every card is there once.")


def _turn(board: Board, book: Book) -> Iterator[Refusal]:
    """Yields what is wrong with the turn that is being played."""
    if not board.active:
        if board.phases or board.phase or board.used:
            yield Refusal("SA-201", "There are phases and no character whose turn it is.")
        return
    if board.active not in board.figures or board.stage != "play" or not board.round:
        yield Refusal("SA-201", f"It cannot be the turn of {board.active}: a round of play has to be on.")
        return
    if tuple(board.phases) != phases(board):
        yield Refusal("SA-301", f"The main phases of a turn are {', '.join(phases(board))}, in that order.")
    elif board.phase and board.phase not in board.phases:
        yield Refusal("SA-301", f"There is no {board.phase} phase in this chapter.")
    for skill in board.used:
        if skill not in bars.skills(board, book):
            yield Refusal("SA-310", f"{skill} is no skill of {board.active}.")


def unrest(board: Board, blank: Board) -> Iterator[Refusal]:
    """Yields why a match cannot go on from *board*, which is sound: something is under way.

    *blank* is the board of the same options before anything happened.
    """
    if board.stage == "setup":
        if board != blank:
            sentence = "The match is being prepared here; a study begins before that, or after it."
            yield Refusal("SA-201", sentence)
        return
    if board.resolving:
        sentence = f"{board.resolving} is being played here; a study begins between two effects."
        yield Refusal("SA-313", sentence)
    for who, figure in board.figures.items():
        if figure.at and not figure.hp:
            yield Refusal("SA-603", f"{who} is knocked out and still in the Arena.")
    if board.stage == "play" and (not board.active or not board.figures[board.active].at):
        sentence = "Somebody in the Arena has to have the turn: a study begins between two effects."
        yield Refusal("SA-201", sentence)
