"""Search in texts, without regard to case, accents and order of words.

`static/js/lib/search.js` finds the same while a user types.
"""

from __future__ import annotations

import unicodedata

_ALIKE = str.maketrans({"œ": "oe", "æ": "ae", "’": "'"})


def fold_text(text: str) -> str:
    """Returns *text* in lower case, without accents."""
    decomposed = unicodedata.normalize("NFKD", text.lower().translate(_ALIKE))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def contains_words(query: str, text: str) -> bool:
    """Returns whether *text* contains every word of *query*."""
    folded = fold_text(text)
    return all(word in folded for word in fold_text(query).split())
