"""Choices as forms tell them: the first turn or a character first, or which character."""

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


class Asked(NamedTuple):
    """The choice that a table waits for: whose it is and what of, in a sentence, and the characters `left`.

    These are ids, each with what it is called.
    """

    player: Player
    wanted: ChoiceKind
    told: str
    left: tuple[tuple[str, str], ...]


def asked(
    t: Tournament, round_: Round, table: Table, names: Mapping[Player, str], cast: Mapping[str, str]
) -> Asked | None:
    """Returns the choice that a *table* of a round waits for; *cast* is what characters are called."""
    open_choice = choices.open_choice(t, round_, table)
    if open_choice is None:
        return None
    player = names[open_choice.player]
    text = says("{player} chooses between the first turn and a character", player=player)
    if open_choice.kind == "character":
        text = says("{player} chooses a character", player=player)
    left = tuple((one, cast.get(one, one)) for one in choices.free_characters(t, round_, table))
    return Asked(open_choice.player, open_choice.kind, text, left)


def choice_of(
    form: Mapping[str, str], ref: TableRef, player: Player
) -> ChooseTurnOrCharacter | ChooseCharacter:
    """Returns what a form chooses for a *player*; raises `InvalidOptions`."""
    match form.get("chosen", ""):
        case ("turn" | "character") as chosen:
            return ChooseTurnOrCharacter(*ref, player, chosen)
    if not (character := form.get("character", "")):
        raise InvalidOptions("/character", Message("Choose a character."))
    return ChooseCharacter(*ref, player, character)
