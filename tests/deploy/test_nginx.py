"""The proxy in front: what it shares, with whom and for how long, and whom it asks. A real nginx, servers of ours."""

from __future__ import annotations

import http.client
import re
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from django.conf import settings

from tests.machine import ROOT
from tournament.sharing import MESSAGES, SHARED_HEADER

pytestmark = pytest.mark.nginx
NGINX = ROOT / "deploy" / "nginx"
LOGGED_IN = {"Authorization": "Token x"}
Answer = tuple[int, str, str]  # status, number of the answer, what the cache says
Ask = Callable[..., Answer]


class Upstream(BaseHTTPRequestHandler):
    """The server of the pages: answers with a running number. It may be shared, unless the path says `own`."""

    protocol_version = "HTTP/1.1"
    answers = 0
    asked: list[str] = []
    posts: list[str] = []

    def do_GET(self) -> None:
        Upstream.answers += 1
        Upstream.asked.append(self.path)
        if "slow" in self.path:
            time.sleep(0.3)
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

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.posts.append(self.path)
        if "dies" in self.path:
            self.close_connection = True  # what was sent may have been stored
            return
        self.do_GET()

    def log_message(self, *_said: object) -> None:
        """Be quiet."""


class Entry(Upstream):
    """The referees' server: says that it was this one. It keeps no connection, so that it is gone when it stops."""

    posts: list[str] = []

    def end_headers(self) -> None:
        self.send_header("X-Entry", "yes")
        self.send_header("Connection", "close")
        super().end_headers()


@contextmanager
def serving(handler: type[Upstream], port: int = 0) -> Iterator[int]:
    """A server with this handler; its port."""
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
        try:
            yield server.server_port
        finally:
            server.shutdown()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def command(folder: Path, site: str) -> list[str]:
    """What starts an nginx with this site."""
    general = (NGINX / "quesai-http.conf").read_text().replace("/dev/shm/", f"{folder}/")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    start = f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log; events {{}}"
    (folder / "nginx.conf").write_text(f"{start}\nhttp {{\n{places}{general}{site}\n}}\n")
    return ["nginx", "-c", str(folder / "nginx.conf")]


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Asks the proxy for a path with headers."""
    folder = tmp_path_factory.mktemp("nginx")
    folder.chmod(0o755)
    port, entry = free_port(), free_port()
    with serving(Upstream) as pages, proxying(folder, port, pages, entry):

        def asked(path: str, method: str = "GET", **headers: str) -> Answer:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, b"{}" if method == "POST" else None, named)
            answer = connection.getresponse()
            answer.read()
            connection.close()
            asked.seen = answer.headers["X-Seen"]  # type: ignore[attr-defined]
            asked.by_entry = "X-Entry" in answer.headers  # type: ignore[attr-defined]
            asked.location = answer.headers["Location"]  # type: ignore[attr-defined]
            return answer.status, answer.headers["X-Number"], answer.headers["X-Cache"]

        asked.log, asked.entry = folder / "access.log", entry  # type: ignore[attr-defined]
        yield asked


@contextmanager
def proxying(folder: Path, port: int, pages: int, entry: int) -> Iterator[None]:
    """An nginx on a port, before the servers on two others: the files as they ship, only the places are others."""
    upstreams = "".join(re.findall(r"^upstream .*?^}", (NGINX / "quesai.conf").read_text(), re.M | re.S))
    upstreams = upstreams.replace(":8000", f":{pages}").replace(":8001", f":{entry}")
    server = f"listen 127.0.0.1:{port}; access_log {folder}/access.log quesai;"
    site = f"{upstreams}\nserver {{ {server} include {NGINX}/quesai-locations.conf; }}"
    with subprocess.Popen(command(folder, site), stderr=subprocess.DEVNULL) as nginx:
        try:
            for _try in range(100):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.05)
            yield
        finally:
            nginx.terminate()


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


def early_in_a_second(at_most: float = 0.3) -> None:
    """Wait until what follows is sure to be asked in one second of the clock."""
    while time.time() % 1 > at_most:
        time.sleep(0.01)


def test_who_has_the_same_content_asks_the_same_whatever_his_version(ask: Ask) -> None:
    early_in_a_second()
    first = ask("/t/x/standings/?part=1&v=12-abcdef")
    assert first[0] == 204
    assert ask("/t/x/standings/?part=1&v=9-abcdef")[1] == first[1]
    others = ["?part=1&v=12-abcde0", "?part=1&q=1&v=12-abcdef", "?part=1&v=12-abcdef&held=1", "?v=12-abcdef"]
    assert len({ask(f"/t/x/standings/{other}")[1] for other in others} | {first[1]}) == 5


@pytest.mark.parametrize("moment", [0.1, 0.9])
def test_of_many_open_pages_one_asks_the_program_and_all_have_its_answer(ask: Ask, moment: float) -> None:
    path = f"/t/slow{moment}/?part=1&v=1-ab"
    early_in_a_second(0.05)
    time.sleep(moment - 0.05)  # the answer of the last tenth comes when its second is over
    answers: list[Answer] = []
    askers = [threading.Thread(target=lambda: answers.append(ask(path))) for _ in range(20)]
    for asker in askers:
        asker.start()
        time.sleep(0.001)
    for asker in askers:
        asker.join(10)
    assert len(answers) == 20
    assert {status for status, _number, _cache in answers} == {204}
    assert len({number for _status, number, _cache in answers}) == 1
    assert Upstream.asked.count(path) == 1


def test_an_open_page_is_told_nothing_that_was_made_in_an_earlier_second(ask: Ask) -> None:
    early_in_a_second()
    first, again = ask("/t/again/?part=1&v=1-ab"), ask("/t/again/?part=1&v=1-ab")
    assert (first[2], again[2]) == ("MISS", "HIT")
    time.sleep(1 - time.time() % 1 + 0.01)
    assert ask("/t/again/?part=1&v=1-ab")[1] != first[1]


def test_of_an_open_page_as_well_nothing_is_shared_that_is_not_called_so_or_by_who_is_known(ask: Ask) -> None:
    early_in_a_second()
    assert ask("/t/own/?part=1&v=1-ab")[1] != ask("/t/own/?part=1&v=1-ab")[1]
    shared = ask("/t/mine/?part=1&v=1-ab")
    assert ask("/t/mine/?part=1&v=1-ab", Cookie=f"{settings.SESSION_COOKIE_NAME}=x")[2] == "BYPASS"
    assert ask("/t/mine/?part=1&v=1-ab", **LOGGED_IN)[2] == "BYPASS"
    assert ask("/t/mine/?part=1&v=1-ab")[1] == shared[1]


def test_a_form_whose_address_looks_like_an_open_page_reaches_the_program_as_it_was_sent(ask: Ask) -> None:
    assert ask("/t/x/enter/?part=1", "POST")[0] in (200, 204)
    assert Upstream.posts.count("/t/x/enter/?part=1") == 1
    log: Path = ask.log  # type: ignore[attr-defined]
    assert '"method":"POST","path":"/t/x/enter/"' in log.read_text()


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


@pytest.mark.parametrize(
    ("path", "is_entry"),
    [
        ("/referee/", True),
        ("/referee/worker.js", True),
        ("/referee/x/1/2/?part=1&v=1-a", True),
        ("/api/referee/tournaments/x/sessions/1/tables/2/", True),
        ("/metrics/entry", True),
        ("/", False),
        ("/t/referee/", False),
        ("/organiser/x/sessions/1/tables/2/", False),
        ("/api/tournaments/x/standings/", False),
        ("/accounts/login/", False),
        ("/health/live", False),
        ("/metrics", False),
    ],
)
def test_what_referees_ask_and_enter_goes_to_their_server(ask: Ask, path: str, is_entry: bool) -> None:
    with serving(Entry, ask.entry):  # type: ignore[attr-defined]
        assert ask(path, **LOGGED_IN)[0] in (200, 204)
    assert ask.by_entry is is_entry  # type: ignore[attr-defined]


def test_the_other_server_stands_in_for_it_and_only_until_it_is_back(ask: Ask) -> None:
    assert ask("/referee/x/1/2/hand/", "POST", **LOGGED_IN)[0] == 200
    assert Upstream.posts.count("/referee/x/1/2/hand/") == 1
    assert ask("/metrics/entry", **LOGGED_IN)[0] == 502  # nobody else's figures
    with serving(Entry, ask.entry):  # type: ignore[attr-defined]
        assert ask("/referee/x/1/2/hand/", "POST", **LOGGED_IN)[0] == 200
    assert Entry.posts == ["/referee/x/1/2/hand/"]
    assert Upstream.posts.count("/referee/x/1/2/hand/") == 1


def test_an_entry_that_reached_its_server_is_not_sent_to_another(ask: Ask) -> None:
    with serving(Entry, ask.entry):  # type: ignore[attr-defined]
        assert ask("/referee/x/1/2/dies/", "POST", **LOGGED_IN)[0] == 502
    assert Entry.posts.count("/referee/x/1/2/dies/") == 1
    assert "/referee/x/1/2/dies/" not in Upstream.posts


def test_a_forgotten_slash_does_not_lead_to_another_scheme_or_port(ask: Ask) -> None:
    assert ask("/referee")[0] == 301
    assert ask.location == "/referee/"  # type: ignore[attr-defined]


@pytest.mark.parametrize("site", ["quesai", "quesai-tls", "compose", "compose-tls"])
def test_nginx_reads_each_site(site: str, tmp_path: Path) -> None:
    written = (NGINX / f"{site}.conf").read_text()
    # Left out is only what needs a newer nginx or a certificate.
    written = re.sub(
        r" resolve\b|^ *(resolver|http2|ssl_certificate\w*|listen) .*$", "", written, flags=re.MULTILINE
    )
    for here, there in (
        ("server {", f"server {{ listen 127.0.0.1:{free_port()};"),
        ("server web:", "server 127.0.0.2:"),
        ("server entry:", "server 127.0.0.3:"),
        ("/srv/quesai/deploy/nginx/", f"{NGINX}/"),
        ("/etc/nginx/quesai-locations", f"{NGINX}/quesai-locations"),
        ("/var/log/nginx/", f"{tmp_path}/"),
    ):
        written = written.replace(here, there)
    said = subprocess.run([*command(tmp_path, written), "-t"], check=False, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
