""""""

from __future__ import annotations

from ..matches.options import WrongOptions
from .names import refusal, spelled


def name_of(told: str) -> str:
    """Returns the name that somebody wrote; raises `WrongOptions` for what is none."""
    if refused := refusal(told):
        raise WrongOptions("/player", refused)
    return spelled(told)
