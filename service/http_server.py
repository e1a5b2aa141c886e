"""Runs gunicorn.

It puts the working directory in front of all other places that packages come from: ours are loaded before, so
that none which happens to lie there, `service` perhaps, is served in their stead.
"""

from __future__ import annotations

from gunicorn.app.wsgiapp import run

import domain
import projections
import replays
import service

OURS = (domain, projections, replays, service)

if __name__ == "__main__":
    run(prog="recount")
