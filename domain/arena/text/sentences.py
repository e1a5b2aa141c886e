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
    facts.TurnBegan: "{who}’s turn.",
    facts.PhaseBegan: "The {phase} begins.",
    facts.ExtraPhaseGranted: "One more {phase} is possible this turn.",
    facts.TurnEnded: "{who}’s turn ends.",
    facts.FinalRoundCalled: "This round is the last one.",
    facts.RoundEnded: "Round {number} ends.",
    facts.DeckShuffled: "{seat} shuffles the deck.",
    facts.CardDrawn: "{seat} draws {card}.",
    facts.DrawSkipped: "{seat} cannot draw: the deck is empty.",
    facts.CardPlayed: "{seat} plays {card}.",
    facts.CardResolved: "{card} goes to {seat}’s discard pile.",
    facts.CardDiscarded: "{seat} discards {card}.",
    facts.CardBanished: "{seat} banishes {card}.",
    facts.CardsLookedAt: "{seat} looks at the top of the deck: {cards}.",
    facts.CardsPutBack: "{seat} puts {cards} back on top.",
    facts.CardRevealed: "{seat} reveals the top card: {card}.",
    facts.CharacterPlaced: "{who} starts on {at}.",
    facts.CharacterMoved: "{who} moves to {last_path}.",
    facts.MovementPrevented: "{who} cannot move.",
    facts.DamageDealt: "{by} hits {who} for {damage} ({hp} HP left).",
    facts.HealthRecovered: "{who} heals {amount} ({hp} HP).",
    facts.StatusCountersAdded: "{who} gains {counters} {status} ({total}).",
    facts.StatusCounterRemoved: "{status} on {who}: {left} left.",
    facts.CharacterKnockedOut: "{who} is knocked out.",
    facts.FigureRemoved: "{who} leaves the Arena.",
    facts.CharacterReturned: "{who} returns on {at} with {hp} HP.",
    facts.StatusRemoved: "{who} loses {status}.",
    facts.SkillUsed: "{who} uses {skill}.",
    facts.AbilityTriggered: "{who}’s {ability} triggers.",
    facts.AbilityActivated: "{who} activates {ability}.",
    facts.ChainEnded: "The chain of abilities ends here: {who}’s {ability} does nothing.",
    facts.CharacterUpgraded: "{who} upgrades.",
    facts.AbilityCardTurnedBack: "{who}’s ability card turns back.",
    facts.GearRefused: "{seat} does not lend a gear.",
    facts.VictoryPointsLost: "{team} loses {points} VP ({total}).",
    facts.VictoryPointsGained: "{team} scores {points} ({total} VP).",
}

_QUESTIONS: Mapping[str, str] = {
    "draft": "{seat} is choosing a character.",
    "stack": "{seat} is choosing the turn order.",
    "opening-hand": "{seat} is choosing whether to keep the opening hand.",
    "boost": "{seat} is choosing a card to discard, to add to {about}.",
    "cost": "{seat} is choosing a card to discard for {about}.",
    "lend": "{seat} is choosing whether to lend a gear for the upgrade of {about}.",
    "whose-deck": "{seat} is choosing the deck that {about} reveals.",
    "place": "{seat} is choosing where {about} starts.",
    "return": "{seat} is choosing where {about} returns.",
    "where": "{seat} is choosing a place for {about}.",
    "target": "{seat} is choosing a target for {about}.",
    "pay": "{seat} is choosing a card to banish for the Stealthy {about}.",
    "banish": "{seat} is choosing a card to banish for {about}.",
    "discard-for": "{seat} is choosing a card to discard for {about}.",
    "discard": "{seat} is choosing what to discard down to the hand limit.",
    "phase": "{seat} is choosing the phase of {about}.",
    "order-of-damage": "{seat} is choosing the order of the damage of {about}.",
    "order-of-statuses": "{seat} is choosing the order of the status effects of {about}.",
    "order-of-cards": "{seat} is choosing the order of the cards that go back, for {about}.",
    "turn": "{seat} is choosing what {about} does.",
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
            return "{who} takes {damage} self-damage ({hp} HP left)."
        case facts.CharacterUpgraded(hp=hp) if hp:
            return "{who} upgrades ({hp} HP)."
        case facts.AbilityCardTurnedBack(hp=hp) if hp:
            return "{who}’s ability card turns back ({hp} HP)."
        case facts.StatusCounterRemoved(left=0):
            return "{who} loses the last {status} counter."
    return _SENTENCES[type(event)]


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
