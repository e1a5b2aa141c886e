"""Forks: studies that go on from a moment of another match, and who may look that far into it."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from domain.standing import tell
from domain.words import CHANCE, Viewer
from replays.moments import nearest

from .cardsets import Library
from .matches import Matches, Opened
from .records import Forbidden, Records, UnknownMatch


class Fork(NamedTuple):
    """A study just opened, the fact of its origin that it goes on from, and that fact's hash."""

    opened: Opened
    seq: int
    head: str


def fork(matches: Matches, library: Library, match: str, seq: int) -> Fork:
    """Opens a study that goes on from fact *seq* of *match*; in the midst of things, from the next question.

    It is played with what the match was played with. Raises `UnknownMatch`, `NoSuchMoment` and `WrongMoment`.
    """
    film = matches.film(match)
    there = nearest(film, seq).match
    pins = there.opened
    head = matches.hashes(match, film)[there.seq - 1]
    position, told = tell(matches.game(pins.game).write_position, there.position)
    pins = replace(
        pins,
        position=position,
        told=told,
        origin=match,
        origin_seq=there.seq,
        origin_head=head,
        event="",
        delay=None,
    )
    return Fork(matches.begin(pins, library.pinned(pins.game, pins.cards)), there.seq, head)


def check_open(records: Records, match: str, viewer: Viewer) -> None:
    """Raises `Forbidden` unless nothing of *match* is hidden from *viewer*."""
    if why := closed(records, match, viewer):
        told = f"{why}: what is asked for would tell hands and decks that are hidden. Only a judge may know."
        raise Forbidden(told)


def closed(records: Records, match: str, viewer: Viewer) -> str:
    """Returns why something of *match* is hidden from *viewer*, and nothing if all of it is open.

    All is open to a judge, and to everyone once a match is over, for its seed is told then; but a fork shows
    what lies hidden in its origin, so that has to be over too.
    """
    if CHANCE in viewer.shares:
        return ""
    played = records.current(match).match
    if played.ended is None:
        return f"Match {match} is not over"
    if not played.opened.origin:
        return ""
    try:
        return closed(records, played.opened.origin, viewer)
    except UnknownMatch:
        return f"Match {played.opened.origin}, from which this one goes on, is not here and may not be over"
