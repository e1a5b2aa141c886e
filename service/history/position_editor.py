"""Editor of positions in notation, from a new match and by changes of single words.

Only the domain decides on valid positions. The game reads each changed position again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import SystemRandom
from typing import Any

import msgspec
from msgspec import Struct

from domain import chance, position, table
from domain.decider import Unplayable
from domain.games import Game
from domain.messages import Message
from domain.model import Viewer
from domain.notation import Unreadable
from domain.position import UNKNOWN
from domain.rules import Rules
from domain.sheets.unknowns import blank_cards, find_unknowns, read_filled
from domain.table import MatchOpened, SeatClaimed
from replays.bots.greedy_bot import greedy
from replays.bots.players import answer_question

from ..matches.opening import seeds
from ..shared.errors import InvalidOptions
from ..shared.i18n import says, tells


class Edit(Struct, frozen=True, forbid_unknown_fields=True):
    """New value of a word in a part of a position, empty for a bare word, `None` to drop it."""

    part: str
    word: str
    value: str | None = None


class LaidPosition(Struct, frozen=True):
    """Position with the scene that shows it, and the reason why no match can go on from it.

    `unseen` are the cards without a place, by the part of the notation, where cards are unknown.
    """

    position: str
    scene: dict[str, Any]
    seats: int
    trouble: str = ""
    rule: str = ""
    unseen: dict[str, list[str]] = {}


def prepare_position(game: Game, rules: Rules[Any, Any], options: dict[str, Any], seats: int) -> str:
    """Returns the first playable position of a new match; bots prepare it.

    Raises `decider.Unplayable`.
    """
    system_random, seed = SystemRandom(), seeds.server_seed()
    match_opened = MatchOpened(
        game.NAME, game.VERSION, options, seats, "", chance.seed_commitment(seed), 0, seed
    )
    match = table.fold(rules, table.open_match(match_opened))
    for seat in range(seats):
        _, match = table.claim_seat(rules, match, SeatClaimed(seat, f"bot-{seat}", "", 0))
    blank = game.write_position(rules.initial_board(options, seats))
    while (question := table.open_question(rules, match)) is not None:
        text = game.write_position(match.position.board)
        if match.position.running is None and text != blank and not _study_error(rules, text):
            return text
        _, match = answer_question(game, rules, match, question, [greedy] * seats, system_random)
    return blank


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """Returns the position in *text* after *edits*; raises `InvalidOptions`."""
    parts = [part.split() for part in text.split("/")]
    named_parts = [(part[0] if part else "", dict(map(_split_word, part[1:]))) for part in parts]
    for edit in edits:
        words = next((words for name, words in named_parts if name == edit.part), None)
        if words is None:
            raise InvalidOptions("/edits", Message("The position has no part “{part}”.", part=edit.part))
        if edit.value is None:
            words.pop(edit.word, None)
        else:
            words[edit.word] = edit.value
    return position.join_parts(named_parts)


def lay_out(game: Game, rules: Rules[Any, Any], text: str) -> LaidPosition:
    """Returns the position in *text* with its scene, and unknown cards in it as blanks.

    Raises `InvalidOptions` for an unreadable position.
    """
    try:
        partial, filling, board = read_filled(text, game, rules.book)
    except Unreadable as error:
        raise InvalidOptions("/position", error.message) from error
    except Unplayable as error:
        raise InvalidOptions("/position", error.message, error.rule or None) from error
    scene = {
        "viewer": "judge",
        "status": "playing",
        "players": (),
        "board": blank_cards(msgspec.to_builtins(board), filling.cards),
        "reckoned": game.board_numbers(board, rules.book),
    }
    written = game.write_position(board)
    refusal = _study_error(rules, written)
    seats = sum(map(len, rules.list_sides(board)))
    if refusal is not None:
        return LaidPosition(
            partial.text, scene, seats, tells(refusal), refusal.refusal.rule, partial.unseen_by_part
        )
    if partial.is_complete:
        return LaidPosition(written, scene, seats)
    trouble = says("Cards are unknown here: the position can be judged, and not played.")
    return LaidPosition(partial.text, scene, seats, trouble, unseen=partial.unseen_by_part)


def conceal_cards(game: Game, rules: Rules[Any, Any], text: str) -> str:
    """Returns the position in *text* with all cards unknown that a spectator does not see.

    Raises `InvalidOptions` for an unreadable position.
    """
    try:
        board = read_filled(text, game, rules.book).board
    except (Unreadable, Unplayable) as error:
        raise InvalidOptions("/position", error.message) from error
    return game.write_position(rules.redact_board(board, Viewer("spectator", frozenset())))


def edit_text(game: Game, rules: Rules[Any, Any], text: str, edits: Sequence[Edit]) -> str:
    """Returns the position in *text* after *edits*; raises `InvalidOptions` for an unreadable one."""
    try:
        return balance_unknowns(game, rules, text, apply_edits(text, edits))
    except Unreadable as error:
        raise InvalidOptions("/position", error.message) from error


def balance_unknowns(game: Game, rules: Rules[Any, Any], before: str, after: str) -> str:
    """Returns the position *after* some changes, without the unknown cards that they have named.

    A card that was not in the position *before* takes the place of an unknown one of its pile, or else of
    another pile of its deck. Raises `Unreadable`.
    """
    partial, known = find_unknowns(after, game, rules.book), {UNKNOWN, *re.split("[=, ]", before)}
    for index, pile in enumerate(partial.piles):
        partial = partial.drop_unknowns(index, len({*pile.items} - known))
    for index, cards in enumerate(partial.unseen):
        partial = partial.drop_unknowns(index, partial.count_surplus(cards))
    return partial.text


def _study_error(rules: Rules[Any, Any], text: str) -> Unplayable | None:
    """Returns the reason why no match can go on from a position, or `None`."""
    try:
        rules.load_study(text)
    except Unplayable as error:
        return error
    return None


def _split_word(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value
