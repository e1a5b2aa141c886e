"""The progress of Jafar for bots, and the cards that they keep and dig for."""

from __future__ import annotations

from ...board import InPlay, Realm
from ...book import Book
from ...facts import Card
from ...hooks import UsefulCards
from ...play import layout
from ...play.fights import allies_in_range
from ...play.strength import strength_of

LAMP, SPELLS = frozenset(("magic-lamp",)), frozenset(("hypnotize-1", "hypnotize-2"))
"""Cards that bring the Genie and that hypnotize him."""


def objective_progress(realm: Realm, book: Book) -> float:
    """Returns his progress from 0 to 1: Cave, Lamp, Genie, and the Lamp's way home.

    Small bonuses count the card of the next step and its Power, cards for later steps, Allies beside the
    thief of the Lamp, and the right location. Without that card a shorter deck counts.
    """
    score, step_cards, cost = _next_step(realm, book)
    score += 0.03 * sum(not cards.isdisjoint(realm.hand) for cards in _later_steps(realm))
    if step_cards.isdisjoint(realm.hand):
        score += 0.03 * (1 - len(realm.villain.deck) / 30)
        errand = "agrabah"
    else:
        score += 0.06 + 0.02 * min(realm.power, cost) / max(1, cost)
        errand = "oasis"
    lamp = realm.cards.get("magic-lamp", InPlay())
    if lamp.on:
        score += 0.04 * _matched_strength(realm, book, lamp.on)
        errand = "sultans-palace"
    elif lamp.at:
        steps = layout.locations(realm, book).index(lamp.at)
        score += 0.17 - 0.04 * steps
        errand = "cave" if steps else errand
    return score + (0.01 if realm.at == errand else 0)


def _next_step(realm: Realm, book: Book) -> tuple[float, frozenset[Card], int]:
    """Returns the score of past steps, the cards of the next step, and its Cost."""
    if "cave" in realm.locked:
        return 0.0, frozenset(("scarab-pendant",)), 3
    if "magic-lamp" not in realm.cards:
        return 0.2, LAMP, 4
    if "genie" not in realm.cards:  # The Lamp calls him but once: lost is what it cost.
        return 0.4, frozenset(), 0
    if realm.cards["genie"].form != "hypnotized":
        return 0.65, SPELLS, strength_of(realm, book, "genie")
    return 0.75, frozenset(), 0


def _later_steps(realm: Realm) -> tuple[frozenset[Card], ...]:
    """Returns the cards of the steps after the next one."""
    return (LAMP, SPELLS) if "cave" in realm.locked else (SPELLS,) * ("magic-lamp" not in realm.cards)


def _matched_strength(realm: Realm, book: Book, thief: Card) -> float:
    """Returns the share of the Strength of *thief* that the Allies beside it match, from 0 to 1."""
    might = sum(strength_of(realm, book, ally) for ally in allies_in_range(realm, book, thief)[0])
    return min(1.0, might / max(1, strength_of(realm, book, thief)))


def useful_cards(realm: Realm, book: Book) -> UsefulCards:
    """Prefers cards of open steps, cards that find them, and fighters against the Lamp's thief."""
    hand = layout.hand_ids(realm, book)
    use = {"sacrifice": 0.7}
    missing = set[Card]()
    lamp, genie = (realm.cards.get(card) for card in ("magic-lamp", "genie"))
    if "cave" in realm.locked:
        use["scarab-pendant"] = 2.0
        missing.add("scarab-pendant")
    elif lamp is None:
        missing.add("magic-lamp")
    if lamp is None:
        use["magic-lamp"] = 2.0
    elif lamp.on:
        use |= {"snake": 1.0, "palace-guard": 0.7, "razoul": 0.7, "gazeem": 0.7}
    elif lamp.at != "sultans-palace":
        use["iago"] = 1.5
    if genie is None or not genie.form:
        use["hypnotize"] = 2.0
        missing |= {"hypnotize"} if genie else set()
    missing -= hand
    if missing:
        use["scrying"] = 1.5
    if layout.cards_of_kind(realm, book, "hero"):
        use["sorcerous-power"] = 0.3
    return UsefulCards(use, frozenset(missing))
