"""Registry of engines by format."""

from __future__ import annotations

from . import berger, dutch, elimination_pods, knock_out, swiss, swiss_pods
from .matching import LIBRARY_VERSION
from .round_input import Engine, RoundInput

BERGER = Engine("berger", "1", berger.propose_round, berger.propose_together)
SWISS = Engine(
    "swiss", f"1, {LIBRARY_VERSION}", swiss.propose_round, swiss.propose_together, swiss.round_costs
)
SWISS_PODS = Engine(
    "swiss_pods", "1", swiss_pods.propose_round, swiss_pods.propose_together, swiss_pods.round_costs
)
PODS = Engine(
    "pods",
    "1",
    elimination_pods.propose_round,
    elimination_pods.propose_together,
    elimination_pods.round_costs,
)
SINGLE = Engine("single_elimination", "1", knock_out.propose_round, knock_out.propose_together)
DOUBLE = Engine("double_elimination", "1", knock_out.propose_round, knock_out.propose_together)


def engine_of(round_input: RoundInput) -> Engine:
    """Returns the engine of a stage."""
    match round_input.plan.format:
        case "round_robin":
            return BERGER
        case "single_elimination":
            return SINGLE
        case "double_elimination":
            return DOUBLE
        case "swiss" if round_input.plan.engine == "dutch":
            return dutch.ENGINE
        case "swiss" if round_input.plan.seats == (2,):
            return SWISS
        case "swiss":
            return SWISS_PODS
        case "pods":
            return PODS
