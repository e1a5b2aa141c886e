"""English sentences for facts and questions, with the event's fields in braces."""

from __future__ import annotations

from collections.abc import Mapping

from ...model import Asked, Event
from .. import facts
from ..book import Book

_SENTENCES: Mapping[type[Event], str] = {
    facts.CharacterDrafted: "{seat} takes {who}.",
    facts.TilesStacked: "{seat} stacks the turn-order tiles: {tiles}.",
    facts.TurnOrderSet: "The turn order is {order}.",
    facts.HandTakenBack: "{seat} puts the opening hand back.",
    facts.RoundBegan: "Round {number} begins.",
    facts.TurnBegan: "It is the turn of {who}.",
    facts.PhaseBegan: "The {phase} is taken.",
    facts.ExtraPhaseGranted: "A further {phase} may be taken in this turn.",
    facts.TurnEnded: "The turn of {who} is over.",
    facts.FinalRoundCalled: "This round is the last one.",
    facts.RoundEnded: "Round {number} ends.",
    facts.DeckShuffled: "{seat} shuffles the deck.",
    facts.CardDrawn: "{seat} draws {card}.",
    facts.DrawSkipped: "{seat} has to draw, and the deck is empty.",
    facts.CardPlayed: "{seat} plays {card}.",
    facts.CardResolved: "{card} is done and goes to the discard pile of {seat}.",
    facts.CardDiscarded: "{seat} discards {card}.",
    facts.CardBanished: "{seat} banishes {card}.",
    facts.CardsLookedAt: "{seat} looks at the top of the own deck: {cards}.",
    facts.CardsPutBack: "{seat} puts back on top: {cards}.",
    facts.CardRevealed: "{seat} reveals the top card: {card}.",
    facts.CharacterPlaced: "{who} is set up on {at}.",
    facts.CharacterMoved: "{who} moves along {path}.",
    facts.MovementPrevented: "{who} cannot move.",
    facts.DamageDealt: "{by} deals {damage} damage to {who}, who has {hp} HP left.",
    facts.HealthRecovered: "{who} recovers {amount} HP and has {hp}.",
    facts.StatusCountersAdded: "{who} gets {counters} {status} and has {total}.",
    facts.StatusCounterRemoved: "{who} loses a {status} counter; {left} left.",
    facts.CharacterKnockedOut: "{who} is knocked out.",
    facts.FigureRemoved: "{who} leaves the Arena.",
    facts.CharacterReturned: "{who} comes back on {at} with {hp} HP.",
    facts.StatusRemoved: "{who} is rid of {status}.",
    facts.SkillUsed: "{who} uses {skill}.",
    facts.AbilityTriggered: "{ability} of {who} happens.",
    facts.AbilityActivated: "{who} activates {ability}.",
    facts.ChainEnded: "So many abilities have followed each other that {ability} of {who} does not happen.",
    facts.CharacterUpgraded: "{who} is upgraded.",
    facts.AbilityCardTurnedBack: "The ability card of {who} is turned back.",
    facts.GearRefused: "{seat} does not lend a gear.",
    facts.VictoryPointsLost: "{team} loses {points} VP and has {total}.",
    facts.VictoryPointsGained: "{team} gains {points} VP and has {total}.",
}

_FOLDED = (
    facts.CardResolved,
    facts.DeckShuffled,
    facts.ExtraPhaseGranted,
    facts.PhaseBegan,
    facts.RoundBegan,
    facts.RoundEnded,
    facts.TurnBegan,
    facts.TurnEnded,
)
"""Facts that only frame others."""

_QUESTIONS: Mapping[str, str] = {
    "draft": "{seat} is asked which character to take.",
    "stack": "{seat} is asked in which order the own characters take their turns.",
    "opening-hand": "{seat} is asked whether to keep the opening hand.",
    "boost": "{seat} is asked which card to discard to add to {about}.",
    "cost": "{seat} is asked which card to discard for {about}.",
    "lend": "{seat} is asked to lend a gear for the upgrade of {about}.",
    "whose-deck": "{seat} is asked whose deck {about} reveals.",
    "place": "{seat} is asked where {about} starts.",
    "return": "{seat} is asked where {about} comes back.",
    "where": "{seat} is asked where to, for {about}.",
    "target": "{seat} is asked whom {about} affects.",
    "pay": "{seat} is asked which card pays for the Stealthy {about}.",
    "banish": "{seat} is asked which card to banish for {about}.",
    "discard-for": "{seat} is asked which card to discard for {about}.",
    "discard": "{seat} is asked what to discard down to the hand limit.",
    "phase": "{seat} is asked which phase {about} is played in.",
    "order-of-damage": "{seat} is asked in which order {about} deals its damage.",
    "order-of-statuses": "{seat} is asked in which order the status effects of {about} happen.",
    "order-of-cards": "{seat} is asked in which order the cards go back, for {about}.",
    "turn": "{seat} is asked what {about} does.",
}


_PHRASES: Mapping[str, str] = {
    "keep": "to keep the opening hand",
    "redraw": "to draw another opening hand",
    "lend": "to lend a gear",
    "refuse": "to lend no gear",
    "move:": "a standard movement to {at}",
    "move+:": "a standard movement to {at}, with a card discarded for it",
    "attack:": "a standard attack on {who}",
    "attack+:": "a standard attack on {who}, with a card discarded for it",
    "play:": "to play {card}",
    "skill:": "to use {skill}",
    "ability:": "to activate {ability}",
    "upgrade": "to upgrade the active character",
    "upgrade:": "to upgrade the active character, with {gear} from the teammate",
    "end": "to end the turn",
}
"""Phrases by pick, or by its part before the colon."""

_LABELS: Mapping[str, str] = {
    "keep": "Keep this hand",
    "redraw": "Draw another hand",
    "lend": "Lend a gear",
    "refuse": "Lend no gear",
    "move:": "Move to {at}",
    "move+:": "Move to {at}, discarding a card for it",
    "attack:": "Attack {who}",
    "attack+:": "Attack {who}, discarding a card for it",
    "play:": "Play {card}",
    "skill:": "Use {skill}",
    "ability:": "Activate {ability}",
    "upgrade": "Upgrade this character",
    "end": "End the turn",
}
"""Labels of buttons, with the same keys."""

_ANSWERS: Mapping[str, str] = {
    "phase": "the {phase}",
    "whose-deck": "the deck of {seat}",
}
"""Phrases by question, for picks without a phrase of their own."""


def fact_sentence(event: Event, book: Book) -> str:
    """Returns the sentence for *event*."""
    match event:
        case Asked():
            return _QUESTIONS[event.prompt]
        case facts.TilesStacked() if "" in event.tiles:
            return "{seat} stacks the turn-order tiles in secret."
        case facts.DamageDealt() if event.who == event.by:
            return "{who} takes {damage} damage of their own making and has {hp} HP left."
        case facts.DamageDealt(hp=0):
            return "{by} deals {damage} damage to {who}, who has 0 HP left."
        case facts.CharacterUpgraded(hp=hp) if hp:
            return "{who} is upgraded and has {hp} HP left."
        case facts.AbilityCardTurnedBack(hp=hp) if hp:
            return "The ability card of {who} is turned back, which leaves {hp} HP."
        case facts.StatusCounterRemoved(left=0):
            return "{who} loses the last {status} counter."
    return _SENTENCES[type(event)]


def is_folded(event: Event) -> bool:
    """Returns whether *event* only frames others."""
    return isinstance(event, _FOLDED)


def prompt_names() -> frozenset[str]:
    """Returns the names of all questions."""
    return frozenset(_QUESTIONS)


def pick_phrase(question: Asked, pick: str) -> str:
    """Returns the words for *pick*, an option of *question*; empty for a pick with a name."""
    kind, colon, _ = pick.partition(":")
    return _PHRASES.get(kind + colon) or _ANSWERS.get(question.prompt, "")


def pick_label(question: Asked, pick: str) -> str:
    """Returns the label of a button for *pick*; empty for a pick with a name."""
    kind, colon, _ = pick.partition(":")
    return _LABELS.get(kind + colon) or _ANSWERS.get(question.prompt, "")
