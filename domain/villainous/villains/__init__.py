"""The Villains, one a file: what their cards do beyond the numbers in `book.yaml`.

A file is called after its Villain. It has `LORE`, `headway` and `progress`; `AT_ONCE`, if the objective is
not looked at when the own turn starts; and `LOCKS`, if its lock goes to and fro.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType

from ..board import Realm
from ..book import Book
from ..facts import Place
from ..lore import Lore, Objective
from . import captain_hook, jafar, maleficent, prince_john, queen_of_hearts, ursula

_FILES: tuple[ModuleType, ...] = (captain_hook, jafar, maleficent, prince_john, queen_of_hearts, ursula)
_VILLAINS = {file.__name__.rpartition(".")[2].replace("_", "-"): file for file in _FILES}

LORE: Mapping[str, Lore] = {card: lore for file in _FILES for card, lore in file.LORE.items()}

PROGRESS: Mapping[str, Callable[[Realm, Book], float]] = {
    who: file.progress for who, file in _VILLAINS.items()
}
"""How far a Villain has come towards the objective, from 0 to 1: what a bot pursues."""

HEADWAY: Mapping[str, Objective] = {who: file.headway for who, file in _VILLAINS.items()}
"""How far a Villain has come for all to see."""

OBJECTIVES: Mapping[str, Objective] = {
    who: file.headway for who, file in _VILLAINS.items() if not getattr(file, "AT_ONCE", False)
}
"""What is looked at when the Villain's own turn starts (VI-121); the others win at once (VI-122)."""

WANDERING_LOCKS: Mapping[str, frozenset[Place]] = {
    who: file.LOCKS for who, file in _VILLAINS.items() if hasattr(file, "LOCKS")
}
"""Between which locations the one lock of a Villain goes to and fro; others stay until they go for good."""
