"""Frames: whoever has them sees what the film shows, at any moment, and nothing else."""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import pytest

from domain import table
from domain.arena.facts import CharacterMoved, DamageDealt
from domain.games import Game
from domain.model import Viewer
from domain.published import encode
from replays.bots.players import BOTS, EndlessMatch, play_match
from replays.playback.deltas import Frame, replay_page
from replays.playback.replay import Replay, UnknownMoment

from .conftest import take

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("arena", {"chapter": 3}),
    ("villainous", {"villains": ["ursula", "queen-of-hearts"]}),
]


def shown(name: str, options: dict[str, Any]) -> tuple[Game, Replay[Any, Any]]:
    given = take(name)
    try:
        facts = play_match(given.game, given.rules, "frames", [BOTS["random"]] * 2, options, max_answers=60)
    except EndlessMatch as endless:
        facts = list(endless.facts)
    return given.game, Replay(given.rules, facts)


def seen(game: Game, film: Replay[Any, Any], seq: int, viewer: Viewer) -> Any:
    """The scene as the service shows it, and what the game reckons of what is seen."""
    scene = film.scene(seq, viewer)
    told = msgspec.json.decode(encode(scene))
    return told | {"reckoned": game.board_numbers(scene.board, film.rules.book)}


def turned(scene: Any, frame: Frame) -> Any:
    """The scene after a frame, as a browser makes it."""
    scene = copy.deepcopy(scene)
    for change in frame.changes:
        (*way, last), value = change[0], change[1:]
        place = scene
        for step in way:
            place = place[step]
        if value:
            place[last] = value[0]
        else:
            del place[last]
    return scene


def test_a_frame_tells_by_whom_damage_was_dealt_and_where_somebody_walked_along() -> None:
    game, film = shown(*GAMES[0])
    spectator = table.all_viewers(film.rules, film.at(1))[0]
    frames = replay_page("M", game, film, spectator, 0, len(film)).items
    told = {frame.seq: frame.by for frame in frames}
    walked = {frame.seq: frame.along for frame in frames if frame.along}
    assert walked == {
        fact.seq: fact.event.path for fact in film.facts if isinstance(fact.event, CharacterMoved)
    }
    assert walked
    dealt = {fact.seq: fact.event.by for fact in film.facts if isinstance(fact.event, DamageDealt)}
    assert dealt == {seq: told[seq] for seq in dealt}
    assert any(dealt.values())


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_the_frames_lead_to_every_scene_of_every_viewer(name: str, options: dict[str, Any]) -> None:
    game, film = shown(name, options)
    for viewer in table.all_viewers(film.rules, film.at(1)):
        told = msgspec.json.decode(encode(replay_page("M", game, film, viewer, 1, 10_000)))
        scene = told["first"]
        assert [frame["seq"] for frame in told["items"]] == list(range(2, len(film) + 1))
        for frame in told["items"]:
            scene = turned(scene, msgspec.convert(frame, Frame))
            assert scene == seen(game, film, frame["seq"], viewer)


def test_a_long_film_comes_in_reels_that_join() -> None:
    game, film = shown(*GAMES[0])
    viewer = table.all_viewers(film.rules, film.at(1))[0]
    first = replay_page("M", game, film, viewer, 0, 40)
    assert first.next == "41"
    second = replay_page("M", game, film, viewer, 41, 10_000)
    assert msgspec.json.decode(encode(second))["first"]["seq"] == 41
    assert second.next is None


def test_there_is_no_reel_after_the_end() -> None:
    game, film = shown(*GAMES[0])
    with pytest.raises(UnknownMoment):
        replay_page("M", game, film, table.all_viewers(film.rules, film.at(1))[0], len(film) + 1, 10)
