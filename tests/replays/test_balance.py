"""How even a game is: every line-up is played, and what came of it is counted, told and drawn."""

from __future__ import annotations

import csv
from itertools import islice
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from domain import table
from domain.contest import Measures
from replays import balance, bots, chart, report
from replays.balance import Played
from replays.standings import Share, Standings, standings
from service.cli import main

from .conftest import take

NAMES = {"SUN": "the Sun", "MOON": "the Moon"}


def met(winner: int | None, rounds: int = 3, order: tuple[str, ...] = ("MOON", "SUN")) -> Played:
    """Returns a match of the Sun, seat 0, against the Moon, who was felled twice."""
    winners = () if winner is None else (winner,)
    measures = Measures(rounds, order, "SKY-1", ("MOON", "MOON"))
    return Played((("SUN",), ("MOON",)), winners, (20, 12), 50, 300, measures)


@pytest.fixture(scope="module")
def sky() -> Standings:
    """Twenty matches: the Sun wins sixteen, the Moon three, one is a draw."""
    return standings([*[met(0)] * 16, *[met(1, rounds=6)] * 3, met(None)])


# -- playing -----------------------------------------------------------------------------------------


def test_every_two_teams_without_a_common_character_meet_both_ways_round() -> None:
    arena = take("arena")
    casts = [lineup.cast for lineup in arena.game.lineups(arena.book)]
    assert len(casts) == len(set(casts)) == 2 * 280
    assert all(not {*blue} & {*red} and (red, blue) in casts for blue, red in casts)


def test_every_line_up_is_played_so_many_times_each_from_a_seed_of_its_own() -> None:
    game = take("villainous")
    todo = balance.fixtures(game.game.lineups(game.book), 3, "s")
    assert len(todo) == len({fixture.seed for fixture in todo}) == 3 * 6


@pytest.mark.parametrize("name", ["arena", "villainous"])
def test_several_processes_play_the_same_matches_as_one(name: str) -> None:
    game = take(name)
    options = {"chapter": 4} if name == "arena" else {}
    todo = balance.fixtures(islice(game.game.lineups(game.book), 6), 2, "s")
    one, two = (list(balance.play(name, game.book, ["random"] * 2, options, todo, jobs)) for jobs in (1, 2))
    assert one == two
    assert [match.cast for match in one] == [fixture.lineup.cast for fixture in todo]
    assert all(len(match.winners) == 1 and match.measures.rounds > 1 for match in one)


def test_a_match_tells_its_order_its_end_and_who_fell() -> None:
    arena = take("arena")
    teams = (("SAM", "ALA", "GAS"), ("ARI", "MAL", "DEM"))
    facts = bots.play(arena.game, arena.rules, "s", [bots.random] * 2, {"chapter": 4, "teams": teams})
    measures = arena.game.measures(facts)
    board = table.fold(arena.rules, facts).position.board
    assert (measures.rounds, measures.order) == (board.round, board.order)
    assert measures.ending in ("SA-702", "SA-703")
    assert {*measures.felled} <= {*board.figures}


def test_a_bot_imagines_other_hidden_cards_and_leaves_what_it_sees() -> None:
    arena = take("arena")
    facts = bots.play(arena.game, arena.rules, "s", [bots.random] * 2, {"chapter": 4})
    turn = next(n for n, fact in enumerate(facts, 1) if fact.rule == "SA-202")
    position = table.fold(arena.rules, facts[:turn]).position
    viewer = arena.rules.viewer(position.board, 0)
    imagined = bots.imagined(arena.rules, position, viewer, Random(1)).board
    assert arena.rules.see(imagined, viewer) == arena.rules.see(position.board, viewer)
    for mine, truly in zip(imagined.summoners, position.board.summoners, strict=True):
        assert mine.deck != truly.deck
        assert sorted(mine.deck) == sorted(truly.deck)


# -- counting ----------------------------------------------------------------------------------------


def test_an_interval_is_wilsons() -> None:
    assert Share(50, 100).interval == pytest.approx((0.4038, 0.5962), abs=0.0001)
    assert Share(0, 10).interval == pytest.approx((0.0, 0.2775), abs=0.0001)


def test_a_match_counts_for_each_of_its_cast_and_a_draw_for_none(sky: Standings) -> None:
    assert sky.matches == 20
    assert sky.shares["character"] == {"SUN": Share(16, 20), "MOON": Share(3, 20)}
    assert sky.shares["seat"] == {"0": Share(16, 20), "1": Share(3, 20)}


def test_who_acts_first_is_told_apart_from_who_sits_first(sky: Standings) -> None:
    assert sky.shares["turn"] == {"1": Share(3, 20), "2": Share(16, 20)}
    assert sky.shares["leading"] == {"MOON": Share(3, 20)}


def test_falls_and_lengths_are_counted(sky: Standings) -> None:
    assert sky.numbers["felled"] == {"MOON": 40}
    assert sky.numbers["slot"] == {"1": 40}
    assert sky.numbers["rounds"] == {"3": 17, "6": 3}


# -- telling -----------------------------------------------------------------------------------------


def test_the_report_names_who_is_outside_and_who_may_be(sky: Standings) -> None:
    told = report.write(sky, NAMES, {"SKY-1": "Night falls."}, ["played in the sky"])
    assert "outside are the Moon and the Sun" in told
    assert "| the Sun | 80.0% | 58.4% – 91.9% | 20 | 0.00 | – |" in told
    assert "| SKY-1 | 100.0% | Night falls. |" in told
    even = standings([met(0), met(1)])
    assert "nobody is outside; the interval reaches out of it for the Moon and the Sun" in report.write(
        even, NAMES, {}, []
    )


def test_the_picture_is_svg_and_marks_who_is_outside(sky: Standings) -> None:
    picture = ElementTree.fromstring(chart.draw(report.panels(sky, NAMES), "The sky"))
    kinds = [shape.get("class") for shape in picture.iter()]
    assert kinds.count("out") == 6
    assert "bar" not in kinds
    assert kinds.count("interval") == 3 * 6


def test_the_command_writes_a_report_a_picture_and_the_counts(tmp_path: Path) -> None:
    out = tmp_path / "report"
    asked = ["balance", "--game", "villainous", "--bots", "random", "--jobs", "1", "--out", str(out)]
    ran = CliRunner().invoke(main, asked)
    assert ran.exit_code == 0, ran.output
    assert "6 matches" in ran.output
    assert "# Balance: 6 matches" in (out / "report.md").read_text(encoding="utf-8")
    ElementTree.parse(out / "picture.svg")
    with (out / "counts.csv").open(encoding="utf-8") as file:
        counts = {(row["what"], row["name"]): int(row["count"]) for row in csv.DictReader(file)}
    assert counts["seat", "0"] == 6
    assert sum(count for (what, _), count in counts.items() if what == "ending") == 6
