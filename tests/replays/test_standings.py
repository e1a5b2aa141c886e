"""What came of many matches is added up, told and drawn."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from domain.lineups import Measures
from replays.research import chart, report
from replays.research.balance import UNFINISHED, BalanceMatch
from replays.research.standings import Share, Standings, add_up_matches, combined_shares, fair_share

NAMES = {"SUN": "the Sun", "MOON": "the Moon"}


def met(winner: int | None, rounds: int = 3, order: tuple[str, ...] = ("MOON", "SUN")) -> BalanceMatch:
    """Returns a match of the Sun, seat 0, against the Moon, who was felled twice."""
    winners = () if winner is None else (winner,)
    measures = Measures(rounds, order, "SKY-1", ("MOON", "MOON"), {"stars of the winner": 20})
    return BalanceMatch((("SUN",), ("MOON",)), 2, winners, 50, 300, measures)


def crowded(winner: int | None) -> BalanceMatch:
    """Returns a match of three, the Moon, the Sun and a comet, in the order of their seats."""
    winners, ending = ((), UNFINISHED) if winner is None else ((winner,), "SKY-1")
    return BalanceMatch(
        (("MOON",), ("SUN",), ("COMET",)), 3, winners, 90, 500, Measures(4, (), ending, (), {})
    )


@pytest.fixture(scope="module")
def sky() -> Standings:
    """Twenty matches: the Sun wins sixteen, the Moon three, one is a draw."""
    (two,) = add_up_matches([*[met(0)] * 16, *[met(1, rounds=6)] * 3, met(None)])
    return two


@pytest.fixture(scope="module")
def crowd(sky: Standings) -> tuple[Standings, ...]:
    """The same twenty, and five matches of three: the Sun wins two, the comet two, one is never over."""
    three = add_up_matches([crowded(1), crowded(2), crowded(None), crowded(1), crowded(2)])
    return (sky, *three)


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
    assert sky.counts["felled"] == {"MOON": 40}
    assert sky.counts["slot"] == {"1": 40}
    assert sky.lengths["rounds"] == {3: 17, 6: 3}
    assert sky.lengths["stars of the winner"] == {20: 20}


def test_each_number_of_seats_is_added_up_by_itself(crowd: tuple[Standings, ...]) -> None:
    assert [(one.seats, one.matches, one.fair) for one in crowd] == [(2, 20, 1 / 2), (3, 5, 1 / 3)]
    assert crowd[1].shares["character"]["SUN"] == crowd[1].shares["seat"]["1"] == Share(2, 5)
    assert combined_shares(crowd, "character") == {
        "SUN": Share(18, 25),
        "MOON": Share(3, 25),
        "COMET": Share(2, 5),
    }
    assert fair_share(crowd) == pytest.approx((20 + 5) / (40 + 15))


def test_an_unfinished_match_has_no_length(crowd: tuple[Standings, ...]) -> None:
    assert [one.unfinished for one in crowd] == [0, 1]
    assert crowd[1].lengths["rounds"] == {4: 4}


# -- telling -----------------------------------------------------------------------------------------


def test_the_report_names_who_is_outside_and_who_may_be(sky: Standings) -> None:
    told = report.write_report([sky], NAMES, {"SKY-1": "Night falls."}, ["played in the sky"])
    assert "| 2 players: won with | 40% to 60% | the Moon, the Sun |  |" in told
    assert "| the Sun | 80.0% | 58.4% – 91.9% | 20 | 0.00 | – |" in told
    assert "| SKY-1 | 100.0% | Night falls. |" in told
    assert "| Rounds | 3 | 3 | 3.5 | 6 | 6 |" in told
    assert "| unfinished matches | |  | |" in told
    even = report.write_report(add_up_matches([met(0), met(1)]), NAMES, {}, [])
    assert "| 2 players: won with | 40% to 60% |  | the Moon, the Sun |" in even
    assert "| without a win | |  | |" in even


def test_the_report_has_a_column_and_a_chapter_for_each_number_of_seats(crowd: tuple[Standings, ...]) -> None:
    told = report.write_report(crowd, NAMES, {}, [])
    assert "| | won | interval | matches | 2 players | 3 players |" in told
    assert "| the Sun | 72.0% | 52.4% – 85.7% | 25 | 80.0% | 40.0% | 0.00 | – |" in told
    assert "| a fair share | 45.5% | – | – | 50.0% | 33.3% | – | – |" in told
    assert "| 3 players: won with | 27% to 40% | the Moon | " in told
    assert "| unfinished matches | | 1 of 5 with 3 players | |" in told
    assert "| without a win | | the Moon with 3 players | |" in told
    assert "## 3 players: 5 matches" in told
    assert "| unfinished | 20.0% |  |" in told


def test_matches_of_which_none_was_over_are_told_as_well() -> None:
    told = report.write_report(add_up_matches([crowded(None)]), NAMES, {}, [])
    assert "| unfinished matches | | 1 of 1 with 3 players | |" in told
    assert "| unfinished | 100.0% |  |" in told
    assert "Rounds" not in told


def test_the_picture_is_svg_and_marks_who_is_outside(sky: Standings) -> None:
    picture = ElementTree.fromstring(chart.draw_chart(report.share_panels([sky], NAMES), "The sky"))
    kinds = [shape.get("class") for shape in picture.iter()]
    assert kinds.count("out") == 6
    assert "bar" not in kinds
    assert kinds.count("interval") == 3 * 6


def test_the_picture_shows_each_number_of_seats_and_the_share_that_is_fair(
    crowd: tuple[Standings, ...],
) -> None:
    panels = report.share_panels(crowd, NAMES)
    picture = ElementTree.fromstring(chart.draw_chart(panels, "The sky"))
    titles = [shape.text for shape in picture.iter() if shape.get("class") == "title"]
    assert titles == ["2 players: won with", "2 players: won by", "3 players: won with", "3 players: won by"]
    fair = [float(shape.get("x1", "0")) for shape in picture.iter() if shape.get("class") == "fair"]
    wide = [round((x - chart.LABEL) / chart.WIDTH, 3) for x in fair]
    assert wide == [0.5, 0.5, 0.333, 0.333]
    assert panels[2].band == pytest.approx((0.267, 0.4), abs=0.001)
