"""The moment at which a match swung most, for the front page."""

from __future__ import annotations

from domain.model import Fact
from replays.analysis.estimates import STRIDE, find_turning_point
from replays.playback.replay import Replay

from .conftest import GameWithBook, golden, take

Record = tuple[Fact, ...]


def test_it_is_the_fact_that_changed_who_leads_most(trumps: GameWithBook, record: Record) -> None:
    film = Replay(trumps.rules, record).until(STRIDE)

    def lead(seq: int) -> float:
        worth = [trumps.game.evaluate(film.at(seq).position.board, trumps.book, seat) for seat in (0, 1)]
        return worth[0] - worth[1]

    found = find_turning_point(trumps.game, film)
    decided = film.ply(len(film.plies) - 2).seq
    swings = {seq: abs(lead(seq) - lead(seq - 1)) for seq in range(2, decided + 1)}
    assert len(set(swings.values())) > 1
    assert swings[found] == max(swings.values())


def test_where_nobody_has_answered_there_is_none(trumps: GameWithBook, record: Record) -> None:
    assert find_turning_point(trumps.game, Replay(trumps.rules, record).until(1)) == 0


def test_it_lies_after_the_first_round_unless_nothing_changed_later() -> None:
    arena = take("arena")
    film = Replay(arena.rules, golden("arena-chapter-3"))
    first, second = (
        next(match.seq for match in film if match.position.board.round == number) for number in (1, 2)
    )
    assert first <= find_turning_point(arena.game, film.until(second)) < second
    assert find_turning_point(arena.game, film) >= second
