"""What brings Jafar nearer to his objective, for a bot that looks one effect ahead."""

from __future__ import annotations

from itertools import pairwise

import pytest

from domain.villainous.board import Realm
from domain.villainous.villains.jafar.evaluation import objective_progress
from tests.villainous.play import BOOK, sits


def opened(realm: str, **more: int | str) -> Realm:
    """Jafar at the palace, the Cave open."""
    return sits("jafar", realm=realm, unlocked=True, **more)  # type: ignore[arg-type]


def test_every_step_of_the_way_counts_and_so_does_what_it_takes() -> None:
    way = [
        sits("jafar", deck="scarab-pendant iago"),
        sits("jafar", deck="scarab-pendant"),
        sits("jafar", hand="scarab-pendant"),
        sits("jafar", hand="scarab-pendant", power=3),
        opened(""),
        opened("", hand="magic-lamp"),
        opened("", hand="magic-lamp", power=4),
        opened("cave: genie / magic-lamp"),
        opened("cave: genie\noasis: / magic-lamp"),
        opened("cave: genie\noasis: / magic-lamp", hand="hypnotize-2"),
        opened("cave: genie\noasis: / magic-lamp", hand="hypnotize-2", power=6),
        opened("cave: / genie ~hypnotized\nagrabah: / magic-lamp"),
        opened("cave: / genie ~hypnotized\nsultans-palace: / magic-lamp"),
    ]
    steps = [objective_progress(mine, BOOK) for mine in way]
    assert all(before < after for before, after in pairwise(steps)), steps
    assert steps[0] >= 0
    assert steps[-1] <= 1


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        ("cave: / magic-lamp", "cave: genie / magic-lamp"),
        ("cave: genie, abu +magic-lamp", "cave: genie, abu / magic-lamp"),
        (
            "cave: genie\noasis: abu +magic-lamp\nagrabah: / palace-guard-1",
            "cave: genie\noasis: abu +magic-lamp / palace-guard-1",
        ),
    ],
)
def test_a_lost_genie_a_stolen_lamp_and_a_thief_at_large_are_setbacks(worse: str, better: str) -> None:
    assert objective_progress(opened(worse), BOOK) < objective_progress(opened(better), BOOK)


@pytest.mark.parametrize(
    ("mine", "errand"),
    [
        ({"hand": "scarab-pendant"}, "oasis"),
        ({"hand": "iago"}, "agrabah"),
        ({"realm": "oasis: / magic-lamp\nagrabah: genie", "unlocked": True}, "cave"),
        ({"realm": "oasis: abu +magic-lamp\nagrabah: genie", "unlocked": True}, "sultans-palace"),
    ],
)
def test_he_goes_where_the_next_step_is_taken(mine: dict[str, str | bool], errand: str) -> None:
    best = max(BOOK.locations["jafar"], key=lambda at: objective_progress(sits("jafar", at, **mine), BOOK))  # type: ignore[arg-type]
    assert best == errand


@pytest.mark.parametrize(
    ("mine", "kept"),
    [
        ({"hand": "snake-1"}, "magic-lamp"),
        ({"hand": "snake-1"}, "hypnotize-1"),
        ({"hand": "scarab-pendant"}, "scarab-pendant magic-lamp"),
        ({"hand": "magic-lamp", "unlocked": True}, "magic-lamp hypnotize-2"),
    ],
)
def test_what_a_later_step_takes_is_worth_keeping(mine: dict[str, str | bool], kept: str) -> None:
    without, with_it = sits("jafar", **mine), sits("jafar", **mine | {"hand": kept})  # type: ignore[arg-type]
    assert objective_progress(without, BOOK) < objective_progress(with_it, BOOK)
