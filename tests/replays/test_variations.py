"""Lines played out: seen by one seat, in a world that it imagines, whatever the cards really are."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from domain import decider
from domain.decider import Illegal, Position
from domain.model import Answered, Picks
from domain.published import encode
from domain.table import Match, MatchOpened, SeatClaimed, WrongMoment
from replays.analysis.variations import PlayedLine, play_line, rng_at
from replays.bots.determinization import determinize, sample_worlds

from .conftest import take
from .test_determinization import OPTIONS, Moment, moments


def plays(moment: Moment, position: Position[Any], *answers: Picks, world: int = 0) -> PlayedLine:
    """Plays out *answers* from *position*, which looks like *moment* to the seat that is asked."""
    opened = MatchOpened(moment.given.game.NAME, 3, {}, 2, "", "", 0, "a seed")
    match = Match(opened, tuple(SeatClaimed(seat, "Ada", "", 0) for seat in range(2)), position)
    return play_line(
        moment.given.game,
        moment.given.rules,
        match,
        rng_at("s", match.seq),
        world,
        answers,
        ("Ada", "Grace"),
        lambda _, pick: pick,
    )


def busy(moment: Moment, answers: int) -> list[Picks]:
    """Returns answers that play a card or turn some up, and then end turns, so that cards are drawn."""
    seat, rules = moment.asked.seat, moment.given.rules
    position, drawn = sample_worlds(rules, moment.position, seat, rng_at("s", moment.position.seq))[0]
    said: list[Picks] = []
    while len(said) < answers and (asked := decider.open_question(rules, position)) is not None:
        cards = [option for option in asked.options if option.startswith(("play:", "fate:"))]
        if said and "end" in asked.options:
            cards = ["end"]
        picks = tuple(cards[:1]) or asked.options[: asked.least or 1]
        position = decider.decide(rules, position, Answered(asked.seat, picks), drawn).position
        said.append(picks)
    return said


@pytest.mark.parametrize("name", OPTIONS)
def test_a_line_is_the_same_whatever_the_hidden_cards_are(name: str) -> None:
    luck, others = Random(7), 0
    for moment in moments(name)[5::37]:
        answers = busy(moment, 6)
        other = determinize(moment.given.rules, moment.position, moment.viewer, luck)
        assert other is not None
        others += other.board != moment.position.board
        assert plays(moment, other, *answers) == plays(moment, moment.position, *answers)
    assert others >= 3


def published(board: object) -> Any:
    """Returns *board* as a reply has it."""
    return msgspec.json.decode(encode(board))


@pytest.mark.parametrize("name", OPTIONS)
def test_it_begins_with_what_its_seat_saw_and_a_frame_is_an_answer(name: str) -> None:
    moment = next(each for each in moments(name) if not each.running)
    given, seat = moment.given, moment.asked.seat
    line = plays(moment, moment.position, (moment.asked.options[0],), world=3)
    first = msgspec.json.decode(encode(line))["first"]
    assert (line.seat, first["viewer"], line.said) == (seat, f"seat-{seat}", [moment.asked.options[0]])
    assert first["board"] == published(given.rules.redact_board(moment.position.board, moment.viewer))
    assert [frame.seq for frame in line.frames] == [moment.position.seq + 1]
    begin, drawn = sample_worlds(given.rules, moment.position, seat, rng_at("s", moment.position.seq))[3]
    after = decider.decide(given.rules, begin, Answered(seat, (moment.asked.options[0],)), drawn).position
    seen = published(given.rules.redact_board(after.board, moment.viewer))
    changed = {path[1] for path, *_ in line.frames[0].changes if path[0] == "board"}
    assert changed == {field for field in seen if seen[field] != first["board"][field]}


def test_what_cannot_be_answered_there_and_where_nobody_is_asked() -> None:
    moment = next(each for each in moments("arena") if not each.running)
    with pytest.raises(Illegal):
        plays(moment, moment.position, ("nothing of that kind",))
    blank = Position(take("arena").rules.initial_board({"chapter": 1}, 2), 3)
    with pytest.raises(WrongMoment, match="No line begins after fact 3"):
        plays(moment, blank)
