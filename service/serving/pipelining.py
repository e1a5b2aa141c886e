"""Parsing of pipelined requests, one after the reply to the other, so that few objects wait in memory."""

from __future__ import annotations

import sys

from httptools import HttpRequestParser
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_END = b"\r\n\r\n"


class PipeliningProtocol(HttpToolsProtocol):
    """A connection that does not parse the next request while one is under way."""

    is_deaf = False
    _received = _unparsed = b""

    def parse_requests(self, data: bytes = b"") -> None:
        """Parses the bytes that wait, and then *data*, up to the end of a request."""
        data, self._unparsed, start = self._unparsed + data, b"", 0
        while start < len(data) and not (self.is_deaf or self.is_answering()):
            end = data.find(HEAD_END, start) + len(HEAD_END)
            if end < len(HEAD_END) or self.is_in_body():
                end = len(data)
            self._received = data[start:end]
            super().data_received(self._received)
            start = end
            if self._unparsed:
                data, self._unparsed, start = self._unparsed + data[end:], b"", 0
        if start < len(data) and not self.is_deaf:
            self._unparsed = data[start:]

    def hold_bytes(self, data: bytes) -> None:
        """Lets *data* wait for the end of the reply under way."""
        self._unparsed += data

    def is_answering(self) -> bool:
        """Returns whether a whole request has no whole reply."""
        return self.cycle is not None and not (self.cycle.response_complete or self.cycle.more_body)

    def is_in_body(self) -> bool:
        """Returns whether more of a body follows."""
        return self.cycle is not None and self.cycle.more_body

    def has_unparsed(self) -> bool:
        """Returns whether bytes wait for the reply to the request under way."""
        return bool(self._unparsed)

    def _unsupported_upgrade_warning(self) -> None:
        """Reads the request again without `Upgrade`, so that its client receives a reply in HTTP/1.1.

        The parser takes the bytes after such a head for another protocol. Here they are a body or a request.
        """
        offset: int = sys.exception().args[0]  # type: ignore[union-attr]
        version = self.parser.get_http_version().encode()
        fields = (b"%b: %b" % field for field in self.headers if field[0] != b"upgrade")
        head = [b"%b %b HTTP/%b" % (self.parser.get_method(), self.url, version), *fields, b"", b""]
        self.parser = HttpRequestParser(self)
        self.parser.set_dangerous_leniencies(lenient_data_after_close=True)  # as uvicorn does
        self._unparsed = b"\r\n".join(head) + self._received[offset:]
