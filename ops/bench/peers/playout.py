"""`python playout.py SECONDS`: random games of python-chess; prints plies/s.

It runs in a process of its own: python-chess is measured, never imported by this project.
"""

from __future__ import annotations

import importlib
import json
import sys
from random import Random
from time import perf_counter
from typing import Any


def main(seconds: float) -> None:
    """Plays random legal moves, a new game whenever one is over."""
    chess: Any = importlib.import_module("chess")
    rng, board, plies = Random(1), chess.Board(), 0
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds:
        moves = list(board.legal_moves)
        if not moves or board.is_insufficient_material() or board.halfmove_clock >= 100:
            board.reset()
            continue
        board.push(rng.choice(moves))
        plies += 1
    sys.stdout.write(json.dumps({"plies/s": plies / spent}))


main(float(sys.argv[1]))
