"""Which engine pairs which stage."""

from __future__ import annotations

from . import berger, dutch, elimination_pods, knock_out, swiss, swiss_pods
from .due import Due, Engine
from .matching import LIBRARY

BERGER = Engine("berger", "1", berger.pair, berger.together)
SWISS = Engine("swiss", f"1, {LIBRARY}", swiss.pair, swiss.together, swiss.costs)
SWISS_PODS = Engine("swiss_pods", "1", swiss_pods.pair, swiss_pods.together, swiss_pods.costs)
PODS = Engine("pods", "1", elimination_pods.pair, elimination_pods.together, elimination_pods.costs)
SINGLE = Engine("single_elimination", "1", knock_out.pair, knock_out.together)
DOUBLE = Engine("double_elimination", "1", knock_out.pair, knock_out.together)


def engine_of(due: Due) -> Engine:
    """Returns what pairs a stage."""
    match due.plan.format:
        case "round_robin":
            return BERGER
        case "single_elimination":
            return SINGLE
        case "double_elimination":
            return DOUBLE
        case "swiss" if due.plan.engine == "dutch":
            return dutch.ENGINE
        case "swiss" if due.plan.seats == (2,):
            return SWISS
        case "swiss":
            return SWISS_PODS
        case "pods":
            return PODS
