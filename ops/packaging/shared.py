"""The files that the wheel installs in `share`: those that are made, and where they lie."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from service.cli import main

from . import manual
from .units import units

SHARE = Path(__file__).with_name("share")
"""Laid out as it is installed."""

COMPLETIONS: Mapping[str, type[ShellComplete]] = {
    "bash-completion/completions/recount": BashComplete,
    "zsh/site-functions/_recount": ZshComplete,
    "fish/vendor_completions.d/recount.fish": FishComplete,
}
"""Where each shell looks for what completes a command."""


def made() -> dict[str, str]:
    """Returns the text of each file that is made, by its path in `share`."""
    completions = {path: _completion(shell) for path, shell in COMPLETIONS.items()}
    services = {f"recount/{name}": text for name, text in units()}
    return {"man/man1/recount.1": manual.page(), **completions, **services}


def _completion(shell: type[ShellComplete]) -> str:
    return shell(main, {}, "recount", "_RECOUNT_COMPLETE").source().strip() + "\n"
