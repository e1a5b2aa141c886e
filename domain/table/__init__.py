"""The table around a game: who opened the match, who sits where, what is disputed, and how it ended.

Table facts and game facts share one stream and one numbering. Nothing here knows a game: it is given the
rules of one, and frames what they decide.
"""

from __future__ import annotations

from .cases import Case
from .commands import Followed, WrongMoment, answer, claim, luck, open_match, play_on, refuse_seat
from .facts import (
    FACTS,
    HIDDEN,
    Appealed,
    Aside,
    DisputeAnswered,
    DisputeOpened,
    Evidence,
    JudgeLooked,
    MatchEnded,
    MatchOpened,
    Party,
    Rewound,
    Ruled,
    SeatClaimed,
    TableFact,
)
from .match import Match, Scene, Status, asked, evolve, fold, scene, shown, start, viewers
from .rulings import Line, NoSuchCase, appeal, dispute, look, reply, rule

__all__ = (
    "FACTS",
    "HIDDEN",
    "Appealed",
    "Aside",
    "Case",
    "DisputeAnswered",
    "DisputeOpened",
    "Evidence",
    "Followed",
    "JudgeLooked",
    "Line",
    "Match",
    "MatchEnded",
    "MatchOpened",
    "NoSuchCase",
    "Party",
    "Rewound",
    "Ruled",
    "Scene",
    "SeatClaimed",
    "Status",
    "TableFact",
    "WrongMoment",
    "answer",
    "appeal",
    "asked",
    "claim",
    "dispute",
    "evolve",
    "fold",
    "look",
    "luck",
    "open_match",
    "play_on",
    "refuse_seat",
    "reply",
    "rule",
    "scene",
    "shown",
    "start",
    "viewers",
)  # fmt: skip
