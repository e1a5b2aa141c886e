"""The parts that the facts of Villainous play in a story."""

from __future__ import annotations

from ...story import Joined, Story
from .. import facts

STORY = Story(
    turns=(facts.TurnBegan,),
    folded=(
        facts.DeckShuffled,
        facts.RequirementMet,
        facts.SymbolUsed,
        facts.TurnBegan,
        facts.TurnEnded,
        facts.TurnPassed,
    ),
    settled=(facts.CardDiscarded,),
    scores=(facts.HeroDefeated, facts.LocationLocked, facts.LocationUnlocked, facts.ObjectiveFulfilled),
    joined={
        facts.CardsDrawn: Joined("cards", "{seat} draws {cards}."),
        facts.CardDiscarded: Joined("card", "{card} go to {seat}’s {pile} discard pile."),
        facts.CardRecovered: Joined("card", "{card} go to {seat}’s hand."),
        facts.CardsRevealed: Joined("cards", "{seat}’s {pile} deck reveals {cards}."),
    },
    headlines={
        "fate": "{seat} plays Fate against {rival}.",
        "play": "{seat} plays {choice}.",
        "use": "{seat} uses {choice}.",
        "vanquish": "{seat} vanquishes {choice}.",
    },
    addressed={
        "{by} sends {seat} to {to}.": "{by} sends you to {to}.",
        "{card} go to {seat}’s hand.": "{card} go to your hand.",
        "{card} go to {seat}’s {pile} discard pile.": "{card} go to your {pile} discard pile.",
        "{card} goes to {seat}’s hand.": "{card} goes to your hand.",
        "{card} goes to {seat}’s {pile} discard pile.": "{card} goes to your {pile} discard pile.",
        "{card} lasts until {seat}’s next turn.": "{card} lasts until your next turn.",
        "{seat} activates {card}.": "You activate {card}.",
        "{seat} draws {cards}.": "You draw {cards}.",
        "{seat} gains {amount} ({power} Power).": "You gain {amount} ({power} Power).",
        "{seat} hides the hand again.": "You hide your hand again.",
        "{seat} looks at the top of the {pile} deck: {cards}.": (
            "You look at the top of your {pile} deck: {cards}."
        ),
        "{seat} moves to {to}.": "You move to {to}.",
        "{seat} pays {amount} ({power} Power).": "You pay {amount} ({power} Power).",
        "{seat} performs {act} at {at}, through {by}.": "You perform {act} at {at}, through {by}.",
        "{seat} performs {act} at {at}.": "You perform {act} at {at}.",
        "{seat} plays Fate against {rival}.": "You play Fate against {rival}.",
        "{seat} plays {choice}.": "You play {choice}.",
        "{seat} puts {amount} Power on {card} ({power} left).": (
            "You put {amount} Power on {card} ({power} left)."
        ),
        "{seat} puts {cards} back on top of the {pile} deck.": (
            "You put {cards} back on top of your {pile} deck."
        ),
        "{seat} reaches the objective.": "You reach your objective.",
        "{seat} shows the hand: {cards}.": "You show your hand: {cards}.",
        "{seat} stays.": "You stay.",
        "{seat} takes the Fate Token.": "You take the Fate Token.",
        "{seat} takes {amount} Power back from {card} ({power}).": (
            "You take {amount} Power back from {card} ({power})."
        ),
        "{seat} uses {choice}.": "You use {choice}.",
        "{seat} vanquishes {choice}.": "You vanquish {choice}.",
        "{seat}’s {pile} deck reveals {cards}.": "Your {pile} deck reveals {cards}.",
    },
)
