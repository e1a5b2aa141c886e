"""The days: what is played, and what comes in between."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

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

NAMES = ("Ada", "Bea", "Cid", "Dot", "Eli", "Fay", "Gus", "Hal")


def people(count: int) -> list[str]:
    """Returns the names of so many players."""
    return [f"{NAMES[one % len(NAMES)]} {one // len(NAMES) + 1}" for one in range(count)]


def duels(begin: Begin) -> Organizer:
    """Gen Con 2023: Villainous for two, 32 players, single elimination with a game for third place.

    Each round has a pool of Villains, of which every player is drawn one.
    """
    stage = {"format": "single_elimination", "third_place": True, "pools": POOLS}
    desk = begin({"title": "Villainous duels", "game": "villainous", "stages": [stage], "minutes": 60})
    desk.registers(people(32))
    desk.decides()
    return desk


def fours(begin: Begin) -> Organizer:
    """Gen Con 2024: Villainous in pods of four, the winner of each goes on: 48, 12, and a table of three."""
    return _pods(begin, "Villainous fours", 48, [4, 3])


def eights(begin: Begin) -> Organizer:
    """Gen Con 2025: Villainous in pods of four: 32, 8, and a final of two."""
    return _pods(begin, "Villainous, 32 to 8 to 2", 32, [4, 2])


def _pods(begin: Begin, title: str, players: int, seats: list[int]) -> Organizer:
    stage = {"format": "pods", "seats": seats, "going_on": 1}
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
    """Sorcerer's Arena, chapter 4: 64 players, six rounds of Swiss, a cut to eight, and all that happens."""
    options = [{"chapter": 4}]
    stages = [
        {"format": "swiss", "rounds": 6, "options": options},
        {"format": "single_elimination", "players": 8, "options": options},
    ]
    breakers = ["opponents_rate", "buchholz_cut_1", "lot"]
    desk = begin(
        {"title": "Arena Open", "game": "arena", "stages": stages, "minutes": 50, "tiebreakers": breakers}
    )
    everybody = people(64)
    desk.registers(everybody[:61])
    _with_a_no_show(desk)
    desk.registers(everybody[61:])
    desk.rounds(1)
    for name in everybody[4:6]:
        desk.does("drop", player=desk.players[name], why="has to leave")
    _changed_by_hand(desk)
    desk.does("return", player=desk.players[everybody[5]])
    _corrected_later(desk)
    desk.rounds(2)
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


def _changed_by_hand(desk: Organizer) -> None:
    """Round 3: two tables change a player before it is published."""
    one, other = desk.pairs()["tables"][:2]
    (ann, bob), (cid, dot) = one["seats"], other["seats"]
    tables = [{"number": one["table"], "seats": [ann, dot]}, {"number": other["table"], "seats": [cid, bob]}]
    byes = desk.looks("/rounds/3")["byes"]
    desk.does("change_pairing", stage=1, round=3, tables=tables, byes=byes, why="they came in one car")
    desk.starts()
    desk.plays()


def _corrected_later(desk: Organizer) -> None:
    """Round 4: while it is played, a ruling changes a result of round 2."""
    desk.pairs()
    desk.starts()
    was = desk.looks("/rounds/2")["tables"][0]["result"]["places"]
    ruling = {"result": {"places": was[::-1]}, "why": "the turn limit was overlooked", "effect": "stand"}
    desk.does("correct", stage=1, round=2, table=1, **ruling)
    desk.plays()


def league(begin: Begin) -> Organizer:
    """A league of ten, where everybody meets everybody twice, and one of them leaves in the first half."""
    stages = [{"format": "round_robin", "legs": 2}]
    breakers = ["head_to_head", "sonneborn_berger", "wins"]
    desk = begin({"title": "Arena League", "game": "arena", "stages": stages, "tiebreakers": breakers})
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
    luck = Random(len(desk.players))
    first, *late = _seated(desk, 1)
    play(first, luck)
    for seats in late:
        play(seats, luck, 12)
        seats[1].says("disputes", seats[1].looks()["seq"], claim="Time was called in the middle of my turn.")
    desk.told(1, 1)
    desk.does("close", stage=1, round=1, overrule="two cases wait for the judge")
    again = _seated(desk, 2)
    for winner, seats in enumerate(late):
        ruling = {"rules": ["SA-601"], "text": "The turn was not played in time."}
        desk.rules(seats[0].match, 1, outcome="result", winners=[winner], **ruling)
    desk.told(1, 1, 2, 3)
    for seats in again:
        play(seats, luck)
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
