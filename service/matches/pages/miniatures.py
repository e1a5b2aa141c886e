"""Boards in miniature for the front page: drawn of what the public may see, in the colours of the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from domain import table
from domain.games import GAMES
from projections.lobby import ListedMatch
from replays.languages import ENGLISH, Language, language
from replays.names import names

from ... import faces
from ...bootstrap import Services
from ...catalog.cardsets import PinnedCardSetMissing, packaged
from ...faces.drawing import Sketch
from ...site import i18n
from ..errors import Forbidden, UnknownMatch


class Miniature(NamedTuple):
    """A board as it stands after fact *seq* of a match, who plays, and how each of them stands."""

    entry: ListedMatch
    seq: int
    players: tuple[str, ...]
    sketch: Sketch
    caption: str
    scores: tuple[str, ...]


class Front(NamedTuple):
    """The boards of the front page: one of each game, others that are played on, and one that is over."""

    games: dict[str, Miniature]
    watched: list[Miniature]
    last: Miniature | None


WATCHED = 3
"""How many matches that are played on are shown by their boards, besides one of each game."""


def front(services: Services, entries: list[ListedMatch]) -> Front:
    """Chooses boards among *entries*, the newest first."""
    going = [entry for entry in entries if entry.status == "playing"]
    over = [entry for entry in entries if entry.status == "over"]
    games: dict[str, Miniature] = {}
    for mini in _drawn(services, _firsts([*going, *over])):
        games[mini.entry.game] = mini
    shown = {mini.entry.match for mini in games.values()}
    others = (entry for entry in going if entry.match not in shown)
    watched = [mini for mini, _ in zip(_drawn(services, others), range(WATCHED), strict=False)]
    ended = (entry for entry in over if entry.match not in shown)
    return Front(games, watched, next(_drawn(services, ended), None))


@cache
def _names(game: str, code: str) -> dict[str, str]:
    """Returns what the cast of a game is called in a language, by their English names."""
    book = packaged(game).book
    english, told = (names(GAMES[game], book, language(game, each)) for each in (ENGLISH, code))
    return {english[one]: told[one] for one in GAMES[game].cast(book)}


def _firsts(entries: Iterable[ListedMatch]) -> Iterator[ListedMatch]:
    seen: set[str] = set()
    for entry in entries:
        if entry.game not in seen:
            seen.add(entry.game)
            yield entry


def _drawn(services: Services, entries: Iterable[ListedMatch]) -> Iterator[Miniature]:
    """Yields those of *entries* that can be drawn, as they stand now."""
    translator = Language(i18n.chosen(), i18n.catalogue(i18n.chosen()))
    for entry in entries:
        try:
            viewer = services.access.viewer_for(entry.match, None)
            window = services.access.window(entry.match, viewer)
            rules, played = window.current()
        except (UnknownMatch, PinnedCardSetMissing, Forbidden):
            continue
        scene = table.scene(rules, played, viewer)
        sketch = faces.sketch(window.game, scene.board, rules.book)
        called = _names(entry.game, translator.code)
        yield Miniature(
            entry,
            scene.seq,
            tuple(name or i18n.says("a free seat") for name in services.players.seated(scene.players)),
            sketch,
            translator.tells(sketch.caption),
            tuple(translator.tells(score, called) for _, score in sketch.seats),
        )
