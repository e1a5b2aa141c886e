"""The Villains, each in a folder that is found by its presence.

A folder bears the name of its Villain. It has:

- `cards.yaml`, an item of the list `villains` of the book;
- `SCRIPT` in its `__init__.py`, with hooks and texts of its own (see `hooks.VillainScript`);
- a catalogue for each language, such as `fr.po`, with unprinted names and texts;
- `look.yaml`, its crest and colours on pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ..hooks import VillainScript
from ..text.prompts import prompts_in


def villain_packages() -> Mapping[str, str]:
    """Returns the package of each Villain by its id, in the order of their numbers."""
    folders = [folder.name for folder in iter_modules(__path__) if folder.ispkg]
    packages = {name.replace("_", "-"): f"{__name__}.{name}" for name in folders}
    return dict(sorted(packages.items(), key=lambda entry: (_load_script(entry[1]).number, entry[0])))


def villain_scripts() -> Mapping[str, VillainScript]:
    """Returns the script of each Villain, by the Villain's id."""
    return {
        villain_id: _load_script(package)._replace(prompts=_find_prompts(package))
        for villain_id, package in villain_packages().items()
    }


def _load_script(package: str) -> VillainScript:
    script: VillainScript = import_module(package).SCRIPT
    return script


@cache
def _find_prompts(package: str) -> frozenset[str]:
    """Returns every prompt in the modules of a *package*.

    The cache keeps several threads from parsing at once, which fails now and then in CPython 3.11.
    """
    folder = import_module(package)
    modules = [import_module(f"{package}.{module.name}") for module in iter_modules(folder.__path__)]
    return frozenset(prompt for module in modules for prompt in prompts_in(module))
