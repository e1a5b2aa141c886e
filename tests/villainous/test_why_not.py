"""Why not? Without what a refusal names, the pick is possible, or it is refused for something else."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from domain import chance, decider
from domain.decider import Position
from domain.messages import Message
from domain.model import Answered, Asked, Refusal
from domain.villainous.board import Board, Realm, Shift
from domain.villainous.play import layout
from tests.examples import TIMES
from tests.villainous.judges import is_true
from tests.villainous.matches import GAMES, play
from tests.villainous.play import BOOK, RULES
from tests.villainous.reasons import Reason

KINDS = {card.id for card in BOOK.cards.values()}

NOTHING_TO_TAKE_AWAY = {
    "VI-021": "the mover goes elsewhere",
    "VI-023": "the symbol is not there",
    "VI-041": "the card is not in the hand",
    "VI-047": "Fate is for opponents",
    "VI-052": "it is no card to move, or not next door",
    "VI-054": "it is attached",
    "VI-055": "it is no Hero to move",
    "VI-056": "the hand is empty",
    "VI-057": "it is no Hero, or nobody is beside it",
    "VI-084": "there is no Ally",
    "VI-088": "a Condition is for the turns of others",
    "VI-100": "it is there already",
    "VI-106": "the card does not say so",
    "VI-137": "a Hero holds it",
    "VI-201": "no single thing stands in the way",
    "VI-202": "it cannot carry that Item",
}
"""Rules whose refusals speak of what is not there."""


def otherwise(board: Board, seat: int, rule: str) -> Board:
    """The board without what *rule* names: a card, locks, Heroes who cover symbols, a price too high."""
    mine = board.realms[seat]
    match rule:
        case "VI-022" | "VI-045" | "VI-053" | "VI-070":
            mine = replace(mine, locked=())
        case "VI-042" | "VI-044":
            mine = replace(mine, power=99)
        case "VI-026":
            for hero in layout.cards_of_kind(mine, BOOK, "hero", mine.at):
                mine = without_cards(mine, BOOK.cards[hero].id)
        case "VI-058":
            allies = layout.cards_of_kind(mine, BOOK, "ally")
            mine = replace(mine, shifted=tuple(Shift(ally, 99, ally) for ally in allies))
        case "VI-025":
            return replace(board, used=())
        case "VI-111":
            return replace(board, token=None)
        case _:
            assert rule in KINDS, rule
            mine = without_cards(mine, rule)
    return put(board, seat, mine)


def without_cards(mine: Realm, card_id: str) -> Realm:
    """The Realm without all copies of a card, and what is attached to them."""
    gone = {card for card in mine.cards if BOOK.cards[card].id == card_id}
    return replace(mine, cards={c: lying for c, lying in mine.cards.items() if not {c, lying.on} & gone})


def put(board: Board, seat: int, mine: Realm) -> Board:
    realms = list(board.realms)
    realms[seat] = mine
    return replace(board, realms=tuple(realms))


RANKS = {
    **dict.fromkeys(("VI-041", "VI-044", "VI-047", "VI-052", "VI-055", "VI-088"), 0),
    **dict.fromkeys(("VI-021", "VI-023", "VI-025", "VI-026"), 1),
    **dict.fromkeys(("VI-022", "VI-045", "VI-053", "VI-070"), 3),
    **dict.fromkeys(("VI-042", "VI-057", "VI-058"), 4),
}
"""The ranks of rules; those of cards, and all others, come between symbols and locks."""


def rank(why: Refusal) -> int:
    """The place of a reason among several: never, symbols, cards, locks, Costs and Strengths."""
    if " is not next to " in why.sentence:  # or nowhere near: a card that is sent anywhere is asked alike
        return 3
    return 4 if "Power" in why.sentence.rpartition(", and there is ")[2] else RANKS.get(why.rule, 2)


def holds(board: Board, now: Board, asked: Asked, after: Asked | None, pick: str, why: Refusal) -> bool:
    """Tells whether *pick* is possible *now*, refused for no better reason, or not to be thought of."""
    if after is None or after.prompt != asked.prompt or pick in after.options:
        return True
    if pick not in RULES.candidate_picks(now, after):
        return True
    anew = RULES.explain_refusal(now, after, pick)
    return anew != why and rank(anew) >= rank(why)


@pytest.mark.parametrize("first", range(0, 16, 4))
def test_every_reason_is_true_and_without_what_it_names_the_pick_is_possible_or_refused_anew(
    first: int,
) -> None:
    """More than 200 positions of all 16 matches are judged in every run."""
    luck = random.Random(first)
    named: Counter[str] = Counter()
    for seed, seats in GAMES[first : first + 4]:
        steps = play(seed, seats)
        for step in luck.sample(steps, min(len(steps), 15 * TIMES)):
            position = step.after.position
            asked = decider.open_question(RULES, position)
            if asked is None:
                continue
            named.update(refusals(position.board, position, asked))
            for pick in asked.options if position.running is None else ():
                if pick.startswith("play:"):
                    named.update(refusals_within(position, pick))
    assert len(named) > 8, named


def judge(board: Board, asked: Asked, pick: str) -> Refusal:
    """The refusal of a pick, whose reason is true."""
    why = RULES.explain_refusal(board, asked, pick)
    assert isinstance(why.sentence, Message)
    said = why.sentence.arguments["reason"]
    assert isinstance(said, Message)
    assert is_true(Reason(board, asked, pick, said)), (asked.prompt, why)
    return why


def refusals(board: Board, position: Position[Board], asked: Asked) -> list[str]:
    """The rules of all refusals of *asked*, each judged, and tried between two effects."""
    rules = []
    for pick in set(RULES.candidate_picks(board, asked)) - set(asked.options):
        why = judge(board, asked, pick)
        rules.append(why.rule)
        if position.running is None and why.rule not in NOTHING_TO_TAKE_AWAY:
            now = otherwise(board, board.seat, why.rule)
            after = decider.open_question(RULES, Position(now, position.seq))
            assert holds(board, now, asked, after, pick, why), (asked.prompt, pick, why)
    return rules


def refusals_within(position: Position[Board], play: str) -> list[str]:
    """The same for where a card of the hand goes, or what it is aimed at."""
    seat = position.board.seat
    asked = within(position, play)
    rules = []
    for pick in set(RULES.candidate_picks(position.board, asked)) - set(asked.options) if asked else ():
        assert asked is not None
        why = judge(position.board, asked, pick)
        rules.append(why.rule)
        if why.rule not in NOTHING_TO_TAKE_AWAY:
            now = otherwise(position.board, seat, why.rule)
            after = within(Position(now, position.seq), play)
            assert holds(position.board, now, asked, after, pick, why), (play, pick, why)
    return rules


def within(position: Position[Board], play: str) -> Asked | None:
    """What is asked when *play* is answered: where to, what to attach to, what to aim at; if anything is."""
    asked = decider.open_question(RULES, position)
    if asked is None or play not in asked.options:
        return None
    answer = Answered(position.board.seat, (play,))
    pending = decider.decide(
        RULES, position, answer, lambda asked, seq: chance.chance_answer(asked.options[: asked.least])
    ).position.pending
    return pending if pending is not None and pending.prompt in ("where", "host", "aim") else None
