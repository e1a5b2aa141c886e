"""Bots that play seats of a browser's match: they answer when the page asks them to."""

from __future__ import annotations

from collections.abc import Mapping
from random import SystemRandom

from domain import table
from domain.words import Seat
from replays import bots

from ..matches import Matches

AT_ONCE = 40
"""How many answers bots give in one request at most."""


def play(matches: Matches, match: str, tokens: Mapping[Seat, str | None]) -> int:
    """Lets the bots at *tokens* answer as long as they are asked; returns how many answers they gave."""
    for answers in range(AT_ONCE):
        rules, played = matches.current(match)
        asked = table.asked(rules, played)
        token = tokens.get(asked.seat) if asked is not None else None
        if asked is None or token is None:
            return answers
        game = matches.game(played.opened.game)
        picks = bots.greedy(game, rules, played, asked, SystemRandom())
        matches.answer(match, token, picks, played.seq)
    return AT_ONCE
