"""The days: what is played, and what comes in between."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from .bots import Json, Seated, play
from .organizer import Organizer

Begin = Callable[[Json], Organizer]
"""Opens a tournament."""

POOLS = (
    ("prince-john", "captain-hook", "maleficent"),
    ("ursula", "jafar", "queen-of-hearts"),
    ("prince-john", "captain-hook", "maleficent", "ursula", "jafar", "queen-of-hearts"),
)
"""The Villains of the first round, of the second, and of all after."""

WEEK = 7 * 24 * 60
"""Minutes of a week."""

LATE = {"rules": ["SA-601"], "text": "The turn was not played in time."}
"""What a judge says of a case."""

NAMES = ("Ada", "Bea", "Cid", "Dot", "Eli", "Fay", "Gus", "Hal")


def people(count: int) -> list[str]:
    """Returns the names of so many players."""
    return [f"{NAMES[one % len(NAMES)]} {one // len(NAMES) + 1}" for one in range(count)]


def duels(begin: Begin) -> Organizer:
    """Gen Con 2023: Villainous for two, 32 players, single elimination with a game for third place.

    Each round has a pool of Villains. The better seed takes the first turn, or the first choice of a Villain.
    """
    stage = {
        "format": "single_elimination",
        "third_place": True,
        "pools": POOLS,
        "casting": "turn_or_character",
        "choosing": "seed",
    }
    desk = begin({"title": "Villainous duels", "game": "villainous", "stages": [stage], "minutes": 60})
    desk.registers(people(32))
    _with_late_choices(desk)
    desk.decides()
    return desk


def _with_late_choices(desk: Organizer) -> None:
    """Round 1: the organizer chooses for somebody who calls, and lots for somebody who does not come."""
    desk.pairs()
    seen = desk.publishes()
    calling, absent = seen["tables"][:2]
    desk.choose(calling["choices"]["player"], absent["choices"]["player"])
    desk.choice(seen, calling)
    desk.choose(absent["choices"]["player"])
    desk.starts(overrule="the hall closes at six")
    desk.plays()


def fours(begin: Begin) -> Organizer:
    """Gen Con 2024: Villainous in pods of four, the winner of each goes on: 48, 12, and a table of three.

    Each player is drawn a Villain, and none twice.
    """
    return _pods(begin, "Villainous fours", 48, [4, 3], pools=[POOLS[-1]])


def eights(begin: Begin) -> Organizer:
    """Gen Con 2025: Villainous in pods of four: 32, 8, and a final of two.

    Those at a table choose their Villains, in an order drawn by lot.
    """
    return _pods(begin, "Villainous, 32 to 8 to 2", 32, [4, 2], pools=[POOLS[-1]], casting="chosen")


def _pods(begin: Begin, title: str, players: int, seats: list[int], **more: Any) -> Organizer:
    stage = {"format": "pods", "seats": seats, "going_on": 1} | more
    points = {"places": [5, 3, 2, 1]}
    plan = {"title": title, "game": "villainous", "stages": [stage], "points": points, "minutes": 120}
    desk = begin(plan)
    desk.registers(people(players))
    desk.decides()
    return desk


def double(begin: Begin) -> Organizer:
    """Sorcerer's Arena 2022: double elimination, 16 players."""
    stages = [{"format": "double_elimination"}]
    desk = begin({"title": "Arena, two lives", "game": "arena", "stages": stages, "minutes": 50})
    desk.registers(people(16))
    desk.decides()
    return desk


def swiss(begin: Begin) -> Organizer:
    """Sorcerer's Arena, chapter 4: 64 players, six rounds of Swiss, a cut to eight, and all that happens.

    Tables have their matches here, but most play on cardboard, and their results are entered.
    """
    options = [{"chapter": 4}]
    stages = [
        {"format": "swiss", "rounds": 6, "options": options},
        {"format": "single_elimination", "players": 8, "options": options},
    ]
    breakers = ["opponents_rate", "buchholz_cut_1", "lot"]
    plan = {"title": "Arena Open", "game": "arena", "stages": stages, "minutes": 50, "tiebreakers": breakers}
    desk = begin(plan | {"online": True})
    everybody = people(64)
    desk.registers(everybody[:61])
    _with_a_no_show(desk)
    desk.registers(everybody[61:63])
    protesting = _with_a_protest(desk)
    for name in everybody[4:6]:
        desk.does("drop", player=desk.players[name], why="has to leave")
    _changed_by_hand(desk)
    desk.does("return", player=desk.players[everybody[5]])
    desk.registers(everybody[63:])
    waiting = _with_cases_that_wait(desk, protesting)
    _ruled_later(desk, waiting)
    desk.rounds(1)
    desk.does("cut")
    desk.decides()
    return desk


def _with_a_no_show(desk: Organizer) -> None:
    """Round 1: somebody does not come, and a table has more time."""
    desk.pairs()
    desk.starts()
    forfeit = {"places": [1, 2], "forfeits": [1]}
    desk.does("assign", stage=1, round=1, table=3, result=forfeit, why="did not come")
    desk.does("grant_time", stage=1, round=1, table=7, minutes=8, why="a ruling took long")
    desk.plays()


def _with_a_protest(desk: Organizer) -> list[Seated]:
    """Round 2: somebody gives table 1 up, and says later that a turn was not over. Returns who sits there."""
    desk.pairs()
    desk.starts()
    seats = desk.sit(desk.opened(2)[0], 2)
    play(seats, Random(2), 12)
    seats[0].concedes()
    desk.told(2, 1)
    seats[0].disputes("My turn was not over.")
    desk.plays()
    return seats


def _changed_by_hand(desk: Organizer) -> None:
    """Round 3: two tables change a player before it is published."""
    one, other = desk.pairs()["tables"][:2]
    (ann, bob), (cid, dot) = one["seats"], other["seats"]
    tables = [{"number": one["table"], "seats": [ann, dot]}, {"number": other["table"], "seats": [cid, bob]}]
    byes = desk.looks("/rounds/3")["byes"]
    desk.does("change_pairing", stage=1, round=3, tables=tables, byes=byes, why="they came in one car")
    desk.starts()
    desk.plays()


def _with_cases_that_wait(desk: Organizer, protesting: Sequence[Seated]) -> list[Seated]:
    """Round 4: while it is played, a ruling has table 1 of round 2 play on, and the other side gives it up.

    When time is up, two tables of round 4 wait for a judge.
    """
    desk.pairs()
    desk.starts()
    first, other = protesting
    before = first.looks()["seq"] - len(("concession", "end", "case"))
    desk.rules(first.match, 1, outcome="rewind", to=before, **LATE)
    desk.told(2, 1, results=2)
    other.concedes()
    desk.told(2, 1, results=3)
    waiting = []
    for table in desk.opened(4)[:2]:
        first, _ = seats = desk.sit(table, 4)
        play(seats, Random(table["table"]), 12)
        first.disputes("Time was called in the middle of my turn.")
        waiting.append(first)
    desk.plays(1, 2, overrule="two cases wait for the judge")
    return waiting


def _ruled_later(desk: Organizer, waiting: Sequence[Seated]) -> None:
    """Round 5: while it is played, both cases of round 4 are ruled."""
    desk.pairs()
    desk.starts()
    for seat in waiting:
        desk.rules(seat.match, 1, outcome="result", winners=[seat.seat], **LATE)
    desk.told(4, 1, 2)
    desk.plays()


def league(begin: Begin) -> Organizer:
    """A league of ten, a round a week: everybody meets everybody twice, and one leaves in the first half."""
    stages = [{"format": "round_robin", "legs": 2}]
    breakers = ["head_to_head", "sonneborn_berger", "wins"]
    plan = {"title": "Arena League", "game": "arena", "stages": stages, "tiebreakers": breakers}
    desk = begin(plan | {"minutes": WEEK})
    desk.registers(people(10))
    desk.rounds(6)
    desk.does("drop", player=next(iter(desk.players.values())), why="moves away")
    desk.rounds(12)
    return desk


def bots(begin: Begin) -> Organizer:
    """Sorcerer's Arena, chapter 1, two rounds of Swiss for six, played here by bots to the end of each match.

    When time is up in round 1, two tables play still and have called a judge; rulings end both later.
    """
    stages = [{"format": "swiss", "rounds": 2}]
    desk = begin({"title": "Arena of bots", "game": "arena", "stages": stages, "minutes": 50, "online": True})
    desk.registers(people(6))
    rng = Random(len(desk.players))
    first, *late = _seated(desk, 1)
    play(first, rng)
    for seats in late:
        play(seats, rng, 12)
        seats[1].disputes("Time was called in the middle of my turn.")
    desk.told(1, 1)
    desk.does("close", stage=1, round=1, overrule="two cases wait for the judge")
    again = _seated(desk, 2)
    for winner, seats in enumerate(late):
        desk.rules(seats[0].match, 1, outcome="result", winners=[winner], **LATE)
    desk.told(1, 1, 2, 3)
    for seats in again:
        play(seats, rng)
    desk.told(2, 1, 2, 3)
    desk.does("close", stage=1, round=2)
    return desk


def _seated(desk: Organizer, number: int) -> list[list[Seated]]:
    """Pairs and starts a round, and has everybody take their seats, table by table."""
    desk.pairs()
    desk.starts()
    return [desk.sit(table, number) for table in desk.opened(number)]


DAYS: Mapping[str, Callable[[Begin], Organizer]] = {
    day.__name__: day for day in (duels, fours, eights, double, swiss, league, bots)
}
