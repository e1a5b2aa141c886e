"""Why: every fact names the rule that made it and the fact it follows from."""

from __future__ import annotations

from collections.abc import Sequence

from domain.model import Fact
from domain.script import Script, choose_one, cite_rule, under_rule

from .toy_game import Evening, Said, T, hello


@cite_rule("P-3")
def toast(t: T, whom: str) -> Script[str]:
    yield Said(f"to {whom}")
    yield from cheer(t)
    yield Said(f"and to {whom} again")
    return whom


@cite_rule("P-4")
def cheer(t: T) -> Script[None]:
    yield Said("cheers")
    yield Said("prost")


def party(t: T) -> Script[None]:
    yield Said("ding")
    whom = yield from toast(t, "ann")
    yield from under_rule(t, "P-5", hello(t))
    yield Said(f"well, {whom}")


def test_a_verb_names_its_rule_and_its_facts_follow_from_the_fact_before_it() -> None:
    evening = Evening(party).answer(0, "go")
    told = [
        (fact.event.word, fact.rule, fact.cause) for fact in evening.facts if isinstance(fact.event, Said)
    ]
    assert told == [
        ("ding", "", 1),
        ("to ann", "P-3", 2),
        ("cheers", "P-4", 3),
        ("prost", "P-4", 3),
        ("and to ann again", "P-3", 2),
        ("hello", "P-5", 6),
        ("well, ann", "", 1),
    ]


def test_what_follows_an_answer_in_the_middle_follows_from_that_answer() -> None:
    @cite_rule("P-6")
    def ask_around(t: T) -> Script[None]:
        for name in (yield from choose_one(1, "name", ("ann", "bob"))):
            yield Said(name)

    evening = Evening(lambda t: ask_around(t)).answer(0, "go").answer(1, "bob")
    question, answer, said = evening.facts[1:4]
    assert (question.rule, question.cause) == ("P-6", 1)
    assert answer.cause == question.seq
    assert (said.rule, said.cause) == ("P-6", answer.seq)


def test_causes_lead_from_a_knock_out_back_to_the_answer() -> None:
    @cite_rule("P-602")
    def gloat(t: T) -> Script[None]:
        yield Said("a point")

    @cite_rule("P-601")
    def knock_out(t: T) -> Script[None]:
        yield Said("out")
        yield from gloat(t)

    @cite_rule("P-307")
    def strike(t: T) -> Script[None]:
        yield Said("ouch")
        yield from knock_out(t)

    evening = Evening(lambda t: strike(t)).answer(0, "go")
    assert [fact.rule for fact in chain(evening.facts, evening.saying("a point"))] == [
        "P-602",
        "P-601",
        "P-307",
        "",
    ]


def chain(facts: Sequence[Fact], fact: Fact) -> list[Fact]:
    """The facts that led to *fact*, backwards, down to the answer."""
    found = [fact]
    while found[-1].cause:
        found.append(facts[found[-1].cause - 1])
    return found
