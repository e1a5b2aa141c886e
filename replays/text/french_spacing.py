"""Sets non-breaking spaces in French punctuation."""

from __future__ import annotations

import re

from babel.messages.catalog import Catalog

_APART = re.compile(r" (?=[;:!?»])|(?<=«) ")
"""The spaces within French punctuation."""


def typeset(code: str, text: str) -> str:
    """Returns *text* with the spaces of the language *code*."""
    return _APART.sub("\u00a0", text) if code == "fr" else text


def typeset_catalogue(code: str, catalogue: Catalog) -> Catalog:
    """Returns *catalogue* with the spaces of the language *code*."""
    for message in catalogue:
        texts = message.string
        if isinstance(texts, str):
            message.string = typeset(code, texts)
        elif texts:
            message.string = tuple(typeset(code, form) for form in texts)
    return catalogue
