"""Miniature boards for the front page, of the public view, in the colours of the page."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import NamedTuple

from markupsafe import Markup

from domain import table
from domain.games import GAMES
from domain.table import MatchResult
from projections.event_log import CorruptStream
from projections.lobby import ListedMatch
from projections.match_views import LoadedMatch
from replays.text.acts import Act
from replays.text.languages import ENGLISH, Language, game_language
from replays.text.names import localized_names
from replays.text.narration import narration_language

from ... import faces
from ...caches import LruCache
from ...catalog.cardsets import PinnedCardSetMissing, packaged_cards
from ...faces.drawing import Sketch
from ...faces.svg import render_svg, write_paint
from ...identity.players import PlayerDirectory
from ...shared import i18n
from ...shared.errors import Forbidden, UnknownGame, UnknownMatch
from ...shared.registry import Registry
from ..results import Results
from ..viewing.access import Access
from ..viewing.narrators import acts_after
from ..viewing.turning_points import TurningPoint, turning_point
from ..viewing.visibility import Window


class Miniature(NamedTuple):
    """Board after fact *seq* of a match, with players and scores.

    `scores` are those of the seats with their colours in CSS. `result` names the winner of a match that is
    over. `title` and `sentence` say what is remarkable.
    """

    entry: ListedMatch
    seq: int
    players: tuple[str, ...]
    drawing: Markup
    caption: str
    scores: tuple[tuple[str, str], ...]
    result: str = ""
    title: str = ""
    sentence: str = ""


class FrontBoards(NamedTuple):
    """Boards of the front page, of matches under way, and of the last results at their turning points."""

    watched: list[Miniature]
    moments: list[Miniature]


MAX_WATCHED = 3
"""Matches under way with a board."""

MAX_ENDED = 4
"""Finished matches with a board."""

UNREADABLE = (UnknownMatch, UnknownGame, PinnedCardSetMissing, CorruptStream, Forbidden)
"""The errors of a match that is left out of a list, such as one of an earlier release."""

_drawings: LruCache[tuple[Sketch, Markup]] = LruCache(256)
"""Drawings by match and fact."""


def choose_boards(services: Registry, entries: list[ListedMatch], own: Collection[str]) -> FrontBoards:
    """Chooses boards among *entries*, newest first, without the reader's *own* matches under way."""
    going = [entry for entry in entries if entry.status == "playing" and entry.match not in own]
    return FrontBoards(
        [*islice(draw_boards(services, going), MAX_WATCHED)], choose_moments(services, entries)
    )


def choose_moments(services: Registry, entries: Iterable[ListedMatch]) -> list[Miniature]:
    """Chooses the turning points of the first finished matches among *entries*."""
    candidates = (
        entry for entry in entries if entry.status == "over" and not entry.study and entry.delay is None
    )
    return [*islice(_draw_turning_points(services, candidates), MAX_ENDED)]


@cache
def _character_names(game: str, code: str) -> dict[str, str]:
    """Returns the character names of a game in a language, by their English names."""
    book = packaged_cards(game).book
    english, fields = (
        localized_names(GAMES[game], book, game_language(game, language)) for language in (ENGLISH, code)
    )
    return {english[name]: fields[name] for name in GAMES[game].list_characters(book)}


def draw_boards(services: Registry, entries: Iterable[ListedMatch]) -> Iterator[Miniature]:
    """Yields the present boards of those *entries* that can be drawn."""
    for entry in entries:
        with suppress(*UNREADABLE):
            viewer = services[Access].viewer_for(entry.match, None)
            window = services[Access].window(entry.match, viewer)
            yield _draw_miniature(services, entry, window, window.load())


def _draw_turning_points(services: Registry, entries: Iterable[ListedMatch]) -> Iterator[Miniature]:
    """Yields the boards of finished *entries* at their turning points, with a sentence."""
    for entry in entries:
        with suppress(*UNREADABLE):
            match_result = services[Results].load_result(entry.match, entry.seq)
            if match_result is None or match_result.by:
                continue
            viewer = services[Access].viewer_for(entry.match, None)
            window = services[Access].window(entry.match, viewer)
            replay = window.load_replay()
            point = turning_point(window, replay)
            seq = point.seq
            if not seq:
                continue
            acts = acts_after(
                window.game,
                replay.until(seq),
                viewer,
                services[PlayerDirectory],
                narration_language(window.game, i18n.page_language()),
                seq - 1,
            )
            mini = _draw_miniature(services, entry, window, window.load_at(seq))
            yield mini._replace(title=_title_moment(point, mini), sentence=_last_sentence(acts[-1]))


def _title_moment(point: TurningPoint, mini: Miniature) -> str:
    """Returns who gains by a turning point, and the result of the match."""
    winners, player = mini.entry.winners, mini.players[point.seat]
    points = sorted(table.points_won(winners, mini.entry.scores), reverse=True)
    score = " : ".join(map(str, points)) if len(points) == 2 else ""
    if point.seat in winners:
        title = (
            i18n.says("{player} turns the match and wins {score}", player=player, score=score)
            if point.was_behind
            else i18n.says("{player} pulls away and wins {score}", player=player, score=score)
        )
    elif winners:
        winner = mini.players[winners[0]]
        title = i18n.says(
            "{player} strikes, but {winner} wins {score}", player=player, winner=winner, score=score
        )
    else:
        title = i18n.says("{player} strikes, and the match is a draw", player=player)
    return title.strip()


def _last_sentence(act: Act) -> str:
    return next((line.text for line in reversed(act.lines) if not line.folded), act.text)


def _draw_miniature(services: Registry, entry: ListedMatch, window: Window, loaded: LoadedMatch) -> Miniature:
    """Returns the board of a match at one moment."""
    rules, match_state = loaded
    translator = Language(i18n.page_language(), i18n.catalogue(i18n.page_language()))
    scene = table.make_scene(rules, match_state, window.viewer)
    key = f"{entry.match}@{scene.seq}"
    if (cached := _drawings.get(key)) is None:
        sketch = faces.sketch(window.game, scene.board, rules.book)
        cached = _drawings.put(key, (sketch, render_svg(entry.game, sketch)))
    sketch, markup = cached
    called = _character_names(entry.game, translator.code)
    names = services[PlayerDirectory].seat_players(scene.players).names_in(translator.code)
    players = tuple(name or i18n.says("a free seat") for name in names)
    winners = ", ".join(players[seat] for seat in entry.winners)
    return Miniature(
        entry,
        scene.seq,
        players,
        markup,
        translator.render(sketch.caption),
        tuple((write_paint(paint), translator.render(score, called)) for paint, score in sketch.seats),
        describe_win(winners, services[Results].load_result(entry.match, entry.seq)) if winners else "",
    )


def describe_win(winners: str, match_result: MatchResult | None) -> str:
    """Returns who won a match, and whether on time or by a resignation."""
    if match_result is not None and match_result.by == table.CLOCK:
        return i18n.says("{winners} won on time", winners=winners)
    if match_result is not None and match_result.how == "conceded":
        return i18n.says("{winners} won by resignation", winners=winners)
    return i18n.says("{winners} won", winners=winners)
