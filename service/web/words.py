"""The words that the pages' scripts say, in the language of the request."""

from __future__ import annotations

from typing import Any

from .tongues import says


def interface() -> dict[str, Any]:
    """Returns every word that a script of ours shows, by what the script calls it."""
    return {
        "round": says("Round {round}"),
        "roundOf": says("Round {round} · {who}"),
        "turn": says("Turn {turn}"),
        "turnOf": says("Turn {turn} · {who}"),
        "before": says("Before the first round"),
        "order": says("Turn order"),
        "arena": says("The Arena"),
        "teams": [says("Blue team"), says("Red team")],
        "vp": says("{vp} VP"),
        "power": says("{power} Power"),
        "cauldron": says("{power} Power in the Cauldron"),
        "fateToken": says("Fate Token"),
        "strength": says("Strength"),
        "mover": says("the mover is here"),
        "locked": says("locked"),
        "free": says("a free seat"),
        "out": says("not in the Arena"),
        "hand": says("Hand"),
        "revealed": says("Lying open"),
        "deck": says("Deck"),
        "discards": says("Discards"),
        "banished": says("Banished"),
        "fateDeck": says("Fate deck"),
        "fateDiscards": says("Fate discards"),
        "scrubber": says("Moment of the match"),
        "moment": says("fact {seq} of {last}"),
        "play": says("Play"),
        "pause": says("Pause"),
        "speed": says("Speed"),
        "back": says("One fact back"),
        "forward": says("One fact forward"),
        "which": says("Which one?"),
        "cancel": says("Cancel"),
        "close": says("Close"),
        "done": says("Done"),
        "nothing": says("Nothing"),
        "several": says("Choose {count}; chosen so far: {chosen}."),
        "why": says("Why?"),
        "asking": says("Looking it up …"),
        "pages": says("handbook page"),
        "won": says("{winners} won the match."),
        "draw": says("The match ended in a draw."),
        "after": says("Nobody is asked at this moment."),
        "waiting": says("Waiting for players to take their seats."),
        "forms": {
            "hypnotized": says("hypnotized"),
            "wicket": says("Wicket"),
            "shrunken": says("Shrunken"),
            "enlarged": says("Enlarged"),
            "held": says("held"),
        },
        "actions": {
            "gain_power": says("Gain {0} Power"),
            "play_card": says("Play a Card"),
            "activate": says("Activate"),
            "discard_cards": says("Discard Cards"),
            "fate": says("Fate"),
            "vanquish": says("Vanquish"),
            "move_item_or_ally": says("Move an Item or Ally"),
            "move_hero": says("Move a Hero"),
        },
    }
