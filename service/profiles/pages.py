"""Page of a player."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import Any, NamedTuple

from babel.dates import format_date
from flask import render_template

from domain.ratings import RatingStep
from projections.player_matches import PlayedMatch

from ..catalog.playable_games import Playable, all_playable
from ..http.pages import Pages
from ..http.services import services
from ..identity.players import PlayerDirectory
from ..matches.viewing.seat_names import bot_label
from ..shared.i18n import page_language, says
from .model import Outcome, Tally, outcome_for
from .service import Profiles

player_page = Pages("player_page", __name__)

MAX_MATCHES = 20
"""Matches on the page; the lobby lists all."""
MAX_COUNTED = 500
"""Matches that the account counts; the page of the player counts all."""
WIDTH, HEIGHT = 600, 160
"""The size of the curve, in units of its picture."""


class Row(NamedTuple):
    """Match in the list, with the other players, the outcome and its text, and the date."""

    match: str
    title: str
    others: tuple[str, ...]
    outcome: Outcome
    outcome_text: str
    end_date: str


class Curve(NamedTuple):
    """Line of the ratings, with the lowest and the highest rating."""

    points: str
    low: int
    high: int


@player_page.app_context_processor
def _everywhere() -> dict[str, Any]:
    return {"rating_of": label_rating, "results_of": count_results, "max_counted": MAX_COUNTED}


def count_results(player: str) -> Tally:
    """Returns the numbers of the latest matches of a player in all games, up to `MAX_COUNTED`."""
    tally = Tally()
    for played_match in islice(services()[Profiles].scan_matches(player), MAX_COUNTED):
        assert played_match.result is not None
        tally = tally.with_outcome(outcome_for(played_match.result, played_match.seat))
    return tally


def label_rating(player: str) -> str:
    """Returns the rating of a player, with a question mark while it is provisional, or an empty text."""
    curve = services()[Profiles].rating_curves().get(player)
    if not curve:
        return ""
    rating = curve[-1].rating
    return f"{rating.rating}?" if rating.is_provisional else str(rating.rating)


@player_page.get("/p/<player>")
def show(player: str) -> str:
    """Shows a player's rating, records, tournaments and latest matches."""
    matches = [*services()[Profiles].scan_matches(player)]
    profile, games = services()[Profiles].load_profile(player, matches), all_playable()
    return render_template(
        "player.html",
        profile=profile,
        rating=profile.curve[-1].rating if profile.curve else None,
        curve=draw_curve(profile.curve),
        rows=[_make_row(played_match, games) for played_match in matches[:MAX_MATCHES]],
        games=games,
        width=WIDTH,
        height=HEIGHT,
        date=_format_date,
    )


def draw_curve(curve: Sequence[RatingStep]) -> Curve | None:
    """Returns the line of ratings by match, `None` for fewer than two."""
    if len(curve) < 2:
        return None
    ratings = [step.rating.rating for step in curve]
    low, high = min(ratings), max(ratings)
    scale = max(high - low, 1)
    points = (
        f"{n * WIDTH / (len(ratings) - 1):.1f},{HEIGHT - (rating - low) * HEIGHT / scale:.1f}"
        for n, rating in enumerate(ratings)
    )
    return Curve(" ".join(points), low, high)


def _make_row(played_match: PlayedMatch, games: dict[str, Playable]) -> Row:
    assert played_match.result is not None
    others = [
        (seat, player)
        for side in played_match.result.sides
        for seat, player in zip(side.seats, side.players, strict=True)
        if seat != played_match.seat and player is not None
    ]
    names = services()[PlayerDirectory].names_of((player for _, player in others), page_language())
    title = games[played_match.game].title if played_match.game in games else played_match.game
    outcome = outcome_for(played_match.result, played_match.seat)
    text = {"won": says("won"), "drawn": says("drawn"), "lost": says("lost")}[outcome]
    bots = played_match.result.stand_ins
    with_whom = tuple(bot_label(names[player]) if seat in bots else names[player] for seat, player in others)
    return Row(played_match.match, title, with_whom, outcome, text, _format_date(played_match.result.ended))


def _format_date(at: int) -> str:
    return format_date(datetime.fromtimestamp(at / 1000, UTC), "medium", locale=page_language())
