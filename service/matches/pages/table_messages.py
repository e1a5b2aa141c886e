"""What the scripts around a match say, in the language of the request."""

from __future__ import annotations

from ...shared.i18n import says


def table_words() -> dict[str, str]:
    """Returns every word of those scripts, by what they call it."""
    return {
        "yourTurn": says("Your turn"),
        "caseOpened": says("Case {number} was opened in this match."),
        "ruled": says("A ruling was made in case {number}."),
        "toTheCase": says("To the case"),
        "offersDraw": says("{who} offers a draw."),
        "asksPause": says("{who} asks for a pause."),
        "asksTakeback": says("{who} asks to take an answer back."),
        "offersStandIn": says("{who} offers that a bot ({bot}) plays on for {leaver}."),
        "declinedStandIn": says("{who} declined the bot."),
        "sureStandIn": says(
            "Offer your seat to a bot? Once all others agree, you have left this match for good, and no "
            "longer see the cards of the seat."
        ),
        "offerBot": says("Offer a bot"),
        "mySeat": says("My seat"),
        "botPlays": says("a bot plays on"),
        "answering": says("Whoever answers instead declines."),
        "asked": says("The others have been asked; the next answer, yours too, ends it."),
        "declinedDraw": says("{who} declined the draw."),
        "declinedPause": says("{who} declined the pause."),
        "declinedTakeback": says("{who} does not let the answer be taken back."),
        "lapsed": says("The match has gone on: what you asked for stands no more."),
        "paused": says("The match is paused."),
        "flagFell": says("A flag fell: the match is paused until a judge decides."),
        "sureResign": says("Resign, and lose the match?"),
        "resign": says("Resign"),
        "sureRetire": says("Leave this match for good, and rank behind those who stay? The others play on."),
        "retire": says("Leave the match"),
        "hasLeft": says("has left"),
        "sure": says("Send this answer?"),
        "send": says("Send"),
        "back": says("Back"),
        "copied": says("It is copied."),
        "byHand": says("It is marked: copy it with the keys of your browser."),
        "copyFor": says("Copy the link: {seat}"),
        "copy": says("Copy the link"),
        "free": says("a free seat"),
        "account": says("has an account"),
        "sat": says("{who} sits down."),
        "round": says("Round"),
        "end": says("End"),
        "joinRematch": says("Join the rematch"),
        "rematch": says("Rematch"),
        "refused": says("Your browser shows no notifications of this page."),
    }
