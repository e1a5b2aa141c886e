"""Choices of players between characters of the pool and the first turn."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from ...messages import Message
from ...model import Event, Fact
from ..facts import (
    By,
    CharacterChosen,
    ChoicesDrawn,
    Player,
    Seating,
    TurnOrCharacter,
    TurnOrCharacterChosen,
    WarningOverruled,
)
from ..lots.seeds import draw_lot
from ..refusals import Overrulable, Refused, check_open, require_player, require_table, to_facts
from ..state import Round, Table, TableRef, Tournament
from .characters import character_pool, draw_characters

ChoiceKind: TypeAlias = Literal["turn_or_character", "character"]
"""Kind of a choice."""


class OpenChoice(NamedTuple):
    """Choice that a table waits for, with its player and kind."""

    player: Player
    kind: ChoiceKind


def open_choice(t: Tournament, round_: Round, table: Table) -> OpenChoice | None:
    """Returns the choice that a *table* of a round waits for, `None` without one."""
    if round_.is_started or table.records or not table.choosing or _has_characters(table):
        return None
    if t.plan_of(round_.stage).casting == "turn_or_character" and not table.choices:
        return OpenChoice(table.choosing[0], "turn_or_character")
    has = dict(zip(table.seats, table.characters, strict=False))
    return next(OpenChoice(player, "character") for player in choosing_order(table) if not has.get(player))


def choosing_order(table: Table) -> tuple[Player, ...]:
    """Returns the players of a *table* in the order of choosing a character.

    The player who took the first turn chooses last.
    """
    gave_way = bool(table.choices) and table.choices[0].option == "turn"
    return table.choosing[::-1] if gave_way else table.choosing


def turn_is_settled(t: Tournament, round_: Round, table: Table) -> bool:
    """Returns whether the first turn at a *table* was chosen or drawn, where it is open."""
    is_chosen = bool(table.choices) or _has_characters(table)
    return t.plan_of(round_.stage).casting == "turn_or_character" and is_chosen


def free_characters(t: Tournament, round_: Round, table: Table) -> tuple[str, ...]:
    """Returns the characters of the pool that no player at a *table* has."""
    return tuple(
        character
        for character in character_pool(t, round_.stage, round_.number)
        if character not in table.characters
    )


def choose_turn_or_character(
    t: Tournament, ref: TableRef, player: Player, option: TurnOrCharacter, by: By, at: int
) -> list[Fact]:
    """Takes the first turn or the first choice of a character. Raises `Refused`."""
    round_, _ = _choosing_table(t, ref, player, "turn_or_character")
    return to_facts(t, TurnOrCharacterChosen(*ref, player, option, by, at), cause=round_.paired_seq)


def choose_character(
    t: Tournament, ref: TableRef, player: Player, character: str, by: By, at: int
) -> list[Fact]:
    """Takes a character of the pool for a player. Raises `Refused`."""
    round_, table = _choosing_table(t, ref, player, "character")
    if character in table.characters:
        owner = table.seats[table.characters.index(character)]
        raise Refused(Message("{player} has taken {character} already.", player=owner, character=character))
    if character not in (unassigned := free_characters(t, round_, table)):
        message = Message(
            "The pool of this round has no {character}, but {left}.",
            character=character,
            left=", ".join(unassigned),
        )
        raise Refused(message)
    return to_facts(t, CharacterChosen(*ref, player, character, by, at), cause=round_.paired_seq)


def _choosing_table(t: Tournament, ref: TableRef, player: Player, kind: ChoiceKind) -> tuple[Round, Table]:
    """Returns the table at which a player has to choose now; raises `Refused`."""
    check_open(t)
    require_player(t, player)
    round_, table = require_table(t, ref)
    if not round_.is_published:
        raise Refused(Message("Round {round} is not published yet.", round=round_.number))
    if round_.is_started:
        raise Refused(Message("Round {round} has started: nothing is chosen any more.", round=round_.number))
    if not table.choosing:
        raise Refused(Message("Nobody chooses anything at table {table}.", table=ref.table))
    if player not in table.seats:
        raise Refused(Message("{player} does not sit at table {table}.", player=player, table=ref.table))
    if table.records:
        raise Refused(Message("Table {table} has a result already.", table=ref.table))
    choice = open_choice(t, round_, table)
    if choice is None:
        raise Refused(Message("Everything is chosen at table {table}.", table=ref.table))
    if choice.player != player:
        raise Refused(Message("It is for {player} to choose now.", player=choice.player))
    if choice.kind != kind:
        raise Refused(
            Message("The choice between the first turn and a character comes first, and is made once.")
        )
    return round_, table


def settle_choices(t: Tournament, round_: Round, by: By, at: int, overrule: str) -> list[Event]:
    """Returns the events that complete all choices of a round by lot before it starts.

    *overrule* is the reason to start although players have not chosen. Tables with a result need none. Raises
    `Overrulable`.
    """
    missing = tuple(sorted(table.number for table in _tables_with_open_choices(round_) if not table.records))
    if missing and not overrule:
        message = Message(
            "In round {round} not everything is chosen, at tables {tables}.",
            round=round_.number,
            tables=", ".join(map(str, missing)),
        )
        raise Overrulable(message, "choices_missing", missing)
    events: list[Event] = []
    if missing:
        events.append(
            WarningOverruled(round_.stage, round_.number, "choices_missing", missing, by, at, overrule)
        )
    if _tables_with_open_choices(round_):
        events.append(ChoicesDrawn(round_.stage, round_.number, draw_choices(t, round_), by, at))
    return events


def draw_choices(t: Tournament, round_: Round) -> tuple[Seating, ...]:
    """Returns the tables with open choices, completed by lot."""
    tables = tuple(_draw_turns(t, round_, table) for table in _tables_with_open_choices(round_))
    return draw_characters(t, round_.stage, round_.number, tables)


def _tables_with_open_choices(round_: Round) -> list[Table]:
    return [table for table in round_.tables.values() if table.choosing and not _has_characters(table)]


def _draw_turns(t: Tournament, round_: Round, table: Table) -> Seating:
    """Returns a table with a drawn first turn, unless a choice or a result has settled it."""
    seats = table.seats
    if t.plan_of(round_.stage).casting == "turn_or_character" and not (table.choices or table.records):
        seats = tuple(
            sorted(
                seats,
                key=lambda player: draw_lot(t, player, f"turn:{round_.stage}:{round_.number}"),
                reverse=True,
            )
        )
    return Seating(table.number, seats, table.characters, table.choosing)


def _has_characters(table: Table) -> bool:
    return bool(table.characters) and all(table.characters)
