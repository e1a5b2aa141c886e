"""What a bot that thinks makes of a hand, of hidden cards and of the others' ways."""

from __future__ import annotations

import pytest

from domain.villainous.board import Board, Realm
from domain.villainous.evaluation import evaluate_outlook

from .play import BOOK, sits

RIVAL = sits("prince-john")


def hope(mine: Realm, *others: Realm) -> float:
    """Returns what the first seat can hope for against *others*, or against a Prince John who has nothing."""
    return evaluate_outlook(Board((mine, *(others or (RIVAL,))), 0), BOOK, 0)


@pytest.mark.parametrize(
    ("who", "realm", "useful", "idle"),
    [
        ("ursula", "", "crown", "arrogance-1"),
        ("ursula", "shore: king-triton +trident", "contract-ship-1", "arrogance-1"),
        ("ursula", "shore: king-triton +trident +contract-ship-1", "whirlpool-1", "divination-1"),
        ("jafar", "", "scarab-pendant", "manipulation-1"),
        ("jafar", "oasis: genie", "hypnotize-1", "manipulation-1"),
        ("jafar", "oasis: abu +magic-lamp", "snake-1", "manipulation-1"),
        ("jafar", "oasis: / magic-lamp", "iago", "manipulation-1"),
        ("maleficent", "", "green-fire-1", "malice-1"),
        ("maleficent", "castle: guards-1", "dragon-form-1", "malice-1"),
        ("prince-john", "", "warrant-1", "cowardice-1"),
        ("prince-john", "church: toby", "rhino-guards-1", "cowardice-1"),
        ("prince-john", "church: toby / trigger", "intimidation", "cowardice-1"),
        ("captain-hook", "", "never-land-map", "cunning-1"),
        ("captain-hook", "", "worthy-opponent-1", "cunning-1"),
        ("captain-hook", "jolly-roger: peter-pan", "aye-aye-1", "cunning-1"),
        ("captain-hook", "skull-rock: peter-pan", "ingenious-device", "cunning-1"),
        ("queen-of-hearts", "", "club-guard-1", "fury-1"),
        ("queen-of-hearts", "courtyard: alice", "off-with-your-head-1", "fury-1"),
    ],
)
def test_a_card_that_helps_is_worth_keeping(who: str, realm: str, useful: str, idle: str) -> None:
    helped, held_up = (sits(who, realm=realm, hand=card, deck="") for card in (useful, idle))
    assert hope(helped) > hope(held_up)


@pytest.mark.parametrize(
    ("who", "realm", "done", "card", "idle"),
    [
        ("ursula", "palace: / crown", "lair: / crown, trident", "opportunist-1", "arrogance-1"),
        ("captain-hook", "", "skull-rock: peter-pan", "scare-1", "cunning-1"),
        (
            "maleficent",
            "castle: / green-fire-1",
            "castle: / green-fire-1\nforest: / green-fire-2\n"
            "cottage: / forest-of-thorns-1\nforbidden-mountains: / forest-of-thorns-2",
            "green-fire-3",
            "malice-1",
        ),
    ],
)
def test_what_is_done_needs_no_card_any_more(who: str, realm: str, done: str, card: str, idle: str) -> None:
    def gain(state: str) -> float:
        kept, other = (sits(who, realm=state, hand=each, discard="trident") for each in (card, idle))
        return hope(kept) - hope(other)

    assert gain(realm) > 0.1
    assert gain(done) == pytest.approx(0.0, abs=0.1)


def test_a_second_card_of_a_kind_is_worth_less() -> None:
    one, two, three = (sits("maleficent", hand=hand) for hand in ("", "vanish-1", "vanish-1 vanish-2"))
    assert 0 < hope(three) - hope(two) < hope(two) - hope(one)


def test_the_nearer_a_card_that_is_sought_the_better() -> None:
    """Jafar needs the Scarab Pendant, under three cards, under six, or among those that he discarded."""
    deck = [f"scimitar-{n}" for n in range(1, 4)] + [f"palace-guard-{n}" for n in range(1, 4)]
    near = sits("jafar", deck=" ".join((*deck[:3], "scarab-pendant")))
    deep = sits("jafar", deck=" ".join((*deck, "scarab-pendant")))
    gone = sits("jafar", deck=" ".join(deck), discard="scarab-pendant")
    assert hope(near) > hope(deep) > hope(gone)


def test_power_beyond_what_cards_cost_helps_only_who_wins_by_it() -> None:
    for who, helps in (("ursula", False), ("prince-john", True)):
        rich, richer = sits(who, power=9), sits(who, power=12)
        assert (hope(richer, sits("jafar")) > hope(rich, sits("jafar"))) is helps


def test_the_best_of_the_others_counts_a_little_and_one_who_is_about_to_win_a_lot() -> None:
    me, poor = sits("jafar"), sits("prince-john", power=5)
    near, there = sits("prince-john", power=18), sits("prince-john", power=20)
    slight = hope(me, poor, poor) - hope(me, poor, near)
    assert 0 < slight < 15
    assert hope(me, poor, near) - hope(me, poor, there) > 15


def test_what_is_won_or_lost_is_beyond_all_hope() -> None:
    board = Board((sits("jafar"), RIVAL), 0, winner=0)
    assert evaluate_outlook(board, BOOK, 0) > 100 > -100 > evaluate_outlook(board, BOOK, 1)
