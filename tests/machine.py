"""What this machine has of the things that some tests need, and in words what is missing."""

import functools
import os
import shutil
from pathlib import Path

# The one without windows is the same browser, and takes a third less of the machine.
BROWSERS = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
CHROMIUM = next((browser for browser in BROWSERS if os.access(browser, os.X_OK)), BROWSERS[-1])
ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("QUESAI_SHARED") or ROOT.parent / "shared")
POSTGRES_URL = os.environ.get("TEST_POSTGRES_URL") or "postgres://postgres@127.0.0.1:5432/postgres"
REDIS_URL = os.environ.get("TEST_REDIS_URL") or "redis://127.0.0.1:6379/15"


def _shared() -> str:
    if (SHARED / "data").is_dir():
        return ""
    return f"there is no folder {SHARED}/data; QUESAI_SHARED names another place"


def _postgres() -> str:
    import psycopg

    try:
        with psycopg.connect(POSTGRES_URL, connect_timeout=3):
            return ""
    except psycopg.Error as error:
        return (
            f"no PostgreSQL answers at {POSTGRES_URL} ({_first_line(error)}); TEST_POSTGRES_URL names another"
        )


def _redis() -> str:
    import redis

    try:
        with redis.Redis.from_url(REDIS_URL, socket_connect_timeout=3, socket_timeout=3) as client:
            client.ping()
            return ""
    except redis.RedisError as error:
        return f"no Redis answers at {REDIS_URL} ({_first_line(error)}); TEST_REDIS_URL names another"


def _browser() -> str:
    if os.access(CHROMIUM, os.X_OK):
        return ""
    return f"{CHROMIUM} is not there; on Debian: apt install chromium"


def _nginx() -> str:
    if shutil.which("nginx"):
        return ""
    return "there is no nginx; on Debian: apt install nginx"


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


COMPONENTS = {"shared": _shared, "postgres": _postgres, "redis": _redis, "browser": _browser, "nginx": _nginx}


@functools.cache
def missing(component: str) -> str:
    """Why tests marked with this name cannot run here; empty where they can."""
    return COMPONENTS[component]()
