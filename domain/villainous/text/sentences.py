"""English sentences for facts and picks, with the event's fields in braces."""

from __future__ import annotations

from collections.abc import Mapping

from ...model import Asked, Event
from .. import facts
from ..book import Book, PrintedCard
from ..facts import Form

_SENTENCES: Mapping[type[Event], str] = {
    facts.DeckShuffled: "{seat} shuffles the {pile} deck.",
    facts.CardsDrawn: "{seat} draws {cards}.",
    facts.CardsRevealed: "{seat}’s {pile} deck reveals {cards}.",
    facts.CardsLookedAt: "{seat} looks at the top of the {pile} deck: {cards}.",
    facts.CardsPutBack: "{seat} puts {cards} back on top of the {pile} deck.",
    facts.CardDiscarded: "{card} goes to {seat}’s {pile} discard pile.",
    facts.CardRecovered: "{card} goes to {seat}’s hand.",
    facts.HandRevealed: "{seat} shows the hand: {cards}.",
    facts.HandHidden: "{seat} hides the hand again.",
    facts.CardMoved: "{card} moves to {to}.",
    facts.CardAttached: "{card} joins {to}.",
    facts.CardActivated: "{seat} activates {card}.",
    facts.StrengthShifted: "The Strength of {of} changes by {by} this turn.",
    facts.EffectLasts: "{card} lasts until {seat}’s next turn.",
    facts.HeroDefeated: "{hero} falls at {at} (Strength {strength}).",
    facts.LocationLocked: "{at} is locked.",
    facts.LocationUnlocked: "{at} is unlocked.",
    facts.PowerGained: "{seat} gains {amount} ({power} Power).",
    facts.PowerPaid: "{seat} pays {amount} ({power} Power).",
    facts.PowerTaken: "{seat} puts {amount} Power on {card} ({power} left).",
    facts.PowerReturned: "{seat} takes {amount} Power back from {card} ({power}).",
    facts.TurnBegan: "Turn {number}: {seat}.",
    facts.TurnEnded: "{seat}’s turn ends.",
    facts.MoverMoved: "{seat} moves to {to}.",
    facts.MoverStayed: "{seat} stays.",
    facts.FateTokenTaken: "{seat} takes the Fate Token.",
    facts.RequirementMet: "Conditions are possible now: {requirement}.",
    facts.TurnPassed: "{seat} passes on Conditions for the rest of the turn.",
    facts.ObjectiveFulfilled: "{seat} reaches the objective.",
}

_PHRASES: Mapping[str, str] = {
    "pass": "to pass",
    "pass-turn": "to pass for the rest of the turn",
    "nothing": "to do nothing",
    "enough": "to add no Ally",
    "play": "to play it",
    "discard": "to discard",
    "put-back": "to put them back",
    "shuffle": "to shuffle",
    "stay": "to stay",
    "end": "to end the turn",
    "move:": "to move to {at}",
    "use:": "to use {card}",
    "gain:": "to gain {amount} Power",
    "play:": "to play {card}",
    "activate:": "to activate {card}",
    "discard:": "to discard cards",
    "fate:": "a Fate action against {seat}",
    "vanquish:": "to Vanquish {card}",
    "carry:": "to move {card}",
    "lead:": "to move {card}",
}
"""Picks in a sentence, by the pick or by its word before the colon."""

_LABELS: Mapping[str, str] = {
    "pass": "Pass",
    "pass-turn": "Pass for the rest of the turn",
    "nothing": "Do nothing",
    "enough": "Add no more Allies",
    "play": "Play it",
    "discard": "Discard",
    "put-back": "Put them back",
    "shuffle": "Shuffle",
    "stay": "Stay",
    "end": "End the turn",
    "move:": "Move to {at}",
    "use:": "Use {card}",
    "gain:": "Gain {amount} Power",
    "play:": "Play {card}",
    "activate:": "Activate {card}",
    "discard:": "Discard cards",
    "fate:": "Play Fate against {seat}",
    "vanquish:": "Vanquish {card}",
    "carry:": "Move {card}",
    "lead:": "Move {card}",
}
"""Picks on a button, by the same keys."""

_ANSWERS: Mapping[str, str] = {"power": "{amount} Power"}
"""Picks by the prompt, for picks without a word of their own."""

_FORMS: Mapping[Form, str] = {
    "hypnotized": "{card} falls under hypnosis and fights as an Ally.",
    "wicket": "{card} bends over and is a Wicket.",
    "shrunken": "{card} shrinks.",
    "enlarged": "{card} grows, and is at {beside} as well.",
    "held": "{card} cannot move.",
}


def fact_sentence(event: Event, book: Book) -> str:
    """Returns the sentence of *event*; `{act}` is the action of the preceding answer."""
    match event:
        case Asked():
            return book.questions[event.prompt]
        case facts.CardPlayed(at="", on="", aim=""):
            return "{card} takes effect."
        case facts.CardPlayed(aim=""):
            return "{card} comes to {at}." if event.at else "{card} goes onto {on}."
        case facts.CardPlayed():
            return "{card} takes aim at {aim}."
        case facts.CardTurned(form=""):
            return _turned_back(book.cards.get(event.card))
        case facts.CardTurned():
            return _FORMS[event.form]
        case facts.StrengthShifted() if event.of not in book.cards:
            return "The Strength of the Heroes at {of} changes by {by} this turn."
        case facts.LocationLocked() if event.freed:
            return "The Lock Token goes from {freed} to {at}."
        case facts.MoverMoved() if event.by:
            return "{by} sends {seat} to {to}."
        case facts.SymbolUsed(by=""):
            return "{seat} uses {act}."
        case facts.SymbolUsed():
            return "{seat} uses {act} through {by}."
        case facts.SymbolBorrowed(by=""):
            return "{seat} performs {act} at {at}."
        case facts.SymbolBorrowed():
            return "{seat} performs {act} at {at}, through {by}."
    return _SENTENCES[type(event)]


def _turned_back(card: PrintedCard | None) -> str:
    if card is not None and card.guard:
        return "{card} stands up again."
    if card is not None and card.kind == "hero":
        return "{card} has the usual size again."
    return "{card} can move again."


def pick_phrase(question: Asked, pick: str) -> str:
    """Returns the words for *pick*, an option of *question*; empty for a pick with a name."""
    word, colon, _ = pick.partition(":")
    return _PHRASES.get(word + colon) or _ANSWERS.get(question.prompt, "")


def pick_label(question: Asked, pick: str) -> str:
    """Returns the button text for *pick*, an option of *question*; empty for a pick with a name."""
    word, colon, _ = pick.partition(":")
    return _LABELS.get(word + colon) or _ANSWERS.get(question.prompt, "")
