"""Sends the request it is told of, and is killed when its facts are stored and its reply is not."""

from __future__ import annotations

import json
import os
import signal
import sys

from service.app import create_app
from service.http.middleware.idempotency import IdempotencyKeys
from service.settings import from_environment


def die(*_: object) -> None:
    """Ends this process as a power cut would."""
    os.kill(os.getpid(), signal.SIGKILL)


def main(path: str, body: str, headers: str) -> None:
    """Sends *body* to *path*; the service dies when it has done it, before it can say so."""
    IdempotencyKeys.store_reply = die  # type: ignore[assignment]
    app = create_app(from_environment(os.environ))
    reply = app.test_client().post(path, json=json.loads(body), headers=json.loads(headers))
    print(reply.status_code, reply.text)


if __name__ == "__main__":
    main(*sys.argv[1:])
