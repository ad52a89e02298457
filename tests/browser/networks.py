"""A network that can be taken away: a wire between the browsers of a test and its live server."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator

LOCAL = "127.0.0.1"


class Wire:
    """Passes connections on to a server until it is cut; mended, it does so again at the same address."""

    def __init__(self, port: int) -> None:
        self.server = port
        self._open: list[socket.socket] = []
        self._up = True
        self._listening = socket.create_server((LOCAL, 0))
        self.port = int(self._listening.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """From now on nothing comes through, and what was under way breaks off."""
        self._up = False
        while self._open:
            self._close(self._open.pop())

    def mend(self) -> None:
        """The network is back."""
        self._up = True

    def close(self) -> None:
        """The end."""
        self.cut()
        self._close(self._listening)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                here, _address = self._listening.accept()
                if self._up:
                    there = socket.create_connection((LOCAL, self.server))
                    self._open += [here, there]
                    for source, sink in ((here, there), (there, here)):
                        threading.Thread(target=self._pass_on, args=(source, sink), daemon=True).start()
                else:
                    self._close(here)

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data)
        self._close(source)
        self._close(sink)

    @staticmethod
    def _close(end: socket.socket) -> None:
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()


@contextlib.contextmanager
def wire(port: int) -> Iterator[Wire]:
    """A wire to the server at this port."""
    made = Wire(port)
    try:
        yield made
    finally:
        made.close()
