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
            "Ariel hits Gaston for 2 (0 HP left).",
            "Ariel frappe Gaston\u00a0: 2 dégâts (reste 0 PV).",
            "Ariel colpisce Gaston: 2 danni (PS: 0).",
        ),
        (
            DamageDealt("GAS", "GAS", 1, 9),
            "Gaston takes 1 self-damage (9 HP left).",
            "Gaston se blesse\u00a0: 1 dégât (reste 9 PV).",
            "Gaston si ferisce: 1 danno (PS: 9).",
        ),
        (
            StatusCounterRemoved("GAS", "tough", 0),
            "Gaston loses the last Tough counter.",
            "Gaston perd son dernier pion Statut Résistant.",
            "Gaston perde l’ultimo segnalino Stato Resistente.",
        ),
        (
            StatusCounterRemoved("GAS", "immobilized", 1),
            "Immobilized on Gaston: 1 left.",
            "Gaston a encore 1 pion Immobilisé.",
            "Gaston ha ancora 1 segnalino Immobilizzato.",
        ),
        (
            CharacterMoved("GAS", ("d4", "e4", "e5")),
            "Gaston moves to e5.",
            "Gaston va en e5.",
            "Gaston va in e5.",
        ),
        (
            DamageDealt("ARI", "GAS", 2, 1),
            "Gaston hits Ariel for 2 (1 HP left).",
            "Gaston frappe Ariel\u00a0: 2 dégâts (reste 1 PV).",
            "Gaston colpisce Ariel: 2 danni (PS: 1).",
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
        (0, "Player 1 pays 2 (0 Power).", "Giocatore 1 paga 2 Gettoni Potere (resto: 0)."),
        (1, "Player 1 pays 2 (1 Power).", "Giocatore 1 paga 2 Gettoni Potere (resto: 1)."),
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
            "Joueur 1 utilise l’action Vaincre.",
            "Giocatore 1 usa l’azione Scontro.",
        ),
        (
            SymbolUsed(0, 0, by="cannon-1"),
            "Player 1 uses Vanquish through Cannon.",
            "Joueur 1 utilise l’action Vaincre grâce à Canon.",
            "Giocatore 1 usa l’azione Scontro grazie a Cannone.",
        ),
        (
            SymbolBorrowed(0, "jail", 1),
            "Player 1 performs Vanquish at The Jail.",
            "Joueur 1 accomplit l’action Vaincre à la Prison.",
            "Giocatore 1 svolge l’azione Scontro alla Prigione.",
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
            "The Strength of the Heroes at The Jail changes by -2 this turn.",
            "La Force des Héros à la Prison change de -2 pendant ce tour.",
            "La Forza degli Eroi alla Prigione cambia di -2 in questo turno.",
        ),
        (
            StrengthShifted(0, "alice", 2),
            "The Strength of Alice changes by 2 this turn.",
            "La Force d’Alice change de 2 pendant ce tour.",
            "La Forza di Alice cambia di 2 in questo turno.",
        ),
        (
            CardTurned(0, "heart-guard-1"),
            "Card Guard: Heart stands up again.",
            "Garde-carte\u00a0: Cœur se redresse.",
            "Guardia di Carta: Cuori si rialza.",
        ),
        (
            CardTurned(0, "alice"),
            "Alice has the usual size again.",
            "Alice retrouve sa taille.",
            "Alice torna alle sue dimensioni.",
        ),
        (
            CardTurned(0, "trident"),
            "Trident can move again.",
            "Trident peut de nouveau bouger.",
            "Tridente può di nuovo muoversi.",
        ),
        (
            HeroDefeated(0, "alice", "jail", 5),
            "Alice falls at The Jail (Strength 5).",
            "Alice tombe à la Prison (Force 5).",
            "Alice cade alla Prigione (Forza 5).",
        ),
        (
            Asked(0, "recover", ("snarfblat",), about="scuttle"),
            "Player 1 is choosing the card that Scuttle brings back.",
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
