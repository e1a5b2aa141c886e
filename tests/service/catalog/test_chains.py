"""A card set whose abilities set each other off: no answer that is offered fails, and no bot is stuck."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.model import Picks
from service.matches.bots.process import BotProcess, BotTurn, NoAnswer
from service.settings import Settings
from tests.service.applications import serving
from tests.service.card_files import CardFiles
from tests.service.client import Api, Pair, wait_for
from tests.service.matches.test_bots import awaited

NEVER_TIRES = """whenever: a rival damages it
        does:
          - - {verb: heal, hp: 9, to: self}
            - {verb: deal, damage: 1, to: it}"""
MICKEY = """whenever: its turn starts
        does:
          - - {verb: deal, damage: 1, to: each rival within 2, when: own counters >= 3}"""
GASTON = """whenever: it knocks out a rival
        does:
          - - {verb: heal, hp: 3, to: self}
          - - {verb: move, up_to: 2}
            - {verb: score, points: 1}"""
FACE_TO_FACE = (
    "arena chapter=4 edition=en / play round=1 turn=GAS left=m1a1s1 order=SAM,GAS,ALA,ARI,MAL,DEM / "
    "A.SAM at=c5 hp=8 upgraded / B.GAS at=d5 hp=10 upgraded / A.ALA at=c3 hp=9 / B.ARI at=c4 hp=8 / "
    "A.MAL at=d2 hp=7 / B.DEM at=b6 hp=9 / A deck=ALA01,ALA02,MAL08 / B deck=ARI05,ARI06 hand=GAS05,GAS03"
)


@pytest.fixture
def blows(settings: Settings, tmp_path: Path) -> Settings:
    """The settings of a service with the card set `blows`, in which Mickey and Gaston pay back every blow."""
    files = CardFiles(tmp_path / "cards")
    files.writes("blows.yaml", (MICKEY, NEVER_TIRES), (GASTON, NEVER_TIRES), name="blows")
    return replace(settings, cards=files.directory)


@pytest.fixture
def duel(blows: Settings) -> Iterator[Api]:
    """The service of that service."""
    with serving(blows) as app:
        yield Api(app)


def study(api: Api) -> Pair:
    """Gaston's turn, face to face with Mickey, both upgraded."""
    opened = api.opens(**{"from": FACE_TO_FACE, "cards": "blows"})
    return Pair(api.seats(opened, 0, "Blue"), api.seats(opened, 1, "Red"))


def test_sa_414_every_answer_that_is_offered_can_be_given(duel: Api) -> None:
    """SA-414: the blow that begins a chain among them."""
    offered = study(duel).red.looks()["question"]["options"]
    kinds = {pick.partition(":")[0]: pick for pick in offered} | {"attack": "attack:SAM"}
    assert kinds.keys() == {"move", "move+", "attack", "attack+", "play", "skill", "end"}
    ended = set()
    for kind, pick in kinds.items():
        assert pick in offered
        pair = study(duel)
        reply = pair.red.answers(pick, after=pair.red.looks()["seq"])
        assert reply.status_code == 201, reply.text
        if any(fact["event"]["type"] == "arena.ChainEnded" for fact in pair.public.facts()):
            ended.add(kind)
    assert "attack" in ended


class Silent(BotProcess):
    """A bot that fails over every question."""

    def picks(self, turn: BotTurn) -> Picks:
        """Raises `NoAnswer`."""
        raise NoAnswer("It knows nothing.")


class Stubborn(BotProcess):
    """A bot that answers what nobody offered."""

    def picks(self, turn: BotTurn) -> Picks:
        """Returns an attack on nobody."""
        return ("attack:NOBODY",)


@pytest.mark.parametrize("thinker", [BotProcess, Silent, Stubborn])
def test_a_bot_that_is_stuck_gives_an_answer_that_works(
    blows: Settings, monkeypatch: pytest.MonkeyPatch, thinker: type[BotProcess]
) -> None:
    """SA-414: whatever its bot thinks of it, Gaston's turn comes to an end."""
    monkeypatch.setattr("service.matches.bots.player.BotProcess", thinker)
    with serving(blows) as app:
        api = Api(app)
        opened = api.opens(**{"from": FACE_TO_FACE, "cards": "blows", "bots": {"1": "greedy"}})
        blue = api.seats(opened, 0, "Blue")
        wait_for(lambda: awaited(blue), "the bot has ended its turn")
