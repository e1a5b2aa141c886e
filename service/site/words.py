"""The words that the pages' scripts say, in the language of the request."""

from __future__ import annotations

from typing import Any

from .. import faces
from ..shared.i18n import says


def interface(game: str) -> dict[str, Any]:
    """Returns every word that a script of ours shows on a page of *game*, by what the script calls it."""
    return {
        "round": says("Round {round}"),
        "roundOf": says("Round {round} · {who}"),
        "turn": says("Turn {turn}"),
        "turnOf": says("Turn {turn} · {who}"),
        "before": says("Setting up"),
        "free": says("a free seat"),
        "hand": says("Hand"),
        "ownHand": says("Your hand"),
        "discards": says("Discards"),
        "scrubber": says("Moment of the match"),
        "moment": says("fact {seq} of {last}"),
        "play": says("Play"),
        "pause": says("Pause"),
        "speed": says("Speed"),
        "goLive": says("Go live"),
        "goLiveMissed": says("Go live: {count} new"),
        "noSuchOption": says("Nothing that is offered is called so."),
        "premoveHeld": says("When you are asked: {text}"),
        "premoveDropped": says("“{text}” was not sent: no such answer was offered."),
        "again": says("Show again what happened since your turn"),
        "skip": says("Skip to the last fact (Escape)"),
        "fold": says("Show the table"),
        "unfold": says("Show all choices"),
        "back": says("One fact back"),
        "forward": says("One fact forward"),
        "which": says("Which one?"),
        "cancel": says("Cancel"),
        "close": says("Close"),
        "done": says("Done"),
        "nothing": says("Nothing"),
        "several": says("Choose {count}; chosen so far: {chosen}."),
        "why": says("Why?"),
        "asking": says("Looking it up …"),
        "case": says("Case {number}"),
        "possible": says("What else was possible?"),
        "impossible": says("{count} that were not possible"),
        "pages": says("handbook page"),
        "clocks": {
            "runs": says("Its clock runs."),
            "low": says("Its clock runs, and little is left."),
            "rests": says("Its clock rests."),
            "fallen": says("Its time is up."),
            "none": says("A bot plays without a clock."),
            "left30": says("You have 30 seconds left."),
            "left10": says("You have 10 seconds left."),
            "days": says("{days} d {time}"),
        },
        "won": says("{winners} won the match."),
        "wonOnTime": says("{winners} won the match on time."),
        "draw": says("The match ended in a draw."),
        "tooLate": says("The match is over: your answer came too late."),
        "after": says("Nobody is asked at this moment."),
        "waiting": says("Waiting for players to take their seats."),
        "paused": says("The match is paused."),
        "momentOpen": says("fact {seq}"),
        "onBoard": says("Choose on the board, or from a list of {count}"),
        "provenance": {
            "handbook": says("Printed in the handbook."),
            "publisher": says("Told by the publisher."),
            "sources": says("Agreed upon by public sources."),
            "inferred": says("Concluded from what is printed."),
            "house": says("Made up for this set of cards."),
        },
        "marks": {"ko": says("Knock-out"), "vp": says("Points"), "ruling": says("Ruling")},
        "share": {
            "copied": says("It is copied."),
            "byHand": says("It is marked: copy it with the keys of your browser."),
        },
        **faces.words(game),
    }
