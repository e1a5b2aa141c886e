"""Runs the server by `python -m service.http_server`.

It puts the working directory first in the search path of packages. It imports our packages before that, so
that a directory such as `service` cannot replace them.
"""

from __future__ import annotations

import sys

import domain
import projections
import replays
import service

from .serving.server import main

OURS = (domain, projections, replays, service)

if __name__ == "__main__":
    main(sys.argv[1:])
