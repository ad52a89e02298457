"""Settings as a fresh process sees them, without what the tests change."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from config.options import OPTIONS
from tests.machine import ROOT

PRINT = """
import json, sys
from django.conf import settings
names = sys.argv[1].split(",")
print(json.dumps({name: getattr(settings, name) for name in names}, default=str))
"""
PRAGMAS = """
import django, threading
django.setup()
from django.db import connection
with connection.cursor() as cursor:
    for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout"):
        print(cursor.execute(f"PRAGMA {pragma}").fetchone()[0])
print(connection.settings_dict["OPTIONS"]["transaction_mode"])
"""


def fresh(code: str, *arguments: str, var: Path, **variables: str) -> "subprocess.CompletedProcess[str]":
    """Run Python with no variable of ours but these."""
    ours = {option.name for option in OPTIONS}
    environment = {name: value for name, value in os.environ.items() if name not in ours}
    environment |= {"DJANGO_SETTINGS_MODULE": "config.settings", "VAR_DIR": str(var)} | variables
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def settings_of(*names: str, var: Path, **variables: str) -> dict[str, Any]:
    """These settings of a fresh process."""
    done = fresh(PRINT, ",".join(names), var=var, **variables)
    assert done.returncode == 0, done.stderr
    values: dict[str, Any] = json.loads(done.stdout)
    return values


def test_nothing_set_is_safe(tmp_path: Path) -> None:
    values = settings_of(
        "DEBUG", "ALLOWED_HOSTS", "LANGUAGE_CODE", "TIME_ZONE", "USE_TZ", "REDIS_URL", var=tmp_path
    )
    assert values == {
        "DEBUG": False,
        "ALLOWED_HOSTS": ["localhost", "127.0.0.1", "[::1]"],
        "LANGUAGE_CODE": "zh-hans",
        "TIME_ZONE": "Asia/Shanghai",
        "USE_TZ": True,
        "REDIS_URL": "",
    }


def test_sqlite_keeps_what_was_acknowledged(tmp_path: Path) -> None:
    journal, synchronous, foreign_keys, timeout, mode = fresh(PRAGMAS, var=tmp_path).stdout.split()
    assert (journal, mode) == ("wal", "IMMEDIATE")
    assert int(synchronous) == 2  # FULL
    assert int(foreign_keys) == 1
    assert int(timeout) == 20_000


def test_redis_serves_as_cache_and_broker(tmp_path: Path) -> None:
    values = settings_of("CACHES", "CELERY_BROKER_URL", var=tmp_path, REDIS_URL="redis://127.0.0.1:6379/15")
    assert values["CELERY_BROKER_URL"] == "redis://127.0.0.1:6379/15"
    assert values["CACHES"]["default"]["LOCATION"] == "redis://127.0.0.1:6379/15"
    assert values["CACHES"]["default"]["OPTIONS"]["socket_timeout"] == 3


def test_cookies_are_secure_where_the_server_is_reached_by_https(tmp_path: Path) -> None:
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE", "SECURE_SSL_REDIRECT")
    assert settings_of(*names, var=tmp_path) == dict.fromkeys(names, False)
    assert settings_of(*names, var=tmp_path, HTTPS="1") == dict.fromkeys(names, True)


def test_a_proxy_is_believed_only_where_there_is_one(tmp_path: Path) -> None:
    name = "SECURE_PROXY_SSL_HEADER"
    assert settings_of(name, var=tmp_path) == {name: None}
    assert settings_of(name, var=tmp_path, PROXIES="1") == {name: ["HTTP_X_FORWARDED_PROTO", "https"]}


@pytest.mark.parametrize(("name", "value"), [("LANGUAGE_CODE", "fr"), ("TIME_ZONE", "Mars/Olympus")])
def test_a_value_that_cannot_be_is_refused_by_name(tmp_path: Path, name: str, value: str) -> None:
    done = fresh(PRINT, "DEBUG", var=tmp_path, **{name: value})
    assert done.returncode == 1
    assert f"ImproperlyConfigured: {name}={value!r}" in done.stderr.splitlines()[-1]


def test_the_deployment_check_finds_nothing_behind_https(tmp_path: Path) -> None:
    code = "from django.core.management import execute_from_command_line as run; import sys; run(sys.argv)"
    # W005, W021: subdomains and browser lists are the operator's to promise.
    done = fresh(code, "check", "--deploy", "--fail-level", "WARNING", var=tmp_path, HTTPS="1")
    unexpected = [line for line in done.stderr.splitlines() if "(security." in line]
    assert [line for line in unexpected if "W005" not in line and "W021" not in line] == []
