"""`python -m service.http_server`: runs the server.

It puts the working directory in front of all other places that packages come from: ours are loaded before, so
that none which happens to lie there, `service` perhaps, is served in their stead.
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
