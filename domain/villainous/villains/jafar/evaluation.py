"""What a bot pursues as Jafar, and does well to keep and to dig for."""

from __future__ import annotations

from ... import layout
from ...board import InPlay, Realm
from ...book import Book
from ...facts import Card
from ...fights import fighters
from ...hooks import Wants
from ...strength import strength

LAMP, SPELLS = frozenset(("magic-lamp",)), frozenset(("hypnotize-1", "hypnotize-2"))
"""What brings the Genie, and what wins him over."""


def progress(mine: Realm, book: Book) -> float:
    """Returns how far he is, from 0 to 1: the Cave open, the Lamp in play, the Genie his, the Lamp's way.

    A little is added for the card that the next step takes, for the Power it costs, and, as long as he waits
    for it, for every card less in his deck; for cards of the hand that later steps take; for Allies beside
    the thief of the Lamp; and for being where he can do something about it.
    """
    done, wanted, cost = _next_step(mine, book)
    done += 0.03 * sum(not cards.isdisjoint(mine.hand) for cards in _later_steps(mine))
    if wanted.isdisjoint(mine.hand):
        done += 0.03 * (1 - len(mine.villain.deck) / 30)
        errand = "agrabah"
    else:
        done += 0.06 + 0.02 * min(mine.power, cost) / max(1, cost)
        errand = "oasis"
    lamp = mine.cards.get("magic-lamp", InPlay())
    if lamp.on:
        done += 0.04 * _grip(mine, book, lamp.on)
        errand = "sultans-palace"
    elif lamp.at:
        steps = layout.places(mine, book).index(lamp.at)
        done += 0.17 - 0.04 * steps
        errand = "cave" if steps else errand
    return done + (0.01 if mine.at == errand else 0)


def _next_step(mine: Realm, book: Book) -> tuple[float, frozenset[Card], int]:
    """Returns what is behind him, the cards that take him further, and what that costs."""
    if "cave" in mine.locked:
        return 0.0, frozenset(("scarab-pendant",)), 3
    if "magic-lamp" not in mine.cards:
        return 0.2, LAMP, 4
    if "genie" not in mine.cards:  # The Lamp calls him but once: lost is what it cost.
        return 0.4, frozenset(), 0
    if mine.cards["genie"].form != "hypnotized":
        return 0.65, SPELLS, strength(mine, book, "genie")
    return 0.75, frozenset(), 0


def _later_steps(mine: Realm) -> tuple[frozenset[Card], ...]:
    """Returns what the steps after the next one take."""
    return (LAMP, SPELLS) if "cave" in mine.locked else (SPELLS,) * ("magic-lamp" not in mine.cards)


def _grip(mine: Realm, book: Book, thief: Card) -> float:
    """Returns how far the Allies beside *thief* come up to its Strength, from 0 to 1."""
    might = sum(strength(mine, book, ally) for ally in fighters(mine, book, thief)[0])
    return min(1.0, might / max(1, strength(mine, book, thief)))


def wants(mine: Realm, book: Book) -> Wants:
    """Wants what the steps still take, help to find it, and against a thief of the Lamp who fights."""
    hand = layout.printed_hand(mine, book)
    use = {"sacrifice": 0.7}
    sought = set[Card]()
    lamp, genie = (mine.cards.get(card) for card in ("magic-lamp", "genie"))
    if "cave" in mine.locked:
        use["scarab-pendant"] = 2.0
        sought.add("scarab-pendant")
    elif lamp is None:
        sought.add("magic-lamp")
    if lamp is None:
        use["magic-lamp"] = 2.0
    elif lamp.on:
        use |= {"snake": 1.0, "palace-guard": 0.7, "razoul": 0.7, "gazeem": 0.7}
    elif lamp.at != "sultans-palace":
        use["iago"] = 1.5
    if genie is None or not genie.form:
        use["hypnotize"] = 2.0
        sought |= {"hypnotize"} if genie else set()
    sought -= hand
    if sought:
        use["scrying"] = 1.5
    if layout.of_kind(mine, book, "hero"):
        use["sorcerous-power"] = 0.3
    return Wants(use, frozenset(sought))
