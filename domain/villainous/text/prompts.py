"""Reads the prompts in the source of a script, so that each can be checked for a sentence."""

from __future__ import annotations

import ast
from collections.abc import Iterator
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
