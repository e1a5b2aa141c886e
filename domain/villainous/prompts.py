"""The prompts that a script asks, as they are written in it: so that each is known to have its sentence."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.abc import InspectLoader
from types import ModuleType

UNREADABLE = ""
"""Stands for a prompt that is not written where it is asked."""

_QUESTIONS = frozenset(("Asked", "choose", "may", "order", "pick"))
"""What puts a question; the prompt is the second that it is told."""


def asked(module: ModuleType) -> Iterator[str]:
    """Yields the prompt of every question that *module* puts."""
    loader = module.__spec__.loader if module.__spec__ is not None else None
    assert isinstance(loader, InspectLoader)
    for call in ast.walk(ast.parse(loader.get_source(module.__name__) or "")):
        if isinstance(call, ast.Call) and len(call.args) > 1:
            name = getattr(call.func, "id", getattr(call.func, "attr", ""))
            prompt = call.args[1]
            if name in _QUESTIONS:
                yield str(prompt.value) if isinstance(prompt, ast.Constant) else UNREADABLE
