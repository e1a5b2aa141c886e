"""Buchholz and Sonneborn-Berger: how strong those were whom a player met or beat (FIDE C.07, 8 and 9)."""

from __future__ import annotations

from ..facts import Player
from ..history import Game, exact
from ..results import Exact
from .field import VOLUNTARY, Field
from .tally import Line, Note, Tally, line_of


def buchholz(field: Field, who: Player, lowest: int = 0, highest: int = 0) -> Tally:
    """Returns the sum of the opponents' scores, but for so many of the *lowest* and the *highest*.

    Rounds that the player chose not to play are cut before all others (16.5).
    """
    lines = [_line(field, game, field.strength(who, game)) for game in field.games[who]]
    order = sorted(
        range(len(lines)), key=lambda i: (lines[i].unplayed not in VOLUNTARY, lines[i].value, lines[i].round)
    )
    cut, kept = order[:lowest], order[lowest:]
    if highest:
        kept.sort(key=lambda i: lines[i].value)
        cut += kept[-highest:]
    for i in cut:
        lines[i] = lines[i]._replace(note="cut")
    return Tally(exact(sum(line.value for line in lines if line.note != "cut")), lines)


def sonneborn_berger(field: Field, who: Player) -> Tally:
    """Returns the sum of the scores of the opponents, each times the points scored against it (9.1)."""
    lines = [_line(field, game, _won_from(field, who, game)) for game in field.games[who]]
    return Tally(exact(sum(line.value for line in lines)), lines)


def _line(field: Field, game: Game, value: Exact) -> Line:
    """Returns the line of a game, with the reason where *value* does not follow from the scores shown."""
    note: Note = ""
    if game.unplayed is not None:
        note = "virtual"
    elif any(field.adjusted[other] != field.scores[other] for other in game.against):
        note = "adjusted"
    return line_of(game, value)._replace(note=note)


def _won_from(field: Field, who: Player, game: Game) -> Exact:
    if game.unplayed is not None:
        return exact(field.strength(who, game) * game.points)
    worth = sum(field.adjusted[other] * field.scored(game, other) for other in game.against)
    return exact(worth, len(game.against))
