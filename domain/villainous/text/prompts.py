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
