"""Where the server can be reached: the machine's own addresses, and whether a port is free."""

import contextlib
import errno
import socket
import struct

ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared with, not bound to
LAST_PORT = 65535
GET_ADDRESS = 0x8915  # Linux: SIOCGIFADDR
VIRTUAL = ("lo", "docker", "br-", "veth", "virbr", "tun", "wg")


class PortRefused(Exception):
    """The server cannot listen there; `taken` tells whether another program does already."""

    def __init__(self, reason: str, *, taken: bool) -> None:
        super().__init__(reason)
        self.taken = taken


def try_port(host: str, port: int) -> None:
    """Raise PortRefused where nothing can listen on host and port."""
    if not 0 < port <= LAST_PORT:
        raise PortRefused(f"1 … {LAST_PORT}", taken=False)
    try:
        family, kind, protocol, _name, where = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(where)
            probe.listen(1)
    except OSError as error:
        raise PortRefused(error.strerror or str(error), taken=error.errno == errno.EADDRINUSE) from error


def free_port(host: str, after: int) -> int | None:
    """The next port that can be had, among the twenty after this one."""
    for port in range(after + 1, min(after + 21, LAST_PORT + 1)):
        with contextlib.suppress(PortRefused):
            try_port(host, port)
            return port
    return None


def lan_addresses() -> list[str]:
    """IPv4 addresses by which other machines in the network reach this one, the most likely first."""
    found = [_outgoing_address(), *_interface_addresses()]
    return list(dict.fromkeys(address for address in found if address))


def _outgoing_address() -> str:
    """The address with which this machine would speak to the rest of the world; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation, never reached
        except OSError:
            return ""
        address = str(probe.getsockname()[0])
    return "" if address.startswith("127.") else address


def _interface_addresses() -> list[str]:
    """Addresses of the real interfaces: a club's router without internet offers no way out to ask about."""
    try:
        import fcntl
    except ImportError:
        return []
    addresses = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _index, name in socket.if_nameindex():
            if name.startswith(VIRTUAL):
                continue
            with contextlib.suppress(OSError):
                answer = fcntl.ioctl(probe.fileno(), GET_ADDRESS, struct.pack("256s", name.encode()[:15]))
                addresses.append(socket.inet_ntoa(answer[20:24]))
    return addresses
