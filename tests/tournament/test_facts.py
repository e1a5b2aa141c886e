"""The facts of tournaments are made as those of matches are: store, notation and hashes carry them."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain import chance
from domain.games import VOCABULARY as MATCHES
from domain.model import Fact
from domain.notation import read_fact, write_fact
from domain.tournament import imports, staff, stages
from domain.tournament.decision.winners import name_winner
from domain.tournament.facts import (
    FACTS,
    VOCABULARY,
    Bye,
    PenaltyGiven,
    ReportImported,
    Seating,
    TournamentImported,
)
from domain.tournament.fold import fold
from domain.tournament.lifecycle import end_tournament
from domain.tournament.lots.nonces import ALL_NONCES
from domain.tournament.lots.seeds import draw_lot
from domain.tournament.plan import Stage
from domain.tournament.play import check_in, rounds
from domain.tournament.play.bye_requests import ask_bye, withdraw_bye
from domain.tournament.play.choices import choose_character, choose_turn_or_character
from domain.tournament.play.pairings import change_pairing
from domain.tournament.refusals import to_facts
from domain.tournament.registrations import decisions as corrections
from domain.tournament.registrations import roster
from domain.tournament.registrations.registration import close_registration, open_registration
from domain.tournament.registrations.reveals import reveal_nonce
from domain.tournament.reversal.endings import take_back_cut, take_back_end
from domain.tournament.reversal.rounds import (
    pause_clock,
    reopen_round,
    resume_clock,
    set_clock,
    take_back_pairing,
    take_back_start,
)
from domain.tournament.scoring import result_entry
from domain.tournament.state import TableRef
from replays.proof.chain import canonical_json
from service.eventstore.codec import Codec
from service.eventstore.store import Store

from .day import DESK, LOSS, WIN, Day


def everything() -> list[Fact]:
    """A day on which everything happens that can."""
    first = Stage("swiss", 1, pools=(("owl", "fox"),), casting="turn_or_character")
    last = Stage("single_elimination", players=2)
    day = Day("Bob", "Cid", "Dot", "Eve", stages=(first, last), lots=ALL_NONCES)
    day.registers("Ann", nonce_hash=chance.nonce_hash("of Ann"))
    day.does(open_registration(day.t, 8, 0, DESK, day.at))
    day.does(close_registration(day.t, DESK, day.at))
    day.does(reveal_nonce(day.t, "Ann", "of Ann", day.at))
    day.does(check_in.open_check_in(day.t, DESK, day.at))
    day.does(check_in.check_in(day.t, "Ann", DESK, day.at))
    day.does(check_in.withdraw_check_in(day.t, "Ann", DESK, day.at))
    day.does(check_in.close_check_in(day.t, DESK, day.at))
    day.does(check_in.cancel_check_in(day.t, DESK, day.at))
    day.registers("Fay")
    day.does(corrections.rename_player(day.t, "Fay", DESK, day.at))
    day.does(corrections.withdraw_registration(day.t, "Fay", DESK, day.at))
    day.does(corrections.restore_registration(day.t, "Fay", DESK, day.at))
    day.does(corrections.merge_players(day.t, "Fay", "Ann", DESK, day.at))
    day.does(corrections.separate_players(day.t, "Fay", DESK, day.at))
    day.does(corrections.withdraw_registration(day.t, "Fay", DESK, day.at))
    day.registers("Gil", token="digest-1")
    day.does(corrections.issue_link(day.t, "Gil", "digest-2", DESK, day.at))
    day.does(corrections.withdraw_registration(day.t, "Gil", DESK, day.at))
    day.does(ask_bye(day.t, "Eve", 1, "half_bye", DESK, day.at))
    day.does(withdraw_bye(day.t, "Eve", 1, DESK, day.at))
    day.pairs(1, "Ann Bob", "Cid Dot", "Eve bye")
    swapped = (Seating(1, ("Bob", "Ann")),)
    bye = (Bye("Eve", "bye"),)
    day.does(change_pairing(day.t, 1, 1, swapped, bye, DESK, day.at, "a fixed table"))
    day.does(rounds.schedule_round(day.t, 1, 1, 1_800_000_000_000, DESK, day.at))
    day.does(rounds.publish_round(day.t, 1, 1, DESK, day.at))
    chooses, other = day.t.rounds[0].tables[1].choosing
    day.does(choose_turn_or_character(day.t, TableRef(1, 1, 1), chooses, "turn", DESK, day.at))
    day.does(choose_character(day.t, TableRef(1, 1, 1), other, "fox", DESK, day.at))
    day.does(rounds.bind_match(day.t, TableRef(1, 1, 2), "m-1", day.at))
    day.does(rounds.bind_record(day.t, TableRef(1, 1, 1), "m-2", day.at))
    day.does(rounds.start_round(day.t, 1, 1, DESK, day.at, "they are late"))
    day.does(pause_clock(day.t, 1, 1, DESK, day.at, "a fire alarm"))
    day.does(set_clock(day.t, 1, 1, 40, DESK, day.at, "a fire alarm"))
    day.does(resume_clock(day.t, 1, 1, DESK, day.at))
    day.does(rounds.grant_time(day.t, TableRef(1, 1, 1), 5, DESK, day.at, "a ruling"))
    day.does(result_entry.report_result(day.t, TableRef(1, 1, 1), WIN, "player:Ann", day.at))
    day.does(result_entry.record_match_result(day.t, "m-1", LOSS, 3, "ab", day.at))
    day.corrects(1, 2, "1-0")
    day.does(result_entry.give_penalty(day.t, PenaltyGiven("Ann", "warning", "judge:jo", day.at, "late")))
    day.does(result_entry.lift_penalty(day.t, day.t.seq, DESK, day.at, "it was Bob"))
    day.closes(1, overrule="time is up")
    day.does(reopen_round(day.t, 1, 1, DESK, day.at, "too early"))
    day.closes(1, overrule="time is up")
    day.does(roster.drop_player(day.t, "Dot", DESK, day.at))
    day.does(roster.return_player(day.t, "Dot", DESK, day.at))
    day.does(roster.disqualify_player(day.t, "Dot", DESK, day.at, "no reason"))
    day.does(stages.cut_stage(day.t, ("Eve", "Bob"), DESK, day.at))
    day.does(take_back_cut(day.t, DESK, day.at, "Cid was forgotten"))
    day.does(stages.cut_stage(day.t, ("Eve", "Cid"), DESK, day.at))
    day.pairs(1, "Eve Cid")
    day.does(take_back_pairing(day.t, 2, 1, DESK, day.at, "Cid may come back"))
    day.pairs(1, "Eve Cid")
    day.starts(1)
    day.does(take_back_start(day.t, 2, 1, DESK, day.at, "Cid is late"))
    day.does(rounds.start_round(day.t, 2, 1, DESK, day.at))
    day.records(1, 1, "---")
    day.closes(1)
    day.does(name_winner(day.t, 2, "Eve", DESK, day.at, "the better seed"))
    day.does(end_tournament(day.t, DESK, day.at, "it rains"))
    day.does(take_back_end(day.t, DESK, day.t.end.at + 1 if day.t.end else 0, "the sun is back"))
    day.ends()
    day.does(to_facts(day.t, ReportImported("trf", "ab" * 32, DESK, day.at, "Other", 1)))
    day.does(staff.invite_member(day.t, "judge", "ab", DESK, day.at))
    day.does(staff.join_staff(day.t, day.t.seq, "p-0000000000000001", "cd", "judge:judge-1", day.at))
    day.does(staff.remove_member(day.t, day.t.seq, DESK, day.at, "the day is over"))
    day.does(staff.invite_member(day.t, "scorekeeper", "ef", DESK, day.at))
    day.does(staff.withdraw_invitation(day.t, day.t.seq, DESK, day.at))
    mark = TournamentImported("bo", day.at, "elsewhere", "elsewhere+1234+key")
    day.does(imports.mark_imported(day.t, mark))
    return day.facts


def test_everything_that_can_happen_happens_on_this_day() -> None:
    assert {type(fact.event) for fact in everything()} == set(FACTS)


def test_no_match_has_a_fact_of_a_tournament() -> None:
    assert {name.partition(".")[0] for name in VOCABULARY} == {"tournament"}
    assert not VOCABULARY.keys() & MATCHES.keys()


@pytest.mark.parametrize("fact", everything(), ids=lambda fact: f"{fact.seq}-{type(fact.event).__name__}")
def test_a_fact_survives_the_store_and_the_notation_and_has_a_hash(fact: Fact) -> None:
    codec = Codec(VOCABULARY)
    assert codec.decode_fact(fact.seq, *codec.encode_fact(fact)) == fact
    assert read_fact(write_fact(fact), VOCABULARY) == fact
    assert canonical_json(fact.event)


def test_a_store_keeps_tournaments_beside_matches(tmp_path: Path) -> None:
    facts = everything()
    with Store({**MATCHES, **VOCABULARY}, {"SQLITE_DBNAME": str(tmp_path / "recount.db")}) as store:
        store.append("t-1", facts)
        kept = list(store.facts("t-1"))
    assert kept == facts
    assert fold(kept) == fold(facts)


def test_a_lot_is_a_players_own_and_the_same_whoever_comes_later() -> None:
    day = Day("Ann", "Bob")
    ann, bob = draw_lot(day.t, "Ann", "tie:1"), draw_lot(day.t, "Bob", "tie:1")
    day.registers("Cid")
    assert draw_lot(day.t, "Ann", "tie:1") == ann != bob
    assert draw_lot(day.t, "Ann", "tie:2") != ann
