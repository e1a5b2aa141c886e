"""Reads the prompts in the source of a script, so that each can be checked for a sentence."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from importlib.abc import InspectLoader
from types import ModuleType

UNREADABLE = ""
"""The value for a prompt that is not a literal."""

_QUESTIONS = frozenset(("Asked", "choose_exactly", "choose_one", "choose_order", "choose_up_to"))
"""Functions that ask a question; the prompt is their second argument."""


def prompts_in(module: ModuleType) -> Iterator[str]:
    """Yields the prompt of every question in the source of *module*."""
    loader = module.__spec__.loader if module.__spec__ is not None else None
    assert isinstance(loader, InspectLoader)
    for call in ast.walk(ast.parse(loader.get_source(module.__name__) or "")):
        if isinstance(call, ast.Call) and len(call.args) > 1:
            name = getattr(call.func, "id", getattr(call.func, "attr", ""))
            prompt = call.args[1]
            if name in _QUESTIONS:
                yield str(prompt.value) if isinstance(prompt, ast.Constant) else UNREADABLE


QUESTIONS: Mapping[str, str] = {
    "move": "{seat} is choosing where to move.",
    "act": "{seat} is choosing an action.",
    "condition": "{seat} may play a Condition: {about}.",
    "where": "{seat} is choosing a place for {about}.",
    "host": "{seat} is choosing what to attach {about} to.",
    "aim": "{seat} is choosing the aim of {about}.",
    "pay": "{seat} is choosing how to pay for {about}.",
    "discard": "{seat} is choosing cards to discard.",
    "put-back": "{seat} is choosing the order of the cards that go back.",
    "fate": "{seat} is choosing a Fate card to play.",
    "ally": "{seat} is choosing the Allies that fight {about}.",
    "hero": "{seat} is choosing a Hero for {about}.",
    "ally-to-play": "{seat} is choosing the Ally that {about} brings into play.",
    "ally-to-move": "{seat} is choosing the Ally that {about} moves.",
    "power": "{seat} is choosing how much Power goes to {about}.",
    "scare": "{seat} is choosing what happens to the cards.",
    "borrow": "{seat} is choosing an action of {about}.",
    "item": "{seat} is choosing the Item that {about} takes.",
    "recover": "{seat} is choosing the card that {about} brings back.",
    "offer": "{seat} is choosing whether to use the offer of a card.",
}
"""Sentences by prompt, with the question's fields in braces."""
