"""How far every text reaches and carries: tried on the board, for whatever number is printed."""

from __future__ import annotations

import pytest

from domain.arena import instructions as say
from domain.arena.play.restrictions import has_kind

from .cards_play import instructions, standing
from .play import Play, book, make_play

CORNER, BESIDE = "a4", "a5"
"""From the corner there are at least two spaces in every distance that a text may name."""


def texts() -> list[str]:
    """How all cards, a copy of each, and all skills are cited."""
    characters = book().characters.items()
    cards = [printed.ids[0] for _, character in characters for printed in character.deck]
    return cards + [f"{code}.s{n}" for code, c in characters for n in range(1, len(c.start.skills) + 1)]


def in_reach(text: str) -> list[say.Target]:
    """Whom a text names by how far away they are."""
    aimed = [say.parse_target(told.to) for told in instructions(text) if isinstance(told, say.Aimed)]
    return [target for target in aimed if target.within is not None]


def carried(text: str) -> list[say.Move | say.Push]:
    """The movements of a text."""
    return [told for told in instructions(text) if isinstance(told, say.Move | say.Push)]


def ready(text: str, drawing: str, teams: str) -> Play:
    """A turn in which only *text* is left to play or use, and a Magical card lies on top."""
    code, _, skill = text.partition(".")
    if skill:
        cost = book().characters[code].start.skills[int(skill[1:]) - 1].cost
        pays = [card for card in book().deck_of(code) if cost is not None and has_kind(book(), card, cost)]
        hand, phase = " ".join(pays[:1]), "skills"
    else:
        hand, phase = text, book().cards[text].printed.banner[0]
    some = dict.fromkeys(teams.replace("/", "").split(), 5)
    return make_play(
        drawing, code[:3], teams=teams, chapter=3, blue=hand, blue_deck="MAL01", phases=phase, hp=some
    )


def option(text: str) -> str:
    return f"skill:{text}" if "." in text else f"play:{text}"


def reaches(text: str, target: say.Target, far: int) -> bool:
    """Whether two figures that *target* could mean are affected, or could be chosen, from so *far* away."""
    who = text[:3]
    one, two, three = [code for code in book().characters if code != who][:3]
    ring = [space for space in book().arena.spaces if book().arena.distances[CORNER][space] == far]
    drawing = standing({who: CORNER, one: ring[0], two: ring[1]})
    rivals = target.side in ("rival", "character")
    play = ready(text, drawing, f"{who} {three} / {one} {two}" if rivals else f"{who} {one} {two} / {three}")
    if option(text) not in play.options:
        return False
    before = play.board.figures[one]
    play.then(option(text))
    while play.asked.prompt in ("where", "order-of-cards"):
        play.then(*(play.asked.options if play.asked.least else ()))
    asked = play.asked.prompt in ("target", "order-of-damage")
    return one in play.options if asked else play.board.figures[one] != before


@pytest.mark.parametrize(
    ("text", "target"), [(text, target) for text in texts() for target in in_reach(text)], ids=str
)
def test_it_reaches_as_far_as_it_says_and_no_further(text: str, target: say.Target) -> None:
    """SA-401: what is adjacent is within 1."""
    assert target.within is not None
    assert all(reaches(text, target, far) for far in range(1, target.within + 1))
    assert not reaches(text, target, target.within + 1)


@pytest.mark.parametrize("text", [text for text in texts() if carried(text)])
def test_it_carries_as_far_as_it_says_and_no_further(text: str) -> None:
    """SA-304: from a corner, with one rival adjacent, whoever is moved first."""
    told = carried(text)[0]
    who = text[:3]
    rival, ally = [code for code in book().characters if code != who][:2]
    play = ready(text, standing({who: CORNER, rival: BESIDE}), f"{who} {ally} / {rival}").then(option(text))
    while play.asked.prompt != "where":
        play.then(*(play.asked.options if play.asked.prompt != "target" else play.asked.options[:1]))
    start = CORNER if isinstance(told, say.Move) else BESIDE
    assert max(book().arena.distances[start][space] for space in play.options) == told.up_to


@pytest.mark.parametrize("upgraded", [False, True], ids=["start", "upgraded"])
@pytest.mark.parametrize("who", list(book().characters))
def test_each_side_moves_and_strikes_with_its_own_values(who: str, upgraded: bool) -> None:
    """SA-303, SA-307."""
    rival = next(code for code in book().characters if code != who)
    side = book().characters[who].upgraded if upgraded else book().characters[who].start
    play = make_play(
        standing({who: CORNER, rival: BESIDE}),
        who,
        teams=f"{who} / {rival}",
        chapter=3,
        upgraded=who if upgraded else "",
    )
    assert max(book().arena.distances[CORNER][space] for space in play.offers("move")) == side.move
    play.blue(f"attack:{rival}")
    assert play.hp(rival) == book().characters[rival].hp - side.attack
