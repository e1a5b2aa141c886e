"""Page of statistics, with intervals, a matrix of pairs, lengths, months and cards."""

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
MAX_CARDS = 12
"""Cards at either end of the plot."""


@statistics_pages.get("/statistics")
def index() -> Response:
    """Redirects to the statistics of the first game."""
    return redirect(url_for("statistics_page.show", game=next(iter(GAMES))))


@statistics_pages.get("/statistics/<game>")
def show(game: str) -> str:
    """Shows the statistics of the chosen matches, without regard to invalid parameters."""
    game_info, choice = find_playable(game), read_choice(game, request.args)
    statistics = services()[StatisticsService].add_up_choice(choice)
    names = _card_names(game_info)
    return render_template(
        "statistics.html",
        game=game_info,
        games=all_playable(),
        choice=choice,
        data=url_for("statistics.get_statistics", **_query_args(choice)),
        chapters=_list_chapters(game),
        bots=BOTS,
        statistics=statistics,
        plots=plots,
        called=names,
        cast=[names.get(character.character, character.character) for character in statistics.characters],
        months=[plots.month(month.month) for month in statistics.months],
        matrix=plots.matrix(statistics),
        calendar=plots.calendar(statistics),
        compared=plots.ends(statistics.cards, MAX_CARDS),
    )


def read_choice(game: str, args: Mapping[str, str]) -> Choice:
    """Returns the choice of matches in a form."""
    bots = next((value for value in BOTS if value == args.get("bots")), BOTS[0])
    return Choice(
        game,
        _parse_number(args.get("chapter", "")),
        _parse_number(args.get("seats", "")),
        args.get("event", "").strip()[:63] or None,
        _parse_day(args.get("since", "")),
        _parse_day(args.get("until", "")),
        bots,
    )


def _query_args(choice: Choice) -> dict[str, Any]:
    """Returns the query of the same choice for the API."""
    fields = {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in asdict(choice).items()
    }
    return {name: value for name, value in fields.items() if value is not None}


def _parse_number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else None


def _parse_day(text: str) -> datetime | None:
    with suppress(ValueError):
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    return None


def _list_chapters(game: str) -> tuple[int, ...]:
    """Returns the chapters of the rules of a game, if it has several."""
    field: Any = GAMES[game].Options.__annotations__.get("chapter", "")
    return tuple(int(part) for part in str(field) if part.isdigit())


def _card_names(game_info: Playable) -> Mapping[str, str]:
    """Returns the names of a game, also for cards with several copies."""
    copies = {id.rpartition("-")[0]: name for id, name in game_info.names.items() if id.endswith("-1")}
    return {**copies, **game_info.names}
