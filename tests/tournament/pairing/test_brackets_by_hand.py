"""Brackets whose pairing organizers changed by hand: nobody is lost, and they go on until their final."""

from __future__ import annotations

from random import Random

import pytest

from domain.tournament import stages
from domain.tournament.decision.ranking import final_ranking
from domain.tournament.decision.survivors import is_decided, remaining_players
from domain.tournament.decision.winners import stage_winners
from domain.tournament.facts import Bye, PairingChanged, Player, Seating
from domain.tournament.knockout.bracket_effects import bracket_effects
from domain.tournament.lifecycle import end_tournament
from domain.tournament.pairing import pairing_by_hand, propose_pairing
from domain.tournament.plan import LIVES, Stage
from domain.tournament.play import departures, pairings
from domain.tournament.ranking.shortfalls import unplayed_until
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.refusals import Unsound
from domain.tournament.registrations import roster
from domain.tournament.state import Round, TableRef
from tests.examples import SEED

from ..day import BOTH_ABSENT, DESK, LOSS, WIN, Day
from .played import by_name, meetings, paired, round_played

PLANS = (
    Stage("single_elimination"),
    Stage("single_elimination", third_place=True),
    Stage("double_elimination"),
)
DAYS = 120


def cup(*players: str, stage: Stage = PLANS[0]) -> Day:
    """Returns a cup of players rated in this order."""
    day = Day(stages=(stage,))
    for place, player in enumerate(players):
        day.registers(player, rating=2000 - place)
    return day


def change(
    day: Day, tables: tuple[Seating, ...], byes: tuple[Player, ...], removed: tuple[int, ...] = ()
) -> None:
    """Changes the last round by hand."""
    number = day.t.rounds[-1].number
    given = tuple(Bye(player, "zero_bye") for player in byes)
    day.does(
        pairings.change_pairing(day.t, 1, number, tables, given, DESK, day.at, "by hand", removed=removed)
    )


def test_a_bye_for_the_opponent_of_a_leaver_leaves_the_final_to_be_played() -> None:
    day = cup("Ann", "Ben", "Cat")
    paired(day)
    day.does(roster.drop_player(day.t, "Ben", DESK, day.at))
    day.does(departures.settle_departure(day.t, TableRef(1, 1, 1), "bye", DESK, day.at, "Ben went home"))
    day.starts(1)
    day.closes(1)
    assert (stage_winners(day.t), is_decided(day.t, 1)) == ((), False)
    assert unplayed_until(day.t, 1)
    assert meetings(propose_pairing(day.t)) == {frozenset(("Ann", "Cat"))}
    round_played(day)
    day.does(end_tournament(day.t, DESK, day.at))
    assert stage_winners(day.t) == ("Ann",)
    assert [(row.rank, row.player) for row in final_ranking(day.t)] == [(1, "Ann"), (2, "Cat"), (3, "Ben")]


def test_a_bye_after_a_cut_leaves_the_final_to_be_played_too() -> None:
    day = Day(*"abcd", stages=(Stage("swiss", 1), Stage("single_elimination", players=3)))
    day.plays(1, "a b 1-0", "c d 1-0")
    day.does(stages.cut_stage(day.t, ("a", "c", "b"), DESK, day.at))
    paired(day)
    day.does(roster.drop_player(day.t, "b", DESK, day.at))
    day.does(departures.settle_departure(day.t, TableRef(2, 1, 1), "bye", DESK, day.at, "b went home"))
    day.starts(1)
    day.closes(1)
    assert stage_winners(day.t) == ()
    round_played(day)
    day.does(end_tournament(day.t, DESK, day.at))
    assert [(row.rank, row.player) for row in final_ranking(day.t)][:2] == [(1, "a"), (2, "c")]


def test_the_last_player_of_a_bracket_without_a_game_is_first_in_the_final_ranking() -> None:
    day = cup("Ann", "Ben")
    paired(day)
    day.does(roster.drop_player(day.t, "Ben", DESK, day.at))
    day.does(departures.settle_departure(day.t, TableRef(1, 1, 1), "bye", DESK, day.at, "Ben went home"))
    day.starts(1)
    day.closes(1)
    day.does(end_tournament(day.t, DESK, day.at))
    assert stage_winners(day.t) == ("Ann",)
    assert [(row.rank, row.player) for row in final_ranking(day.t)] == [(1, "Ann"), (2, "Ben")]


def test_both_players_of_a_table_taken_away_stay_in_with_their_byes() -> None:
    day = cup("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
    paired(day)
    (table,) = (number for number, one in day.t.rounds[0].tables.items() if "Eve" in one.seats)
    before = day.t
    change(day, (), ("Ann", "Bob", "Dot", "Eve"), removed=(table,))
    changed = day.facts[-1].event
    assert isinstance(changed, PairingChanged)
    (foreseen,) = bracket_effects(before, changed)
    assert str(foreseen) == "Without a game would go on: Dot, Eve."
    day.starts(1)
    for number, one in day.t.rounds[0].tables.items():
        day.records(1, number, by_name(one.seats))
    day.closes(1)
    assert {*remaining_players(day.t, 1)} == {"Ann", "Bob", "Cid", "Dot", "Eve"}
    paired(day)
    assert {*day.t.rounds[1].players} == {"Ann", "Bob", "Cid", "Dot", "Eve"}


def test_a_table_taken_away_without_byes_is_refused_by_the_names_and_the_ways() -> None:
    day = cup("Ann", "Bob", "Cid", "Dot")
    paired(day)
    with pytest.raises(Unsound, match=r"(?s)Ann.*Dot.*neither a table nor a bye.*Give them byes"):
        change(day, (), (), removed=(1,))
    round_played_by_hand(day)
    with pytest.raises(Unsound, match="neither a table nor a bye"):
        pairing_by_hand(day.t, (), (Bye("Ann", "bye"),))


def round_played_by_hand(day: Day) -> None:
    """Plays the round that is paired to its end; the first by name win."""
    number = day.t.rounds[-1].number
    day.starts(number)
    for table in day.t.rounds[-1].tables.values():
        if table.result is None:
            day.records(number, table.number, by_name(table.seats))
    day.closes(number)


def test_pods_keep_the_players_of_a_table_taken_away() -> None:
    day = cup(*"abcdef", stage=Stage("pods", seats=(3,)))
    paired(day)
    with pytest.raises(Unsound, match="neither a table nor a bye"):
        change(day, (), (), removed=(1,))


class Hands:
    """A bracket whose organizer changes pairings at random; losses are counted by the results alone."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.plan = random.choice(PLANS)
        self.lives = LIVES[self.plan.format]
        players = [f"p{number:02}" for number in range(random.randint(2, 12))]
        self.day = Day(*players, stages=(self.plan,))
        self.losses = dict.fromkeys(players, 0)
        self.gone: set[Player] = set()
        self.leavers = random.randint(0, 3)

    @property
    def left(self) -> set[Player]:
        """The players who have not gone, and have lost less than puts them out."""
        return {who for who, lost in self.losses.items() if lost < self.lives and who not in self.gone}

    def plays(self) -> None:
        """Pairs a round, changes it by hand, and plays it."""
        day = self.day
        paired(day)
        for _ in range(self.random.randint(0, 2)):
            self.changes(day.t.rounds[-1])
        known = day.t.rounds[-1]
        if self.leavers and known.tables and self.random.random() < 0.3:
            self.settles(known)
        known = day.t.rounds[-1]
        day.starts(known.number)
        for number, table in known.tables.items():
            if table.result is None:
                result = self.random.choices((WIN, LOSS, BOTH_ABSENT), (5, 5, 1))[0]
                day.records(known.number, number, result)
        for table in day.t.rounds[-1].tables.values():
            assert table.result is not None
            for player, place in zip(table.seats, table.result.places, strict=True):
                self.losses[player] += self.lives if 1 not in table.result.places else place > 1
        day.closes(known.number)

    def changes(self, known: Round) -> None:
        """Exchanges two players, takes a table away, or sets one up for players with byes."""
        byes = tuple(known.byes)
        match self.random.choice(("swap", "take", "seat")):
            case "swap" if len([*known.players]) > 1:
                one, other = self.random.sample(sorted(known.players), 2)
                new = {one: other, other: one}
                tables = tuple(
                    Seating(table.number, tuple(new.get(who, who) for who in table.seats))
                    for table in known.tables.values()
                )
                change(self.day, tables, tuple(new.get(who, who) for who in byes))
            case "take" if known.tables:
                number = self.random.choice(sorted(known.tables))
                change(self.day, (), (*byes, *known.tables[number].seats), removed=(number,))
            case "seat" if len(byes) > 1:
                number = 1 + max(known.tables, default=0)
                change(self.day, (Seating(number, byes[:2]),), byes[2:])

    def settles(self, known: Round) -> None:
        """Lets a player of a table leave; the opponent has a bye, or wins by forfeit."""
        self.leavers -= 1
        number = self.random.choice(sorted(known.tables))
        leaver = self.random.choice(known.tables[number].seats)
        day = self.day
        day.does(roster.drop_player(day.t, leaver, DESK, day.at))
        self.gone.add(leaver)
        choice: departures.DepartureChoice = self.random.choice(("bye", "forfeit"))
        day.does(
            departures.settle_departure(
                day.t, TableRef(1, known.number, number), choice, DESK, day.at, "went home"
            )
        )

    def check(self) -> None:
        """Checks that the bracket has the players who are left, and is decided when it should be."""
        t, left = self.day.t, self.left
        assert {*remaining_players(t, 1)} == left
        assert is_decided(t, 1) == (len(left) < 2)
        assert stage_winners(t) == (tuple(left) if len(left) == 1 else ())
        out = {who: min(lost, self.lives) for who, lost in self.losses.items()}
        out |= dict.fromkeys(self.gone, self.lives)
        rows = compute_standings(t)
        assert not [
            (above, below)
            for above in rows
            for below in rows
            if above.rank < below.rank and out[above.player] > out[below.player]
        ]


def test_brackets_changed_by_hand_lose_nobody_and_end_with_one_player_or_none() -> None:
    for example in range(DAYS):
        hands = Hands(Random(f"{SEED}:hands:{example}"))
        while len(hands.left) > 1:
            assert len(hands.day.t.rounds) < 60
            left = hands.left
            hands.plays()
            seated = {*hands.day.t.rounds[-1].players}
            assert hands.lives > 1 or left - hands.gone <= seated
            hands.check()
