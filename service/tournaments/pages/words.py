"""What tournaments are called on pages: their states, formats, tie-breakers and unplayed games."""

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
from ...shared.languages import chosen
from ...shared.player_ids import ids_in_message
from ..queries.views import RoundState
from ..rosters.headings import Field

FIRST_STRONG, POP = "\u2068", "\u2069"
"""What stands around a name that is written from right to left, so that the sentence around it is not."""


def players(count: int) -> str:
    """Returns how many players there are."""
    return says("{count} player", count=count) if is_one(count) else says("{count} players", count=count)


def rounds(count: int) -> str:
    """Returns how many rounds there are."""
    return says("{count} round", count=count) if is_one(count) else says("{count} rounds", count=count)


def missing_results(count: int) -> str:
    """Returns in a sentence how many results are missing."""
    if is_one(count):
        return says("{count} result is missing.", count=count)
    return says("{count} results are missing.", count=count)


def worth() -> dict[str, str]:
    """Returns what to call what results are worth, by the names of their fields."""
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


def roster_fields() -> dict[Field, str]:
    """Returns the names of the fields that columns of a list hold."""
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
    return {format: sentence_with_names(message) for format, message in FORMAT_NAMES.items()}


def castings() -> dict[Casting, str]:
    """Returns what to call how players get characters of a pool."""
    return {
        "drawn": says("drawn by lot"),
        "chosen": says("chosen by the players"),
        "turn_or_character": says("chosen by one player, or the first turn instead"),
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


def usual_tiebreakers() -> list[str]:
    """Returns the tie-breakers that each format usually has, a line for each."""
    formats_named, breakers = formats(), tiebreakers()
    return [
        says(
            "{what}: {which}",
            what=formats_named[format_],
            which=", ".join(breakers[breaker] for breaker in usual)
            or says("none, players put out in the same round share a place"),
        )
        for format_, usual in USUAL_TIEBREAKERS.items()
    ]


def byes() -> dict[Unplayed, str]:
    """Returns what to call games that are not played."""
    return {kind: sentence_with_names(message) for kind, message in UNPLAYED_NAMES.items()}


def changed_compromises(before: Sequence[Message], after: Sequence[Message]) -> list[str]:
    """Returns the compromises that a pairing changed by hand brings, and those that it ends, in sentences."""
    return [
        *(sentence_with_names(sentence) for sentence in after if sentence not in before),
        *(
            says("No longer: {sentence}", sentence=sentence_with_names(one))
            for one in before
            if one not in after
        ),
    ]


def sentence_with_names(message: Message) -> str:
    """Returns a sentence of the record in the language of the request, its players by name."""
    names = services()[PlayerDirectory].names(ids_in_message(message))
    apart = {id: f"{FIRST_STRONG}{name}{POP}" for id, name in names.items()}
    return language(chosen()).render(message, apart if any(map(_right_to_left, names.values())) else names)


def _right_to_left(name: str) -> bool:
    """Tells whether a name holds letters that are written from right to left."""
    return any(bidirectional(letter) in ("R", "AL") for letter in name)
