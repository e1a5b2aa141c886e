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
        "realm": _realms(),
        **_arena(),
        **_replay(),
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


def _realms() -> dict[str, Any]:
    """Returns the words of the boards of Villains."""
    return {
        "atTurn": says("on turn"),
        "moverAt": says("Mover:"),
        "fold": says("Fold the Realm of {who}"),
        "unfold": says("Unfold the Realm of {who}"),
        "read": says("What is {card}?"),
        "cards": says("{count} cards"),
        "exposed": says("lying open"),
        "looked": says("Looked at"),
        "lasting": says("In force:"),
        "onTop": says("on top"),
        "with": says("with"),
        "covered": says("covered by {heroes}"),
        "used": says("used"),
        "hiddenActions": says("covered"),
        "also": says("here as well"),
        "guard": says("Card Guard"),
        "cost": says("Cost"),
        "base": says("printed {base}"),
        "activation": says("Activation Cost"),
        "lyingPower": says("Power on it"),
        "fateCard": says("Fate"),
        "heroes": says("Heroes {count}"),
        "allies": says("Allies {count}"),
        "towards": says("of the way to the objective"),
        "reached": says("done"),
        "missing": says("not yet"),
        "kinds": {
            "ally": says("Ally"),
            "hero": says("Hero"),
            "item": says("Item"),
            "curse": says("Curse"),
            "effect": says("Effect"),
            "condition": says("Condition"),
        },
        "steps": {
            "power": says("{done} of {wanted} Power"),
            "curses": says("{done} of {wanted} locations with a Curse"),
            "wickets": says("{done} of {wanted} locations with a Wicket"),
            "treasures": says("{done} of {wanted} treasures at the Lair"),
            "tree": says("Hangman's Tree unlocked"),
            "boy": says("Peter Pan found"),
            "ship": says("Peter Pan at the Jolly Roger"),
            "cave": says("Cave of Wonders unlocked"),
            "lamp": says("Magic Lamp at the Sultan's Palace"),
            "wisher": says("Genie hypnotized"),
        },
        "objectives": {
            "captain-hook": says("Defeat Peter Pan at the Jolly Roger."),
            "jafar": says(
                "Start a turn with the Magic Lamp at the Sultan's Palace and the Genie hypnotized."
            ),
            "maleficent": says("Start a turn with a Curse at each location."),
            "prince-john": says("Start a turn with at least 20 Power."),
            "queen-of-hearts": says("With a Wicket at each location, Take the Shot and make it."),
            "ursula": says(
                "Start a turn with the Trident and the Crown at Ursula's Lair, both on your side."
            ),
        },
    }


def _arena() -> dict[str, Any]:
    """Returns the words of the board of Sorcerer's Arena."""
    return {
        "hpOf": says("{hp} of {full} HP"),
        "hpShort": says("{hp} HP"),
        "goal": says("of {goal} VP"),
        "lastRound": says("the last"),
        "place": says("Stands on"),
        "worth": says("VP for knocking it out"),
        "upgradeTakes": says("Upgrade takes"),
        "upgraded": says("upgraded"),
        "active": says("on turn"),
        "ability": says("once upgraded"),
        "phases": says("Left in this turn"),
        "hidden": says("{count} hidden cards"),
        "what": says("What is {name}?"),
    }


def _replay() -> dict[str, Any]:
    """Returns the words of the scrubber, and of what is passed on."""
    return {
        "momentOpen": says("fact {seq}"),
        "onBoard": says("Choose on the board, or from a list of {count}"),
        "marks": {"ko": says("Knock-out"), "vp": says("Points"), "ruling": says("Ruling")},
        "share": {
            "copied": says("It is copied."),
            "byHand": says("It is marked: copy it with the keys of your browser."),
        },
    }
