"""Which engine pairs which stage."""

from __future__ import annotations

from . import berger, dutch, knock_out, pods, swiss
from .due import Due, Engine
from .matching import LIBRARY

BERGER = Engine("berger", "1", berger.pair)
SWISS = Engine("swiss", f"1, {LIBRARY}", swiss.pair)
PODS = Engine("pods", "1", pods.knock_out)
SWISS_PODS = Engine("swiss_pods", "1", pods.swiss)
SINGLE = Engine("single_elimination", "1", knock_out.pair)
DOUBLE = Engine("double_elimination", "1", knock_out.pair)


def engine_of(due: Due) -> Engine:
    """Returns what pairs a stage; raises `Refused` where that is not installed."""
    match due.plan.format:
        case "round_robin":
            return BERGER
        case "single_elimination":
            return SINGLE
        case "double_elimination":
            return DOUBLE
        case "swiss" if due.plan.engine == "dutch":
            return dutch.engine()
        case "swiss" if due.plan.seats == (2,):
            return SWISS
        case "swiss":
            return SWISS_PODS
        case "pods":
            return PODS
