"""Names of states, formats, tie-breakers and unplayed games on pages."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import bidirectional

from domain.messages import Message
from domain.tournament.plan import USUAL_TIEBREAKERS, Casting, Format, Tiebreaker, Unplayed
from domain.tournament.wording import FORMAT_NAMES, UNPLAYED_NAMES
from projections.tournaments import State

from ...http.services import services
from ...identity.players import PlayerDirectory
from ...shared.catalogues import language
from ...shared.i18n import is_one, says
from ...shared.languages import page_language
from ...shared.record_ids import ids_in_message
from ..queries.views import RoundState
from ..rosters.headings import Field

FIRST_STRONG, POP = "\u2068", "\u2069"
"""Isolate a right-to-left name from the sentence around it."""


def count_players(count: int) -> str:
    """Returns a number of players in words."""
    return says("{count} player", count=count) if is_one(count) else says("{count} players", count=count)


def count_rounds(count: int) -> str:
    """Returns a number of rounds in words."""
    return says("{count} round", count=count) if is_one(count) else says("{count} rounds", count=count)


def count_missing_results(count: int) -> str:
    """Returns a number of missing results in a sentence."""
    if is_one(count):
        return says("{count} result is missing.", count=count)
    return says("{count} results are missing.", count=count)


def worth_labels() -> dict[str, str]:
    """Returns the labels of the fields for points."""
    return {
        "win": says("for a win"),
        "draw": says("for a draw"),
        "loss": says("for a loss"),
        "bye": says("for a bye"),
        "half_bye": says("for a half-point bye"),
        "full_bye": says("for a full-point bye"),
        "forfeit_won": says("for a win by forfeit"),
        "unit": says("units that make a point"),
    }


def roster_field_names() -> dict[Field, str]:
    """Returns the names of the fields in columns of a list."""
    return {
        "name": says("name"),
        "player": says("id of a player, or name"),
        "first_name": says("first name"),
        "last_name": says("last name"),
        "rating": says("rating"),
        "source": says("source of the rating"),
        "need": says("need of a table"),
        "members": says("members"),
    }


def state_names() -> dict[State, str]:
    """Returns the names of the states of a tournament."""
    return {"announced": says("to come"), "playing": says("going on"), "over": says("ended")}


def round_state_names() -> dict[RoundState, str]:
    """Returns the names of the states of a round."""
    return {
        "paired": says("paired, not published"),
        "published": says("published"),
        "started": says("being played"),
        "closed": says("closed"),
    }


def format_names() -> dict[Format, str]:
    """Returns the names of the formats of a stage."""
    return {format: sentence_with_names(message) for format, message in FORMAT_NAMES.items()}


def casting_names() -> dict[Casting, str]:
    """Returns the names of the ways to assign characters of a pool."""
    return {
        "drawn": says("drawn by lot"),
        "chosen": says("chosen by the players"),
        "turn_or_character": says("chosen by one player, or the first turn instead"),
    }


def tiebreaker_names() -> dict[Tiebreaker, str]:
    """Returns the names of tie-breakers."""
    return {
        "opponents_rate": says("Opponents’ rate"),
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


def tiebreaker_headings() -> dict[Tiebreaker, str]:
    """Returns the heads of columns of tie-breakers whose names say little."""
    return {
        "buchholz": says("Opponents’ points"),
        "buchholz_cut_1": says("Opponents without the weakest"),
        "buchholz_cut_2": says("Opponents without the two weakest"),
        "buchholz_median_1": says("Opponents without the extremes"),
        "sonneborn_berger": says("Beaten opponents"),
    }


def tiebreaker_rules() -> dict[Tiebreaker, str]:
    """Returns sentences on how tie-breakers count."""
    return {
        "opponents_rate": says("The average rate of points of all opponents."),
        "buchholz": says("The points of all opponents together."),
        "buchholz_cut_1": says("The points of all opponents together, without the one who has fewest."),
        "buchholz_cut_2": says("The points of all opponents together, without the two who have fewest."),
        "buchholz_median_1": says(
            "The points of all opponents together, without the one who has fewest and the one who has most."
        ),
        "sonneborn_berger": says("For each opponent: their points, times the points won against them."),
        "head_to_head": says("The points in games between players with equal points."),
        "game_scores": says("The scores in all games together."),
        "wins": says("The number of games won."),
        "placings": says("The numbers of first places, then of second places, and so on."),
        "lot": says("A draw that everybody can check decides."),
    }


def usual_tiebreaker_lines() -> list[str]:
    """Returns the usual tie-breakers of each format, one line a format."""
    formats_named, breakers = format_names(), tiebreaker_names()
    return [
        says(
            "{what}: {which}",
            what=formats_named[format_],
            which=", ".join(breakers[breaker] for breaker in usual)
            or says("none, players put out in the same round share a place"),
        )
        for format_, usual in USUAL_TIEBREAKERS.items()
    ]


def bye_names() -> dict[Unplayed, str]:
    """Returns the names of unplayed games."""
    return {kind: sentence_with_names(message) for kind, message in UNPLAYED_NAMES.items()}


def changed_compromises(before: Sequence[Message], after: Sequence[Message]) -> list[str]:
    """Returns the added and the resolved compromises of a manual change, in sentences."""
    return [
        *(sentence_with_names(sentence) for sentence in after if sentence not in before),
        *(
            says("No longer: {sentence}", sentence=sentence_with_names(resolved))
            for resolved in before
            if resolved not in after
        ),
    ]


def sentence_with_names(message: Message) -> str:
    """Returns a sentence of the record in the request's language, with names for ids."""
    names = services()[PlayerDirectory].names_of(ids_in_message(message))
    isolated_names = {id: f"{FIRST_STRONG}{name}{POP}" for id, name in names.items()}
    return language(page_language()).render(
        message, isolated_names if any(map(_right_to_left, names.values())) else names
    )


def _right_to_left(name: str) -> bool:
    """Returns whether a name has right-to-left letters."""
    return any(bidirectional(letter) in ("R", "AL") for letter in name)
