"""What the scripts of the judge's desk say, in the language of the request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .tongues import says


def desk_words() -> dict[str, Any]:
    """Returns every word of the desk, by what its scripts call it."""
    return {
        "public": says(
            "You see what the public sees. Cases and hidden cards open to a judge; that you looked becomes "
            "a fact of the match, which everybody may read."
        ),
        "seen": says("You see everything. That you looked is on record."),
        "seenAfter": says("You see everything. The match is over: nothing is recorded any more."),
        "same": says("Both are the same position."),
        "tooFar": says("There is nothing to tell between them."),
        "noCases": says("Nothing was disputed."),
        "case": says("Case {number}"),
        "newCase": says("a new case"),
        "by": says("{who}, fact {seq}"),
        "rules": says("{judge} rules: {outcome}"),
        "evidence": says("fact {seq}"),
        "left": says("on a line that was left"),
        "followed": says("What followed"),
        "penalty": says("{who} gets: {penalty}"),
        "outcomes": {
            "note": says("note"),
            "penalty": says("penalty"),
            "correction": says("correction"),
            "rewind": says("rewind"),
            "result": says("result"),
        },
        "states": {
            "open": says("open"),
            "ruled": says("ruled, can be appealed"),
            "appealed": says("appealed"),
            "closed": says("closed"),
        },
        "parties": {"judge": says("judge {name}"), "organizer": says("organizer {name}")},
        "head": says("Head"),
        "entry": says("Entry in the log"),
        "entryOf": says("{leaf} of {size}"),
        "checkpoint": says("Checkpoint"),
        "decided": says("Decided again"),
        "decidedWell": says("All {answers} answers lead to the recorded {facts} facts."),
        "decidedElse": says("Fact {seq} is not what the answers lead to."),
        "corrected": says("{corrected} of them were put there by rulings."),
        "unchecked": says("not checked yet"),
        "every": says("every other answer"),
        "stop": says("Stop"),
        "given": says("as answered: {picks}"),
        "instead": says("instead: {picks}"),
        "share": says("{who}: {share} % of {matches} matches ({low}–{high} %)"),
        "chances": says("Chances of winning, with 95 % intervals"),
        "course": says("Chances of winning after several facts, with 95 % bands"),
        "noQuestion": says("Nobody was asked there, or the question was not answered."),
    }


def dispute_words(players: Sequence[str | None]) -> dict[str, Any]:
    """Returns what the page of a match says of cases: *players* are those at the table, by name."""
    return {
        "words": desk_words(),
        "players": [player or says("a free seat") for player in players],
        "fresh": says("a new case"),
        "ways": {
            "open": says("Answer in case {number}"),
            "appealed": says("Answer in case {number}"),
            "ruled": says("Appeal in case {number}"),
        },
    }
