"""Card files: what people write, and what they are told when it is wrong."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from domain import arena, villainous
from domain.games import GAMES
from service.catalog import cardset_files
from service.catalog.cardsets import CardSetRegistry, packaged_cards
from service.shared.yaml_files import InvalidYaml
from tests.service.card_files import CardFiles, line_of, verb


@pytest.fixture
def files(tmp_path: Path) -> CardFiles:
    """An empty directory of card sets."""
    return CardFiles(tmp_path / "cards")


def mistakes(files: CardFiles, before: str, after: str) -> list[str]:
    """What is told of the core set with one passage rewritten; each line without the name of the file."""
    path = files.writes("mine.yaml", (before, after), name="core")
    with pytest.raises(InvalidYaml) as refusal:
        cardset_files.read_card_set(path)
    told = str(refusal.value).splitlines()
    assert all(line.startswith(f"{path}:") for line in told)
    return [line.removeprefix(f"{path}:") for line in told]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.NAME)
def test_the_set_that_comes_with_a_game_is_read(game: object) -> None:
    assert isinstance(game, type(arena))
    cards = CardSetRegistry().find_cards(game.NAME)
    assert len(cards.digest) == 64
    assert game.display_names(cards.book)[""] == "a card"
    assert set(game.list_characters(cards.book)) <= set(game.display_names(cards.book))


def test_a_choice_that_does_not_exist_is_answered_with_those_that_do(files: CardFiles) -> None:
    line = line_of("gear: heart")
    assert mistakes(files, "gear: heart", "gear: water") == [
        f"{line}: characters.SAM.deck.0.gear: Must be one of: fire, heart, shell, wind."
    ]


def test_an_unknown_verb_is_answered_with_all_verbs(files: CardFiles) -> None:
    told = mistakes(files, "{verb: move, up_to: 3}", "{verb: teleport, up_to: 3}")
    verbs = sorted(verb(instruction) for instruction in arena.INSTRUCTIONS)
    assert told[0].endswith(f"does.0.0.verb: Must be one of: {', '.join(verbs)}.")


def test_an_instruction_that_is_no_mapping_is_told_what_it_could_be(files: CardFiles) -> None:
    told = mistakes(files, "{verb: move, up_to: 3}", "move")
    assert "does.0.0: Must be a mapping with verb: one of banish, deal, " in told[0]


def test_a_target_nobody_can_be_is_answered_with_the_grammar(files: CardFiles) -> None:
    told = mistakes(files, "to: one rival within 3", "to: two rivals nearby")
    assert (
        "to: Allowed: self · it (whoever was chosen before) · one/up to N/each rival/ally/friend" in told[0]
    )


def test_every_mistake_is_told_at_once_in_the_order_of_the_lines(files: CardFiles) -> None:
    told = mistakes(files, "hp: 8\n    vp: 4", "hp: eight\n    vpp: 4")
    line = line_of("hp: 8")
    assert told[:2] == [
        f"{line_of('  SAM:')}: characters.SAM.vp: Missing. Must be a whole number from 1 to 20.",
        f"{line}: characters.SAM.hp: Must be a whole number from 1 to 20.",
    ]
    assert told[2].startswith(f"{line + 1}: characters.SAM.vpp: Unknown field; there are: ")
    assert "hp, " in told[2]


@pytest.mark.parametrize("wrong", ["'8'", "true", "8.5", "0", "21", "~", "[8]", "{eight: 8}"])
def test_a_whole_number_within_bounds_is_nothing_else(files: CardFiles, wrong: str) -> None:
    told = mistakes(files, "hp: 8", f"hp: {wrong}")
    assert told == [f"{line_of('hp: 8')}: characters.SAM.hp: Must be a whole number from 1 to 20."]


def test_a_deck_has_ten_cards(files: CardFiles) -> None:
    told = mistakes(files, "ids: [SAM03, SAM04]", "ids: [SAM03]")
    assert f"{line_of('    deck:')}: characters.SAM.deck: a deck has 10 cards, this one 9" in told


def test_a_card_stands_in_one_deck_once(files: CardFiles) -> None:
    told = mistakes(files, "ids: [SAM05]", "ids: [SAM09]")
    assert told[0].endswith("ids: card SAM09 stands twice")
    told = mistakes(files, "ids: [SAM05]", "ids: [ALA05]")
    assert told[0].endswith("ids: card ALA05 is not one of SAM")


def test_a_board_is_drawn_with_the_marks_that_mean_something(files: CardFiles) -> None:
    told = mistakes(files, 'c2: "    .', 'c2: "    x')
    assert told == [f"{line_of('    c2:')}: board.rows.c2: x is no mark of a space: . o * @"]


def test_a_board_that_nobody_could_play_on_is_refused_with_its_row(files: CardFiles) -> None:
    told = mistakes(files, 'd1: "      *  @  @  *', 'd1: "         @  @  *')
    starts = "an end has 4 starting spaces (* @) at least, this one 3: SA-113"
    assert told == [f"{line_of('    d1:')}: board.rows.d1: {starts}"]


def test_a_set_that_was_kept_with_a_match_may_have_any_board(files: CardFiles) -> None:
    data = deepcopy(packaged_cards("arena").data)
    data["board"]["rows"]["a7"] = "* @ @"
    assert cardset_files.make_card_set("arena", data).book.arena.stars[1] == ("a7", "b7", "c7")


def test_everything_that_a_game_complains_of_is_told_with_its_line(
    files: CardFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    def complain(data: object) -> object:
        raise msgspec.ValidationError(
            "too slow - at `$.characters.SAM.deck[1].ids[0]`\ntoo dull - at `$.name`\ntoo short"
        )

    monkeypatch.setattr(arena, "read_book", complain)
    path = files.writes("mine.yaml")
    with pytest.raises(InvalidYaml) as refusal:
        cardset_files.read_card_set(path)
    assert [(mistake.line, mistake.field, mistake.message) for mistake in refusal.value.diagnostics] == [
        (1, "", "too short"),
        (line_of("name: core"), "name", "too dull"),
        (line_of("- ids: [SAM03"), "characters.SAM.deck.1.ids.0", "too slow"),
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("provenance: house\n  # The first", "provenance: rumour\n  # The first"),
        ("provenance: house\n  # The first", "provenance: [house]\n  # The first"),
    ],
)
def test_where_a_value_comes_from_is_one_of_four_words(files: CardFiles, before: str, after: str) -> None:
    told = mistakes(files, before, after)
    assert told[0].endswith("board.provenance: Must be one of: handbook, house, inferred, publisher.")


def test_where_each_value_comes_from_is_one_of_four_words_too(files: CardFiles) -> None:
    (told,) = mistakes(files, "hp: publisher", "hp: rumour")
    told = told.partition(": ")[2]
    assert told == "characters.SAM.provenance.hp: Must be one of: handbook, house, inferred, publisher."


def test_a_file_says_which_game_it_is_for(files: CardFiles) -> None:
    path = files.writes("mine.yaml", ("name: mine", "game: arena\nname: mine"))
    assert cardset_files.read_card_set(path).game == "arena"
    assert (
        cardset_files.read_card_set(path).digest
        == cardset_files.read_card_set(files.writes("other.yaml")).digest
    )
    told = mistakes(files, "name: core", "game: chess\nname: core")
    assert told == [f"{line_of('name: core')}: game: Must be one of: arena, villainous."]
    told = mistakes(files, "name: core", "game: villainous\nname: core")
    assert told[-1].endswith(
        "characters: Unknown field; there are: hand, sources, starting_power, tokens, villains."
    )


def test_a_set_of_villainous_is_called_like_its_file(files: CardFiles) -> None:
    path = files.directory / "ours.yaml"
    data = {"game": "villainous", **CardSetRegistry().find_cards("villainous").data}
    path.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), encoding="utf-8")
    cards = cardset_files.read_card_set(path)
    assert (cards.game, cards.name, cards.digest) == (
        "villainous",
        "ours",
        CardSetRegistry().packaged_digest("villainous"),
    )


def test_the_digest_is_of_the_content_not_of_the_layout(files: CardFiles) -> None:
    path = files.writes("mine.yaml", ("name: core", "# Mine.\nname:   'core'"), name="core")
    assert cardset_files.read_card_set(path).digest == CardSetRegistry().packaged_digest("arena")


def test_the_order_of_a_file_is_content_too(files: CardFiles) -> None:
    path = files.writes("mine.yaml", ("    hp: 8\n    vp: 4", "    vp: 4\n    hp: 8"), name="core")
    assert cardset_files.read_card_set(path).data == CardSetRegistry().find_cards("arena").data
    assert cardset_files.read_card_set(path).digest != CardSetRegistry().packaged_digest("arena")


def test_what_is_kept_makes_the_same_set_again() -> None:
    for game in (arena, villainous):
        cards = CardSetRegistry().find_cards(game.NAME)
        again = cardset_files.restore_card_set(cards.content())
        assert (again.game, again.name, again.digest) == (cards.game, cards.name, cards.digest)
        assert again.content() == cards.content()
        assert game.describe_cards(again.book) == game.describe_cards(cards.book)


def unsourced(told: Any, here: str = "") -> list[str]:
    """The values in *told* that do not say where they come from, though others beside them do."""
    found: list[str] = []
    if isinstance(told, dict):
        if isinstance(sources := told.get("provenance"), dict):
            own = {name for name, value in told.items() if value and not sourced(value)}
            found += [f"{here}.{name}" for name in sorted(own - {"provenance", "names"} - sources.keys())]
        for name, value in told.items():
            found += unsourced(value, f"{here}.{name}")
    elif isinstance(told, list | tuple):
        for number, item in enumerate(told):
            found += unsourced(item, f"{here}[{number}]")
    return found


def sourced(told: Any) -> bool:
    """Whether *told* says itself where it comes from."""
    items = told.values() if isinstance(told, dict) else told if isinstance(told, list | tuple) else ()
    return (isinstance(told, dict) and "provenance" in told) or any(map(sourced, items))


def test_every_card_and_character_says_where_each_value_comes_from() -> None:
    told = arena.describe_cards(CardSetRegistry().find_cards("arena").book)["characters"]
    assert unsourced(told) == []
    assert all(map(sourced, told.values()))
    del told["SAM"]["provenance"]["hp"]
    assert unsourced(told) == [".SAM.hp"]


def test_nine_of_mickeys_ten_cards_are_magical() -> None:
    book = CardSetRegistry().find_cards("arena").book
    assert sum("magical" in book.cards[card].printed.types for card in book.deck_of("SAM")) == 9
