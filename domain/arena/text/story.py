"""The parts that the facts of the Arena play in a story."""

from __future__ import annotations

from ...story import Joined, Story
from .. import facts

STORY = Story(
    turns=(facts.RoundBegan, facts.TurnBegan),
    folded=(
        facts.CardResolved,
        facts.DeckShuffled,
        facts.ExtraPhaseGranted,
        facts.PhaseBegan,
        facts.RoundBegan,
        facts.RoundEnded,
        facts.TurnBegan,
        facts.TurnEnded,
    ),
    scores=(facts.VictoryPointsGained, facts.VictoryPointsLost),
    joined={
        facts.CardDrawn: Joined("card", "{seat} draws {card}."),
        facts.CardDiscarded: Joined("card", "{seat} discards {card}."),
        facts.CardBanished: Joined("card", "{seat} banishes {card}."),
    },
    sided={
        facts.VictoryPointsGained: "{seat} scores {points} ({total} VP).",
        facts.VictoryPointsLost: "{seat} loses {points} VP ({total}).",
    },
    addressed={
        "{seat} banishes {card}.": "You banish {card}.",
        "{seat} cannot draw: the deck is empty.": "You cannot draw: the deck is empty.",
        "{seat} discards {card}.": "You discard {card}.",
        "{seat} does not lend a gear.": "You do not lend a gear.",
        "{seat} draws {card}.": "You draw {card}.",
        "{seat} loses {points} VP ({total}).": "You lose {points} VP ({total}).",
        "{seat} looks at the top of the deck: {cards}.": "You look at the top of the deck: {cards}.",
        "{seat} plays {card}.": "You play {card}.",
        "{seat} puts the opening hand back.": "You put the opening hand back.",
        "{seat} puts {cards} back on top.": "You put {cards} back on top.",
        "{seat} reveals the top card: {card}.": "You reveal the top card: {card}.",
        "{seat} scores {points} ({total} VP).": "You score {points} ({total} VP).",
        "{seat} stacks the turn-order tiles: {tiles}.": "You stack the turn-order tiles: {tiles}.",
        "{seat} takes {who}.": "You take {who}.",
    },
)
