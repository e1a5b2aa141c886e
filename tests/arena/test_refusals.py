"""Every “no” is a sentence in the words of the game, and names the rule that forbids."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import pytest

from domain.arena.text import refusals
from domain.decider import Illegal, check_answer
from domain.model import Answered

from .play import Play, make_play, opening, reprinted, start_match
from .printed import recast, skill

IN_THE_THICK = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .   .   .   .   .
         .   .   .   .
"""
ARIEL_OUT = IN_THE_THICK.replace("ARI", " . ")
MICKEY_ALONE = IN_THE_THICK.replace("SAM ALA", "SAM  . ")
SEVEN = "SAM01 SAM02 SAM03 SAM04 ALA01 ALA02 ALA03"


class No(NamedTuple):
    """What is tried, on which board, and what is said to it."""

    play: Play
    pick: str
    rule: str
    words: str


def after(play: Play, *answers: tuple[str, ...]) -> Play:
    """The play, with these answers of whoever was asked."""
    for picks in answers:
        play.answer(play.asked.seat, *picks)
    return play


mickey = partial(make_play, IN_THE_THICK, "SAM")
"""Mickey's turn, and everyone near."""


STEALTHY = {"GAS": {"stealthy": 1}}
IMMOBILIZED = {"SAM": {"immobilized": 1}}
AGREED = (("ALA", "SAM", "MAL"), ("GAS", "ARI", "DEM"))
CHEAP = reprinted(
    "SAM08",
    gear="shell",
    printed=reprinted("ARI01", gear="heart", printed=recast("SAM", cost={"heart": 1, "shell": 1})),
)
"""Mickey's upgrade, for the gears that a card of his and one of Ariel's carry."""
FRIENDLY = reprinted("SAM09", [{"verb": "heal", "hp": 1, "to": "up to 1 ally within 2"}])
NOSY = recast("SAM", start={"skills": [skill([{"verb": "reveal", "of": "rival"}])]})

later = partial(make_play, IN_THE_THICK, "SAM", chapter=4)
"""The same with all the rules of chapter 4."""
in_team_play = partial(make_play, IN_THE_THICK, "SAM", chapter=4, teams="SAM / GAS / ALA / ARI")
"""And with four Summoners; Ariel is Mickey's ally then."""
STRIKES = skill([{"verb": "deal", "damage": 1, "to": "one rival within 1"}], cost="magical")
able = partial(later, printed=recast("SAM", upgraded={"activated": STRIKES}))
"""The rules of chapter 4 again, and Mickey's upgraded side has an ability to activate."""


def stacked() -> Play:
    """Teams agreed, tiles stacked, the first figure to be placed."""
    return start_match(2, chapter=2, teams=AGREED).blue(*AGREED[0]).red(*AGREED[1])


def placed() -> Play:
    """Everyone at home, and the opening hands drawn."""
    play = stacked()
    while play.asked.prompt == "place":
        play.then(play.asked.options[0])
    return play


TURN = {
    "a standard movement, twice": No(mickey(phases="action"), "move:c3", "SA-301", "already been taken"),
    "a standard attack, twice": No(mickey(phases="movement"), "attack:GAS", "SA-301", "already been taken"),
    "a card, its phase taken": No(
        mickey(phases="action", blue="SAM08"), "play:SAM08", "SA-301", "already been taken"
    ),
    "too far": No(mickey(), "move:a7", "SA-303", "out of reach"),
    "onto an ally": No(mickey(), "move:e3", "SA-304", "free space"),
    "a far rival": No(mickey(), "attack:ARI", "SA-307", "adjacent rival"),
    "another's card": No(mickey(blue="ALA05"), "play:ALA05", "SA-313", "is Aladdin’s"),
    "a card that is not held": No(mickey(), "play:SAM01", "SA-313", "from the hand"),
    "a card that does not exist": No(mickey(), "play:XYZ99", "SA-313", "from the hand"),
    "no valid target": No(
        make_play(IN_THE_THICK.replace("GAS", " . "), "SAM", blue="SAM09"),
        "play:SAM09",
        "SA-403",
        "valid target",
    ),
    "an Immobilized one": No(mickey(statuses=IMMOBILIZED), "move:c3", "SA-504", "stays where it is"),
    "a Stealthy one, attacked": No(mickey(statuses=STEALTHY), "attack:GAS", "SA-507", "paid for"),
    "a Stealthy one, by card": No(
        mickey(statuses=STEALTHY, blue="SAM09"), "play:SAM09", "SA-507", "none to banish"
    ),
    "one who is knocked out": No(make_play(ARIEL_OUT, "SAM"), "attack:ARI", "SA-604", "knocked out"),
    "an ally, attacked": No(mickey(), "attack:ALA", "SA-907", "for rivals"),
    "one too far, without a card for it": No(later(blue="SAM05"), "move+:a5", "SA-305", "one step more"),
    "no Attack card to discard": No(later(blue="ALA10"), "attack+:GAS", "SA-308", "Attack type"),
    "a Shrunken one's Attack card": No(
        later(blue="SAM05", statuses={"SAM": {"shrunken": 1}}), "play:SAM05", "SA-506", "Shrunken"
    ),
    "beside one with Taunt": No(later(statuses={"ARI": {"taunt": 1}}), "attack:GAS", "SA-510", "Taunt"),
    "another's skill": No(later(), "skill:GAS.s1", "SA-310", "not been left"),
    "a skill that cannot be paid for": No(later(blue="SAM09"), "skill:SAM.s1", "SA-311", "pays for it"),
    "an ability on the starting side": No(
        able(blue="SAM01"), "ability:SAM.u", "SA-803", "while the upgraded side lies up"
    ),
    "an ability a second time": No(
        after(able(blue="SAM01 SAM02", upgraded="SAM"), ("ability:SAM.u",), ("SAM01",)),
        "ability:SAM.u",
        "SA-807",
        "once in a turn",
    ),
    "an upgrade without its gears": No(later(), "upgrade", "SA-802", "discard pile"),
    "an upgrade with too many gears of the teammate": No(in_team_play(), "upgrade", "SA-804", "has to lend"),
    "off the board": No(mickey(), "move:z9", "", "no such thing to do"),
    "a word": No(mickey(), "dance", "", "no such thing to do"),
}

TARGET = {
    "itself, as an ally": No(
        after(mickey(blue="SAM09", printed=FRIENDLY), ("play:SAM09",)), "SAM", "SA-901", "no ally of its own"
    ),
    "out of range": No(
        after(make_play(IN_THE_THICK, "ALA", blue="ALA06"), ("play:ALA06",)), "ARI", "SA-401", "range"
    ),
    "an ally": No(
        after(make_play(IN_THE_THICK, "ALA", blue="ALA06"), ("play:ALA06",)),
        "SAM",
        "SA-402",
        "whom the text means",
    ),
    "no figure": No(
        after(make_play(IN_THE_THICK, "ALA", blue="ALA06"), ("play:ALA06",)),
        "d4",
        "SA-402",
        "whom the text means",
    ),
    "Stealthy and unpaid": No(
        after(
            make_play(IN_THE_THICK, "GAS", red="GAS04", phases="action", statuses={"SAM": {"stealthy": 1}}),
            ("play:GAS04",),
            (),
        ),
        "SAM",
        "SA-507",
        "none to banish",
    ),
    "beside one with Taunt": No(
        after(
            make_play(
                IN_THE_THICK.replace("ARI", " . ").replace("ALA  .", "ALA ARI"),
                "ALA",
                chapter=2,
                blue="ALA06",
                statuses={"ARI": {"taunt": 1}},
            ),
            ("play:ALA06",),
        ),
        "GAS",
        "SA-510",
        "Taunt",
    ),
    "knocked out": No(
        after(make_play(ARIEL_OUT, "ALA", blue="ALA06"), ("play:ALA06",)), "ARI", "SA-604", "knocked out"
    ),
}

DROPS = reprinted("GAS01", [{"verb": "discard", "cards": 1, "to": "self"}])

OTHER = {
    "place": No(opening(), "d1", "SA-104", "closest to the centre"),
    "place, from chapter 2": No(stacked(), "d4", "SA-113", "own end"),
    "draft": No(start_match(2, chapter=2, first=0).blue("SAM"), "SAM", "SA-106", "that are left"),
    "draft, with copies": No(
        start_match(2, chapter=2, first=0, copies=True).blue("SAM").red("SAM"),
        "SAM",
        "SA-107",
        "never has the same",
    ),
    "stack": No(start_match(2, chapter=2, teams=AGREED), "GAS", "SA-110", "tile of each character"),
    "opening-hand": No(placed(), "half", "SA-115", "redrawn once"),
    "boost": No(after(later(blue="ALA01 ALA02"), ("move+:a5",)), "SAM01", "SA-305", "gives +1"),
    "boost, for an attack": No(
        after(later(blue="ALA05 SAM05"), ("attack+:GAS",)), "SAM01", "SA-308", "gives +1"
    ),
    "cost": No(after(later(blue="SAM01 SAM02"), ("skill:SAM.s1",)), "SAM09", "SA-311", "pays for the skill"),
    "lend": No(
        after(in_team_play(discards="SAM08 ARI01", printed=CHEAP), ("upgrade",)),
        "later",
        "SA-804",
        "or refused",
    ),
    "whose-deck": No(after(in_team_play(printed=NOSY), ("skill:SAM.s1",)), "0", "SA-410", "rival Summoner"),
    "order-of-statuses": No(
        after(
            make_play(IN_THE_THICK, "GAS", chapter=2, statuses={"SAM": {"cursed": 1, "flustered": 1}}),
            ("end",),
        ),
        "stealthy",
        "SA-204",
        "every status effect that triggered",
    ),
    "return": No(after(make_play(ARIEL_OUT, "SAM"), ("end",)), "d4", "SA-207", "back-row"),
    "where": No(
        after(make_play(IN_THE_THICK, "SAM", blue="SAM08"), ("play:SAM08",)), "d4", "SA-304", "passes allies"
    ),
    "pay": No(
        after(mickey(statuses=STEALTHY, blue="ALA01 ALA02"), ("attack:GAS",)),
        "ALA03",
        "SA-507",
        "card of the hand",
    ),
    "banish": No(
        after(make_play(MICKEY_ALONE, "GAS", red="GAS01", blue="ALA01 ALA02"), ("play:GAS01",)),
        "ALA03",
        "SA-413",
        "card of the hand",
    ),
    "discard-for": No(
        after(make_play(IN_THE_THICK, "GAS", red="GAS01 ARI01 ARI02", printed=DROPS), ("play:GAS01",)),
        "ALA03",
        "SA-413",
        "card of the hand",
    ),
    "discard": No(after(mickey(blue=SEVEN), ("end",)), "GAS01", "SA-701", "down to the limit"),
    "phase": No(after(mickey(blue="SAM06"), ("play:SAM06",)), "skills", "SA-302", "banner"),
    "order-of-damage": No(
        after(make_play(IN_THE_THICK, "GAS", red="GAS09"), ("play:GAS09",)), "ARI", "SA-407", "order"
    ),
    "order-of-cards": No(
        after(make_play(IN_THE_THICK, "GAS", statuses={"SAM": {"magic_broom": 1}}), ("end",)),
        "SAM01",
        "SA-410",
        "looked at",
    ),
}


@pytest.mark.parametrize(
    "no", [*TURN.values(), *TARGET.values(), *OTHER.values()], ids=[*TURN, *TARGET, *OTHER]
)
def test_it_says_no_with_the_rule_and_in_words(no: No) -> None:
    refusal = no.play.refusal(*([no.pick] * max(1, no.play.asked.least)))
    assert refusal.rule == no.rule
    assert refusal.sentence.startswith(f"“{no.pick}” cannot be chosen: ")
    assert no.words in refusal.sentence


def test_every_reason_that_there_is_has_been_provoked() -> None:
    """And for every rule of a table the number is the one that forbids."""
    provoked = {no.rule for no in (*TURN.values(), *TARGET.values())}
    assert provoked - {""} == set(refusals._REASONS)
    assert {name.partition(",")[0] for name in OTHER} - {"place"} == set(refusals._PROMPTS)


def test_another_seat_is_not_asked() -> None:
    play = mickey()
    with pytest.raises(Illegal, match="Seat 0 answers now, not seat 1"):
        check_answer(play.rules, play.position, Answered(1, ("end",)))
