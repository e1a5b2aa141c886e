"""The page of statistics: shares of wins as intervals, a matrix of pairs, lengths, months and cards."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, get_args

from flask import redirect, render_template, request, url_for
from msgspec.structs import asdict
from werkzeug.wrappers import Response

from domain.games import GAMES

from ..catalog.playable_games import Playable, all_playable, find_playable
from ..http.pages import Pages
from ..http.services import services
from . import plots
from .service import Bots, Choice, StatisticsService

statistics_pages = Pages("statistics_page", __name__)

BOTS: tuple[Bots, ...] = get_args(Bots)
MOST = 12
"""How many cards the plot shows from either end."""


@statistics_pages.get("/statistics")
def index() -> Response:
    """Leads to the statistics of the first game."""
    return redirect(url_for("statistics_page.show", game=next(iter(GAMES))))


@statistics_pages.get("/statistics/<game>")
def show(game: str) -> str:
    """Shows what the matches that are asked for add up to; what makes no sense is left out."""
    played, choice = find_playable(game), chosen(game, request.args)
    statistics = services()[StatisticsService].of(choice)
    called = _called(played)
    return render_template(
        "statistics.html",
        game=played,
        games=all_playable(),
        choice=choice,
        data=url_for("statistics.get_statistics", **_asked(choice)),
        chapters=_chapters(game),
        bots=BOTS,
        statistics=statistics,
        plots=plots,
        called=called,
        cast=[called.get(character.character, character.character) for character in statistics.characters],
        months=[plots.month(month.month) for month in statistics.months],
        matrix=plots.matrix(statistics),
        calendar=plots.calendar(statistics),
        compared=plots.ends(statistics.cards, MOST),
    )


def chosen(game: str, asked: Mapping[str, str]) -> Choice:
    """Returns the choice of matches that a form tells."""
    bots = next((one for one in BOTS if one == asked.get("bots")), BOTS[0])
    return Choice(
        game,
        _whole(asked.get("chapter", "")),
        _whole(asked.get("seats", "")),
        asked.get("event", "").strip()[:63] or None,
        _day(asked.get("since", "")),
        _day(asked.get("until", "")),
        bots,
    )


def _asked(choice: Choice) -> dict[str, Any]:
    """Returns what the API is to be asked for."""
    fields = {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in asdict(choice).items()
    }
    return {name: value for name, value in fields.items() if value is not None}


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else None


def _day(text: str) -> datetime | None:
    with suppress(ValueError):
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    return None


def _chapters(game: str) -> tuple[int, ...]:
    """Returns the chapters of the rules of a game, if it has several."""
    field: Any = GAMES[game].Options.__annotations__.get("chapter", "")
    return tuple(int(part) for part in str(field) if part.isdigit())


def _called(played: Playable) -> Mapping[str, str]:
    """Returns the names of a game with those of cards that have several copies."""
    copies = {id.rpartition("-")[0]: name for id, name in played.names.items() if id.endswith("-1")}
    return {**copies, **played.names}
