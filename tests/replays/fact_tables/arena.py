"""The changes of the facts of Sorcerer's Arena."""

from __future__ import annotations

from collections.abc import Mapping

from . import Change, Json, hand_over, retire, unchanged


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
