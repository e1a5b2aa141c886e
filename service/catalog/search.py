"""Searching texts as people type: whatever the case and the accents, and in any order.

`static/js/lib/search.js` finds the same while somebody types.
"""

from __future__ import annotations

import unicodedata

_ALIKE = str.maketrans({"œ": "oe", "æ": "ae", "’": "'"})


def folded(text: str) -> str:
    """Returns *text* in lower case, without accents."""
    apart = unicodedata.normalize("NFKD", text.lower().translate(_ALIKE))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def finds(query: str, text: str) -> bool:
    """Tells whether every word of *query* stands in *text*."""
    there = folded(text)
    return all(word in there for word in folded(query).split())
