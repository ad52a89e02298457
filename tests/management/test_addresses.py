"""Where the server can be reached, and in which language a command speaks."""

import ipaddress
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from tournament.management.addresses import PortRefused, free_port, lan_addresses, try_port
from tournament.management.terminal import terminal_language


@pytest.fixture
def taken() -> Iterator[int]:
    """A port on which somebody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield int(server.getsockname()[1])


def test_a_taken_port_is_told_from_an_impossible_host(taken: int) -> None:
    with pytest.raises(PortRefused) as refused:
        try_port("127.0.0.1", taken)
    assert refused.value.taken
    with pytest.raises(PortRefused) as refused:
        try_port("192.0.2.77", taken)  # an address that no machine has
    assert not refused.value.taken


@pytest.mark.parametrize("port", [0, 65536, 80000])
def test_a_number_that_is_no_port_is_refused(port: int) -> None:
    with pytest.raises(PortRefused, match="65535"):
        try_port("127.0.0.1", port)


def test_a_free_port_stays_free(taken: int) -> None:
    port = free_port("127.0.0.1", taken)
    assert port is not None
    assert taken < port <= taken + 20
    try_port("127.0.0.1", port)
    try_port("127.0.0.1", port)


def test_phones_are_sent_to_no_loopback_address() -> None:
    addresses = [ipaddress.ip_address(address) for address in lan_addresses()]
    assert all(address.version == 4 and not address.is_loopback for address in addresses)
    assert len(set(addresses)) == len(addresses)


@pytest.mark.parametrize(
    ("terminal", "language"),
    [("zh_CN.UTF-8", "zh-hans"), ("en_US.UTF-8", "en"), ("de_DE", "en"), ("C", "en")],
)
def test_a_command_speaks_the_language_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch, terminal: str, language: str
) -> None:
    monkeypatch.setenv("LC_ALL", terminal)
    assert terminal_language() == language


def test_a_terminal_without_language_gets_that_of_the_installation(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    settings.LANGUAGE_CODE = "zh-hans"
    assert terminal_language() == "zh-hans"
