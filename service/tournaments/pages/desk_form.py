"""What an organizer does on the desk, as its forms say it: a command."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from domain.messages import Message
from domain.tournament.facts import Bye, Effect, Player, Seating
from domain.tournament.pairings import next_round
from domain.tournament.recording import effects
from domain.tournament.refusals import round_of, table_of
from domain.tournament.state import Place, Round, Tournament

from ...matches.options import InvalidOptions
from ..commands import (
    Assign,
    ChangePairing,
    Close,
    Command,
    Correct,
    Cut,
    Disqualify,
    Drop,
    End,
    Enter,
    Grant,
    Pair,
    Penalize,
    Publish,
    RegisterRoster,
    Return,
    Start,
)
from .choice_form import choice_of
from .result_form import result_of

Form = Mapping[str, str]


def command_of(form: Form, t: Tournament) -> Command:
    """Returns the command that a form of the desk says; raises `InvalidOptions`, and `NotThere`."""
    command = _command(form, t)
    try:
        return msgspec.convert(msgspec.to_builtins(command), type(command))
    except msgspec.ValidationError as error:
        raise InvalidOptions(
            "/do", Message("Something of this is missing, too long or too large.")
        ) from error


def _command(form: Form, t: Tournament) -> Command:
    why, overrule = form.get("why", "").strip(), form.get("overrule", "").strip()
    who = form.get("player", "")
    match form.get("do", ""):
        case "register":
            return RegisterRoster(form.get("roster", ""))
        case "pair":
            return Pair(next_round(t), overrule=overrule)
        case "pair_again":
            return Pair(last_of(t).number, why=why, overrule=overrule)
        case "publish":
            return Publish(t.stage, last_of(t).number)
        case "start":
            return Start(t.stage, last_of(t).number, overrule)
        case "close":
            return Close(t.stage, last_of(t).number, overrule)
        case "cut":
            return Cut(why=why, overrule=overrule)
        case "end":
            return End(overrule)
        case "swap":
            known = last_of(t)
            tables, byes = swapped(known, form.get("one", ""), form.get("other", ""))
            return ChangePairing(known.stage, known.number, tables, byes, why)
        case "drop":
            return Drop(who, why)
        case "return":
            return Return(who, why)
        case "disqualify":
            return Disqualify(who, why)
        case "penalize":
            points = number(form, "points") if form.get("points") else 0
            return Penalize(who, form.get("penalty", ""), why, stage=t.stage, points=points)
        case "grant":
            place = Place(t.stage, last_of(t).number, number(form, "table"))
            return Grant(*place, number(form, "minutes"), why)
        case "enter":
            place, seats = _place(form, t)
            result = result_of(form, seats)
            return (Assign if result.forfeits else Enter)(*place, result, why)
        case "choose":
            return choice_of(form, _place(form, t)[0], who)
        case "correct":
            return correction_of(form, t)
    raise InvalidOptions("/do", Message("Choose what to do."))


def correction_of(form: Form, t: Tournament) -> Correct:
    """Returns the correction that a form says."""
    place, seats = _place(form, t)
    result = None if "none" in form else result_of(form, seats)
    effect: Effect = next((one for one in effects(t, place) if one == form.get("effect")), "stand")
    return Correct(
        *place, result, form.get("why", "").strip(), effect, assigned=bool(result and result.forfeits)
    )


def corrected(form: Form) -> str:
    """Returns what tells a correction from another: its reach was shown, or that of another was."""
    passed_over = ("csrf", "do", "shown", "why")
    return "; ".join(f"{name}={told}" for name, told in sorted(form.items()) if name not in passed_over)


def last_of(t: Tournament) -> Round:
    """Returns the last round that was paired in the stage being played; raises `NotThere`."""
    return round_of(t, t.stage, next_round(t) - 1)


def swapped(known: Round, one: Player, other: Player) -> tuple[tuple[Seating, ...], tuple[Bye, ...]]:
    """Returns the tables of a round that change when two players change places, and all its byes then."""
    if one == other or not {one, other} <= {*known.players}:
        raise InvalidOptions("/one", Message("Choose two players to change places."))
    instead = {one: other, other: one}
    tables = tuple(
        Seating(table.number, tuple(instead.get(who, who) for who in table.seats))
        for table in known.tables.values()
        if instead.keys() & {*table.seats}
    )
    byes = (Bye(instead.get(one.player, one.player), one.kind, one.asked) for one in known.bye_list)
    return tables, tuple(replace(bye, asked=bye.asked and bye.player not in instead) for bye in byes)


def number(form: Form, name: str) -> int:
    """Returns a whole number of a form; raises `InvalidOptions`."""
    told = form.get(name, "").strip()
    if not (told.isascii() and told.isdecimal() and len(told) < 7):
        raise InvalidOptions(
            f"/{name}", Message("A number is wanted here, and “{given}” is none.", given=told[:20])
        )
    return int(told)


def _place(form: Form, t: Tournament) -> tuple[Place, int]:
    """Returns the table that a form is about, and how many seats it has."""
    place = Place(number(form, "stage"), number(form, "round"), number(form, "table"))
    return place, len(table_of(t, place)[1].seats)


def steps(t: Tournament) -> list[str]:
    """Returns what an organizer can do next with the round, the likeliest first."""
    if t.ended is not None:
        return []
    rounds = t.rounds_of(t.stage)
    if rounds and not rounds[-1].closed:
        last = rounds[-1]
        if t.outdated:
            return ["pair_again"]
        return ["close"] if last.started else ["start"] if last.published else ["publish"]
    announced = t.plan(t.stage).rounds
    more = ["pair"] if t.players and (not announced or len(rounds) < announced) else []
    last_stage = t.stage == len(t.opened.stages)
    return [*more, *(["end" if last_stage else "cut"] if rounds else [])]
