"""Twins of a match that differ in one hidden card: who may not see it is told the same of both everywhere.

Alike are who is asked what, the statuses, the headers, and how long the replies are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.arena.play import restrictions
from service.app import services_of
from service.matches.opening import seeds
from service.settings import Settings
from tests.arena.matches import RULES, Setting, whole_match
from tests.service.applications import serving
from tests.service.client import Api, Pair, Player
from tests.service.matches.test_delay import UNLIKE, doors
from tests.villainous.matches import play

ANSWERS = 6
"""So many answers are given after the study is opened."""


def arena() -> tuple[Any, Any]:
    """Two boards amid a match: a card of the first hand and the last of its deck have changed places.

    One is a Movement card and the other is not, and there is one more in hand: with both there is a choice.
    """
    for board in _at_rest(step.after for step in whole_match(7, Setting(chapter=2))[1]):
        mine = board.summoners[0]
        if board.stage != "play" or restrictions.acting_seat(board) != 0 or len(mine.deck) < 8:
            continue
        for card in mine.hand:
            hand = (*(other for other in mine.hand if other != card), mine.deck[-1])
            swapped = replace(mine, hand=hand, deck=(*mine.deck[:-1], card))
            twin = replace(board, summoners=(swapped, *board.summoners[1:]))
            fitting = {len(restrictions.boost_cards(each, RULES.book, "movement")) for each in (board, twin)}
            if fitting == {1, 2} and any(restrictions.movement_spaces(board, RULES.book)[1]):
                return board, twin
    raise LookupError("no such board in this match")


def villainous() -> tuple[Any, Any]:
    """The same of the other game."""
    resting = _at_rest(step.after for step in play(4, 2))
    board = resting[len(resting) // 3]
    mine = board.realms[0]
    (*hand, last), (*deck, bottom) = mine.hand, mine.villain.deck
    swapped = replace(mine, hand=(*hand, bottom), villain=replace(mine.villain, deck=(*deck, last)))
    return board, replace(board, realms=(swapped, *board.realms[1:]))


def _at_rest(matches: Iterable[Any]) -> list[Any]:
    """Returns the boards as they stand between two effects."""
    return [match.position.board for match in matches if match.is_full and match.position.running is None]


@contextmanager
def opened(data: Path, game: str, board: Any) -> Iterator[Pair]:
    """A study that goes on from *board*, in a service of its own."""
    with serving(Settings(data=data)) as app:
        services, api = services_of(app), Api(app)
        study = services.matches.open_study(game, services.repository.find_game(game).write_position(board))
        told = {"id": study.match, "claims": study.claims}
        yield Pair(api.seats(told, 0, "Blue"), api.seats(told, 1, "Red"))


def answered(twins: tuple[Pair, Pair]) -> None:
    """Gives an answer that both allow; where they ask for cards of the hidden hand, each its own."""
    asked = [pair.asked for pair in twins]
    questions = [player.looks()["question"] for player in asked if player]
    if len(questions) == len(twins):
        one, two = (question["options"] for question in questions)
        least = questions[0]["least"]
        both = [option for option in one if option in two and option not in ("end", "pass")] or ["end"]
        both.sort(key=lambda option: not option.startswith("move+"))
        for player, options in zip(asked, (one, two), strict=True):
            assert player is not None
            picks = both[:least] if len(both) >= least else options[:least]
            assert player.answers(*picks).status_code == 201


def outside(pair: Pair) -> Iterator[tuple[str, object]]:
    """Tells what every door says to the public and to the other player: all but the words themselves."""
    for player in (pair.public, pair.red):
        for door in doors(pair.blue.api.app):
            if "picture" not in door:
                yield f"{player.seat} {door}", _outside(player, door)


def _outside(player: Player, door: str) -> object:
    reply = (
        player.get("", Accept="*/*")
        if not door
        else player.api.get(door.format(match=player.match), player.token)
    )
    headers = {
        name: len(value) if name == "ETag" else value for name, value in reply.headers if name not in UNLIKE
    }
    headers = {name: str(value).replace(player.match, "") for name, value in headers.items()}
    codes = re.compile(rb'<path class="qrline"[^>]*>')  # of addresses with the id of the match
    return reply.status_code, headers, len(codes.sub(b"", reply.get_data()))


@pytest.mark.parametrize("boards", [arena, villainous], ids=lambda boards: boards.__name__)
def test_twins_look_alike_from_outside(boards: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeds, "server_seed", lambda: "the same seed")
    one, other = boards()
    assert one != other
    with ExitStack() as services:
        twins = (
            services.enter_context(opened(tmp_path / "one", boards.__name__, one)),
            services.enter_context(opened(tmp_path / "other", boards.__name__, other)),
        )
        for _ in range(ANSWERS):
            here, there = (pair.public.looks()["question"] for pair in twins)
            assert here == there
            answered(twins)
        seen = [dict(outside(pair)) for pair in twins]
    assert len(seen[0]) > 100
    assert {door: (seen[0][door], seen[1][door]) for door in seen[0] if seen[0][door] != seen[1][door]} == {}
