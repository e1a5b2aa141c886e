"""Decodes rosters in UTF-8, UTF-16 and Windows-1252, with or without a byte order mark."""

from __future__ import annotations

from typing import NamedTuple

from domain.messages import Message

from ..errors import InputError, InvalidRoster

MAX_ROSTER_BYTES = 2_000_000
"""The largest encoded list."""

WINDOWS = "windows-1252"

_BYTE_ORDER_MARKS = {
    b"\xef\xbb\xbf": "utf-8-sig",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}
_DOCUMENTS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF", b"{\\rtf")
"""First bytes of spreadsheets and documents."""


class RosterText(NamedTuple):
    """The text of a list, and its encoding."""

    text: str
    encoding: str


def decode_roster(file: bytes) -> RosterText:
    """Returns the text of a *file*; raises `InvalidRoster` for an unknown encoding."""
    check_size(len(file))
    if file.startswith(_DOCUMENTS):
        raise _roster_error(Message("This file is no text. Save the list as CSV."))
    encoding = _detect_encoding(file)
    try:
        return RosterText(file.decode(encoding), encoding.removesuffix("-sig"))
    except UnicodeDecodeError as error:
        line = 1 + file[: error.start].decode(encoding, "replace").count("\n")
        byte = f"{file[error.start]:02X}"
        refusal = Message("Byte {byte} belongs to no known encoding. Save the list as UTF-8.", byte=byte)
        raise _roster_error(refusal, line) from error


def check_size(size: int) -> None:
    """Raises `InvalidRoster` for a list of too many bytes."""
    if size > MAX_ROSTER_BYTES:
        raise _roster_error(
            Message("The list has {size} bytes. Up to {most} are allowed.", size=size, most=MAX_ROSTER_BYTES)
        )


def _detect_encoding(file: bytes) -> str:
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if file.startswith(mark):
            return encoding
    high, low = file[0::2].count(0), file[1::2].count(0)
    if max(high, low) * 4 > len(file):
        return "utf-16-be" if high > low else "utf-16-le"
    try:
        file.decode()
    except UnicodeDecodeError:
        return WINDOWS
    return "utf-8"


def _roster_error(message: Message, line: int = 1) -> InvalidRoster:
    return InvalidRoster([InputError("/roster", message, line, 1)])
