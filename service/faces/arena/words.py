"""The words of the board of Sorcerer's Arena."""

from __future__ import annotations

from typing import Any

from ...shared.i18n import counted, says


def words() -> dict[str, Any]:
    """Returns the words of the board, by what its scripts call them."""
    return {
        "arena": says("The Arena"),
        "teams": [says("Blue team"), says("Red team")],
        "vp": says("{vp} VP"),
        "deck": says("Deck"),
        "order": says("Turn order"),
        "out": says("not in the Arena"),
        "banished": says("Banished"),
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
        "phase": {"movement": says("Movement"), "action": says("Action"), "skills": says("Skill")},
        "hidden": counted("{count} hidden card", "{count} hidden cards"),
        "what": says("What is {name}?"),
        "roles": {
            "close": says("strikes up close"),
            "far": says("strikes from afar"),
            "heals": says("heals"),
            "hinders": says("hinders rivals"),
            "guards": says("guards the others"),
            "hides": says("hides"),
            "pushes": says("pushes others about"),
        },
    }


def groups() -> dict[str, str]:
    """Returns what to call the choices of one kind, by what their picks begin with."""
    return {
        "move": says("Moving"),
        "attack": says("Attacking"),
        "play": says("Playing a card"),
        "skill": says("Using a skill"),
        "ability": says("Activating an ability"),
    }
