"""Detects the fields of columns by headings in English, French and Italian."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

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
