"""The library: which card sets are at hand, and which one a match is played with."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from domain.games import GAMES
from domain.table import MatchOpened
from service.catalog import cardset_files
from service.catalog.cardsets import (
    CardSetNotFound,
    CardSetRegistry,
    PinnedCardSetMissing,
    earlier_contents,
    packaged_cards,
)
from tests.service.card_files import CardFiles, line_of


@pytest.fixture
def files(tmp_path: Path) -> CardFiles:
    """An empty directory of card sets."""
    return CardFiles(tmp_path / "cards")


class Archive(dict[str, bytes]):
    """An archive on a table."""

    def card_set(self, digest: str) -> bytes | None:
        return self.get(digest)


def opened(game: str, digest: str) -> MatchOpened:
    """The first fact of a match that is pinned to *digest*."""
    return MatchOpened(game, 1, {"chapter": 1}, 2, digest, "", 0)


def test_the_sets_of_a_directory_are_found_by_name_beside_the_one_that_comes_with_the_game(
    files: CardFiles,
) -> None:
    files.writes("b.yaml", name="true values")
    files.writes("a.yaml", ("hp: 8", "hp: 9"), name="house rules")
    (files.directory / "notes.txt").write_text("no card set")
    library = CardSetRegistry(files.directory)
    assert [cards.name for cards in library.list_sets("arena")] == ["core", "house rules", "true values"]
    assert [cards.name for cards in library.list_sets("villainous")] == ["book"]
    assert library.find_cards("arena", "house rules").book.characters["SAM"].hp == 9
    assert library.find_cards("arena", "core") == library.find_cards("arena")
    with pytest.raises(
        CardSetNotFound, match="no card set “mine”; there are: core, house rules, true values"
    ):
        library.find_cards("arena", "mine")


def test_a_directory_that_is_not_there_holds_no_sets(tmp_path: Path) -> None:
    assert [cards.name for cards in CardSetRegistry(tmp_path / "nowhere").list_sets("arena")] == ["core"]


def test_of_two_files_of_one_name_the_second_is_left_out_and_both_are_named(files: CardFiles) -> None:
    first, second = files.writes("a.yaml"), files.writes("b.yaml", ("hp: 8", "hp: 9"))
    library = CardSetRegistry(files.directory)
    assert [cards.file for cards in library.list_sets("arena")][1:] == [first]
    [mistake] = library.list_errors()
    assert str(mistake) == (
        f"{second}:{line_of('name: core')}: name: “mine” is already what {first} is called: "
        "give one of the two another name"
    )


def test_a_file_does_not_take_the_place_of_the_set_that_comes_with_the_game(files: CardFiles) -> None:
    files.writes("core.yaml", name="core")
    library = CardSetRegistry(files.directory)
    assert library.find_cards("arena", "core") == library.find_cards("arena")
    assert re.search(
        r"“core” is already what .*domain.arena.cards.core\.yaml is called", library.list_errors()[0].message
    )


def test_the_mistakes_of_all_files_are_told_and_the_others_are_played_with(files: CardFiles) -> None:
    files.writes("c.yaml", name="good")
    first = files.writes("a.yaml", ("hp: 8", "hp: lots"))
    second = files.writes("b.yaml", ("gear: heart", "gear: water"), name="other")
    library = CardSetRegistry(files.directory)
    assert [mistake.file for mistake in library.list_errors()] == [first, second]
    assert [cards.name for cards in library.list_sets("arena")] == ["core", "good"]
    with pytest.raises(
        CardSetNotFound, match=r"there are: core, good. Left out for their mistakes: a.yaml, b.yaml"
    ):
        library.find_cards("arena", "other")


def test_a_match_is_played_with_the_set_it_is_pinned_to(files: CardFiles) -> None:
    mine = cardset_files.read_card_set(files.writes("mine.yaml", ("hp: 8", "hp: 9")))
    library = CardSetRegistry(files.directory)
    assert library.load_rules(opened("arena", mine.digest)).book.characters["SAM"].hp == 9
    assert (
        library.load_rules(opened("arena", library.packaged_digest("arena"))).book.characters["SAM"].hp == 8
    )


def test_a_match_is_played_with_the_set_that_was_kept_whatever_the_files_say(files: CardFiles) -> None:
    mine = cardset_files.read_card_set(files.writes("mine.yaml", ("hp: 8", "hp: 9")))
    files.writes("mine.yaml", ("hp: 8", "hp: nine"))
    library = CardSetRegistry(files.directory, Archive({mine.digest: mine.content()}))
    assert library.load_rules(opened("arena", mine.digest)).book.characters["SAM"].hp == 9


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_set_that_came_with_a_game_in_an_earlier_release_is_at_hand(game: str) -> None:
    assert earlier_contents(game)
    for digest in earlier_contents(game):
        cards = CardSetRegistry().find_pinned(game, digest)
        assert (cards.game, cards.digest, cards.name) == (game, digest, packaged_cards(game).name)


def test_a_match_of_the_first_core_set_is_played_with_it_though_its_labels_have_been_mended() -> None:
    """A record of then may come without its cards, or from a store that never kept them."""
    first = CardSetRegistry().find_pinned(
        "arena", "c6982b68883888b9ca073bc1b1bd168dd92d55f9ab9eb8b7776871f812b749fd"
    )
    assert first.data != packaged_cards("arena").data
    assert _unlabelled(first.data) == _unlabelled(packaged_cards("arena").data)


def _unlabelled(told: Any) -> Any:
    """Returns *told* without where its values come from, and what they are called in other languages."""
    if isinstance(told, dict):
        return {name: _unlabelled(one) for name, one in told.items() if name not in ("provenance", "names")}
    return [_unlabelled(one) for one in told] if isinstance(told, list) else told


def test_a_match_of_another_card_set_is_not_played_with_this_one(files: CardFiles) -> None:
    with pytest.raises(PinnedCardSetMissing, match="pinned to the card set 000000000000; here are: “core” "):
        CardSetRegistry().load_rules(opened("arena", "0" * 64))
    with pytest.raises(PinnedCardSetMissing, match="“chess”, a game that this service does not have"):
        CardSetRegistry().load_rules(opened("chess", "0" * 64))


def test_what_was_kept_is_believed_only_as_far_as_its_digest_and_its_game_agree(files: CardFiles) -> None:
    mine = cardset_files.read_card_set(files.writes("mine.yaml", ("hp: 8", "hp: 9")))
    (files.directory / "mine.yaml").unlink()
    tampered = mine.content().replace(b'"hp":9', b'"hp":7')
    archive = Archive({mine.digest: tampered, "0" * 64: mine.content()})
    for game, digest in (("arena", mine.digest), ("arena", "0" * 64), ("villainous", mine.digest)):
        with pytest.raises(PinnedCardSetMissing, match=f"pinned to the card set {digest[:12]}"):
            CardSetRegistry(files.directory, archive).load_rules(opened(game, digest))


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        (b'"game":"arena"', b'"game":"chess"', "this service has no game “chess”"),
        (b'"hp":9', b'"hp":"nine"', r"Expected `int`, got `str` - at `\$\.characters"),
        (b"{", b"", "Expected `object`, got `str`"),
    ],
)
def test_a_set_that_no_game_can_read_any_more_is_told(
    files: CardFiles, before: bytes, after: bytes, why: str
) -> None:
    mine = cardset_files.read_card_set(files.writes("mine.yaml", ("hp: 8", "hp: 9")))
    library = CardSetRegistry(archive=Archive({mine.digest: mine.content().replace(before, after, 1)}))
    with pytest.raises(
        PinnedCardSetMissing, match=f"card set {mine.digest[:12]} cannot be read any more: {why}"
    ):
        library.load_rules(opened("arena", mine.digest))
