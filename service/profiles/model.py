"""Records of players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.table import MatchResult
from projections.player_matches import PlayedMatch

Outcome: TypeAlias = Literal["won", "drawn", "lost"]


class Tally(Struct, frozen=True):
    """The number of matches played, and the numbers won, drawn and lost."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0

    def with_outcome(self, outcome: Outcome) -> Tally:
        """Returns the tally with one more match."""
        kwargs = {outcome: getattr(self, outcome) + 1}
        return replace(self, played=self.played + 1, **kwargs)


class GameRecord(Struct, frozen=True):
    """A player's matches of one game."""

    game: str
    record: Tally


class CharacterRecord(Struct, frozen=True):
    """A player's matches with one character or Villain, by id."""

    game: str
    character: str
    record: Tally


def outcome_for(result: MatchResult, seat: int) -> Outcome:
    """Returns the outcome of a match for the player of *seat*."""
    if result.how == "drawn":
        return "drawn"
    [side] = [side for side in result.sides if seat in side.seats]
    return "won" if side.place == 1 else "lost"


def by_game(matches: Iterable[PlayedMatch]) -> tuple[GameRecord, ...]:
    """Returns the record of each game, first the one with most matches."""
    records: dict[str, Tally] = {}
    for played_match in matches:
        if played_match.result is not None:
            tally = records.get(played_match.game, Tally())
            records[played_match.game] = tally.with_outcome(
                outcome_for(played_match.result, played_match.seat)
            )
    ordered = sorted(records.items(), key=lambda item: (-item[1].played, item[0]))
    return tuple(GameRecord(game, record) for game, record in ordered)


def by_character(matches: Iterable[PlayedMatch]) -> tuple[CharacterRecord, ...]:
    """Returns the record with each character of the player's side, first the most played."""
    records: dict[tuple[str, str], Tally] = {}
    for played_match in matches:
        if played_match.result is None:
            continue
        [side] = [side for side in played_match.result.sides if played_match.seat in side.seats]
        for character in side.characters:
            tally = records.get((played_match.game, character), Tally())
            records[played_match.game, character] = tally.with_outcome(
                outcome_for(played_match.result, played_match.seat)
            )
    ordered = sorted(records.items(), key=lambda item: (-item[1].played, item[0]))
    return tuple(CharacterRecord(game, character, record) for (game, character), record in ordered)
