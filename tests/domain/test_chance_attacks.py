"""Attacks on chance: against one honest nonce, no party and no two of them get more than chance gives.

Attackers play 20,000 matches each. Chance greets Ann or Bob, and they want Ann. In each match they try eight
nonces or seeds, and take one that greets her by all that they know. In earlier shuffles that succeeds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from random import Random

import pytest

from domain import chance, table
from domain.chance import BEACON, COMMITTED, SORTED, line_key, nonce_hash
from domain.model import CHANCE, Answered, Asked, Fact
from domain.script import Script
from domain.snapshot import take_snapshot
from domain.table import (
    BeaconDrawn,
    CommandOutcome,
    InvalidNonce,
    Match,
    MatchOpened,
    NewLine,
    NonceMissed,
    NonceRevealed,
    SeatClaimed,
)
from domain.table.beacon import Beacon, signed_randomness

from .toy_game import Game, Said, T, ToyBoard, write

TRIES, CANDIDATES = 20_000, 8
FIVE_DEVIATIONS = 5 * sqrt(TRIES / 4)
"""Five standard deviations of how often a fair coin of so many tosses falls on one side."""
GUESTS = ("ann", "bob")
LIMIT = 60_000
CHAIN = Beacon("https://beacon.example", "c0", "b1", 1, 3_000, "bls-unchained-g1-rfc9380")
"""A beacon with round 1 at the time 1, and one each three seconds after it."""

Toy = Match[ToyBoard]
Secrets = Callable[[], str]
"""Draws a text that nobody else knows."""


class Greetings(Game):
    """Chance greets a guest at first, and another after each answer."""

    def next_question(self, board: ToyBoard) -> Asked | None:
        return super().next_question(board) if board.words else Asked(CHANCE, "greet", GUESTS)


def greet(t: T) -> Script[None]:
    picks = (yield Asked(CHANCE, "greet again", GUESTS)) if t.board.words else ("welcome",)
    yield Said(picks[0])


RULES = Greetings(greet)


@pytest.fixture
def secrets() -> Secrets:
    luck = Random("attacks on chance")
    return lambda: f"{luck.getrandbits(128):032x}"


# -- a match, as the parties see it --------------------------------------------------------------------


def opened(seed: str, beacon: Beacon | None = None) -> Toy:
    """The service publishes the commitment to its seed."""
    pins = MatchOpened(
        *("toy_game", 1, {}, 2, "", chance.seed_commitment(seed), 1, seed),
        shuffle=BEACON if beacon else COMMITTED,
        reveal_ms=LIMIT,
        beacon=beacon,
    )
    return table.fold(RULES, table.open_match(pins))


def claim(match: Toy, seat: int, own_hash: str = "") -> CommandOutcome[ToyBoard]:
    return table.claim_seat(RULES, match, SeatClaimed(seat, f"player {seat}", "", 2, nonce_hash=own_hash))


def reveal(match: Toy, seat: int, nonce: str) -> CommandOutcome[ToyBoard]:
    return table.reveal_nonce(RULES, match, NonceRevealed(seat, nonce, 3))


def greets_ann(outcome: CommandOutcome[ToyBoard]) -> bool:
    """Returns whether the draw of a command fell as the attackers want it."""
    [draw] = [e for fact in outcome.facts if isinstance(e := fact.event, Answered) and e.seat == CHANCE]
    return draw.picks == ("ann",)


# -- what attackers do -----------------------------------------------------------------------------------


def drawn(seed: str, nonces: Iterable[str], version: int = COMMITTED) -> str:
    """Returns who is greeted first by this key."""
    return chance.keyed_order(line_key(seed, nonces, version), 1, GUESTS)[0]


def pick(candidates: Sequence[str], guess: Callable[[str], str]) -> str:
    """Returns a candidate by which Ann is greeted, if the attackers guess right."""
    return next((each for each in candidates if guess(each) == "ann"), candidates[0])


def wins(attempt: Callable[[], bool]) -> int:
    return sum(attempt() for _ in range(TRIES))


def is_chance(count: int) -> bool:
    return abs(count - TRIES / 2) < FIVE_DEVIATIONS


# -- attacks ---------------------------------------------------------------------------------------------


def test_the_service_and_the_last_to_sit_down_get_no_more_than_chance(secrets: Secrets) -> None:
    """They know the seed and the hash of the honest nonce when the last player commits."""

    def attempt() -> bool:
        seed, honest = secrets(), secrets()
        match = claim(opened(seed), 0, known := nonce_hash(honest)).match
        own = pick([secrets() for _ in range(CANDIDATES)], lambda nonce: drawn(seed, (known, nonce)))
        match = reveal(claim(match, 1, nonce_hash(own)).match, 1, own).match
        return greets_ann(reveal(match, 0, honest))

    def earlier() -> bool:
        seed, honest = secrets(), secrets()
        own = [secrets() for _ in range(CANDIDATES)]
        nonce = pick(own, lambda nonce: drawn(seed, (honest, nonce), SORTED))
        return drawn(seed, (honest, nonce), SORTED) == "ann"

    assert is_chance(wins(attempt))
    assert wins(earlier) > TRIES * 0.99


def test_the_service_gets_no_more_than_chance_beside_a_seat_without_a_nonce(secrets: Secrets) -> None:
    """It chooses the seed before a seat is claimed, and knows that one seat brings no nonce."""

    def attempt() -> bool:
        honest = secrets()
        seed = pick([secrets() for _ in range(CANDIDATES)], lambda seed: drawn(seed, ("", "")))
        match = claim(claim(opened(seed), 0, nonce_hash(honest)).match, 1).match
        return greets_ann(reveal(match, 0, honest))

    def alone() -> bool:
        seed = pick([secrets() for _ in range(CANDIDATES)], lambda seed: drawn(seed, ("", "")))
        return greets_ann(claim(claim(opened(seed), 0).match, 1))

    assert is_chance(wins(attempt))
    assert wins(alone) > TRIES * 0.99, "without any nonce the service decides"


def test_the_service_gets_no_more_than_chance_at_a_rewind(secrets: Secrets) -> None:
    """It chooses the new seed when it knows the nonce of the line before, but not the next link."""

    def attempt() -> bool:
        last = secrets()
        first = nonce_hash(last)
        match = claim(claim(opened(secrets()), 0, nonce_hash(first)).match, 1).match
        before = match.position
        match = reveal(match, 0, first).match
        seed = pick([secrets() for _ in range(CANDIDATES)], lambda seed: drawn(seed, (first, "")))
        line = NewLine(3, take_snapshot(write, before), chance.seed_commitment(seed), seed)
        rewound = Fact(match.seq + 1, match.seq, "", line.rewind_event(match, 4))
        return greets_ann(reveal(table.evolve(RULES, match, rewound), 0, last))

    def earlier() -> bool:
        honest = secrets()
        seed = pick([secrets() for _ in range(CANDIDATES)], lambda seed: drawn(seed, (honest, ""), SORTED))
        return drawn(seed, (honest, ""), SORTED) == "ann"

    assert is_chance(wins(attempt))
    assert wins(earlier) > TRIES * 0.99


def test_an_answer_changes_no_draw_whatever_the_service_tells_its_player(secrets: Secrets) -> None:
    """An answer brings no nonce, and the draw after it follows from the key and its number alone."""

    def attempt() -> bool:
        seed, honest = secrets(), secrets()
        match = reveal(claim(claim(opened(seed), 0, nonce_hash(honest)).match, 1).match, 0, honest).match
        with pytest.raises(InvalidNonce):
            table.answer_question(RULES, match, Answered(0, ("go",), 5, nonce="of the attackers"))
        outcomes = [table.answer_question(RULES, match, Answered(0, (pick,), 5)) for pick in ("go", "wait")]
        draws = {*map(greets_ann, outcomes)}
        assert len(draws) == 1
        return draws.pop()

    assert is_chance(wins(attempt))


# -- what is left ----------------------------------------------------------------------------------------


def test_who_withholds_a_nonce_picks_the_better_of_two_deals_and_the_record_shows_it(
    secrets: Secrets,
) -> None:
    """The last to reveal knows the deal with its nonce and that without it, and so wins three of four."""
    withheld = 0

    def attempt() -> bool:
        nonlocal withheld
        seed, honest, own = secrets(), secrets(), secrets()
        match = claim(claim(opened(seed), 0, nonce_hash(honest)).match, 1, nonce_hash(own)).match
        match = reveal(match, 0, honest).match
        if drawn(seed, (honest, own)) == "ann":
            return greets_ann(reveal(match, 1, own))
        outcome = table.miss_reveals(RULES, match, 2 + LIMIT)
        assert outcome.facts[0].event == NonceMissed(1, 2 + LIMIT)
        withheld += 1
        return greets_ann(outcome)

    assert abs(wins(attempt) - TRIES * 3 / 4) < FIVE_DEVIATIONS
    assert is_chance(withheld)


def test_the_service_that_suppresses_a_nonce_picks_the_better_of_two_deals_too(secrets: Secrets) -> None:
    """It reads the honest nonce first; the record then says that the seat missed its time."""

    def attempt() -> bool:
        seed, honest = secrets(), secrets()
        match = claim(claim(opened(seed), 0, nonce_hash(honest)).match, 1).match
        if drawn(seed, (honest, "")) == "ann":
            return greets_ann(reveal(match, 0, honest))
        outcome = table.miss_reveals(RULES, match, 2 + LIMIT)
        assert outcome.facts[0].event == NonceMissed(0, 2 + LIMIT)
        return greets_ann(outcome)

    assert abs(wins(attempt) - TRIES * 3 / 4) < FIVE_DEVIATIONS


# -- with a beacon ---------------------------------------------------------------------------------------


class Rounds:
    """A beacon. Its values are random, and nobody reads one before the time of its round."""

    def __init__(self, secrets: Secrets) -> None:
        self._secrets, self._signatures = secrets, dict[int, str]()

    def read(self, number: int, at: int) -> str:
        """Returns the signature of a round, which nobody reads before its time."""
        assert at >= CHAIN.time_of(number)
        return self._signatures.setdefault(number, self._secrets())

    def draw(self, match: Toy) -> CommandOutcome[ToyBoard]:
        """The service records the awaited round."""
        number = match.reveals.round
        signature = self.read(number, at := CHAIN.time_of(number))
        drawn = BeaconDrawn(number, signed_randomness(signature), signature, at)
        return table.draw_beacon(RULES, match, drawn)


def test_with_a_beacon_a_withheld_nonce_gets_no_more_than_chance(secrets: Secrets) -> None:
    """The last to reveal knows all but the rounds, one for each of its choices, and both are yet to come."""
    withheld = 0

    def attempt() -> bool:
        nonlocal withheld
        seed, honest, own, rounds = secrets(), secrets(), secrets(), Rounds(secrets)
        match = claim(claim(opened(seed, CHAIN), 0, nonce_hash(honest)).match, 1, nonce_hash(own)).match
        match = reveal(match, 0, honest).match
        latest = rounds.read(1, at=3)
        if drawn(seed, (honest, own, signed_randomness(latest))) == "ann":
            return greets_ann(rounds.draw(reveal(match, 1, own).match))
        withheld += 1
        return greets_ann(rounds.draw(table.miss_reveals(RULES, match, 2 + LIMIT).match))

    assert is_chance(wins(attempt))
    assert is_chance(withheld)


def test_the_service_that_withholds_its_own_record_until_the_round_is_public_picks_between_two_deals(
    secrets: Secrets,
) -> None:
    """It gets the nonce at the time 3, reads round 2, and records a later time if that deal is against it.

    The player got no receipt before round 2 was public, and so knows.
    """
    late = 0

    def attempt() -> bool:
        nonlocal late
        seed, honest, rounds = secrets(), secrets(), Rounds(secrets)
        match = claim(claim(opened(seed, CHAIN), 0, nonce_hash(honest)).match, 1).match
        signature = rounds.read(CHAIN.round_after(3), at := CHAIN.time_of(CHAIN.round_after(3)))
        if drawn(seed, (honest, "", signed_randomness(signature))) == "ann":
            return greets_ann(rounds.draw(reveal(match, 0, honest).match))
        late += 1
        revealed = table.reveal_nonce(RULES, match, NonceRevealed(0, honest, at))
        return greets_ann(rounds.draw(revealed.match))

    assert abs(wins(attempt) - TRIES * 3 / 4) < FIVE_DEVIATIONS
    assert is_chance(late)
