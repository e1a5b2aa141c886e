"""Sentences as one says them in each language; and what somebody typed does not get out of its line."""

from __future__ import annotations

import pytest

from domain.arena.facts import CharacterMoved, DamageDealt, StatusCounterRemoved
from domain.model import Answered, Asked, Event
from domain.table import DisputeOpened, SeatClaimed
from domain.villainous.facts import (
    CardTurned,
    HeroDefeated,
    PowerPaid,
    StrengthShifted,
    SymbolBorrowed,
    SymbolUsed,
)

from .conftest import GameWithBook, take
from .test_narration import narrate_events


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
            StatusCounterRemoved("GAS", "immobilized", 1),
            "Gaston loses an Immobilized counter; 1 left.",
            "Gaston perd un pion Statut sur Immobilisé\u00a0; il en reste 1.",
            "Gaston perde un segnalino Stato da Immobilizzato; ne resta 1.",
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
    assert [narrate_events(arena, event, language=code) for code in ("en", "fr", "it")] == [
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
    assert narrate_events(villainous, paid) == [english]
    assert narrate_events(villainous, paid, language="it") == [italian]


USED = SymbolUsed(0, 4)


@pytest.mark.parametrize(
    ("event", "english", "french", "italian"),
    [
        (
            USED,
            "Player 1 uses Vanquish.",
            "Joueur 1 utilise l'action Vaincre.",
            "Giocatore 1 usa l'azione Scontro.",
        ),
        (
            SymbolUsed(0, 0, by="cannon-1"),
            "Player 1 uses Vanquish by means of Cannon.",
            "Joueur 1 utilise l'action Vaincre grâce à la carte Canon.",
            "Giocatore 1 usa l'azione Scontro grazie alla carta Cannone.",
        ),
        (
            SymbolBorrowed(0, "jail", 1),
            "Player 1 performs Vanquish at The Jail.",
            "Joueur 1 accomplit l'action Vaincre sur le lieu La Prison.",
            "Giocatore 1 svolge l'azione Scontro nel Luogo La Prigione.",
        ),
    ],
)
def test_the_action_of_a_symbol_is_named_as_it_was_answered(
    event: Event, english: str, french: str, italian: str
) -> None:
    villainous, answer = take("villainous"), Answered(0, ("vanquish:peter-pan",))
    said = [narrate_events(villainous, answer, event, language=code) for code in ("en", "fr", "it")]
    assert said == [[english], [french], [italian]]


def test_an_action_whose_answer_is_not_known_is_not_named() -> None:
    assert narrate_events(take("villainous"), USED) == ["Player 1 uses an action."]


@pytest.mark.parametrize(
    ("event", "english", "french", "italian"),
    [
        (
            StrengthShifted(0, "jail", -2),
            "Until the turn ends, the Strength of the Heroes at The Jail is changed by -2.",
            "Jusqu'à la fin du tour, la Force des Héros du lieu La Prison change de -2.",
            "Fino alla fine del turno la Forza degli Eroi nel Luogo La Prigione cambia di -2.",
        ),
        (
            StrengthShifted(0, "alice", 2),
            "Until the turn ends, the Strength of Alice is changed by 2.",
            "Jusqu'à la fin du tour, la Force d’Alice change de 2.",
            "Fino alla fine del turno la Forza cambia di 2 per Alice.",
        ),
        (
            CardTurned(0, "heart-guard-1"),
            "Card Guard: Heart stands up again.",
            "La carte Garde-carte\u00a0: Cœur se redresse.",
            "La carta Guardia di Carta: Cuori si rialza.",
        ),
        (
            CardTurned(0, "alice"),
            "Alice has the usual size again.",
            "Le Héros Alice retrouve sa taille.",
            "L'Eroe Alice torna alle sue dimensioni.",
        ),
        (
            CardTurned(0, "trident"),
            "Trident can be moved again.",
            "La carte Trident peut de nouveau être déplacée.",
            "La carta Tridente può di nuovo essere mossa.",
        ),
        (
            HeroDefeated(0, "alice", "jail", 5),
            "Alice is defeated at The Jail, with a Strength of 5.",
            "Le Héros Alice, de Force 5, est vaincu sur le lieu La Prison.",
            "L'Eroe Alice viene sconfitto nel Luogo La Prigione, con Forza 5.",
        ),
        (
            Asked(0, "recover", ("snarfblat",), about="scuttle"),
            "Player 1 is asked which card Scuttle brings back.",
            "Joueur 1 doit choisir la carte qu’Eurêka fait revenir.",
            "Giocatore 1 deve scegliere quale carta recuperare con Scuttle.",
        ),
    ],
)
def test_what_happens_in_a_realm_is_told_as_one_sees_it(
    event: Event, english: str, french: str, italian: str
) -> None:
    said = [narrate_events(take("villainous"), event, language=code) for code in ("en", "fr", "it")]
    assert said == [[english], [french], [italian]]


def test_what_somebody_typed_stays_on_its_line(trumps: GameWithBook) -> None:
    claim = DisputeOpened(1, "seat:0", "No!\nThe match is over.\u202e\x1b[2J", (), 0)
    assert narrate_events(trumps, SeatClaimed(0, "A\nB", "", 0), claim) == [
        "A B sits down.",
        "A B opens case 1: “No! The match is over. [2J”.",
    ]
