"""The table around a game: who opened the match, who sits where, what is disputed, and how it ended.

Table facts and game facts share one stream and one numbering. Nothing here knows a game: it is given the
rules of one, and frames what they decide.
"""

from __future__ import annotations

from .accord import Accord
from .around import ask_pause, concede, offer_draw, pause, resume
from .cases import Case
from .commands import Followed, WrongMoment, answer, claim, luck, open_match, play_on, refuse_seat
from .facts import (
    FACTS,
    HIDDEN,
    PLAYERS,
    Appealed,
    Aside,
    Conceded,
    Delay,
    DisputeAnswered,
    DisputeOpened,
    DrawOffered,
    Evidence,
    JudgeLooked,
    MatchEnded,
    MatchOpened,
    Party,
    PauseAsked,
    Paused,
    Resumed,
    Rewound,
    Ruled,
    SeatClaimed,
    TableFact,
)
from .match import Match, Scene, Status, asked, evolve, fold, scene, shown, start, status, viewers
from .rulings import Line, NoSuchCase, appeal, dispute, look, reply, rule

__all__ = (
    "FACTS",
    "HIDDEN",
    "PLAYERS",
    "Accord",
    "Appealed",
    "Aside",
    "Case",
    "Conceded",
    "Delay",
    "DisputeAnswered",
    "DisputeOpened",
    "DrawOffered",
    "Evidence",
    "Followed",
    "JudgeLooked",
    "Line",
    "Match",
    "MatchEnded",
    "MatchOpened",
    "NoSuchCase",
    "Party",
    "PauseAsked",
    "Paused",
    "Resumed",
    "Rewound",
    "Ruled",
    "Scene",
    "SeatClaimed",
    "Status",
    "TableFact",
    "WrongMoment",
    "answer",
    "appeal",
    "ask_pause",
    "asked",
    "claim",
    "concede",
    "dispute",
    "evolve",
    "fold",
    "look",
    "luck",
    "offer_draw",
    "open_match",
    "pause",
    "play_on",
    "refuse_seat",
    "reply",
    "resume",
    "rule",
    "scene",
    "shown",
    "start",
    "status",
    "viewers",
)  # fmt: skip
