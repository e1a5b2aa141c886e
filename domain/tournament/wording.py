"""Wording of numbers, players and results."""

from __future__ import annotations

from collections.abc import Sequence

from ..messages import Argument, Message
from .facts import CharacterChosen, Player, TurnOrCharacterChosen
from .plan import Format, Unplayed
from .scoring.results import Exact, Result

UNPLAYED_NAMES: dict[Unplayed, Message] = {
    "bye": Message("a bye"),
    "half_bye": Message("a half-point bye"),
    "zero_bye": Message("a zero-point bye"),
    "full_bye": Message("a full-point bye"),
    "forfeit_won": Message("won by forfeit"),
    "forfeit_lost": Message("lost by forfeit"),
}
FORMAT_NAMES: dict[Format, Message] = {
    "swiss": Message("Swiss"),
    "round_robin": Message("Round robin"),
    "single_elimination": Message("Single elimination"),
    "double_elimination": Message("Double elimination"),
    "pods": Message("Pods"),
}


def format_number(value: Exact, unit: int = 1) -> str:
    """Returns a number in units of which *unit* make one, with up to four decimals."""
    if isinstance(value, int) and value % unit == 0:
        return str(value // unit)
    return f"{float(value) / unit:.4f}".rstrip("0").rstrip(".")


def join_names(items: Sequence[Argument]) -> Argument:
    """Returns *items* in a row, each resolved to its own name later."""
    if len(items) < 2:
        return items[0] if items else ""
    return Message("{player}, {others}", player=items[0], others=join_names(items[1:]))


def describe_result(result: Result | None, seats: Sequence[Player]) -> Message:
    """Returns a result in words, with the winner of two seats or the order of places."""
    if result is None:
        return Message("no result")
    text = _describe_places(result, seats)
    if not result.scores:
        return text
    return Message("{outcome} ({scores})", outcome=text, scores="–".join(map(str, result.scores)))


def describe_choice(event: TurnOrCharacterChosen | CharacterChosen) -> Message:
    """Returns a choice of a player in a sentence."""
    if isinstance(event, CharacterChosen):
        option: Argument = event.character
    elif event.chosen == "turn":
        option = Message("the first turn")
    else:
        option = Message("the first choice of a character")
    return Message(
        "Round {round}, table {table}: for {player} was chosen: {what}.",
        round=event.round,
        table=event.table,
        player=event.player,
        what=option,
    )


def _describe_places(result: Result, seats: Sequence[Player]) -> Message:
    if 1 not in result.places:
        return Message("nobody won")
    if len(seats) > 2:
        order = sorted(range(len(seats)), key=result.places.__getitem__)
        places = [
            Message("{place}. {player}", place=result.places[seat], player=seats[seat]) for seat in order
        ]
        return Message("{players}", players=join_names(places))
    if result.places == (1, 1):
        return Message("a draw")
    winner = seats[result.places.index(1)]
    if result.forfeits:
        return Message("{player} won by forfeit", player=winner)
    return Message("{player} won", player=winner)
