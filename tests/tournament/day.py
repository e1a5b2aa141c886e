"""A day of a tournament, told in one line a moment: commands are decided, and their facts folded."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from domain import chance
from domain.model import Fact
from domain.tournament.facts import By, Bye, PlayerRegistered, ResultSource, Seating, TournamentOpened
from domain.tournament.fold import fold
from domain.tournament.lifecycle import end_tournament, open_tournament
from domain.tournament.lots.nonces import OWN_NONCE
from domain.tournament.plan import RULES_VERSION, Points, Stage, Tiebreaker, Unplayed
from domain.tournament.play import pairings, rounds
from domain.tournament.play.pairings import Pairing
from domain.tournament.ranking.differences import Difference, compare_facts
from domain.tournament.ranking.why import explain_number
from domain.tournament.registrations.roster import register_player
from domain.tournament.reversal.endings import reveal_seed
from domain.tournament.scoring import result_entry
from domain.tournament.scoring.results import Result
from domain.tournament.state import TableRef, Tournament

SEED = "a seed of 32 bytes or so"
DESK: By = "organizer:desk"
MINUTE = 60_000

WIN, DRAW, LOSS, DOUBLE_LOSS = Result((1, 2)), Result((1, 1)), Result((2, 1)), Result((2, 2))
FIRST_ABSENT, SECOND_ABSENT, BOTH_ABSENT = (
    Result((2, 1), forfeits=(0,)),
    Result((1, 2), forfeits=(1,)),
    Result((2, 2), forfeits=(0, 1)),
)
TOLD = {
    "1-0": WIN,
    "0-1": LOSS,
    "1/2": DRAW,
    "0-0": DOUBLE_LOSS,
    "+--": SECOND_ABSENT,
    "--+": FIRST_ABSENT,
    "---": BOTH_ABSENT,
}
BYES: dict[str, Unplayed] = {"bye": "bye", "half": "half_bye", "zero": "zero_bye", "full": "full_bye"}


class Day:
    """A tournament while it goes on: `facts` are all there are, `t` is what they come to."""

    def __init__(
        self,
        *players: str,
        stages: Iterable[Stage] = (Stage("swiss", 3),),
        points: Points | None = None,
        tiebreakers: tuple[Tiebreaker, ...] = (),
        minutes: int = 50,
        title: str = "",
        lots: int = OWN_NONCE,
    ) -> None:
        self.at = 0
        opened = TournamentOpened(
            "trumps",
            tuple(stages),
            points or Points(),
            tiebreakers,
            chance.seed_commitment(SEED),
            DESK,
            self.at,
            version=RULES_VERSION,
            minutes=minutes,
            seed=SEED,
            title=title,
            lots=lots,
        )
        self.facts: list[Fact] = open_tournament(opened)
        self.t: Tournament = fold(self.facts)
        for player in players:
            self.registers(player)

    def does(self, facts: list[Fact]) -> list[Fact]:
        """Appends what a command returned, a minute later."""
        self.facts += facts
        self.t = fold(facts, self.t)
        self.at += MINUTE
        return facts

    def registers(self, player: str, **more: Any) -> None:
        """Takes a player in, by version 1 of the lots with a nonce."""
        if self.t.settings.lots == OWN_NONCE:
            more["nonce"] = f"of {player}"
        self.does(register_player(self.t, PlayerRegistered(player, DESK, self.at, **more)))

    def pairs(self, number: int, *tables: str, **more: Any) -> list[Fact]:
        """Pairs a round: `Ann Bob` is a table, `Cid bye` (half, zero, full) somebody without one."""
        return self.does(pairings.pair_round(self.t, number, pairing(*tables), DESK, self.at, **more))

    def starts(self, number: int) -> None:
        """Publishes and starts a round."""
        self.does(rounds.publish_round(self.t, self.t.current_stage, number, DESK, self.at))
        self.does(rounds.start_round(self.t, self.t.current_stage, number, DESK, self.at))

    def records(self, number: int, table: int, result: Result | str, scores: str = "") -> list[Fact]:
        """Enters the result of a table, `1-0` or a whole one, with scores as in `2-1`."""
        told = result_of(result, scores)
        how: ResultSource = "assigned" if told.forfeits else "entered"
        place = TableRef(self.t.current_stage, number, table)
        return self.does(result_entry.record_result(self.t, place, told, how, DESK, self.at))

    def corrects(self, number: int, table: int, result: Result | str | None, **more: Any) -> list[Fact]:
        """Corrects the result of a table."""
        now = None if result is None else result_of(result)
        place = TableRef(more.pop("stage", self.t.current_stage), number, table)
        more = {"reason": "ruling", **more}
        return self.does(
            result_entry.correct_result(self.t, place, now, "entered", "judge:jo", self.at, **more)
        )

    def closes(self, number: int, **more: Any) -> list[Fact]:
        """Closes a round."""
        return self.does(rounds.close_round(self.t, self.t.current_stage, number, DESK, self.at, **more))

    def ends(self) -> list[Fact]:
        """Ends the tournament, whatever is unplayed, and reveals its seed two minutes later."""
        facts = self.does(end_tournament(self.t, DESK, self.at, "enough"))
        return [*facts, *self.does(reveal_seed(self.t, self.at + MINUTE))]

    def plays(self, number: int, *tables: str) -> None:
        """Plays a whole round: `Ann Bob 1-0`, `Cid Dot 0-1 1-2` with scores, `Eve bye`."""
        told = [table.split() for table in tables]
        self.pairs(number, *(" ".join(words[:2]) for words in told))
        self.starts(number)
        seated = [words for words in told if words[1] not in BYES]
        for table, (_, _, result, *scores) in enumerate(seated, 1):
            self.records(number, table, result, *scores)
        self.closes(number)


def pairing(*tables: str) -> Pairing:
    """Returns a pairing as told in words."""
    told = [table.split() for table in tables]
    byes = tuple(Bye(words[0], BYES[words[1]]) for words in told if words[1] in BYES)
    seated = [tuple(words) for words in told if words[1] not in BYES]
    return Pairing(tuple(Seating(number, seats) for number, seats in enumerate(seated, 1)), byes)


def result_of(result: Result | str, scores: str = "") -> Result:
    """Returns a result as told in words."""
    if isinstance(result, Result):
        return result
    told = TOLD[result]
    return Result(told.places, tuple(map(int, scores.split("-"))) if scores else (), told.forfeits)


def four() -> Day:
    """Returns a Swiss day of four, whose first round is being played."""
    day = Day("Ann", "Bob", "Cid", "Dot")
    day.pairs(1, "Ann Bob", "Cid Dot")
    day.starts(1)
    return day


def number_reasons(t: Tournament, player: str, what: Tiebreaker | Literal["points"]) -> list[str]:
    """Returns why a player has these points, or this value, in English."""
    return [str(line.sentence) for line in explain_number(t, player, what)]


def differences_of(day: Day, known: int, stage: int, after: int | None = None) -> list[Difference]:
    """Returns the changes of standings since fact *known*."""
    compared = compare_facts(day.facts, known, day.t.seq, stage, after)
    return [difference for difference in compared if difference.changes]
