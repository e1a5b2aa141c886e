"""How even a game is: every line-up is played, and what came of it is reported."""

from __future__ import annotations

import csv
from collections import Counter
from functools import partial
from itertools import islice, permutations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from domain import table
from replays.bots.players import BOTS, ROUNDS_CHECK_INTERVAL, EndlessMatch, play_match
from replays.executors import process_workers
from replays.research import balance
from replays.research.balance import UNFINISHED
from service.cli import main

from .conftest import GameWithBook, book, take

# -- playing -----------------------------------------------------------------------------------------


def test_every_two_teams_without_a_common_character_meet_both_ways_round() -> None:
    arena = take("arena")
    casts = [lineup.characters for lineup in arena.game.list_lineups(arena.book, 2)]
    assert len(casts) == len(set(casts)) == 2 * 280
    assert all(not {*blue} & {*red} and (red, blue) in casts for blue, red in casts)


def test_every_villain_meets_every_other_both_ways_round() -> None:
    villainous = take("villainous")
    met = [lineup.characters for lineup in villainous.game.list_lineups(villainous.book, 2)]
    cast = [(who,) for who in villainous.game.list_characters(villainous.book)]
    assert sorted(met) == sorted(permutations(cast, 2))


def test_nobody_sits_more_often_on_one_seat_than_on_another(given: GameWithBook) -> None:
    for seats in given.game.SEATS:
        lineups = list(given.game.list_lineups(given.book, seats))
        sat = Counter((n, who) for one in lineups for n, cast in enumerate(one.characters) for who in cast)
        assert sat.keys() == {
            (n, who) for n in range(seats) for who in given.game.list_characters(given.book)
        }
        assert len({*sat.values()}) == 1
        assert {one.sides for one in lineups} <= {2, seats}


def test_what_is_lined_up_is_what_is_played(given: GameWithBook) -> None:
    for seats in given.game.SEATS:
        lineup = next(iter(given.game.list_lineups(given.book, seats)))
        (played,) = balance.play_fixtures(
            given.game.NAME,
            partial(book, given.game.NAME),
            "random",
            {},
            balance.make_fixtures([lineup], 1, "s"),
            rounds=60,
            workers=process_workers(1),
        )
        assert (played.cast, played.sides) == (lineup.characters, lineup.sides)
        assert len(played.winners) in (0, seats // lineup.sides)


def test_every_line_up_is_played_as_often_as_any_other_or_once_more() -> None:
    lineups = list(take("arena").game.list_lineups(take("arena").book, 2))[:6]
    todo = balance.make_fixtures(lineups, 20, "s")
    assert len(todo) == len({fixture.seed for fixture in todo}) == 20
    assert sorted(Counter(fixture.lineup.characters for fixture in todo).values()) == [3, 3, 3, 3, 4, 4]
    assert [fixture.lineup for fixture in balance.make_fixtures(lineups, None, "s")] == lineups


def test_several_processes_play_the_same_matches_as_one() -> None:
    arena = take("arena")
    todo = balance.make_fixtures(islice(arena.game.list_lineups(arena.book, 2), 6), 12, "s")
    play = partial(balance.play_fixtures, "arena", partial(book, "arena"), "random", {}, todo, rounds=60)
    one, two = list(play(workers=process_workers(1))), list(play(workers=process_workers(2)))
    assert one == two
    assert [match.cast for match in one] == [fixture.lineup.characters for fixture in todo]
    assert all(len(match.winners) == 1 and match.measures.rounds > 1 for match in one)


def test_a_match_that_is_not_over_in_time_is_won_by_nobody() -> None:
    arena = take("arena")
    todo = balance.make_fixtures(islice(arena.game.list_lineups(arena.book, 2), 1), 1, "s")
    play = partial(
        balance.play_fixtures, "arena", partial(book, "arena"), "random", {}, todo, workers=process_workers(1)
    )
    (over,) = play(rounds=60)
    assert over.winners
    (in_time,) = play(rounds=over.measures.rounds)
    assert in_time == over
    (late,) = play(rounds=over.measures.rounds - 1)
    assert (late.winners, late.measures.ending) == ((), UNFINISHED)
    (hurried,) = play(rounds=1)
    assert (hurried.answers, hurried.measures.ending) == (ROUNDS_CHECK_INTERVAL, UNFINISHED)


def test_a_match_that_goes_on_and_on_is_won_by_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    arena = take("arena")
    monkeypatch.setattr(balance, "play_match", partial(play_match, max_answers=40))
    todo = balance.make_fixtures(islice(arena.game.list_lineups(arena.book, 2), 1), 1, "s")
    (match,) = balance.play_fixtures(
        "arena", partial(book, "arena"), "random", {}, todo, rounds=60, workers=process_workers(1)
    )
    assert (match.winners, match.measures.ending, match.answers) == ((), UNFINISHED, 40)
    assert match.measures.rounds == 2


def test_what_goes_on_and_on_is_given_up_with_the_table_as_it_stands() -> None:
    arena = take("arena")
    with pytest.raises(EndlessMatch) as given_up:
        play_match(arena.game, arena.rules, "s", [BOTS["random"]] * 2, {}, max_answers=30)
    facts = given_up.value.facts
    board = table.fold(arena.rules, facts).position.board
    told, drawn = str(given_up.value).split("\n", 1)
    assert f"not over: after fact {facts[-1].seq}, the question" in told
    assert drawn == arena.game.draw_board(board, arena.book)


def test_a_match_tells_its_order_its_end_and_who_fell() -> None:
    arena = take("arena")
    teams = (("SAM", "ALA", "GAS"), ("ARI", "MAL", "DEM"))
    facts = play_match(arena.game, arena.rules, "s", [BOTS["random"]] * 2, {"chapter": 4, "teams": teams})
    measures = arena.game.measure_match(facts)
    board = table.fold(arena.rules, facts).position.board
    assert (measures.rounds, measures.order) == (board.round, board.order)
    assert measures.ending in ("SA-702", "SA-703")
    assert [*measures.scores.values()] == sorted(board.points, reverse=True)
    assert {*measures.felled} <= {*board.figures}


# -- the command -------------------------------------------------------------------------------------


def balanced(*asked: str) -> Result:
    """Runs the command with random bots in one process."""
    return CliRunner().invoke(main, ["balance", "--bots", "random", "--jobs", "1", *asked])


def test_the_command_writes_a_report_a_picture_and_the_counts(tmp_path: Path) -> None:
    ran = balanced("--seats", "2", "--seats", "4", "--matches", "3", "--out", str(tmp_path / "report"))
    assert ran.exit_code == 0, ran.output
    assert "6 matches" in ran.output
    told = (tmp_path / "report" / "report.md").read_text(encoding="utf-8")
    assert "# Balance: 6 matches" in told
    assert "--seats 2 --seats 4 --matches 3 --most-rounds 60 --bots random --seed balance" in told
    ElementTree.parse(tmp_path / "report" / "picture.svg")
    with (tmp_path / "report" / "counts.csv").open(encoding="utf-8") as file:
        counts = {(row["seats"], row["what"], row["name"]): int(row["count"]) for row in csv.DictReader(file)}
    assert counts["2", "seat", "0"] == counts["4", "seat", "3"] == 3
    assert sum(count for (_, what, _), count in counts.items() if what == "ending") == 6


def test_the_command_plays_every_game_with_as_few_as_can(given: GameWithBook, tmp_path: Path) -> None:
    ran = balanced("--game", given.game.NAME, "--matches", "1", "--out", str(tmp_path))
    assert ran.exit_code == 0, ran.output
    few = min(given.game.SEATS)
    assert f"## {few} players: 1 matches" in (tmp_path / "report.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("asked", "refusal"),
    [
        (("--seats", "3"), "Sorcerer’s Arena: Epic Alliances is not for 3 players."),
        (("--option", "chapter=1"), "The teams of chapter 1 are fixed"),
        (("--option", "weather=fine"), "weather"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(
    asked: tuple[str, ...], refusal: str, tmp_path: Path
) -> None:
    ran = balanced("--game", "arena", *asked, "--out", str(tmp_path / "report"))
    assert ran.exit_code
    assert refusal in " ".join(ran.output.split())
    assert not (tmp_path / "report").exists()
