"""The page of a player: what everybody may know of one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from babel.dates import format_date
from flask import render_template

from domain.ratings import RatingStep
from projections.player_matches import PlayedMatch

from ..catalog.playable_games import Playable, all_playable
from ..http.pages import Pages
from ..http.services import services
from ..identity.players import PlayerDirectory
from ..matches.viewing.seat_names import bot_label
from ..shared.i18n import chosen, says
from .model import Outcome, outcome
from .service import Profiles

player_page = Pages("player_page", __name__)

LATEST = 20
"""How many matches the page lists; the lobby has all of them."""
WIDTH, HEIGHT = 600, 160
"""The size of the curve, in units of its picture."""


class Row(NamedTuple):
    """A match in the list: the others who played it, what it was to this player (and in words), its end."""

    match: str
    title: str
    others: tuple[str, ...]
    outcome: Outcome
    told: str
    ended: str


class Curve(NamedTuple):
    """The ratings as a line: its points in a picture, and the lowest and the highest rating in it."""

    points: str
    low: int
    high: int


@player_page.get("/p/<player>")
def show(player: str) -> str:
    """Shows a player's rating, records by game and by character, tournaments and latest matches."""
    matches = [*services()[Profiles].matches(player)]
    profile, games = services()[Profiles].of(player, matches), all_playable()
    return render_template(
        "player.html",
        profile=profile,
        rating=profile.curve[-1].rating if profile.curve else None,
        curve=drawn(profile.curve),
        rows=[_row(played_match, games) for played_match in matches[:LATEST]],
        games=games,
        width=WIDTH,
        height=HEIGHT,
        date=_date,
    )


def drawn(curve: Sequence[RatingStep]) -> Curve | None:
    """Returns a line of ratings, one match beside the other; `None` for fewer than two."""
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


def _row(played_match: PlayedMatch, games: dict[str, Playable]) -> Row:
    assert played_match.result is not None
    others = [
        (seat, player)
        for side in played_match.result.sides
        for seat, player in zip(side.seats, side.players, strict=True)
        if seat != played_match.seat and player is not None
    ]
    names = services()[PlayerDirectory].names_of(player for _, player in others)
    title = games[played_match.game].title if played_match.game in games else played_match.game
    what = outcome(played_match.result, played_match.seat)
    text = {"won": says("won"), "drawn": says("drawn"), "lost": says("lost")}[what]
    bots = played_match.result.stand_ins
    with_whom = tuple(bot_label(names[player]) if seat in bots else names[player] for seat, player in others)
    return Row(played_match.match, title, with_whom, what, text, _date(played_match.result.ended))


def _date(at: int) -> str:
    return format_date(datetime.fromtimestamp(at / 1000, UTC), "medium", locale=chosen())
