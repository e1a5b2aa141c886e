"""What the scripts of the judge's desk say, in the language of the request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.model import Viewer
from domain.table import Party

from ..shared.i18n import says


def desk_words() -> dict[str, Any]:
    """Returns every word of the desk, by what its scripts call it."""
    return {
        "public": says(
            "You see what the public sees. To read cases, to rule and to ask what if, look as judge: that "
            "you looked becomes a fact of the match, which everybody may read."
        ),
        "looks": {"judge": says("Look as judge"), "public": says("Look as the public")},
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
        "file": says("Case file, to print and to keep"),
        "hidden": says(
            "Hidden from you: what is said in a case may tell what players hold. Those at the table, judges "
            "and organizers read it."
        ),
        "claimHidden": says("the claim is hidden from you"),
        "moments": says("Both moments: what was played, and the claim"),
        "playedAt": says("What was played: fact {seq}"),
        "claimedAt": says("The claim: fact {seq}"),
        "forJudge": says("For the judge {judge}"),
        "forNobody": says("Nobody's yet"),
        "forMe": says("Yours"),
        "take": says("Take it"),
        "takeOver": says("Take it over"),
        "giveBack": says("Give it back"),
        "goBackTo": says("Fact {seq}: {text}"),
        "notHere": says("Nobody was asked at fact {seq}. The question before it is chosen: fact {found}."),
        "confirm": {
            "on": says("You rule on case {number}."),
            "new": says("You open a new case and rule on it."),
            "note": says("You note how it is; nothing changes on the board."),
            "penalty": says("{who} gets: {penalty}"),
            "correction": says("The board is put right: it becomes as you have edited it."),
            "rewind": says("The match goes back to fact {to} and goes on from there."),
            "result": says("The match ends. It is won by {winners}."),
            "draw": says("The match ends in a draw."),
            "rules": says("It rests on {rules}."),
            "final": says("This cannot be taken back; an appeal can be made against it once."),
            "last": says("This is the second ruling on the case, and settles it for good."),
        },
        "differs": says("What differs from the other position is framed on both boards."),
        "editing": says("How the board is to stand"),
        "unedited": says("Nothing is changed yet."),
        "edited": says("The board is changed. Look at what would follow, or rule so."),
        "notYet": says("The match cannot go on like this yet: {why}"),
        "leaves": says("Facts {from} to {to} would be left; they stay in the record:"),
        "leavesNothing": says("No fact of the game would be left."),
        "outcomes": {
            "note": says("note"),
            "penalty": says("penalty"),
            "correction": says("correction"),
            "rewind": says("rewind"),
            "result": says("result"),
        },
        "states": {
            "open": says("waits for a ruling"),
            "ruled": says("ruled, can be appealed"),
            "appealed": says("appealed, waits for a ruling"),
            "closed": says("settled for good"),
        },
        "parties": {"judge": says("judge {name}"), "organizer": says("organizer {name}")},
        "head": says("Head, fact {seq}"),
        "entry": says("Entry in the log"),
        "entryOf": says("{leaf} of {size}"),
        "checkpoint": says("Checkpoint"),
        "decidedWell": says("All {answers} answers lead to the recorded {facts} facts."),
        "decidedElse": says("Fact {seq} is not what the answers lead to."),
        "corrected": says("{corrected} of them were put there by rulings."),
        "every": says("every other answer"),
        "stop": says("Stop"),
        "given": says("as answered: {picks}"),
        "instead": says("instead: {picks}"),
        "share": says("{who}: {share} of {matches} matches ({low} to {high})"),
        "asOf": says("after fact {seq}"),
        "chances": says("Chances of winning, with 95 % intervals"),
        "course": says("Chances of winning after several facts, with 95 % bands"),
        "numbers": says("In numbers"),
        "noQuestion": says("Nobody was asked there, or the question was not answered."),
    }


def queue_words() -> dict[str, str]:
    """Returns every word of the queue that the desk does not say as well."""
    return {
        "one": says("1 case waits for a ruling"),
        "many": says("{count} cases wait for a ruling"),
        "claims": says("{who} claims something"),
        "appealed": says("{who} claimed something; there is an appeal"),
        "waits": says("waits {time}"),
    }


def dispute_words(players: Sequence[str | None]) -> dict[str, Any]:
    """Returns what the page of a match says of cases: *players* are those at the table, by name."""
    return {
        "words": desk_words(),
        "players": [player or says("a free seat") for player in players],
        "fresh": says("a new case"),
        "drop": says("Do not point to fact {seq}"),
        "ways": {
            "open": says("Answer in case {number}"),
            "appealed": says("Answer in case {number}"),
            "ruled": says("Appeal in case {number}"),
        },
    }


def called(players: Sequence[str], by: Party) -> str:
    """Returns a party's name: a seat by its player, a judge or organizer by the name on the API token."""
    kind, _, name = by.partition(":")
    return players[int(name)] if kind == "seat" else desk_words()["parties"][kind].format(name=name)


def seen_by(viewer: Viewer, players: Sequence[str]) -> str:
    """Returns what to call who looks."""
    if viewer.name == "spectator":
        return says("the public")
    if viewer.name == "judge":
        return says("a judge")
    return " – ".join(players[seat] for seat in sorted(viewer.shares))
