"""Facts that were dropped, put in, swapped, moved, cut off or renumbered are found, and it is told which."""

from __future__ import annotations

from msgspec.structs import replace

from .forgery import copies, edited, fitted, found, renumbered, sampled
from .signers import exported

# -- facts left out, put in, and moved -----------------------------------------------------------------


@copies
def test_a_dropped_fact_is_missing(game: str, who: str) -> None:
    told = exported(game, who)
    for place in sampled(told):
        facts = told.facts[:place] + told.facts[place + 1 :]
        [finding] = found(told, facts)
        assert (finding.seq, finding.what) == (place + 1, "missing")
        assert str(finding) == f"Fact {place + 1} is missing."


@copies
def test_facts_dropped_without_a_trace_are_missing_too(game: str, who: str) -> None:
    told = exported(game, who)
    for place in list(sampled(told))[:-1]:
        first, *_ = found(told, renumbered(told.facts[:place] + told.facts[place + 2 :]))
        assert (first.seq, first.what) == (place + 1, "missing")
        assert str(first) == f"Facts {place + 1} to {place + 2} are missing, and those after it renumbered."


@copies
def test_a_fact_put_in_is_found(game: str, who: str) -> None:
    told = exported(game, who)
    for place in sampled(told):
        strange = replace(told.facts[place], cause=0)
        [finding] = found(told, (*told.facts[:place], strange, *told.facts[place:]))
        assert (finding.seq, finding.what) == (place + 1, "inserted")
        assert str(finding) == f"A fact was inserted before the true fact {place + 1}."


@copies
def test_a_fact_put_in_with_the_others_renumbered_is_found(game: str, who: str) -> None:
    told = exported(game, who)
    for place in sampled(told):
        facts = renumbered((*told.facts[:place], told.facts[1], *told.facts[place:]))
        first, *_ = found(told, fitted(told, facts, place, place))
        assert (first.seq, first.what) == (place + 1, "inserted")
        assert str(first).endswith(f"before the true fact {place + 1}, and those after it renumbered.")


@copies
def test_a_fact_that_is_there_twice_is_found(game: str, who: str) -> None:
    told = exported(game, who)
    for place in sampled(told):
        [finding] = found(told, (*told.facts[: place + 1], *told.facts[place:]))
        assert (finding.seq, finding.what) == (place + 2, "inserted")


@copies
def test_swapped_facts_are_found(game: str, who: str) -> None:
    told = exported(game, who)
    for place in sampled(told):
        for far in (1, 2):
            facts = list(told.facts)
            facts[place], facts[place + far] = facts[place + far], facts[place]
            for swapped in (tuple(facts), renumbered(facts)):
                [finding] = found(told, swapped)
                assert (finding.seq, finding.what) == (place + 1, "order")
                assert str(finding) == f"Facts {place + 1} and {place + 1 + far} were swapped."


@copies
def test_a_fact_moved_forward_is_found(game: str, who: str) -> None:
    told = exported(game, who)
    for place in list(sampled(told))[:-2]:
        facts = [*told.facts[:place], *told.facts[place + 1 : place + 4], told.facts[place]]
        for moved in ([*facts, *told.facts[place + 4 :]], renumbered([*facts, *told.facts[place + 4 :]])):
            [finding] = found(told, moved)
            assert str(finding) == f"Fact {place + 1} stands 3 places too late."


@copies
def test_a_record_that_was_cut_off_is_found(game: str, who: str) -> None:
    told = exported(game, who)
    for place in sampled(told):
        findings = found(told, told.facts[:place])
        assert {(finding.seq, finding.what) for finding in findings} == {(place + 1, "cut")}
        log, receipt = map(str, findings)
        assert log == (
            f"The record was cut off: it ends with fact {place}, and the log holds fact {len(told.facts)}."
        )
        assert receipt.startswith(f"The record ends with fact {place}, and there is a receipt for fact")


@copies
def test_a_fact_added_at_the_end_is_found(game: str, who: str) -> None:
    told = exported(game, who)
    end = len(told.facts)
    more = replace(told.facts[-2], seq=end + 1)
    for added in ((*told.facts, more), fitted(told, (*told.facts, more), end)):
        first, *_ = found(told, added)
        assert (first.seq, first.what) in ((end + 1, "inserted"), (end + 1, "log"))


# -- numbers -------------------------------------------------------------------------------------------


@copies
def test_a_renumbered_fact_is_found(game: str, who: str) -> None:
    told = exported(game, who)
    for place in sampled(told):
        for number in (place, place + 2, place + 300, 0, -1):
            [finding] = found(told, edited(told.facts, place, seq=number))
            assert (finding.seq, finding.what, finding.field) == (place + 1, "number", "seq")
            assert str(finding) == f"Fact {place + 1} was renumbered: it says {number}."


@copies
def test_renumbering_all_that_follows_is_found(game: str, who: str) -> None:
    told = exported(game, who)
    for place in sampled(told):
        after = (replace(entry, seq=entry.seq + 7) for entry in told.facts[place:])
        first, *_ = found(told, (*told.facts[:place], *after))
        assert (first.seq, first.what) == (place + 1, "number")
        assert str(first) == f"Fact {place + 1} and those after it were renumbered: it says {place + 8}."


# -- many things at once -------------------------------------------------------------------------------


@copies
def test_two_things_that_were_done_are_both_told(game: str, who: str) -> None:
    told = exported(game, who)
    places = list(sampled(told))
    low, high = places[2], places[6]
    facts = edited(told.facts, high, cause=told.facts[high].cause + 1)
    findings = found(told, facts[:low] + facts[low + 1 :])
    assert [(f.seq, f.what) for f in findings] == [(low + 1, "missing"), (high + 1, "altered")]


def test_a_record_that_was_spoilt_all_over_is_told_so_soon() -> None:
    told = exported("arena", "spectator")
    findings = found(
        told, [replace(entry, rule=f"?{entry.seq}") if entry.seq > 9 else entry for entry in told.facts]
    )
    assert str(findings[20]) == "There is more that does not fit."
