"""`manage.py serve`: what happens between `make run` and the first page."""

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management.base import CommandError

from config.options import OPTIONS
from tests.machine import ROOT
from tournament.management.commands import serve

Run = Callable[..., "Server"]


def environment(var: Path) -> dict[str, str]:
    """That of an installation in a folder of its own, whatever is set for this one."""
    ours = {option.name for option in OPTIONS}
    others = {name: value for name, value in os.environ.items() if name not in ours}
    return others | {"VAR_DIR": str(var), "DEMO": "no", "LC_ALL": "C.UTF-8"}


def add_account(database: sqlite3.Connection) -> None:
    """Put the account "li" into the database of an installation."""
    other = ("password", "first_name", "last_name", "email")
    database.execute(
        f"INSERT INTO auth_user (username, {', '.join(other)}, is_superuser, is_staff, is_active, date_joined) "
        "VALUES ('li', '', '', '', '', 0, 0, 1, '2026-01-01')"
    )


def accounts(database: sqlite3.Connection) -> list[str]:
    """The accounts in the database of an installation."""
    return [name for (name,) in database.execute("SELECT username FROM auth_user")]


class Server:
    """A real server in a folder of its own."""

    def __init__(self, var: Path, port: int, **variables: str) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.environment = environment(var) | {"PORT": str(port)} | variables
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=ROOT,
            env=self.environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def until_up(self) -> "Server":
        """Wait for the first answer."""
        deadline = time.monotonic() + 60
        while True:
            try:
                self.get("/static/css/base.css")
                return self
            except OSError:
                assert self.process.poll() is None, self.output()
                assert time.monotonic() < deadline, "no answer after a minute"
                time.sleep(0.1)

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(self.url + path, timeout=10) as answer:
            body: bytes = answer.read()
            return body

    def stop(self) -> tuple[int, str]:
        """Ctrl-C; returns the exit code and everything it said."""
        self.process.send_signal(signal.SIGINT)
        output, _nothing = self.process.communicate(timeout=30)
        return self.process.returncode, output

    def output(self) -> str:
        return self.process.communicate(timeout=30)[0]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def run(tmp_path: Path, port: int) -> Iterator[Run]:
    """`run(**variables)` starts a server, `run(at=PORT)` one beside it; none is left when the test ends."""
    servers: list[Server] = []

    def start(at: int = port, **variables: str) -> Server:
        servers.append(Server(tmp_path / "var", at, **variables))
        return servers[-1]

    yield start
    for server in servers:
        if server.process.poll() is None:
            server.process.kill()
            server.process.communicate()


def test_two_servers_make_an_installation_a_newer_one_backs_it_up_and_an_older_one_leaves_it_alone(
    run: Run, tmp_path: Path
) -> None:
    var = tmp_path / "var"
    both = [run(), run(at=free_port(), WORKERS="1")]
    texts = []
    for first in both:
        assert b"csrfmiddlewaretoken" in first.until_up().get("/accounts/login/")
    key = (var / "secret-key").read_text()
    for first in both:
        code, text = first.stop()
        assert code == 0
        assert f"Quesai is at {first.url}/" in text
        assert "Traceback" not in text
        texts.append(text)
    # Whoever came second waited, and found everything there.
    assert sorted("up to date" in text for text in texts) == [False, True]
    assert sorted("Preparing" in text for text in texts) == [False, True]
    assert not (var / "backups").exists()

    # As an older version left it: what this one does changes nothing but the record.
    last = "FROM django_migrations WHERE name LIKE '0004_alter_tokenproxy%'"
    with closing(sqlite3.connect(var / "quesai.sqlite3")) as database:
        add_account(database)
        assert database.execute(f"DELETE {last}").rowcount == 1
        database.commit()
    code, said = run(WORKERS="1").until_up().stop()
    assert code == 0
    assert "Preparing" not in said
    assert (var / "secret-key").read_text() == key
    (copied,) = (var / "backups").iterdir()
    assert f"The database was backed up to {copied}" in said
    with closing(sqlite3.connect(copied)) as copy:
        assert copy.execute(f"SELECT 1 {last}").fetchall() == []
        assert accounts(copy) == ["li"]

    with closing(sqlite3.connect(var / "quesai.sqlite3")) as database:
        assert len(database.execute(f"SELECT 1 {last}").fetchall()) == 1
        assert accounts(database) == ["li"]
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '9999_future', '2027-01-01')"
        )
        database.commit()
    server = run()
    said = server.output()
    assert server.process.returncode == 1
    assert "made by a newer version of the program (it has 9999_future)" in said
    assert "Traceback" not in said


def test_a_database_that_does_not_answer_is_said_in_a_sentence(run: Run) -> None:
    server = run(DATABASE_URL="postgres://nobody:secret@127.0.0.1:1/none")
    said = server.output()
    assert server.process.returncode == 1
    assert "The database does not answer" in said
    assert "secret" not in said
    assert "Traceback" not in said


def command() -> tuple[serve.Command, StringIO]:
    """The command with its output in a string."""
    said = StringIO()
    return serve.Command(stdout=said, no_color=True), said


def test_a_database_as_this_version_left_it_is_not_touched_and_nothing_is_said(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "make_backup", lambda: pytest.fail("backed up"))
    monkeypatch.setattr(serve, "call_command", lambda name, **options: pytest.fail(name))
    serving, said = command()
    serving.bring_database_up_to_date()
    assert said.getvalue() == ""


def test_a_taken_port_is_said_before_anything_is_made(
    monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path, port: int
) -> None:
    settings.VAR_DIR = tmp_path / "var"
    monkeypatch.setenv("HOST", "127.0.0.1")
    monkeypatch.setenv("PORT", str(port))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    taken = f"Port {port} is taken by another program. Choose another one: PORT="
    with socket.create_server(("127.0.0.1", port)), pytest.raises(CommandError, match=taken):
        command()[0].handle()
    assert not (tmp_path / "var").exists()


def test_phones_get_an_address_and_a_picture_of_it(
    db: None, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(serve, "lan_addresses", lambda: ["192.168.1.7", "10.0.0.3"])
    serving, said = command()
    serving.introduce("0.0.0.0", 8000)
    for url in ("http://127.0.0.1:8000/", "http://192.168.1.7:8000/", "http://10.0.0.3:8000/"):
        assert url in said.getvalue()
    assert sum("█" in line for line in said.getvalue().splitlines()) >= 10


def test_a_machine_without_network_says_so(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "lan_addresses", list)
    serving, said = command()
    serving.show_network("http", 8000)
    assert said.getvalue().count("\n") == 1


def test_the_server_may_be_called_by_the_addresses_on_which_it_listens(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda program, arguments: started.append(arguments))
    monkeypatch.setattr(os, "chdir", lambda folder: None)
    monkeypatch.setattr(serve, "lan_addresses", lambda: ["192.168.1.7"])
    monkeypatch.setenv("ALLOWED_HOSTS", "")
    settings.ALLOWED_HOSTS = ["localhost"]
    serve.become_the_server("0.0.0.0")
    assert os.environ["ALLOWED_HOSTS"].split(",")[:2] == ["localhost", "192.168.1.7"]
    serve.become_the_server("fe80::1")
    assert os.environ["ALLOWED_HOSTS"] == "localhost,[fe80::1]"
    assert started[0][1:4] == ["-m", "gunicorn", "-c"]


def test_only_accounts_that_still_open_are_shown(db: None, tmp_path: Path) -> None:
    path = tmp_path / "demo-accounts.json"
    assert serve.demo_accounts(path) == []
    accounts = [
        {"role": "referee", "username": name, "password": f"pass of {name}"} for name in ("a", "b", "c")
    ]
    path.write_text(json.dumps(accounts))
    User.objects.create_user("a", password="pass of a")
    User.objects.create_user("b", password="changed since")
    assert [account["username"] for account in serve.demo_accounts(path)] == ["a"]


@pytest.mark.parametrize(
    ("wanted", "accounts", "made"), [("yes", 0, ["demo"]), ("yes", 1, []), ("no", 0, [])]
)
def test_the_demo_is_made_for_an_empty_database_only(
    db: None, monkeypatch: pytest.MonkeyPatch, wanted: str, accounts: int, made: list[str]
) -> None:
    called: list[str] = []
    monkeypatch.setenv("DEMO", wanted)
    monkeypatch.setattr(serve, "get_commands", lambda: {"demo": "tournament"})
    monkeypatch.setattr(serve, "call_command", lambda name, **options: called.append(name))
    for number in range(accounts):
        User.objects.create_user(f"user{number}")
    command()[0].make_demo()
    assert called == made


def test_static_files_are_collected_again_when_one_changed(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "source"
    shutil.copytree(ROOT / "static", source)
    settings.STATICFILES_DIRS = [source]
    settings.STATIC_ROOT = str(tmp_path / "collected")
    (tmp_path / "collected").mkdir()
    serve.get_finders.__globals__["get_finder"].cache_clear()
    called: list[str] = []
    monkeypatch.setattr(serve, "call_command", lambda name, **options: called.append(name))
    serving, _said = command()
    for change in (lambda: None, lambda: None, (source / "css" / "new.css").touch, lambda: None):
        change()
        serving.collect_static_files()
    serve.get_finders.__globals__["get_finder"].cache_clear()
    assert called == ["collectstatic", "collectstatic"]
