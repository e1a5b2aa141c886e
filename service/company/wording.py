"""Set phrases in the language of the page."""

from __future__ import annotations

from ..shared.i18n import says
from .talk import Phrase


def set_phrases() -> dict[Phrase, str]:
    """Returns the sentences of all phrases, in the order of the page."""
    return {
        "hello": says("Hello"),
        "good-luck": says("Good luck"),
        "thank-you": says("Thank you"),
        "well-played": says("Well played"),
        "good-game": says("Good game"),
        "nice-move": says("Nice move"),
        "sorry": says("Sorry"),
        "one-moment": says("One moment, please"),
        "thinking": says("I am thinking"),
        "back": says("I am back"),
        "oops": says("Oops"),
        "goodbye": says("Goodbye"),
    }
