"""The entry for WSGI servers: `service.wsgi:app`, set by the environment. Import it after the fork."""

from __future__ import annotations

import atexit
import os

from .app import create_app, services_of
from .observability import logging
from .settings import from_environment

settings = from_environment(os.environ)
logging.keep(settings.log)
app = create_app(settings)
atexit.register(services_of(app).close)
