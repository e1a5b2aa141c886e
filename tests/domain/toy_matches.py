"""An evening in the toy_matches: a match at the toy_game's table, and all that may be said around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from domain import chance, table
from domain.model import CHANCE, Answered, Asked, Event, Fact, Seat
from domain.script import Script, choose_one
from domain.snapshot import take_snapshot
from domain.table import (
    Appealed,
    CaseAssigned,
    DisputeAnswered,
    DisputeOpened,
    Evidence,
    JudgeLooked,
    Match,
    MatchOpened,
    NewLine,
    Ruled,
    SeatClaimed,
)
from domain.table.facts import Outcome

from .toy_game import Game, Said, T, ToyBoard, write

OPENED = MatchOpened(
    "toy_game", 1, {}, 2, "digest", chance.seed_commitment("a seed"), 100, seed="a seed", claims=("h0", "h1")
)
ANN = SeatClaimed(0, "Ann", "ann's nonce", 200, token="t0")
BOB = SeatClaimed(1, "Bob", "bob's nonce", 300, token="t1")


class ToyMatchGame(Game):
    """A toy_game game that begins by itself: chance says who is greeted."""

    def next_question(self, board: ToyBoard) -> Asked | None:
        return (
            super().next_question(board)
            if board.words
            else Asked(CHANCE, "greet", ("ann", "bob"), sight="secret")
        )


def evening(t: T) -> Script[None]:
    """At first a greeting; then the other seat says how the evening goes on."""
    if not t.board.words:
        yield Said("welcome")
        return
    for word in (yield from choose_one(1, "word", ("hello", "Good night"))):
        yield Said(word)


RULES = ToyMatchGame(evening)
Log: TypeAlias = list[Fact]


# -- the match ---------------------------------------------------------------------------------------


def opened() -> Log:
    return table.open_match(OPENED)


def claimed() -> Log:
    """Both seats are taken, and the game has begun: after fact 6, seat 0 is asked to go or to wait."""
    log = opened()
    for who in (ANN, BOB):
        log += table.claim_seat(RULES, match(log), who).facts
    return log


def answered(log: Log, seat: int, *picks: str) -> Log:
    return log + table.answer_question(RULES, match(log), Answered(seat, picks, at=400)).facts


def asking() -> Log:
    """In the middle of an effect: after fact 8, seat 1 is asked for a word."""
    return answered(claimed(), 0, "go")


def greeted() -> Log:
    """One round is over, after fact 11."""
    return answered(asking(), 1, "hello")


def ended() -> Log:
    return answered(asking(), 1, "Good night")


def match(log: Log) -> Match[ToyBoard]:
    return table.fold(RULES, log)


def events(log: Log) -> list[Event]:
    return [fact.event for fact in log]


# -- before the judge --------------------------------------------------------------------------------


def pointing(*seqs: int) -> tuple[Evidence, ...]:
    return tuple(Evidence(seq, f"hash of {seq}") for seq in seqs)


def disputed(log: Log, *seqs: int, by: str = "seat:0", case: int | None = None) -> Log:
    """A party opens the next case."""
    number = case or len(match(log).cases) + 1
    dispute = DisputeOpened(number, by, "That was rude.", pointing(*seqs), 500)
    return log + table.open_dispute(RULES, match(log), dispute).facts


def replied(log: Log, case: int = 1, *seqs: int, by: str = "seat:1") -> Log:
    reply = DisputeAnswered(case, by, "It was not.", pointing(*seqs), 600)
    return log + table.answer_dispute(RULES, match(log), reply).facts


def appealed(log: Log, case: int = 1, by: str = "seat:1") -> Log:
    return log + table.appeal_ruling(RULES, match(log), Appealed(case, by, "I object.", 800)).facts


def assigned(log: Log, judge: str, case: int = 1) -> Log:
    """The league gives a case to a judge."""
    given = CaseAssigned(case, judge, "organizer:league", 550)
    return log + table.assign_case(RULES, match(log), given).facts


def looked(log: Log) -> Log:
    return log + table.record_look(RULES, match(log), JudgeLooked("Joe", 650)).facts


def ruling(outcome: Outcome, case: int = 1, seat: Seat | None = None, penalty: str = "") -> Ruled:
    return Ruled(case, "Joe", outcome, ("P-2",), "So be it.", 700, seat, penalty)


def noted(log: Log, case: int = 1) -> Log:
    return log + table.rule_case(RULES, match(log), ruling("note", case)).facts


def corrected(log: Log, *corrections: Event, case: int = 1) -> Log:
    ruled = ruling("correction", case)
    return log + table.rule_case(RULES, match(log), ruled, corrections=corrections).facts


def decided(log: Log, winners: tuple[Seat, ...], case: int = 1) -> Log:
    """A judge gives the match to *winners*."""
    return log + table.rule_case(RULES, match(log), ruling("result", case), winners=winners).facts


def rewound(log: Log, to: int, seed: str = "another seed") -> Log:
    """A case is opened, and a judge lets the match go on from fact *to*."""
    log = disputed(log)
    last = len(match(log).cases)
    return log + table.rule_case(RULES, match(log), ruling("rewind", last), line=line(log, to, seed)).facts


def line(log: Sequence[Fact], to: int, seed: str = "another seed") -> NewLine:
    standing = take_snapshot(write, match(list(log[:to])).position)
    return NewLine(to, standing, chance.seed_commitment(seed), seed)
