"""Version 2 of the API, below `/v2`: times are RFC 3339 everywhere, and what is hidden is `null`.

Whatever is asked for there is answered as below `/`, and then told in this form. What was signed, and what a
signature is checked by, is told as it was signed: receipts, chains, proofs, exports. CloudEvents name the
schema of their data, which is that of version 1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing, nullcontext
from typing import Any

import msgspec
from flask import Flask, Request, Response, current_app, request
from msgspec import Struct
from werkzeug.exceptions import NotFound

from .json_bodies import NDJSON
from .sse import EVENTS, EventStream
from .version2_fields import AS_THEY_ARE, HIDDEN, PREFIX, is_time
from .version2_replies import Translator

_ASKED = "recount.version2"
TIME = {"type": ["string", "null"], "format": "date-time"}


def init_app(app: Flask) -> None:
    """Answers below `/v2` as well; `refuse_pages` has no page there."""
    served = app.wsgi_app

    def serve(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        if path.startswith(f"{PREFIX}/"):
            environ |= {
                "PATH_INFO": path.removeprefix(PREFIX),
                "SCRIPT_NAME": environ.get("SCRIPT_NAME", "") + PREFIX,
                _ASKED: True,
            }
        return served(environ, start)

    app.wsgi_app = serve  # type: ignore[assignment, method-assign]


def asked() -> bool:
    """Tells whether the request is for version 2."""
    return bool(request.environ.get(_ASKED))


def refuse_pages(request: Request) -> None:
    """Raises `NotFound` for a page below `/v2`."""
    if _ASKED in request.environ:
        view = current_app.view_functions.get(request.endpoint or "")
        if view is not None and not hasattr(view, "versions"):
            raise NotFound


def translate(reply: Response, bodies: Mapping[str, str]) -> Response:
    """Returns *reply*, whose bodies have these schemas by their content types, as its version tells it."""
    if asked():
        _tell(reply, bodies.get(reply.mimetype or ""), current_app.extensions["openapi"].translator)
    return reply


def _tell(reply: Response, schema: str | None, translator: Translator) -> None:
    for header, sign in (("Location", "/"), ("Link", "</")):
        if reply.headers.get(header, "").startswith(sign):
            reply.headers[header] = reply.headers[header].replace(sign, sign[:-1] + PREFIX + "/", 1)
    if schema is None or reply.status_code in (204, 304):
        return
    if reply.mimetype in (NDJSON, EVENTS):
        if isinstance(reply.response, EventStream):
            reply.response.convert(_Version2(schema, translator))
            return
        lines = _lines(reply.response, schema, translator)
        if reply.is_streamed:
            reply.response = lines
        else:
            reply.set_data(b"".join(lines))
    elif schema not in AS_THEY_ARE:
        reply.set_data(msgspec.json.encode(translator.told(schema, msgspec.json.decode(reply.get_data()))))


class _Version2(Struct, frozen=True):
    """The form of events whose data has this schema."""

    schema: str
    translator: Translator

    def __call__(self, event: bytes) -> bytes:
        return _anew(event, self.schema, self.translator)


def _lines(body: Any, schema: str, translator: Translator) -> Iterator[bytes]:
    """Yields a stream with each object in it told anew: a line of its own, or what follows `data:`."""
    with closing(body) if hasattr(body, "close") else nullcontext():
        for part in body:
            yield _anew(part, schema, translator)


def _anew(part: bytes, schema: str, translator: Translator) -> bytes:
    return b"".join(_line(line, schema, translator) for line in part.splitlines(keepends=True))


def _line(line: bytes, schema: str, translator: Translator) -> bytes:
    start = line.find(b"{")
    if start < 0 or line[:start].strip() not in (b"", b"data:"):
        return line
    told = translator.told(schema, msgspec.json.decode(line[start:]))
    return line[:start] + msgspec.json.encode(told) + b"\n"


def document(first: dict[str, Any], pages: Collection[str]) -> dict[str, Any]:
    """Returns the document of version 2, for the *first*, that of version 1, without the paths of *pages*."""
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(first))
    told["info"]["version"] = "2"
    told["servers"] = [{"url": PREFIX}]
    told["paths"] = {path: item for path, item in told["paths"].items() if path not in pages}
    schemas = told["components"]["schemas"]
    schemas["CloudEvent"]["properties"]["data"] = {"type": "object", "description": "As `dataschema` says."}
    for name, schema in schemas.items():
        for field, kind in schema.get("properties", {}).items():
            if is_time(name, field, kind):
                schema["properties"][field] = {k: v for k, v in kind.items() if k == "default"} | TIME
            elif (hidden := HIDDEN.get(name, {}).get(field)) is not None:
                _may_be_null(kind["items"] if kind["type"] == "array" and hidden != [] else kind)
    return told


def _may_be_null(kind: dict[str, Any]) -> None:
    kind["type"] = [kind["type"], "null"]
