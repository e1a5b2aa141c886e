"""Entrants bring nonces for the lots: hashes when they register, nonces before the first pairing."""

from __future__ import annotations

import hmac
from math import sqrt
from random import Random

import pytest
from msgspec.structs import replace

from domain import chance
from domain.tournament.facts import NonceRevealed, RegistrationClosed
from domain.tournament.fold import fold
from domain.tournament.lots.nonces import ALL_NONCES, OWN_NONCE, close_nonces
from domain.tournament.lots.seeds import draw_lot, seed_ranking
from domain.tournament.play.pairings import pair_round
from domain.tournament.refusals import Refused
from domain.tournament.registrations.registration import close_registration, open_registration
from domain.tournament.registrations.reveals import reveal_nonce
from domain.tournament.reversal.rounds import take_back_pairing
from domain.tournament.state import Tournament

from .day import DESK, MINUTE, SEED, Day, pairing

TRIES = 20_000


def closed(*players: str, lots: int = ALL_NONCES) -> Day:
    """A day on which *players* have registered the hashes of `nonce of NAME`, until the desk closed that."""
    day = Day(lots=lots)
    day.does(open_registration(day.t, 0, 0, DESK, day.at))
    for player in players:
        day.registers(player, nonce_hash=chance.nonce_hash(f"nonce of {player}"))
    day.does(close_registration(day.t, DESK, day.at))
    return day


def reveals(day: Day, player: str, nonce: str = "") -> None:
    """A player reveals its nonce, or another one."""
    day.does(reveal_nonce(day.t, player, nonce or f"nonce of {player}", day.at))


def lots(t: Tournament, purpose: str = "tie:1") -> dict[str, int]:
    """The lots of all players."""
    return {player: draw_lot(t, player, purpose) for player in t.players}


def by_hand(player: str, *nonces: str) -> int:
    """The lot of a player for `tie:1` under a list of nonces, as the page `/proof` describes it."""
    key = hmac.digest(SEED.encode(), b"".join(len(n).to_bytes(4) + n.encode() for n in nonces), "sha256")
    return int.from_bytes(hmac.digest(key, f"tie:1:{player}".encode(), "sha256")[:8])


def test_every_lot_depends_on_all_nonces_in_the_order_of_registration() -> None:
    day = closed("Ann", "Bob", "Cid")
    for player in ("Cid", "Ann"):
        reveals(day, player)
    assert day.t.nonces.outstanding == ("Bob",)
    day.pairs(1, "Ann Bob", "Cid bye")
    assert day.t.nonces.in_key == ("nonce of Ann", "", "nonce of Cid")
    assert lots(day.t) == {
        player: by_hand(player, "nonce of Ann", "", "nonce of Cid") for player in ("Ann", "Bob", "Cid")
    }


def test_no_lot_is_drawn_before_the_first_pairing_and_none_changes_after_it() -> None:
    day = closed("Ann", "Bob")
    reveals(day, "Ann")
    assert lots(day.t) == {"Ann": 0, "Bob": 0}
    day.pairs(1, "Ann Bob")
    drawn = lots(day.t)
    with pytest.raises(Refused, match=r"^The first round is paired: no further nonce goes into the lots.$"):
        reveals(day, "Bob")
    day.does(take_back_pairing(day.t, 1, 1, DESK, day.at, "too early"))
    with pytest.raises(Refused, match="is paired"):
        reveals(day, "Bob")
    day.registers("Cid", nonce_hash=chance.nonce_hash("nonce of Cid"))
    day.pairs(1, "Ann Bob", "Cid bye")
    assert lots(day.t) == {**drawn, "Cid": by_hand("Cid", "nonce of Ann", "")}


def test_a_nonce_is_revealed_once_between_close_and_pairing_and_fits_its_hash() -> None:
    day = Day("Dot", lots=ALL_NONCES)
    day.registers("Ann", nonce_hash=chance.nonce_hash("nonce of Ann"))
    with pytest.raises(Refused, match=r"^Nonces are revealed once registration has closed.$"):
        reveals(day, "Ann")
    day.does(open_registration(day.t, 0, 0, DESK, day.at))
    day.does(close_registration(day.t, DESK, day.at))
    with pytest.raises(Refused, match=r"^This is not the nonce whose hash came with the registration.$"):
        reveals(day, "Ann", "another")
    with pytest.raises(Refused, match=r"^Dot registered without the hash of a nonce.$"):
        reveals(day, "Dot")
    reveals(day, "Ann")
    assert reveal_nonce(day.t, "Ann", "another", day.at) == []
    assert day.facts[-1].event == NonceRevealed("Ann", "nonce of Ann", day.at - MINUTE)


def test_a_reveal_after_the_deadline_closes_registration() -> None:
    day = Day(lots=ALL_NONCES)
    day.registers("Ann", nonce_hash=chance.nonce_hash("nonce of Ann"))
    until = day.at + 5 * MINUTE
    day.does(open_registration(day.t, 0, until, DESK, day.at))
    with pytest.raises(Refused, match="once registration has closed"):
        reveals(day, "Ann")
    day.at = until
    reveals(day, "Ann")
    assert [fact.event for fact in day.facts[-2:]] == [
        RegistrationClosed("service", until),
        NonceRevealed("Ann", "nonce of Ann", until),
    ]


def test_an_entrant_after_the_close_adds_no_nonce() -> None:
    day = closed("Ann")
    day.does(open_registration(day.t, 0, 0, DESK, day.at))
    day.registers("Bob", nonce_hash=chance.nonce_hash("nonce of Bob"))
    with pytest.raises(Refused, match="Bob registered without"):
        reveals(day, "Bob")
    reveals(day, "Ann")
    day.pairs(1, "Ann Bob")
    assert lots(day.t) == {player: by_hand(player, "nonce of Ann") for player in ("Ann", "Bob")}


def test_a_first_pairing_without_a_close_counts_no_nonce() -> None:
    day = Day(lots=ALL_NONCES)
    for player in ("Ann", "Bob"):
        day.registers(player, nonce_hash=chance.nonce_hash(f"nonce of {player}"))
    day.pairs(1, "Ann Bob")
    assert lots(day.t) == {player: by_hand(player, "", "") for player in ("Ann", "Bob")}


def test_the_seeds_of_a_pairing_are_those_of_all_later_pages() -> None:
    day = closed(*"ABCDEFGH")
    reveals(day, "A")
    proposed = seed_ranking(replace(day.t, nonces=close_nonces(day.t.nonces)), 1)
    day.does(pair_round(day.t, 1, pairing("A B", "C D", "E F", "G H"), DESK, day.at))
    assert seed_ranking(day.t, 1) == proposed != tuple("ABCDEFGH")


def test_a_tournament_of_version_1_draws_by_the_nonce_of_each_player_and_takes_no_reveal() -> None:
    day = closed("Ann", "Bob", lots=OWN_NONCE)
    assert lots(day.t) == {player: by_hand(player, f"of {player}") for player in ("Ann", "Bob")}
    with pytest.raises(Refused, match=r"^This tournament draws lots by the rules of its version"):
        reveals(day, "Ann")


def paired_with(day: Day, honest: str, chosen: str) -> Tournament:
    """The tournament of Ann and Mal with these nonces, after its pairing."""
    nonces = replace(day.t.nonces, revealed={"Ann": honest, "Mal": chosen})
    return replace(day.t, nonces=close_nonces(nonces))


def test_service_and_last_entrant_win_a_lot_against_one_honest_nonce_by_chance_alone() -> None:
    """They know the seed, and choose the nonce that wins most often against guesses of the honest one."""
    day, random = closed("Ann", "Mal"), Random("lots")

    def wins(chosen: str, honest: str) -> bool:
        t = paired_with(day, honest, chosen)
        return draw_lot(t, "Mal", "tie:1") > draw_lot(t, "Ann", "tie:1")

    guesses = [random.randbytes(16).hex() for _ in range(100)]
    candidates = [random.randbytes(16).hex() for _ in range(TRIES // len(guesses))]
    won = {chosen: sum(wins(chosen, guess) for guess in guesses) for chosen in candidates}
    best = max(won, key=won.__getitem__)
    assert won[best] > 60
    share = sum(wins(best, random.randbytes(16).hex()) for _ in range(TRIES)) / TRIES
    assert abs(share - 0.5) < 4 * sqrt(0.25 / TRIES)


def test_by_version_1_they_chose_the_lot() -> None:
    day, random = closed("Ann", lots=OWN_NONCE), Random("lots")
    highest = 0
    for _ in range(TRIES // 20):
        registered = replace(
            day.t.players["Ann"].registration, player="Mal", nonce=random.randbytes(16).hex()
        )
        t = fold([replace(day.facts[1], seq=day.t.seq + 1, event=registered)], day.t)
        highest = max(highest, draw_lot(t, "Mal", "tie:1"))
    assert highest / 2**64 > 0.99
