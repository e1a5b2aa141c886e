"""Sentences as one says them in each language; and what somebody typed does not get out of its line."""

from __future__ import annotations

import pytest

from domain.arena.facts import CharacterMoved, DamageDealt, StatusCounterRemoved
from domain.table import DisputeOpened, SeatClaimed
from domain.villainous.facts import PowerPaid
from domain.words import Event

from .conftest import Shelf, take
from .test_narration import told


@pytest.mark.parametrize(
    ("event", "english", "french", "italian"),
    [
        (
            DamageDealt("GAS", "ARI", 2, 0),
            "Ariel deals 2 damage to Gaston, who has 0 HP left.",
            "Ariel inflige 2 dégâts à Gaston, à qui il ne reste aucun PV.",
            "Ariel infligge 2 danni a Gaston, che rimane senza PS.",
        ),
        (
            DamageDealt("GAS", "GAS", 1, 9),
            "Gaston takes 1 damage of their own making and has 9 HP left.",
            "Gaston s'inflige 1 dégât et garde 9 PV.",
            "Gaston si infligge 1 danno e rimane con 9 PS.",
        ),
        (
            StatusCounterRemoved("GAS", "tough", 0),
            "Gaston loses the last Tough counter.",
            "Gaston perd son dernier pion Statut sur Résistant.",
            "Gaston perde l'ultimo segnalino Stato da Resistente.",
        ),
        (
            CharacterMoved("GAS", ("d4", "e4", "e5")),
            "Gaston moves along d4, e4 and e5.",
            "Gaston se déplace par les cases d4, e4 et e5.",
            "Gaston si muove lungo le caselle d4, e4 ed e5.",
        ),
        (
            DamageDealt("ARI", "GAS", 2, 1),
            "Gaston deals 2 damage to Ariel, who has 1 HP left.",
            "Gaston inflige 2 dégâts à Ariel, à qui il reste 1 PV.",
            "Gaston infligge 2 danni ad Ariel, che rimane con 1 PS.",
        ),
    ],
)
def test_it_is_said_as_one_speaks(event: Event, english: str, french: str, italian: str) -> None:
    arena = take("arena")
    assert [told(arena, event, language=code) for code in ("en", "fr", "it")] == [
        [english],
        [french],
        [italian],
    ]


@pytest.mark.parametrize(
    ("power", "english", "italian"),
    [
        (0, "Player 1 pays 2 Power and has none left.", "Giocatore 1 paga 2 Gettoni Potere e non ne ha più."),
        (1, "Player 1 pays 2 Power and has 1.", "Giocatore 1 paga 2 Gettoni Potere e ne ha 1."),
    ],
)
def test_who_pays_all_has_none_left(power: int, english: str, italian: str) -> None:
    villainous, paid = take("villainous"), PowerPaid(0, 2, power)
    assert told(villainous, paid) == [english]
    assert told(villainous, paid, language="it") == [italian]


def test_what_somebody_typed_stays_on_its_line(trumps: Shelf) -> None:
    claim = DisputeOpened(1, "seat:0", "No!\nThe match is over.\u202e\x1b[2J", (), 0)
    assert told(trumps, SeatClaimed(0, "A\nB", "", 0), claim) == [
        "A B sits down.",
        "A B opens case 1: “No! The match is over. [2J”.",
    ]
