"""Boards in miniature for the front page: drawn of what the public may see, in the colours of the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from typing import NamedTuple

from markupsafe import Markup

from domain import table
from domain.games import GAMES
from domain.table import SeatClaimed
from projections.lobby import ListedMatch
from projections.match_views import LoadedMatch
from replays.analysis.turning_point import find_turning_point
from replays.text.languages import ENGLISH, Language, game_language
from replays.text.names import localized_names
from replays.text.narration import narrate, narration_language

from ... import faces
from ...catalog.cardsets import PinnedCardSetMissing, packaged
from ...faces.drawing import Disc, Patch, Sketch
from ...identity.players import PlayerDirectory
from ...shared import i18n
from ...shared.errors import Forbidden, UnknownMatch
from ...shared.lru_cache import LruCache
from ...shared.registry import Registry
from ..results import Results
from ..viewing.access import Access
from ..viewing.visibility import Window


class Miniature(NamedTuple):
    """A board as it stands after fact *seq* of a match, who plays, and how each of them stands.

    `told` is the sentence of that fact, where it is remarkable.
    """

    entry: ListedMatch
    seq: int
    players: tuple[str, ...]
    drawing: Markup
    caption: str
    scores: tuple[str, ...]
    told: str = ""


class Front(NamedTuple):
    """The boards of the front page: one of each game, others that are played on, and those that ended last.

    What was played to its end is shown at its greatest swing.
    """

    games: dict[str, Miniature]
    watched: list[Miniature]
    moments: list[Miniature]


WATCHED = 3
"""How many matches that are played on are shown by their boards, besides one of each game."""

ENDED = 4
"""How many matches that were played to their end are shown by a remarkable moment."""

_drawings: LruCache[tuple[Sketch, Markup]] = LruCache(256)
"""What was drawn last, by match and fact: boards are looked at more often than they change."""

_swings: LruCache[int] = LruCache(1024)
"""The greatest swing of matches that are over, by match, or 0: to find one takes a tenth of a second."""


def front(services: Registry, entries: list[ListedMatch]) -> Front:
    """Chooses boards among *entries*, the newest first."""
    going = [entry for entry in entries if entry.status == "playing"]
    listed_matches = [entry for entry in entries if entry.status == "over"]
    games: dict[str, Miniature] = {}
    for mini in boards(services, _firsts([*going, *listed_matches])):
        games[mini.entry.game] = mini
    shown = {mini.entry.match for mini in games.values()}
    others = (entry for entry in going if entry.match not in shown)
    watched = [mini for mini, _ in zip(boards(services, others), range(WATCHED), strict=False)]
    ended = (entry for entry in listed_matches if not entry.study and entry.delay is None)
    moments = [mini for mini, _ in zip(_remarkable(services, ended), range(ENDED), strict=False)]
    return Front(games, watched, moments)


@cache
def _names(game: str, code: str) -> dict[str, str]:
    """Returns what the cast of a game is called in a language, by their English names."""
    book = packaged(game).book
    english, fields = (
        localized_names(GAMES[game], book, game_language(game, each)) for each in (ENGLISH, code)
    )
    return {english[one]: fields[one] for one in GAMES[game].list_characters(book)}


def _firsts(entries: Iterable[ListedMatch]) -> Iterator[ListedMatch]:
    visited: set[str] = set()
    for entry in entries:
        if entry.game not in visited:
            visited.add(entry.game)
            yield entry


def boards(services: Registry, entries: Iterable[ListedMatch]) -> Iterator[Miniature]:
    """Yields those of *entries* that can be drawn, as they stand now."""
    for entry in entries:
        with suppress(UnknownMatch, PinnedCardSetMissing, Forbidden):
            viewer = services[Access].viewer_for(entry.match, None)
            window = services[Access].window(entry.match, viewer)
            yield _miniature(services, entry, window, window.current())


def _remarkable(services: Registry, entries: Iterable[ListedMatch]) -> Iterator[Miniature]:
    """Yields those of *entries* that were played to their end, at their greatest swing, and what it was."""
    for entry in entries:
        with suppress(UnknownMatch, PinnedCardSetMissing, Forbidden):
            match_result = services[Results].of(entry.match, entry.seq)
            if match_result is None or match_result.by:
                continue
            viewer = services[Access].viewer_for(entry.match, None)
            window = services[Access].window(entry.match, viewer)
            replay = window.film()
            seq = _swings.get(entry.match)
            if seq is None:
                seq = _swings.put(entry.match, find_turning_point(window.game, replay))
            if not seq:
                continue
            facts = [fact for fact in replay.facts[:seq] if isinstance(fact.event, SeatClaimed)]
            facts += replay.facts[max(len(facts), seq - 2) : seq]  # an answer has a part in what follows
            shown = services[PlayerDirectory].with_names(
                table.redact_fact(replay.rules, fact, viewer) for fact in facts
            )
            lines = narrate(
                window.game, replay.rules.book, shown, narration_language(window.game, i18n.chosen())
            )
            told = [line.text for line in lines if line.seq == seq]
            mini = _miniature(services, entry, window, window.at(seq))
            yield mini._replace(told=told[-1] if told else "")


def _miniature(services: Registry, entry: ListedMatch, window: Window, loaded: LoadedMatch) -> Miniature:
    """Draws a moment of a match."""
    rules, match_state = loaded
    translator = Language(i18n.chosen(), i18n.catalogue(i18n.chosen()))
    scene = table.make_scene(rules, match_state, window.viewer)
    what = f"{entry.match}@{scene.seq}"
    if (kept := _drawings.get(what)) is None:
        sketch = faces.sketch(window.game, scene.board, rules.book)
        kept = _drawings.put(what, (sketch, drawing(entry.game, sketch)))
    sketch, markup = kept
    called = _names(entry.game, translator.code)
    return Miniature(
        entry,
        scene.seq,
        tuple(
            name or i18n.says("a free seat")
            for name in services[PlayerDirectory].seat_players(scene.players).names
        ),
        markup,
        translator.render(sketch.caption),
        tuple(translator.render(score, called) for _, score in sketch.seats),
    )


def drawing(game: str, sketch: Sketch) -> Markup:
    """Returns a sketch as SVG, without its words: they would be too small, and stand beside it."""
    marks = []
    for mark in sketch.marks:
        if isinstance(mark, Disc):
            (x, y), radius = mark.at, mark.radius
            shape = f'circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}"'
        elif isinstance(mark, Patch):
            corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in mark.corners)
            shape = f'polygon points="{corners}"'
        else:
            continue
        look = f'class="f-{mark.fill or "none"} e-{mark.edge or "none"}" stroke-width="{mark.width:g}"'
        marks.append(f"<{shape} {look}/>")
    box = f'viewBox="-4 -4 {sketch.width + 8:g} {sketch.height + 8:g}"'
    # Nothing that people wrote is in it.
    return Markup(f'<svg class="miniature {game}" {box} aria-hidden="true">{"".join(marks)}</svg>')
