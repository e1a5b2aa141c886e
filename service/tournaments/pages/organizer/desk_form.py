"""Reads the commands of the desk's forms."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

import msgspec

from domain.messages import Message
from domain.tournament.facts import Effect, Player, Requested
from domain.tournament.knockout.bracket_effects import double_loss_effects
from domain.tournament.play.departures import DepartureChoice, find_departures
from domain.tournament.play.pairings import next_round_number
from domain.tournament.ranking.shortfalls import unplayed_until
from domain.tournament.refusals import require_round, require_table
from domain.tournament.scoring.result_entry import allowed_effects
from domain.tournament.stages import qualifier_candidates
from domain.tournament.state import Round, TableRef, Tournament

from ....shared.errors import InvalidOptions
from ...commands import (
    AcceptReport,
    AskBye,
    Assign,
    CancelCheckIn,
    ChangePairing,
    CheckIn,
    Close,
    CloseCheckIn,
    CloseRegistration,
    Command,
    Correct,
    Cut,
    Disqualify,
    Drop,
    End,
    Enter,
    Grant,
    LiftPenalty,
    NameWinner,
    OpenCheckIn,
    OpenRegistration,
    Pair,
    Penalize,
    Publish,
    Return,
    Schedule,
    SettleDeparture,
    Start,
    WithdrawBye,
    WithdrawCheckIn,
)
from ...queries.zones import parse_local_time, zone_of
from ..reversal.forms import EARLY_ACTIONS, reversal_of
from . import manual_pairing
from .choice_form import choice_of
from .command_fields import checked_command, number_refusal, parse_number
from .misplaced import replacement_of
from .result_form import result_of

Form = Mapping[str, str]

FORESEEN_ACTIONS = ("correct", "swap", "seat", "take_apart", "cut_by_hand", "settle_pair", *EARLY_ACTIONS)
"""The actions whose effects the desk shows before it runs them."""


def command_of(form: Form, t: Tournament) -> Command:
    """Returns the command of a form; raises `InvalidOptions` and `NotThere`."""
    try:
        return checked_command(_parse_command(form, t))
    except msgspec.ValidationError as error:
        raise InvalidOptions("/do", Message("Choose what to do.")) from error


def _parse_command(form: Form, t: Tournament) -> Command:
    if (reversal := reversal_of(form, t)) is not None:
        return reversal
    reason, overrule = form.get("why", "").strip(), form.get("overrule", "").strip()
    player = form.get("player", "")
    match form.get("do", ""):
        case "pair":
            return Pair(next_round_number(t), overrule=overrule)
        case "pair_again":
            return Pair(last_round(t).number, why=reason, overrule=overrule)
        case "publish":
            return Publish(t.current_stage, last_round(t).number)
        case "schedule":
            stage = number_field(form, "scheduled_stage")
            return Schedule(stage, number_field(form, "scheduled_round"), _time_field(form, "starts", t))
        case "start":
            return Start(t.current_stage, last_round(t).number, overrule)
        case "close":
            return Close(t.current_stage, last_round(t).number, overrule)
        case "cut":
            return Cut(why=reason, overrule=overrule)
        case "settle_pair" | "settle_bye" | "settle_forfeit" as action:
            choice = msgspec.convert(action.removeprefix("settle_"), DepartureChoice)
            return SettleDeparture(*_table_of_form(form, t)[0], choice, reason)
        case "name_winner":
            return NameWinner(t.current_stage, form.get("winner") or None, reason)
        case "end":
            return End(overrule)
        case "cut_by_hand":
            return Cut(selected_qualifiers(form, t), reason, overrule, "again" in form)
        case "seat_successor":
            return replacement_of(form, t)
        case "swap" | "seat" | "take_apart":
            return manual_change_of(form, t)
        case "open_registration":
            return OpenRegistration(_optional_number(form, "limit"), _time_field(form, "until", t))
        case "close_registration":
            return CloseRegistration()
        case "open_check_in":
            return OpenCheckIn()
        case "close_check_in":
            return CloseCheckIn()
        case "cancel_check_in":
            return CancelCheckIn()
        case "check_in":
            return CheckIn(player)
        case "withdraw_check_in":
            return WithdrawCheckIn(player)
        case "ask_bye":
            kind = msgspec.convert(form.get("kind", ""), Requested)
            return AskBye(player, number_field(form, "bye_round"), kind)
        case "withdraw_bye":
            return WithdrawBye(player, number_field(form, "bye_round"))
        case "lift":
            return LiftPenalty(number_field(form, "given"), reason)
        case "drop":
            return Drop(player, reason)
        case "return":
            return Return(player, reason)
        case "disqualify":
            return Disqualify(player, reason, form.get("case", ""))
        case "penalize":
            points, case = _optional_number(form, "points"), form.get("case", "")
            return Penalize(
                player, form.get("penalty", ""), reason, stage=t.current_stage, points=points, case=case
            )
        case "grant":
            ref = TableRef(t.current_stage, last_round(t).number, number_field(form, "table"))
            return Grant(*ref, number_field(form, "minutes"), reason)
        case "enter":
            ref, seats = _table_of_form(form, t)
            result = result_of(form, seats)
            return (Assign if result.forfeits else Enter)(*ref, result, reason, overrule)
        case "accept":
            return AcceptReport(*_table_of_form(form, t)[0], number_field(form, "report"))
        case "choose":
            return choice_of(form, _table_of_form(form, t)[0], player)
        case "correct":
            return correction_of(form, t)
    raise InvalidOptions("/do", Message("Choose what to do."))


def manual_change_of(form: Form, t: Tournament) -> ChangePairing:
    """Returns the change of the last round in a form; raises `InvalidOptions` and `NotThere`."""
    round_, reason = last_round(t), form.get("why", "").strip()
    match form.get("do", ""):
        case "swap":
            return manual_pairing.exchange_players(round_, form.get("one", ""), form.get("other", ""), reason)
        case "seat":
            places = range(max(t.plan_of(t.current_stage).seats))
            return manual_pairing.set_up_table(
                round_, tuple(filter(None, (form.get(f"seat.{n}") for n in places))), reason
            )
    ref = TableRef(round_.stage, round_.number, number_field(form, "table"))
    require_table(t, ref)
    return manual_pairing.remove_table(round_, ref.table, reason)


def entry_effects(form: Form, t: Tournament) -> tuple[Message, ...]:
    """Returns the effects of entering a double loss in a bracket, empty for other forms."""
    if form.get("do") != "enter":
        return ()
    table_ref, seats = _table_of_form(form, t)
    return double_loss_effects(t, table_ref, result_of(form, seats))


def selected_qualifiers(form: Form, t: Tournament) -> tuple[Player, ...]:
    """Returns the selected qualifiers of a form in the order of the standings."""
    stage = t.current_stage - ("again" in form)
    return tuple(player for player in qualifier_candidates(t, stage) if f"through.{player}" in form)


def correction_of(form: Form, t: Tournament) -> Correct:
    """Returns the correction of a form."""
    table_ref, seats = _table_of_form(form, t)
    result = None if "none" in form else result_of(form, seats)
    effect: Effect = next(
        (allowed for allowed in allowed_effects(t, table_ref) if allowed == form.get("effect")), "stand"
    )
    return Correct(
        *table_ref,
        result,
        form.get("why", "").strip(),
        effect,
        assigned=bool(result and result.forfeits),
        case=form.get("case", ""),
        overrule=form.get("overrule", "").strip(),
    )


def form_identity(form: Form) -> str:
    """Returns the text that distinguishes a change from others with other effects."""
    ignored_fields = ("csrf", "shown", "told", "why", "overrule")
    return "; ".join(f"{name}={text}" for name, text in sorted(form.items()) if name not in ignored_fields)


def effects_digest(sentences: Sequence[str]) -> str:
    """Returns a digest of effects, for comparing shown ones with present ones."""
    return hashlib.sha256("\n".join(sentences).encode()).hexdigest()[:16]


def last_round(t: Tournament) -> Round:
    """Returns the last paired round of the current stage; raises `NotThere`."""
    return require_round(t, t.current_stage, next_round_number(t) - 1)


def number_field(form: Form, name: str) -> int:
    """Returns a whole number of a form; raises `InvalidOptions`."""
    value = form.get(name, "").strip()
    parsed = parse_number(value)
    if parsed is None:
        raise InvalidOptions(f"/{name}", number_refusal(value))
    return parsed


def _optional_number(form: Form, name: str) -> int:
    """Returns a whole number of a form, 0 for an empty field; raises `InvalidOptions`."""
    return number_field(form, name) if form.get(name, "").strip() else 0


def _time_field(form: Form, name: str, t: Tournament) -> int:
    """Returns a time of a form in the zone of the event; raises `InvalidOptions`."""
    return parse_local_time(form.get(name, "").strip(), zone_of(t), name)


def _table_of_form(form: Form, t: Tournament) -> tuple[TableRef, int]:
    """Returns the table of a form with its number of seats."""
    ref = TableRef(number_field(form, "stage"), number_field(form, "round"), number_field(form, "table"))
    return ref, len(require_table(t, ref)[1].seats)


def next_steps(t: Tournament) -> list[str]:
    """Returns the organizer's next step, none while departures need a choice."""
    if t.end is not None:
        return []
    rounds = t.rounds_of(t.current_stage)
    if rounds and not rounds[-1].is_closed:
        last = rounds[-1]
        if t.is_outdated:
            return [] if find_departures(t) else ["pair_again"]
        return ["close"] if last.is_started else ["start"] if last.is_published else ["publish"]
    if not rounds or unplayed_until(t, t.current_stage):
        return ["pair"] if t.players else []
    return ["end" if t.current_stage == len(t.settings.stages) else "cut"]
