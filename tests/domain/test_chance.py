"""One seed, and every order it will ever give: the same on every machine, for ever."""

from __future__ import annotations

from collections import Counter

import pytest

from domain import chance
from domain.model import CHANCE, Asked

KEY = chance.line_key("a seed", ["blue nonce", "red nonce"])
SUITS = ("clubs", "diamonds", "hearts", "spades")


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert chance.seed_commitment("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert chance.seed_commitment("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_the_key_is_an_hmac_of_the_nonces_under_the_seed() -> None:
    """The first is test case 2 of RFC 4231."""
    assert chance.line_key("Jefe", ["what do ya want for nothing?"]).hex() == (
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    )
    assert KEY.hex() == "74eff8da5c50cf8c5391bcb388c399667bcd280217d21e6b4f275786194efb72"


def test_every_nonce_and_its_seat_matter() -> None:
    keys = {
        chance.line_key("a seed", []),
        chance.line_key("a seed", ["blue nonce"]),
        chance.line_key("a seed", ["red nonce", "blue nonce"]),
        chance.line_key("another seed", ["blue nonce", "red nonce"]),
        KEY,
    }
    assert len(keys) == 5


@pytest.mark.parametrize(
    ("seq", "expected"),
    [
        (1, ("hearts", "diamonds", "spades", "clubs")),
        (2, ("spades", "clubs", "diamonds", "hearts")),
        (1000, ("spades", "hearts", "diamonds", "clubs")),
    ],
)
def test_orders_written_down_once(seq: int, expected: tuple[str, ...]) -> None:
    assert chance.keyed_order(KEY, seq, SUITS) == expected


def test_an_order_depends_on_places_and_not_on_what_lies_there() -> None:
    numbers = chance.keyed_order(KEY, 7, ("0", "1", "2", "3"))
    assert chance.keyed_order(KEY, 7, SUITS) == tuple(SUITS[int(n)] for n in numbers)


def test_every_order_of_three_cards_comes_as_often_as_any_other() -> None:
    """6,000 shuffles: 1,000 of each order, give or take 150, which is more than 5 standard deviations."""
    seen = Counter(chance.keyed_order(KEY, seq, ("a", "b", "c")) for seq in range(6000))
    assert len(seen) == 6
    assert all(850 < times < 1150 for times in seen.values())


def test_alike_cards_are_all_kept() -> None:
    assert sorted(chance.keyed_order(KEY, 3, ("ace", "ace", "king"))) == ["ace", "ace", "king"]


def test_seeded_chance_gives_as_many_as_are_asked_for() -> None:
    luck = chance.chance_by_fact(KEY)
    shuffled = luck(Asked(CHANCE, "shuffle", SUITS, 4, 4), 9).picks
    assert shuffled == chance.keyed_order(KEY, 9, SUITS)
    assert luck(Asked(CHANCE, "draw", SUITS), 9).picks == shuffled[:1]


def test_a_script_gives_what_was_decided_beforehand_until_it_is_used_up() -> None:
    script = chance.ScriptedChance(("hearts",), ("clubs", "spades"))
    assert script(Asked(CHANCE, "draw", SUITS), 1).picks == ("hearts",)
    assert script(Asked(CHANCE, "draw", SUITS, 2, 2), 2).picks == ("clubs", "spades")
    assert script.remaining == []
    with pytest.raises(LookupError, match="fact 3 asks chance for “draw”, and the script is used up"):
        script(Asked(CHANCE, "draw", SUITS), 3)


def test_a_script_that_does_not_fit_says_so() -> None:
    script = chance.ScriptedChance(("joker",))
    with pytest.raises(LookupError, match=r"fact 4: chance was scripted as \('joker',\), asked of"):
        script(Asked(CHANCE, "draw", SUITS), 4)
