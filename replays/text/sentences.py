"""English sentences for table events, with the event's fields in braces."""

from __future__ import annotations

from domain.model import Answered, Asked, Event
from domain.table import (
    CLOCK,
    PLAYERS,
    UNREAD,
    Appealed,
    BeaconDrawn,
    BeaconMissed,
    CaseAssigned,
    Conceded,
    DisputeAnswered,
    DisputeOpened,
    DrawOffered,
    FlagFell,
    JudgeLooked,
    MatchEnded,
    MatchImported,
    MatchOpened,
    NonceMissed,
    NonceRevealed,
    OfferDeclined,
    PauseAsked,
    Paused,
    PhotoAdded,
    PhotoRemoved,
    PositionCorrected,
    PositionNoted,
    RematchOpened,
    Resumed,
    Rewound,
    Ruled,
    SeatClaimed,
    SeatHandedOver,
    SeatLeft,
    SeatRetired,
    ServiceAway,
    StandInOffered,
    TableFact,
    TakebackAsked,
    points_won,
)
from domain.table.recordings.facts import (
    Amended,
    DrawNoted,
    GapNoted,
    Irregular,
    Named,
    NoteContradicted,
    Objected,
    RecordAside,
    RecordFact,
    ScribeChanged,
    Signed,
)


def table_sentence(event: TableFact | SeatRetired | SeatHandedOver, before: Event | None = None) -> str:
    """Returns the sentence of *event*, which followed the event *before*."""
    match event:
        case MatchEnded():
            return _ending_sentence(event, before)
        case MatchOpened(position=""):
            return "New match of {game} for {seats} players."
        case MatchOpened(origin=""):
            return "Study of {game} for {seats} players, from a set-up position."
        case MatchOpened():
            return "Study of {game} for {seats} players, from a moment of another match."
        case SeatClaimed():
            return "{player} sits down."
        case SeatLeft():
            return "{seat} leaves the table before the deal."
        case NonceRevealed():
            return "{seat} reveals its nonce."
        case NonceMissed():
            return "{seat} did not reveal its nonce in time, and draws go on without it."
        case BeaconDrawn():
            return "The beacon publishes round {round}, and draws follow from it."
        case BeaconMissed():
            return "Round {round} of the beacon did not come in time, and draws go on without it."
        case JudgeLooked():
            return "The judge {judge} looks at all that is hidden."
        case PositionCorrected():
            return "The position is put right."
        case Rewound():
            return "The match goes on from fact {to}; what came after it stays in the record."
        case Conceded():
            return "{seat} concedes the match."
        case SeatRetired():
            return "{seat} leaves the match; the others play on."
        case SeatHandedOver():
            return "A bot plays on for {seat}, as all at the table agree."
        case DrawOffered() | PauseAsked() | TakebackAsked() | StandInOffered() | OfferDeclined():
            return _offer_sentence(event)
        case RematchOpened():
            return "{seat} opens match {match}, to play again."
        case Paused(by=by) if by == PLAYERS:
            return "The match is paused, as its players have agreed."
        case Paused(by=by) if by == CLOCK:
            return "The match is paused until a judge decides."
        case Paused():
            return "{by} pauses the match."
        case Resumed():
            return "{by} lets the match go on."
        case FlagFell():
            return "{seat}’s time is up."
        case ServiceAway():
            return "The service was away; no clock has run meanwhile."
        case MatchImported(key=""):
            return "This match was brought by {by}, as a transcript that nobody has signed."
        case MatchImported():
            return "This match was brought from {house} by {by}. What came before was not seen here."
        case RecordFact() | RecordAside():
            return _record_sentence(event)
    return _case_sentence(event)


def _offer_sentence(event: DrawOffered | PauseAsked | TakebackAsked | StandInOffered | OfferDeclined) -> str:
    match event:
        case DrawOffered(agrees=True):
            return "{seat} accepts the draw."
        case DrawOffered():
            return "{seat} offers a draw."
        case PauseAsked(agrees=True):
            return "{seat} agrees to the pause."
        case PauseAsked():
            return "{seat} asks for a pause."
        case TakebackAsked(agrees=True):
            return "{seat} agrees to go back to fact {to}."
        case TakebackAsked():
            return "{seat} asks to go back to fact {to}."
        case StandInOffered(agrees=True):
            return "{seat} agrees that a bot plays on for {leaver}."
        case StandInOffered():
            return "{seat} offers that a bot plays on for {leaver}."
        case OfferDeclined(what="standin"):
            return "{seat} declines the bot."
        case OfferDeclined(what="draw"):
            return "{seat} declines the draw."
        case OfferDeclined(what="pause"):
            return "{seat} declines the pause."
    return "{seat} declines to go back."


def _ending_sentence(ending: MatchEnded, before: Event | None) -> str:
    scored = bool(points_won(ending.winners, ending.scores))
    on_time = isinstance(before, FlagFell) or (isinstance(before, SeatRetired) and before.flag)
    match len(ending.winners):
        case 0 if scored:
            return "Draw, {result}."
        case 0:
            return "Draw."
        case 1 if on_time:
            return "{winners} wins on time."
        case 1 if scored:
            return "{winners} wins, {result}."
        case 1:
            return "{winners} wins."
    if on_time:
        return "{winners} win on time."
    if scored:
        return "{winners} win, {result}."
    return "{winners} win."


def _case_sentence(event: TableFact | SeatRetired | SeatHandedOver) -> str:
    match event:
        case DisputeOpened(claim=text) if text == UNREAD:
            return "{by} opens case {case}."
        case DisputeOpened():
            return "{by} opens case {case}: “{claim}”."
        case DisputeAnswered(text=text) if text == UNREAD:
            return "In case {case}, {by} answers."
        case DisputeAnswered():
            return "In case {case}, {by} says: “{text}”."
        case PositionNoted():
            return "In case {case}, {by} notes a position."
        case PhotoAdded(case=0, entry=0):
            return "{by} adds a photo to the record."
        case PhotoAdded(case=0):
            return "{by} adds a photo to entry {entry}."
        case PhotoRemoved(case=0):
            return "{by} removes a photo from the record."
        case PhotoAdded():
            return "In case {case}, {by} adds a photo."
        case PhotoRemoved():
            return "In case {case}, {by} removes a photo."
        case Appealed(text=text) if text == UNREAD:
            return "In case {case}, {by} appeals."
        case Appealed():
            return "In case {case}, {by} appeals: “{text}”."
        case CaseAssigned(judge=""):
            return "Case {case} is nobody’s to rule on."
        case CaseAssigned():
            return "Case {case} is for the judge {judge}."
        case Ruled(rules=(), penalty=""):
            return "In case {case}, the judge {judge} rules: “{text}”."
        case Ruled(rules=()):
            return "In case {case}, the judge {judge} rules: {penalty} for {seat}, “{text}”."
        case Ruled(penalty=""):
            return "In case {case}, the judge {judge} rules under {rules}: “{text}”."
        case Ruled():
            return "In case {case}, the judge {judge} rules under {rules}: {penalty} for {seat}, “{text}”."
    raise AssertionError(event)


def _record_sentence(event: RecordFact | RecordAside) -> str:
    match event:
        case ScribeChanged(by="scribe"):
            return "A scribe records what happens at the table."
        case ScribeChanged():
            return "{by} gives the record to another scribe."
        case Amended():
            return "Entry {entry} was wrong: it is entered again."
        case Named():
            return "A card that lay face down was {card}."
        case Irregular(position="", rule=""):
            return "The table takes something back: “{why}”."
        case Irregular(position=""):
            return "The table breaks {rule} and takes it back: “{why}”."
        case Irregular(rule=""):
            return "The game goes on from the board as it is: “{why}”."
        case Irregular():
            return "The table breaks {rule}, and the game goes on from the board as it is: “{why}”."
        case GapNoted():
            return "Turns are missing in the record: “{why}”."
        case Signed(appeals=appeals) if appeals:
            return "{seat} signs the record and gives up the appeal."
        case Signed(how="paper"):
            return "{seat} has signed the record on paper."
        case Signed():
            return "{seat} signs the record."
        case Objected(entry=0):
            return "{seat} objects to the record."
        case Objected():
            return "{seat} objects to entry {entry}."
        case DrawNoted():
            return "{seat} notes a card that the others do not see."
        case NoteContradicted():
            return "{seat} had noted {card}, and no deal was found with it there."
    return ""


def answer_sentence(event: Answered, question: Event | None) -> str:
    """Returns the sentence of an answer to *question* within an effect."""
    if event.picks:
        return "{seat} chooses {picks}."
    if event.secret or not isinstance(question, Asked):
        return "{seat} chooses in secret."
    if question.prompt == "discard":
        return "{seat} discards nothing."
    return "{seat} chooses nothing for {about}." if question.about else "{seat} declines."
