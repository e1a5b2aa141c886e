"""The WSGI environment of an ASGI request (PEP 3333)."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, TypeAlias

Scope: TypeAlias = Mapping[str, Any]
Environ: TypeAlias = dict[str, Any]

LINE = "recount.line"
"""The key of a scope for its connection."""
NETWORK = "recount.network"
"""The key of a scope for the network of the client."""
LATE_BODY = "recount.late_body"
"""The key of a scope with a late body."""
FIRST_VERSION = "1.0"
"""The version of HTTP without chunks and without `Expect`."""
UNPREFIXED = {b"content-type": "CONTENT_TYPE", b"content-length": "CONTENT_LENGTH"}


def make_environ(scope: Scope) -> Environ:
    """Returns the environment of the request *scope*, without a body.

    It omits fields with “_” in the name. WSGI could not distinguish them from fields with “-”, which a proxy
    guarantees.
    """
    client, server = scope["client"] or ("", 0), scope["server"] or ("localhost", 0)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "RAW_URI": scope["raw_path"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.input_terminated": True,
    }
    for name, value in scope["headers"]:
        if b"_" in name:
            continue
        key = UNPREFIXED.get(name) or f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}"
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ
