"""Positions in notation: every one of a match is written and read back, and no other is taken for one."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import msgspec
import pytest

from domain import table, villainous
from domain.decider import Unplayable
from domain.notation import Unreadable
from domain.villainous.board import Board

from .matches import GAMES, log
from .play import BOOK, RULES, Match, sits

STUDY = (
    "villainous / move seat=0 turn=1 cauldron=69 / "
    "0.captain-hook at=jolly-roger power=4 locked=hangmans-tree hand=scare-1,obsession-2 "
    "cards=swashbuckler-1@skull-rock,cutlass-1+swashbuckler-1,wendy@skull-rock deck=scare-2 fate=peter-pan / "
    "1.prince-john at=jail power=5 cards=robin-hood@church*2 discard=warrant-1"
)


def drawn() -> Match:
    """The same position, drawn."""
    hook = sits(
        "captain-hook",
        realm="skull-rock: wendy / swashbuckler-1 +cutlass-1",
        power=4,
        hand="scare-1 obsession-2",
        deck="scare-2",
        fate="peter-pan",
    )
    john = sits("prince-john", "jail", "church: robin-hood *2", power=5, discard="warrant-1")
    return Match(hook, john)


def test_a_position_is_a_line_that_people_can_read() -> None:
    study = RULES.load_study(STUDY)
    assert study.board == drawn().position.board
    assert (study.options, study.seats) == ({"villains": ["captain-hook", "prince-john"]}, 2)
    assert villainous.write_position(study.board) == STUDY


@pytest.mark.parametrize(("seed", "seats"), GAMES[:6])
def test_every_position_of_a_match_is_written_and_read_back(seed: int, seats: int) -> None:
    """Those in the middle of an effect too; from all others a study can begin."""
    match: table.Match[Board] | None = None
    for fact in log(seed, seats):
        match = table.fold(RULES, [fact], match)
        board = match.position.board
        text = villainous.write_position(board)
        read = villainous.read_position(text, BOOK)
        assert read == board, text
        assert msgspec.json.encode(read) == msgspec.json.encode(board), text
        if match.position.running is None:
            assert RULES.load_study(text).board == board


@pytest.mark.parametrize(
    ("was", "now", "sentence"),
    [
        ("villainous", "arena", "A position of this game begins with “villainous”, not with “arena”."),
        (
            "villainous /",
            "villainous chapter=1 /",
            "“chapter” means nothing here; expected are theft",
        ),
        ("move seat", "moving seat", "Part 2 of the position begins with one of setup, move, act, over."),
        ("cauldron=69", "cauldron=full", "“cauldron” and a number are wanted, not “full”"),
        (" cauldron=69", "", "“cauldron” and a number are wanted"),
        ("0.captain-hook", "1.captain-hook", "the Realm of seat 0 is expected here, as in 0.prince-john"),
        ("captain-hook", "smee", "there is no Villain “smee”, but prince-john, captain-hook, maleficent"),
        ("at=jail", "at=london", "“at=london” should be one of sherwood, church, nottingham, jail"),
        ("at=jail ", "", "“at=” should be one of sherwood"),
        ("locked=hangmans-tree", "locked=gate", "“locked=gate” should be one of jolly-roger"),
        ("wendy@skull-rock", "wendy@hook", "“cards=hook” should be one of jolly-roger"),
        (
            "wendy@skull-rock",
            "wendy",
            "“wendy” should be card@location or card+host, and *2 for 2 Power on it",
        ),
        ("church*2", "church*two", "“robin-hood@church*two” should be card@location or card+host"),
    ],
)
def test_what_cannot_be_read_is_told_with_what_was_expected(was: str, now: str, sentence: str) -> None:
    assert was in STUDY
    with pytest.raises(Unreadable) as error:
        RULES.load_study(STUDY.replace(was, now, 1))
    assert sentence in str(error.value)


IMPOSSIBLE = {
    "one player alone": (STUDY[STUDY.index(" / 1.") :], "", "VI-001"),
    "a Villain twice": (STUDY[STUDY.index(" / 1.") :], " / 1.captain-hook at=skull-rock", "VI-001"),
    "the turn of nobody": ("seat=0", "seat=2", "VI-020"),
    "a turn before the first": ("turn=1", "turn=0", "VI-020"),
    "Power out of nothing": ("power=5", "power=6", "VI-008"),
    "a card of somebody else": ("scare-1", "warrant-2", "VI-005"),
    "a card that is none": ("scare-1", "hook", "VI-005"),
    "a card twice": ("scare-1", "scare-2", "VI-005"),
    "a card in the other pile": ("deck=scare-2", "deck=tinker-bell", "VI-005"),
    "attached to nothing": ("cutlass-1+swashbuckler-1", "cutlass-1+swashbuckler-2", "VI-202"),
}


@pytest.mark.parametrize(("was", "now", "rule"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_no_match_comes_to_such_a_position(was: str, now: str, rule: str) -> None:
    assert was in STUDY
    with pytest.raises(Unplayable) as error:
        villainous.read_position(STUDY.replace(was, now, 1), BOOK)
    assert error.value.refusal.rule == rule
    assert error.value.refusal.sentence.endswith(".")


UNREST = {
    "the match is being prepared": ("move seat=0 turn=1", "setup seat=0 turn=0", "VI-020"),
    "cards lie open": ("fate=peter-pan", "opened=peter-pan", "VI-102"),
    "nobody has won": ("move seat", "over seat", "VI-120"),
    "somebody has won": ("turn=1", "turn=1 winner=1", "VI-120"),
}


@pytest.mark.parametrize(("was", "now", "rule"), UNREST.values(), ids=UNREST)
def test_a_study_begins_between_two_effects(was: str, now: str, rule: str) -> None:
    text = STUDY.replace(was, now, 1)
    assert villainous.read_position(text, BOOK)
    with pytest.raises(Unplayable) as error:
        RULES.load_study(text)
    assert error.value.refusal.rule == rule


# -- positions that no match comes to ------------------------------------------------------------------

JAFAR = (
    "villainous / act seat=0 turn=1 cauldron=70 / "
    "0.jafar at=oasis power=5 locked=cave hand=scrying-1 "
    "cards=iago@agrabah,snake-staff@agrabah,sultan@oasis,abu@sultans-palace,scimitar-1+abu deck=scrying-2 / "
    "1.captain-hook at=skull-rock power=5 locked=hangmans-tree cards=wendy@skull-rock,pixie-dust-1+wendy"
)
URSULA = (
    "villainous / act seat=0 turn=1 cauldron=75 / 0.ursula at=ship power=5 locked=palace hand=crown "
    "cards=flounder@shore,contract-ship-1+flounder / 1.prince-john at=jail"
)

KLUCK = "lady-kluck"

UNSOUND = {
    "all other locations are locked": (JAFAR, "locked=cave", "locked=cave,sultans-palace,agrabah", "VI-004"),
    "Iago is between two locks": (JAFAR, "locked=cave", "locked=sultans-palace,oasis", "VI-004"),
    "a lock is there twice": (JAFAR, "locked=cave", "locked=cave,cave", "VI-004"),
    "a lock on a board that has none": (STUDY, "at=jail", "at=jail locked=church", "VI-004"),
    "Ursula's lock is gone": (URSULA, " locked=palace", "", "VI-219"),
    "Ursula has two locks": (URSULA, "locked=palace", "locked=palace,lair", "VI-219"),
    "Ursula's lock is elsewhere": (URSULA, "locked=palace", "locked=shore", "VI-219"),
    "Taunt is on no Hero": (JAFAR, "pixie-dust-1+wendy", "taunt-1@skull-rock", "VI-086"),
    "a Scimitar is on no Ally": (JAFAR, "scimitar-1+abu", "scimitar-1@oasis", "VI-084"),
    "a Hero is on a Hero": (JAFAR, "sultan@oasis", "sultan+abu", "VI-085"),
    "an Ally is on an Ally": (JAFAR, "cards=iago@agrabah", "cards=iago@agrabah,razoul+iago", "VI-085"),
    "a Wish is on an Ally": (JAFAR, "cards=iago@agrabah", "cards=iago@agrabah,wish-1+iago", "VI-086"),
    "an Item is on an Item": (JAFAR, "scimitar-1+abu", "scimitar-1+snake-staff", "VI-083"),
    "an Effect is in the Realm": (JAFAR, "snake-staff@agrabah", "scrying-3@agrabah", "VI-087"),
    "a Condition is in the Realm": (JAFAR, "snake-staff@agrabah", "deception-1@agrabah", "VI-087"),
    "a Fate card is in the hand": (JAFAR, "hand=scrying-1", "hand=genie", "VI-006"),
    "Power lies on an Ally": (
        JAFAR,
        "power=5 locked=cave hand=scrying-1 cards=iago@agrabah",
        "power=4 locked=cave hand=scrying-1 cards=iago@agrabah*1",
        "VI-140",
    ),
    "an Ally is shrunken": (JAFAR, "iago@agrabah", "iago@agrabah~shrunken", "VI-106"),
    "somebody is enlarged nowhere": (JAFAR, "sultan@oasis", "sultan@oasis~enlarged", "VI-217"),
    "Lady Kluck is in The Jail": (STUDY, "robin-hood@church*2", "robin-hood@church*2,lady-kluck@jail", KLUCK),
    "a Fate Token between two": (JAFAR, "turn=1", "turn=1 token=1", "VI-110"),
    "a symbol that is not there": (JAFAR, "turn=1", "turn=1 used=5", "VI-025"),
    "a symbol is used before the move": (STUDY, "turn=1", "turn=1 used=1", "VI-020"),
    "an Ally lasts": (JAFAR, "power=5 locked=cave", "power=5 locked=cave lasting=iago", "VI-087"),
    "what no Condition waits for": (JAFAR, "turn=1", "turn=1 met=power-7", "VI-088"),
    "the player of the turn passes": (JAFAR, "turn=1", "turn=1 passed=0", "VI-088"),
    "the Strength of nothing": (JAFAR, " locked=cave", " locked=cave shifted=hook:2:iago", "VI-105"),
}  # fmt: skip


@pytest.mark.parametrize(("study", "was", "now", "rule"), UNSOUND.values(), ids=UNSOUND)
def test_no_study_begins_where_no_match_comes_to(study: str, was: str, now: str, rule: str) -> None:
    assert RULES.load_study(study)
    assert was in study
    with pytest.raises(Unplayable) as error:
        RULES.load_study(study.replace(was, now, 1))
    assert error.value.refusal.rule == rule
    assert error.value.refusal.sentence.endswith(".")


def test_what_was_begun_by_earlier_rules_can_still_be_read() -> None:
    study = JAFAR.replace("locked=cave", "locked=sultans-palace,oasis")
    assert villainous.make_rules(BOOK, 2).load_study(study)


def test_rubbish_is_never_taken_for_a_position() -> None:
    """Whatever is struck out of a position, it is read as one, or refused in words."""
    luck = Random(8)
    words = STUDY.split(" ")
    for _ in range(400):
        torn = " ".join(word for word in words if luck.random() > 0.03)[: luck.randint(1, len(STUDY))]
        with suppress(Unreadable, Unplayable):
            board = villainous.read_position(torn, BOOK)
            assert villainous.read_position(villainous.write_position(board), BOOK) == board
