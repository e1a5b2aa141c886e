"""The words of the boards of Villains."""

from __future__ import annotations

from typing import Any

from ...shared.i18n import counted, says


def words() -> dict[str, Any]:
    """Returns the words of the boards, by what their scripts call them."""
    return {
        "power": counted("{power} Power", "{power} Power"),
        "cauldron": counted("{power} Power in the Cauldron", "{power} Power in the Cauldron"),
        "fateToken": says("Fate Token"),
        "strength": says("Strength"),
        "mover": says("the mover is here"),
        "locked": says("locked"),
        "revealed": says("Lying open"),
        "deck": says("Villain deck"),
        "fateDeck": says("Fate deck"),
        "fateDiscards": says("Fate discards"),
        "forms": {
            "hypnotized": says("hypnotized"),
            "wicket": says("Wicket"),
            "shrunken": says("Shrunken"),
            "enlarged": says("Enlarged"),
            "held": says("held"),
        },
        "actions": {
            "gain_power": counted("Gain {amount} Power", "Gain {amount} Power"),
            "play_card": says("Play a Card"),
            "activate": says("Activate"),
            "discard_cards": says("Discard Cards"),
            "fate": says("Fate"),
            "vanquish": says("Vanquish"),
            "move_item_or_ally": says("Move an Item or Ally"),
            "move_hero": says("Move a Hero"),
        },
        "realm": _realm(),
    }


def _realm() -> dict[str, Any]:
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
    }


def groups() -> dict[str, str]:
    """Returns what to call the choices of one kind, by what their picks begin with."""
    return {
        "move": says("Moving"),
        "use": says("Using a symbol"),
        "gain": says("Gaining Power"),
        "play": says("Playing a card"),
        "activate": says("Activating"),
        "discard": says("Discarding"),
        "fate": says("Fate"),
        "vanquish": says("Vanquishing"),
        "carry": says("Moving an Item or Ally"),
        "lead": says("Moving a Hero"),
    }
