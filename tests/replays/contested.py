"""Contested matches: two bots play, the parties go before a judge, and the record holds all of it.

`python -m tests.replays.contested arena-a-case` writes the golden transcript of one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from domain import chance, table
from domain.arena.facts import DamageDealt, HealthRecovered
from domain.clocks import Clock
from domain.model import Answered, Event, Fact, Resolved, Seat
from domain.snapshot import take_snapshot
from domain.table import (
    Appealed,
    CaseAssigned,
    CommandOutcome,
    Conceded,
    DisputeAnswered,
    DisputeOpened,
    DrawOffered,
    Evidence,
    JudgeLooked,
    MatchImported,
    MatchOpened,
    NewLine,
    Offer,
    OfferDeclined,
    Party,
    PauseAsked,
    Paused,
    PositionCorrected,
    RematchOpened,
    Resumed,
    Ruled,
    SeatClaimed,
    SeatRetired,
    ServiceAway,
    StandInOffered,
    TakebackAsked,
    WrongMoment,
)
from domain.table.beacon import Beacon
from domain.table.facts import Outcome
from replays.bots.players import BOTS
from replays.playback import transcript
from replays.proof.chain import FactCommitter
from replays.proof.notes import Key
from service.catalog.cardsets import CardSetRegistry

from .conftest import GameWithBook, take

JUDGE = "judge-3"
MORNING = 1_767_258_000_000
"""Nine in the morning of the first of January 2026, in milliseconds since 1970."""
STEP = 15_000
"""From one thing that is said at the table to the next, in milliseconds."""


class Contested:
    """A match called *name* between two players who answer by chance, and what is said around it."""

    def __init__(
        self,
        given: GameWithBook,
        name: str,
        seed: str,
        options: dict[str, Any],
        cards: str = "",
        shuffle: int = chance.BY_FACT,
        clock: Clock | None = None,
        seats: int = 2,
        beacon: Beacon | None = None,
    ) -> None:
        self.game, self.rules, self.name, self.seed = given.game, given.rules, name, seed
        self.bot, self.luck, self.at = BOTS["random"], Random(seed), MORNING
        game = given.game
        opened = MatchOpened(
            game.NAME,
            game.VERSION,
            options,
            seats,
            cards,
            chance.seed_commitment(seed),
            self.at,
            seed,
            shuffle=shuffle,
            clock=clock,
            reveal_ms=table.reveal_limit(clock) if shuffle >= chance.COMMITTED else 0,
            beacon=beacon,
        )
        self.facts = table.open_match(opened)
        self.match = table.fold(self.rules, self.facts)
        self.take_seats(seats)

    def take_seats(self, seats: int) -> None:
        """Players take all seats, each with a nonce in the clear."""
        for seat in range(seats):
            nonce = f"{self.luck.getrandbits(64):016x}"
            self._follows(
                table.claim_seat(
                    self.rules, self.match, SeatClaimed(seat, f"player-{seat}", nonce, self._now())
                )
            )

    def play(self, answers: int, nonce: str = "") -> None:
        """So many questions are answered, each with a *nonce*."""
        goal = self.match.ply + answers
        self.play_until(lambda facts: self.match.ply == goal, nonce)

    def play_until(self, there: Callable[[list[Fact]], bool], nonce: str = "") -> None:
        """Questions are answered until what follows from one is wanted, or nobody is asked."""
        followed: list[Fact] = []
        while not there(followed) and (asked := table.open_question(self.rules, self.match)) is not None:
            picks = self.bot(self.game, self.rules, self.match, asked, self.luck)
            followed = self._follows(
                table.answer_question(
                    self.rules, self.match, Answered(asked.seat, picks, self._now(), nonce=nonce)
                )
            )

    def dispute(self, seat: Seat, claim: str, *seqs: int) -> None:
        """A seat opens a case, pointing to facts."""
        case = len(self.match.cases) + 1
        event = DisputeOpened(case, f"seat:{seat}", claim, self.evidence(*seqs), self._now())
        self._follows(table.open_dispute(self.rules, self.match, event))

    def reply(self, seat: Seat, text: str, *seqs: int) -> None:
        """A seat answers to the last case."""
        event = DisputeAnswered(
            len(self.match.cases), f"seat:{seat}", text, self.evidence(*seqs), self._now()
        )
        self._follows(table.answer_dispute(self.rules, self.match, event))

    def assign(self, judge: str) -> None:
        """An organizer gives the last case to a judge."""
        event = CaseAssigned(len(self.match.cases), judge, "organizer:desk-1", self._now())
        self._follows(table.assign_case(self.rules, self.match, event))

    def look(self) -> None:
        """The judge looks at all there is to see."""
        self._follows(table.record_look(self.rules, self.match, JudgeLooked(JUDGE, self._now())))

    def appeal(self, seat: Seat, text: str) -> None:
        """A seat does not accept the last ruling."""
        event = Appealed(len(self.match.cases), f"seat:{seat}", text, self._now())
        self._follows(table.appeal_ruling(self.rules, self.match, event))

    def rule(
        self,
        outcome: Outcome,
        text: str,
        *rules: str,
        corrections: tuple[Event, ...] = (),
        to: int | None = None,
        winners: tuple[Seat, ...] | None = None,
        penalty: tuple[Seat, str] | None = None,
    ) -> None:
        """The judge rules on the last case; a rewind leads *to* a fact."""
        seat, what = penalty or (None, "")
        ruled = Ruled(len(self.match.cases), JUDGE, outcome, rules, text, self._now(), seat, what)
        line = None
        if to is not None:
            seed = f"{self.seed}-{len(self.match.seeds)}"
            standing = take_snapshot(
                self.game.write_position, table.fold(self.rules, self.facts[:to]).position
            )
            line = NewLine(to, standing, chance.seed_commitment(seed), seed)
        self._follows(
            table.rule_case(
                self.rules, self.match, ruled, corrections=corrections, line=line, winners=winners
            )
        )

    def concede(self, seat: Seat) -> None:
        """A seat gives up."""
        self._follows(table.concede_match(self.rules, self.match, Conceded(seat, self._now())))

    def retire(self, seat: Seat) -> None:
        """A seat leaves."""
        self._follows(table.retire_seat(self.rules, self.match, SeatRetired(seat, self._now())))

    def offer_stand_in(self, seat: Seat, leaver: Seat, bot: str = "greedy") -> None:
        """A seat offers that a bot plays on for who leaves, or agrees to it."""
        agrees = self.match.offers.stand_in is not None
        offer = StandInOffered(seat, leaver, bot, self._now(), agrees)
        self._follows(table.offer_stand_in(self.rules, self.match, offer))

    def offer_draw(self, seat: Seat) -> None:
        """A seat offers a draw, or takes one."""
        offer = DrawOffered(seat, self._now(), bool(self.match.offers.draws))
        self._follows(table.offer_draw(self.rules, self.match, offer))

    def decline(self, seat: Seat, what: Offer) -> None:
        """A seat declines what others offer."""
        self._follows(table.decline_offer(self.rules, self.match, OfferDeclined(seat, what, self._now())))

    def ask_pause(self, seat: Seat) -> None:
        """A seat asks for a pause, or agrees to one."""
        asked = PauseAsked(seat, self._now(), bool(self.match.offers.pauses))
        self._follows(table.ask_pause(self.rules, self.match, asked))

    def take_back(self, seat: Seat, to: int) -> None:
        """A seat asks to go back to a fact, or agrees to it."""
        asked = TakebackAsked(seat, to, self._now(), bool(self.match.offers.takebacks))
        line = None
        if table.is_agreed(self.rules, self.match, asked):
            seed = f"{self.seed}-{len(self.match.seeds)}"
            standing = take_snapshot(
                self.game.write_position, table.fold(self.rules, self.facts[:to]).position
            )
            line = NewLine(to, standing, chance.seed_commitment(seed), seed)
        self._follows(table.take_back(self.rules, self.match, asked, self.facts, line))

    def may_take_back(self, seat: Seat, *, alone: bool) -> bool:
        """Tells whether a seat may take its last answer back: without the other side, or with its consent."""
        answer = table.last_answer(self.match, self.facts, seat)
        if answer is None:
            return False
        asked = TakebackAsked(seat, answer.seq - 1, self.at)
        with suppress(WrongMoment):
            table.take_back(self.rules, self.match, asked, self.facts)
            return table.is_agreed(self.rules, self.match, asked) is alone
        return False

    def last_answer(self, seat: Seat) -> Fact:
        """Returns the last answer of a seat that still counts."""
        answer = table.last_answer(self.match, self.facts, seat)
        assert answer is not None
        return answer

    def rematch(self, seat: Seat) -> None:
        """A seat opens another match."""
        opened = RematchOpened(seat, "06AN0THER000", self._now())
        self._follows(table.open_rematch(self.rules, self.match, opened))

    def pause(self, by: Party) -> None:
        """A judge or an organizer pauses the match."""
        self._follows(table.pause_match(self.rules, self.match, Paused(by, self._now())))

    def resume(self, by: Party) -> None:
        """Somebody lets the match go on."""
        self._follows(table.resume_match(self.rules, self.match, Resumed(by, self._now())))

    def away(self, seconds: int) -> None:
        """The service is away for so many *seconds*."""
        since, self.at = self.at, self.at + seconds * 1000
        self._follows(table.exclude_absence(self.rules, self.match, ServiceAway(since, self.at)))

    def fall(self) -> None:
        """Whoever is asked thinks until the flag falls."""
        fell = table.next_flag(self.rules, self.match)
        assert fell is not None
        self.at = fell.at
        self._follows(table.fall_flag(self.rules, self.match, fell))

    def imported(self, service: str, key: str) -> None:
        """A judge brings the match to another service."""
        mark = MatchImported(JUDGE, self._now(), service, key)
        self._follows(table.mark_imported(self.rules, self.match, mark))

    def evidence(self, *seqs: int) -> tuple[Evidence, ...]:
        """Returns facts by their numbers and their hashes in a record of this name."""
        heads = list(FactCommitter(self.name, self.rules, self.match.settings).hash_facts(self.facts))
        return tuple(Evidence(seq, heads[seq - 1]) for seq in seqs)

    def last(self, kind: type[Event]) -> Fact:
        """Returns the last fact of a kind."""
        return next(fact for fact in reversed(self.facts) if isinstance(fact.event, kind))

    def _follows(self, followed: CommandOutcome[Any]) -> list[Fact]:
        self.facts += followed.facts
        self.match = followed.match
        return followed.facts

    def _now(self) -> int:
        self.at += STEP
        return self.at


A_CASE = """A match that goes before the judge: a note in mid-effect, damage taken back, an appeal that takes
the match back to a question of the turn before, a warning, and a result when a Summoner has left.

python -m tests.replays.contested arena-a-case > replays/library/arena-a-case.game"""


def a_case() -> Contested:
    """Plays the match of the golden: chapter 1, in its English edition."""
    digest = CardSetRegistry().packaged_digest("arena")
    c = Contested(take("arena"), "arena-a-case", "arena-a-case-18", {"chapter": 1, "edition": "en"}, digest)
    c.play_until(lambda facts: any(isinstance(fact.event, DamageDealt) for fact in facts))
    hit = c.last(DamageDealt)
    c.dispute(0, "I had asked for a pause before this card was played.", hit.cause, hit.seq)
    c.reply(1, "Nobody told me.")
    c.look()
    c.rule("note", "The card was played in its phase. Play on; the pause will be looked into.", "SA-313")
    c.play_until(lambda facts: any(isinstance(fact.event, Resolved) for fact in facts))
    c.dispute(0, "The pause is on the clock: Mickey should have his HP back.", hit.seq)
    told = "The pause had been granted: the damage is taken back."
    c.rule("correction", told, "house-1", corrections=(HealthRecovered("SAM", 2, 8),))
    c.play(1)
    c.appeal(1, "Then I have spent a card for nothing.")
    c.rule("rewind", "Both are right: we go back to the pause, before this turn.", "house-1", to=38)
    c.play(5)
    c.dispute(1, "My rival thinks for minutes about every card.", c.match.last_game_seq)
    c.rule("penalty", "A minute is enough.", "house-2", penalty=(0, "a warning"))
    c.play(2)
    c.dispute(1, "My rival has left the table.")
    c.look()
    c.rule("result", "Who leaves the table loses the match.", "house-5", winners=(1,))
    return c


A_CONCESSION = """A match with much around it: a pause that the players agree on and another that the judge
orders, draws that are offered and not taken, and at last a concession.

python -m tests.replays.contested arena-a-concession > replays/library/arena-a-concession.game"""


def a_concession() -> Contested:
    """Plays the match of the other golden: chapter 1, in its French edition."""
    digest = CardSetRegistry().packaged_digest("arena")
    options = {"chapter": 1, "edition": "fr"}
    c = Contested(take("arena"), "arena-a-concession", "arena-a-concession", options, digest)
    c.play(6)
    c.ask_pause(0)
    c.play(1)  # which is an answer to that, too
    c.ask_pause(1)
    c.ask_pause(0)
    c.resume("seat:1")
    c.play(8)
    c.offer_draw(1)
    c.play(3)
    c.offer_draw(0)
    c.pause(f"judge:{JUDGE}")
    c.resume("organizer:desk-1")
    c.play(2)
    c.concede(1)
    return c


A_TAKEBACK = """A match in which answers are taken back: one in mid-effect by whoever gave it, another with
the other side's consent; and a wish that the next answer leaves behind. Then they play again.

python -m tests.replays.contested arena-a-takeback > replays/library/arena-a-takeback.game"""


def a_takeback() -> Contested:
    """Plays the match of the third golden: chapter 1, in its Italian edition."""
    digest = CardSetRegistry().packaged_digest("arena")
    options = {"chapter": 1, "edition": "it"}
    c = Contested(take("arena"), "arena-a-takeback", "arena-a-takeback", options, digest)
    c.play_until(lambda _: c.may_take_back(0, alone=True))
    c.take_back(0, c.last_answer(0).seq - 1)
    c.play_until(lambda _: c.may_take_back(1, alone=False))
    c.take_back(1, c.last_answer(1).seq - 1)
    c.take_back(0, c.match.offers.to)
    c.play(1)
    c.play_until(lambda _: c.may_take_back(0, alone=False))
    c.take_back(0, c.last_answer(0).seq - 1)
    c.play(1)
    c.concede(0)
    c.rematch(1)
    return c


A_CORRECTION = """A match in which an organizer gives a case to a judge, who puts the board right: a character
gets back the HP that it had lost. Then somebody gives up.

python -m tests.replays.contested arena-a-correction > replays/library/arena-a-correction.game"""


def a_correction() -> Contested:
    """Plays the match of the fourth golden: chapter 1, in its English edition."""
    digest = CardSetRegistry().packaged_digest("arena")
    options = {"chapter": 1, "edition": "en"}
    c = Contested(take("arena"), "arena-a-correction", "arena-a-correction", options, digest)
    c.play_until(lambda facts: any(isinstance(fact.event, DamageDealt) for fact in facts))
    c.play_until(lambda _: c.match.position.running is None)
    hit = c.last(DamageDealt)
    assert isinstance(hit.event, DamageDealt)
    c.dispute(0, "That blow does not reach so far.", hit.seq)
    c.assign(JUDGE)
    stands = c.game.write_position(c.match.position.board)
    right = re.sub(rf"(\.{hit.event.who} .*?)hp=(\d+)", lambda own: f"{own[1]}hp={int(own[2]) + 1}", stands)
    c.rule(
        "correction", "It does not: 1 HP is given back.", "SA-401", corrections=(PositionCorrected(right),)
    )
    c.play(2)
    c.concede(1)
    return c


AN_IMPORT = """A match that moves to another service: a judge imports it, and it is played on. Then
somebody gives up.

python -m tests.replays.contested arena-an-import > replays/library/arena-an-import.game"""


def an_import() -> Contested:
    """Plays the match of the fifth golden: chapter 1, in its English edition."""
    digest = CardSetRegistry().packaged_digest("arena")
    options = {"chapter": 1, "edition": "en"}
    c = Contested(take("arena"), "arena-an-import", "arena-an-import", options, digest)
    c.play(3)
    c.imported("recount.example", str(Key("recount.example", bytes(range(32)))))
    c.play(2)
    c.concede(1)
    return c


A_FLAG = """A match with clocks: the service is away for a while, which costs nobody time, and at last
somebody thinks until the flag falls.

python -m tests.replays.contested arena-a-flag > replays/library/arena-a-flag.game"""


def a_flag() -> Contested:
    """Plays the match of the sixth golden: chapter 1, in its English edition."""
    digest = CardSetRegistry().packaged_digest("arena")
    options = {"chapter": 1, "edition": "en"}
    clock = Clock("fischer", 120, 5)
    c = Contested(take("arena"), "arena-a-flag", "arena-a-flag", options, digest, clock=clock)
    c.play(4)
    c.away(300)
    c.play(5)
    c.fall()
    return c


AN_OFFER = """A match in which one side declines a pause, a take-back and a draw, and at last agrees to
a draw.

python -m tests.replays.contested arena-an-offer > replays/library/arena-an-offer.game"""


def an_offer() -> Contested:
    """Plays the match of the seventh golden: chapter 1, in its English edition."""
    digest = CardSetRegistry().packaged_digest("arena")
    options = {"chapter": 1, "edition": "en"}
    c = Contested(take("arena"), "arena-an-offer", "arena-an-offer", options, digest)
    c.play(8)
    c.play_until(lambda facts: c.may_take_back(0, alone=False))
    c.ask_pause(0)
    c.decline(1, "pause")
    c.take_back(0, c.last_answer(0).seq - 1)
    c.decline(1, "takeback")
    c.offer_draw(0)
    c.decline(1, "draw")
    c.offer_draw(0)
    c.offer_draw(1)
    return c


RETIREMENTS = """A match of four that three leave, the last of them on time; the last to stay wins.

python -m tests.replays.contested villainous-retirements > replays/library/villainous-retirements.game"""


def retirements() -> Contested:
    """Plays a match of Villainous with clocks, which three of four players leave."""
    digest = CardSetRegistry().packaged_digest("villainous")
    villains = ["maleficent", "captain-hook", "ursula", "prince-john"]
    clock = Clock("match", 3600)
    name = "villainous-retirements"
    c = Contested(take("villainous"), name, name, {"villains": villains}, digest, clock=clock, seats=4)
    c.play(30)
    c.retire(3)
    c.play(20)
    c.retire(1)
    c.play(20)
    c.fall()
    return c


STAND_INS = """A match of three in which bots play on: for a seat that has left, and for one that is to leave.

python -m tests.replays.contested villainous-stand-ins > replays/library/villainous-stand-ins.game"""


def stand_ins() -> Contested:
    """Plays a match of Villainous in which two of three players leave, and all agree to bots."""
    digest = CardSetRegistry().packaged_digest("villainous")
    villains = ["maleficent", "captain-hook", "ursula"]
    name = "villainous-stand-ins"
    c = Contested(take("villainous"), name, name, {"villains": villains}, digest, seats=3)
    c.play(20)
    c.retire(2)
    c.play(10)
    c.offer_stand_in(0, 2, "quick")
    c.decline(1, "standin")
    c.offer_stand_in(1, 2)
    c.offer_stand_in(0, 2)
    c.play(15)
    c.offer_stand_in(0, 0)
    c.offer_stand_in(1, 0)
    c.play(15)
    c.ask_pause(1)
    c.resume("seat:1")
    return c


GOLDENS = {
    "arena-a-case": (A_CASE, a_case),
    "arena-a-concession": (A_CONCESSION, a_concession),
    "arena-a-takeback": (A_TAKEBACK, a_takeback),
    "arena-a-correction": (A_CORRECTION, a_correction),
    "arena-an-import": (AN_IMPORT, an_import),
    "arena-a-flag": (A_FLAG, a_flag),
    "arena-an-offer": (AN_OFFER, an_offer),
    "villainous-retirements": (RETIREMENTS, retirements),
    "villainous-stand-ins": (STAND_INS, stand_ins),
}

if __name__ == "__main__":
    title, played = GOLDENS[sys.argv[1]]
    print(transcript.write_transcript(transcript.Transcript(title, tuple(played().facts))), end="")
