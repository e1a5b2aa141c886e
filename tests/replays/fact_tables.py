"""Tables of the changes that each fact makes to the published board, written from the contract alone.

They fold JSON and import nothing of a game: a reader of the stream needs no more than these tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
Change: TypeAlias = Callable[[Json, Json], None]
"""Changes a board in place, by the fields of a fact."""


def apply_fact(table: Mapping[str, Change], board: Json, fact: Json) -> None:
    """Applies one fact to *board*; a fact outside the table of its game changes nothing."""
    change = table.get(fact["type"])
    if change is not None:
        change(board, fact)


def unchanged(board: Json, fact: Json) -> None:
    """Changes nothing."""


def retire(board: Json, fact: Json) -> None:
    """Adds a seat to those that left."""
    board["retired"].append(fact["seat"])


def hand_over(board: Json, fact: Json) -> None:
    """Takes a seat from those that left."""
    board["retired"].remove(fact["seat"])


# -- Sorcerer's Arena --------------------------------------------------------------------------------


def summoner(board: Json, fact: Json) -> Json:
    """Returns the Summoner of a fact."""
    found: Json = board["summoners"][fact["seat"]]
    return found


def figure(board: Json, fact: Json) -> Json:
    """Returns the figure of a fact."""
    found: Json = board["figures"][fact["who"]]
    return found


def draft(board: Json, fact: Json) -> None:
    """Adds a figure outside the Arena."""
    board["figures"][fact["who"]] = {
        "code": fact["code"],
        "seat": fact["seat"],
        "at": "",
        "hp": fact["hp"],
        "statuses": {},
        "upgraded": False,
    }


def take_hand_back(board: Json, fact: Json) -> None:
    """Puts the hand below the deck."""
    piles = summoner(board, fact)
    piles.update(deck=piles["deck"] + piles["hand"], hand=[])


def begin_phase(board: Json, fact: Json) -> None:
    """Spends a phase; skills used before are forgotten."""
    board["phases"][fact["phase"]] -= 1
    board.update(phase=fact["phase"], used=[])


def grant_phase(board: Json, fact: Json) -> None:
    """Adds a phase."""
    board["phases"][fact["phase"]] = board["phases"].get(fact["phase"], 0) + 1


def end_arena_turn(board: Json, fact: Json) -> None:
    """Ends the turn with its phases, used skills and ability, and the refusal of a gear."""
    board.update(active="", phases={}, phase="", used=[], activated=False, refused=False)


def end_round(board: Json, fact: Json) -> None:
    """Ends the match after the last round."""
    if fact["last"]:
        board["stage"] = "over"


def draw(board: Json, fact: Json) -> None:
    """Moves the top card of the deck to the hand."""
    piles = summoner(board, fact)
    piles.update(deck=piles["deck"][1:], hand=[*piles["hand"], fact["card"]])


def play(board: Json, fact: Json) -> None:
    """Takes a card from the hand; it is being resolved."""
    summoner(board, fact)["hand"].remove(fact["card"])
    board["resolving"] = fact["card"]


def resolve(board: Json, fact: Json) -> None:
    """Puts the played card on the discard pile."""
    summoner(board, fact)["discards"].append(fact["card"])
    board["resolving"] = ""


def discard(board: Json, fact: Json) -> None:
    """Moves a card from the hand to the discard pile."""
    summoner(board, fact)["hand"].remove(fact["card"])
    summoner(board, fact)["discards"].append(fact["card"])


def banish(board: Json, fact: Json) -> None:
    """Moves a card from its pile out of the match."""
    summoner(board, fact)[fact["pile"]].remove(fact["card"])
    summoner(board, fact)["banished"].append(fact["card"])


def put_back(board: Json, fact: Json) -> None:
    """Lays the top cards of the deck in another order."""
    piles = summoner(board, fact)
    piles["deck"] = fact["cards"] + piles["deck"][len(fact["cards"]) :]


def set_counters(board: Json, fact: Json, count: int) -> None:
    """Sets the counters of a status tile; without any it is gone."""
    tiles = figure(board, fact)["statuses"]
    tiles[fact["status"]] = count
    if not count:
        del tiles[fact["status"]]


def knock_out(board: Json, fact: Json) -> None:
    """Takes the last HP; status tiles leave at once only if the figure does not keep them."""
    figure(board, fact)["hp"] = 0
    if not fact["keeps"]:
        figure(board, fact)["statuses"] = {}


def turn_card(board: Json, fact: Json, *, upgraded: bool) -> None:
    """Turns an ability card; some HP may be lost."""
    fields = figure(board, fact)
    fields.update(upgraded=upgraded, hp=fact["hp"] or fields["hp"])


def upgrade(board: Json, fact: Json) -> None:
    """Turns an ability card to its upgraded side, which ends the phase under way."""
    turn_card(board, fact, upgraded=True)
    board["phase"] = ""


def set_points(board: Json, fact: Json) -> None:
    """Sets the Victory Points of a team."""
    board["points"][fact["team"]] = fact["total"]


ARENA: Mapping[str, Change] = {
    "table.SeatRetired": retire,
    "table.SeatHandedOver": hand_over,
    "arena.CharacterDrafted": draft,
    "arena.TilesStacked": lambda board, fact: summoner(board, fact).update(tiles=fact["tiles"]),
    "arena.TurnOrderSet": lambda board, fact: board.update(order=fact["order"]),
    "arena.HandTakenBack": take_hand_back,
    "arena.RoundBegan": lambda board, fact: board.update(round=fact["number"], stage="play"),
    "arena.TurnBegan": lambda board, fact: board.update(
        active=fact["who"], phases=dict.fromkeys(fact["phases"], 1)
    ),
    "arena.PhaseBegan": begin_phase,
    "arena.ExtraPhaseGranted": grant_phase,
    "arena.TurnEnded": end_arena_turn,
    "arena.FinalRoundCalled": lambda board, fact: board.update(final=True),
    "arena.RoundEnded": end_round,
    "arena.DeckShuffled": lambda board, fact: summoner(board, fact).update(deck=fact["cards"]),
    "arena.CardDrawn": draw,
    "arena.DrawSkipped": unchanged,
    "arena.CardPlayed": play,
    "arena.CardResolved": resolve,
    "arena.CardDiscarded": discard,
    "arena.CardBanished": banish,
    "arena.CardsLookedAt": unchanged,
    "arena.CardsPutBack": put_back,
    "arena.CardRevealed": unchanged,
    "arena.CharacterPlaced": lambda board, fact: figure(board, fact).update(at=fact["at"]),
    "arena.CharacterMoved": lambda board, fact: figure(board, fact).update(at=fact["path"][-1]),
    "arena.MovementPrevented": unchanged,
    "arena.DamageDealt": lambda board, fact: figure(board, fact).update(hp=fact["hp"]),
    "arena.HealthRecovered": lambda board, fact: figure(board, fact).update(hp=fact["hp"]),
    "arena.StatusCountersAdded": lambda board, fact: set_counters(board, fact, fact["total"]),
    "arena.StatusCounterRemoved": lambda board, fact: set_counters(board, fact, fact["left"]),
    "arena.StatusRemoved": lambda board, fact: set_counters(board, fact, 0),
    "arena.CharacterKnockedOut": knock_out,
    "arena.FigureRemoved": lambda board, fact: figure(board, fact).update(at=""),
    "arena.CharacterReturned": lambda board, fact: figure(board, fact).update(at=fact["at"], hp=fact["hp"]),
    "arena.SkillUsed": lambda board, fact: board["used"].append(fact["skill"]),
    "arena.AbilityTriggered": unchanged,
    "arena.AbilityActivated": lambda board, fact: board.update(activated=True),
    "arena.ChainEnded": unchanged,
    "arena.CharacterUpgraded": upgrade,
    "arena.AbilityCardTurnedBack": lambda board, fact: turn_card(board, fact, upgraded=False),
    "arena.GearRefused": lambda board, fact: board.update(refused=True, phase=""),
    "arena.VictoryPointsGained": set_points,
    "arena.VictoryPointsLost": set_points,
}


# -- Villainous --------------------------------------------------------------------------------------


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
