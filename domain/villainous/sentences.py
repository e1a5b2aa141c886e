"""What happened, as an English sentence a fact; the event's own fields stand in braces."""

from __future__ import annotations

from collections.abc import Mapping

from ..words import Asked, Event
from . import facts

_SENTENCES: Mapping[type[Event], str] = {
    facts.DeckShuffled: "The {pile} deck of {seat} is shuffled.",
    facts.CardsDrawn: "{seat} draws {cards}.",
    facts.CardsRevealed: "From the {pile} deck of {seat} is revealed: {cards}.",
    facts.CardsLookedAt: "{seat} looks at the top of the own {pile} deck: {cards}.",
    facts.CardsPutBack: "{seat} puts back on top of the {pile} deck: {cards}.",
    facts.CardDiscarded: "{card} goes to the {pile} discard pile of {seat}.",
    facts.CardPlayed: "{card} is played into the Realm of {seat}.",
    facts.CardMoved: "{card} moves to {to}.",
    facts.HeroDefeated: "{hero} is defeated at {at}, with a Strength of {strength}.",
    facts.LocationUnlocked: "{at} is unlocked.",
    facts.PowerGained: "{seat} gains {amount} Power and has {power}.",
    facts.PowerPaid: "{seat} pays {amount} Power and has {power}.",
    facts.PowerTaken: "{amount} Power of {seat} is laid on {card}; {power} is left.",
    facts.PowerReturned: "The {amount} Power on {card} goes back to {seat}, who has {power}.",
    facts.TurnBegan: "Turn {number} is the turn of {seat}.",
    facts.MoverMoved: "{seat} moves to {to}.",
    facts.SymbolUsed: "{seat} uses action symbol {symbol}.",
    facts.RequirementMet: "Conditions may be played now that this has come about: {requirement}.",
    facts.TurnPassed: "{seat} passes on Conditions for the rest of the turn.",
    facts.ObjectiveFulfilled: "{seat} has reached the objective.",
}

_QUESTIONS: Mapping[str, str] = {
    "move": "{seat} is asked where to move.",
    "act": "{seat} is asked for an action.",
    "condition": "{seat} is asked for a Condition: {about}.",
    "where": "{seat} is asked where to, for {about}.",
    "host": "{seat} is asked what to attach {about} to.",
    "pay": "{seat} is asked how to pay for {about}.",
    "discard": "{seat} is asked which cards to discard.",
    "put-back": "{seat} is asked in which order the cards go back.",
    "fate": "{seat} is asked which Fate card to play.",
    "ally": "{seat} is asked which Allies fight {about}.",
    "hero": "{seat} is asked which Hero {about} is for.",
    "ally-to-move": "{seat} is asked which Ally moves for {about}.",
    "power": "{seat} is asked how much Power goes to {about}.",
    "scare": "{seat} is asked what becomes of the cards.",
    "obsession": "{seat} is asked what becomes of {about}.",
    "ally-to-discard": "{seat} is asked which Ally {about} drives away.",
    "curse": "{seat} is asked which Curse {about} lifts.",
    "all-allies": "{seat} is asked whether {about} drives away all Allies.",
}

REQUIREMENTS: Mapping[str, str] = {
    "power": "at least {} Power",
    "defeat": "a Hero of Strength {} or more was defeated",
}
"""How a Condition's requirement is called, by what it is about."""


def sentence(event: Event) -> str:
    """Returns the sentence that tells *event*."""
    return _QUESTIONS[event.prompt] if isinstance(event, Asked) else _SENTENCES[type(event)]
