"""The Villains, one a file: what their cards do beyond the numbers in `book.yaml`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..board import Realm
from ..book import Book
from ..lore import Lore, Objective
from . import captain_hook, jafar, maleficent, prince_john, queen_of_hearts, ursula

LORE: Mapping[str, Lore] = {
    **captain_hook.LORE,
    **jafar.LORE,
    **maleficent.LORE,
    **prince_john.LORE,
    **queen_of_hearts.LORE,
    **ursula.LORE,
}

PROGRESS: Mapping[str, Callable[[Realm, Book], float]] = {
    "captain-hook": captain_hook.progress,
    "jafar": jafar.progress,
    "maleficent": maleficent.progress,
    "prince-john": prince_john.progress,
    "queen-of-hearts": queen_of_hearts.progress,
    "ursula": ursula.progress,
}
"""How far a Villain has come towards the objective, from 0 to 1: what a bot pursues."""

HEADWAY: Mapping[str, Objective] = {
    "captain-hook": captain_hook.headway,
    "jafar": jafar.headway,
    "maleficent": maleficent.headway,
    "prince-john": prince_john.headway,
    "queen-of-hearts": queen_of_hearts.headway,
    "ursula": ursula.headway,
}
"""How far a Villain has come for all to see."""

OBJECTIVES: Mapping[str, Objective] = {
    who: HEADWAY[who] for who in ("jafar", "maleficent", "prince-john", "ursula")
}
"""What is looked at when the Villain's own turn starts (VI-121); the others win at once (VI-122)."""
