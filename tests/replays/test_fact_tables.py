"""A fold with a table of changes, and nothing else, gives the board after every fact."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

import msgspec
import pytest

from domain.games import GAMES
from domain.notation import event_tag
from replays.bots import players
from replays.bots.greedy_bot import greedy
from replays.playback.replay import Replay
from service.catalog.cardsets import packaged_cards

from .fact_tables import Change, apply_fact
from .fact_tables.arena import ARENA
from .fact_tables.villainous import VILLAINOUS

TABLES: Mapping[str, Mapping[str, Change]] = {"arena": ARENA, "villainous": VILLAINOUS}


def first_difference(game: str, seed: str, seats: int, options: dict[str, Any]) -> str:
    """Returns the first fact after which the folded board differs from that of the rules, or nothing."""
    rules = GAMES[game].make_rules(packaged_cards(game).book)
    bots = [greedy if seat % 2 else players.random for seat in range(seats)]
    try:
        facts = players.play_match(GAMES[game], rules, seed, bots, options, max_answers=250)
    except players.EndlessMatch as long_match:
        facts = [*long_match.facts]
    board = msgspec.json.decode(msgspec.json.encode(rules.initial_board(options, seats)))
    for match in Replay(rules, facts):
        apply_fact(TABLES[game], board, msgspec.json.decode(msgspec.json.encode(facts[match.seq - 1].event)))
        if board != msgspec.json.decode(msgspec.json.encode(match.position.board)):
            return f"{facts[match.seq - 1]}"
    return ""


@pytest.mark.parametrize(("chapter", "seats"), [(1, 2), *product((2, 3, 4), (2, 4))])
@pytest.mark.parametrize("edition", ["en", "fr"])
def test_a_board_of_the_arena_follows_from_its_facts(chapter: int, seats: int, edition: str) -> None:
    options = {"chapter": chapter, "edition": edition}
    assert first_difference("arena", f"table {chapter} {seats}", seats, options) == ""


@pytest.mark.parametrize("number", range(12))
def test_a_board_of_villainous_follows_from_its_facts(number: int) -> None:
    seats = 2 + number % 5
    names = [*packaged_cards("villainous").book.villains]
    options = {"villains": [names[(number + seat) % 6] for seat in range(seats)]}
    assert first_difference("villainous", f"table {number}", seats, options) == ""


@pytest.mark.parametrize("game", TABLES)
def test_the_table_has_every_fact_of_its_game(game: str) -> None:
    assert {event_tag(kind) for kind in GAMES[game].FACTS} <= TABLES[game].keys()
