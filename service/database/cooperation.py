"""Whether threads are greenlets here, which give way only where they wait."""

from __future__ import annotations

import sys


def cooperative() -> bool:
    """Tells whether threads give way only where they wait, as they do in a worker of the server."""
    monkey = sys.modules.get("gevent.monkey")
    return monkey is not None and monkey.is_module_patched("time")
