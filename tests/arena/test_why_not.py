"""Why not? Every reason is true, and without what it names the pick is possible or refused anew."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from domain import decider
from domain.arena.board import Board, Figure
from domain.arena.defaults import standard_move
from domain.decider import Position
from domain.model import Asked, Refusal
from tests.examples import TIMES

from .matches import RULES, SETTINGS, Setting, wander, wild_board

BOOK = RULES.book


class Pick(NamedTuple):
    """A pick that is refused, with its board and its question."""

    board: Board
    asked: Asked
    text: str

    @property
    def word(self) -> str:
        """What is to be done; empty outside a turn."""
        return self.text.partition(":")[0] if self.asked.prompt == "turn" else ""

    @property
    def subject(self) -> str:
        """The space, the figure or the card."""
        return self.text.rpartition(":")[2]

    @property
    def active(self) -> Figure:
        """The active figure."""
        return self.board.figures[self.board.active]

    @property
    def hand(self) -> tuple[str, ...]:
        """The hand of the active Summoner."""
        return self.board.summoners[self.active.seat].hand

    def is_rival(self, figure_id: str) -> bool:
        """Tells whether a figure is on the other team than who chooses."""
        teams = self.board.teams
        return teams[self.board.figures[figure_id].seat] != teams[self.asked.seat]


def reachable(p: Pick, steps: int) -> set[str]:
    """The free spaces that a walk around rivals comes to."""
    taken = {f.at: f for f in p.board.figures.values() if f.at}
    teams = p.board.teams
    seen = {p.active.at}
    for _ in range(steps):
        seen |= {
            to
            for at in seen
            for to in BOOK.arena.neighbours[at]
            if to not in taken or teams[taken[to].seat] == teams[p.active.seat]
        }
    return seen - (taken.keys() - {p.active.at})


def phases(p: Pick) -> tuple[str, ...]:
    """The phases that would do."""
    if p.word == "play":
        return BOOK.cards[p.subject].printed.banner
    return ("movement",) if p.word.startswith("move") else ("action",)


def fits(p: Pick, kind: str) -> list[str]:
    """The cards of the hand with a type or a banner."""
    printed = {card: BOOK.cards[card].printed for card in p.hand}
    return [card for card, print in printed.items() if kind in ("any", *print.types, *print.banner)]


def cost(p: Pick) -> str | None:
    """What a skill or an ability costs."""
    character = BOOK.characters[p.active.code]
    if p.word == "ability":
        ability = character.upgraded.activated
        return None if ability is None else ability.cost
    return BOOK.skills[p.active.code, p.active.upgraded][p.subject].cost


def lacks_gears(p: Pick) -> bool:
    """Tells whether the own discard pile lacks a gear of the upgrade."""
    discards = p.board.summoners[p.active.seat].discards
    gears = Counter(BOOK.cards[card].printed.gear for card in discards)
    return any(gears[gear] < count for gear, count in BOOK.characters[p.active.code].cost.items())


JUDGES: Mapping[str, Callable[[Pick], bool]] = {
    "SA-301": lambda p: not any(p.board.phases[phase] for phase in phases(p)),  # type: ignore[index]
    "SA-303": lambda p: p.subject not in reachable(p, standard_move(p.board, BOOK, p.board.active)),
    "SA-304": lambda p: (
        any(f.at == p.subject for f in p.board.figures.values()) or p.text not in p.asked.options
    ),
    "SA-305": lambda p: (
        p.board.options.chapter == 1
        or not fits(p, "movement")
        or p.subject not in reachable(p, standard_move(p.board, BOOK, p.board.active) + 1)
    ),
    "SA-307": lambda p: p.board.figures[p.subject].at not in BOOK.arena.neighbours[p.active.at],
    "SA-308": lambda p: p.board.options.chapter == 1 or not fits(p, "attack") or p.subject in p.hand,
    "SA-310": lambda p: (
        not p.board.phases.get("skills") if p.board.phase != "skills" else p.subject in p.board.used
    ),
    "SA-311": lambda p: (needed := cost(p)) is not None and not fits(p, needed),
    "SA-313": lambda p: BOOK.cards[p.subject].character != p.active.code,
    "SA-401": lambda p: p.board.figures[p.subject].at != "",
    "SA-402": lambda p: p.text not in p.asked.options,
    "SA-403": lambda p: p.word in ("play", "skill", "ability"),
    "SA-504": lambda p: "immobilized" in p.active.statuses and p.subject != p.active.at,
    "SA-506": lambda p: "shrunken" in p.active.statuses and "attack" in BOOK.cards[p.subject].printed.types,
    "SA-507": lambda p: (
        len(p.board.summoners[p.asked.seat].hand) <= 1
        and any("stealthy" in f.statuses and p.is_rival(who) for who, f in p.board.figures.items())
    ),
    "SA-510": lambda p: any("taunt" in f.statuses and f.at for f in p.board.figures.values()),
    "SA-604": lambda p: not p.board.figures[p.subject].hp,
    "SA-802": lambda p: p.board.options.chapter < 4 or p.active.upgraded or lacks_gears(p),
    "SA-803": lambda p: not p.active.upgraded,
    "SA-804": lambda p: len(p.board.summoners) == 4,
    "SA-807": lambda p: p.board.activated,
    "SA-901": lambda p: not p.is_rival(p.subject),
    "SA-907": lambda p: not p.is_rival(p.subject),
}
"""For each rule of a turn or a target whether it forbids the pick."""


def without(p: Pick, rule: str) -> Board | None:
    """The board without what a rule names; none where nothing can be taken away."""
    board, active = p.board, p.board.active
    match rule:
        case "SA-301":
            return replace(board, phases=dict.fromkeys(board.phases, 1))
        case "SA-304" if p.word:
            figures = {
                who: replace(f, at="", hp=0) if f.at == p.subject and who != active else f
                for who, f in board.figures.items()
            }
        case "SA-504" | "SA-506" | "SA-507" | "SA-510":
            figures = {who: replace(f, statuses={}) for who, f in board.figures.items()}
        case "SA-803":
            figures = {**board.figures, active: replace(p.active, upgraded=True)}
        case "SA-807":
            return replace(board, activated=False)
        case _:
            return None
    return replace(board, figures=figures)


def check(board: Board, asked: Asked, text: str, *, resting: bool) -> str:
    """Judges a refusal, tries it between two effects, and returns its rule."""
    p, why = Pick(board, asked, text), RULES.explain_refusal(board, asked, text)
    if asked.prompt in ("turn", "target"):
        assert JUDGES[why.rule](p), (asked.prompt, asked.about, why)
        now = without(p, why.rule) if resting else None
        if now is not None:
            after = decider.open_question(RULES, Position(now))
            assert holds(now, asked, after, text, why), (asked.prompt, why)
    elif set(RULES.candidate_picks(board, asked)) <= set(board.summoners[asked.seat].hand):
        assert text not in asked.options, why
    return why.rule


def holds(now: Board, asked: Asked, after: Asked | None, text: str, why: Refusal) -> bool:
    """Tells whether a pick is possible *now*, refused for something else, or not to be thought of."""
    if after is None or after.prompt != asked.prompt or text in after.options:
        return True
    return text not in RULES.candidate_picks(now, after) or RULES.explain_refusal(now, after, text) != why


@pytest.mark.parametrize("part", range(4))
def test_every_reason_is_true_and_without_what_it_names_the_pick_is_possible_or_refused_anew(
    part: int,
) -> None:
    """More than 200 positions are judged in every run, of wild boards of all chapters."""
    dice = random.Random(part)
    rules: Counter[str] = Counter()
    positions = 0
    for seed in range(12 * TIMES):
        setting: Setting = dice.choice(SETTINGS)
        for position, _ in wander(wild_board(100 * part + seed, setting), seed, 5):
            asked = decider.open_question(RULES, position)
            if asked is None:
                continue
            positions += 1
            for text in set(RULES.candidate_picks(position.board, asked)) - set(asked.options):
                rules[check(position.board, asked, text, resting=position.running is None)] += 1
    assert positions > 40 * TIMES
    assert len(rules) > 10, rules
