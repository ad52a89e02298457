"""The proxy in front: what it shares, with whom, and for how long. A real nginx before an upstream of ours."""

from __future__ import annotations

import http.client
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from django.conf import settings

from tests.machine import ROOT
from tournament.sharing import MESSAGES, SHARED_HEADER

pytestmark = pytest.mark.nginx
NGINX = ROOT / "deploy" / "nginx"
Answer = tuple[int, str, str]  # status, number of the answer, what the cache says
Ask = Callable[..., Answer]


class Upstream(BaseHTTPRequestHandler):
    """Answers with a running number. It may be shared, unless the path says `own`."""

    protocol_version = "HTTP/1.1"
    answers = 0

    def do_GET(self) -> None:
        Upstream.answers += 1
        part = "part=1" in self.path
        self.send_response(204 if part else 200)
        self.send_header("X-Number", str(Upstream.answers))
        self.send_header("X-Seen", f"{self.headers['Accept-Encoding']} {self.headers['X-Forwarded-For']}")
        self.send_header("Cache-Control", "private, no-store")
        self.send_header("Vary", "Accept-Language, Cookie")
        if "own" not in self.path:
            # The program names the current second; longer is for tests that must not depend on how fast they are.
            more = 0 if "second" in self.path else 30
            self.send_header(SHARED_HEADER, f"@{int(time.time()) + more}")
        if "cookie" in self.path:
            self.send_header("Set-Cookie", "csrftoken=x")
        if not part:
            self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_said: object) -> None:
        """Be quiet."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Asks the proxy for a path with headers."""
    folder = tmp_path_factory.mktemp("nginx")
    folder.chmod(0o755)
    upstream = ThreadingHTTPServer(("127.0.0.1", 0), Upstream)
    threading.Thread(target=upstream.serve_forever, daemon=True).start()
    port = free_port()
    # The files as they ship; only the places are others.
    general = (NGINX / "quesai-http.conf").read_text().replace("/dev/shm/quesai-cache", str(folder / "cache"))
    (folder / "http.conf").write_text(general)
    (folder / "nginx.conf").write_text(f"""
daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
events {{}}
http {{
    {
        "".join(
            f"{kind}_temp_path {folder}/{kind};"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
    }
    include {folder}/http.conf;
    upstream quesai {{ server 127.0.0.1:{upstream.server_port}; keepalive 4; }}
    server {{
        listen 127.0.0.1:{port};
        access_log {folder}/access.log quesai;
        include {NGINX}/quesai-locations.conf;
    }}
}}
""")
    with subprocess.Popen(["nginx", "-c", str(folder / "nginx.conf")], stderr=subprocess.DEVNULL) as nginx:

        def asked(path: str, **headers: str) -> Answer:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request("GET", path, headers=named)
            answer = connection.getresponse()
            answer.read()
            connection.close()
            asked.seen = answer.headers["X-Seen"]  # type: ignore[attr-defined]
            return answer.status, answer.headers["X-Number"], answer.headers["X-Cache"]

        for _try in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        asked.log = folder / "access.log"  # type: ignore[attr-defined]
        yield asked
        nginx.terminate()
    upstream.shutdown()
    upstream.server_close()


def test_what_the_program_calls_shared_is_one_for_all_until_the_second_ends(ask: Ask) -> None:
    first = ask("/t/x/")
    assert first[2] == "MISS"
    assert ask("/t/x/")[1:] == (first[1], "HIT")
    assert ask("/t/x/", Cookie="csrftoken=y")[1:] == (first[1], "HIT")
    first = ask("/t/second/")
    time.sleep(1 - time.time() % 1 + 0.01)
    assert ask("/t/second/")[1] != first[1]


def test_nobody_who_is_known_gets_or_gives_a_shared_answer(ask: Ask) -> None:
    shared = ask("/t/who/")
    for name in (settings.SESSION_COOKIE_NAME, MESSAGES):
        assert ask("/t/who/", Cookie=f"django_language=en; {name}=x")[2] == "BYPASS"
    assert ask("/t/who/", Authorization="Token x")[2] == "BYPASS"
    assert ask("/t/who/")[1] == shared[1]  # none of theirs was kept


@pytest.mark.parametrize("path", ["/t/own/", "/t/cookie/", "/own", "/accounts/login/", "/api/tournaments/"])
def test_what_is_not_called_shared_and_what_sets_a_cookie_is_never_kept(ask: Ask, path: str) -> None:
    assert ask(path)[1] != ask(path)[1]


def test_who_has_the_same_content_asks_the_same_whatever_his_version(ask: Ask) -> None:
    first = ask("/t/x/standings/?part=1&v=12-abcdef")
    assert first[0] == 204
    assert ask("/t/x/standings/?part=1&v=9-abcdef")[1] == first[1]
    others = ["?part=1&v=12-abcde0", "?part=1&q=1&v=12-abcdef", "?part=1&v=12-abcdef&held=1", "?v=12-abcdef"]
    assert len({ask(f"/t/x/standings/{other}")[1] for other in others} | {first[1]}) == 5


def test_languages_are_apart_and_no_odd_cookie_gets_into_the_entry_of_others(ask: Ask) -> None:
    zh, en = (ask("/t/words/", Accept_Language=tongue)[1] for tongue in ("zh-CN,zh", "en"))
    chosen = ask("/t/words/", Accept_Language="zh-CN,zh", Cookie="django_language=en")[1]
    assert len({zh, en, chosen}) == 3
    assert ask("/t/words/", Cookie="csrftoken=y; django_language=en")[1] == chosen
    for odd in (
        "django_language=en; django_language=zh-hans",
        "DJANGO_LANGUAGE=en",
        'django_language="en"',
        "django_language=en-gb",
    ):
        assert ask("/t/words/", Cookie=odd)[1] not in (zh, en, chosen), odd


def test_compressed_and_plain_are_apart_and_the_program_is_asked_for_just_that(ask: Ask) -> None:
    plain, packed = ask("/t/zip/")[1], ask("/t/zip/", Accept_Encoding="gzip, deflate, br")[1]
    assert ask.seen.split()[0] == "gzip"  # type: ignore[attr-defined]
    assert ask("/t/zip/", Accept_Encoding="br;q=1.0, gzip;q=0.8")[1] == packed
    assert plain != packed


def test_the_visitors_address_stands_at_the_right_and_his_search_in_no_log(ask: Ask) -> None:
    ask("/t/x/?q=secretname", X_Forwarded_For="8.8.8.8", Referer="http://x/?q=secretname")
    assert ask.seen.endswith("8.8.8.8, 127.0.0.1")  # type: ignore[attr-defined]
    log: Path = ask.log  # type: ignore[attr-defined]
    assert '"path":"/t/x/"' in log.read_text()
    assert "secretname" not in log.read_text()


def test_the_figures_are_not_for_strangers(ask: Ask) -> None:
    assert ask("/metrics")[0] == 404
    assert ask("/metrics", Authorization="Bearer x")[0] == 200  # the program decides
