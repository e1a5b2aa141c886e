"""The commands whose outcome follows from the event that they record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain import table
from domain.model import Event
from domain.table import (
    Appealed,
    BeaconDrawn,
    Conceded,
    DisputeAnswered,
    DisputeOpened,
    DrawOffered,
    FlagFell,
    JudgeLooked,
    MatchImported,
    NonceRevealed,
    OfferDeclined,
    PauseAsked,
    Paused,
    RematchOpened,
    Resumed,
    SeatClaimed,
    SeatLeft,
    SeatRetired,
    StandInOffered,
    TakebackAsked,
)
from domain.table.recordings import commands, notes, photos
from domain.table.recordings.facts import (
    DrawNoted,
    Entered,
    GapNoted,
    Irregular,
    Named,
    NoteContradicted,
    Objected,
    ScribeChanged,
    Signed,
)

from .beacons import draw_signed_round

OFFER_EVENTS = (DrawOffered, OfferDeclined, PauseAsked, StandInOffered, TakebackAsked)
SEAT_EVENTS = (
    *(SeatClaimed, SeatLeft, NonceRevealed, SeatRetired, Conceded, RematchOpened),
    *OFFER_EVENTS,
)
"""Events of a seat other than answers."""

COMMANDS: Mapping[type[Event], Callable[..., table.CommandOutcome[Any]]] = {
    SeatClaimed: table.claim_seat,
    SeatLeft: table.leave_seat,
    NonceRevealed: table.reveal_nonce,
    BeaconDrawn: draw_signed_round,
    DisputeOpened: table.open_dispute,
    DisputeAnswered: table.answer_dispute,
    table.PositionNoted: table.note_position,
    table.PhotoAdded: photos.add_photo,
    table.PhotoRemoved: photos.remove_photo,
    Appealed: table.appeal_ruling,
    table.CaseAssigned: table.assign_case,
    JudgeLooked: table.record_look,
    Conceded: table.concede_match,
    SeatRetired: table.retire_seat,
    DrawOffered: table.offer_draw,
    PauseAsked: table.ask_pause,
    StandInOffered: table.offer_stand_in,
    OfferDeclined: table.decline_offer,
    RematchOpened: table.open_rematch,
    Paused: table.pause_match,
    Resumed: table.resume_match,
    FlagFell: table.fall_flag,
    table.ServiceAway: table.exclude_absence,
    MatchImported: table.mark_imported,
    ScribeChanged: commands.change_scribe,
    Entered: commands.enter,
    Named: commands.name_card,
    Irregular: commands.correct,
    GapNoted: commands.correct,
    Signed: commands.sign,
    Objected: commands.object_to,
    DrawNoted: notes.note_draw,
    NoteContradicted: notes.contradict_note,
}
"""The commands whose outcome follows from their event alone."""
