"""The Villains, one a file: what their cards do beyond the numbers in `book.yaml`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..board import Realm
from ..book import Book, Lore
from . import captain_hook, maleficent, prince_john

LORE: Mapping[str, Lore] = {**prince_john.LORE, **captain_hook.LORE, **maleficent.LORE}

PROGRESS: Mapping[str, Callable[[Realm, Book], float]] = {
    "prince-john": prince_john.progress,
    "captain-hook": captain_hook.progress,
    "maleficent": maleficent.progress,
}
"""How far a Villain has come towards the objective, from 0 to 1: what a bot pursues."""

OBJECTIVES: Mapping[str, Callable[[Realm, Book], bool]] = {
    "prince-john": prince_john.rich,
    "maleficent": maleficent.spellbound,
}
"""What is looked at when the Villain's own turn starts (VI-121); Captain Hook wins at once (VI-122)."""
