"""Ratings follow results: who wins rises, and most against those who stand higher."""

from __future__ import annotations

from random import Random

from domain.ratings import CENTRE, RatedMatch, rating_curves


def duel(n: int, winner: str, loser: str) -> RatedMatch:
    return RatedMatch(f"m{n}", n, ((winner,), (loser,)), (1, 2))


def test_the_first_match_moves_both_by_the_same_and_makes_both_surer() -> None:
    after = rating_curves([duel(1, "ada", "bo")])
    [ada], [bo] = after["ada"], after["bo"]
    assert ada.rating.rating - CENTRE == CENTRE - bo.rating.rating > 0
    assert ada.rating.deviation < 200
    assert ada.rating.is_provisional
    assert (ada.match, ada.at) == ("m1", 1)


def test_a_draw_between_equals_moves_nobody() -> None:
    after = rating_curves([RatedMatch("m1", 1, (("ada",), ("bo",)), (1, 1))])
    assert after["ada"][0].rating.rating == after["bo"][0].rating.rating == CENTRE


def test_who_wins_against_somebody_stronger_rises_more() -> None:
    before = [duel(n, "ada", f"p{n}") for n in range(20)]
    against_ada = rating_curves([*before, duel(30, "bo", "ada")])["bo"][0].rating
    against_new = rating_curves([*before, duel(30, "bo", "cy")])["bo"][0].rating
    assert against_ada.rating > against_new.rating


def test_a_team_rises_together_and_a_table_of_four_is_ranked_by_place() -> None:
    team = rating_curves([RatedMatch("m1", 1, (("ada", "bo"), ("cy", "di")), (1, 2))])
    ratings = [team[who][0].rating.rating for who in ("ada", "bo", "cy", "di")]
    assert ratings[0] == ratings[1] > ratings[2] == ratings[3]
    pod = rating_curves([RatedMatch("m2", 1, (("ada",), ("bo",), ("cy",), ("di",)), (2, 1, 4, 3))])
    by_place = sorted(pod, key=lambda who: -pod[who][0].rating.rating)
    assert by_place == ["bo", "ada", "di", "cy"]


def test_the_stronger_of_many_stands_higher_in_the_end() -> None:
    luck, strength = Random(1), {f"p{n}": n for n in range(8)}
    played = []
    for n in range(600):
        one, other = luck.sample(list(strength), 2)
        wins = luck.random() < 1 / (1 + 2.0 ** (strength[other] - strength[one]))
        played.append(duel(n, *((one, other) if wins else (other, one))))
    last = {who: steps[-1].rating for who, steps in rating_curves(played).items()}
    assert not any(rating.is_provisional for rating in last.values())
    places = sorted(last, key=lambda who: last[who].rating)
    assert all(abs(places.index(who) - strength[who]) <= 1 for who in places)


def test_a_corrected_result_makes_the_curve_anew() -> None:
    before = [duel(1, "ada", "bo"), duel(2, "ada", "cy")]
    after = [duel(1, "bo", "ada"), before[1]]
    assert rating_curves(before)["ada"][-1].rating.rating > rating_curves(after)["ada"][-1].rating.rating
