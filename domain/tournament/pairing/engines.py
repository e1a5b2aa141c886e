"""Which engine pairs which stage."""

from __future__ import annotations

from ...messages import Message
from ..refusals import Refused
from . import berger, single
from .due import Due, Engine

BERGER = Engine("berger", "1", berger.pair)
SINGLE = Engine("single_elimination", "1", single.pair)


def engine_of(due: Due) -> Engine:
    """Returns what pairs a stage; raises `Refused` where nothing does."""
    match due.plan.format:
        case "round_robin":
            return BERGER
        case "single_elimination":
            return SINGLE
    raise Refused(Message("No engine pairs this stage: pair it by hand."))
