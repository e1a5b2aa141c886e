"""The English sentence of each general prompt; Villains add their own."""

from __future__ import annotations

from collections.abc import Mapping

QUESTIONS: Mapping[str, str] = {
    "move": "{seat} is asked where to move.",
    "act": "{seat} is asked for an action.",
    "condition": "{seat} is asked for a Condition: {about}.",
    "where": "{seat} is asked where to, for {about}.",
    "host": "{seat} is asked what to attach {about} to.",
    "aim": "{seat} is asked what {about} is aimed at.",
    "pay": "{seat} is asked how to pay for {about}.",
    "discard": "{seat} is asked which cards to discard.",
    "put-back": "{seat} is asked in which order the cards go back.",
    "fate": "{seat} is asked which Fate card to play.",
    "ally": "{seat} is asked which Allies fight {about}.",
    "hero": "{seat} is asked which Hero {about} is for.",
    "ally-to-play": "{seat} is asked which Ally {about} brings into play.",
    "ally-to-move": "{seat} is asked which Ally moves for {about}.",
    "power": "{seat} is asked how much Power goes to {about}.",
    "scare": "{seat} is asked what becomes of the cards.",
    "borrow": "{seat} is asked which action of {about} to perform.",
    "item": "{seat} is asked which Item {about} takes.",
    "recover": "{seat} is asked which card {about} brings back.",
    "offer": "{seat} is asked whether to use what a card offers at any time.",
}
"""Sentences by prompt, with the question's fields in braces."""
