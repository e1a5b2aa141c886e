"""What tournaments are called on pages: their states, formats, tie-breakers and unplayed games."""

from __future__ import annotations

from datetime import UTC, datetime

from babel.dates import format_datetime, format_time

from domain.messages import Message
from domain.tournament.plan import Format, Tiebreaker, Unplayed
from domain.tournament.wording import KINDS
from projections.tournaments import State

from ...http.languages import chosen, language
from ...http.responses import services
from ...identity.players import ids_in
from ...site.i18n import says
from ..views import RoundState


def states() -> dict[State, str]:
    """Returns what to call how far a tournament is."""
    return {"announced": says("to come"), "playing": says("going on"), "over": says("ended")}


def round_states() -> dict[RoundState, str]:
    """Returns what to call how far a round is."""
    return {
        "paired": says("paired, not published"),
        "published": says("published"),
        "started": says("being played"),
        "closed": says("closed"),
    }


def formats() -> dict[Format, str]:
    """Returns what to call how a stage is played."""
    return {
        "swiss": says("Swiss"),
        "round_robin": says("Round robin"),
        "single_elimination": says("Single elimination"),
        "double_elimination": says("Double elimination"),
        "pods": says("Pods"),
    }


def tiebreakers() -> dict[Tiebreaker, str]:
    """Returns what to call what ties are broken by."""
    return {
        "opponents_rate": says("Opponents' rate"),
        "buchholz": says("Buchholz"),
        "buchholz_cut_1": says("Buchholz without the lowest"),
        "buchholz_cut_2": says("Buchholz without the lowest two"),
        "buchholz_median_1": says("Buchholz without the highest and the lowest"),
        "sonneborn_berger": says("Sonneborn-Berger"),
        "head_to_head": says("Head-to-head"),
        "game_scores": says("Game scores"),
        "wins": says("Wins"),
        "placings": says("Placings"),
        "lot": says("Lot"),
    }


def byes() -> dict[Unplayed, str]:
    """Returns what to call games that are not played."""
    return {kind: told(message) for kind, message in KINDS.items()}


def told(message: Message) -> str:
    """Returns a sentence of the record in the language of the request, its players by name."""
    return language(chosen()).tells(message, services().players.names(ids_in(message)))


def moment_of(at: float) -> str:
    """Returns a day and a time, of milliseconds since 1970."""
    return f"{format_datetime(datetime.fromtimestamp(at / 1000, UTC), 'medium', locale=chosen())} UTC"


def hour_of(at: float) -> str:
    """Returns the time of a day, of milliseconds since 1970."""
    return f"{format_time(datetime.fromtimestamp(at / 1000, UTC), 'HH:mm', locale=chosen())} UTC"
