"""What every test shares: quick settings, the folder of real tournaments, browsers, and who may be missing.

A test marked `shared`, `postgres`, `redis` or `browser` needs something that a machine may not have. Where it
is missing the test is deselected and a line says so; where CI=true, that is a failure.
"""

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation

from tests.machine import COMPONENTS, SHARED, missing

pytest_plugins = ["tests.browsers"]
LACKING = pytest.StashKey[dict[str, tuple[str, int]]]()


def in_ci() -> bool:
    """Whether nothing may be left out."""
    return os.environ.get("CI", "").lower() in ("1", "true", "yes")


def pytest_configure(config: pytest.Config) -> None:
    """Settings that make tests quick and independent of what the shell happens to export."""
    # Playwright's synchronous interface runs an event loop in the thread of the test.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    settings.REDIS_URL = ""
    # Tests look at once at what they have done.
    settings.SHARED_FOR_A_SECOND = False
    # What `serve` once collected is not what is being tested: live servers hand out the sources.
    settings.STATIC_ROOT = str(settings.BASE_DIR / "static")
    # A file is looked for when it is asked for: else every client of every test looks through all of them first.
    settings.WHITENOISE_AUTOREFRESH = True
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
    database: dict[str, Any] = settings.DATABASES["default"]
    if database["ENGINE"] == "django.db.backends.sqlite3":
        # A file, not memory: the threads of a live server must each have a connection of their own.
        folder = Path(os.environ.get("TMPDIR", "/tmp"))
        name = str(folder / f"quesai-test-{os.getpid()}.sqlite3")
        database.setdefault("TEST", {})["NAME"] = name
        database["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take out the tests whose component this machine lacks, and remember why."""
    if in_ci():
        return
    lacking: dict[str, tuple[str, int]] = {}
    kept: list[pytest.Item] = []
    taken: list[pytest.Item] = []
    for item in items:
        absent = [name for name in COMPONENTS if item.get_closest_marker(name) and missing(name)]
        for name in absent:
            lacking[name] = (missing(name), lacking.get(name, ("", 0))[1] + 1)
        (taken if absent else kept).append(item)
    if taken:
        items[:] = kept
        config.hook.pytest_deselected(items=taken)
    config.stash[LACKING] = lacking


def pytest_collection_finish(session: pytest.Session) -> None:
    """What is there now stays to the end: it is not looked through again and again for what could be freed."""
    gc.collect()
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Where everything must be there, a missing component fails the tests that need it."""
    if in_ci():
        for name in COMPONENTS:
            if item.get_closest_marker(name) and missing(name):
                pytest.fail(f"CI=true, and {missing(name)}", pytrace=False)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker of xdist hands what it left out to the process that prints."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["lacking"] = session.config.stash.get(LACKING, {})


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Every worker collects the same tests, so the word of any of them will do."""
    node.config.stash[LACKING] = getattr(node, "workeroutput", {}).get("lacking", {})


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """One line for each component that is missing."""
    for name, (reason, count) in sorted(config.stash.get(LACKING, {}).items()):
        terminalreporter.write_line(f"NOT RUN: {count} tests marked {name}: {reason}", yellow=True)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real tournaments and reference tables; use with `@pytest.mark.shared`."""
    return SHARED


@pytest.fixture(autouse=True)
def _no_language_left() -> Iterator[None]:
    """No test speaks the language that the last page of another had."""
    translation.deactivate()
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """No test reads what another left in the cache."""
    from django.core.cache import cache

    from tournament.sharing import forget_all

    cache.clear()
    forget_all()
    yield
    cache.clear()
