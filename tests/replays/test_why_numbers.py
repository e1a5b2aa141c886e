"""Why a number is what it is: back to the text of the card that made it, and to what its parts are."""

from __future__ import annotations

from domain.arena.facts import DamageDealt, HealthRecovered

from .conftest import golden, take
from .test_why import Match


def test_hp_lead_to_the_damage_and_to_the_text_of_the_card() -> None:
    """SA-408"""
    match = Match(take("arena"), list(golden("arena-chapter-4")))
    hit = next(fact for fact in match.film.facts if isinstance(fact.event, DamageDealt) and "." in fact.rule)
    assert isinstance(hit.event, DamageDealt)
    answer = match.why(hit.seq, f"/board/figures/{hit.event.who}/hp")
    assert (answer.value, answer.steps[0].seq) == (hit.event.hp, hit.seq)
    assert answer.cards[hit.rule].text
    assert answer.steps[-1].text.startswith(("Random-", "Greedy-"))


def test_a_recovery_leads_to_the_text_that_heals() -> None:
    """SA-408: the fact names the rule of healing, its parts the text, which is quoted."""
    match = Match(take("arena", version=1), list(golden("arena-chapter-4")))
    healed = next(fact for fact in match.film.facts if isinstance(fact.event, HealthRecovered))
    assert isinstance(healed.event, HealthRecovered)
    answer = match.why(healed.seq)
    assert (healed.rule, answer.steps[0].parts) == ("SA-408", answer.parts)
    assert answer.cards[answer.parts[0].rule].text
    assert sum(part.amount for part in answer.parts) == healed.event.amount


def test_a_card_is_quoted_by_its_name_in_the_language() -> None:
    """SA-408: as the Italian handbook calls it."""
    match = Match(take("arena"), list(golden("arena-turned-back")))
    hit = next(fact for fact in match.film.facts if fact.rule.startswith("GAS05."))
    quoted = [match.why(hit.seq, language=code).cards[hit.rule].name for code in ("en", "it", "fr")]
    assert quoted == ["Shove", "Spinta", "Hors de mon chemin"]
