"""Detects the fields of columns by headings in three languages, or by their cells."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from .values import rating_of

Field: TypeAlias = Literal[
    "name", "player", "first_name", "last_name", "rating", "source", "need", "members", "number", "team"
]
"""The fields of headings; `number` and `team` serve to recognize headings."""

SYNONYMS: dict[Field, str] = {
    "name": "name, full name, player name, participant, nom complet, joueur, joueuse, nom du joueur, "
    "nome completo, giocatore, giocatrice, nome giocatore, nome e cognome, nom et prenom, nom prenom, "
    "cognome e nome, last name first name, nominativo",
    "player": "player, player id",
    "first_name": "first name, firstname, forename, given name, prenom",
    "last_name": "last name, lastname, surname, family name, nom de famille, cognome",
    "rating": "rating, elo, rtg, elo rating, fide rating, rating fide, elo fide, classement, "
    "classement elo, cote, points elo, punteggio, punteggio elo, valutazione, mmr",
    "source": "source, rating source, source de la cote, source du classement, fonte, origine, origin",
    "need": "need, needs, table need, besoin, besoins, besoin de table, esigenza, esigenze, necessita",
    "members": "members, team members, membres, coequipiers, membri, componenti",
    "number": "no, nr, num, number, rank, start number, numero, rang, pos, posizione",
    "team": "team, team name, equipe, nom de l equipe, squadra, nome squadra, club, cercle, circolo",
}
NAME_FIELDS: tuple[Field, ...] = ("name", "player", "last_name", "first_name")
"""The fields that name a player."""

_FIELDS = {synonym: field for field in get_args(Field) for synonym in SYNONYMS[field].split(", ")}
_AMBIGUOUS: dict[str, tuple[Field, Field]] = {
    "nom": ("last_name", "first_name"),
    "nome": ("first_name", "last_name"),
}
"""Headings for a part of a name, if another column holds the other part."""


def fields_of(headings: Sequence[str]) -> list[Field | None]:
    """Returns the field of each of *headings*, `None` for an unknown or a repeated one."""
    words = [_plain_words(heading) for heading in headings]
    fields: list[Field | None] = [_FIELDS.get(word) for word in words]
    for column, word in enumerate(words):
        if word in _AMBIGUOUS:
            part, other = _AMBIGUOUS[word]
            fields[column] = part if other in fields else "name"
    if "members" in fields and not {"name", "player"}.intersection(fields) and "team" in fields:
        fields[fields.index("team")] = "name"
    return [None if field in fields[:column] else field for column, field in enumerate(fields)]


def _plain_words(heading: str) -> str:
    """Returns a *heading* in small letters without accents and signs."""
    plain = unicodedata.normalize("NFKD", heading.casefold())
    letters = (letter if letter.isalnum() else " " for letter in plain if not unicodedata.combining(letter))
    return " ".join("".join(letters).split())


def fields_by_contents(rows: Sequence[Sequence[str]]) -> list[Field | None]:
    """Returns the field of each column, with one of names and one of ratings.

    It is empty if a column may hold anything else. An empty column has no field.
    """
    width = max(map(len, rows))
    columns = [[row[column] if column < len(row) else "" for row in rows] for column in range(width)]
    fields: list[Field | None] = []
    for cells in columns:
        field = _field_of_cells(cells)
        if field is None and any(cells):
            return []
        fields.append(field)
    found_fields = [field for field in fields if field]
    is_understood = (
        "name" in found_fields and "rating" in found_fields and len(found_fields) == len(set(found_fields))
    )
    return fields if is_understood else []


def _field_of_cells(cells: Sequence[str]) -> Field | None:
    if all(map(_is_name, cells)):
        return "name"
    if [*cells] == [str(number) for number in range(1, len(cells) + 1)]:
        return "number"
    if all(map(_is_rating, cells)) and any(map(str.isdigit, "".join(cells))):
        return "rating"
    return None


def _is_name(cell: str) -> bool:
    return any(map(str.isalpha, cell)) and not _is_rating(cell)


def _is_rating(cell: str) -> bool:
    """Returns whether a *cell* holds a rating, or a negative number that registration refuses."""
    try:
        rating_of(cell if cell == "-" else cell.removeprefix("-"))
    except ValueError:
        return False
    return True
