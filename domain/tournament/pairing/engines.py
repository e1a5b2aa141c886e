"""Which engine pairs which stage."""

from __future__ import annotations

from ...messages import Message
from ..refusals import Refused
from . import berger, pods, single, swiss
from .due import Due, Engine
from .matching import LIBRARY

BERGER = Engine("berger", "1", berger.pair)
SWISS = Engine("swiss", f"1, {LIBRARY}", swiss.pair)
PODS = Engine("pods", "1", pods.knock_out)
SWISS_PODS = Engine("swiss_pods", "1", pods.swiss)
SINGLE = Engine("single_elimination", "1", single.pair)


def engine_of(due: Due) -> Engine:
    """Returns what pairs a stage; raises `Refused` where nothing does."""
    match due.plan.format:
        case "round_robin":
            return BERGER
        case "single_elimination":
            return SINGLE
        case "swiss" if due.plan.seats == (2,):
            return SWISS
        case "swiss":
            return SWISS_PODS
        case "pods":
            return PODS
    raise Refused(Message("No engine pairs this stage: pair it by hand."))
