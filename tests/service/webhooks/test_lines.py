"""Lines to receivers: to public addresses alone, to whom the certificate says, and over before long."""

from __future__ import annotations

import ssl
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Event

import pytest

from service.webhooks import client
from service.webhooks.client import MAX_REPLY_BYTES, Outcome, ReceiverConnection
from service.webhooks.ssrf import (
    InvalidWebhook,
    Resolver,
    Unreachable,
    check_url,
    is_allowed,
    resolve,
    resolve_addresses,
)

from ..certificates import certify
from .receivers import Receiver, listening, says

HERE = "127.0.0.1"


class Names:
    """Knows hosts by the addresses that a test gives them, one list for each time it is asked."""

    def __init__(self, *answers: list[str]) -> None:
        self.asked: list[str] = []
        self._answers = iter(answers)

    def __call__(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        return next(self._answers)


def posts(url: str, resolver: Resolver = resolve, trust: ssl.SSLContext | None = None) -> Outcome:
    """Sends something to *url*, which may be on this machine."""
    with ReceiverConnection(url, resolver, loopback=True, trust=trust) as connected:
        return connected.post(b"{}", {"webhook-id": "1"})


# -- where to ----------------------------------------------------------------------------------------

NOT_PUBLIC = [
    *("10.1.2.3", "172.16.0.1", "192.168.178.1", "100.64.0.1", "169.254.169.254", "0.0.0.0", "224.0.0.1"),
    *("239.1.1.1", "240.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "198.51.100.7", "203.0.113.9"),
    *(
        "::",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "fd12:3456::1",
        "fec0::1",
        "ff02::1",
        "2001:db8::1",
        "100::1",
    ),
    *("::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::a00:1", "64:ff9b::a9fe:a9fe", "2002:a00:1::1"),
]
LOOPBACK = ["127.0.0.1", "127.255.0.1", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1"]
PUBLIC = [
    "93.184.215.14",
    "2606:2800:21f:cb07:6820:80da:af6b:8b2c",
    "::ffff:93.184.215.14",
    "64:ff9b::5db8:d70e",
]


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_a_webhook_never_leads_into_a_network_of_somebodys_own(address: str) -> None:
    assert not is_allowed(address, loopback=False)
    assert not is_allowed(address, loopback=True)


@pytest.mark.parametrize("address", LOOPBACK)
def test_a_webhook_leads_to_this_machine_only_where_that_is_wanted(address: str) -> None:
    assert not is_allowed(address, loopback=False)
    assert is_allowed(address, loopback=True)


@pytest.mark.parametrize("address", PUBLIC)
def test_a_webhook_may_lead_to_any_public_address(address: str) -> None:
    assert is_allowed(address, loopback=False)


def test_a_url_is_kept_as_it_will_be_called() -> None:
    assert (
        check_url("https://LEAGUE.example:443/a b?c=d", loopback=False) == "https://league.example/a%20b?c=d"
    )
    assert check_url("https://bücher.example/", loopback=False) == "https://xn--bcher-kva.example/"
    assert check_url("http://127.0.0.1:8080/", loopback=True) == "http://127.0.0.1:8080/"
    with pytest.raises(InvalidWebhook, match=r"10\.0\.0\.1 is no public address"):
        check_url("http://10.0.0.1/", loopback=True)


@pytest.mark.parametrize("addresses", [["10.0.0.7"], ["93.184.215.14", "127.0.0.1"], ["::ffff:10.0.0.7"], []])
def test_a_name_that_leads_elsewhere_than_to_the_public_is_not_called(addresses: list[str]) -> None:
    with pytest.raises(Unreachable, match=r"^league\.example has no public address\.$"):
        resolve_addresses("league.example", 443, Names(addresses), loopback=False)


@pytest.mark.parametrize("host", ["2130706433", "127.1", "0x7f000001", "localhost"])
def test_an_address_in_disguise_is_found_out_when_it_is_resolved(host: str) -> None:
    with pytest.raises(Unreachable, match="has no public address"):
        resolve_addresses(host, 443, resolve, loopback=False)


def test_a_name_without_an_address_is_told_in_words() -> None:
    def knows_nobody(host: str, port: int) -> list[str]:
        raise OSError("nobody is called that")

    assert posts("http://league.example/", knows_nobody).error == (
        "league.example has no address: nobody is called that."
    )


def test_a_name_is_resolved_once_and_called_at_just_that_address(receiver: Receiver) -> None:
    names = Names([HERE], ["10.0.0.7"])
    with ReceiverConnection(f"http://league.example:{receiver.port}/in", names, loopback=True) as connected:
        for _ in range(3):
            assert connected.post(b"{}", {"webhook-id": "1"}).status == 204
    assert names.asked == ["league.example"]
    assert {message.headers["host"] for message in receiver.heard} == {f"league.example:{receiver.port}"}


def test_a_name_with_several_addresses_is_called_at_the_first_that_answers(receiver: Receiver) -> None:
    url = f"http://league.example:{receiver.port}/"
    assert posts(url, Names(["127.0.0.2", HERE])).status == 204


def test_no_proxy_comes_in_between(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    assert posts(receiver.url).status == 204


# -- to whom -----------------------------------------------------------------------------------------


@pytest.fixture
def certified(tmp_path: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """What a server shows to be league.example, and what believes it."""
    return certify("league.example", tmp_path)


def test_a_receiver_is_called_by_name_and_shows_a_certificate_of_that_name(
    certified: tuple[ssl.SSLContext, ssl.SSLContext],
) -> None:
    shows, believes = certified
    called: list[str | None] = []
    shows.sni_callback = lambda _, name, __: called.append(name)
    with listening(tls=shows) as receiver:
        outcome = posts(f"https://league.example:{receiver.port}/", Names([HERE]), believes)
        assert (outcome.status, outcome.error) == (204, "")
        wrong = posts(f"https://other.example:{receiver.port}/", Names([HERE]), believes)
        strange = posts(f"https://league.example:{receiver.port}/", Names([HERE]))
        assert len(receiver.heard) == 1
    assert called == ["league.example", "other.example", "league.example"]
    assert (wrong.status, strange.status) == (0, 0)
    assert "Hostname mismatch" in wrong.error
    assert "self-signed certificate" in strange.error


# -- how long ----------------------------------------------------------------------------------------


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "TIMEOUT_SECONDS", 0.3)


@pytest.mark.usefixtures("impatient")
def test_who_says_nothing_or_spells_it_letter_by_letter_is_left_in_time() -> None:
    left = Event()

    def silent(request: BaseHTTPRequestHandler) -> None:
        left.wait(60)

    def spells(request: BaseHTTPRequestHandler) -> None:
        while not left.wait(0.01):
            request.wfile.write(b"H")

    for reply in (silent, spells):
        with listening(reply) as receiver:
            outcome = posts(receiver.url)
            left.set()
        assert (outcome.status, outcome.error) == (0, "No reply within 0.3 seconds.")
        assert 250 <= outcome.milliseconds < 60_000
        left.clear()


@pytest.mark.usefixtures("impatient")
def test_whatever_follows_the_status_is_not_waited_for() -> None:
    left = Event()

    def goes_on(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Length", "1000000")
        request.end_headers()
        left.wait(60)

    with listening(goes_on) as receiver:
        assert posts(receiver.url).status == 200
        left.set()


def test_a_long_reply_is_not_heard_out() -> None:
    sent: list[int] = []

    def goes_on(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Length", str(10**9))
        request.end_headers()
        try:
            while True:
                sent.append(request.connection.send(b"x" * MAX_REPLY_BYTES))
        except OSError:
            pass

    with listening(goes_on) as receiver:
        outcome = posts(receiver.url)
    assert (outcome.status, outcome.error) == (200, "")
    assert sum(sent) < 10**8


def test_what_is_no_http_is_told_in_words() -> None:
    def babbles(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(b"Good evening\r\n\r\n")

    def hangs_up(request: BaseHTTPRequestHandler) -> None:
        request.close_connection = True

    for reply in (babbles, hangs_up):
        with listening(reply) as receiver:
            outcome = posts(receiver.url)
        assert outcome.status == 0
        assert outcome.error
    with listening(says(204)) as receiver:
        assert posts(f"https://127.0.0.1:{receiver.port}/").error
