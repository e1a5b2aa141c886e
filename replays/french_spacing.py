"""How languages set what is written with plain spaces: French breaks no line within its punctuation."""

from __future__ import annotations

import re

from babel.messages.catalog import Catalog

_APART = re.compile(r" (?=[;:!?»])|(?<=«) ")
"""The spaces that French sets within its punctuation."""


def typeset(code: str, text: str) -> str:
    """Returns *text* as the language *code* sets it."""
    return _APART.sub("\u00a0", text) if code == "fr" else text


def typeset_catalogue(code: str, catalogue: Catalog) -> Catalog:
    """Returns *catalogue* with what it says as the language *code* sets it."""
    for message in catalogue:
        told = message.string
        if isinstance(told, str):
            message.string = typeset(code, told)
        elif told:
            message.string = tuple(typeset(code, form) for form in told)
    return catalogue
