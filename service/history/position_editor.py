"""Setting up: a position in the notation of its game, begun from a fresh match and changed word by word.

What may stand in a position is for the domain alone to say: whatever was changed, the game reads it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom
from typing import Any

import msgspec
from msgspec import Struct

from domain import chance, position, table
from domain.decider import Unplayable
from domain.games import Game
from domain.messages import Message
from domain.notation import Unreadable
from domain.rules import Rules
from domain.table import MatchOpened, SeatClaimed
from replays.bots import players as bots
from replays.bots.greedy_bot import greedy

from ..matches.opening import seeds
from ..shared.errors import InvalidOptions
from ..shared.i18n import tells


class Edit(Struct, frozen=True, forbid_unknown_fields=True):
    """A word of a part of a position, and what it says now: empty to stand alone, `None` to be dropped."""

    part: str
    word: str
    value: str | None = None


class Laid(Struct, frozen=True):
    """A position, what a board is drawn from that shows it, and why no match can go on from there yet."""

    position: str
    scene: dict[str, Any]
    seats: int
    trouble: str = ""
    rule: str = ""


def fresh(game: Game, rules: Rules[Any, Any], options: dict[str, Any], seats: int) -> str:
    """Returns the first position of a new match from which somebody can play on: bots prepare it.

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
    while (asked := table.open_question(rules, match)) is not None:
        text = game.write_position(match.position.board)
        if match.position.running is None and text != blank and not _unrest(rules, text):
            return text
        _, match = bots.answer_question(game, rules, match, asked, [greedy] * seats, system_random)
    return blank


def edited(text: str, edits: Sequence[Edit]) -> str:
    """Returns the position in *text*, its words as *edits* have them; raises `InvalidOptions`."""
    parts = [part.split() for part in text.split("/")]
    told = [(part[0] if part else "", dict(map(_word, part[1:]))) for part in parts]
    for edit in edits:
        words = next((words for name, words in told if name == edit.part), None)
        if words is None:
            raise InvalidOptions("/edits", Message("The position has no part “{part}”.", part=edit.part))
        if edit.value is None:
            words.pop(edit.word, None)
        else:
            words[edit.word] = edit.value
    return position.join_parts(told)


def laid(game: Game, rules: Rules[Any, Any], text: str) -> Laid:
    """Returns the position in *text* to be looked at; raises `InvalidOptions` for one that cannot be."""
    try:
        board = game.read_position(text, rules.book)
    except Unreadable as error:
        raise InvalidOptions("/position", error.message) from error
    except Unplayable as error:
        raise InvalidOptions("/position", error.message, error.rule or None) from error
    told = game.write_position(board)
    scene = {
        "viewer": "judge",
        "status": "playing",
        "players": (),
        "board": msgspec.to_builtins(board),
        "reckoned": game.board_numbers(board, rules.book),
    }
    unrest = _unrest(rules, told)
    seats = sum(map(len, rules.list_sides(board)))
    return (
        Laid(told, scene, seats, tells(unrest), unrest.refusal.rule) if unrest else Laid(told, scene, seats)
    )


def _unrest(rules: Rules[Any, Any], text: str) -> Unplayable | None:
    """Returns why no match can go on from a position."""
    try:
        rules.load_study(text)
    except Unplayable as error:
        return error
    return None


def _word(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value
