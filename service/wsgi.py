"""The entry for WSGI servers: `service.wsgi:app`, set by the environment. Import it after the fork."""

from __future__ import annotations

import atexit
import os

from .app import create_app, house_of
from .settings import from_environment

app = create_app(from_environment(os.environ))
atexit.register(house_of(app).close)
