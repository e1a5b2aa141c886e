"""`python -m tests.service.impatient FD`: the server on an open socket, patient for a second alone."""

from __future__ import annotations

import os
import socket
import sys

from uvicorn import Server

from service.serving import bodies, protocol
from service.serving.server import APPLICATION, Worker, make_config

if __name__ == "__main__":
    protocol.Protocol.head_seconds = 1.0
    bodies.BODY_SECONDS = 1.0
    chosen = make_config(Worker(APPLICATION, None), "127.0.0.1", 0, 1)
    chosen.timeout_keep_alive = 1
    Server(chosen).run([socket.socket(fileno=os.dup(int(sys.argv[1])))])
