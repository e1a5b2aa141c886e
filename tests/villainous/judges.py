"""Small rules that judge the reasons of refusals, each by what lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.messages import Message
from tests.villainous.play import BOOK
from tests.villainous.reasons import Reason, kind_in, place_in

ACTIONS = {
    "gain": "gain_power",
    "play": "play_card",
    "activate": "activate",
    "discard": "discard_cards",
    "fate": "fate",
    "vanquish": "vanquish",
    "carry": "move_item_or_ally",
    "lead": "move_hero",
}
"""The symbol of each word of an action."""

WRAPPERS = ("{card} cannot be carried out: ", "{card} cannot be attached: ", "{card} can be played nowhere: ")


def none_of(kind: str) -> Callable[[Reason], bool]:
    """Tells whether a Realm has no card of a kind."""
    return lambda r: all(kind_in(r.target(), card) != kind for card in r.target().cards)


def marks(r: Reason) -> dict[str, bool]:
    """The symbols of the mover's location that the pick needs, and whether each is in the top row."""
    word, _, argument = r.pick.partition(":")
    place = BOOK.locations[r.own.who][r.own.at]
    shown = [(str(n), s, n <= len(place.top)) for n, s in enumerate(place.symbols, 1)]
    shown += [
        (card, grants, False)
        for card in r.own.cards
        if (grants := BOOK.cards[card].grants) is not None and place_in(r.own, card) == r.own.at
    ]
    return {
        mark: top
        for mark, s, top in shown
        if s.action == ACTIONS[word] and (word != "gain" or str(s.amount) == argument)
    }


def index_of(r: Reason, name: str) -> int:
    """The place of a location in its row."""
    return [*BOOK.locations[r.realm(name).who]].index(r.id(name))


def costs(r: Reason) -> bool:
    """Tells whether a Cost exceeds the Power, which the Realm has."""
    return r.number("cost") > r.number("power") == r.target().power


def is_beside(r: Reason, card: str, other: str) -> bool:
    """Tells whether two cards are at one location; an Enlarged one is at two."""
    realm, id = r.realm(card), r.id(other)
    places = {place_in(realm, r.id(card)), place_in(realm, id)}
    return len(places) == 1 or realm.cards[r.id(card)].beside in places or realm.cards[id].beside in places


JUDGES: Mapping[str, Callable[[Reason], bool]] = {
    "the mover may not stay where it is": lambda r: r.pick == "stay" or r.subject == r.own.at,
    "the mover is there already": lambda r: r.pick == r.target().at,
    "{place} does not show that symbol": lambda r: r.id("place") == r.own.at and not marks(r),
    "that symbol has been used in this turn": lambda r: {*marks(r)} <= {*r.board.used},
    "{hero} covers that symbol": lambda r: (
        r.kind("hero") == "hero"
        and r.own.at in (r.at("hero"), r.own.cards[r.id("hero")].beside)
        and any(marks(r).values())
    ),
    "Fate is dealt to an opponent": lambda r: int(r.subject) in (r.asked.seat, *r.board.retired),
    "who holds the Fate Token cannot be targeted": lambda r: (
        len(r.board.realms) > 4 and str(r.board.token) == r.subject != str(r.asked.seat)
    ),
    "a Condition is played in the turn of an opponent": lambda r: (
        BOOK.cards[r.subject].kind == "condition" and r.asked.seat == r.board.seat
    ),
    "there is no card in the hand to discard": lambda r: not r.own.hand,
    "it costs {cost}, and there is {power} Power": costs,
    "it costs {cost} there, and there is {power} Power": costs,
    "activating it costs {cost}, and there is {power} Power": costs,
    "it does not pay for this card": lambda r: not BOOK.cards[r.pick].pays_for,
    "{card} forbids that action": lambda r: (
        r.id("card") in r.own.cards and r.printed("card").forbids == ACTIONS[r.pick.partition(":")[0]]
    ),
    "{card} forbids it": lambda r: r.lies("card") and r.printed("card").forbids == BOOK.cards[r.subject].kind,
    "{place} is locked": lambda r: r.id("place") in r.realm("place").locked,
    "{place} is locked already": lambda r: r.id("place") in r.realm("place").locked,
    "{card} is at {place}, which is locked": lambda r: (
        r.at("card") == r.id("place") and r.id("place") in r.realm("card").locked
    ),
    "{card} is at {place} already": lambda r: r.at("card") == r.id("place"),
    "{place} is not next to {other}": lambda r: abs(index_of(r, "place") - index_of(r, "other")) > 1,
    "{card} never enters {place}": lambda r: r.printed("card").shuns == r.id("place"),
    "{card} is only played to {place}": lambda r: r.printed("card").only_at == r.id("place"),
    "{bar} lets in Heroes of Strength {least} or more, and {card} has {strength}": lambda r: (
        r.lies("bar")
        and r.printed("bar").bars is not None
        and r.strength("card") == r.number("strength") < r.number("least")
    ),
    "{bar} keeps {card} away from its location": lambda r: (
        (bars := r.printed("bar").bars) is not None and bars.kind == r.kind("card") and r.lies("bar")
    ),
    "{card} keeps {hero} from being defeated": lambda r: (
        r.printed("card").protects and r.realm("card").cards[r.id("card")].on in ("", r.id("hero"))
    ),
    "{first} has to be defeated before {hero}": lambda r: (
        r.printed("first").first and r.lies("first") and r.id("first") != r.id("hero")
    ),
    "{first} has {card} and has to be defeated before {hero}": lambda r: (
        r.printed("card").first and r.realm("card").cards[r.id("card")].on == r.id("first") != r.id("hero")
    ),
    "it takes a Strength of {most} or less, and {subject} has {strength}": lambda r: (
        r.strength("subject") == r.number("strength") > r.number("most")
    ),
    "it takes a Strength of {most} or less, and {subject} has {strength} because of {source}": lambda r: (
        r.strength("subject") == r.number("strength") > r.number("most") and r.lies("source")
    ),
    "it takes {allies} Allies to Vanquish {hero}, and {fit} can fight": lambda r: (
        r.printed("hero").allies == r.number("allies") > r.number("fit")
    ),
    "no Ally who can fight is beside {hero}": lambda r: (
        r.strength("hero") > 0
        and not any(
            kind_in(r.realm("hero"), card) == "ally"
            and in_play.form != "wicket"
            and place_in(r.realm("hero"), card) == r.at("hero")
            and BOOK.cards[card].id != r.printed("hero").immune
            for card, in_play in r.realm("hero").cards.items()
        )
    ),
    "the Allies that can fight {hero} have a Strength of {sum}, and {hero} has {strength}": lambda r: (
        r.number("sum") < r.number("strength") == r.strength("hero")
    ),
    "even with one Ally moved, the Allies do not come up to {hero} with {strength}": lambda r: (
        r.number("strength") == r.strength("hero") > 0
    ),
    "{ally} does not fight {hero}": lambda r: r.printed("hero").immune == r.printed("ally").id,
    "{ally} does not reach {hero}": lambda r: not is_beside(r, "ally", "hero"),
    "{ally} has been called up already": lambda r: r.kind("ally") == "ally" and r.pick not in r.asked.options,
    "{ally} does not fight together with those": lambda r: r.board.rulings.volleys == "alone",
    "{ally} is a Wicket, and those do not fight": lambda r: (
        r.realm("ally").cards[r.id("ally")].form == "wicket"
    ),
    "the Allies called up so far do not come up to the Strength of {hero}": lambda r: r.strength("hero") > 0,
    "{item} is attached to {host}": lambda r: (
        r.realm("item").cards[r.id("item")].on == r.id("host") and r.printed("item").kind == "item"
    ),
    "{hero} holds {item}": lambda r: (
        r.realm("item").cards[r.id("item")].on == r.id("hero") and r.kind("hero") == "hero"
    ),
    "{item} is a Fate card": lambda r: BOOK.piles[r.id("item")] == "fate",
    "there is no Ally in the Realm": none_of("ally"),
    "there is no Hero in the Realm": none_of("hero"),
    "there is no Item in the Realm": none_of("item"),
    "there is no Curse in the Realm": none_of("curse"),
    "there is no Ally and no Item in the Realm": lambda r: none_of("ally")(r) and none_of("item")(r),
    "there is no Card Guard in the Realm": lambda r: not any(BOOK.cards[c].guard for c in r.target().cards),
    "there is no Ally in the hand": lambda r: all(BOOK.cards[c].kind != "ally" for c in r.own.hand),
    "there is no Hero in the Fate discard pile": lambda r: all(
        BOOK.cards[c].kind != "hero" for c in r.target().fate.discard
    ),
    "the player’s discard pile is empty": lambda r: not r.own.villain.discard,
    "there is no Hypnotize in the discard pile": lambda r: all(
        BOOK.cards[c].id != "hypnotize" for c in r.own.villain.discard
    ),
    "there is no Item and no Effect in the discard pile": lambda r: all(
        BOOK.cards[c].kind not in ("item", "effect") for c in r.own.villain.discard
    ),
    "there is no Item at its location": lambda r: (
        not any(
            BOOK.cards[c].kind == "item" and place_in(r.own, c) == place_in(r.own, r.subject)
            for c in r.own.cards
        )
    ),
    "there is no Hero at its location": lambda r: (
        not any(
            kind_in(r.own, c) == "hero" and place_in(r.own, c) == place_in(r.own, r.subject)
            for c in r.own.cards
        )
    ),
    "there is no Hero beside {card}": lambda r: (
        not any(
            kind_in(r.realm("card"), c) == "hero" and place_in(r.realm("card"), c) == r.at("card")
            for c in r.realm("card").cards
        )
    ),
    "there is no Wicket at {place}": lambda r: (
        not any(
            in_play.form == "wicket" and in_play.at == r.id("place")
            for in_play in r.realm("place").cards.values()
        )
    ),
    "{hero} is not at {place}": lambda r: r.at("hero") != r.id("place") == r.own.at,
    "{card} is not beside {hero}": lambda r: not is_beside(r, "card", "hero"),
    "{hero} is beside {card}": lambda r: r.printed("hero").id == "dodo" and is_beside(r, "hero", "card"),
    "{hero} never shrinks": lambda r: r.id("hero") == "dormouse",
    "{hero} is Shrunken already": lambda r: r.realm("hero").cards[r.id("hero")].form == "shrunken",
    "{hero} is Enlarged": lambda r: r.realm("hero").cards[r.id("hero")].form == "enlarged",
    "{hero} is Enlarged already": lambda r: r.realm("hero").cards[r.id("hero")].form == "enlarged",
    "{card} is a Wicket already": lambda r: r.realm("card").cards[r.id("card")].form == "wicket",
    "{card} is no Wicket": lambda r: r.realm("card").cards[r.id("card")].form != "wicket",
    "{card} is no Card Guard": lambda r: not r.printed("card").guard,
    "{card} is no Condition": lambda r: r.printed("card").kind != "condition",
    "{card} is no Ally": lambda r: r.kind("card") != "ally",
    "{card} is no Hero": lambda r: r.kind("card") != "hero",
    "{card} is no Item": lambda r: r.kind("card") != "item",
    "{card} is no Curse": lambda r: r.kind("card") != "curse",
    "{card} is no Ally and no Item": lambda r: r.kind("card") not in ("ally", "item"),
    "{card} is no Binding Contract": lambda r: not r.printed("card").contract,
    "{card} does not lead to {place}": lambda r: r.pick == r.id("place") not in r.asked.options,
    "{card} waits for something else: {requirement}": lambda r: (
        (requires := r.printed("card").requires) is not None
        and r.id("requirement") == requires.key != r.asked.about
    ),
    "{card} is attached to a Hero, and {other} is none": lambda r: (
        r.printed("card").attach == "hero" and r.kind("other") != "hero"
    ),
    "{card} is attached to an Ally, and {other} is none": lambda r: (
        r.printed("card").attach == "ally" and r.kind("other") != "ally"
    ),
    "{hero} is revealed and cannot be found": lambda r: any(
        r.id("hero") in realm.opened for realm in r.board.realms
    ),
    "{card} is played as soon as it is revealed": lambda r: bool(r.printed("card").enters),
    "a Hero holds it where it is": lambda r: r.own.cards[r.subject].form == "held",
    "it is no card to move": lambda r: kind_in(r.own, r.subject) == "hero",
}
"""For each reason whether it is true of the board."""


def is_true(reason: Reason) -> bool:
    """Tells whether a reason is true; a reason of several parts is if all of them are."""
    arguments = reason.said.arguments
    if reason.said.pattern == "{first}; {second}":
        parts = [arguments["first"], arguments["second"]]
    elif reason.said.pattern.startswith(WRAPPERS):
        assert reason.id("card") == reason.subject, "it is about another card"
        parts = [arguments["reason"]]
    else:
        return JUDGES[reason.said.pattern](reason)
    return all(isinstance(part, Message) and is_true(reason._replace(said=part)) for part in parts)
