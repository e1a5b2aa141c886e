"""The changes of the facts of Villainous."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import Change, Json, hand_over, retire, unchanged


def realm(board: Json, fact: Json) -> Json:
    """Returns the Realm of a fact."""
    found: Json = board["realms"][fact["seat"]]
    return found


def remove(piles: Json, card: str) -> Json:
    """Removes a card from its place in a Realm; returns its state in play, if it was there."""
    if card in piles["cards"]:
        in_play: Json = piles["cards"].pop(card)
        return in_play
    lists = [piles["hand"], piles["opened"], piles["looked"]]
    lists += [piles[pile][part] for pile in ("villain", "fate") for part in ("deck", "discard")]
    for cards in lists:
        if card in cards:
            cards.remove(card)
            break
    return {}


def in_play(**fields: Any) -> Json:
    """Returns the state of a card in play."""
    return {"at": "", "on": "", "power": 0, "form": "", "beside": "", **fields}


def shuffle(board: Json, fact: Json) -> None:
    """Lays a deck in a new order; its cards are discarded no longer."""
    pile = realm(board, fact)[fact["pile"]]
    discard_pile = [card for card in pile["discard"] if card not in fact["cards"]]
    pile.update(deck=fact["cards"], discard=discard_pile)


def take(board: Json, fact: Json, to: str) -> None:
    """Moves the top cards of a deck to the hand, into the open, or before the eyes of its seat."""
    piles = realm(board, fact)
    deck = piles[fact["pile"]]["deck"]
    piles[fact["pile"]]["deck"] = deck[len(fact["cards"]) :]
    piles[to] += fact["cards"]


def lay_back(board: Json, fact: Json) -> None:
    """Puts looked-at cards back on top of their deck."""
    for card in fact["cards"]:
        remove(realm(board, fact), card)
    pile = realm(board, fact)[fact["pile"]]
    pile["deck"] = fact["cards"] + pile["deck"]


def throw(board: Json, fact: Json) -> None:
    """Moves a card, wherever it is, to its discard pile."""
    remove(realm(board, fact), fact["card"])
    realm(board, fact)[fact["pile"]]["discard"].append(fact["card"])


def recover(board: Json, fact: Json) -> None:
    """Moves a card to the hand."""
    remove(realm(board, fact), fact["card"])
    realm(board, fact)["hand"].append(fact["card"])


def put(board: Json, fact: Json) -> None:
    """Plays a card to a location, onto a card, or into the open; Power on it stays."""
    before = remove(realm(board, fact), fact["card"])
    if not fact["at"] and not fact["on"]:
        realm(board, fact)["opened"].append(fact["card"])
        return
    realm(board, fact)["cards"][fact["card"]] = in_play(
        at=fact["at"], on=fact["on"], power=before.get("power", 0)
    )


def attach(board: Json, fact: Json) -> None:
    """Attaches a card to another one."""
    remove(realm(board, fact), fact["card"])
    realm(board, fact)["cards"][fact["card"]] = in_play(on=fact["to"])


def card_of(board: Json, fact: Json) -> Json:
    """Returns the state in play of the card of a fact."""
    found: Json = realm(board, fact)["cards"][fact["card"]]
    return found


def shift(board: Json, fact: Json) -> None:
    """Changes Strengths until the turn ends."""
    realm(board, fact)["shifted"].append({"of": fact["of"], "by": fact["by"], "card": fact["card"]})


def defeat(board: Json, fact: Json) -> None:
    """Notes the Strength of a Hero that the player of the turn defeated."""
    if fact["seat"] == board["seat"]:
        board["felled"].append(fact["strength"])


def lock(board: Json, fact: Json) -> None:
    """Locks a location, perhaps with the token of another one."""
    locked = realm(board, fact)["locked"]
    if fact["freed"]:
        locked.remove(fact["freed"])
    locked.append(fact["at"])


def move_power(board: Json, fact: Json, sign: int) -> None:
    """Moves Power between the Cauldron and a seat."""
    realm(board, fact)["power"] = fact["power"]
    board["cauldron"] -= sign * fact["amount"]


def lay_power(board: Json, fact: Json, sign: int) -> None:
    """Moves Power between a seat and a card of its Realm."""
    realm(board, fact)["power"] = fact["power"]
    card_of(board, fact)["power"] += sign * fact["amount"]


def begin_turn(board: Json, fact: Json) -> None:
    """Begins a turn with the move; Effects that lasted up to it lapse."""
    realm(board, fact).update(lapsed=realm(board, fact)["lasting"], lasting=[])
    board.update(stage="move", seat=fact["seat"], turn=fact["number"])


def end_turn(board: Json, fact: Json) -> None:
    """Ends all that holds until the turn ends."""
    board.update(used=[], met=[], passed=[], felled=[])
    for piles in board["realms"]:
        piles.update(shifts={}, shifted=[])


def move(board: Json, fact: Json) -> None:
    """Moves the mover; in the own turn all symbols are fresh, and actions follow if no card moved it."""
    realm(board, fact)["at"] = fact["to"]
    if fact["seat"] == board["seat"]:
        board.update(stage=board["stage"] if fact["by"] else "act", used=[])


def stay(board: Json, fact: Json) -> None:
    """Begins the actions where the mover is."""
    board.update(stage="act", used=[])


def use(board: Json, fact: Json) -> None:
    """Notes a used symbol by its number, and the card that shows it."""
    board["used"] += [mark for mark in (str(fact["symbol"] or ""), fact["by"]) if mark]


VILLAINOUS: Mapping[str, Change] = {
    "table.SeatRetired": retire,
    "table.SeatHandedOver": hand_over,
    "villainous.DeckShuffled": shuffle,
    "villainous.CardsDrawn": lambda board, fact: take(board, fact, "hand"),
    "villainous.CardsRevealed": lambda board, fact: take(board, fact, "opened"),
    "villainous.CardsLookedAt": lambda board, fact: take(board, fact, "looked"),
    "villainous.CardsPutBack": lay_back,
    "villainous.CardDiscarded": throw,
    "villainous.CardRecovered": recover,
    "villainous.HandRevealed": lambda board, fact: realm(board, fact).update(exposed=True),
    "villainous.HandHidden": lambda board, fact: realm(board, fact).update(exposed=False),
    "villainous.CardPlayed": put,
    "villainous.CardMoved": lambda board, fact: card_of(board, fact).update(at=fact["to"], on=""),
    "villainous.CardAttached": attach,
    "villainous.CardActivated": unchanged,
    "villainous.CardTurned": lambda board, fact: card_of(board, fact).update(
        form=fact["form"], beside=fact["beside"]
    ),
    "villainous.StrengthShifted": shift,
    "villainous.EffectLasts": lambda board, fact: realm(board, fact)["lasting"].append(fact["card"]),
    "villainous.HeroDefeated": defeat,
    "villainous.LocationLocked": lock,
    "villainous.LocationUnlocked": lambda board, fact: realm(board, fact)["locked"].remove(fact["at"]),
    "villainous.PowerGained": lambda board, fact: move_power(board, fact, 1),
    "villainous.PowerPaid": lambda board, fact: move_power(board, fact, -1),
    "villainous.PowerTaken": lambda board, fact: lay_power(board, fact, 1),
    "villainous.PowerReturned": lambda board, fact: lay_power(board, fact, -1),
    "villainous.TurnBegan": begin_turn,
    "villainous.TurnEnded": end_turn,
    "villainous.MoverMoved": move,
    "villainous.MoverStayed": stay,
    "villainous.SymbolUsed": use,
    "villainous.SymbolBorrowed": unchanged,
    "villainous.FateTokenTaken": lambda board, fact: board.update(token=fact["seat"]),
    "villainous.RequirementMet": lambda board, fact: board["met"].append(fact["requirement"]),
    "villainous.TurnPassed": lambda board, fact: board["passed"].append(fact["seat"]),
    "villainous.ObjectiveFulfilled": lambda board, fact: board.update(stage="over", winner=fact["seat"]),
}
