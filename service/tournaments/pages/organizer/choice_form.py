"""Forms for choosing the first turn, the first choice of a character, or a character."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from domain.messages import Message
from domain.tournament.facts import Player
from domain.tournament.play import choices
from domain.tournament.play.choices import ChoiceKind
from domain.tournament.state import Round, Table, TableRef, Tournament

from ....shared.errors import InvalidOptions
from ....shared.i18n import says
from ...commands import ChooseCharacter, ChooseTurnOrCharacter


class OpenChoiceRow(NamedTuple):
    """The open choice of a table with its player, its sentence, and its characters.

    `characters` are ids with names.
    """

    player: Player
    kind: ChoiceKind
    sentence: str
    characters: tuple[tuple[str, str], ...]


def open_choice_row(
    t: Tournament,
    round_: Round,
    table: Table,
    names: Mapping[Player, str],
    character_names: Mapping[str, str],
) -> OpenChoiceRow | None:
    """Returns the open choice of a *table*; *character_names* has names by id."""
    open_choice = choices.open_choice(t, round_, table)
    if open_choice is None:
        return None
    player = names[open_choice.player]
    text = says("{player} chooses between the first turn and a character", player=player)
    if open_choice.kind == "character":
        text = says("{player} chooses a character", player=player)
    characters = tuple(
        (character, character_names.get(character, character))
        for character in choices.free_characters(t, round_, table)
    )
    return OpenChoiceRow(open_choice.player, open_choice.kind, text, characters)


def choice_of(
    form: Mapping[str, str], ref: TableRef, player: Player
) -> ChooseTurnOrCharacter | ChooseCharacter:
    """Returns the choice of a *player* in a form; raises `InvalidOptions`."""
    match form.get("chosen", ""):
        case ("turn" | "character") as option:
            return ChooseTurnOrCharacter(*ref, player, option)
    if not (character := form.get("character", "")):
        raise InvalidOptions("/character", Message("Choose a character."))
    return ChooseCharacter(*ref, player, character)
