"""The Villains, each a folder that is found by being here.

A folder is called after its Villain. It has:

- `cards.yaml`: what is printed, as an item of the list `villains` of the book;
- `SCRIPT`, in its `__init__.py`: what its cards do, and its own words (see `hooks.VillainScript`);
- a catalogue for each language, `fr.po`: names, texts and words that are not printed in it;
- `look.yaml`: its crest and colours on pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ..hooks import VillainScript
from ..prompts import asked


def packages() -> Mapping[str, str]:
    """Returns the package of each Villain, by the Villain's id, in the order of their numbers."""
    here = [folder.name for folder in iter_modules(__path__) if folder.ispkg]
    found = {name.replace("_", "-"): f"{__name__}.{name}" for name in here}
    return dict(sorted(found.items(), key=lambda each: (_script(each[1]).number, each[0])))


def scripts() -> Mapping[str, VillainScript]:
    """Returns the script of each Villain, by the Villain's id."""
    return {who: _script(package)._replace(prompts=_prompts(package)) for who, package in packages().items()}


def _script(package: str) -> VillainScript:
    script: VillainScript = import_module(package).SCRIPT
    return script


@cache
def _prompts(package: str) -> frozenset[str]:
    """Returns every prompt that the modules of a *package* ask.

    They are read once, while the first book is: CPython 3.11 fails now and then when several threads parse.
    """
    folder = import_module(package)
    modules = [import_module(f"{package}.{module.name}") for module in iter_modules(folder.__path__)]
    return frozenset(prompt for module in modules for prompt in asked(module))
