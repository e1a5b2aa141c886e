"""Card sets: what people write, and what they are told when it is wrong."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import msgspec
import pytest

from domain import arena
from domain.games import GAMES
from domain.table import MatchOpened
from service.cardsets import CardSetMistaken, Library, UnknownCards, read

CORE = resources.files("domain.arena").joinpath("cards/core.yaml").read_text(encoding="utf-8")


def mistakes(tmp_path: Path, before: str, after: str) -> list[str]:
    """What is told of the core set with one passage rewritten; each line without the name of the file."""
    assert before in CORE, "the passage to rewrite is gone"
    path = tmp_path / "mine.yaml"
    path.write_text(CORE.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(CardSetMistaken) as refusal:
        read(arena, path)
    told = str(refusal.value).splitlines()
    assert all(line.startswith(f"{path}, line ") for line in told)
    return [line.removeprefix(f"{path}, ") for line in told]


def line_of(passage: str) -> int:
    """The line of the core set where *passage* first stands."""
    return CORE[: CORE.index(passage)].count("\n") + 1


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.NAME)
def test_the_set_that_comes_with_a_game_is_read(game: object) -> None:
    assert isinstance(game, type(arena))
    cards = Library().cards(game.NAME)
    assert len(cards.digest) == 64
    assert game.names(cards.book)[""] == "a card"


def test_a_choice_that_does_not_exist_is_answered_with_those_that_do(tmp_path: Path) -> None:
    line = line_of("gear: heart")
    assert mistakes(tmp_path, "gear: heart", "gear: water") == [
        f"line {line}, characters.SAM.deck.0.gear: Must be one of: fire, heart, shell, wind."
    ]


def test_an_unknown_verb_is_answered_with_all_verbs(tmp_path: Path) -> None:
    told = mistakes(tmp_path, "{verb: move, up_to: 3}", "{verb: teleport, up_to: 3}")
    assert told[0].endswith(
        "does.0.0.verb: Must be one of: banish, deal, draw, give, grant, heal, move, push."
    )


def test_a_target_nobody_can_be_is_answered_with_the_grammar(tmp_path: Path) -> None:
    told = mistakes(tmp_path, "to: one rival within 3", "to: two rivals nearby")
    assert "one/up to N/each rival/ally/friend [within N]" in told[0]


def test_every_mistake_is_told_at_once_in_the_order_of_the_lines(tmp_path: Path) -> None:
    told = mistakes(tmp_path, "hp: 8\n    vp: 4", "hp: eight\n    vpp: 4")
    line = line_of("hp: 8")
    assert told == [
        f"line {line_of('  SAM:')}, characters.SAM.vp: Missing data for required field.",
        f"line {line}, characters.SAM.hp: Not a valid integer.",
        f"line {line + 1}, characters.SAM.vpp: Unknown field.",
    ]


def test_a_deck_has_ten_cards(tmp_path: Path) -> None:
    told = mistakes(tmp_path, "ids: [SAM03, SAM04]", "ids: [SAM03]")
    line = line_of("    deck:" + "\n")
    assert told == [f"line {line}, characters.SAM.deck: a deck has 10 cards, this one 9"]


def test_a_card_stands_in_one_deck_once(tmp_path: Path) -> None:
    told = mistakes(tmp_path, "ids: [SAM05]", "ids: [SAM09]")
    assert told[0].endswith("card SAM09 stands twice")
    told = mistakes(tmp_path, "ids: [SAM05]", "ids: [ALA05]")
    assert told[0].endswith("card ALA05 is not one of SAM")


def test_a_board_is_drawn_with_the_marks_that_mean_something(tmp_path: Path) -> None:
    told = mistakes(tmp_path, 'c2: "    .', 'c2: "    x')
    assert told[0].endswith("row c2: x is no mark of a space: . o * @")


def test_what_is_no_yaml_is_told_with_its_line(tmp_path: Path) -> None:
    told = mistakes(tmp_path, "name: core", "name: [core")
    assert told[0].startswith("line ")
    assert "this is no YAML" in told[0]


def test_where_a_value_comes_from_is_one_of_four_words(tmp_path: Path) -> None:
    told = mistakes(tmp_path, "provenance: house\n  # The first", "provenance: rumour\n  # The first")
    assert told[0].endswith("board.provenance: Must be one of: handbook, house, inferred, publisher.")


def test_every_card_and_character_says_where_each_value_comes_from() -> None:
    for character in Library().cards("arena").book.characters.values():
        for printed in (character, *character.deck):
            told = printed.provenance
            if isinstance(told, dict):
                fields = {field.name for field in msgspec.structs.fields(printed)}
                assert fields - {"provenance", "names"} <= told.keys()
            else:
                assert told == "house"


def test_nine_of_mickeys_ten_cards_are_magical() -> None:
    book = Library().cards("arena").book
    assert sum("magical" in book.cards[card].printed.types for card in book.deck("SAM")) == 9


def test_the_digest_is_of_the_content_not_of_the_layout(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("# Mine.\n" + CORE, encoding="utf-8")
    assert read(arena, path).digest == Library().digest("arena")


def test_a_match_of_another_card_set_is_not_played_with_this_one() -> None:
    opened = MatchOpened("arena", 1, {"chapter": 1}, 2, "0" * 64, "", 0)
    with pytest.raises(UnknownCards, match="pinned to the card set 000000000000"):
        Library().rules(opened)
    opened = MatchOpened("chess", 1, {}, 2, "0" * 64, "", 0)
    with pytest.raises(UnknownCards, match="“chess”, a game that is not in this house"):
        Library().rules(opened)
